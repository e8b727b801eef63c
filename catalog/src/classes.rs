//! What devices are made for, in classes that machines are chosen by.

/// What an accelerator is made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Segment {
    /// A card for desktops.
    Consumer,
    /// A card for workstations.
    Workstation,
    /// A card or module for servers.
    Datacenter,
    /// A device that shares its machine's memory with the processor.
    Unified,
    /// A part of a laptop, which nobody sells alone.
    Laptop,
}

impl Segment {
    /// All of them, from cheap to dear, and last what is no machine to choose parts for.
    pub const ALL: [Self; 5] = [Self::Consumer, Self::Workstation, Self::Datacenter, Self::Unified, Self::Laptop];

    /// Whether the device is a part of a whole computer, so that neither a slot nor a supply is chosen for it.
    #[must_use]
    pub const fn is_whole_computer(self) -> bool {
        matches!(self, Self::Unified | Self::Laptop)
    }

    /// The word in the data, in addresses and on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Consumer => "consumer",
            Self::Workstation => "workstation",
            Self::Datacenter => "datacenter",
            Self::Unified => "unified",
            Self::Laptop => "laptop",
        }
    }
}

/// The kind of boards that a processor's socket is on, from cheap to dear.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SocketClass {
    /// Boards for desktops, which take unbuffered modules.
    Desktop,
    /// Boards for workstations, with lanes for four cards or more.
    Workstation,
    /// Boards for servers.
    Server,
}
