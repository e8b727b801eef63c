//! Power supplies, as classes and as they are sold, and what connectors, supplies and circuits carry.

use engine::units::Watts;

use super::PriceRange;
use crate::{Confidence, Evidence, Price};

/// A power supply as it is sold, or a class of them: a rating and an efficiency.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PowerSupplyEntry {
    /// Stable id (`psu-1000-gold`).
    pub id: &'static str,
    /// Name.
    pub name: &'static str,
    /// What it delivers inside the machine, without end.
    pub power: Watts,
    /// Efficiency class (`80 PLUS Gold`).
    pub efficiency_class: &'static str,
    /// Share of the power from the wall that arrives at half load and 115 V, which the class demands.
    pub efficiency_115v: Option<f64>,
    /// Share of the power from the wall that arrives at half load and 230 V, which the class demands; none where the class has
    /// no such test.
    pub efficiency_230v: Option<f64>,
    /// 16-pin connectors of a typical supply of this rating that has any; none where no listing of the rating counts them.
    pub pin16: Option<u64>,
    /// Models of this rating that list a 16-pin connector, and all models that were counted.
    pub models_with_pin16: (u64, u64),
    /// 8-pin PCI Express connectors; none where no source counts them.
    pub pin8: Option<u64>,
    /// Delivers its rating at 200 to 240 V only, as a rule.
    pub needs_200v: bool,
    /// What supplies of the class cost; none where no listings were found, and for products.
    pub price: Option<PriceRange>,
    /// What is known of it as a product; none for a class.
    pub product: Option<SupplyProduct>,
    /// Trust in the row.
    pub confidence: Confidence,
    /// Where the figures come from.
    pub source: &'static str,
}

impl PowerSupplyEntry {
    /// Its price, or the median of its class.
    #[must_use]
    pub fn usual_price(&self) -> Option<Price> {
        self.product.map_or_else(|| self.price.map(|range| range.median()), |product| product.price)
    }
}

/// Sizes of power supplies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SupplyForm {
    /// 150 x 86 mm, and as long as it takes.
    Atx,
    /// 125 x 63.5 x 100 mm, for small cases.
    Sfx,
    /// SFX with a length of 125 or 130 mm.
    SfxL,
}

impl SupplyForm {
    /// The name that makers write.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Atx => "ATX",
            Self::Sfx => "SFX",
            Self::SfxL => "SFX-L",
        }
    }
}

/// What is known of a power supply as it is sold.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SupplyProduct {
    /// Who makes it.
    pub maker: &'static str,
    /// The maker's number of it, where it was found.
    pub part_number: Option<&'static str>,
    /// Size.
    pub form: SupplyForm,
    /// Length in millimeters.
    pub length_mm: f64,
    /// Built to ATX 3.0 or later: it survives their excursions.
    pub is_atx3: bool,
    /// 8-pin PCI Express connectors that are left with all 16-pin ones in use; none where no source counts them.
    pub pin8_beside_pin16: Option<u64>,
    /// 8-pin connectors of the processor's kind (EPS); none where no source counts them.
    pub eps8: Option<u64>,
    /// Connectors for SATA drives; none where no source counts them.
    pub sata: Option<u64>,
    /// Class of its noise (`Cybenetics A`), where it was found.
    pub noise_class: Option<&'static str>,
    /// Latest known price.
    pub price: Option<Price>,
    /// Whether its figures were read or remembered.
    pub evidence: Evidence,
}

/// A figure or a custom of power: what a connector, a supply or a circuit carries.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rule {
    /// Stable id (`circuit-120v-15a`).
    pub id: &'static str,
    /// The figure; none where the rule is a custom without one.
    pub value: Option<f64>,
    /// What the figure counts.
    pub unit: RuleUnit,
    /// Volts of a circuit.
    pub volts: Option<f64>,
    /// Amperes of a circuit or inlet.
    pub amperes: Option<f64>,
    /// How long an excursion may last, in milliseconds.
    pub milliseconds: Option<f64>,
    /// Most of the time that such excursions may take up, in percent.
    pub duty_percent: Option<f64>,
    /// The rule in a sentence.
    pub statement: &'static str,
    /// The rule in a Chinese sentence.
    pub statement_zh: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// Whether that was read or remembered.
    pub evidence: Evidence,
    /// Trust in it.
    pub confidence: Confidence,
}

/// What the figure of a rule counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RuleUnit {
    /// Watts inside the machine.
    Watts,
    /// Watts at the wall.
    WattsAtTheWall,
    /// Percent of a power supply's rating.
    PercentOfRating,
    /// There is no figure.
    None,
}

impl Rule {
    /// The figure as power; none for figures of other units.
    #[must_use]
    pub fn power(&self) -> Option<Watts> {
        self.value.filter(|_| matches!(self.unit, RuleUnit::Watts | RuleUnit::WattsAtTheWall)).map(Watts::new)
    }

    /// The figure as a share of a power supply's rating, 1 for all of it; none for figures of other units.
    #[must_use]
    pub fn share_of_rating(&self) -> Option<f64> {
        self.value.filter(|_| self.unit == RuleUnit::PercentOfRating).map(|percent| percent / 100.0)
    }
}
