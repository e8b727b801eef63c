//! What one plan with endless drives says of many machines: their pace, and whether their memory leaves a reserve.
//!
//! A plan holds wherever there is as much memory as it needs, so it is made with the most memory first and asked for the rest.

use engine::desk::Desk;
use engine::units::Bytes;

use super::seat::Seat;
use super::stock::ram;
use crate::machines::build::{self, Ideal};
use crate::machines::candidate::Candidate;
use crate::machines::drive::Volume;
use crate::machines::hosts;
use crate::machines::plan::Beside;
use crate::machines::workload::Workload;

impl Seat {
    /// What a plan comes to beside the processor with this memory and endless drives; none where no plan holds.
    ///
    /// A plan that was made for more memory than it needs is that of all machines with less that hold it.
    pub fn ideal(&mut self, work: &Workload, desk: &mut Desk, candidate: &Candidate, stock: usize) -> Option<Ideal> {
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

    /// Whether every machine with the memory lacks a reserve of it, by the plan with endless drives: that is the plan beside drives
    /// which nothing waits for, and whoever waits for slower ones may make do with less.
    pub fn is_tight(&self, stock: usize, ideal: &Ideal) -> bool {
        let is_served = |(drive, count): &Volume| self.place.is_served(&drive.spec.striped(*count), ideal.epoch);
        ram(&self.stocks[stock].kits) < ideal.ram_recommended && self.volumes.iter().all(is_served)
    }
}
