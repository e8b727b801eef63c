//! Machines with some cards and a processor: the memory and the drives that go beside it.
//!
//! Both lists hold only what may win. Memory that no plan holds in is left out, and so are drives that a cheaper volume beats
//! because nothing waits for either.

use engine::units::Bytes;

use super::floor::Floor;
use super::stock::{Machine, Stock, ram};
use crate::machines::balance::{self, Host};
use crate::machines::bound::Place;
use crate::machines::build::Ideal;
use crate::machines::candidate::Candidate;
use crate::machines::drive::{self, Volume};
use crate::machines::hosts::{self, Cost, Socket};
use crate::machines::memory::{Kits, usd_first};
use crate::machines::offers;
use crate::machines::order::Order;
use crate::machines::part::there;
use crate::machines::workload::Workload;

/// All machines with a card and a processor.
#[derive(Debug)]
pub struct Seat {
    /// The processor on its board, and what goes beside it.
    pub socket: Socket,
    /// What its data path carries.
    pub place: Place,
    /// Drives that may be worth their price.
    pub volumes: Vec<Volume>,
    /// The least of all its machines.
    pub least: Cost,
    /// Its machines by their memory, once it was looked at.
    pub stocks: Vec<Stock>,
    /// Plans with endless drives: the memory that they were made for, and what they came to.
    pub ideals: Vec<(Bytes, Option<Ideal>)>,
}

impl Seat {
    /// A processor beside cards; none where no plan could make do with the memory that it takes.
    pub fn of(work: &Workload, candidate: &Candidate, socket: Socket, floor: &Floor) -> Option<Self> {
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
        let (unknown, price) = least_with(work, candidate, &socket, least, &volumes);
        let heaviest = socket.around(most, volumes[volumes.len() - 1], socket.cpu.id);
        let is_known = unknown == 0
            && hosts::cost(&work.order, candidate, &heaviest).0 == 0
            && socket.kits.iter().all(|kits| kits.price.is_some())
            && volumes.iter().all(|(drive, _)| drive::price(drive).is_some());
        let is_tight = !floor.is_roomy() || ram(&most) < recommended;
        let most_unknown = if is_known { 0 } else { u64::MAX };
        let least = Cost { unknown, most_unknown, price, run, is_tight, is_wanting };
        Some(Self { socket, place, volumes, least, stocks: Vec::new(), ideals: Vec::new() })
    }

    /// The memory that may go with the processor.
    pub fn stocks_for(&mut self, work: &Workload, candidate: &Candidate, floor: &Floor) -> &[Stock] {
        let Self { socket, place, volumes, least, stocks, .. } = self;
        let (minimum, recommended) = place.least_ram();
        if stocks.is_empty() {
            let holding = socket.kits.iter().filter(|kits| ram(kits) >= minimum && floor.may_hold(ram(kits)));
            stocks.extend(holding.map(|kits| {
                let run = place.run(ram(kits), &hosts::endless(), floor.pace(ram(kits)));
                let (unknown, price) = least_with(work, candidate, socket, *kits, volumes);
                let is_tight = least.is_tight || ram(kits) < recommended;
                let is_wanting = is_wanting(work, candidate, socket, kits);
                let least = Cost { unknown, price, run, is_tight, is_wanting, ..*least };
                Stock { kits: *kits, least, ideal: None, machines: None }
            }));
        }
        stocks
    }

    /// All machines with the memory, each with the least that its run can take.
    pub fn machines(&mut self, work: &Workload, candidate: &Candidate, stock: usize, lean: &str) -> &[Machine] {
        let Self { socket, place, volumes, stocks, .. } = self;
        // Another kind of memory goes on another board.
        let (own_gib, own_type) = (stocks[stock].kits.total_gib(), stocks[stock].kits.kit.memory_type);
        let is_smaller = |kits: &Kits| kits.total_gib() < own_gib && kits.kit.memory_type == own_type;
        let smaller = stocks[..stock].iter().map(|stock| stock.kits).rfind(is_smaller);
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
                // On drives that nothing waits for the plan is that of endless ones, and so is the reserve that it asks for.
                let is_tight = is_tight || ram(kits) < ideal.ram_recommended && is_served(&volume);
                let least = Cost { unknown, most_unknown: unknown, price, run, is_tight, is_wanting };
                Machine { around, least, tried: None }
            };
            volumes.iter().filter(|volume| !is_ample || !is_served(volume)).map(machine).collect()
        })
    }
}

/// What machines with a processor and kits cost at the least, whichever of the volumes is beside them.
fn least_with(work: &Workload, candidate: &Candidate, socket: &Socket, kits: Kits, volumes: &[Volume]) -> offers::Cost {
    let costs =
        drive::lean(volumes).into_iter().map(|volume| hosts::least(work, candidate, &socket.around(kits, volume, socket.cpu.id)));
    costs.reduce(|a, b| if offers::is_less(b, a) { b } else { a }).unwrap_or((1, 0.0))
}

/// Whether a host is none that one buys for such cards.
fn is_wanting(work: &Workload, candidate: &Candidate, socket: &Socket, kits: &Kits) -> bool {
    balance::open_imbalance(&work.order, candidate, Some(Host::new(socket.cpu, socket.board, kits))).is_some()
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
