//! How the products of a machine go together; of classes of parts nothing is said here.

use catalog::{CaseEntry, CoolerKind, Segment};
use engine::units::Watts;

use crate::machines::{BoardInPlace, Build, CoolerInPlace, Supplies, rows_of_card, system_takes, takes_supplies};
use crate::machines::{longest_mm, usual_length_mm};

/// How the products of a machine go together.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Fits {
    /// The case's room.
    pub case: Option<Room>,
    /// The processor's cooler.
    pub cooler: Option<Cooled>,
    /// The board's slots.
    pub slots: Option<Slots>,
    /// The board's firmware.
    pub firmware: Option<Firmware>,
    /// The whole system.
    pub system: Option<System>,
    /// It stands in the kind of case that was asked for, if one was.
    pub is_housed_as_asked: bool,
    /// Nothing of the machine shows a picture.
    pub is_blind: bool,
    /// Drives that sit in M.2 slots which take lanes from cards.
    pub drives_beside_cards: u64,
}

/// The room of a case, lengths in millimeters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Room {
    /// The longest card that it takes.
    pub takes_mm: Option<f64>,
    /// Length of a usual one of the cards.
    pub usual_mm: Option<f64>,
    /// Length of the longest that makers sell.
    pub longest_mm: Option<f64>,
    /// Rows for slots at the back.
    pub rows: u64,
    /// Rows up to the last that a card covers, where the board's are known.
    pub filled: Option<u64>,
    /// It takes the board.
    pub takes_board: bool,
    /// It takes the power supplies.
    pub takes_supplies: bool,
    /// It has room for the cooler.
    pub takes_cooler: bool,
}

/// A processor's cooler, in watts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cooled {
    /// What the processor draws for long.
    pub watts: f64,
    /// What the cooler takes away, where somebody says so.
    pub takes: Option<f64>,
}

/// The slots of a board for its cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slots {
    /// Slots for cards.
    pub count: u64,
    /// The fewest lanes that a card gets; none where it has fewer slots than cards.
    pub lanes: Option<u64>,
    /// The oldest generation of a filled slot.
    pub generation: u64,
    /// Lanes and generation that the estimate counts with.
    pub counted: (u64, u64),
    /// Rows from a card to the next, at the least.
    pub gap: Option<u64>,
    /// Rows that a card covers.
    pub rows: u64,
}

/// A board's firmware beside its processor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Firmware {
    /// Month in which the board came out.
    pub board: String,
    /// Month in which the processor came out.
    pub processor: String,
    /// The board takes new firmware without a processor.
    pub flashes_alone: bool,
}

/// A whole system.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct System {
    /// It is sold with such modules, or takes so many cards.
    pub takes: bool,
    /// Accelerators that it holds.
    pub accelerators: u64,
    /// What its supplies deliver in watts, without those that stand by, where they are known.
    pub delivers: Option<f64>,
}

impl Fits {
    /// Of a machine that was built.
    #[must_use]
    pub fn of(build: &Build) -> Self {
        let shell = &build.frame.shell;
        Self {
            case: shell.case.map(|case| room(build, case)),
            cooler: cooled(build),
            slots: slots(build),
            firmware: firmware(build),
            system: system(build),
            is_housed_as_asked: build.is_housed_as_asked(),
            is_blind: is_blind(build),
            drives_beside_cards: build.frame.drives_beside_cards(),
        }
    }
}

fn room(build: &Build, case: &CaseEntry) -> Room {
    let (candidate, shell) = (build.candidate(), &build.frame.shell);
    let board = match shell.board {
        BoardInPlace::Product(entry) => Some(entry),
        BoardInPlace::None | BoardInPlace::Class(_) | BoardInPlace::Open(_) => None,
    };
    let cards = usize::try_from(candidate.boards()).unwrap_or(usize::MAX);
    let filled = board.map(|board| {
        let last = board.slots.iter().take(cards).map(|slot| slot.row).max().unwrap_or(1);
        last + rows_of_card(candidate) - 1
    });
    let has_room = |kind: CoolerKind| match kind {
        CoolerKind::Air { height_mm } => case.cooler_height_mm.is_none_or(|most| height_mm <= most),
        CoolerKind::Liquid { radiator_mm } => case.radiators_mm.is_none_or(|lengths| lengths.contains(&radiator_mm)),
    };
    Room {
        takes_mm: case.card_length_mm,
        usual_mm: usual_length_mm(candidate),
        longest_mm: longest_mm(candidate),
        rows: case.rows,
        filled,
        takes_board: board.is_none_or(|board| case.boards.contains(&board.form)),
        takes_supplies: match shell.supplies {
            Supplies::Fitted(fitted) => takes_supplies(Some(case), shell.housing, &fitted),
            Supplies::BuiltIn | Supplies::Rack(_) | Supplies::Unsized => true,
        },
        takes_cooler: match shell.cooler {
            CoolerInPlace::Product(cooler) => has_room(cooler.kind),
            CoolerInPlace::Included | CoolerInPlace::Open => true,
        },
    }
}

fn cooled(build: &Build) -> Option<Cooled> {
    let CoolerInPlace::Product(cooler) = build.frame.shell.cooler else { return None };
    let watts = build.frame.cpu?.power()?.get();
    Some(Cooled { watts, takes: cooler.sustained.map(|(takes, _)| takes.get()) })
}

fn slots(build: &Build) -> Option<Slots> {
    let BoardInPlace::Product(board) = build.frame.shell.board else { return None };
    let candidate = build.candidate();
    let boards = candidate.boards();
    let link = build.answer.scenario.hardware.gpu_link();
    let cards = usize::try_from(boards).unwrap_or(usize::MAX);
    let filled = board.slots.iter().take(cards);
    Some(Slots {
        count: board.slots.len() as u64,
        lanes: board.lanes_of(boards).and_then(|lanes| lanes.iter().copied().min()),
        generation: filled.map(|slot| slot.generation).min().unwrap_or(0),
        counted: (link.lanes, link.generation),
        gap: board.gaps(boards).min(),
        rows: rows_of_card(candidate),
    })
}

/// A board that came out before its processor may need newer firmware to start with it.
fn firmware(build: &Build) -> Option<Firmware> {
    let BoardInPlace::Product(board) = build.frame.shell.board else { return None };
    let cpu = build.frame.cpu?;
    let is_older = !board.launch.is_empty() && !cpu.launch.is_empty() && board.launch < cpu.launch;
    is_older.then(|| Firmware {
        board: board.launch.to_owned(),
        processor: cpu.launch.to_owned(),
        flashes_alone: board.flashes_alone.unwrap_or_default(),
    })
}

fn system(build: &Build) -> Option<System> {
    let entry = build.frame.shell.system?;
    Some(System {
        takes: build.frame.cpu.is_none_or(|cpu| system_takes(entry, build.candidate(), cpu)),
        accelerators: entry.accelerators,
        delivers: entry.delivers().map(Watts::get),
    })
}

/// Data-center cards have no output, and a processor without graphics on a desktop's board none either.
fn is_blind(build: &Build) -> bool {
    let BoardInPlace::Product(board) = build.frame.shell.board else { return false };
    let has_output = build.candidate().entry.segment != Segment::Datacenter;
    let shows_itself = build.frame.cpu.is_some_and(|cpu| cpu.has_graphics) && board.display_outputs > 0;
    !has_output && !shows_itself && !board.has_bmc
}
