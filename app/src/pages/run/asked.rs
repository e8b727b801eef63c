//! What the address asks, and its answer.

use catalog::GpuEntry;
use scenario::FieldError;
use scenario::form::{CONFIG_PREFIX, OWN_MODEL};
use scenario::query::{self, Parsed};
use scenario::resolve::answers_in_passes;
use wire::v1::choices::Workload;
use wire::v1::estimate::{Passed, Served};
use wire::v1::scenario::{GpuChoice, Hardware, Serving};
use wire::v1::{Answer, Prices, Scenario};

use api::convert::inference;
use api::{ask_priced, of_search};
use workstation::machines::{Running, running};

use super::place::address;
use crate::components::save::REVISE;
use crate::fields::by_name;
use crate::locale::Locale;
use crate::messages::run as text;
use crate::pages::bom::own::{Own, end_of_query};
use crate::plan::words;

/// What an empty address shows: a card and a model that many people own and run.
const PRESET: (&str, &str) = ("rtx-4090", "llama-3.1-8b");

/// The card of a question that asks which to buy.
pub const ANY_CARD: &str = "any";

/// A question, read.
pub struct Asked {
    /// The scenario, its task inference.
    pub scenario: Scenario,
    /// Parameters as they were typed.
    pub pairs: Vec<(String, String)>,
    /// Parameters that are none of the scenario's.
    pub unknown: Vec<(String, String)>,
    /// Prices of the reader's own; those of the catalog where one of them is at fault.
    pub prices: Prices,
    /// What of them is at fault.
    pub price_faults: Vec<FieldError>,
    /// Machines to buy, where any card will do.
    pub machines: Option<Result<Vec<Running>, Vec<FieldError>>>,
    /// The answer of a model that answers in passes, or every field at fault.
    pub passes: Option<Result<Box<Passed>, Vec<FieldError>>>,
    /// The answer of a model that writes tokens, or every field at fault; nothing is at fault where machines or passes are.
    pub answer: Result<Box<Served>, Vec<FieldError>>,
}

impl Asked {
    /// Reads an encoded query and answers it.
    pub fn read(encoded: &str, locale: Locale) -> Self {
        let mut asked = Self::begin(encoded);
        let mut errors = asked.errors();
        let scenario = &mut asked.scenario;
        let is_any = asked.machines.is_some() && query::decode(encoded).any(|(name, text)| name == "gpu" && text == ANY_CARD);
        if scenario.hardware.gpu.is_none() && !is_any {
            scenario.hardware.gpu = Some(GpuChoice::Id(PRESET.0.to_owned()));
            asked.machines = None;
        }
        let names_model = scenario.model.id.is_some() || scenario.model.config.is_some();
        if !names_model && errors.iter().all(|error| !error.pointer.starts_with("/model")) {
            scenario.model.id = Some(PRESET.1.to_owned());
        }
        let scenario = &asked.scenario;
        if is_any {
            let machines = if errors.is_empty() { buy(scenario, &asked.prices) } else { Err(errors) };
            asked.answer = Err(machines.as_ref().err().cloned().unwrap_or_default());
            asked.machines = Some(machines);
            return asked;
        }
        let found = if errors.is_empty() { inference(scenario, locale) } else { Err(std::mem::take(&mut errors)) };
        (asked.passes, asked.answer) = match found {
            Ok(Answer::Serving(found)) => (None, Ok(found)),
            Ok(Answer::Passes(found)) => (Some(Ok(found)), Err(Vec::new())),
            // Nothing trains here.
            Ok(Answer::Estimate(_) | Answer::LowerBound(_)) => (None, Err(Vec::new())),
            Err(errors) if answers_in_passes(scenario) => (Some(Err(errors.clone())), Err(errors)),
            Err(errors) => (None, Err(errors)),
        };
        asked
    }

    /// Reads an encoded query without answering it: what it asks, with any card where none is named, and every field that cannot be
    /// read or that names nothing.
    pub fn unanswered(encoded: &str) -> Self {
        let mut asked = Self::begin(encoded);
        if asked.errors().is_empty() && asked.machines.is_none() {
            asked.answer = Err(scenario::json::faults(&asked.scenario));
        }
        asked
    }

    /// What a query says, and what of it cannot be read.
    fn begin(encoded: &str) -> Self {
        let mut pairs: Vec<(String, String)> = query::decode(encoded).collect();
        settle_model(&mut pairs);
        pairs.retain(|(name, text)| name != "gpu" || text != ANY_CARD);
        let Parsed { mut scenario, mut errors, repeated, unknown } = query::parse(pairs.clone().into_iter());
        scenario.task = Some(Workload::Inference);
        errors.extend(repeated);
        let Own { prices, errors: price_faults, .. } = Own::read(encoded);
        let machines = scenario.hardware.gpu.is_none().then(|| Ok(Vec::new()));
        let prices = prices.unwrap_or_default();
        Self { scenario, pairs, unknown, prices, price_faults, machines, passes: None, answer: Err(errors) }
    }

    /// Every field at fault; none where there is an answer.
    pub fn errors(&self) -> Vec<FieldError> {
        self.answer.as_ref().err().cloned().unwrap_or_default()
    }

    /// What was asked with every default filled in; none where there is no answer.
    pub fn inputs(&self) -> Option<&Scenario> {
        let passed = self.passes.as_ref().and_then(|found| found.as_ref().ok()).map(|found| &found.inputs);
        passed.or_else(|| self.answer.as_ref().ok().map(|found| &found.inputs))
    }

    /// Whether the model runs as asked.
    pub fn runs(&self) -> bool {
        let passes = self.passes.as_ref().and_then(|found| found.as_ref().ok()).map(|found| found.fits);
        passes.or_else(|| self.answer.as_ref().ok().map(|found| found.fits)).unwrap_or(false)
    }

    /// This question for any card; none where the answer is not of tokens, or other parts of the machine were named.
    pub fn buying(&self) -> Option<String> {
        let is_open = self.passes.is_none() && self.scenario.hardware.cpu.is_none() && self.scenario.hardware.parts.is_none();
        let mut open = self.scenario.clone();
        open.hardware = Hardware { owned: self.scenario.hardware.owned.clone(), ..Hardware::default() };
        is_open.then(|| format!("gpu={ANY_CARD}&{}", query::to_string(&open, &self.carried())))
    }

    /// Memory of the host that the answer takes to be there, in bytes.
    pub fn installed(&self) -> Option<u64> {
        let passed = self.passes.as_ref().and_then(|found| found.as_ref().ok()).map(|found| found.ram.installed_bytes);
        passed.or_else(|| self.answer.as_ref().ok().map(|found| found.ram.installed_bytes))
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

    /// Where the page answers this question.
    pub fn address(&self) -> String {
        address(&format!("{}{}", self.any(), self.kept_query()))
    }

    /// The question with what goes along with it.
    pub fn kept_query(&self) -> String {
        query::to_string(&self.scenario, &self.carried())
    }

    /// This question as the address of another page says it: with any card where none is named.
    pub fn page_query(&self) -> String {
        format!("{}{}", self.any(), self.query())
    }

    /// What says in an address that any card will do.
    fn any(&self) -> String {
        if self.machines.is_some() { format!("gpu={ANY_CARD}&") } else { String::new() }
    }

    /// What goes along with every change of the question: the plan that is changed here, and prices of the reader's own.
    pub fn carried(&self) -> Vec<(String, String)> {
        let revised = self.unknown.iter().rfind(|(name, _)| name == REVISE).cloned();
        let prices = query::decode(end_of_query(&self.prices).trim_start_matches('&')).collect::<Vec<_>>();
        prices.into_iter().chain(revised).collect()
    }

    /// Where this question is asked with other settings in the place of all.
    pub fn in_place(&self, settings: &Serving) -> String {
        address(&query::to_string(&Scenario { serving: settings.clone(), ..self.scenario.clone() }, &self.carried()))
    }

    /// The card of the catalog that is asked about.
    pub fn card(&self) -> Option<&'static GpuEntry> {
        self.scenario.hardware.gpu.as_ref()?.id().and_then(catalog::gpu)
    }

    /// The model's name.
    pub fn model(&self, locale: Locale) -> String {
        words::model_name(&self.scenario, locale)
    }

    /// The card's name, of several how many there are: those of the answer, for a machine of its own is one.
    pub fn cards(&self, locale: Locale) -> String {
        let card = by_name("gpu").and_then(|field| words::value_text(field, &self.scenario, locale)).unwrap_or_default();
        let hardware = self.inputs().map_or(&self.scenario.hardware, |inputs| &inputs.hardware);
        match hardware.gpu_count {
            Some(count) if count > 1 => format!("{count} × {card}"),
            _ => card,
        }
    }

    /// What the page is called: the model and the card, or the question.
    pub fn title(&self, locale: Locale) -> String {
        if self.pairs.is_empty() {
            text::title(locale).to_owned()
        } else if self.machines.is_some() {
            format!("{} · {}", self.model(locale), text::any_card(locale))
        } else {
            format!("{} · {}", self.model(locale), self.cards(locale))
        }
    }

    /// The question without one of its parameters, encoded.
    pub fn without(&self, name: &str) -> String {
        let rest = self.pairs.iter().filter(|(other, text)| other != name && !text.trim().is_empty());
        query::encode(rest.map(|(name, text)| (name.as_str(), text.as_str())))
    }

    /// The question about training the same model on the same cards.
    pub fn about_training(&self) -> String {
        let is_kept = |name: &str| matches!(name, "v" | "model" | "gpu" | "gpus") || name.starts_with("config.");
        let kept = self.pairs.iter().filter(|(name, text)| is_kept(name) && !text.trim().is_empty());
        query::encode(kept.map(|(name, text)| (name.as_str(), text.as_str())))
    }
}

/// Machines for a question without a card, by the prices that a search goes by.
fn buy(scenario: &Scenario, prices: &Prices) -> Result<Vec<Running>, Vec<FieldError>> {
    let found = ask_priced(scenario, &of_search(prices), running)?;
    found.map_err(|failure| failure.errors().to_vec())
}

/// Decides between a model of the list and the reader's own, whose figures travel along.
fn settle_model(pairs: &mut Vec<(String, String)>) {
    let is_own = |(name, text): &(String, String)| name == "model" && (text.trim().is_empty() || text == OWN_MODEL);
    if pairs.iter().any(|pair| pair.0 == "model" && !is_own(pair)) {
        pairs.retain(|(name, _)| !name.starts_with(CONFIG_PREFIX));
    } else {
        pairs.retain(|pair| !is_own(pair));
    }
}
