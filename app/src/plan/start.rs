//! What a plan begins with when its reader has chosen a model and nothing else.
//!
//! The API answers for what is left out by its documented defaults, and links keep their meaning; a form says more. Nobody
//! trains every weight of a language model of billions of parameters on a card of their own without meaning to, so that the
//! form begins with adapters there, and says so in its fields.

use engine::architecture::{Architecture, Family};
use engine::models::Families;
use engine::training::MethodKind;
use scenario::form::{self, Submitted};
use scenario::query;
use wire::v1::Scenario;
use wire::v1::choices::Method;
use wire::v1::scenario::{GpuChoice, Lora, Model, Quantization};

/// What an empty address shows: a plan that many people start from.
pub const PRESET: (&str, &str) = ("rtx-4090", "resnet50");

/// From this many parameters on a language model begins with adapters. Mixed precision under AdamW holds 16 bytes a parameter
/// before any activation (Rajbhandari et al. 2020, section 3.1): 16 GB here, what most cards that people own have at most.
const LARGE: u64 = 1_000_000_000;
/// Passes over the data of a fine-tuning run: the default of Hugging Face's `TrainingArguments.num_train_epochs`, and what
/// Stanford Alpaca's recipe for 7B has.
const EPOCHS: &str = "3";
/// The fields that a beginning fills in.
const METHOD: &str = "method";
const EPOCHS_NAME: &str = "epochs";

/// A form with what the model begins with, where its reader has just chosen that: adapters by size, and few epochs.
///
/// What the model before had begun with goes along with it, unless the reader has changed it.
#[must_use]
pub fn begin(submitted: Submitted) -> Submitted {
    let Some(left) = &submitted.left else { return submitted };
    let mut pairs = submitted.pairs.clone();
    let before = Scenario { model: Model { id: Some(left.clone()), ..Model::default() }, ..Scenario::default() };
    if is_large(&before) && query::last(&pairs, EPOCHS_NAME).as_deref() == Some(EPOCHS) {
        let adapters = [Method::Lora, Method::Qlora].map(Method::as_str);
        let is_begun = |name: &str, value: &str| name == EPOCHS_NAME || name == METHOD && adapters.contains(&value.trim());
        pairs.retain(|(name, value)| !is_begun(name, value));
    }
    let asked = form::parse_submission(pairs.iter().cloned()).parsed.scenario;
    if let Some(method) = method(&asked) {
        // An empty field of the form is in the way.
        pairs.retain(|(name, value)| !([METHOD, EPOCHS_NAME].contains(&name.as_str()) && value.trim().is_empty()));
        pairs.push((METHOD.to_owned(), method.as_str().to_owned()));
        if query::last(&pairs, EPOCHS_NAME).is_none() {
            pairs.push((EPOCHS_NAME.to_owned(), EPOCHS.to_owned()));
        }
    } else if is_adapted(&asked) && asked.model.id.as_ref() != Some(left) {
        // Who has chosen the adapters as well has said nothing of epochs.
        pairs.retain(|(name, value)| !(name == EPOCHS_NAME && value.trim().is_empty()));
        if query::last(&pairs, EPOCHS_NAME).is_none() {
            pairs.push((EPOCHS_NAME.to_owned(), EPOCHS.to_owned()));
        }
    }
    if pairs == submitted.pairs {
        return submitted;
    }
    let begun = form::parse_submission(pairs.into_iter());
    let errors = submitted.parsed.errors;
    Submitted {
        parsed: query::Parsed { errors, ..begun.parsed },
        reset: submitted.reset,
        left: submitted.left,
        pairs: begun.pairs,
    }
}

/// Epochs that a page for buyers counts with where an address says none: as many as the planner begins with.
#[cfg(feature = "ssr")]
#[must_use]
pub fn few_epochs(asked: &Scenario) -> Option<&'static str> {
    let training = &asked.training;
    (training.epochs.is_none() && training.method != Some(Method::Full) && is_large(asked)).then_some(EPOCHS)
}

/// What a card and a model begin with, as parameters of an address; none where the model trains whole.
#[must_use]
pub fn beginning(said: &Scenario) -> Vec<(String, String)> {
    let mut bare = Scenario { model: said.model.clone(), ..Scenario::default() };
    bare.hardware.gpu.clone_from(&said.hardware.gpu);
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    method(&bare).map(|method| vec![pair(METHOD, method.as_str()), pair(EPOCHS_NAME, EPOCHS)]).unwrap_or_default()
}

/// An encoded query with what its model begins with, where its reader has chosen that on another page; `before` is the query of
/// the plan that they came with.
#[cfg(feature = "ssr")]
#[must_use]
pub fn begun_query(encoded: &str, before: &str) -> String {
    let left = query::parse_string(before).scenario;
    let drawn = if left.model == Model::default() { form::DRAWN_FOR_NONE.to_owned() } else { form::form_identity(&left) };
    let pairs = query::decode(encoded).chain([(form::DRAWN_FOR.to_owned(), drawn)]);
    let Submitted { pairs, .. } = begin(form::parse_submission(pairs));
    query::encode(pairs.iter().map(|(name, value)| (name.as_str(), value.as_str())))
}

/// A planner is never empty: card and model are always there.
pub(super) fn complete(asked: &mut Scenario) {
    if asked.hardware.gpu.is_none() {
        asked.hardware.gpu = Some(GpuChoice::Id(PRESET.0.to_owned()));
    }
    if asked.model.id.is_none() && asked.model.config.is_none() {
        asked.model.id = Some(PRESET.1.to_owned());
    }
}

/// Adapters on weights in 16 bits where such a run fits the card, else on quantized ones; none where the reader has said how
/// to train, or the model is not a large language model.
fn method(asked: &Scenario) -> Option<Method> {
    let mut tried = asked.clone();
    complete(&mut tried);
    let training = &asked.training;
    let is_open =
        training.method.is_none() && training.lora == Lora::default() && training.quantization == Quantization::default();
    if !is_open || !is_large(&tried) {
        return None;
    }
    tried.training.method = Some(Method::Lora);
    let request = scenario::resolve(&tried).ok()?;
    if !Families::of(&request.scenario.model).are_known() {
        // The module of the browser that knows it begins with it.
        return None;
    }
    let can_be_packed = request.scenario.methods().any(|kind| kind == MethodKind::Qlora);
    Some(if !can_be_packed || engine::answer::estimate(&request).vram.fit.fits() { Method::Lora } else { Method::Qlora })
}

/// Whether a scenario trains adapters of a large language model.
fn is_adapted(asked: &Scenario) -> bool {
    matches!(asked.training.method, Some(Method::Lora | Method::Qlora)) && is_large(asked)
}

/// Whether the model of a scenario is a language model that is fine-tuned by adapters.
fn is_large(asked: &Scenario) -> bool {
    let mut alone = Scenario { model: asked.model.clone(), ..Scenario::default() };
    complete(&mut alone);
    if let Some(entry) = alone.model.id.as_deref().and_then(catalog::model) {
        return is_of_decoders(&entry.architecture) && entry.published_parameters >= LARGE;
    }
    scenario::resolve(&alone).is_ok_and(|request| {
        let engine::inputs::Scenario { model, training, data, .. } = &request.scenario;
        is_of_decoders(model)
            && Families::of(model).are_known()
            && engine::models::build(model, training, data, 1).base_parameters() >= LARGE
    })
}

fn is_of_decoders(model: &Architecture) -> bool {
    model.family() == Family::Decoder
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The method and the epochs of what a form says.
    fn begun(form: &str) -> (Option<Method>, Option<u64>) {
        let training = begin(form::parse_submission(query::decode(form))).parsed.scenario.training;
        (training.method, training.epochs)
    }

    #[test]
    fn a_large_language_model_begins_with_adapters_by_size() {
        for (form, expected) in [
            ("gpu=rtx-4090&model=llama-3-8b&drawn_for=none", (Some(Method::Lora), Some(3))),
            ("gpu=rtx-4090&model=llama-2-13b&drawn_for=none", (Some(Method::Qlora), Some(3))),
            ("gpu=rtx-3060-12gb&model=llama-3-8b&drawn_for=none", (Some(Method::Qlora), Some(3))),
            ("gpu=h100-sxm5-80gb&model=llama-2-13b&method=&epochs=&drawn_for=resnet50+", (Some(Method::Lora), Some(3))),
            ("model=llama-3-8b&drawn_for=none", (Some(Method::Lora), Some(3))),
            // What the reader says stays.
            ("gpu=rtx-4090&model=llama-3-8b&method=full&drawn_for=none", (Some(Method::Full), None)),
            ("gpu=rtx-4090&model=llama-3-8b&epochs=1&drawn_for=none", (Some(Method::Lora), Some(1))),
            ("gpu=rtx-4090&model=llama-3-8b&rank=32&drawn_for=none", (None, None)),
            // Other models train whole.
            ("gpu=rtx-4090&model=resnet50&drawn_for=none", (None, None)),
            ("gpu=rtx-4090&model=qwen2.5-0.5b&drawn_for=none", (None, None)),
            // What a model began with goes with it, and what its reader chose stays.
            ("gpu=rtx-4090&model=resnet50&method=lora&epochs=3&drawn_for=llama-3-8b+lora", (None, None)),
            ("gpu=rtx-4090&model=llama-2-13b&method=lora&epochs=3&drawn_for=llama-3-8b+lora", (Some(Method::Qlora), Some(3))),
            ("gpu=rtx-4090&model=resnet50&epochs=90&drawn_for=llama-3-8b+lora", (None, Some(90))),
            // A link, and a form whose model is the one that it was drawn for.
            ("gpu=rtx-4090&model=llama-3-8b", (None, None)),
            ("gpu=rtx-4090&model=llama-3-8b&method=&epochs=&drawn_for=llama-3-8b+", (None, None)),
        ] {
            assert_eq!(begun(form), expected, "{form}");
        }
    }

    #[test]
    fn a_listed_model_is_as_large_as_its_network() {
        for entry in catalog::models().iter().filter(|entry| is_of_decoders(&entry.architecture)) {
            let request = scenario::resolve(&Scenario {
                model: Model { id: Some(entry.id.to_owned()), ..Model::default() },
                hardware: wire::v1::scenario::Hardware { gpu: Some(GpuChoice::Id(PRESET.0.to_owned())), ..Default::default() },
                ..Scenario::default()
            });
            let engine::inputs::Scenario { model, training, data, .. } = request.expect("a listed model").scenario;
            let built = engine::models::build(&model, &training, &data, 1).base_parameters();
            assert_eq!(built >= LARGE, entry.published_parameters >= LARGE, "{}", entry.id);
        }
    }

    #[test]
    fn a_buyer_s_run_of_a_large_language_model_has_few_epochs() {
        for (query, expected) in [
            ("model=llama-3-8b", Some("3")),
            ("model=llama-3-8b&method=qlora", Some("3")),
            ("model=llama-3-8b&method=full", None),
            ("model=llama-3-8b&epochs=1", None),
            ("model=qwen2.5-0.5b", None),
            ("model=resnet50", None),
        ] {
            assert_eq!(few_epochs(&query::parse_string(query).scenario), expected, "{query}");
        }
    }

    #[test]
    fn a_model_of_another_page_begins_as_one_of_the_form() {
        const LLAMA: &str = "config.type=llama&config.vocab=128256&config.hidden=4096&config.intermediate=14336&config.layers=32\
                             &config.heads=32&config.kv_heads=8";
        let chosen = format!("v=1&gpu=rtx-4090&{LLAMA}");
        for before in ["", "v=1&gpu=rtx-4090&model=resnet50"] {
            let begun = begun_query(&chosen, before);
            assert!(begun.starts_with(&format!("{chosen}&method=")) && begun.ends_with("lora&epochs=3"), "{begun}");
        }
        let smaller = chosen.replace("rtx-4090", "rtx-3060-12gb");
        let from = "v=1&gpu=rtx-3060-12gb&model=qwen2.5-0.5b";
        assert_eq!(begun_query(&smaller, from), format!("{smaller}&method=qlora&epochs=3"));
        // What the reader has said stays, and so does a small model.
        for kept in [format!("{chosen}&method=full"), "v=1&model=gpt2".to_owned()] {
            assert_eq!(begun_query(&kept, "v=1&gpu=rtx-4090&model=resnet50"), kept);
        }
    }

    #[test]
    fn what_a_form_begins_with_is_in_its_fields() {
        let begun = begin(form::parse_submission(query::decode("gpu=rtx-4090&model=llama-3-8b&method=&drawn_for=none")));
        let said = |name| query::last(&begun.pairs, name);
        assert_eq!((said("method").as_deref(), said("epochs").as_deref()), (Some("lora"), Some("3")));
        assert!(begun.parsed.errors.is_empty() && begun.reset.is_none());
    }
}
