//! What the address asks, and its answer.

use catalog::GpuEntry;
use scenario::FieldError;
use scenario::query::{self, Parsed};
use scenario::resolve::resolve_serving;
use wire::v1::Scenario;
use wire::v1::choices::Workload;
use wire::v1::estimate::Served;

use crate::locale::Locale;
use crate::messages::run as text;

/// What an empty address shows: a card and a model that many people own and run.
const PRESET: (&str, &str) = ("rtx-4090", "llama-3.1-8b");

/// A question, read.
pub struct Asked {
    /// The scenario, its task inference.
    pub scenario: Scenario,
    /// Parameters as they were typed.
    pub pairs: Vec<(String, String)>,
    /// Parameters that are none of the scenario's.
    pub unknown: Vec<(String, String)>,
    /// The answer, or every field at fault.
    pub answer: Result<Box<Served>, Vec<FieldError>>,
}

impl Asked {
    /// Reads an encoded query and answers it.
    pub fn read(encoded: &str, locale: Locale) -> Self {
        let pairs: Vec<(String, String)> = query::decode(encoded).collect();
        let Parsed { mut scenario, mut errors, repeated, unknown } = query::parse(pairs.clone().into_iter());
        scenario.task = Some(Workload::Inference);
        if scenario.hardware.gpu.is_none() {
            scenario.hardware.gpu = Some(wire::v1::scenario::GpuChoice::Id(PRESET.0.to_owned()));
        }
        let names_model = scenario.model.id.is_some() || scenario.model.config.is_some();
        if !names_model && errors.iter().all(|error| !error.pointer.starts_with("/model")) {
            scenario.model.id = Some(PRESET.1.to_owned());
        }
        errors.extend(repeated);
        let answer = if errors.is_empty() {
            resolve_serving(&scenario).map(|served| Box::new(api::convert::served(&scenario, &served, locale)))
        } else {
            Err(errors)
        };
        Self { scenario, pairs, unknown, answer }
    }

    /// What was typed into a control; none where it was left empty.
    pub fn typed(&self, name: &str) -> Option<&str> {
        let texts = self.pairs.iter().rev().filter(|(other, _)| other == name).map(|(_, text)| text.trim());
        texts.into_iter().find(|text| !text.is_empty())
    }

    /// The question as the API takes it.
    pub fn query(&self) -> String {
        query::to_string(&self.scenario, &[])
    }

    /// This question with a change of its settings.
    pub fn with(&self, change: &wire::v1::scenario::Serving) -> String {
        let mut other = self.scenario.clone();
        let settings = &mut other.serving;
        settings.max_num_seqs = change.max_num_seqs.or(settings.max_num_seqs);
        settings.memory_utilization = change.memory_utilization.or(settings.memory_utilization);
        settings.kv_cache_dtype = change.kv_cache_dtype.or(settings.kv_cache_dtype);
        settings.weights_format = change.weights_format.or(settings.weights_format);
        settings.offload = change.offload.or(settings.offload);
        settings.offload_layers = change.offload_layers.or(settings.offload_layers);
        if let Some(context) = change.context_length {
            settings.context_length = Some(context);
            // Prompts and answers that do not fit it any more are left to be chosen.
            let usual = settings.prompt_tokens.unwrap_or(0).saturating_add(settings.output_tokens.unwrap_or(0));
            if usual > context {
                (settings.prompt_tokens, settings.output_tokens) = (None, None);
            }
        }
        query::to_string(&other, &[])
    }

    /// This question with other settings in the place of all.
    pub fn in_place(&self, settings: &wire::v1::scenario::Serving) -> String {
        query::to_string(&Scenario { serving: settings.clone(), ..self.scenario.clone() }, &[])
    }

    /// The card of the catalog that is asked about.
    pub fn card(&self) -> Option<&'static GpuEntry> {
        self.scenario.hardware.gpu.as_ref()?.id().and_then(catalog::gpu)
    }

    /// What the page is called: the model and the card, or the question.
    pub fn title(&self, locale: Locale) -> String {
        let model = self.scenario.model.id.as_deref().and_then(catalog::model).map(|model| model.name);
        match (model, self.card()) {
            (Some(model), Some(card)) if !self.pairs.is_empty() => format!("{model} · {}", card.name),
            _ => text::title(locale).to_owned(),
        }
    }
}
