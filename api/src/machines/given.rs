//! The machine around hardware that is given: what a plan's bill of materials lists.

use catalog::{Confidence, Cooling, Evidence, GpuBody, GpuEntry, GpuForm};
use engine::answer::desk::Desk;
use engine::hardware::{Gpu, Vendor};

use super::build::{self, Build};
use super::market::Candidate;
use super::platform::Platform;
use super::{Order, drive};
use crate::error::FieldError;
use crate::pin::pin;
use crate::resolve::resolve;
use crate::v1::Scenario;
use crate::v1::scenario::GpuChoice;

/// Id of a card that was described by its figures.
pub const CUSTOM: &str = "custom";

/// The machine around the hardware that a scenario names: what it pins is kept, the rest is chosen as for machines to buy.
/// None where the catalog has no part of a kind.
///
/// # Errors
/// Every field at fault.
pub fn given(asked: &Scenario) -> Result<Option<Build>, Vec<FieldError>> {
    given_at(&mut Desk::default(), asked)
}

/// The same at a desk that may have played such steps before.
///
/// # Errors
/// Every field at fault.
pub fn given_at(desk: &mut Desk, asked: &Scenario) -> Result<Option<Build>, Vec<FieldError>> {
    let request = resolve(asked)?;
    let plan = desk.figures(&request);
    let hardware = &request.scenario.hardware;
    let entry = asked.hardware.gpu.as_ref().and_then(GpuChoice::id).and_then(catalog::gpu).copied();
    let candidate = Candidate { entry: entry.unwrap_or_else(|| custom(hardware.gpu)), count: hardware.gpu_count };
    let order = Order { asked: asked.clone(), nodes: hardware.nodes, on_drive: drive::least_capacity(&plan) };
    if Platform::of(&candidate.entry, candidate.count) == Platform::Unified {
        let scenario = pin(asked, &plan.scenario);
        return Ok(Some(build::computer(&order, &candidate, scenario, plan)));
    }
    Ok(build::around(&order, desk, &candidate, &plan))
}

/// A card that was described by its figures, as a row of the catalog: a card with fans in a slot, of which nothing else is
/// known.
fn custom(spec: Gpu) -> GpuEntry {
    GpuEntry {
        id: CUSTOM,
        name: "custom card",
        vendor: match spec.vendor {
            Vendor::Nvidia => "NVIDIA",
            Vendor::Amd => "AMD",
            Vendor::Intel => "Intel",
            Vendor::Huawei => "Huawei",
            Vendor::Apple => "Apple",
        },
        architecture: "",
        segment: "workstation",
        launch: "",
        marketing_gb: spec.memory.0 / engine::units::GIB,
        memory_type: "",
        spec,
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
