//! Products of the catalog on the wire.

use ::catalog as data;
use data::{CoolerKind, CoolerRating};
use engine::units::{GIB, Watts};
use wire::v1::catalog as v1;

use super::catalog_row::{confidence, evidence, list, price};

/// Every board.
#[must_use]
pub fn boards() -> v1::List<v1::Board> {
    list(data::boards(), board)
}

/// A board.
#[must_use]
pub fn board(entry: &data::BoardEntry) -> v1::Board {
    v1::Board {
        id: entry.id.to_owned(),
        name: entry.name.to_owned(),
        maker: entry.maker.to_owned(),
        part_number: entry.part_number.map(str::to_owned),
        platform: entry.platform.to_owned(),
        chipset: entry.chipset.to_owned(),
        form: entry.form.as_str().to_owned(),
        launch: Some(entry.launch.to_owned()).filter(|month| !month.is_empty()),
        memory_type: entry.memory_type.to_owned(),
        memory_slots: entry.memory_slots,
        max_memory_gib: entry.max_memory.0 / GIB,
        ecc: entry.ecc,
        slots: entry
            .slots
            .iter()
            .map(|slot| v1::BoardSlot { row: slot.row, pcie_gen: slot.generation, is_of_processor: slot.is_of_processor })
            .collect(),
        lanes: entry.lanes.iter().map(|lanes| lanes.to_vec()).collect(),
        m2_pcie_gens: entry.m2.to_vec(),
        m2_sharing_lanes: entry.m2_shared,
        u2_ports: entry.u2,
        sata_ports: entry.sata,
        display_outputs: entry.display_outputs,
        has_bmc: entry.has_bmc,
        flashes_alone: entry.flashes_alone,
        price: entry.price.as_ref().map(price),
        wiring: evidence(entry.wiring),
        confidence: confidence(entry.confidence),
        source: entry.source.to_owned(),
    }
}

/// Every cooler.
#[must_use]
pub fn coolers() -> v1::List<v1::Cooler> {
    list(data::coolers(), cooler)
}

/// A cooler.
#[must_use]
pub fn cooler(entry: &data::CoolerEntry) -> v1::Cooler {
    let (kind, height_mm, radiator_mm) = match entry.kind {
        CoolerKind::Air { height_mm } => ("air", Some(height_mm), None),
        CoolerKind::Liquid { radiator_mm } => ("liquid", None, Some(radiator_mm)),
    };
    v1::Cooler {
        id: entry.id.to_owned(),
        name: entry.name.to_owned(),
        maker: entry.maker.to_owned(),
        part_number: entry.part_number.to_owned(),
        kind: kind.to_owned(),
        height_mm,
        radiator_mm,
        sockets: texts(entry.sockets),
        sustained_w: entry.sustained.map(|(power, _)| power.get()),
        sustained_from: entry.sustained.map(|(_, from)| {
            match from {
                CoolerRating::Maker => "maker",
                CoolerRating::Reviews => "reviews",
            }
            .to_owned()
        }),
        noise_dba: entry.noise_dba,
        covers_first_slot: entry.covers_first_slot,
        price: entry.price.as_ref().map(price),
        evidence: evidence(entry.evidence),
        confidence: confidence(entry.confidence),
        source: entry.source.to_owned(),
    }
}

/// Every case.
#[must_use]
pub fn cases() -> v1::List<v1::Case> {
    list(data::cases(), case)
}

/// A case.
#[must_use]
pub fn case(entry: &data::CaseEntry) -> v1::Case {
    v1::Case {
        id: entry.id.to_owned(),
        name: entry.name.to_owned(),
        maker: entry.maker.to_owned(),
        part_number: entry.part_number.to_owned(),
        kind: entry.kind.as_str().to_owned(),
        boards: entry.boards.iter().map(|form| form.as_str().to_owned()).collect(),
        rows: entry.rows,
        card_length_mm: entry.card_length_mm,
        cooler_height_mm: entry.cooler_height_mm,
        radiators_mm: entry.radiators_mm.map(<[u64]>::to_vec),
        supply_forms: entry.supply_forms.iter().map(|form| form.as_str().to_owned()).collect(),
        supply_length_mm: entry.supply_length_mm,
        supplies: entry.supplies,
        bays_3_5: entry.bays_3_5,
        bays_2_5: entry.bays_2_5,
        height_u: entry.height_u,
        size_mm: entry.size_mm,
        volume_l: entry.volume_l,
        fans: entry.fans,
        is_silenced: entry.is_silenced,
        price: entry.price.as_ref().map(price),
        evidence: evidence(entry.evidence),
        confidence: confidence(entry.confidence),
        source: entry.source.to_owned(),
    }
}

/// Every whole system.
#[must_use]
pub fn servers() -> v1::List<v1::Server> {
    list(data::servers(), server)
}

/// A whole system.
#[must_use]
pub fn server(entry: &data::ServerEntry) -> v1::Server {
    v1::Server {
        id: entry.id.to_owned(),
        name: entry.name.to_owned(),
        maker: entry.maker.to_owned(),
        part_number: entry.part_number.to_owned(),
        modules: texts(entry.modules),
        accelerators: entry.accelerators,
        pcie_lanes: entry.lanes,
        pcie_gen: entry.generation,
        has_switches: entry.has_switches,
        height_u: entry.height_u,
        sockets: texts(entry.sockets),
        processors: entry.processors,
        memory_slots: entry.memory_slots,
        max_memory_gib: entry.max_memory.0 / GIB,
        installed_memory_gib: entry.installed_memory.map(|memory| memory.0 / GIB),
        nvme_bays: entry.nvme_bays,
        supplies: entry.supplies.map(|(count, _)| count),
        supply_w: entry.supplies.map(|(_, rating)| rating.get()),
        redundancy: entry.redundancy.map(str::to_owned),
        max_power_w: entry.max_power.map(Watts::get),
        needs_200v: entry.needs_200v,
        network: entry.network.map(str::to_owned),
        is_liquid_cooled: entry.is_liquid_cooled,
        price: entry.price.as_ref().map(price),
        evidence: evidence(entry.evidence),
        confidence: confidence(entry.confidence),
        source: entry.source.to_owned(),
    }
}

/// What is known of a power supply as it is sold.
pub(super) fn supply(product: &data::SupplyProduct) -> v1::SupplyProduct {
    v1::SupplyProduct {
        maker: product.maker.to_owned(),
        part_number: product.part_number.map(str::to_owned),
        form: product.form.as_str().to_owned(),
        length_mm: product.length_mm,
        is_atx3: product.is_atx3,
        pin8_beside_pin16: product.pin8_beside_pin16,
        eps8: product.eps8,
        sata: product.sata,
        noise_class: product.noise_class.map(str::to_owned),
        price: product.price.as_ref().map(price),
        evidence: evidence(product.evidence),
    }
}

fn texts(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}
