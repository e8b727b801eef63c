//! Machines with one set of equal cards, and what is known of them.

use engine::desk::Desk;

use super::floor::Floor;
use super::seat::Seat;
use super::stock::Tried;
use crate::machines::build::{self, Build};
use crate::machines::hosts::Sockets;
use crate::machines::market::Prospect;
use crate::machines::platform::Platform;
use crate::machines::refusal::Refusal;
use crate::machines::workload::Workload;

/// All machines with one set of equal cards.
#[derive(Debug)]
pub struct Card {
    /// How they are built.
    pub kind: Kind,
    /// The least of all its machines, as far as it is known.
    pub run: f64,
}

/// How machines with some cards are built.
#[derive(Debug)]
pub enum Kind {
    /// Built of parts.
    Parts(Box<Parted>),
    /// A whole computer.
    Whole(Box<Tried>),
}

/// Cards beside processors.
#[derive(Debug)]
pub struct Parted {
    /// The processors that they may be built with, and the machines with each.
    pub seats: Vec<Seat>,
    /// The cheapest processor.
    pub lean: &'static str,
    /// The pace of cards for which little is planned yet.
    pub floor: Floor,
}

impl Card {
    /// Looks at a prospect: its processors, and plans on the best host that there is.
    pub fn of(work: &Workload, desk: &mut Desk, shelf: &mut Sockets, prospect: &Prospect) -> Result<Self, Refusal> {
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

    /// The machines that were planned on.
    pub fn tried_machines(&self) -> Vec<&Tried> {
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
