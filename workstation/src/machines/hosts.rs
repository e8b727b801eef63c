//! What can stand around the cards: processors with their boards, and for each the memory and the drives that go with it.
//!
//! Of parts that another beats in every figure at no higher price none is listed: what the engine knows of a host is never
//! slower for having more of it.

use std::collections::BTreeMap;

use catalog::{CpuEntry, GpuEntry, PlatformEntry, Price};
use engine::hardware::{Cpu, Pcie, Storage};
use engine::units::{Bytes, BytesPerSecond};
use wording::format::cents;

use super::around::{Around, Base};
use super::base;
use super::bridged::is_bridged;
use super::candidate::{Candidate, LEAST_RAM_GIB, card_price};
use super::drive::Volume;
use super::frame::Frame;
use super::memory::{self, Kits};
use super::offers;
use super::order::Order;
use super::part::there;
use super::platform::Platform;
use super::refusal::Refusal;
use super::shell;
use super::standards::rows_of;
use super::workload::Workload;
use super::{board, drive, network};
use crate::price_list;
use scenario::limits;
use scenario::parts::BRIDGE;

/// A drive that no volume of real ones outdoes.
const ENDLESS: f64 = 1e15;

/// A processor on its board, and what may be installed beside it.
#[derive(Debug, Clone)]
pub struct Socket {
    /// The processor.
    pub cpu: &'static CpuEntry,
    /// The class of its board, where one is bought.
    pub board: Option<&'static PlatformEntry>,
    /// Boards of the class that carry the cards, where one is bought.
    pub boards: Vec<shell::BoardChoice>,
    /// Kits, the smallest and cheapest first.
    pub kits: Vec<Kits>,
    /// Drives with how many of each, the cheapest first.
    pub volumes: Vec<Volume>,
}

/// What a machine costs, by its parts or at the least, and how long the run takes on it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cost {
    /// Parts whose price is not known, at the least.
    pub unknown: u64,
    /// Parts whose price is not known, at the most.
    pub most_unknown: u64,
    /// Price of the others.
    pub price: f64,
    /// The whole run, in seconds.
    pub run: f64,
    /// It holds the run without a reserve.
    pub is_tight: bool,
    /// Its host is none that one buys for such cards.
    pub is_wanting: bool,
}

/// The processors that cards may be built with, the cheapest first. Where the price of some is known with that of their boards,
/// no other is offered: an unknown price is never better than a known one.
fn sockets(order: &Order, candidate: &Candidate, volumes: &mut BTreeMap<Platform, Vec<Volume>>) -> Vec<Socket> {
    let mut volumes = |cpu: &CpuEntry| {
        let platform = Platform::of_processor(cpu);
        volumes.entry(platform).or_insert_with(|| drive::volumes(order, platform)).clone()
    };
    let processors = base::processors(order, candidate).into_iter();
    let mut sockets: Vec<Socket> = processors.filter_map(|cpu| socket(order, candidate, cpu, volumes(cpu))).collect();
    let fewest = sockets.iter().map(unknown).min().unwrap_or_default();
    // What is there already is no dearer for its price.
    let is_there = |socket: &Socket| has_owned(order, socket);
    sockets.retain(|socket| unknown(socket) == fewest || is_there(socket));
    let beaten: Vec<bool> = sockets
        .iter()
        .enumerate()
        .map(|(place, own)| {
            !is_there(own)
                && sockets
                    .iter()
                    .enumerate()
                    .any(|(other, socket)| other != place && beats(socket, own) && (!beats(own, socket) || other < place))
        })
        .collect();
    let mut beaten = beaten.into_iter();
    sockets.retain(|_| !beaten.next().unwrap_or_default());
    sockets
}

/// What processors and boards must have for some cards: the kind of machine, devices, boards, modules, a board at all, the link of
/// each card, and the rows that it covers.
type Asks = (Platform, u64, u64, bool, bool, (u64, u64), u64);

/// What some cards ask of processors and boards.
pub fn asks(candidate: &Candidate) -> Asks {
    let entry = &candidate.entry;
    let link = (entry.spec.pcie.generation, entry.spec.pcie.lanes);
    let rows = rows_of(entry.body.slot_width);
    let platform = Platform::of(entry, candidate.count);
    let (modules, boards) = (board::takes_modules(entry), board::is_needed(entry));
    (platform, candidate.count, candidate.boards(), modules, boards, link, rows)
}

/// Whether a card asks for no more room than another, of slots and of the case; one whose size nobody states for no more than any.
pub fn asks_no_more_room(a: &GpuEntry, b: &GpuEntry) -> bool {
    let length = |entry: &GpuEntry| shell::longest_mm(&Candidate { entry: *entry, count: 1 }).unwrap_or(0.0);
    rows_of(a.body.slot_width) <= rows_of(b.body.slot_width) && length(a) <= length(b)
}

/// Processors by what of the cards they depend on.
#[derive(Debug, Default)]
pub struct Sockets {
    known: BTreeMap<Asks, Vec<Socket>>,
    volumes: BTreeMap<Platform, Vec<Volume>>,
}

impl Sockets {
    /// The processors that cards may be built with, the cheapest first.
    ///
    /// # Errors
    /// None of them carries the cards, or none takes memory as it was asked for.
    pub fn of(&mut self, order: &Order, candidate: &Candidate) -> Result<Vec<Socket>, Refusal> {
        if !base::is_carried(order, candidate) {
            return Err(Refusal::NoProcessor { cards: candidate.count });
        }
        let Self { known, volumes } = self;
        let found = known.entry(asks(candidate)).or_insert_with(|| sockets(order, candidate, volumes));
        let needed_gib = order.asked.hardware.ram_gib.unwrap_or(LEAST_RAM_GIB);
        if found.is_empty() { Err(Refusal::NoMemory { needed_gib }) } else { Ok(found.clone()) }
    }
}

fn socket(order: &Order, candidate: &Candidate, cpu: &'static CpuEntry, volumes: Vec<Volume>) -> Option<Socket> {
    let board = board::cheapest(cpu, candidate).filter(|_| board::is_needed(&candidate.entry));
    if board.is_none() && board::is_needed(&candidate.entry) {
        return None;
    }
    let boards = board.map_or_else(Vec::new, |class| shell::board_choices(order, candidate, cpu, class));
    // Of each kind of memory the cheapest: which goes with the cheapest board is known once both are chosen.
    let mut kits: Vec<Kits> = Vec::new();
    for memory_type in memory::types(cpu) {
        let at_hand = order.at_hand().of_type(memory_type);
        match order.asked.hardware.ram_gib {
            Some(asked) => kits.extend(memory::kits(cpu, board, asked, true, at_hand)),
            None => kits.extend(memory::levels(cpu, board, at_hand)),
        }
    }
    let least = order.asked.hardware.ram_gib.unwrap_or(LEAST_RAM_GIB);
    kits.retain(|kits| (least..=limits::RAM_GIB.max).contains(&kits.total_gib()));
    kits.sort_by_key(Kits::total_gib);
    // Of a processor that is there once a board may take two.
    let is_named = order.asked.hardware.cpu.is_some();
    let is_accepted = is_named || order.accepts(cpu.vendor, cpu.id, board::processors(board));
    kits.retain(|kits| boards.is_empty() || boards.iter().any(|board| board.takes_kits(kits)));
    (is_accepted && !kits.is_empty() && !volumes.is_empty()).then_some(Socket { cpu, board, boards, kits, volumes })
}

/// Whether something of it is there already.
fn has_owned(order: &Order, socket: &Socket) -> bool {
    let is_there = |id: &str| there(order.owned(), id) > 0;
    is_there(socket.cpu.id)
        || socket.board.is_some_and(|board| is_there(board.id))
        || socket.boards.iter().any(|board| is_there(board.id()))
        || socket.kits.iter().any(|kits| is_there(kits.kit.id))
}

fn unknown(socket: &Socket) -> u64 {
    let board = socket.boards.iter().map(|board| board.cost.0).min().unwrap_or_default();
    u64::from(base::price(socket.cpu).is_none()) + board
}

/// What a socket's processors cost.
fn processors(socket: &Socket) -> f64 {
    let count = board::processors(socket.board) as f64;
    base::price(socket.cpu).map_or(0.0, |price| price.usd) * count
}

/// Whether for every board of a socket the other has one that takes as much, and costs no more with its processors.
fn seats_no_dearer(a: &Socket, b: &Socket) -> bool {
    let (own, other) = (processors(a), processors(b));
    let is_no_dearer =
        |x: &shell::BoardChoice, y: &shell::BoardChoice| x.cost.0 <= y.cost.0 && own + x.cost.1 <= other + y.cost.1;
    let covers = |y: &shell::BoardChoice| a.boards.iter().any(|x| x.covers(y) && is_no_dearer(x, y));
    if b.boards.is_empty() { own <= other } else { b.boards.iter().all(covers) }
}

/// Whether a processor has at least as much of everything and takes as much memory and as many drives, for no more money.
fn beats(a: &Socket, b: &Socket) -> bool {
    let (x, y) = (&a.cpu.spec, &b.cpu.spec);
    let power = |socket: &Socket| socket.cpu.power().map(engine::units::Watts::get);
    let is_large = |socket: &Socket| socket.board.map(|board| (board.is_server(), board.board_form, board.dual_slot_cards));
    // Of hosts that suit the cards one must stay.
    let fills =
        |socket: &Socket, kits: &Kits| kits.modules() >= socket.cpu.spec.memory_channels * board::processors(socket.board);
    let no_less_memory = || {
        b.kits.iter().all(|own| {
            a.kits.iter().any(|kits| {
                let price = |kits: &Kits| kits.cost().unwrap_or(f64::INFINITY);
                let is_no_dearer = kits.total_gib() == own.total_gib() && price(kits) <= price(own);
                is_no_dearer && kits.modules() <= own.modules() && (fills(a, kits) || !fills(b, own))
            })
        })
    };
    seats_no_dearer(a, b)
        && is_cooled_no_dearer(a, b)
        && x.performance_cores >= y.performance_cores
        && x.efficiency_cores >= y.efficiency_cores
        && x.threads >= y.threads
        && x.boost_ghz >= y.boost_ghz
        && x.memory_channels >= y.memory_channels
        && x.memory_bandwidth() >= y.memory_bandwidth()
        && x.pcie.generation >= y.pcie.generation
        && x.pcie.lanes >= y.pcie.lanes
        && power(b).is_none_or(|own| power(a).is_some_and(|power| power <= own))
        && is_large(a) == is_large(b)
        && Platform::of_processor(a.cpu) == Platform::of_processor(b.cpu)
        && no_less_memory()
}

/// Whether every cooler that is enough for a socket is enough for another.
fn is_cooled_no_dearer(a: &Socket, b: &Socket) -> bool {
    let fits =
        |cpu: &CpuEntry, cooler: &catalog::CoolerEntry| cooler.sockets.contains(&cpu.socket) && shell::is_enough(cooler, cpu);
    catalog::coolers().iter().filter(|cooler| fits(b.cpu, cooler)).all(|cooler| fits(a.cpu, cooler))
}

/// A processor with the most of everything that those of a list have.
pub fn best_of<'a>(processors: impl Iterator<Item = &'a Cpu>) -> Option<Cpu> {
    extreme_of(processors, u64::max, f64::max)
}

/// A processor with the least of everything.
pub fn least_of<'a>(processors: impl Iterator<Item = &'a Cpu>) -> Option<Cpu> {
    extreme_of(processors, u64::min, f64::min)
}

fn extreme_of<'a>(processors: impl Iterator<Item = &'a Cpu>, of: fn(u64, u64) -> u64, rate: fn(f64, f64) -> f64) -> Option<Cpu> {
    processors.copied().reduce(|a, b| Cpu {
        performance_cores: of(a.performance_cores, b.performance_cores),
        efficiency_cores: of(a.efficiency_cores, b.efficiency_cores),
        threads: of(a.threads, b.threads),
        boost_ghz: rate(a.boost_ghz, b.boost_ghz),
        memory_channels: of(a.memory_channels, b.memory_channels),
        channel_rate: BytesPerSecond::new(rate(a.channel_rate.get(), b.channel_rate.get())),
        max_memory: Bytes(of(a.max_memory.0, b.max_memory.0)),
        kits_gib: &[],
        pcie: Pcie { generation: of(a.pcie.generation, b.pcie.generation), lanes: of(a.pcie.lanes, b.pcie.lanes) },
    })
}

/// A drive that nothing waits for.
pub const fn endless() -> Storage {
    Storage {
        capacity: Bytes(u64::MAX >> 1),
        sequential_read: BytesPerSecond::new(ENDLESS),
        sequential_write: BytesPerSecond::new(ENDLESS),
        random_read_iops: ENDLESS,
    }
}

impl Socket {
    /// The parts around the cards with these of its kits and volumes; `lean` is the cheapest processor.
    pub fn around(&self, kits: Kits, drive: Volume, lean: &str) -> Around {
        Around {
            base: Base { cpu: self.cpu, board: self.board, kits },
            cpu_feeds: self.cpu.id != lean,
            drive,
            drive_serves: self.volumes.first() != Some(&drive),
        }
    }
}

/// What a machine with these parts costs: its bill's sum and unknown prices, before anything is planned on it.
pub fn cost(order: &Order, candidate: &Candidate, around: &Around) -> (u64, f64) {
    let frame = Frame::of(order, candidate, around);
    let Around { base: Base { cpu, kits, .. }, drive: (drive, drives), .. } = around;
    let of = |id: &str, price: Option<Price>, each: u64| offers::cost(order, id, price, each);
    let shell = frame.shell.cost(order, frame.processors);
    // What is sold within a system has no price of its own.
    let is_within = frame.shell.system.is_some_and(catalog::ServerEntry::takes_modules) && card_price(&candidate.entry).is_none();
    let cards = if is_within { (0, 0.0) } else { of(candidate.entry.id, card_price(&candidate.entry), candidate.boards()) };
    let bridge = is_bridged(order, candidate, &cpu.spec).then(|| of(BRIDGE, price_list::price(BRIDGE, None), 1));
    let network = frame.network.map(|network| of(network.id, network::price(network), 1));
    let sum = [
        cards,
        of(cpu.id, base::price(cpu), frame.processors),
        of(kits.kit.id, kits.price, kits.quantity),
        of(drive.id, drive::price(drive), *drives),
        shell,
    ];
    let system = drive::system_drive(order, drive).map(|system| of(system.id, drive::price(system), 1));
    let (unknown, known) = sum.into_iter().chain(system).chain(bridge).chain(network).fold((0, 0.0), offers::plus);
    (unknown, cents(known))
}

/// What machines with these parts or dearer ones cost at the least. Where parts around the cards are there already, any of them
/// may be among theirs.
pub fn least(work: &Workload, candidate: &Candidate, around: &Around) -> (u64, f64) {
    let Some(super::bare::Bare { order, worth }) = &work.bare else { return cost(&work.order, candidate, around) };
    let (_, price) = cost(order, candidate, around);
    (0, (price - worth).max(0.0))
}
