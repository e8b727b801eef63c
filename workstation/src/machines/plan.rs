//! The plan of a workload on one machine: the single place that asks the engine's search.

use engine::desk::quick_at;
use engine::desk::{Desk, Figures};
use engine::estimate::Plan;
use engine::hardware::{Cpu, Storage, Vendor};
use engine::inputs::{Constraints, Field, Request};
use engine::search::lighter;
use engine::training::Method;
use engine::training::MethodKind;
use engine::units::Bytes;

use scenario::resolve::resolve;
use wire::v1::Scenario;

/// Searches for a plan with room to spare, each for a card smaller by what the last one lacked.
const TRIES: u64 = 4;

/// The best plan on a machine whose hardware is given: one that holds even if the run takes the high end of what is
/// expected, of at most `room` bytes of a card where the driver gives no more; the best that just holds where none does.
/// None where the scenario cannot be asked of such a card, or where no plan on it keeps the constraints.
///
/// The deadline is left to the caller that compares machines: one that misses it still says by how much.
pub fn plan_on(desk: &mut Desk, asked: &Scenario, room: Option<Bytes>) -> Option<Figures> {
    plan_beside(desk, asked, room, None)
}

/// A host by its figures, in place of one that can be bought.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Beside {
    /// The processor.
    pub cpu: Cpu,
    /// Installed memory.
    pub ram: Bytes,
    /// The drive.
    pub storage: Storage,
}

/// The best plan, as [`plan_on`], on the host that `beside` describes where one is given.
pub fn plan_beside(desk: &mut Desk, asked: &Scenario, room: Option<Bytes>, beside: Option<&Beside>) -> Option<Figures> {
    // Named parts are the business of who builds the machine: nothing that a run takes depends on them.
    let mut request = resolve(&without_parts(asked)).ok()?;
    if let Some(Beside { cpu, ram, storage }) = beside {
        let hardware = &mut request.scenario.hardware;
        (hardware.cpu, hardware.ram, hardware.storage) = (*cpu, *ram, *storage);
        request.open.retain(|field| *field != Field::Ram);
    }
    request.constraints.deadline = None;
    if request.scenario.hardware.gpu.vendor != Vendor::Nvidia {
        without_bitsandbytes(&mut request)?;
    }
    let whole = request.scenario.hardware.clone();
    let mut best: Option<Figures> = None;
    for turn in 0..TRIES {
        let Some(plan) = find_plan(desk, &request) else { break };
        let mut scenario = plan.scenario;
        scenario.hardware.gpu = whole.gpu;
        let figures = desk.figures(&Request { scenario, open: Vec::new(), constraints: Constraints::default() });
        let available = available(&figures, room);
        let excess = figures.vram.range.1.saturating_sub(available);
        let is_roomy = excess == Bytes::ZERO && figures.vram.fit.fits();
        // On a smaller card nothing may fit, and the search names what is nearest.
        if is_roomy || best.is_none() {
            best = Some(if is_roomy && turn > 0 { relieve(desk, &request, figures, room) } else { figures });
        }
        if is_roomy || !plan.fits {
            break;
        }
        let smaller = request.scenario.hardware.gpu.memory.saturating_sub(excess);
        if excess == Bytes::ZERO || smaller == Bytes::ZERO {
            break;
        }
        request.scenario.hardware.gpu.memory = smaller;
    }
    best
}

fn without_parts(asked: &Scenario) -> Scenario {
    let mut asked = asked.clone();
    asked.hardware.parts = None;
    asked
}

/// A plan that was made for a smaller card, without what only that one needed: each step back that leaves a reserve on the
/// whole card and is no slower, with a batch of its own.
fn relieve(desk: &mut Desk, request: &Request, mut plan: Figures, room: Option<Bytes>) -> Figures {
    let settled = [Field::MicroBatchSize, Field::NumWorkers, Field::PrefetchFactor, Field::PinMemory, Field::PersistentWorkers];
    let open: Vec<Field> = settled.into_iter().chain([Field::Cache]).filter(|field| request.open.contains(field)).collect();
    // Another batch would be another share of a global one.
    if request.constraints.global_batch_size.is_some() {
        return plan;
    }
    let lacks = |figures: &Figures| figures.ram.recommended > figures.scenario.hardware.ram;
    loop {
        let lighter = lighter(request, &plan.scenario).into_iter().find_map(|scenario| {
            let other = desk.figures(&Request { scenario, open: open.clone(), constraints: Constraints::default() });
            let is_roomy = other.vram.range.1 <= available(&other, room) && other.vram.fit.fits();
            let holds = other.ram.minimum <= other.scenario.hardware.ram && (lacks(&plan) || !lacks(&other));
            (is_roomy && holds && other.speed.epoch <= plan.speed.epoch).then_some(other)
        });
        match lighter {
            Some(lighter) => plan = lighter,
            None => return plan,
        }
    }
}

/// What a run may take of each card.
pub fn available(figures: &Figures, room: Option<Bytes>) -> Bytes {
    let driver = figures.vram.capacity.saturating_sub(figures.vram.desktop);
    room.map_or(driver, |room| room.min(driver))
}

/// The search's plan; optimizers of bitsandbytes only where they were allowed.
fn find_plan(desk: &mut Desk, request: &Request) -> Option<Plan> {
    let plan = quick_at(desk, request).ok()?;
    let is_allowed = request.scenario.hardware.gpu.vendor == Vendor::Nvidia;
    if is_allowed || !plan.scenario.training.optimizer.needs_bitsandbytes() {
        return Some(plan);
    }
    let mut other = request.clone();
    other.open.retain(|field| *field != Field::Optimizer);
    quick_at(desk, &other).ok()
}

/// Leaves out what is computed by bitsandbytes, which is built for CUDA first; none where it was asked for.
fn without_bitsandbytes(request: &mut Request) -> Option<()> {
    let Request { scenario, open, constraints } = request;
    let is_quantized = matches!(scenario.training.method, Method::Qlora(..));
    let is_of_bitsandbytes = scenario.training.optimizer.needs_bitsandbytes();
    if (is_quantized && !open.contains(&Field::Method)) || (is_of_bitsandbytes && !open.contains(&Field::Optimizer)) {
        return None;
    }
    if constraints.methods.is_empty() {
        constraints.methods = scenario.methods().collect();
    }
    constraints.methods.retain(|method| *method != MethodKind::Qlora);
    (!constraints.methods.is_empty()).then_some(())
}
