//! A data set as its files describe it.

use wire::v1::scenario::Data;

use crate::file::Format;
use crate::place::Split;
use crate::shapes::{Pixels, Summary};
use crate::tally::Spread;
use crate::tokens::TokenRule;

/// A fact, by what it is called on the wire; where a field of the planner takes it, that is the field's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Item {
    /// Pictures or texts.
    Kind,
    /// How many are trained on.
    Samples,
    /// The size of all pictures.
    Image,
    /// Tokens of a text.
    Sequence,
    /// Classes.
    Classes,
    /// Bytes of the samples on the disk.
    Bytes,
}

impl Item {
    /// The word on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Kind => "data",
            Self::Samples => "samples",
            Self::Image => "image",
            Self::Sequence => "seq",
            Self::Classes => "classes",
            Self::Bytes => "bytes",
        }
    }
}

/// Files of one form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Forms {
    /// The form.
    pub format: Format,
    /// How many.
    pub files: u64,
    /// How large together.
    pub bytes: u64,
}

/// A part of the set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PartFacts {
    /// Which.
    pub split: Split,
    /// Its samples, where they can be counted.
    pub samples: Option<u64>,
    /// Bytes of their files.
    pub bytes: u64,
    /// It is what the fields of the plan are of.
    pub is_taken: bool,
}

/// What a text is counted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextUnit {
    /// A row is a text.
    Row,
    /// A file is a text.
    File,
}

impl TextUnit {
    /// The word on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Row => "row",
            Self::File => "file",
        }
    }
}

/// Lengths of texts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Texts {
    /// What a text is.
    pub unit: TextUnit,
    /// Their lengths in bytes.
    pub bytes: Spread,
    /// How many bytes are a token.
    pub rule: TokenRule,
    /// Bytes of all of them.
    pub total: u64,
}

/// What a reader has to know of the result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Note {
    /// Only this part of the set is taken.
    SplitTaken(Split),
    /// So many pictures are taken for answers and not counted.
    LabelsNotCounted(u64),
    /// Pictures and texts are both there: the first were taken.
    Mixed {
        /// Whether pictures were taken.
        takes_pictures: bool,
        /// Bytes of the others.
        left_out: u64,
    },
    /// Pictures differ in size.
    PicturesDiffer(Summary),
    /// All pictures have one size, which is larger than what models are trained at.
    PicturesLarge(Pixels),
    /// All pictures have one size, which no plan takes.
    PicturesSmall(Pixels),
    /// Nobody has looked at the sizes of pictures.
    PicturesUnseen,
    /// Sizes of pictures are of a sample.
    PicturesSampled(u64),
    /// The folders may be classes, so many.
    ClassesPossible(u64),
    /// These bytes are in files whose samples cannot be seen.
    BytesOnly {
        /// Forms of the files.
        formats: Vec<Format>,
        /// How many there are.
        files: u64,
        /// Their bytes.
        bytes: u64,
    },
    /// A listing does not say how many rows files have.
    RowsUnseen(u64),
    /// Rows were counted in a part of the bytes, in percent, and the rest was concluded.
    RowsConcluded(u64),
    /// Texts are longer than a window of so many tokens, into which they are cut.
    TextsCut {
        /// Tokens of the text in the middle.
        median: u64,
        /// Tokens that 95 of 100 texts do not exceed.
        high: u64,
        /// Tokens of a window.
        window: u64,
    },
    /// Sizes are rounded.
    SizesRounded,
    /// Links were not followed.
    LinksLeft(u64),
    /// So many files say a size that no file has, or that all together cannot have.
    SizesImplausible(u64),
    /// Entries could not be read.
    Unreadable(u64),
    /// No more files than this were looked at.
    LimitReached(u64),
    /// Film, which no plan has, and sound beside data of another kind.
    Unmodeled(u64),
}

/// A data set.
#[derive(Debug, Clone, PartialEq)]
pub struct DataSet {
    /// The fields of a plan that are beyond doubt.
    pub data: Data,
    /// What a plan needs and the files do not say.
    pub missing: Vec<Item>,
    /// All files.
    pub files: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Files by form, those with the most bytes first.
    pub forms: Vec<Forms>,
    /// Parts of the set, where there are several.
    pub parts: Vec<PartFacts>,
    /// Sizes of the samples' files.
    pub file_bytes: Option<Spread>,
    /// Sizes of pictures in pixels.
    pub pictures: Option<Summary>,
    /// Lengths of texts.
    pub texts: Option<Texts>,
    /// What could not be read, by name: the first few.
    pub unreadable: Vec<String>,
    /// What a reader has to know.
    pub notes: Vec<Note>,
    /// Lines of the listing that are not blank, and those of them that nobody understands; none where there was no listing.
    pub lines: Option<(u64, u64)>,
}
