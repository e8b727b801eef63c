//! Parameters of a model, as the engine counts them in its graph, tensor by tensor.

use engine::architecture::{Architecture, Decoder, DecoderVariant};
use engine::serving::tensors::{Role, Tensor, tensors};
use scenario::FieldError;
use scenario::error::Reason;
use wire::v1::Scenario;
use wire::v1::choices::{Method, Precision, Workload};
use wire::v1::scenario::{GpuChoice, Model};

use crate::part::Part;

/// A card that takes every precision; which one does not matter, since a model has as many parameters on all.
const CARD: &str = "rtx-4090";

/// Parameters of a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Count {
    /// All of them.
    pub total: u64,
    /// Those that work for a token, where it visits some experts and not others.
    pub active: Option<u64>,
    /// By part; they add up to all.
    pub parts: Vec<(Part, u64)>,
}

/// A model as the engine takes it.
#[derive(Debug, Clone, PartialEq)]
pub struct Counted {
    /// Its parameters.
    pub count: Count,
    /// Its hyper-parameters.
    pub architecture: Architecture,
    /// Outputs of a classifier's head, which is counted with it.
    pub num_classes: u64,
    /// Whether its training is modelled, and not its answers alone.
    pub is_trained: bool,
}

/// Counts a model with its usual data.
///
/// # Errors
/// Every field of the model that is at fault.
pub fn count(model: &Model) -> Result<Counted, Vec<FieldError>> {
    let mut scenario = Scenario { model: model.clone(), ..Scenario::default() };
    scenario.hardware.gpu = Some(GpuChoice::Id(CARD.to_owned()));
    scenario.training.method = Some(Method::Full);
    scenario.training.precision = Some(Precision::Fp32);
    let resolved = match scenario::resolve(&scenario) {
        Err(errors) if errors.iter().all(|error| error.reason == Reason::NotTrained) => return answering(model),
        resolved => resolved?.scenario,
    };
    let graph = engine::models::build(&resolved.model, &resolved.training, &resolved.data, 1);
    let parts: Vec<(Part, u64)> =
        graph.base_parameters_by_part().into_iter().map(|(part, parameters)| (Part::from(part), parameters)).collect();
    let total = graph.base_parameters();
    let active = active(&resolved.model, total, &parts);
    let count = Count { total, active, parts };
    Ok(Counted { count, architecture: resolved.model, num_classes: resolved.data.num_classes, is_trained: true })
}

/// Counts a model that answers and whose training is not modelled, by the tensors that engines of serving load.
fn answering(model: &Model) -> Result<Counted, Vec<FieldError>> {
    let mut scenario = Scenario { task: Some(Workload::Inference), model: model.clone(), ..Scenario::default() };
    scenario.hardware.gpu = Some(GpuChoice::Id(CARD.to_owned()));
    let decoder = scenario::resolve::resolve_serving(&scenario)?.question.model;
    let tensors = tensors(&decoder);
    let of = |wanted: Part| tensors.iter().filter(|tensor| part(tensor) == wanted).map(Tensor::weights).sum();
    let parts: Vec<(Part, u64)> = Part::ALL.into_iter().map(|part| (part, of(part))).filter(|(_, count)| *count > 0).collect();
    let total = parts.iter().map(|(_, count)| count).sum();
    let architecture = Architecture::Decoder(decoder);
    let active = active(&architecture, total, &parts);
    Ok(Counted { count: Count { total, active, parts }, architecture, num_classes: 0, is_trained: false })
}

/// The part that a tensor belongs to.
const fn part(tensor: &Tensor) -> Part {
    match tensor.role {
        Role::Embedding => Part::Embedding,
        Role::Output => Part::Head,
        Role::Gate | Role::Up | Role::Down if tensor.experts > 1 => Part::Experts,
        Role::Gate | Role::Up | Role::Down => Part::FeedForward,
        Role::StateInput | Role::StateGate | Role::StateDecay | Role::StateOutput | Role::Convolution => Part::Mixer,
        Role::Router => Part::Router,
        Role::Norm => Part::Norm,
        Role::Tower => Part::Beside,
        Role::Query
        | Role::Key
        | Role::Value
        | Role::QueryKeyValue
        | Role::AttentionOutput
        | Role::Compress
        | Role::LatentQuery
        | Role::LatentKey
        | Role::LatentValue
        | Role::Bias => Part::Attention,
    }
}

/// All but the experts that a token does not visit.
fn active(model: &Architecture, total: u64, parts: &[(Part, u64)]) -> Option<u64> {
    let Architecture::Decoder(Decoder { variant: DecoderVariant::MixtureOfExperts(mixture), .. }) = model else { return None };
    let (_, experts) = parts.iter().find(|(part, _)| *part == Part::Experts)?;
    let visited = experts.checked_div(mixture.num_experts)? * mixture.num_experts_per_tok;
    Some(total - experts + visited)
}

impl Count {
    /// All but what comes after the blocks: models that differ in their heads alone have as many.
    #[must_use]
    pub fn body(&self) -> u64 {
        self.parts.iter().filter(|(part, _)| *part != Part::Head).map(|(_, parameters)| parameters).sum()
    }
}
