//! Cases as they are sold.

use super::{BoardForm, SupplyForm};
use crate::{Confidence, Evidence, Price};

/// Kinds of cases.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CaseKind {
    /// A tower for boards of usual size.
    MidTower,
    /// A tower for large boards, with more rows of slots.
    FullTower,
    /// A tower for Micro-ATX boards.
    MiniTower,
    /// A small case for Mini-ITX boards.
    Small,
    /// For racks.
    Rack,
    /// A frame without walls.
    OpenFrame,
}

impl CaseKind {
    /// Its word.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::MidTower => "mid-tower",
            Self::FullTower => "full-tower",
            Self::MiniTower => "mini-tower",
            Self::Small => "small",
            Self::Rack => "rack",
            Self::OpenFrame => "open-frame",
        }
    }
}

/// A case as it is sold.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CaseEntry {
    /// Stable id (`fractal-design-torrent`).
    pub id: &'static str,
    /// Full name with the maker's.
    pub name: &'static str,
    /// Who makes it.
    pub maker: &'static str,
    /// The maker's number of it.
    pub part_number: &'static str,
    /// What kind it is.
    pub kind: CaseKind,
    /// Sizes of boards that it takes.
    pub boards: &'static [BoardForm],
    /// Rows for slots at the back.
    pub rows: u64,
    /// The longest card that it takes, in millimeters, with fans in front.
    pub card_length_mm: Option<f64>,
    /// The highest cooler that it takes, in millimeters above the board.
    pub cooler_height_mm: Option<f64>,
    /// Radiators that it takes somewhere, by their length in millimeters; none where its maker's word was not found.
    pub radiators_mm: Option<&'static [u64]>,
    /// Forms of power supplies that it takes.
    pub supply_forms: &'static [SupplyForm],
    /// The longest power supply that it takes, in millimeters.
    pub supply_length_mm: Option<f64>,
    /// Power supplies that it takes.
    pub supplies: u64,
    /// Places for drives of 3.5 inches.
    pub bays_3_5: Option<u64>,
    /// Places for drives of 2.5 inches.
    pub bays_2_5: Option<u64>,
    /// Height in rack units.
    pub height_u: Option<u64>,
    /// Width, height and depth in millimeters.
    pub size_mm: Option<[f64; 3]>,
    /// Volume in liters.
    pub volume_l: Option<f64>,
    /// Fans that come with it.
    pub fans: Option<u64>,
    /// Sold as silent, with walls that dampen sound.
    pub is_silenced: bool,
    /// Latest known price.
    pub price: Option<Price>,
    /// Whether the sizes were read or remembered.
    pub evidence: Evidence,
    /// Trust in the row.
    pub confidence: Confidence,
    /// Where the figures come from.
    pub source: &'static str,
}
