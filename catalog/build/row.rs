//! Reads one table of a data file, field by field, and collects what is wrong instead of stopping.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use toml::de::{DeTable, DeValue};

/// A data file.
pub struct File {
    /// Path for messages, from the crate's root.
    pub path: String,
    /// Content.
    pub text: String,
}

/// What is wrong with the data, so far.
#[derive(Default)]
pub struct Problems(RefCell<Vec<(String, usize, String)>>);

impl Problems {
    /// Notes a problem at a byte of a file.
    pub fn report(&self, file: &File, at: usize, message: impl Display) {
        let line = file.text.bytes().take(at).filter(|&byte| byte == b'\n').count() + 1;
        self.0.borrow_mut().push((file.path.clone(), line, message.to_string()));
    }

    /// All problems by file and line.
    pub fn into_sorted(self) -> Vec<String> {
        let mut problems = self.0.into_inner();
        problems.sort();
        // A field that two checks read is reported by both.
        problems.dedup();
        problems.into_iter().map(|(path, line, message)| format!("{path}:{line}: {message}")).collect()
    }
}

/// One table of a file. Readers return a neutral value where they report a problem, so that reading goes on.
pub struct Row<'a> {
    /// The table's key.
    pub id: String,
    file: &'a File,
    at: usize,
    fields: &'a DeTable<'a>,
    asked: RefCell<BTreeSet<String>>,
    problems: &'a Problems,
}

impl<'a> Row<'a> {
    /// A table of `file` that starts at byte `at`.
    pub fn new(id: &str, file: &'a File, at: usize, fields: &'a DeTable<'a>, problems: &'a Problems) -> Self {
        Self { id: id.to_owned(), file, at, fields, asked: RefCell::default(), problems }
    }

    /// Text that must be there.
    pub fn text(&self, key: &str) -> String {
        self.required(key, self.optional_text(key))
    }

    /// Text that may be left out, but not left empty.
    pub fn optional_text(&self, key: &str) -> Option<String> {
        let (value, at) = self.get(key)?;
        let text = value.as_str().map(str::trim).filter(|text| !text.is_empty() && !text.contains('\n'));
        if text.is_none() {
            self.report(at, key, "must be a line of text");
        }
        Some(text.unwrap_or_default().to_owned())
    }

    /// One of several words that must be there.
    pub fn choice(&self, key: &str, words: &[&str]) -> String {
        let word = self.text(key);
        self.check(word.is_empty() || words.contains(&word.as_str()), key, format!("{word:?} is none of {}", words.join(", ")));
        word
    }

    /// A yes or no that must be there.
    pub fn flag(&self, key: &str) -> bool {
        self.required(key, self.optional_flag(key))
    }

    /// A yes or no that may be left out.
    pub fn optional_flag(&self, key: &str) -> Option<bool> {
        let (value, at) = self.get(key)?;
        if value.as_bool().is_none() {
            self.report(at, key, "must be true or false");
        }
        Some(value.as_bool().unwrap_or_default())
    }

    /// A number that must be there.
    pub fn number(&self, key: &str, range: &RangeInclusive<f64>) -> f64 {
        self.required(key, self.optional_number(key, range))
    }

    /// A number that may be left out.
    pub fn optional_number(&self, key: &str, range: &RangeInclusive<f64>) -> Option<f64> {
        let (value, at) = self.get(key)?;
        self.within(key, digits(value), at, range)
    }

    /// A whole number that must be there.
    pub fn whole(&self, key: &str, range: &RangeInclusive<u64>) -> u64 {
        self.required(key, self.optional_whole(key, range))
    }

    /// A whole number that may be left out.
    pub fn optional_whole(&self, key: &str, range: &RangeInclusive<u64>) -> Option<u64> {
        let (value, at) = self.get(key)?;
        self.within(key, digits(value), at, range)
    }

    /// A list of whole numbers that must be there.
    pub fn wholes(&self, key: &str, range: &RangeInclusive<u64>) -> Vec<u64> {
        let list = self.get(key).map(|(value, at)| {
            let Some(items) = value.as_array().filter(|items| !items.is_empty()) else {
                self.report(at, key, "must be a list of whole numbers");
                return Vec::new();
            };
            items.iter().filter_map(|item| self.within(key, digits(item.get_ref()), item.span().start, range)).collect()
        });
        self.required(key, list)
    }

    /// A list of whole numbers that may be left out; it may be empty.
    pub fn optional_wholes(&self, key: &str, range: &RangeInclusive<u64>) -> Option<Vec<u64>> {
        let (value, at) = self.get(key)?;
        let Some(items) = value.as_array() else {
            self.report(at, key, "must be a list of whole numbers");
            return Some(Vec::new());
        };
        Some(items.iter().filter_map(|item| self.within(key, digits(item.get_ref()), item.span().start, range)).collect())
    }

    /// A list of lists of whole numbers that must be there.
    pub fn lists(&self, key: &str, range: &RangeInclusive<u64>) -> Vec<Vec<u64>> {
        let lists = self.get(key).map(|(value, at)| {
            let items = value.as_array().filter(|items| !items.is_empty() && items.iter().all(|item| item.get_ref().is_array()));
            if items.is_none() {
                self.report(at, key, "must be a list of lists");
            }
            let numbers = |item: &'a toml::Spanned<DeValue<'a>>| {
                let items = item.get_ref().as_array().into_iter().flat_map(|items| items.iter());
                items.filter_map(|item| self.within(key, digits(item.get_ref()), item.span().start, range)).collect()
            };
            items.into_iter().flat_map(|items| items.iter()).map(numbers).collect()
        });
        self.required(key, lists)
    }

    /// Asks for a list of rates that is kept for reviewers.
    pub fn reviewed_numbers(&self, key: &str) {
        if let Some((value, at)) = self.get(key) {
            let is_list = value.as_array().is_some_and(|items| items.iter().all(|item| digits(item.get_ref()).is_some()));
            if !is_list {
                self.report(at, key, "must be a list of numbers");
            }
        }
    }

    /// A list of yes and no that must be there.
    pub fn flags(&self, key: &str) -> Vec<bool> {
        let flags = self.get(key).map(|(value, at)| {
            let items = value.as_array().map(|items| items.iter().map(|item| item.get_ref().as_bool()).collect::<Vec<_>>());
            let flags: Option<Vec<bool>> = items.and_then(|items| items.into_iter().collect());
            if flags.is_none() {
                self.report(at, key, "must be a list of true and false");
            }
            flags.unwrap_or_default()
        });
        self.required(key, flags)
    }

    /// A list of lines of text that must be there.
    pub fn texts(&self, key: &str) -> Vec<String> {
        self.required(key, self.optional_texts(key))
    }

    /// A list of lines of text that may be left out, but not left empty.
    pub fn optional_texts(&self, key: &str) -> Option<Vec<String>> {
        self.get(key).map(|(value, at)| {
            let items = value.as_array().map(|items| items.iter().map(|item| item.get_ref().as_str()).collect::<Vec<_>>());
            let texts: Option<Vec<&str>> = items.filter(|items| !items.is_empty()).and_then(|items| items.into_iter().collect());
            if texts.is_none() {
                self.report(at, key, "must be a list of texts");
            }
            texts.unwrap_or_default().into_iter().map(str::to_owned).collect()
        })
    }

    /// A table inside this one.
    pub fn table(&self, key: &str) -> Option<Row<'a>> {
        let (value, at) = self.get(key)?;
        let Some(fields) = value.as_table() else {
            self.report(at, key, "must be a table");
            return None;
        };
        Some(Row::new(&format!("{}.{key}", self.id), self.file, at, fields, self.problems))
    }

    /// A list of tables that must be there.
    pub fn tables(&self, key: &str) -> Vec<Row<'a>> {
        let list = self.get(key).map(|(value, at)| {
            let items = value.as_array().filter(|items| !items.is_empty() && items.iter().all(|item| item.get_ref().is_table()));
            if items.is_none() {
                self.report(at, key, "must be a list of tables");
            }
            let rows = items.into_iter().flat_map(|items| items.iter()).enumerate().filter_map(|(index, item)| {
                let fields = item.get_ref().as_table()?;
                Some(Row::new(&format!("{}.{key}[{index}]", self.id), self.file, item.span().start, fields, self.problems))
            });
            rows.collect()
        });
        self.required(key, list)
    }

    /// Every field by name, its value as JSON.
    pub fn written(&self) -> Vec<(String, String)> {
        self.fields.iter().map(|(key, value)| (key.get_ref().to_string(), json(value.get_ref()))).collect()
    }

    /// Reports a problem with a field unless `holds`.
    pub fn check(&self, holds: bool, key: &str, message: impl Display) {
        if !holds {
            let at = self.fields.get(key).map_or(self.at, |value| value.span().start);
            self.report(at, key, message);
        }
    }

    /// Reports fields that nobody asked for: typing errors, mostly.
    pub fn finish(&self) {
        for (key, value) in self.fields {
            if !self.asked.borrow().contains(key.get_ref().as_ref()) {
                self.report(value.span().start, key.get_ref(), "is not a field of this table");
            }
        }
    }

    fn get(&self, key: &str) -> Option<(&'a DeValue<'a>, usize)> {
        self.asked.borrow_mut().insert(key.to_owned());
        self.fields.get(key).map(|value| (value.get_ref(), value.span().start))
    }

    fn required<T: Default>(&self, key: &str, value: Option<T>) -> T {
        self.check(value.is_some() || self.fields.get(key).is_some(), key, "is missing");
        value.unwrap_or_default()
    }

    fn within<T: FromStr + PartialOrd + Display>(
        &self,
        key: &str,
        digits: Option<String>,
        at: usize,
        range: &RangeInclusive<T>,
    ) -> Option<T> {
        let value = digits.and_then(|digits| digits.parse().ok()).filter(|value| range.contains(value));
        if value.is_none() {
            self.report(at, key, format!("must be a number from {} to {}", range.start(), range.end()));
        }
        value
    }

    fn report(&self, at: usize, key: &str, message: impl Display) {
        self.problems.report(self.file, at, format!("{}: {key} {message}", self.id));
    }
}

/// The digits of a decimal number, whole or not.
fn digits(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::Integer(number) if number.radix() == 10 => Some(number.as_str().to_owned()),
        DeValue::Float(number) => Some(number.as_str().to_owned()),
        _ => None,
    }
}

/// A value as JSON; times, which no table has, as their text.
fn json(value: &DeValue<'_>) -> String {
    match value {
        DeValue::Boolean(flag) => flag.to_string(),
        DeValue::Array(items) => {
            let items: Vec<String> = items.iter().map(|item| json(item.get_ref())).collect();
            format!("[{}]", items.join(", "))
        }
        DeValue::Table(fields) => {
            let fields: Vec<String> =
                fields.iter().map(|(key, value)| format!("{:?}: {}", key.get_ref(), json(value.get_ref()))).collect();
            format!("{{{}}}", fields.join(", "))
        }
        other => {
            digits(other).map_or_else(|| format!("{:?}", other.as_str().unwrap_or_default()), |digits| digits.replace('_', ""))
        }
    }
}
