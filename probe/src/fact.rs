//! What single lines say.

/// A program that lists cards. Those of the first kinds know their own vendor's cards best.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lister {
    /// `nvidia-smi`: as a table, as `-q`, as `-L`, or as CSV.
    NvidiaSmi,
    /// `rocm-smi`.
    RocmSmi,
    /// `system_profiler` of macOS.
    Profiler,
    /// `Win32_VideoController` of Windows.
    Adapters,
    /// `lspci`.
    Lspci,
    /// `dxdiag`, which lists a card once for each screen.
    Dxdiag,
}

impl Lister {
    /// Every one, the best first.
    pub const ALL: [Self; 6] = [Self::NvidiaSmi, Self::RocmSmi, Self::Profiler, Self::Adapters, Self::Lspci, Self::Dxdiag];
}

/// A card in a list: the program, and the place that it gives the card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Who lists it.
    pub lister: Lister,
    /// Counted as the program counts; the same card has the same in each of its forms.
    pub index: u64,
}

/// What a drive is connected by and made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum DriveKind {
    /// Flash behind PCI Express.
    Nvme,
    /// Flash behind SATA.
    SataSsd,
    /// Flash, behind whatever.
    Ssd,
    /// Turning disks.
    Hdd,
}

impl DriveKind {
    /// What people call it, in every language.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nvme => "NVMe SSD",
            Self::SataSsd => "SATA SSD",
            Self::Ssd => "SSD",
            Self::Hdd => "HDD",
        }
    }
}

/// Memory as reported, in bytes: between these, as some programs round.
#[derive(Debug, Clone, PartialEq)]
pub struct Reported {
    /// No less than this.
    pub low: f64,
    /// No more than this.
    pub high: f64,
    /// What is installed, rather than what is left of it for programs.
    pub is_installed: bool,
    /// As it is printed, with its unit, where that is rounded.
    pub printed: Option<String>,
}

/// A drive as it is listed.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Drive {
    /// The model by the drive's own name, where it is printed.
    pub model: Option<String>,
    /// What it is; none where the line does not tell.
    pub kind: Option<DriveKind>,
    /// Its capacity in bytes, as printed.
    pub bytes: Option<f64>,
}

/// What a line says.
#[derive(Debug, Clone, PartialEq)]
pub enum Fact {
    /// A card by the name that its driver or the list of PCI devices has for it; `is_cut` where its end is missing.
    Card {
        /// Where it is listed.
        place: Place,
        /// As printed.
        name: String,
        /// The end of the name is left out.
        is_cut: bool,
    },
    /// Memory of a listed card, in MiB.
    CardMemory {
        /// Where it is listed.
        place: Place,
        /// As printed.
        mib: f64,
    },
    /// The card is divided into instances.
    Divided {
        /// Where it is listed.
        place: Place,
    },
    /// The desktop is drawn by the card.
    Display,
    /// The GPU of an Apple chip, with its cores.
    AppleCores(u64),
    /// The processor's name.
    Processor(String),
    /// Processors on the board.
    Sockets(u64),
    /// Host memory.
    Memory(Reported),
    /// Version of the GPU's driver.
    Driver(String),
    /// Newest CUDA that the driver runs.
    Cuda(String),
    /// A drive.
    Drive(Drive),
    /// The system is Windows.
    Windows,
}

/// A fact and the line that says it.
#[derive(Debug, Clone, PartialEq)]
pub struct Seen {
    /// Its line, counted from 1.
    pub line: usize,
    /// What it says.
    pub fact: Fact,
}
