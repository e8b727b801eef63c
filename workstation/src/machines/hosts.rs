//! What can stand around the cards: processors with their boards, and for each the memory and the drives that go with it.
//!
//! Of parts that another beats in every figure at no higher price none is listed: what the engine knows of a host is never
//! slower for having more of it.

use std::collections::BTreeMap;

use catalog::{CpuEntry, PlatformEntry, Price};
use engine::hardware::{Cpu, Pcie, Storage};
use engine::units::{Bytes, BytesPerSecond};
use wording::format::cents;

use super::base::{self, Base};
use super::bridged::is_bridged;
use super::candidate::{Candidate, LEAST_RAM_GIB, card_price};
use super::drive::Volume;
use super::frame::{Around, Frame};
use super::housing::Housing;
use super::memory::{self, Kits};
use super::order::Order;
use super::part::there;
use super::platform::Platform;
use super::refusal::Refusal;
use super::supply::Supplies;
use super::workload::Workload;
use super::{board, drive, network};
use crate::price_list;
use scenario::limits;
use scenario::parts::{BRIDGE, CHASSIS_SUPPLIES, SUPPLY_TO_BE_SIZED};
use wire::v1::scenario::OwnedPart;

/// A drive that no volume of real ones outdoes.
const ENDLESS: f64 = 1e15;

/// A processor on its board, and what may be installed beside it.
#[derive(Debug, Clone)]
pub struct Socket {
    /// The processor.
    pub cpu: &'static CpuEntry,
    /// The class of its board, where one is bought.
    pub board: Option<&'static PlatformEntry>,
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

/// Processors by what of the cards they depend on.
#[derive(Debug, Default)]
pub struct Sockets {
    known: BTreeMap<(Platform, u64, u64, bool, bool), Vec<Socket>>,
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
        let entry = &candidate.entry;
        let modules = (board::takes_modules(entry), board::is_needed(entry));
        let key = (Platform::of(entry, candidate.count), candidate.count, candidate.boards(), modules.0, modules.1);
        let Self { known, volumes } = self;
        let found = known.entry(key).or_insert_with(|| sockets(order, candidate, volumes));
        let needed_gib = order.asked.hardware.ram_gib.unwrap_or(LEAST_RAM_GIB);
        if found.is_empty() { Err(Refusal::NoMemory { needed_gib }) } else { Ok(found.clone()) }
    }
}

fn socket(order: &Order, candidate: &Candidate, cpu: &'static CpuEntry, volumes: Vec<Volume>) -> Option<Socket> {
    let board = board::cheapest(cpu, candidate).filter(|_| board::is_needed(&candidate.entry));
    if board.is_none() && board::is_needed(&candidate.entry) {
        return None;
    }
    let mut kits: Vec<Kits> = match order.asked.hardware.ram_gib {
        Some(asked) => memory::kits(cpu, board, asked, true, order.at_hand()).into_iter().collect(),
        None => memory::levels(cpu, board, order.at_hand()),
    };
    let least = order.asked.hardware.ram_gib.unwrap_or(LEAST_RAM_GIB);
    kits.retain(|kits| (least..=limits::RAM_GIB.max).contains(&kits.total_gib()));
    kits.sort_by_key(Kits::total_gib);
    // Of a processor that is there once a board may take two.
    let is_named = order.asked.hardware.cpu.is_some();
    let is_accepted = is_named || order.accepts(cpu.vendor, cpu.id, board::processors(board));
    (is_accepted && !kits.is_empty() && !volumes.is_empty()).then_some(Socket { cpu, board, kits, volumes })
}

/// Whether something of it is there already.
fn has_owned(order: &Order, socket: &Socket) -> bool {
    let is_there = |id: &str| there(order.owned(), id) > 0;
    is_there(socket.cpu.id)
        || socket.board.is_some_and(|board| is_there(board.id))
        || socket.kits.iter().any(|kits| is_there(kits.kit.id))
}

fn unknown(socket: &Socket) -> u64 {
    let board = socket.board.is_some_and(|entry| board::price(entry).is_none());
    u64::from(base::price(socket.cpu).is_none()) + u64::from(board)
}

/// What a processor costs with its board.
fn seat(socket: &Socket) -> f64 {
    let board = socket.board.and_then(board::price).map_or(0.0, |price| price.usd);
    let processors = board::processors(socket.board) as f64;
    base::price(socket.cpu).map_or(0.0, |price| price.usd) * processors + board
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
    seat(a) <= seat(b)
        && x.performance_cores >= y.performance_cores
        && x.efficiency_cores >= y.efficiency_cores
        && x.threads >= y.threads
        && x.boost_ghz >= y.boost_ghz
        && x.memory_channels >= y.memory_channels
        && x.pcie.generation >= y.pcie.generation
        && x.pcie.lanes >= y.pcie.lanes
        && power(b).is_none_or(|own| power(a).is_some_and(|power| power <= own))
        && is_large(a) == is_large(b)
        && Platform::of_processor(a.cpu) == Platform::of_processor(b.cpu)
        && no_less_memory()
}

/// A processor with the most of everything that those of a list have.
pub fn best_of<'a>(processors: impl Iterator<Item = &'a Cpu>) -> Option<Cpu> {
    extreme_of(processors, u64::max, f64::max)
}

/// A processor with the least of everything.
pub fn least_of<'a>(processors: impl Iterator<Item = &'a Cpu>) -> Option<Cpu> {
    extreme_of(processors, u64::min, f64::min)
}

fn extreme_of<'a>(processors: impl Iterator<Item = &'a Cpu>, of: fn(u64, u64) -> u64, clock: fn(f64, f64) -> f64) -> Option<Cpu> {
    processors.copied().reduce(|a, b| Cpu {
        performance_cores: of(a.performance_cores, b.performance_cores),
        efficiency_cores: of(a.efficiency_cores, b.efficiency_cores),
        threads: of(a.threads, b.threads),
        boost_ghz: clock(a.boost_ghz, b.boost_ghz),
        memory_channels: of(a.memory_channels, b.memory_channels),
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
    sum_bought(order, candidate, around, |id| there(order.owned(), id))
}

/// What machines with these parts or dearer ones cost at the least. Where parts around the cards are there already, any of them
/// may be among theirs.
pub fn least(work: &Workload, candidate: &Candidate, around: &Around) -> (u64, f64) {
    let order = &work.order;
    let Some(worth) = work.worth_around else { return cost(order, candidate, around) };
    let is_card = |id: &str| if catalog::gpu(id).is_some() { there(order.owned(), id) } else { 0 };
    let (_, price) = sum_bought(order, candidate, around, is_card);
    (0, (price - worth).max(0.0))
}

/// What the parts that are there already beside cards would cost; none where nothing is there.
pub fn worth_around(order: &Order) -> Option<f64> {
    let around = || order.owned().iter().filter(|part| catalog::gpu(&part.id).is_none());
    around().next()?;
    let usd = |part: &OwnedPart| list_price(&part.id).map_or(0.0, |price| price.usd * part.quantity as f64);
    Some(around().map(usd).fold(0.0, |sum, usd| sum + usd))
}

/// The list price of a part around the cards.
fn list_price(id: &str) -> Option<Price> {
    let cpu = || catalog::cpu(id).and_then(base::price);
    let drive = || catalog::storage(id).and_then(drive::price);
    let board = || catalog::cpus().iter().flat_map(catalog::platforms_of).find(|board| board.id == id).and_then(board::price);
    let supply = || catalog::power_supplies().iter().find(|entry| entry.id == id).and_then(|entry| Some(entry.price?.median()));
    let tower = || [Housing::MidTower, Housing::FullTower].into_iter().find(|tower| tower.id() == id).and_then(Housing::price);
    let network = || network::between_nodes().filter(|entry| entry.id == id).and_then(network::price);
    price_list::price(id, None)
        .or_else(cpu)
        .or_else(drive)
        .or_else(|| memory::list_price(id))
        .or_else(board)
        .or_else(supply)
        .or_else(tower)
        .or_else(network)
}

/// The sum of what is bought, where some of a part are there already.
fn sum_bought(order: &Order, candidate: &Candidate, around: &Around, there: impl Fn(&str) -> u64) -> (u64, f64) {
    let frame = Frame::of(order, candidate, around);
    let Around { base: Base { cpu, board, kits }, drive: (drive, drives), .. } = around;
    let (mut unknown, mut known) = (0, 0.0);
    let mut add = |id: &str, price: Option<Price>, quantity: u64| {
        let bought = (quantity * order.nodes).saturating_sub(there(id));
        match price {
            _ if bought == 0 => {}
            Some(price) => known += cents(price.usd) * bought as f64,
            None => unknown += 1,
        }
    };
    add(candidate.entry.id, card_price(&candidate.entry), candidate.boards());
    add(cpu.id, base::price(cpu), frame.processors);
    if let Some(board) = board {
        add(board.id, board::price(board), 1);
    }
    add(kits.kit.id, kits.price, kits.quantity);
    add(drive.id, drive::price(drive), *drives);
    match frame.supplies {
        Supplies::Fitted(fitted) => add(fitted.entry.id, fitted.price(), fitted.count),
        Supplies::BuiltIn | Supplies::Rack(_) => add(CHASSIS_SUPPLIES, price_list::price(CHASSIS_SUPPLIES, None), 1),
        Supplies::Unsized => add(SUPPLY_TO_BE_SIZED, price_list::price(SUPPLY_TO_BE_SIZED, None), 1),
    }
    if frame.housing != Housing::Computer {
        add(frame.housing.id(), frame.housing.price(), 1);
    }
    if is_bridged(order, candidate, &cpu.spec) {
        add(BRIDGE, price_list::price(BRIDGE, None), 1);
    }
    if let Some(network) = frame.network {
        add(network.id, network::price(network), 1);
    }
    (unknown, cents(known))
}
