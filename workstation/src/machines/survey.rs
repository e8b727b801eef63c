//! A look over the market that plans only what could win.
//!
//! The model behind it: a machine is a set of equal cards, a processor, kits and a volume of drives, and its time is that of the
//! plan that is made for just this machine. A set of machines (all with a card, all with a processor beside it) has a least
//! price, by its parts, and a shortest run, by a plan on hardware that none of them outdoes and by what their data paths carry
//! at best. Whoever looks for the least of something takes sets and machines in the order of their bounds, splits the sets,
//! plans on the machines, and stops at the first bound that cannot undercut what was found: the answer is that of planning on
//! all of them, and so no machine that anyone names beats it.

mod bounds;

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use engine::desk::Desk;
use engine::hardware::{Cpu, Gpu};
use engine::units::Bytes;

use super::balance::{self, Host};
use super::bound::{Pace, Place};
use super::build::{self, Build, Ideal};
use super::candidate::Candidate;
use super::drive::{self, Volume};
use super::frame::Around;
use super::hosts::{self, Cost, Socket, Sockets};
use super::market::{self, Prospect};
use super::memory::{Kits, usd_first};
use super::order::Order;
use super::part::there;
use super::plan::Beside;
use super::platform::Platform;
use super::refusal::Refusal;
use super::workload::Workload;
use bounds::Key;
pub use bounds::{Aim, exact, is_same_for_less};

/// What planning on a machine came to.
pub type Tried = Result<Build, Refusal>;

/// The market for one workload, and what was planned so far.
#[derive(Debug)]
pub struct Survey {
    /// The workload.
    pub work: Workload,
    /// Cards that could be worth it, in numbers that machines are built with.
    pub prospects: Vec<Prospect>,
    /// All others, with the reason.
    pub refused: Vec<(Candidate, Refusal)>,
    cards: BTreeMap<usize, Result<Card, Refusal>>,
    desk: Desk,
    sockets: Sockets,
    failed: Failed,
}

/// All machines with one set of equal cards.
#[derive(Debug)]
struct Card {
    kind: Kind,
    /// The least of all its machines, as far as it is known.
    run: f64,
}

#[derive(Debug)]
enum Kind {
    /// Built of parts.
    Parts(Box<Parted>),
    /// A whole computer.
    Whole(Box<Tried>),
}

/// Cards beside processors.
#[derive(Debug)]
struct Parted {
    seats: Vec<Seat>,
    /// The cheapest processor.
    lean: &'static str,
    /// The pace of cards for which little is planned yet.
    floor: Floor,
}

/// What the cards of any machine keep to, as far as it is known.
#[derive(Debug)]
struct Floor {
    /// With any memory.
    pace: Pace,
    /// Plans on the best host that there is, each with less memory than the last one needs.
    ideals: Vec<(Bytes, Ideal)>,
    /// With no more memory than this no plan holds, whatever the processor.
    too_little: Option<Bytes>,
}

impl Floor {
    /// Plans with the most memory that processors take, and where that is more than others have, with what those have.
    fn of(work: &Workload, desk: &mut Desk, candidate: &Candidate, sockets: &[Socket], pace: Pace) -> Result<Self, Refusal> {
        let specs = || sockets.iter().map(|socket| &socket.cpu.spec);
        let (best, least) = (hosts::best_of(specs()), hosts::least_of(specs()));
        let (best, least) = best.zip(least).unwrap_or((sockets[0].cpu.spec, sockets[0].cpu.spec));
        let sizes: BTreeSet<Bytes> = sockets.iter().flat_map(|socket| &socket.kits).map(ram).collect();
        let mut floor = Self { pace, ideals: Vec::new(), too_little: None };
        let mut at = |cpu: Cpu, ram: Bytes| {
            let beside = Beside { cpu, ram, storage: hosts::endless() };
            build::ideal(&work.order, desk, candidate, &sockets[0], &beside)
        };
        let mut next = sizes.last().copied();
        while let Some(size) = next {
            let ideal = at(best, size);
            match ideal {
                Ok(ideal) if ideal.ram_minimum <= size => {
                    floor.ideals.push((size, ideal));
                    next = sizes.range(..ideal.ram_minimum).next_back().copied();
                }
                Err(refusal) if floor.ideals.is_empty() => return Err(refusal),
                _ => {
                    let holds = at(least, size).is_ok_and(|ideal| ideal.ram_minimum <= size);
                    floor.too_little = (!holds).then_some(size);
                    break;
                }
            }
        }
        Ok(floor)
    }

    /// The least that any of these plans takes, where one is known for machines with so much memory.
    fn known(&self, ram: Bytes, of: impl Fn(&Ideal) -> f64) -> Option<f64> {
        let reaches = self.ideals.iter().any(|(made_for, ideal)| ideal.ram_minimum <= ram && ram <= *made_for);
        let plans = self.ideals.iter().filter(|(made_for, _)| ram <= *made_for);
        reaches.then(|| plans.map(|(_, ideal)| of(ideal)).fold(f64::INFINITY, f64::min))
    }

    fn pace(&self, ram: Bytes) -> Pace {
        let known = |of: fn(&Ideal) -> f64| self.known(ram, of);
        let pace = known(|ideal| ideal.pace.first).zip(known(|ideal| ideal.pace.later));
        pace.map_or(self.pace, |(first, later)| Pace { first, later })
    }

    /// An epoch of any machine with so much memory takes no less.
    fn epoch(&self, ram: Bytes) -> f64 {
        self.known(ram, |ideal| ideal.epoch).unwrap_or(self.pace.later)
    }

    fn is_roomy(&self) -> bool {
        self.ideals.iter().any(|(_, ideal)| ideal.is_roomy)
    }

    /// Whether a plan may hold with so much memory.
    fn may_hold(&self, ram: Bytes) -> bool {
        self.too_little.is_none_or(|size| ram > size)
    }
}

/// All machines with a card and a processor.
#[derive(Debug)]
struct Seat {
    socket: Socket,
    place: Place,
    /// Drives that may be worth their price.
    volumes: Vec<Volume>,
    least: Cost,
    stocks: Vec<Stock>,
    /// Plans with endless drives: the memory that they were made for, and what they came to.
    ideals: Vec<(Bytes, Option<Ideal>)>,
    /// From how much memory on to how much every machine lacks a reserve, or just so much where one was found that does not.
    tight: Vec<(Bytes, Bytes, bool)>,
}

/// All machines with a card, a processor and the same memory.
#[derive(Debug)]
struct Stock {
    kits: Kits,
    least: Cost,
    /// What a plan with endless drives comes to, where that was worked out.
    ideal: Option<Ideal>,
    machines: Option<Vec<Machine>>,
}

/// One machine.
#[derive(Debug)]
struct Machine {
    around: Around,
    least: Cost,
    tried: Option<Tried>,
}

/// A set of machines, or one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Spot {
    Card(usize),
    Seat(usize, usize),
    Stock(usize, usize, usize),
    Machine(usize, usize, usize, usize),
}

impl Spot {
    /// The place of its prospect.
    const fn place(self) -> usize {
        match self {
            Self::Card(place) | Self::Seat(place, _) | Self::Stock(place, ..) | Self::Machine(place, ..) => place,
        }
    }
}

/// A spot in the order in which it is looked at.
#[derive(Debug, Clone, Copy)]
struct Entry {
    key: Key,
    spot: Spot,
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Entry {}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Entry {
    /// The least comes out of a heap first.
    fn cmp(&self, other: &Self) -> Ordering {
        other.key.order(&self.key).then(other.spot.cmp(&self.spot))
    }
}

impl Survey {
    /// The market for a workload; nothing is planned yet.
    pub fn of(work: Workload, desk: Desk) -> Self {
        let mut refused = Vec::new();
        let candidates = market::candidates(&work, &mut refused);
        let prospects = market::prospects(&work, candidates, &mut refused);
        Self { work, prospects, refused, cards: BTreeMap::new(), desk, sockets: Sockets::default(), failed: Failed::default() }
    }

    /// The machine with the least of something among those accepted. `may` says of a set's least price and run whether one of
    /// its machines could be accepted.
    pub fn least(
        &mut self,
        aim: Aim,
        may: impl Fn(&Candidate, &Cost) -> bool,
        accepts: impl Fn(&Build) -> bool,
    ) -> Option<Build> {
        let mut heap = BinaryHeap::new();
        let mut best: Option<(Key, Build)> = None;
        for (place, prospect) in self.prospects.iter().enumerate() {
            let cost = prospect.least();
            if may(&prospect.candidate, &cost) {
                heap.push(Entry { key: aim.key(&cost), spot: Spot::Card(place) });
            }
        }
        while let Some(Entry { key, spot }) = heap.pop() {
            if best.as_ref().is_some_and(|(held, _)| key.order(held).is_gt()) {
                break;
            }
            let candidate = self.prospects[spot.place()].candidate;
            match self.within(spot) {
                Within::Spots(spots) => {
                    let spots = spots.into_iter().filter(|(cost, _)| may(&candidate, cost));
                    heap.extend(spots.map(|(cost, spot)| Entry { key: aim.key(&cost), spot }));
                }
                Within::Build(build) if accepts(build) => {
                    let key = aim.key(&exact(build));
                    let is_less = best
                        .as_ref()
                        .is_none_or(|(held, best)| key.order(held).then_with(|| build.key().cmp(&best.key())).is_lt());
                    if is_less {
                        best = Some((key, build.clone()));
                    }
                }
                Within::Build(_) | Within::Nothing => {}
            }
        }
        best.map(|(_, build)| build)
    }

    fn within(&mut self, spot: Spot) -> Within<'_> {
        match spot {
            Spot::Card(place) => self.card(place),
            Spot::Seat(place, seat) => self.seat(place, seat),
            Spot::Stock(place, seat, stock) => self.stock(place, seat, stock),
            Spot::Machine(place, seat, stock, machine) => self.machine(place, seat, stock, machine),
        }
    }

    /// Looks at a card: its processors, and a plan on the best host that there is.
    fn card(&mut self, place: usize) -> Within<'_> {
        let Self { work, prospects, cards, desk, sockets, failed, .. } = self;
        let prospect = &prospects[place];
        let card = cards.entry(place).or_insert_with(|| {
            if let Some(refusal) = failed.at(&prospect.candidate) {
                return Err(refusal);
            }
            let card = Card::of(work, desk, sockets, prospect);
            if let Err(refusal) = &card {
                failed.record(&prospect.candidate, *refusal);
            }
            card
        });
        let Ok(card) = card else { return Within::Nothing };
        match &card.kind {
            Kind::Whole(tried) => tried.as_ref().as_ref().map_or(Within::Nothing, Within::Build),
            Kind::Parts(parted) => Within::Spots(
                parted.seats.iter().enumerate().map(|(seat, Seat { least, .. })| (*least, Spot::Seat(place, seat))).collect(),
            ),
        }
    }

    /// Looks at a processor: the memory that goes with it.
    fn seat(&mut self, place: usize, seat: usize) -> Within<'_> {
        let Self { work, prospects, cards, .. } = self;
        let Some(Ok(Card { kind: Kind::Parts(parted), .. })) = cards.get_mut(&place) else { return Within::Nothing };
        let Parted { seats, floor, .. } = &mut **parted;
        let stocks = seats[seat].stocks_for(work, &prospects[place].candidate, floor).iter().enumerate();
        Within::Spots(stocks.map(|(stock, Stock { least, .. })| (*least, Spot::Stock(place, seat, stock))).collect())
    }

    /// Looks at memory beside a processor: first for its plan, then for all machines with it.
    fn stock(&mut self, place: usize, seat: usize, stock: usize) -> Within<'_> {
        let Self { work, prospects, cards, desk, .. } = self;
        let Some(Ok(Card { kind: Kind::Parts(parted), .. })) = cards.get_mut(&place) else { return Within::Nothing };
        let Parted { seats, lean, .. } = &mut **parted;
        let candidate = &prospects[place].candidate;
        let seat_of = &mut seats[seat];
        if seat_of.stocks[stock].ideal.is_none() {
            let Some(ideal) = seat_of.ideal(work, desk, candidate, stock) else { return Within::Nothing };
            let ram = Bytes::from_gib(seat_of.stocks[stock].kits.total_gib());
            let run = seat_of.place.run(ram, &hosts::endless(), ideal.pace);
            let is_tight = !ideal.is_roomy || seat_of.is_tight(work, desk, candidate, stock, (lean, &ideal));
            let stock_of = &mut seat_of.stocks[stock];
            stock_of.ideal = Some(ideal);
            let is_known = stock_of.least.run >= run && (stock_of.least.is_tight || !is_tight);
            stock_of.least.run = run.max(stock_of.least.run);
            stock_of.least.is_tight |= is_tight;
            if !is_known {
                return Within::Spots(vec![(stock_of.least, Spot::Stock(place, seat, stock))]);
            }
        }
        let machines = seat_of.machines(work, candidate, stock, lean).iter().enumerate();
        Within::Spots(
            machines.map(|(machine, Machine { least, .. })| (*least, Spot::Machine(place, seat, stock, machine))).collect(),
        )
    }

    /// Plans on a machine.
    fn machine(&mut self, place: usize, seat: usize, stock: usize, machine: usize) -> Within<'_> {
        let Self { work, prospects, cards, desk, .. } = self;
        let Some(Ok(Card { kind: Kind::Parts(parted), .. })) = cards.get_mut(&place) else { return Within::Nothing };
        let Some(machines) = &mut parted.seats[seat].stocks[stock].machines else { return Within::Nothing };
        let Machine { around, tried, .. } = &mut machines[machine];
        let tried = tried.get_or_insert_with(|| build::on(&work.order, desk, &prospects[place].candidate, around));
        tried.as_ref().map_or(Within::Nothing, Within::Build)
    }

    /// Each prospect with what is known of it: why no machine with it holds the run, or the machines that were planned on and
    /// the shortest run of any.
    pub fn outcomes(&self) -> impl Iterator<Item = (&Prospect, Known<'_>)> {
        self.prospects.iter().enumerate().map(|(place, prospect)| {
            let known = match self.cards.get(&place) {
                None => Known { refusal: None, tried: Vec::new(), run: prospect.run },
                Some(Err(refusal)) => Known { refusal: Some(*refusal), tried: Vec::new(), run: prospect.run },
                Some(Ok(card)) => Known { refusal: None, tried: card.tried_machines(), run: card.run },
            };
            (prospect, known)
        })
    }
}

/// What is known of the machines with a card.
#[derive(Debug)]
pub struct Known<'a> {
    /// Why none of them holds the run.
    pub refusal: Option<Refusal>,
    /// Those that were planned on.
    pub tried: Vec<&'a Tried>,
    /// The run on any of them at the least.
    pub run: f64,
}

/// What a spot holds.
enum Within<'a> {
    Spots(Vec<(Cost, Spot)>),
    Build(&'a Build),
    Nothing,
}

impl Card {
    fn of(work: &Workload, desk: &mut Desk, shelf: &mut Sockets, prospect: &Prospect) -> Result<Self, Refusal> {
        let candidate = &prospect.candidate;
        let order = &work.order;
        build::shared_evenly(order, candidate)?;
        if Platform::of(&candidate.entry, candidate.count) == Platform::Unified {
            let tried = build::whole(order, desk, candidate);
            let run = tried.as_ref().map_or(prospect.run, Build::run_seconds);
            return Ok(Self { kind: Kind::Whole(Box::new(tried)), run });
        }
        let sockets = shelf.of(order, candidate)?;
        let floor = Floor::of(work, desk, candidate, &sockets, prospect.pace)?;
        let lean = sockets[0].cpu.id;
        let seats: Vec<Seat> = sockets.into_iter().filter_map(|socket| Seat::of(work, candidate, socket, &floor)).collect();
        let run = seats.iter().map(|seat| seat.least.run).fold(f64::INFINITY, f64::min).max(prospect.run);
        Ok(Self { kind: Kind::Parts(Box::new(Parted { seats, lean, floor })), run })
    }

    fn tried_machines(&self) -> Vec<&Tried> {
        match &self.kind {
            Kind::Whole(tried) => vec![tried],
            Kind::Parts(parted) => {
                let stocks = parted.seats.iter().flat_map(|seat| &seat.stocks);
                let machines = stocks.flat_map(|stock| stock.machines.iter().flatten());
                machines.filter_map(|machine| machine.tried.as_ref()).collect()
            }
        }
    }
}

fn ram(kits: &Kits) -> Bytes {
    Bytes::from_gib(kits.total_gib())
}

/// Whether a host is none that one buys for such cards.
fn is_wanting(work: &Workload, candidate: &Candidate, socket: &Socket, kits: &Kits) -> bool {
    balance::open_imbalance(&work.order, candidate, Some(Host::new(socket.cpu, socket.board, kits))).is_some()
}

impl Seat {
    /// A processor beside cards; none where no plan could make do with the memory that it takes.
    fn of(work: &Workload, candidate: &Candidate, socket: Socket, floor: &Floor) -> Option<Self> {
        let place = Place::new(work, candidate, &socket.cpu.spec);
        let (minimum, recommended) = place.least_ram();
        let holding = socket.kits.iter().position(|kits| ram(kits) >= minimum && floor.may_hold(ram(kits)))?;
        let cheapest = |a: &&Kits, b: &&Kits| usd_first(a.cost(), b.cost());
        let (least, most) = (*socket.kits[holding..].iter().min_by(cheapest)?, socket.kits[socket.kits.len() - 1]);
        let is_wanting = socket.kits[holding..].iter().all(|kits| is_wanting(work, candidate, &socket, kits));
        let holding = || socket.kits[holding..].iter().map(ram);
        let epoch = holding().map(|ram| floor.epoch(ram)).fold(f64::INFINITY, f64::min);
        let volumes = worthwhile(&work.order, &place, &socket.volumes, epoch);
        let run = holding().map(|ram| place.run(ram, &hosts::endless(), floor.pace(ram))).fold(f64::INFINITY, f64::min);
        let around = socket.around(least, volumes[0], socket.cpu.id);
        let (unknown, price) = hosts::least(work, candidate, &around);
        let heaviest = socket.around(most, volumes[volumes.len() - 1], socket.cpu.id);
        let is_known = unknown == 0
            && hosts::cost(&work.order, candidate, &heaviest).0 == 0
            && socket.kits.iter().all(|kits| kits.price.is_some())
            && volumes.iter().all(|(drive, _)| drive::price(drive).is_some());
        let is_tight = !floor.is_roomy() || ram(&most) < recommended;
        let most_unknown = if is_known { 0 } else { u64::MAX };
        let least = Cost { unknown, most_unknown, price, run, is_tight, is_wanting };
        Some(Self { socket, place, volumes, least, stocks: Vec::new(), ideals: Vec::new(), tight: Vec::new() })
    }

    /// The memory that may go with the processor.
    fn stocks_for(&mut self, work: &Workload, candidate: &Candidate, floor: &Floor) -> &[Stock] {
        let Self { socket, place, volumes, least, stocks, .. } = self;
        let (minimum, recommended) = place.least_ram();
        if stocks.is_empty() {
            let holding = socket.kits.iter().filter(|kits| ram(kits) >= minimum && floor.may_hold(ram(kits)));
            stocks.extend(holding.map(|kits| {
                let run = place.run(ram(kits), &hosts::endless(), floor.pace(ram(kits)));
                let around = socket.around(*kits, volumes[0], socket.cpu.id);
                let (unknown, price) = hosts::least(work, candidate, &around);
                let is_tight = least.is_tight || ram(kits) < recommended;
                let is_wanting = is_wanting(work, candidate, socket, kits);
                let least = Cost { unknown, price, run, is_tight, is_wanting, ..*least };
                Stock { kits: *kits, least, ideal: None, machines: None }
            }));
        }
        stocks
    }

    /// What a plan comes to beside the processor with this memory and endless drives; none where no plan holds.
    ///
    /// A plan that was made for more memory than it needs is that of all machines with less that hold it.
    fn ideal(&mut self, work: &Workload, desk: &mut Desk, candidate: &Candidate, stock: usize) -> Option<Ideal> {
        let Self { socket, ideals, stocks, .. } = self;
        let installed = ram(&stocks[stock].kits);
        let most = stocks.last().map_or(installed, |stock| ram(&stock.kits));
        for given in [most, installed] {
            let reaches = |(made_for, ideal): &&(Bytes, Option<Ideal>)| match ideal {
                Some(ideal) => ideal.ram_minimum <= installed && installed <= *made_for,
                // With less memory than none holds in, none does.
                None => installed <= *made_for,
            };
            if let Some((_, known)) = ideals.iter().find(reaches) {
                return *known;
            }
            if ideals.iter().all(|(made_for, _)| *made_for != given) {
                let beside = Beside { cpu: socket.cpu.spec, ram: given, storage: hosts::endless() };
                let ideal = build::ideal(&work.order, desk, candidate, socket, &beside).ok();
                ideals.push((given, ideal.filter(|ideal| ideal.ram_minimum <= given)));
            }
        }
        ideals.last().and_then(|(made_for, ideal)| ideal.filter(|_| *made_for == installed))
    }

    /// Whether every machine with the memory lacks a reserve of it, by the plan with endless drives.
    ///
    /// A plan stays the same with less memory as long as that holds it, and on drives that nothing waits for. One that waits for
    /// the slowest drives may make do with smaller batches: if that lacks a reserve too, all do.
    fn is_tight(
        &mut self,
        work: &Workload,
        desk: &mut Desk,
        candidate: &Candidate,
        stock: usize,
        (lean, ideal): (&str, &Ideal),
    ) -> bool {
        let installed = ram(&self.stocks[stock].kits);
        let known = |seat: &Self, ram: Bytes| {
            let reaches = |(low, high, _): &&(Bytes, Bytes, bool)| *low <= ram && ram <= *high;
            seat.tight.iter().find(reaches).map(|(.., is_tight)| *is_tight)
        };
        if installed >= ideal.ram_recommended {
            return false;
        }
        if let Some(is_tight) = known(self, installed) {
            return is_tight;
        }
        let slowest = |volume: &&Volume| {
            let storage = volume.0.spec.striped(volume.1);
            self.place.served_within(&storage)
        };
        let slowest = self.volumes.iter().max_by(|a, b| slowest(a).total_cmp(&slowest(b))).copied();
        let Some(slowest) = slowest else { return false };
        if self.place.is_served(&slowest.0.spec.striped(slowest.1), ideal.epoch) {
            self.tight.push((ideal.ram_minimum, installed, true));
            return true;
        }
        let short = |stock: &Stock| ram(&stock.kits) < ideal.ram_recommended;
        let most = self.stocks.iter().rposition(short).unwrap_or(stock);
        for tried in [most, stock] {
            let kits = self.stocks[tried].kits;
            if known(self, ram(&kits)).is_none() {
                let around = self.socket.around(kits, slowest, lean);
                self.tight.push(match build::on(&work.order, desk, candidate, &around) {
                    Ok(build) if build.short_of_reserve().is_none() => (ram(&kits), ram(&kits), false),
                    Ok(build) => (build.answer.ram.minimum, ram(&kits), true),
                    // Fewer drives or modules draw less: of reserves this says nothing.
                    Err(Refusal::OverCircuit { .. } | Refusal::NeedsHighVoltage { .. }) => (ram(&kits), ram(&kits), false),
                    Err(_) => (ram(&kits), ram(&kits), true),
                });
            }
        }
        known(self, installed).unwrap_or_default()
    }

    /// All machines with the memory, each with the least that its run can take.
    fn machines(&mut self, work: &Workload, candidate: &Candidate, stock: usize, lean: &str) -> &[Machine] {
        let Self { socket, place, volumes, stocks, .. } = self;
        let smaller = stocks[..stock].iter().map(|stock| stock.kits).next_back();
        let Stock { kits, ideal, least, machines } = &mut stocks[stock];
        machines.get_or_insert_with(|| {
            let Some(ideal) = ideal else { return Vec::new() };
            // More memory than leaves a reserve only spares the drives, unless the cards ask for it.
            let own = *kits;
            let wants = |kits: &Kits| is_wanting(work, candidate, socket, kits);
            let is_ample = smaller.is_some_and(|smaller| {
                let is_there = there(work.order.owned(), own.kit.id) > 0;
                let is_enough = ram(&smaller) >= ideal.ram_recommended && smaller.modules() <= own.modules();
                !is_there && is_enough && (!wants(&smaller) || wants(&own))
            });
            let is_served = |(drive, count): &Volume| place.is_served(&drive.spec.striped(*count), ideal.epoch);
            let machine = |&volume: &Volume| {
                let around = socket.around(*kits, volume, lean);
                let run = place.run(ram(kits), &volume.0.spec.striped(volume.1), ideal.pace);
                let (unknown, price) = hosts::cost(&work.order, candidate, &around);
                let Cost { is_tight, is_wanting, .. } = *least;
                let least = Cost { unknown, most_unknown: unknown, price, run, is_tight, is_wanting };
                Machine { around, least, tried: None }
            };
            volumes.iter().filter(|volume| !is_ample || !is_served(volume)).map(machine).collect()
        })
    }
}

/// Volumes, the cheapest first, without those that are no use beside a cheaper one of no more drives that serves an epoch in so
/// many seconds.
fn worthwhile(order: &Order, place: &Place, volumes: &[Volume], epoch: f64) -> Vec<Volume> {
    let mut kept: Vec<Volume> = Vec::new();
    let mut fewest = u64::MAX;
    for volume in volumes {
        if volume.1 >= fewest && there(order.owned(), volume.0.id) == 0 {
            continue;
        }
        if drive::price(volume.0).is_some() && place.is_served(&volume.0.spec.striped(volume.1), epoch) {
            fewest = volume.1;
        }
        kept.push(*volume);
    }
    kept
}

/// What the smallest plan needs of each card, by maker, how many cards share it and whether they multiply in BF16: known once
/// a card was too small for it, and the same for every other card of the kind.
#[derive(Debug, Default)]
struct Failed(BTreeMap<(&'static str, u64, bool), Bytes>);

/// How much less a smaller card may need: what drivers keep for themselves differs by some hundred MiB.
const DRIVERS_DIFFER: Bytes = Bytes::from_mib(512);

impl Failed {
    fn record(&mut self, candidate: &Candidate, refusal: Refusal) {
        let Refusal::DoesNotFit { needed, .. } = refusal else { return };
        let needed = Bytes(needed as u64);
        let least = self.0.entry(kind(candidate)).or_insert(needed);
        *least = needed.min(*least);
    }

    fn at(&self, candidate: &Candidate) -> Option<Refusal> {
        let needed = *self.0.get(&kind(candidate))?;
        let capacity = candidate.entry.spec.memory;
        let is_short = capacity + DRIVERS_DIFFER < needed;
        is_short.then(|| Refusal::DoesNotFit { needed: needed.as_f64(), capacity: capacity.as_f64(), cards: candidate.count })
    }
}

const fn kind(candidate: &Candidate) -> (&'static str, u64, bool) {
    let Gpu { bf16, .. } = candidate.entry.spec;
    (candidate.entry.vendor, candidate.count, bf16.is_some())
}

#[cfg(test)]
mod tests;
