//! What one plan with endless drives says of many machines: their pace, and whether their memory leaves a reserve.
//!
//! A plan holds wherever there is as much memory as it needs, so it is made with the most memory first and asked for the rest.

use engine::desk::Desk;
use engine::units::Bytes;

use super::seat::Seat;
use super::stock::{Stock, ram};
use crate::machines::build::{self, Ideal};
use crate::machines::candidate::Candidate;
use crate::machines::drive::Volume;
use crate::machines::hosts;
use crate::machines::plan::Beside;
use crate::machines::refusal::Refusal;
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

    /// Whether every machine with the memory lacks a reserve of it, by the plan with endless drives.
    ///
    /// A plan stays the same with less memory as long as that holds it, and on drives that nothing waits for. One that waits for
    /// the slowest drives may make do with smaller batches: if that lacks a reserve too, all do.
    pub fn is_tight(
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
                    // Fewer drives or modules draw less and need less room: of reserves this says nothing.
                    Err(
                        Refusal::OverCircuit { .. }
                        | Refusal::NeedsHighVoltage { .. }
                        | Refusal::NoCase { .. }
                        | Refusal::WithoutNamed { .. },
                    ) => (ram(&kits), ram(&kits), false),
                    Err(_) => (ram(&kits), ram(&kits), true),
                });
            }
        }
        known(self, installed).unwrap_or_default()
    }
}
