//! What the address asks: the workload as far as it can be read, what was typed, and what is wrong with it.

use scenario::FieldError;
use scenario::error::Reason;
use scenario::fields::FIELDS;
use scenario::form::{CONFIG_PREFIX, OWN_MODEL};
use scenario::prices::{CURRENCY, OWN, RATES, from_query};
use scenario::query::{self, DEADLINE_HOURS, Parsed};
use wire::v1::{Prices, Scenario};
use workstation::machines::{self, Failure, Outcome, Purse};

use crate::plan;

/// What an empty address shows: a workload that many people start from.
const PRESET: &str = "model=resnet50&budget=2000";
/// The model of an address that names none.
const MODEL: &str = "resnet50";
/// The parameters that the form has controls for.
pub const NAMES: [&str; 20] = [
    "v",
    "model",
    "method",
    "precision",
    "batch",
    "samples",
    "image",
    "seq",
    "epochs",
    "budget",
    "currency",
    "per_usd",
    "deadline",
    DEADLINE_HOURS,
    "max_gpus",
    "circuit",
    "case",
    "without",
    "owned",
    OWN,
];

/// A question, read.
pub struct Asked {
    /// The workload; a card in it is for the planner, so it is left out here.
    pub scenario: Scenario,
    /// Parameters as they were typed.
    pub pairs: Vec<(String, String)>,
    /// Parameters that are none of the scenario's.
    pub unknown: Vec<(String, String)>,
    /// What is said more than once.
    pub repeated: Vec<FieldError>,
    /// The machines, or why there are none.
    pub answer: Result<Outcome, Failure>,
    /// What every machine is counted with.
    pub assumed: Option<Scenario>,
    /// The currency that prices are told in.
    pub purse: Purse,
    /// The reader's own prices, in that currency.
    pub prices: Prices,
}

impl Asked {
    /// Reads an encoded query and looks for machines.
    pub fn read(encoded: &str) -> Self {
        let is_own = |(name, _): &(String, String)| name == OWN;
        let (own, workload): (Vec<_>, Vec<_>) = pairs(encoded).into_iter().partition(is_own);
        let Parsed { mut scenario, mut errors, repeated, unknown } = query::parse(workload.into_iter());
        scenario.hardware.gpu = None;
        let mut pairs = pairs(encoded);
        let names_model = scenario.model.id.is_some() || scenario.model.config.is_some();
        if !names_model && errors.iter().all(|error| !error.pointer.starts_with("/model")) {
            let is_empty = errors.is_empty() && scenario == Scenario::default();
            if is_empty {
                pairs = query::decode(PRESET).chain(own.clone()).collect();
                scenario = query::parse_string(PRESET).scenario;
            }
            scenario.model.id = Some(MODEL.to_owned());
        }
        // In the field, so that it is seen and goes along in every link.
        if let Some(epochs) = plan::few_epochs(&scenario).filter(|_| errors.is_empty()) {
            pairs.retain(|(name, _)| name != "epochs");
            pairs.push(("epochs".to_owned(), epochs.to_owned()));
            scenario.training.epochs = epochs.parse().ok();
        }
        let (prices, faults) = prices_of(own, &scenario);
        errors.extend(faults);
        let answer = if errors.is_empty() {
            api::ask_priced(&scenario, &prices, machines::search).unwrap_or_else(|faults| Err(Failure::Invalid(faults)))
        } else {
            Err(Failure::Invalid(errors))
        };
        let assumed = machines::assumed(&within_ranges(&scenario));
        let purse = Purse::of(&scenario);
        Self { scenario, pairs, unknown, repeated, answer, assumed, purse, prices }
    }

    /// What was typed into a control; none where it was left empty.
    pub fn typed(&self, name: &str) -> Option<&str> {
        let texts = self.pairs.iter().rev().filter(|(other, _)| other == name).map(|(_, text)| text.trim());
        texts.into_iter().find(|text| !text.is_empty())
    }

    /// Every text of a parameter that controls share.
    pub fn all_typed(&self, name: &'static str) -> impl Iterator<Item = &str> {
        self.pairs.iter().filter(move |(other, _)| other == name).map(|(_, text)| text.as_str())
    }

    /// What is wrong with the field at one of these pointers.
    pub fn fault(&self, name: &str) -> Option<&FieldError> {
        let errors = self.answer.as_ref().err().map_or(&[][..], Failure::errors);
        errors.iter().find(|error| control_of(&error.pointer) == Some(name))
    }

    /// What the link asks and the form has no control for: kept, and said.
    pub fn kept(&self) -> Vec<(&str, &str)> {
        let is_kept = |name: &str| !NAMES.contains(&name) && !is_of_card(name);
        let known = |name: &str| FIELDS.iter().any(|field| field.name == name);
        let said = self.pairs.iter().filter(|(name, text)| is_kept(name) && known(name) && !text.trim().is_empty());
        said.map(|(name, text)| (name.as_str(), text.as_str())).collect()
    }
}

/// Own prices as they were typed, in the currency of the budget at the reader's rate, and every one at fault.
fn prices_of(own: Vec<(String, String)>, scenario: &Scenario) -> (Prices, Vec<FieldError>) {
    let mut said = own.iter().map(|(_, table)| table.trim()).filter(|table| !table.is_empty());
    let Some(first) = said.next() else { return (Prices::default(), Vec::new()) };
    if said.any(|other| other != first) {
        return (Prices::default(), vec![FieldError::new(format!("/prices/{OWN}"), Reason::Repeated { last: None })]);
    }
    let budget = scenario.constraints.budget.clone().unwrap_or_default();
    let code = budget.currency.map(|code| code.to_ascii_uppercase()).filter(|code| code != machines::CURRENCY);
    // A currency without its rate is told at the rate.
    let said = code.zip(budget.per_usd).map(|(code, rate)| [(RATES, format!("{code}:{rate}")), (CURRENCY, code)]);
    let said = said.into_iter().flatten().map(|(name, text)| (name.to_owned(), text));
    from_query(said.chain(own))
}

/// The parameters as the form means them: a model of the list takes the place of one by its own configuration.
fn pairs(encoded: &str) -> Vec<(String, String)> {
    let mut pairs: Vec<(String, String)> = query::decode(encoded).filter(|(name, _)| !is_of_card(name)).collect();
    let model = pairs.iter().rev().find(|(name, _)| name == "model").map(|(_, text)| text.trim().to_owned());
    match model.as_deref() {
        Some(OWN_MODEL) => pairs.retain(|(name, _)| name != "model"),
        Some(id) if !id.is_empty() => pairs.retain(|(name, _)| !name.starts_with(CONFIG_PREFIX)),
        _ => {}
    }
    pairs
}

/// Whether a parameter is of a card, which the page looks for.
fn is_of_card(name: &str) -> bool {
    name == "gpu" || name.starts_with("gpu.")
}

/// The scenario without the fields whose values are beyond their range, so that what is assumed of the rest can be said.
fn within_ranges(scenario: &Scenario) -> Scenario {
    let mut rest = scenario.clone();
    for field in FIELDS {
        if field.check(scenario).is_some() {
            field.clear(&mut rest);
        }
    }
    rest
}

/// The control that a fault is of, by its name.
pub fn control_of(pointer: &str) -> Option<&'static str> {
    let own = match pointer {
        "/constraints/budget/amount" => "budget",
        "/constraints/budget/currency" => "currency",
        "/constraints/budget/per_usd" => "per_usd",
        "/constraints/deadline_seconds" => "deadline",
        "/constraints/max_gpus" => "max_gpus",
        "/constraints/excluded_vendors" => "without",
        "/constraints/methods" | "/training/method" => "method",
        "/hardware/circuit" => "circuit",
        "/hardware/case" => "case",
        pointer if pointer.starts_with("/hardware/owned") => "owned",
        pointer if pointer.starts_with("/prices/") => OWN,
        pointer => crate::fields::by_pointer(pointer)?.name,
    };
    NAMES.into_iter().find(|name| *name == own)
}
