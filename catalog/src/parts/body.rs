//! What an accelerator needs of the case and the power supply.

use engine::units::Watts;

/// How an accelerator is built and fed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GpuBody {
    /// How it is mounted.
    pub form: GpuForm,
    /// Who moves the air.
    pub cooling: Cooling,
    /// Slots that the maker's own card covers (2.5 for two and a half).
    pub slot_width: Option<f64>,
    /// Length of the maker's own card in millimeters.
    pub length_mm: Option<f64>,
    /// Sizes of the cards that other companies sell.
    pub partner_cards: Option<PartnerCards>,
    /// Power connectors of the maker's own card as the source has them (`1x 6-pin + 1x 8-pin`); other companies' cards can differ.
    pub connectors: Option<&'static str>,
    /// Power connectors counted by kind; none where the source gives no count.
    pub inputs: Option<PowerInputs>,
    /// The power supply that is recommended for a machine with one such card.
    pub system_power: Option<SystemPower>,
    /// Where sizes and connectors come from; none where neither is known.
    pub source: Option<&'static str>,
}

/// How an accelerator is mounted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GpuForm {
    /// A card in a PCI Express slot.
    Card,
    /// A module of NVIDIA's baseboards.
    Sxm,
    /// A module of the Open Compute Project's accelerator baseboards, or of a vendor's own like them.
    Oam,
    /// A package with its processor, sold as a node (Grace Hopper, Grace Blackwell).
    Superchip,
    /// A part of a computer that cannot be bought alone.
    Computer,
}

/// Who moves the air through an accelerator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cooling {
    /// Its own fans, which leave the warm air in the case.
    Fans,
    /// Its own fan, which blows the warm air out at the back: cards can stand side by side.
    Blower,
    /// The fans of a server chassis; in a desktop it overheats.
    Passive,
    /// The server that the module is part of, by air or liquid.
    Server,
}

/// Sizes of the cards that other companies than the chip's vendor sell.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PartnerCards {
    /// Median length in millimeters.
    pub median_length_mm: f64,
    /// Length of the longest in millimeters.
    pub longest_mm: f64,
    /// Slots that the thickest covers.
    pub most_slots: f64,
}

/// Power connectors, counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PowerInputs {
    /// 16-pin connectors (12VHPWR, 12V-2x6).
    pub pin16: u64,
    /// 12-pin connectors of the RTX 30 series; such a card comes with an adapter from 8-pin connectors.
    pub pin12: u64,
    /// 8-pin (6+2-pin) PCI Express connectors.
    pub pin8: u64,
    /// 6-pin PCI Express connectors.
    pub pin6: u64,
    /// 8-pin connectors of the processor's kind (EPS), for which desktop power supplies need an adapter.
    pub eps8: u64,
}

/// A recommended power supply.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SystemPower {
    /// Rating of the supply.
    pub power: Watts,
    /// Who recommends it.
    pub source: &'static str,
}
