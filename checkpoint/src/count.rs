//! Parameters of a model, as the engine counts them in its graph, tensor by tensor.

use engine::architecture::{Architecture, Decoder, DecoderVariant};
use scenario::FieldError;
use wire::v1::Scenario;
use wire::v1::choices::{Method, Precision};
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
    let resolved = scenario::resolve(&scenario)?.scenario;
    let graph = engine::models::build(&resolved.model, &resolved.training, &resolved.data, 1);
    let parts: Vec<(Part, u64)> =
        graph.base_parameters_by_part().into_iter().map(|(part, parameters)| (Part::from(part), parameters)).collect();
    let total = graph.base_parameters();
    let active = active(&resolved.model, total, &parts);
    let count = Count { total, active, parts };
    Ok(Counted { count, architecture: resolved.model, num_classes: resolved.data.num_classes })
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
