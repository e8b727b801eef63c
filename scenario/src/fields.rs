//! Every leaf of a scenario, once: JSON, query strings, forms and messages all read this table.
//!
//! A leaf has a *pointer* (its place in JSON), a *name* (its query parameter), a *kind* with its range, and the way to
//! read and write it in a [`Scenario`].

mod table;

pub use table::FIELDS;

use crate::error::{Expected, FieldError, Reason};
use crate::limits::{IntegerRange, NumberRange};
use crate::parts;
use wire::v1::Scenario;
use wire::v1::choices::LoraPreset;
use wire::v1::scenario::ImageSize;

/// A leaf of a scenario.
#[derive(Debug)]
pub struct Field {
    /// JSON pointer: `/training/micro_batch_size`.
    pub pointer: &'static str,
    /// Name of the query parameter and of the form's control: `batch`.
    pub name: &'static str,
    /// What it takes.
    pub kind: Kind,
    read: fn(&Scenario) -> Option<Value>,
    write: fn(&mut Scenario, Option<Value>),
}

/// What a leaf takes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Kind {
    /// A text of bounded length; an id where it names something of the catalog.
    Text,
    /// A whole number.
    Integer(IntegerRange),
    /// A number.
    Number(NumberRange),
    /// True or false.
    Flag,
    /// One of a few words.
    Choice(&'static [&'static str]),
    /// The code of a currency: three letters.
    Currency,
    /// Several of a few words.
    Choices(&'static [&'static str]),
    /// Several whole numbers.
    Integers(IntegerRange),
    /// One or two whole numbers, height first.
    Size(IntegerRange),
    /// A group of layers, or a list of module names.
    Targets,
    /// Parts with how many there are of each.
    Owned,
    /// Parts by their ids, one of a kind.
    Parts,
}

impl Kind {
    /// The reason for a value of another kind.
    #[must_use]
    pub const fn expected(self) -> Expected {
        match self {
            Self::Text | Self::Currency | Self::Choice(_) => Expected::Text,
            Self::Integer(_) => Expected::Integer,
            Self::Number(_) => Expected::Number,
            Self::Flag => Expected::Flag,
            Self::Choices(_) | Self::Integers(_) | Self::Owned | Self::Parts => Expected::List,
            Self::Size(_) => Expected::IntegerOrPair,
            Self::Targets => Expected::TextOrList,
        }
    }
}

/// The value of a leaf.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A text, or the word of a choice.
    Text(String),
    /// A whole number.
    Integer(u64),
    /// A number.
    Number(f64),
    /// True or false.
    Flag(bool),
    /// Height and width.
    Size(ImageSize),
    /// Texts, or words.
    List(Vec<String>),
    /// Whole numbers.
    Integers(Vec<u64>),
}

impl Value {
    fn text(self) -> Option<String> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    fn integer(self) -> Option<u64> {
        if let Self::Integer(value) = self { Some(value) } else { None }
    }

    fn number(self) -> Option<f64> {
        match self {
            Self::Number(value) => Some(value),
            Self::Integer(value) => Some(value as f64),
            _ => None,
        }
    }

    fn flag(self) -> Option<bool> {
        if let Self::Flag(value) = self { Some(value) } else { None }
    }

    fn size(self) -> Option<ImageSize> {
        if let Self::Size(value) = self { Some(value) } else { None }
    }

    fn integers(self) -> Option<Vec<u64>> {
        if let Self::Integers(values) = self { Some(values) } else { None }
    }

    fn list(self) -> Option<Vec<String>> {
        if let Self::List(values) = self { Some(values) } else { None }
    }
}

impl Field {
    /// The leaf at a pointer.
    #[must_use]
    pub fn at(pointer: &str) -> Option<&'static Self> {
        FIELDS.iter().find(|field| field.pointer == pointer)
    }

    /// The leaf of a query parameter.
    #[must_use]
    pub fn by_name(name: &str) -> Option<&'static Self> {
        FIELDS.iter().find(|field| field.name == name)
    }

    /// What a scenario says of this leaf; none where it says nothing.
    #[must_use]
    pub fn get(&self, scenario: &Scenario) -> Option<Value> {
        (self.read)(scenario)
    }

    /// Writes the leaf.
    ///
    /// # Errors
    /// The value is of another kind, or none of the leaf's words; ranges are [`check`](Self::check)'s.
    pub fn set(&self, scenario: &mut Scenario, value: Value) -> Result<(), FieldError> {
        if let Some(reason) = self.refusal(&value) {
            return Err(FieldError::new(self.pointer, reason));
        }
        (self.write)(scenario, Some(value));
        Ok(())
    }

    /// Takes the leaf out of the scenario.
    pub fn clear(&self, scenario: &mut Scenario) {
        (self.write)(scenario, None);
    }

    /// Whether the scenario's value is within the leaf's range; a leaf that is left out always is.
    #[must_use]
    pub fn check(&self, scenario: &Scenario) -> Option<FieldError> {
        let reason = match (self.kind, self.get(scenario)?) {
            (Kind::Integer(range), Value::Integer(value)) if !range.contains(value) => integer_out_of_range(range),
            (Kind::Integers(range), Value::Integers(values)) if !values.iter().all(|&value| range.contains(value)) => {
                integer_out_of_range(range)
            }
            (Kind::Size(range), Value::Size(size)) if !range.contains(size.height) || !range.contains(size.width) => {
                integer_out_of_range(range)
            }
            (Kind::Number(range), Value::Number(value)) if !range.contains(value) => {
                Reason::OutOfRange { min: range.min, max: range.max, unit: range.unit }
            }
            (Kind::Text, Value::Text(text)) if text.chars().count() > crate::limits::TEXT_LENGTH => {
                Reason::TooLong { max: crate::limits::TEXT_LENGTH }
            }
            (Kind::Currency, Value::Text(code)) => no_currency(&code)?,
            // Most words are of a type of their own; those that are texts in a scenario are checked here.
            (Kind::Choice(words), Value::Text(word)) => unknown_word(words, &word)?,
            _ => return None,
        };
        Some(FieldError::new(self.pointer, reason))
    }

    fn refusal(&self, value: &Value) -> Option<Reason> {
        let wrong_type = || Some(Reason::WrongType { expected: self.kind.expected() });
        match (self.kind, value) {
            (Kind::Choice(words), Value::Text(word)) => unknown_word(words, word),
            (Kind::Choices(words), Value::List(list)) => list.iter().find_map(|word| unknown_word(words, word)),
            (Kind::Targets, Value::Text(word)) => unknown_word(LoraPreset::WORDS, word),
            (Kind::Targets, Value::List(names)) if names.is_empty() || names.len() > MAX_TARGETS => {
                Some(Reason::WrongCount { min: 1, max: MAX_TARGETS })
            }
            (Kind::Owned, Value::List(parts)) if parts.is_empty() || parts.len() > crate::limits::OWNED_PARTS => {
                Some(Reason::WrongCount { min: 1, max: crate::limits::OWNED_PARTS })
            }
            (Kind::Owned, Value::List(parts)) => parts.iter().find_map(|part| unknown_part(part)),
            (Kind::Parts, Value::List(parts)) if parts.is_empty() || parts.len() > crate::limits::CHOSEN_PARTS => {
                Some(Reason::WrongCount { min: 1, max: crate::limits::CHOSEN_PARTS })
            }
            // The browser knows no boards and cases; what it lets pass the server names.
            #[cfg(feature = "json")]
            (Kind::Parts, Value::List(parts)) => crate::chosen::refusal(parts),
            #[cfg(not(feature = "json"))]
            (Kind::Parts, Value::List(_)) => None,
            (Kind::Currency, Value::Text(code)) => no_currency(&code.to_ascii_uppercase()),
            (Kind::Text, Value::Text(_))
            | (Kind::Integer(_), Value::Integer(_))
            | (Kind::Number(_), Value::Number(_) | Value::Integer(_))
            | (Kind::Flag, Value::Flag(_))
            | (Kind::Size(_), Value::Size(_))
            | (Kind::Integers(_), Value::Integers(_))
            | (Kind::Targets, Value::List(_)) => None,
            _ => wrong_type(),
        }
    }
}

/// Why a text is no code of a currency.
#[cfg(feature = "json")]
fn no_currency(code: &str) -> Option<Reason> {
    let is_code = wire::v1::prices::Currency::from_word(code).is_some();
    (!is_code).then(|| Reason::UnknownCurrency { given: code.chars().take(crate::limits::TEXT_LENGTH).collect() })
}

/// Why a text is no code of a currency: three capital letters. The browser has no list of those that exist, and no prices.
#[cfg(not(feature = "json"))]
fn no_currency(code: &str) -> Option<Reason> {
    let is_code = code.len() == 3 && code.bytes().all(|letter| letter.is_ascii_uppercase());
    let allowed = || ["USD", "CNY", "EUR"].map(str::to_owned).to_vec();
    (!is_code)
        .then(|| Reason::UnknownValue { given: code.chars().take(crate::limits::TEXT_LENGTH).collect(), allowed: allowed() })
}

/// Most module names of one adapter: a block has fewer than twenty linear layers.
const MAX_TARGETS: usize = 32;

/// The reason for a whole number outside its range.
#[must_use]
pub fn integer_out_of_range(range: IntegerRange) -> Reason {
    Reason::OutOfRange { min: range.min as f64, max: range.max as f64, unit: range.unit }
}

/// Why such words name no part with its number. Kinds of parts are none: which part of a kind is there decides what a run takes.
fn unknown_part(words: &str) -> Option<Reason> {
    let range = crate::limits::OWNED_QUANTITY;
    match parts::parse_owned(words) {
        None => Some(integer_out_of_range(range)),
        Some(part) if !range.contains(part.quantity) => Some(integer_out_of_range(range)),
        // The browser knows no boards and cases; what it lets pass the server names.
        #[cfg(feature = "json")]
        Some(part) => parts::known_part(&part.id, true).err(),
        #[cfg(not(feature = "json"))]
        Some(_) => None,
    }
}

fn unknown_word(words: &[&str], word: &str) -> Option<Reason> {
    if words.contains(&word) {
        return None;
    }
    Some(Reason::UnknownValue { given: word.to_owned(), allowed: words.iter().map(|&word| word.to_owned()).collect() })
}
