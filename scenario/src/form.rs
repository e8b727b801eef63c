//! What the planner's form says: with a script, as a plain form, or as a link that was made from one.
//!
//! A form remembers what it was drawn for. Where its reader chose another model, method or kind of card, the fields that cannot apply to
//! that one go back to automatic, and the reader learns which; a link that names such fields itself is told what is wrong.
//! A model of the reader's own is a pasted `config.json`, whose keys become the parameters `config.…`.

mod bears;
pub mod config;

use crate::pointer;
use engine::architecture::Architecture;
use engine::training::DataKind;

use crate::error::{FieldError, Reason};
use crate::fields::{FIELDS, Field};
use crate::query::{self, Parsed};
use crate::resolve::{architecture, kind_of, methods, resolve_any};
use wire::v1::Scenario;
use wire::v1::scenario::{Model, ModelConfig};

pub(crate) use bears::has_own_machine;
pub use bears::{bears, is_beside};

/// The parameter by which a form says what it was drawn for.
pub const DRAWN_FOR: &str = "drawn_for";
/// What a form that was drawn for no model yet says there.
pub const DRAWN_FOR_NONE: &str = "none";
/// The parameter that holds the text of a `config.json`.
pub const CONFIG: &str = "config";
/// What the parameter `model` says of a model by its own configuration.
pub const OWN_MODEL: &str = "custom";

/// Characters of a text that goes into an address although it is no configuration: its reader has it before the eyes, and
/// servers take addresses of 8 kB and more.
const LINKED_CHARACTERS: usize = 2000;
/// What each of its parameters begins with.
pub const CONFIG_PREFIX: &str = "config.";
/// Figures of a run, which are another run's once the model is another.
const OF_A_RUN: [&str; 6] = ["peak", "rate", "util", "at_batch", "this_run", "peak_of"];

/// What a form says.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Submitted {
    /// The parameters as they stand now, each as it was typed: what the form is drawn from.
    pub pairs: Vec<(String, String)>,
    /// What they say.
    pub parsed: Parsed,
    /// What went back to automatic.
    pub reset: Option<Reset>,
    /// The id of the model that the form was drawn for, where its reader chose another; empty where it was drawn for none.
    pub left: Option<String>,
}

/// Fields that went back to automatic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reset {
    /// The choice that they do not apply to.
    pub lead: Lead,
    /// Pointers of the fields, in the table's order.
    pub pointers: Vec<&'static str>,
}

/// A choice that decides which other fields apply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lead {
    /// The model.
    Model,
    /// The method.
    Method,
    /// The card, which brings the rest of the machine along.
    Card,
}

/// Reads a form's decoded parameters.
#[must_use]
pub fn parse_submission(pairs: impl Iterator<Item = (String, String)>) -> Submitted {
    let mut pairs: Vec<(String, String)> = pairs.collect();
    let drawn = query::last(&pairs, DRAWN_FOR);
    pairs.retain(|(name, _)| name != DRAWN_FOR);
    let fault = settle_model(&mut pairs, drawn.as_deref());
    let model = |identity: &str| identity.split(' ').next().unwrap_or_default().to_owned();
    let left = drawn.as_deref().map(model).filter(|before| *before != identity(&read(&pairs).scenario.model));
    let reset = drawn.and_then(|drawn| reset(&mut pairs, &drawn));
    let mut parsed = read(&pairs);
    parsed.errors.extend(fault);
    Submitted { pairs, parsed, reset, left }
}

/// What a form whose reader pasted a configuration says as a link: the configuration by its parameters, or as far as an
/// address can hold a text that is none.
#[must_use]
pub fn link_parameters(pairs: impl Iterator<Item = (String, String)>) -> Vec<(String, String)> {
    let mut pairs: Vec<(String, String)> = pairs.filter(|(name, value)| name != "model" && !value.trim().is_empty()).collect();
    pairs.push(("model".to_owned(), OWN_MODEL.to_owned()));
    let drawn = query::last(&pairs, DRAWN_FOR);
    settle_model(&mut pairs, drawn.as_deref());
    for (_, text) in pairs.iter_mut().filter(|(name, _)| name == CONFIG) {
        *text = text.chars().take(LINKED_CHARACTERS).collect();
    }
    pairs
}

/// What a form for this scenario is drawn for: the model and the method, as far as they are said, and whether the card is a
/// machine of its own.
#[must_use]
pub fn form_identity(scenario: &Scenario) -> String {
    let method = scenario.training.method.map(wire::v1::choices::Method::as_str).unwrap_or_default();
    let machine = if has_own_machine(scenario) { " machine" } else { "" };
    format!("{} {method}{machine}", identity(&scenario.model))
}

/// The model in a word: its id, or a sum over its configuration, by which two of them are told apart.
fn identity(model: &Model) -> String {
    match (&model.id, &model.config) {
        (Some(id), _) => id.clone(),
        (None, Some(config)) => format!("{OWN_MODEL}.{:x}", sum(config)),
        (None, None) => String::new(),
    }
}

/// Fowler, Noll and Vo's sum (FNV-1a, 64 bits) of a configuration's parameters.
fn sum(config: &ModelConfig) -> u64 {
    let model = Model { config: Some(Box::new(config.clone())), ..Model::default() };
    let text = query::to_string(&Scenario { model, ..Scenario::default() }, &[]);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Decides between a model of the list and the reader's own, and turns the text of a configuration into its parameters.
fn settle_model(pairs: &mut Vec<(String, String)>, drawn: Option<&str>) -> Option<FieldError> {
    let model = query::last(pairs, "model");
    let text = query::last(pairs, CONFIG);
    let is_own_drawn = drawn.is_some_and(|drawn| drawn.starts_with(OWN_MODEL));
    let is_own = match model.as_deref() {
        None | Some(OWN_MODEL) => true,
        // A form sends the list along; a reader who filled the empty box means the model that it describes.
        Some(_) => text.is_some() && drawn.is_some() && !is_own_drawn,
    };
    if !is_own && drawn.is_some() {
        // Of a form, the list decides.
        pairs.retain(|(name, _)| name != CONFIG && !name.starts_with(CONFIG_PREFIX));
        return None;
    }
    if is_own {
        pairs.retain(|(name, _)| name != "model");
    }
    let fault = text.and_then(|text| {
        pairs.retain(|(name, _)| !name.starts_with(CONFIG_PREFIX));
        match config::read(&text) {
            Ok(parameters) => {
                pairs.retain(|(name, _)| name != CONFIG);
                pairs.extend(parameters);
                None
            }
            Err(reason) => Some(FieldError::new(pointer::CONFIG, reason)),
        }
    });
    if !says_config(pairs) && (fault.is_some() || model.as_deref() == Some(OWN_MODEL)) {
        pairs.push(("model".to_owned(), OWN_MODEL.to_owned()));
        return fault.or_else(|| Some(FieldError::new(pointer::CONFIG, Reason::Required)));
    }
    fault
}

fn says_config(pairs: &[(String, String)]) -> bool {
    pairs.iter().any(|(name, value)| name.starts_with(CONFIG_PREFIX) && !value.trim().is_empty())
}

/// The parameters as a query says them; a model of the reader's own is there even while it says nothing.
fn read(pairs: &[(String, String)]) -> Parsed {
    let is_own = |name: &str, value: &str| name == CONFIG || name == "model" && value == OWN_MODEL;
    let rest = pairs.iter().filter(|(name, value)| !is_own(name, value)).cloned();
    let mut parsed = query::parse(rest);
    if parsed.scenario.model == Model::default()
        && (says_config(pairs) || query::last(pairs, "model").as_deref() == Some(OWN_MODEL))
    {
        parsed.scenario.model.config = Some(Box::default());
    }
    parsed
}

/// Takes out what cannot apply to the model or the method that was chosen since the form was drawn.
fn reset(pairs: &mut Vec<(String, String)>, drawn: &str) -> Option<Reset> {
    let now = form_identity(&read(pairs).scenario);
    let part = |text: &'_ str, place: usize| text.split(' ').nth(place).unwrap_or_default().to_owned();
    let drawn_model = &part(drawn, 0);
    let lead = match () {
        () if part(&now, 0) != *drawn_model => Lead::Model,
        () if part(&now, 1) != part(drawn, 1) => Lead::Method,
        () if part(&now, 2) != part(drawn, 2) => Lead::Card,
        () => return None,
    };
    let mut taken = Vec::new();
    // Each round takes out at least a field, and what hangs on the method may show only after that went.
    loop {
        let parsed = read(pairs);
        let Some(model) = architecture(&parsed.scenario.model) else { break };
        let method = parsed.scenario.training.method;
        let accepted = parsed.scenario.constraints.methods.as_deref().unwrap_or_default();
        let is_stale = |field: &Field| match field.name {
            // The word that tells how a peak was read belongs to a factor too, and factors stay.
            "peak_of" if query::last(pairs, "factor.memory").is_some() => false,
            "bytes" if reads_other_data(drawn_model, &model) => lead == Lead::Model,
            "methods" => methods(&model).iter().all(|method| !accepted.contains(method)),
            name if OF_A_RUN.contains(&name) => lead == Lead::Model,
            name if !is_beside(name, &parsed.scenario) => true,
            _ => !bears(field.pointer, &model, method),
        };
        let mut going: Vec<&'static Field> = FIELDS.iter().filter(|field| says(pairs, field) && is_stale(field)).collect();
        if going.is_empty() {
            let faults = resolve_any(&parsed.scenario).err().unwrap_or_default();
            going = faults
                .iter()
                .filter(|fault| is_relation(fault, &parsed.scenario, lead))
                .filter_map(|fault| Field::at(&fault.pointer))
                .collect();
            going.retain(|field| says(pairs, field));
        }
        if going.is_empty() {
            break;
        }
        pairs.retain(|(name, _)| going.iter().all(|field| field.name != name));
        taken.extend(going.iter().map(|field| field.pointer));
    }
    let pointers: Vec<&'static str> =
        FIELDS.iter().map(|field| field.pointer).filter(|pointer| taken.contains(pointer)).collect();
    (!pointers.is_empty()).then_some(Reset { lead, pointers })
}

fn says(pairs: &[(String, String)], field: &Field) -> bool {
    query::last(pairs, field.name).is_some()
}

/// Whether a model reads another kind of data than the one that a form was drawn for.
fn reads_other_data(drawn: &str, model: &Architecture) -> bool {
    // Every configuration that there is a builder for reads text.
    let before = catalog::model(drawn).map_or(DataKind::Text, |entry| kind_of(&entry.architecture));
    before != kind_of(model)
}

/// Whether a fault is one between a field and the choice, rather than the field's own.
fn is_relation(fault: &FieldError, scenario: &Scenario, lead: Lead) -> bool {
    let Some(field) = Field::at(&fault.pointer) else { return false };
    let belongs = match lead {
        Lead::Model => !fault.pointer.starts_with("/model") && !fault.pointer.starts_with("/hardware"),
        Lead::Method => {
            matches!(
                &fault.reason,
                Reason::NotApplicable { with: "/training/method", .. } | Reason::OfAnother { with: "/training/method", .. }
            ) || fault.pointer.starts_with("/training/lora")
        }
        Lead::Card => false,
    };
    let relates = match &fault.reason {
        Reason::NotApplicable { .. }
        | Reason::OfAnother { .. }
        | Reason::NotAMultiple { .. }
        | Reason::ShorterThanPictures { .. } => true,
        Reason::OutOfRange { .. } => field.check(scenario).is_none(),
        Reason::UnknownValue { .. } => field.name == "targets",
        _ => false,
    };
    belongs && relates
}
