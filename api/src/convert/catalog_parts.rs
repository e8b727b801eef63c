//! Lists of the catalog that a build plan needs beside the figures of a run.

use ::catalog as data;

use super::catalog_products::supply;
use super::catalog_row::{confidence, evidence, list, price};
use engine::units::{Bytes, GB, GIB};
use wire::v1::catalog as v1;

/// Every class of boards.
#[must_use]
pub fn platforms() -> v1::List<v1::Platform> {
    list(data::platforms(), platform)
}

/// A class of boards.
#[must_use]
pub fn platform(entry: &data::PlatformEntry) -> v1::Platform {
    v1::Platform {
        id: entry.id.to_owned(),
        name: entry.name.to_owned(),
        vendor: entry.vendor.to_owned(),
        kind: match entry.kind {
            data::PlatformKind::Desktop => "desktop",
            data::PlatformKind::Workstation => "workstation",
            data::PlatformKind::Server => "server",
            data::PlatformKind::Baseboard => "baseboard",
        }
        .to_owned(),
        sockets: entry.sockets.iter().map(|socket| (*socket).to_owned()).collect(),
        processors: entry.processors,
        families: entry.families.to_owned(),
        max_gpus_x16: entry.max_gpus_x16,
        max_gpus_x8: entry.max_gpus_x8,
        dual_slot_cards: entry.dual_slot_cards,
        gpu_note: entry.gpu_note.to_owned(),
        memory_slots: entry.memory_slots,
        memory_type: entry.memory_type.to_owned(),
        max_memory_gib: entry.max_memory.0 / GIB,
        memory_channels: entry.memory_channels,
        ecc: ecc(entry.ecc),
        pcie_gen: entry.pcie_generation,
        pcie_lanes: entry.pcie_lanes,
        board_form: entry.board_form.to_owned(),
        board_price: entry.board_price.as_ref().map(range),
        confidence: confidence(entry.confidence),
        source: entry.source.to_owned(),
    }
}

/// Every power supply, and class of them.
#[must_use]
pub fn power_supplies() -> v1::List<v1::PowerSupply> {
    list(data::power_supplies(), power_supply)
}

/// A power supply, or a class of them.
#[must_use]
pub fn power_supply(entry: &data::PowerSupplyEntry) -> v1::PowerSupply {
    let (models_with_pin16, models_counted) = entry.models_with_pin16;
    v1::PowerSupply {
        id: entry.id.to_owned(),
        name: entry.name.to_owned(),
        power_w: entry.power.get(),
        efficiency_class: entry.efficiency_class.to_owned(),
        efficiency_115v: entry.efficiency_115v,
        efficiency_230v: entry.efficiency_230v,
        pin16: entry.pin16,
        models_with_pin16,
        models_counted,
        pin8: entry.pin8,
        needs_200v: entry.needs_200v,
        price: entry.price.as_ref().map(range),
        product: entry.product.as_ref().map(supply),
        confidence: confidence(entry.confidence),
        source: entry.source.to_owned(),
    }
}

/// Every link between nodes.
#[must_use]
pub fn networks() -> v1::List<v1::Network> {
    list(data::networks(), network)
}

/// A link between nodes.
#[must_use]
pub fn network(entry: &data::NetworkEntry) -> v1::Network {
    v1::Network {
        id: entry.id.to_owned(),
        name: entry.name.to_owned(),
        kind: match entry.kind {
            data::NetworkKind::Ethernet => "ethernet",
            data::NetworkKind::Infiniband => "infiniband",
        }
        .to_owned(),
        rate_gb_per_s: entry.rate.get() / GB,
        standard: entry.standard.to_owned(),
        pcie_gen: entry.slot.generation,
        pcie_lanes: entry.slot.lanes,
        price: entry.price.as_ref().map(price),
        evidence: evidence(entry.evidence),
        confidence: confidence(entry.confidence),
        source: entry.source.to_owned(),
    }
}

/// Every offer of a rented machine.
#[must_use]
pub fn cloud_offers() -> v1::List<v1::CloudOffer> {
    list(data::cloud_offers(), cloud_offer)
}

/// An offer of a rented machine.
#[must_use]
pub fn cloud_offer(entry: &data::CloudOffer) -> v1::CloudOffer {
    v1::CloudOffer {
        id: entry.id.to_owned(),
        provider: entry.provider.to_owned(),
        instance: entry.instance.to_owned(),
        gpu: entry.gpu.to_owned(),
        gpu_count: entry.gpu_count,
        vcpus: entry.vcpus,
        memory_gib: entry.memory.map(Bytes::as_gib),
        price_per_hour: entry.usd_per_hour,
        spot_price_per_hour: entry.spot_usd_per_hour,
        currency: "USD".to_owned(),
        region: entry.region.to_owned(),
        date: entry.date.map(str::to_owned),
        source: entry.source.to_owned(),
        confidence: confidence(entry.confidence),
    }
}

/// Every rule of power and circuits.
#[must_use]
pub fn rules() -> v1::List<v1::Rule> {
    list(data::rules(), rule)
}

/// A rule of power and circuits.
#[must_use]
pub fn rule(entry: &data::Rule) -> v1::Rule {
    v1::Rule {
        id: entry.id.to_owned(),
        value: entry.value,
        unit: match entry.unit {
            data::RuleUnit::Watts => "W",
            data::RuleUnit::WattsAtTheWall => "W at the wall",
            data::RuleUnit::PercentOfRating => "% of rating",
            data::RuleUnit::None => "",
        }
        .to_owned(),
        volts: entry.volts,
        amperes: entry.amperes,
        milliseconds: entry.milliseconds,
        duty_percent: entry.duty_percent,
        statement: entry.statement.to_owned(),
        evidence: evidence(entry.evidence),
        confidence: confidence(entry.confidence),
        source: entry.source.to_owned(),
    }
}

/// What an accelerator needs of the case and the power supply.
pub(super) fn body(body: &data::GpuBody) -> v1::GpuBody {
    v1::GpuBody {
        form: match body.form {
            data::GpuForm::Card => v1::GpuForm::Card,
            data::GpuForm::Sxm => v1::GpuForm::Sxm,
            data::GpuForm::Oam => v1::GpuForm::Oam,
            data::GpuForm::Superchip => v1::GpuForm::Superchip,
            data::GpuForm::Computer => v1::GpuForm::Computer,
        },
        cooling: match body.cooling {
            data::Cooling::Fans => v1::Cooling::Fans,
            data::Cooling::Blower => v1::Cooling::Blower,
            data::Cooling::Passive => v1::Cooling::Passive,
            data::Cooling::Server => v1::Cooling::Server,
        },
        slot_width: body.slot_width,
        length_mm: body.length_mm,
        partner_cards: body.partner_cards.map(|cards| v1::PartnerCards {
            median_length_mm: cards.median_length_mm,
            longest_mm: cards.longest_mm,
            most_slots: cards.most_slots,
        }),
        connectors: body.connectors.map(str::to_owned),
        power_inputs: body.inputs.map(|inputs| {
            let data::PowerInputs { pin16, pin12, pin8, pin6, eps8 } = inputs;
            v1::PowerInputs { pin16, pin12, pin8, pin6, eps8 }
        }),
        recommended_supply_w: body.system_power.map(|system| system.power.get()),
        recommended_by: body.system_power.map(|system| system.source.to_owned()),
        source: body.source.map(str::to_owned),
    }
}

pub(super) const fn ecc(ecc: data::Ecc) -> v1::Ecc {
    match ecc {
        data::Ecc::Yes => v1::Ecc::Yes,
        data::Ecc::SomeBoards => v1::Ecc::SomeBoards,
        data::Ecc::No => v1::Ecc::No,
    }
}

pub(super) const fn memory_rates(rates: data::MemoryRates) -> v1::MemoryRates {
    let data::MemoryRates { one_per_channel, two_per_channel, two_single_rank, one_only, unverified } = rates;
    v1::MemoryRates { one_per_channel, two_per_channel, two_single_rank, one_only, unverified }
}

/// What a part once cost, oldest first.
pub(super) fn history(part: &str) -> Vec<v1::PricePoint> {
    let point = |point: &data::PricePoint| v1::PricePoint {
        low: point.low_usd,
        high: point.high_usd,
        currency: "USD".to_owned(),
        date: point.date.to_owned(),
        source: point.source.to_owned(),
        confidence: confidence(point.confidence),
    };
    data::price_history(part).iter().map(point).collect()
}

fn range(range: &data::PriceRange) -> v1::PriceRange {
    v1::PriceRange {
        low: range.low_usd,
        median: range.median_usd,
        high: range.high_usd,
        currency: "USD".to_owned(),
        date: range.date.to_owned(),
        source: range.source.to_owned(),
    }
}
