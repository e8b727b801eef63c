//! The machine of a scenario that names its card: what bills of materials list and comparisons price.

use catalog::{Confidence, Cooling, Evidence, GpuBody, GpuEntry, GpuForm, Segment};
use engine::desk::{Desk, Figures};
use engine::hardware::{Gpu, Hardware as Machine, Vendor};
use engine::units::GIB;
use scenario::parts::CUSTOM;

use super::base;
use super::build::{self, Build};
use super::candidate::Candidate;
use super::drive;
use super::memory::Kits;
use super::order::Order;
use super::part::{PartKind, PartReason};
use super::platform::Platform;
use scenario::error::FieldError;
use scenario::pin::pin;
use scenario::resolve::resolve;
use wire::v1::Scenario;
use wire::v1::scenario::{GpuChoice, Hardware};

/// The machine of a scenario: the hardware that its estimate counts with, defaults and all, and the board, supply and case
/// that carry it. It is the one way from a scenario to a machine: pages, files and answers that list, price or compare a
/// machine have it from here, so that none of them shows another one. None where the catalog has no part of a kind.
///
/// # Errors
/// Every field at fault.
pub fn machine_of(asked: &Scenario) -> Result<Option<Build>, Vec<FieldError>> {
    machine_at(&mut Desk::default(), asked)
}

/// The machine of a scenario, as [`machine_of`], at a desk that may have played its steps before.
///
/// # Errors
/// Every field at fault.
pub fn machine_at(desk: &mut Desk, asked: &Scenario) -> Result<Option<Build>, Vec<FieldError>> {
    let request = resolve(asked)?;
    Ok(of_figures(asked, desk.figures(&request)))
}

/// The machine of a scenario whose figures are worked out.
#[must_use]
pub fn of_figures(asked: &Scenario, plan: Figures) -> Option<Build> {
    let scenario = pin(asked, &plan.scenario);
    let hardware = &plan.scenario.hardware;
    let candidate = candidate(asked, hardware);
    let order = Order::new(scenario.clone(), hardware.nodes, drive::least_capacity(&plan));
    if Platform::of(&candidate.entry, candidate.count) == Platform::Unified {
        return Some(build::computer(&order, &candidate, scenario, plan));
    }
    let mut build = build::build_as_stated(&order, &candidate, scenario, plan)?;
    tell_defaults(&mut build, &asked.hardware);
    Some(build)
}

/// The kits that the bill of a scenario lists for so much memory, of which every field is decided; none where its processor takes
/// no such capacity, or is part of one computer with its memory.
#[must_use]
pub fn kits_of(planned: &Scenario, hardware: &Machine, ram_gib: u64) -> Option<Kits> {
    let mut asked = planned.clone();
    asked.hardware.ram_gib = Some(ram_gib);
    let candidate = candidate(planned, hardware);
    if Platform::of(&candidate.entry, candidate.count) == Platform::Unified {
        return None;
    }
    let order = Order::new(asked, hardware.nodes, 0.0);
    base::kits(&order, &candidate, ram_gib)
}

/// The cards of a scenario, as it names or describes them.
fn candidate(asked: &Scenario, hardware: &Machine) -> Candidate {
    let entry = asked.hardware.gpu.as_ref().and_then(GpuChoice::id).and_then(catalog::gpu).copied();
    Candidate { entry: entry.unwrap_or_else(|| custom(hardware.gpu)), count: hardware.gpu_count }
}

/// Nobody asked for what is a default.
fn tell_defaults(build: &mut Build, asked: &Hardware) {
    let ram = &build.answer.ram;
    let planned = PartReason::Ram { peak: ram.peak.0, recommended_gib: ram.recommended.0 / GIB };
    for part in &mut build.parts {
        match part.kind {
            PartKind::Cpu if asked.cpu.is_none() => part.reason = PartReason::Default,
            PartKind::Storage if asked.storage.is_none() => part.reason = PartReason::Default,
            PartKind::Memory if asked.ram_gib.is_none() => part.reason = planned,
            _ => {}
        }
    }
}

/// A card that was described by its figures, as a row of the catalog: a card with fans in a slot, of which nothing else is
/// known.
fn custom(spec: Gpu) -> GpuEntry {
    GpuEntry {
        id: CUSTOM,
        name: "custom card",
        aliases: &[],
        vendor: match spec.vendor {
            Vendor::Nvidia => "NVIDIA",
            Vendor::Amd => "AMD",
            Vendor::Intel => "Intel",
            Vendor::Huawei => "Huawei",
            Vendor::Apple => "Apple",
        },
        architecture: "",
        segment: Segment::Workstation,
        launch: "",
        marketing_gb: spec.memory.0 / GIB,
        memory_type: "",
        spec,
        processor: None,
        devices_per_board: 1,
        tensor_evidence: Evidence::None,
        confidence: Confidence::Medium,
        price: None,
        launch_price: None,
        body: GpuBody {
            form: GpuForm::Card,
            cooling: Cooling::Fans,
            slot_width: None,
            length_mm: None,
            partner_cards: None,
            connectors: None,
            inputs: None,
            system_power: None,
            source: None,
        },
        source: "",
    }
}
