//! A machine as its programs describe it.

use wire::v1::scenario::Hardware;

/// A line of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// Counted from 1.
    pub line: usize,
    /// Its beginning, spaces put together.
    pub text: String,
}

/// What can be found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Item {
    /// The cards.
    Gpu,
    /// How many of them.
    GpuCount,
    /// The desktop runs on the card.
    Display,
    /// The processor.
    Cpu,
    /// Processors on the board.
    Sockets,
    /// Installed memory.
    Ram,
    /// The drive that holds the data.
    Storage,
    /// Drives by their kinds, where it is open which one holds the data.
    Drives,
    /// The system.
    Os,
    /// Version of the GPU's driver.
    Driver,
    /// Newest CUDA that the driver runs.
    Cuda,
}

impl Item {
    /// The word on the wire: where a field of the planner takes it, that field's name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Gpu => "gpu",
            Self::GpuCount => "gpus",
            Self::Display => "display",
            Self::Cpu => "cpu",
            Self::Sockets => "sockets",
            Self::Ram => "ram",
            Self::Storage => "storage",
            Self::Drives => "drives_seen",
            Self::Os => "os",
            Self::Driver => "driver",
            Self::Cuda => "cuda",
        }
    }
}

/// A recognized value and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// What it is.
    pub item: Item,
    /// The value as a plan takes it: an id, a number, a word, a version.
    pub value: String,
    /// The value as people call it.
    pub name: String,
    /// The lines that say so; never empty.
    pub origins: Vec<Origin>,
}

/// Something seen that the catalog does not have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stranger {
    /// What it is: cards, the processor, a drive.
    pub item: Item,
    /// As the text calls it.
    pub name: String,
    /// Id and name of the nearest row; it is named and never taken.
    pub nearest: Option<(&'static str, &'static str)>,
    /// Where it stands.
    pub origin: Origin,
}

/// What a plan needs and the text does not say beyond doubt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Missing(pub Item);

/// What a reader has to know of the result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Note {
    /// A plan has one kind of card: these of all were taken.
    CardsDiffer {
        /// Taken.
        taken: String,
        /// The others.
        others: Vec<String>,
    },
    /// The name fits several cards of the catalog.
    CardUnclear {
        /// As printed.
        name: String,
        /// Names of those that it may be.
        candidates: Vec<&'static str>,
    },
    /// Two reports name different cards in the same place.
    CardsContradict {
        /// One of them.
        one: String,
        /// The other.
        other: String,
    },
    /// The card is divided into instances, each with a part of it.
    CardDivided(String),
    /// The list has a line for each screen, so that the number of cards is open.
    CardCountOpen(String),
    /// More cards than a plan takes.
    TooManyCards(u64),
    /// The device shares the machine's memory and comes with its processor.
    SharedMemory(&'static str),
    /// Installed memory was concluded from what is left for programs.
    RamConcluded {
        /// What the system reports: in GiB to a tenth, or as it is printed where that is rounded.
        reported: String,
        /// GiB that are installed.
        installed: u64,
    },
    /// No modules come to what is reported.
    RamNoKit {
        /// What the system reports: in GiB to a tenth, or as it is printed where that is rounded.
        reported: String,
    },
    /// Reports differ in installed memory, in GiB.
    RamContradicts(Vec<u64>),
    /// Reports name different processors.
    CpusContradict(Vec<String>),
    /// More than one processor: a plan has one.
    SeveralSockets(u64),
    /// Which of the drives holds the data is open.
    DrivesOpen(usize),
    /// The text is longer than what is read.
    TextCut,
}

/// A machine as its programs describe it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Machine {
    /// The fields that a plan takes, where they are beyond doubt.
    pub hardware: Hardware,
    /// Processors on the board; none where nothing says so.
    pub sockets: Option<u64>,
    /// What was recognized, in the order of [`Item`].
    pub findings: Vec<Finding>,
    /// What was seen and is not in the catalog.
    pub strangers: Vec<Stranger>,
    /// What a reader has to know.
    pub notes: Vec<Note>,
    /// What a plan needs and was not found.
    pub missing: Vec<Missing>,
    /// Lines that are not blank.
    pub lines: usize,
    /// Of these, what no known program prints.
    pub not_understood: usize,
}
