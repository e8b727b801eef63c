//! Coolers of processors.

use engine::units::Watts;

use crate::{Confidence, Evidence, Price};

/// How a cooler gets rid of the heat, with the size that decides whether a case takes it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum CoolerKind {
    /// Fins above the processor.
    Air {
        /// Height above the board in millimeters.
        height_mm: f64,
    },
    /// A radiator in the case.
    Liquid {
        /// Length of the radiator by its fans, in millimeters.
        radiator_mm: u64,
    },
}

/// Who says what a cooler takes away.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CoolerRating {
    /// Its maker, on the high side as a rule.
    Maker,
    /// Reviews that loaded it for long: recalled, and rough.
    Reviews,
}

/// A cooler as it is sold.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CoolerEntry {
    /// Stable id (`noctua-nh-d15-g2`).
    pub id: &'static str,
    /// Full name with the maker's.
    pub name: &'static str,
    /// Who makes it.
    pub maker: &'static str,
    /// The maker's number of it.
    pub part_number: &'static str,
    /// What kind it is.
    pub kind: CoolerKind,
    /// Sockets that it fits, as `CpuEntry::socket` has them.
    pub sockets: &'static [&'static str],
    /// What it takes away for long, and who says so; none where neither is known.
    pub sustained: Option<(Watts, CoolerRating)>,
    /// Its noise at most, as its maker states it.
    pub noise_dba: Option<f64>,
    /// It hangs over the first slot of usual boards.
    pub covers_first_slot: bool,
    /// Latest known price.
    pub price: Option<Price>,
    /// Whether kind, size and sockets were read or remembered.
    pub evidence: Evidence,
    /// Trust in the row.
    pub confidence: Confidence,
    /// Where the figures come from.
    pub source: &'static str,
}
