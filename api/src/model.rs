//! A model by what its own files say: as an answer of the API, and as links to plans with it.

use checkpoint::configuration::Key;
use checkpoint::count::Count;
use checkpoint::traced::OnCard;
use checkpoint::weights::Share;
use checkpoint::{Configuration, Name, Note, Part, Reading, Same, Traced, Weights, words};
use scenario::form::{DRAWN_FOR, form_identity, parse_submission};
use scenario::{FieldError, query};
use wire::Locale;
use wire::v1::choices::Workload;
use wire::v1::model::{
    ModelDtype, ModelInCatalog, ModelKey, ModelNote, ModelOnCard, ModelParameters, ModelPart, ModelReading, ModelStack,
    ModelWeights, ModelWidth,
};
use wire::v1::problem::FieldProblem;
use wire::v1::scenario::{GpuChoice, Model};
use wire::v1::{Problem, Scenario};

use crate::convert::catalog_found::found_as;

/// A card that takes every format; whether a model answers does not hang on it.
const DRAWN_ON: &str = "h200-sxm";
/// The longest text that is read.
pub const MOST_BYTES: usize = checkpoint::MOST_BYTES;

/// Reads a text.
///
/// # Errors
/// It is none that can be read, and where it stops being one.
pub fn read_model(text: &str, locale: Locale) -> Result<ModelReading, Problem> {
    let reading = checkpoint::read(text);
    let mut answer = match &reading {
        Reading::Unreadable(reason) => return Err(scenario::problem::invalid(&[FieldError::new("/text", reason.clone())])),
        Reading::Configuration(configuration) => of_configuration(configuration, locale),
        Reading::Weights(weights) => of_weights(weights, locale),
        Reading::Traced(network) => of_traced(network, locale),
        Reading::Name(name) => of_name(name, locale),
    };
    answer.model = plan_model(&reading);
    answer.run = run_link(&reading);
    answer.plan = plan_link(&reading, "");
    answer.need = need_link(&reading, "");
    Ok(answer)
}

fn of_configuration(configuration: &Configuration, locale: Locale) -> ModelReading {
    let mut in_catalog: Vec<ModelInCatalog> =
        configuration.entry.map(|entry| listed(entry, "same-architecture")).into_iter().collect();
    let named = configuration.named.filter(|named| configuration.entry.is_none_or(|entry| entry.id != named.id));
    in_catalog.extend(named.map(|entry| listed(entry, "same-name")));
    ModelReading {
        model_type: configuration.model_type.clone(),
        parameters: configuration.count.as_ref().map(parameters),
        read: configuration.read.iter().map(key).collect(),
        not_read: configuration.not_read.iter().map(key).collect(),
        ignored: configuration.ignored.clone(),
        errors: configuration.faults.iter().map(|fault| problem(fault, locale)).collect(),
        in_catalog,
        notes: notes(&configuration.notes, locale),
        ..empty("configuration")
    }
}

fn of_weights(weights: &Weights, locale: Locale) -> ModelReading {
    let part = |share: &Share<Part>| ModelPart {
        part: share.of.as_str().to_owned(),
        parameters: (!weights.is_index).then_some(share.parameters),
        tensors: Some(share.tensors),
        bytes: (!weights.is_index).then_some(share.bytes),
    };
    let parts: Vec<ModelPart> = weights.parts.iter().map(part).collect();
    let because = |same: Same| if same == Same::Whole { "same-parameters" } else { "same-body" };
    ModelReading {
        parameters: weights.parameters.map(|total| ModelParameters { total, active: None, parts: parts.clone() }),
        weights: Some(tensors(weights, if weights.parameters.is_some() { Vec::new() } else { parts })),
        in_catalog: weights.matches.iter().map(|found| listed(found.entry, because(found.same))).collect(),
        notes: notes(&weights.notes, locale),
        ..empty(if weights.is_index { "index" } else { "header" })
    }
}

fn of_traced(network: &Traced, locale: Locale) -> ModelReading {
    let card = |card: &OnCard| ModelOnCard {
        gpu: card.gpu.id.to_owned(),
        max_micro_batch_size: card.largest,
        max_micro_batch_size_checkpointed: card.checkpointed,
    };
    ModelReading {
        parameters: network.count.as_ref().map(parameters),
        errors: network.faults.iter().map(|fault| problem(fault, locale)).collect(),
        cards: network.cards.iter().map(card).collect(),
        ..empty("trace")
    }
}

fn of_name(name: &Name, locale: Locale) -> ModelReading {
    ModelReading {
        parameters: name.count.as_ref().map(parameters),
        errors: checkpoint::name::fault(name).iter().map(|fault| problem(fault, locale)).collect(),
        in_catalog: name.entry.map(|entry| listed(entry, "same-name")).into_iter().collect(),
        likely: name.likely.iter().map(found_as).collect(),
        ..empty("name")
    }
}

fn empty(kind: &str) -> ModelReading {
    ModelReading {
        engine_version: engine::VERSION.to_owned(),
        catalog_version: catalog::VERSION.to_owned(),
        kind: kind.to_owned(),
        model_type: None,
        model: None,
        parameters: None,
        read: Vec::new(),
        not_read: Vec::new(),
        ignored: Vec::new(),
        errors: Vec::new(),
        weights: None,
        in_catalog: Vec::new(),
        likely: Vec::new(),
        cards: Vec::new(),
        notes: Vec::new(),
        plan: None,
        need: None,
        run: None,
    }
}

fn parameters(count: &Count) -> ModelParameters {
    let part = |(part, parameters): &(Part, u64)| ModelPart {
        part: part.as_str().to_owned(),
        parameters: Some(*parameters),
        tensors: None,
        bytes: None,
    };
    ModelParameters { total: count.total, active: count.active, parts: count.parts.iter().map(part).collect() }
}

fn tensors(weights: &Weights, parts: Vec<ModelPart>) -> ModelWeights {
    let dtype = |share: &Share<checkpoint::Dtype>| ModelDtype {
        dtype: share.of.name.to_owned(),
        tensors: share.tensors,
        parameters: share.parameters,
        bytes: share.bytes,
    };
    let width = |width: &checkpoint::weights::Width| ModelWidth {
        bits: width.bits,
        parameters: width.parameters,
        in_catalog: width.matches.iter().map(|found| found.entry.id.to_owned()).collect(),
    };
    ModelWeights {
        tensors: weights.tensors,
        bytes: weights.bytes,
        files: weights.files,
        parts,
        dtypes: weights.dtypes.iter().map(dtype).collect(),
        widths: weights.widths.iter().map(width).collect(),
        stacks: weights.stacks.iter().map(|stack| ModelStack { name: stack.prefix.clone(), blocks: stack.blocks }).collect(),
        experts: weights.experts,
        own_head: weights.has_own_head,
    }
}

fn listed(entry: &catalog::ModelEntry, because: &str) -> ModelInCatalog {
    ModelInCatalog { id: entry.id.to_owned(), name: entry.name.to_owned(), because: because.to_owned() }
}

fn key(key: &Key) -> ModelKey {
    let Key { name, value, field, only } = key;
    ModelKey { key: name.clone(), value: value.clone(), field: field.map(str::to_owned), only: only.map(str::to_owned) }
}

fn problem(fault: &FieldError, locale: Locale) -> FieldProblem {
    FieldProblem { detail: fault.detail(locale), chinese: None, ..FieldProblem::from(fault) }
}

fn notes(notes: &[Note], locale: Locale) -> Vec<ModelNote> {
    notes.iter().map(|note| ModelNote { code: words::code(note).to_owned(), text: words::note(note, locale) }).collect()
}

/// What it takes to run the model, as a path of this site; none where the reading settles no model that answers.
#[must_use]
pub fn run_link(reading: &Reading) -> Option<String> {
    let mut scenario = Scenario { model: plan_model(reading)?, ..Scenario::default() };
    scenario.hardware.gpu = Some(GpuChoice::Id(DRAWN_ON.to_owned()));
    scenario.task = Some(Workload::Inference);
    let answers = scenario::resolve::resolve_serving(&scenario).is_ok() || scenario::resolve::resolve_passing(&scenario).is_ok();
    let asked = Scenario { model: scenario.model, ..Scenario::default() };
    answers.then(|| format!("/run?{}", query::to_string(&asked, &[])))
}

/// The model that a reading settles; weights settle none.
fn plan_model(reading: &Reading) -> Option<Model> {
    match reading {
        Reading::Configuration(configuration) => configuration.settled(),
        Reading::Name(name) => name.entry.map(|entry| Model { id: Some(entry.id.to_owned()), ..Model::default() }),
        // A network is too long for the address that a plan is.
        Reading::Weights(_) | Reading::Traced(_) | Reading::Unreadable(_) => None,
    }
}

/// The planner with the model in place of the one of a plan's query; what cannot apply to the new one goes back to automatic, as
/// in the planner's own form. None where the reading settles no model.
#[must_use]
pub fn plan_link(reading: &Reading, plan: &str) -> Option<String> {
    let asked = with_model(reading, plan)?;
    Some(format!("/plan?{}", query::to_string(&asked.scenario, &asked.unknown)))
}

/// Machines for the model, within the constraints of a plan's query. None where the reading settles no model.
#[must_use]
pub fn need_link(reading: &Reading, plan: &str) -> Option<String> {
    let asked = with_model(reading, plan)?.scenario;
    let mut workload = Scenario { model: asked.model, data: asked.data, constraints: asked.constraints, ..Scenario::default() };
    workload.training.epochs = asked.training.epochs;
    workload.hardware.owned = asked.hardware.owned;
    Some(format!("/need?{}", query::to_string(&workload, &[])))
}

fn with_model(reading: &Reading, plan: &str) -> Option<query::Parsed> {
    let model = plan_model(reading)?;
    let drawn = form_identity(&query::parse_string(plan).scenario);
    let is_model =
        |name: &str| name == "model" || name == scenario::form::CONFIG || name.starts_with(scenario::form::CONFIG_PREFIX);
    let kept = query::decode(plan).filter(|(name, _)| !is_model(name) && name != DRAWN_FOR);
    let own = query::to_query(&Scenario { model, ..Scenario::default() }, &[]);
    let pairs = kept.chain(own).chain([(DRAWN_FOR.to_owned(), drawn)]);
    Some(parse_submission(pairs).parsed)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TINY: &str = r#"{"model_type": "llama", "vocab_size": 1000, "hidden_size": 64, "intermediate_size": 128,
        "num_hidden_layers": 2, "num_attention_heads": 4}"#;

    /// The rest of a plan stays, and what another kind of model has no use for goes.
    #[test]
    fn a_plan_gets_the_model_and_keeps_the_rest() {
        let plan = "v=1&gpu=h200-sxm&model=resnet50&batch=8&image=224&budget=9000";
        let link = plan_link(&checkpoint::read(TINY), plan).unwrap();
        assert!(link.starts_with("/plan?v=1&gpu=h200-sxm&config.type=llama&config.vocab=1000&"), "{link}");
        assert!(link.contains("&batch=8") && !link.contains("image=") && !link.contains("model="), "{link}");
        assert_eq!(plan_link(&checkpoint::read("gpt2"), plan).unwrap(), "/plan?v=1&gpu=h200-sxm&model=gpt2&batch=8&budget=9000");
        assert_eq!(need_link(&checkpoint::read("gpt2"), plan).unwrap(), "/need?v=1&model=gpt2&budget=9000");
        // A model of one's own gives way to one of the catalog.
        assert_eq!(
            plan_link(&checkpoint::read("gpt2"), &link[6..]).unwrap(),
            "/plan?v=1&gpu=h200-sxm&model=gpt2&batch=8&budget=9000"
        );
    }

    /// What a link says is what was counted.
    #[test]
    fn the_link_s_model_has_the_parameters_that_were_told() {
        for text in [TINY, "gpt2"] {
            let answer = read_model(text, Locale::En).unwrap();
            let asked = query::parse_string(answer.plan.unwrap().strip_prefix("/plan?").unwrap());
            assert_eq!(asked.errors, []);
            let mut scenario = asked.scenario;
            scenario.hardware.gpu = Some(GpuChoice::Id("rtx-4090".to_owned()));
            assert_eq!(answer.parameters.unwrap().total, crate::estimate(&scenario).unwrap().parameters.total, "{text}");
        }
    }
}
