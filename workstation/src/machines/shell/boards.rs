//! Boards: those of a class that take the cards with their lanes, and the memory and drives beside them.

use catalog::{BoardEntry, BoardForm, CpuEntry, PlatformEntry, StorageEntry};
use engine::hardware::Pcie;
use engine::units::GIB;
use scenario::chosen::takes_memory;

use crate::machines::around::Around;
use crate::machines::board as classes;
use crate::machines::candidate::Candidate;
use crate::machines::drive::Volume;
use crate::machines::memory::Kits;
use crate::machines::offers::{self, Cost, is_less};
use crate::machines::order::Order;
use crate::machines::standards::rows_of;

/// The board of a machine.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Board {
    /// None is bought: a whole computer, or a system that has one.
    None,
    /// A product.
    Product(&'static BoardEntry),
    /// A class, of which no product is offered.
    Class(&'static PlatformEntry),
    /// A class, of which no product that is offered takes cards, memory and drives.
    Open(&'static PlatformEntry),
}

/// Rows at the back that a case needs for a class of boards, of which no slot is known: those of the size ATX.
const ROWS_OF_A_CLASS: u64 = 7;

/// A board in place, with what a case must have for it.
#[derive(Debug, Clone, Copy)]
pub struct Seated {
    /// The board.
    pub board: Board,
    /// Its size; none where no board is bought.
    pub form: Option<BoardForm>,
    /// Rows at the back that it fills with the cards.
    pub rows: u64,
    /// The row of its first slot for a card, where it is known.
    pub first_row: Option<u64>,
    /// What it costs.
    pub cost: Cost,
}

impl Seated {
    /// No board.
    pub const fn nothing() -> Self {
        Self { board: Board::None, form: None, rows: 0, first_row: None, cost: (0, 0.0) }
    }

    fn product(order: &Order, entry: &'static BoardEntry, candidate: &Candidate) -> Self {
        let first_row = entry.slots.first().map(|slot| slot.row);
        let cost = offers::cost(order, entry.id, offers::board_price(entry), 1);
        Self { board: Board::Product(entry), form: Some(entry.form), rows: rows_filled(entry, candidate), first_row, cost }
    }

    fn class(order: &Order, class: &'static PlatformEntry, is_offered: bool) -> Self {
        let price = classes::price(class).filter(|_| is_offered);
        let board = if is_offered { Board::Class(class) } else { Board::Open(class) };
        let cost = offers::cost(order, class.id, price, 1);
        Self { board, form: Some(form_of(class)), rows: ROWS_OF_A_CLASS, first_row: None, cost }
    }
}

/// The largest size that boards of a class come in.
fn form_of(class: &PlatformEntry) -> BoardForm {
    let sizes = [BoardForm::SsiEeb, BoardForm::EAtx, BoardForm::SsiCeb];
    sizes.into_iter().find(|size| class.board_form.contains(size.as_str())).unwrap_or(BoardForm::Atx)
}

/// Rows at the back up to the last that a card covers.
fn rows_filled(board: &BoardEntry, candidate: &Candidate) -> u64 {
    let cards = usize::try_from(candidate.boards()).unwrap_or(usize::MAX);
    let last = board.slots.iter().take(cards).map(|slot| slot.row).max().unwrap_or(1);
    last + rows_of(candidate.entry.body.slot_width) - 1
}

/// Whether a board gives so many cards the link that the engine counts with.
pub fn carries(board: &BoardEntry, candidate: &Candidate, cpu: &CpuEntry) -> bool {
    let link = candidate.entry.spec.host_link(&cpu.spec, candidate.count);
    let is_wired =
        |slot: &catalog::CardSlot, lanes: u64| slot.is_of_processor && slot.generation >= link.generation && lanes >= link.lanes;
    board
        .lanes_of(candidate.boards())
        .is_some_and(|lanes| board.slots.iter().zip(lanes).all(|(slot, lanes)| is_wired(slot, *lanes)))
}

/// The slowest link that a board gives one of so many cards; none where it has no slots for them.
#[must_use]
pub fn slowest(board: &BoardEntry, cards: u64) -> Option<Pcie> {
    let lanes = board.lanes_of(cards)?;
    let links = board.slots.iter().zip(lanes).map(|(slot, lanes)| Pcie { generation: slot.generation, lanes: *lanes });
    links.min_by(|a, b| a.bandwidth().get().total_cmp(&b.bandwidth().get()))
}

/// Whether a board takes all that goes into it: cards at the link that the engine counts with, memory and drives.
pub fn suits(board: &BoardEntry, candidate: &Candidate, around: &Around) -> bool {
    carries(board, candidate, around.base.cpu) && takes_kits(board, &around.base.kits) && takes_drives(board, around.drive)
}

/// Whether cards stand side by side in the slots of a board.
fn is_spaced(board: &BoardEntry, candidate: &Candidate) -> bool {
    let rows = rows_of(candidate.entry.body.slot_width);
    board.gaps(candidate.boards()).all(|gap| gap >= rows)
}

/// Whether a board takes memory of a kind, in so many modules and so much of it.
pub fn takes_kits(board: &BoardEntry, kits: &Kits) -> bool {
    let room = kits.modules() <= board.memory_slots && kits.total_gib() <= board.max_memory.0 / GIB;
    takes_memory(board.memory_type, kits.kit) && room
}

/// Whether a board has places for drives: M.2 slots of their generation that take no lanes from cards, or ports.
pub fn takes_drives(board: &BoardEntry, (drive, count): Volume) -> bool {
    count <= places(board, drive)
}

/// Places of a board for a drive.
#[must_use]
pub fn places(board: &BoardEntry, drive: &StorageEntry) -> u64 {
    if drive.interface.starts_with("SATA") {
        return board.sata;
    }
    if !is_m2(drive) {
        // What is cabled also goes to an M.2 slot over an adapter.
        return board.u2.max(free_m2(board, 0));
    }
    free_m2(board, generation(drive))
}

/// Whether a drive sits in an M.2 slot; classes of drives of PCI Express are taken for such.
pub fn is_m2(drive: &StorageEntry) -> bool {
    drive.interface.starts_with("PCIe") && drive.form.is_none_or(|form| form.starts_with("M.2"))
}

/// M.2 slots of at least a generation that take no lanes from cards.
fn free_m2(board: &BoardEntry, generation: u64) -> u64 {
    let free = (board.m2.len() as u64).saturating_sub(board.m2_shared);
    let of_generation = board.m2.iter().filter(|own| **own >= generation).count() as u64;
    free.min(of_generation)
}

/// Generation of PCI Express that a drive runs at.
fn generation(drive: &StorageEntry) -> u64 {
    let digits = drive.interface.strip_prefix("PCIe ").and_then(|rest| rest.split('.').next());
    digits.and_then(|digits| digits.parse().ok()).unwrap_or(3)
}

/// The offered boards of a class that carry the cards: those whose slots lie far enough apart, or all where no offered one's do.
fn carrying(order: &Order, candidate: &Candidate, cpu: &CpuEntry, class: &PlatformEntry) -> (Vec<&'static BoardEntry>, bool) {
    let (mut offered, stands) = offers::boards(order, class);
    offered.retain(|board| carries(board, candidate, cpu));
    if offered.iter().any(|board| is_spaced(board, candidate)) {
        offered.retain(|board| is_spaced(board, candidate));
    }
    (offered, stands)
}

/// The boards of a class that take cards, memory and drives, the cheapest first; the one that was named, whatever it takes.
pub fn seats(order: &Order, candidate: &Candidate, class: &'static PlatformEntry, around: &Around) -> Vec<Seated> {
    if let Some(named) = order.chosen().board {
        return vec![Seated::product(order, named, candidate)];
    }
    let (mut boards, stands) = carrying(order, candidate, around.base.cpu, class);
    boards.retain(|board| takes_kits(board, &around.base.kits) && takes_drives(board, around.drive));
    let mut seats: Vec<Seated> = boards.into_iter().map(|board| Seated::product(order, board, candidate)).collect();
    if stands || seats.is_empty() {
        seats.push(Seated::class(order, class, stands));
    }
    seats.sort_by(|a, b| a.cost.0.cmp(&b.cost.0).then(a.cost.1.total_cmp(&b.cost.1)));
    seats
}

/// A board that may stand under a processor, by what decides between two processors.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    /// The board, none for its class.
    board: Option<&'static BoardEntry>,
    class: &'static str,
    rows: u64,
    /// What it costs.
    pub cost: Cost,
}

impl Choice {
    /// Id of the board, or of its class.
    pub fn id(&self) -> &'static str {
        self.board.map_or(self.class, |board| board.id)
    }

    /// Whether it takes memory; of a class that is known by its own figures.
    pub fn takes_kits(&self, kits: &Kits) -> bool {
        self.board.is_none_or(|board| takes_kits(board, kits))
    }

    /// Whether it takes at least what another takes, in every case that takes the other.
    pub fn covers(&self, other: &Self) -> bool {
        let (Some(own), Some(board)) = (self.board, other.board) else {
            return self.board.is_none() && other.board.is_none() && self.class == other.class;
        };
        let fits = |form: BoardForm| move |case: &&catalog::CaseEntry| case.boards.contains(&form);
        let is_no_larger = catalog::cases().iter().filter(fits(board.form)).all(|case| fits(own.form)(&case));
        let (m2, more) = (generations(board), generations(own));
        is_no_larger
            && self.rows <= other.rows
            && own.memory_type == board.memory_type
            && own.memory_slots >= board.memory_slots
            && own.max_memory >= board.max_memory
            && own.sata >= board.sata
            && own.u2 >= board.u2
            && more.len() >= m2.len()
            && more.iter().zip(&m2).all(|(own, other)| own >= other)
    }
}

/// Generations of the M.2 slots that take no lanes from cards, the newest first.
fn generations(board: &BoardEntry) -> Vec<u64> {
    let mut all = board.m2.to_vec();
    all.sort_unstable_by(|a, b| b.cmp(a));
    all.truncate(all.len().saturating_sub(usize::try_from(board.m2_shared).unwrap_or(usize::MAX)));
    all
}

/// The boards that may stand under a processor with such cards, whatever memory and drives are beside it.
pub fn options(order: &Order, candidate: &Candidate, cpu: &CpuEntry, class: &'static PlatformEntry) -> Vec<Choice> {
    let (boards, stands) = carrying(order, candidate, cpu, class);
    let mut options: Vec<Choice> = boards
        .into_iter()
        .map(|board| Choice {
            board: Some(board),
            class: class.id,
            rows: rows_filled(board, candidate),
            cost: offers::cost(order, board.id, offers::board_price(board), 1),
        })
        .collect();
    if stands || options.is_empty() {
        let seated = Seated::class(order, class, stands);
        options.push(Choice { board: None, class: class.id, rows: seated.rows, cost: seated.cost });
    }
    options
}

/// What the board of a class costs at the least that takes kits; it counts as unknown where none does.
pub fn least(order: &Order, candidate: &Candidate, cpu: &CpuEntry, class: &'static PlatformEntry, kits: &Kits) -> Cost {
    let options = options(order, candidate, cpu, class).into_iter().filter(|option| option.takes_kits(kits));
    let costs = options.map(|option| option.cost);
    costs.reduce(|a, b| if is_less(b, a) { b } else { a }).unwrap_or((1, 0.0))
}
