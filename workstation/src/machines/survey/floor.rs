//! What no machine with some cards undercuts, whatever stands around them.
//!
//! A plan on a host that none outdoes, with drives that nothing waits for, bounds all machines with as much memory or less; so one
//! plan is made with the most memory, and another below what that needs, until none holds.

use std::collections::BTreeSet;

use engine::desk::Desk;
use engine::hardware::Cpu;
use engine::units::Bytes;

use super::stock::ram;
use crate::machines::bound::Pace;
use crate::machines::build::{self, Ideal};
use crate::machines::candidate::Candidate;
use crate::machines::hosts::{self, Socket};
use crate::machines::plan::Beside;
use crate::machines::refusal::Refusal;
use crate::machines::workload::Workload;

/// What the cards of any machine keep to, as far as it is known.
#[derive(Debug)]
pub struct Floor {
    /// With any memory.
    pace: Pace,
    /// Plans on the best host that there is, each with less memory than the last one needs.
    ideals: Vec<(Bytes, Ideal)>,
    /// With no more memory than this no plan holds, whatever the processor.
    too_little: Option<Bytes>,
}

impl Floor {
    /// Plans with the most memory that processors take, and where that is more than others have, with what those have.
    pub fn of(work: &Workload, desk: &mut Desk, candidate: &Candidate, sockets: &[Socket], pace: Pace) -> Result<Self, Refusal> {
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

    /// What the cards alone take of the run of any machine with so much memory.
    pub fn pace(&self, ram: Bytes) -> Pace {
        let known = |of: fn(&Ideal) -> f64| self.known(ram, of);
        let pace = known(|ideal| ideal.pace.first).zip(known(|ideal| ideal.pace.later));
        pace.map_or(self.pace, |(first, later)| Pace { first, later })
    }

    /// An epoch of any machine with so much memory takes no less.
    pub fn epoch(&self, ram: Bytes) -> f64 {
        self.known(ram, |ideal| ideal.epoch).unwrap_or(self.pace.later)
    }

    /// Whether a card of any machine may hold the high end of what the run takes.
    pub fn is_roomy(&self) -> bool {
        self.ideals.iter().any(|(_, ideal)| ideal.is_roomy)
    }

    /// Whether a plan may hold with so much memory.
    pub fn may_hold(&self, ram: Bytes) -> bool {
        self.too_little.is_none_or(|size| ram > size)
    }
}
