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
}

impl Segment {
    /// All of them, from cheap to dear.
    pub const ALL: [Self; 4] = [Self::Consumer, Self::Workstation, Self::Datacenter, Self::Unified];

    /// The word in the data, in addresses and on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Consumer => "consumer",
            Self::Workstation => "workstation",
            Self::Datacenter => "datacenter",
            Self::Unified => "unified",
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
