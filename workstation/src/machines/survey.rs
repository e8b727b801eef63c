//! A look over the market that plans only what could win.
//!
//! The model behind it: a machine is a set of equal cards, a processor, kits and a volume of drives, and its time is that of the
//! plan that is made for just this machine. A set of machines (all with a card, all with a processor beside it) has a least
//! price, by its parts, and a shortest run, by a plan on hardware that none of them outdoes and by what their data paths carry
//! at best. Whoever looks for the least of something takes sets and machines in the order of their bounds, splits the sets,
//! plans on the machines, and stops at the first bound that cannot undercut what was found: the answer is that of planning on
//! all of them, and so no machine that anyone names beats it.

mod bounds;
mod card;
mod failed;
mod floor;
mod ideals;
mod seat;
mod spot;
mod stock;

use std::collections::{BTreeMap, BinaryHeap};

use engine::desk::Desk;

use super::build::{self, Build};
use super::candidate::Candidate;
use super::hosts::{self, Cost, Sockets};
use super::market::{self, Prospect};
use super::refusal::Refusal;
use super::workload::Workload;
use bounds::Key;
pub use bounds::{Aim, exact, is_same_for_less};
pub use card::Known;
use card::{Card, Kind, Parted};
use failed::Failed;
use seat::Seat;
use spot::{Entry, Spot, Within};
use stock::{Machine, Stock, ram};

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
            let ram = ram(&seat_of.stocks[stock].kits);
            let run = seat_of.place.run(ram, &hosts::endless(), ideal.pace);
            let is_tight = !ideal.is_roomy || seat_of.is_tight(stock, &ideal);
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

#[cfg(test)]
mod tests;
