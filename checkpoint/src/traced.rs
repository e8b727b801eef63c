//! A network of anybody's own, from what the tracer wrote of it: what it has, and what it trains on.

use std::sync::Arc;

use catalog::GpuEntry;
use engine::inputs::Scenario as Resolved;
use engine::sizing::batch::{largest, needed_memory};
use engine::training::ActivationCheckpointing;
use engine::units::Bytes;
use scenario::FieldError;
use serde_json::{Map, Value};
use wire::v1::Scenario;
use wire::v1::choices::{Method, Precision, Sharding};
use wire::v1::scenario::{GpuChoice, Graph, Model};

use crate::count::{self, Count};

/// What a document of the tracer calls itself, without its version.
const FORMAT: &str = "rigwise-trace/";
/// Cards that the largest batch is told for: one for each usual size of memory.
pub const CARDS: [&str; 8] =
    ["rtx-4060", "rtx-3060-12gb", "rtx-4060-ti-16gb", "rtx-4090", "rtx-5090", "l40s", "h100-sxm5-80gb", "h200-sxm"];

/// A traced network.
#[derive(Debug, Clone)]
pub struct Traced {
    /// What it calls itself, on one line; may be empty.
    pub name: String,
    /// The document, as a scenario takes it.
    pub graph: Graph,
    /// Its parameters; none where the document is at fault.
    pub count: Option<Count>,
    /// What is at fault, by its place in the document.
    pub faults: Vec<FieldError>,
    /// Memory and largest batch, card by card, under mixed precision (BF16) with `AdamW`.
    pub cards: Vec<OnCard>,
    /// What one sample takes there, context included; none where the document is at fault.
    pub one_sample: Option<Bytes>,
}

/// How far a network can go on a card.
#[derive(Debug, Clone)]
pub struct OnCard {
    /// The card.
    pub gpu: &'static GpuEntry,
    /// The largest micro-batch; 0 where not even one sample fits.
    pub largest: u64,
    /// The largest where its blocks are computed again; none where nothing repeats in it.
    pub checkpointed: Option<u64>,
}

/// Whether a document is one of the tracer's.
pub(crate) fn is_trace(members: &Map<String, Value>) -> bool {
    members.get("format").and_then(Value::as_str).is_some_and(|format| format.starts_with(FORMAT))
}

/// Reads a document of the tracer's.
pub(crate) fn read(members: Map<String, Value>) -> Traced {
    let has_blocks = members.get("blocks").and_then(Value::as_array).is_some_and(|blocks| !blocks.is_empty());
    let graph = Graph(Arc::new(Value::Object(members)));
    let name = scenario::resolve::name_of(&graph);
    let model = Model { graph: Some(graph.clone()), ..Model::default() };
    let counted = count::count(&model).map(|counted| counted.count);
    let (count, faults) = match counted {
        Ok(count) => (Some(count), Vec::new()),
        Err(faults) => (None, faults),
    };
    let resolved = count.as_ref().and_then(|_| resolved(model));
    let one_sample = resolved.as_ref().map(|resolved| needed_memory(resolved, 1));
    let cards = resolved.iter().flat_map(|resolved| on_cards(resolved, has_blocks)).collect();
    Traced { name, graph, count, faults, cards, one_sample }
}

/// The run that cards are compared by.
fn resolved(model: Model) -> Option<Resolved> {
    let mut scenario = Scenario { model, ..Scenario::default() };
    scenario.hardware.gpu = Some(GpuChoice::Id(CARDS[0].to_owned()));
    scenario.training.method = Some(Method::Full);
    scenario.training.precision = Some(Precision::Bf16Amp);
    scenario.training.sharding = Some(Sharding::None);
    scenario::resolve(&scenario).ok().map(|request| request.scenario)
}

fn on_cards(resolved: &Resolved, has_blocks: bool) -> Vec<OnCard> {
    let mut run = resolved.clone();
    let mut at = |gpu: &'static GpuEntry| {
        run.hardware.gpu = gpu.spec;
        run.training.activation_checkpointing = ActivationCheckpointing::None;
        let plain = largest(&run);
        let checkpointed = has_blocks.then(|| {
            run.training.activation_checkpointing = ActivationCheckpointing::Full;
            largest(&run)
        });
        OnCard { gpu, largest: plain, checkpointed }
    };
    CARDS.iter().filter_map(|id| catalog::gpu(id)).map(&mut at).collect()
}
