//! What it costs to change hardware: the prices of the parts that a change buys.

use catalog::Price;
use engine::estimate::Change;
use engine::hardware::Hardware as Machine;
use engine::units::GIB;
use wire::v1::Scenario;
use wire::v1::scenario::GpuChoice;
use wording::format::cents;

use super::candidate::card_price;
use super::{base, drive, given};

/// What changes of a plan buy.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Bought {
    /// Nothing: they are settings.
    Nothing,
    /// Parts of which the catalog has no price for one at least.
    Unpriced,
    /// Parts for so many dollars.
    For {
        /// All of them, in US dollars.
        usd: f64,
        /// Month of the oldest price, `2025-10`.
        as_of: &'static str,
    },
}

impl Bought {
    /// The parts that changes buy for a plan of which every field is decided, on this hardware; what they replace is sold for
    /// nothing, and what they force beside them is not in it.
    #[must_use]
    pub fn by(changes: &[Change], planned: &Scenario, hardware: &Machine) -> Self {
        let mut bought = Self::Nothing;
        let (nodes, drives) = (hardware.nodes, planned.hardware.storage_count.unwrap_or(1));
        let card = planned.hardware.gpu.as_ref().and_then(GpuChoice::id);
        let boards = |id: &str, devices: u64| {
            let entry = catalog::gpu(id)?;
            Some((card_price(entry), devices.div_ceil(entry.devices_per_board.max(1)) * nodes))
        };
        for change in changes {
            let part = match change {
                Change::Gpu(offer) => boards(offer.id, hardware.gpu_count),
                Change::GpuCount(count) => card.and_then(|id| boards(id, count.saturating_sub(hardware.gpu_count))),
                Change::Cpu(offer) => catalog::cpu(offer.id).map(|entry| (base::price(entry), nodes)),
                Change::Storage(offer) => catalog::storage(offer.id).map(|entry| (drive::price(entry), drives * nodes)),
                Change::Ram(ram) => Some(match given::kits_of(planned, hardware, ram.0.div_ceil(GIB)) {
                    Some(kits) if kits.is_there() => continue,
                    Some(kits) => (kits.price, kits.quantity * nodes),
                    None => (None, 1),
                }),
                _ => continue,
            };
            bought = bought.and(part);
        }
        bought
    }

    /// With one more part, so many times.
    fn and(self, part: Option<(Option<Price>, u64)>) -> Self {
        let Some((Some(price), quantity)) = part else { return Self::Unpriced };
        let (cost, month) = (cents(price.usd) * quantity as f64, price.date.get(..7).unwrap_or(price.date));
        match self {
            Self::Nothing => Self::For { usd: cost, as_of: month },
            Self::Unpriced => Self::Unpriced,
            Self::For { usd, as_of } => Self::For { usd: usd + cost, as_of: as_of.min(month) },
        }
    }
}
