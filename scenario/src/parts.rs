//! Parts by their ids, as people name what they have and what it costs.

#[cfg(feature = "json")]
use wire::v1::scenario::Hardware;
use wire::v1::scenario::OwnedPart;

#[cfg(feature = "json")]
use crate::error::Reason;
#[cfg(feature = "json")]
use crate::limits;
use crate::number::parse_integer;

/// What a part is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PartKind {
    /// Accelerators.
    Gpu,
    /// The processor.
    Cpu,
    /// The cooler of the processor.
    Cooler,
    /// The board, or a class of them.
    Board,
    /// Memory kits.
    Memory,
    /// The drive, or the volume of several, that holds the data.
    Storage,
    /// The drive that a machine starts from, where its data lies on hard disks.
    SystemDrive,
    /// Power supplies.
    Psu,
    /// What it is built into.
    Case,
    /// A whole system in place of board, case and power supplies.
    Server,
    /// What joins the cards of a node.
    Bridge,
    /// What joins the nodes.
    Network,
}

impl PartKind {
    /// All kinds.
    pub const ALL: [Self; 12] = [
        Self::Gpu,
        Self::Cpu,
        Self::Cooler,
        Self::Board,
        Self::Memory,
        Self::Storage,
        Self::SystemDrive,
        Self::Psu,
        Self::Case,
        Self::Server,
        Self::Bridge,
        Self::Network,
    ];

    /// The word on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Gpu => "gpu",
            Self::Cpu => "cpu",
            Self::Cooler => "cooler",
            Self::Board => "board",
            Self::Memory => "memory",
            Self::Storage => "storage",
            Self::SystemDrive => "system-drive",
            Self::Psu => "psu",
            Self::Case => "case",
            Self::Server => "server",
            Self::Bridge => "bridge",
            Self::Network => "network",
        }
    }
}

/// Id of a tower for boards of usual size.
pub const MID_TOWER: &str = "case-tower-mid";
/// Id of a tower for large boards, long cards or two of them.
pub const FULL_TOWER: &str = "case-tower-full";
/// Id of an open frame.
pub const OPEN_FRAME: &str = "case-open-frame";
/// Id of a chassis in a rack.
pub const RACK: &str = "case-rack";
/// Id of the supplies that a chassis brings.
pub const CHASSIS_SUPPLIES: &str = "psu-redundant";
/// Id of supplies that the catalog has no size of.
pub const SUPPLY_TO_BE_SIZED: &str = "psu-to-be-sized";
/// Id of a cooler that the catalog has none of.
pub const COOLER_TO_BE_CHOSEN: &str = "cooler-to-be-chosen";
/// Id of what joins the cards of a node.
pub const BRIDGE: &str = "gpu-bridge";
/// Id of a card that was described by its figures.
pub const CUSTOM: &str = "custom";

/// Parts of bills that the catalog has no rows for.
#[cfg(feature = "json")]
const WITHOUT_ROWS: [&str; 9] =
    [MID_TOWER, FULL_TOWER, OPEN_FRAME, RACK, CHASSIS_SUPPLIES, SUPPLY_TO_BE_SIZED, COOLER_TO_BE_CHOSEN, BRIDGE, CUSTOM];

/// Reads `rtx-4090:2`, or `rtx-4090` for one of it; none where that is neither an id nor a number.
#[must_use]
pub fn parse_owned(words: &str) -> Option<OwnedPart> {
    let (id, quantity) = words.split_once(':').map_or((words, Some(1)), |(id, number)| (id, parse_integer(number)));
    (!id.trim().is_empty()).then_some(OwnedPart { id: id.trim().to_ascii_lowercase(), quantity: quantity? })
}

/// Whether an id is the word of a kind of parts.
#[cfg(feature = "json")]
#[must_use]
pub fn is_kind(id: &str) -> bool {
    PartKind::ALL.iter().any(|kind| kind.as_str() == id)
}

/// The id of a part, or of a kind of parts.
///
/// # Errors
/// No bill lists such a part; the nearest is offered.
#[cfg(feature = "json")]
pub fn known_id(given: &str, may_suggest: bool) -> Result<String, Reason> {
    let id = given.trim().to_ascii_lowercase();
    if is_known(&id) {
        return Ok(id);
    }
    let given: String = given.chars().take(limits::TEXT_LENGTH).collect();
    let nearest = may_suggest.then(|| nearest(&given)).flatten().map(str::to_owned);
    Err(Reason::UnknownId { given, nearest, retired: None })
}

/// The id of a part, of which a kind is none.
///
/// # Errors
/// No bill lists such a part; the nearest is offered.
#[cfg(feature = "json")]
pub fn known_part(given: &str, may_suggest: bool) -> Result<String, Reason> {
    let id = known_id(given, may_suggest).map_err(|reason| match reason {
        // A kind would be refused as well.
        Reason::UnknownId { given, nearest, retired } => {
            Reason::UnknownId { given, nearest: nearest.filter(|id| !is_kind(id)), retired }
        }
        other => other,
    })?;
    if is_kind(&id) { Err(Reason::UnknownId { given: id, nearest: None, retired: None }) } else { Ok(id) }
}

/// Whether bills list such a part, or it is the word of a kind.
#[cfg(feature = "json")]
fn is_known(id: &str) -> bool {
    all().any(|known| known == id)
}

/// The id that was most likely meant.
#[cfg(feature = "json")]
fn nearest(given: &str) -> Option<&'static str> {
    let kinds = [catalog::Kind::Gpu, catalog::Kind::Cpu];
    kinds.into_iter().find_map(|kind| catalog::likely(kind, given).first().copied()).or_else(|| catalog::nearest(given, all()))
}

/// Ids of the parts that a machine can be built with by name, beside card, processor and drive.
#[cfg(feature = "json")]
pub fn choosable() -> impl Iterator<Item = &'static str> {
    let boards = catalog::boards().iter().map(|row| row.id).chain(catalog::coolers().iter().map(|row| row.id));
    let inside = catalog::memory_kits().iter().map(|row| row.id).chain(catalog::power_supplies().iter().map(|row| row.id));
    let around = catalog::cases().iter().map(|row| row.id).chain(catalog::servers().iter().map(|row| row.id));
    boards.chain(inside).chain(around)
}

/// Names the parts of a machine that its search chose by prices which its bill does not choose by: the bill lists the very same.
#[cfg(feature = "json")]
pub fn name_all<'a>(hardware: &mut Hardware, ids: impl Iterator<Item = &'a str>) {
    let named: Vec<String> = ids.filter(|id| choosable().any(|part| part == *id)).map(str::to_owned).collect();
    hardware.parts = (!named.is_empty()).then_some(named);
}

/// Ids of all parts, kinds among them.
#[cfg(feature = "json")]
fn all() -> impl Iterator<Item = &'static str> {
    let devices = catalog::gpus().iter().map(|row| row.id).chain(catalog::cpus().iter().map(|row| row.id));
    let stores = catalog::memory_kits().iter().map(|row| row.id).chain(catalog::storages().iter().map(|row| row.id));
    let shell = catalog::platforms().iter().map(|row| row.id).chain(catalog::power_supplies().iter().map(|row| row.id));
    let products = choosable().filter(|id| catalog::memory_kit(id).is_none() && catalog::power_supply(id).is_none());
    let links = catalog::networks().iter().map(|row| row.id);
    devices
        .chain(stores)
        .chain(shell)
        .chain(products)
        .chain(links)
        .chain(WITHOUT_ROWS)
        .chain(PartKind::ALL.iter().map(|kind| kind.as_str()))
}
