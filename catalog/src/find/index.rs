//! The catalog's rows and their vocabulary, divided into words once.

use std::cmp::Reverse;
use std::sync::LazyLock;

use super::close;
use super::query::{Query, Sought, Wanted};
use super::row::{Field, Kind, Part, Reason, Row};
use super::text::{self, Word};
use super::words;
use crate::{CpuEntry, GpuEntry, ModelEntry, Segment};

/// The fewest letters that stand for words that begin with them.
const PREFIX: usize = 3;
/// The most digits of a whole number that may stand for its versions.
const GENERATION: usize = 2;

/// Rows, and every part of their words once.
#[derive(Debug)]
pub struct Index {
    /// The rows.
    pub rows: Vec<Row>,
    /// The parts of all words, sorted.
    vocabulary: Vec<String>,
}

/// A row before its words are numbered.
struct Draft {
    kind: Kind,
    id: &'static str,
    name: &'static str,
    texts: Vec<(Reason, Vec<Word>)>,
    gigabytes: Option<u64>,
    parameters: Option<u64>,
}

impl Index {
    /// The catalog's.
    pub fn shipped() -> &'static Self {
        static INDEX: LazyLock<Index> = LazyLock::new(Index::of_catalog);
        &INDEX
    }

    fn of_catalog() -> Self {
        let gpus =
            sorted(crate::gpus(), |gpu| (Segment::ALL.iter().position(|kind| *kind == gpu.segment), Reverse(gpu.launch), gpu.id));
        let mut models = sorted(crate::models(), |model| (model.published_parameters, model.id));
        #[cfg(feature = "parts")]
        models.extend(sorted(crate::served(), |model| (model.published_parameters, model.id)));
        models.sort_by_key(|model| (model.published_parameters, model.id));
        let cpus = sorted(crate::cpus(), |cpu| (Reverse(cpu.launch), cpu.id));
        let drafts: Vec<Draft> =
            gpus.into_iter().map(gpu).chain(models.into_iter().map(model)).chain(cpus.into_iter().map(cpu)).collect();
        let parts = drafts.iter().flat_map(|draft| &draft.texts).flat_map(|(_, words)| words).flat_map(|word| &word.parts);
        let mut vocabulary: Vec<String> = parts.cloned().collect();
        vocabulary.sort_unstable();
        vocabulary.dedup();
        let rows = drafts.into_iter().enumerate().map(|(standing, draft)| numbered(draft, standing as u16, &vocabulary));
        Self { rows: rows.collect(), vocabulary }
    }

    /// A term as it is written.
    pub fn term(&self, term: u16) -> &str {
        &self.vocabulary[usize::from(term)]
    }

    /// What each word of a query may stand for; none where no row can have them all.
    pub fn look_up<'a>(&self, query: &'a Query) -> Option<Vec<Sought<'a>>> {
        let mut cut: Vec<(&'a Word, Vec<&'a str>)> = Vec::new();
        for piece in query.words.iter().flat_map(|word| self.cut(word)) {
            // What is said again says nothing more.
            if cut.iter().all(|known| known.1 != piece.1) {
                cut.push(piece);
            }
        }
        let words: Vec<Sought<'a>> = cut.into_iter().map(|(word, parts)| self.sought(word, parts)).collect();
        let parts = || words.iter().filter(|word| word.size.is_none()).flat_map(|word| &word.parts);
        let is_version = |part: &&Wanted<'_>| part.given.contains('.');
        let near: Vec<&Wanted<'_>> = parts().filter(|part| part.is_near).collect();
        let versions = near.iter().copied().filter(is_version).count();
        // Two words that no row has are not one slip.
        (parts().all(|part| !part.terms.is_empty()) && versions <= 1 && near.len() - versions <= 1).then_some(words)
    }

    /// A word that has no spaces inside by its script, as the words that it is made of, where all of them are known.
    fn cut<'a>(&self, word: &'a Word) -> Vec<(&'a Word, Vec<&'a str>)> {
        let whole = || vec![(word, word.parts.iter().map(String::as_str).collect())];
        let [only] = word.parts.as_slice() else { return whole() };
        if only.is_ascii() || self.place(only).is_ok() {
            return whole();
        }
        let mut cut = Vec::new();
        let mut rest = only.as_str();
        while !rest.is_empty() {
            let ends = rest.char_indices().map(|(at, character)| at + character.len_utf8());
            let Some(end) = ends.rev().find(|&end| self.place(&rest[..end]).is_ok()) else { return whole() };
            cut.push((word, vec![&rest[..end]]));
            rest = &rest[end..];
        }
        cut
    }

    fn sought<'a>(&self, word: &'a Word, parts: Vec<&'a str>) -> Sought<'a> {
        let is_alone = parts.len() == 1;
        let number = parts.first().filter(|_| is_alone).and_then(|digits| digits.parse().ok());
        Sought { size: word.size, number, parts: parts.into_iter().map(|part| self.wanted(part, is_alone)).collect() }
    }

    /// The terms that a part may stand for: itself and words that begin with it, or else what is near.
    fn wanted<'a>(&self, given: &'a str, is_alone: bool) -> Wanted<'a> {
        let place = self.place(given);
        let at = place.unwrap_or_else(|at| at);
        let mut terms: Vec<(u16, u32)> = place.into_iter().map(|at| (at as u16, 0)).collect();
        let is_beginning = is_alone && given.len() >= PREFIX && given.chars().all(char::is_alphabetic);
        let longer = self.vocabulary.iter().enumerate().skip(at + terms.len());
        // Who asks for the third generation means 3.1 and 3.2 too; a point comes before every digit, so they stand right here.
        let is_generation = given.len() <= GENERATION && given.chars().all(|digit| digit.is_ascii_digit());
        let is_of_it = |term: &str| is_generation && term[given.len()..].starts_with('.');
        let longer = longer.take_while(|(_, term)| term.starts_with(given) && (is_beginning || is_of_it(term)));
        terms.extend(longer.map(|(at, _)| (at as u16, 2)));
        let is_near = terms.is_empty();
        if is_near {
            let all = self.vocabulary.iter().enumerate();
            terms = all.filter_map(|(at, term)| Some((at as u16, near(given, term)?))).collect();
        }
        Wanted { given, terms, is_near }
    }

    fn place(&self, part: &str) -> Result<usize, usize> {
        self.vocabulary.binary_search_by(|term| term.as_str().cmp(part))
    }
}

/// How far a word that no row has is from one that some have.
fn near(given: &str, known: &str) -> Option<u32> {
    let is_number = |text: &str| text.starts_with(|first: char| first.is_ascii_digit());
    if given.contains('.') {
        return close::version(given, known);
    }
    // A version is another version of nothing else, and a letter is no slip for a digit.
    (is_number(given) == is_number(known) && !known.contains('.')).then(|| close::slip(given, known)).flatten()
}

/// Rows in the order in which they stand where a query tells nothing between them.
fn sorted<T, K: Ord>(rows: &'static [T], by: impl Fn(&'static T) -> K) -> Vec<&'static T> {
    let mut rows: Vec<&T> = rows.iter().collect();
    rows.sort_by_key(|&row| by(row));
    rows
}

/// A card: desktops' first, the newest first.
fn gpu(entry: &'static GpuEntry) -> Draft {
    let other = [
        (Reason::Vendor, entry.vendor),
        (Reason::Vendor, words::of_vendor(entry.vendor)),
        (Reason::Family, entry.architecture),
        (Reason::Memory, entry.memory_type),
        (Reason::Segment, entry.segment.as_str()),
        (Reason::Kind, words::of_kind(Kind::Gpu)),
    ];
    let names = [entry.id, entry.name].into_iter().chain(entry.aliases.iter().copied());
    let texts = texts(names, &other);
    Draft { kind: Kind::Gpu, id: entry.id, name: entry.name, texts, gigabytes: Some(entry.marketing_gb), parameters: None }
}

/// A model: the smallest first.
fn model(entry: &'static ModelEntry) -> Draft {
    let (library, loaded) = entry.load_as.split_once(':').unwrap_or_default();
    let made = if entry.architecture.makes_videos() { words::VIDEO } else { "" };
    let other =
        [(Reason::Family, words::of_family(entry.family)), (Reason::Family, made), (Reason::Kind, words::of_kind(Kind::Model))];
    let names = [entry.id, entry.name, loaded, library].into_iter().chain(entry.aliases.iter().copied());
    let texts = texts(names, &other);
    let parameters = Some(entry.published_parameters);
    Draft { kind: Kind::Model, id: entry.id, name: entry.name, texts, gigabytes: None, parameters }
}

/// A processor: the newest first.
fn cpu(entry: &'static CpuEntry) -> Draft {
    let other = [
        (Reason::Vendor, entry.vendor),
        (Reason::Vendor, words::of_vendor(entry.vendor)),
        (Reason::Socket, entry.socket),
        (Reason::Memory, entry.memory_type),
        (Reason::Kind, words::of_kind(Kind::Cpu)),
    ];
    let texts = texts([entry.id, entry.name].into_iter(), &other);
    Draft { kind: Kind::Cpu, id: entry.id, name: entry.name, texts, gigabytes: None, parameters: None }
}

fn texts(names: impl Iterator<Item = &'static str>, other: &[(Reason, &'static str)]) -> Vec<(Reason, Vec<Word>)> {
    let all = names.map(|name| (Reason::Name, name)).chain(other.iter().copied());
    all.map(|(reason, text)| (reason, text::words(text))).filter(|(_, words)| !words.is_empty()).collect()
}

fn numbered(draft: Draft, standing: u16, vocabulary: &[String]) -> Row {
    let Draft { kind, id, name, texts, gigabytes, parameters } = draft;
    let fields = texts.iter().map(|(reason, words)| field(*reason, words, vocabulary)).collect();
    Row { kind, id, name, fields, gigabytes, parameters, standing }
}

fn field(reason: Reason, words: &[Word], vocabulary: &[String]) -> Field {
    let parts = words.iter().enumerate().flat_map(|(word, own)| {
        let last = own.parts.len() - 1;
        own.parts.iter().enumerate().map(move |(at, part)| Part {
            term: vocabulary.binary_search(part).unwrap_or_default() as u16,
            word: word as u8,
            starts: at == 0,
            ends: at == last,
        })
    });
    Field { reason, parts: parts.collect(), sizes: words.iter().map(|word| word.size).collect() }
}
