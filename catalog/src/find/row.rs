//! A row of the catalog as it is searched.

use super::text::{Count, Size};

/// The lists that are searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Accelerators.
    Gpu,
    /// Models.
    Model,
    /// Processors.
    Cpu,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Gpu, Self::Model, Self::Cpu];

    /// The list's name in addresses and on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Gpu => "gpus",
            Self::Model => "models",
            Self::Cpu => "cpus",
        }
    }
}

/// By what a row is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reason {
    /// Its id, its name or another of its names.
    Name,
    /// Who makes it.
    Vendor,
    /// The architecture of a device, the kind of a model.
    Family,
    /// Capacity or kind of its memory.
    Memory,
    /// How many parameters it has.
    Parameters,
    /// What a device is made for.
    Segment,
    /// A processor's socket.
    Socket,
    /// That it is a card, a model or a processor at all, which is told of no hit.
    Kind,
}

impl Reason {
    /// How much less than a name it tells.
    #[must_use]
    pub const fn distance(self) -> u32 {
        if matches!(self, Self::Name) { 0 } else { 1 }
    }
}

/// A row.
#[derive(Debug)]
pub struct Row {
    /// Its list.
    pub kind: Kind,
    /// Its id.
    pub id: &'static str,
    /// Its name.
    pub name: &'static str,
    /// What words are looked for in, names first.
    pub fields: Vec<Field>,
    /// Capacity as the box says it, of a card.
    pub gigabytes: Option<u64>,
    /// Parameters of a model.
    pub parameters: Option<u64>,
    /// Its place among rows that match alike.
    pub standing: u16,
}

/// A text that words are looked for in.
#[derive(Debug)]
pub struct Field {
    /// What it says of the row.
    pub reason: Reason,
    /// The runs of letters and of digits.
    pub parts: Vec<Part>,
    /// What each word measures, if anything.
    pub sizes: Vec<Option<Size>>,
}

/// A run of letters or of digits.
#[derive(Debug, Clone, Copy)]
pub struct Part {
    /// Its place in the vocabulary.
    pub term: u16,
    /// The word that it is in.
    pub word: u8,
    /// Whether its word begins with it.
    pub starts: bool,
    /// Whether its word ends with it.
    pub ends: bool,
}

impl Row {
    /// Id, name and other names.
    pub fn names(&self) -> impl Iterator<Item = &Field> {
        self.fields.iter().filter(|field| field.reason == Reason::Name)
    }

    /// All other fields.
    pub fn others(&self) -> impl Iterator<Item = &Field> {
        self.fields.iter().filter(|field| field.reason != Reason::Name)
    }

    /// Whether it has so many parameters: by a name that says how many, or else, and for all that is asked in more digits,
    /// by its own count. A `7B` with 7.6 billion parameters is no `8B`.
    pub fn has_parameters(&self, count: Count) -> bool {
        let Some(parameters) = self.parameters else { return false };
        let mut stated = self.names().flat_map(|name| &name.sizes).filter_map(|size| match size {
            Some(Size::Parameters(stated)) => Some(*stated),
            _ => None,
        });
        match stated.next() {
            Some(first) if first.is(count) || stated.any(|stated| stated.is(count)) => true,
            Some(_) => count.is_fine && count.rounds(parameters),
            None => count.rounds(parameters),
        }
    }
}

impl Field {
    /// The words that are this size.
    pub fn words_of_size(&self, size: Option<Size>) -> u64 {
        let same = |own: &Option<Size>| match (size, own) {
            (Some(Size::Parameters(asked)), Some(Size::Parameters(own))) => asked.is(*own),
            (size, own) => size.is_some() && size == *own,
        };
        self.sizes.iter().enumerate().fold(0, |words, (word, own)| words | u64::from(same(own)) << word)
    }

    /// What some of its parts say: those inside of a size are the size.
    pub fn reason_of(&self, parts: &[Part]) -> Reason {
        let size = parts.first().filter(|first| parts.iter().all(|part| part.word == first.word));
        match size.and_then(|part| self.sizes[usize::from(part.word)]) {
            Some(Size::Gigabytes(_)) => Reason::Memory,
            Some(Size::Parameters(_)) => Reason::Parameters,
            None => self.reason,
        }
    }
}
