//! No machine: the fields at fault with links to them, or the constraints to relax, each with the one click that would do.

use scenario::error::{FieldError, Reason, Relax};
use scenario::prices::OWN;
use wire::Locale;
use wire::v1::Scenario;
use wire::v1::choices::{CaseStyle, Circuit, Method, Vendor};
use wording::format;
use workstation::machines::{self, Failure, Purse};

use super::asked::{Asked, control_of};
use super::fields::detail;
use super::form::{ANSWER, maker};
use crate::context::request_path;
use crate::faults;
use crate::fields::by_pointer;
use crate::locale::colon;
use crate::messages::{inputs, need as text, run};
use crate::pages::run::ANY_CARD;
use markup::{Element, classed, el};

/// Draws what is wrong, and the nearest questions that have an answer.
pub fn trouble(asked: &Asked, failure: &Failure, locale: Locale) -> Element {
    let (title, about) = match failure {
        Failure::Invalid(_) => (inputs::error_summary(locale), None),
        Failure::Contradictory(errors) if errors.len() > 1 => (text::none_title(locale), Some(text::none_about(locale))),
        Failure::Contradictory(_) => (text::none_title(locale), None),
        Failure::Apart(_) => (text::none_title(locale), Some(text::apart_about(locale))),
    };
    let is_apart = matches!(failure, Failure::Apart(_));
    let item = |error: &FieldError| {
        let links = if is_apart { Vec::new() } else { links(asked, remedies(asked, error, locale)) };
        item(error, &asked.purse, locale).with((!links.is_empty()).then(|| classed("span", "actions").with(links)))
    };
    let items: Vec<Element> = failure.errors().iter().map(item).collect();
    let both = is_apart.then(|| classed("p", "actions").with(links(asked, vec![all_of(asked, failure, locale)])));
    frame(title)
        .with(about.map(|about| el("p").with(about)))
        .with(el("ul").with(items))
        .with(both)
        .with(running(asked, failure, locale))
}

/// The way to machines that run the model, where it is known for that alone.
fn running(asked: &Asked, failure: &Failure, locale: Locale) -> Option<Element> {
    failure.errors().iter().find(|error| error.reason == Reason::NotTrained)?;
    let model = asked.scenario.model.id.as_deref()?;
    // Machines are searched for models that write tokens; others are asked of a card.
    let is_searched = catalog::listed_model(model).is_none_or(catalog::ModelEntry::answers);
    let (card, words) = if is_searched { (Some(("gpu", ANY_CARD)), run::buy_it(locale)) } else { (None, run::title(locale)) };
    let pairs = [("v", scenario::query::VERSION), ("model", model)].into_iter().chain(card);
    let link = classed("a", "button").attr("href", format!("/{}/run?{}", locale.as_str(), scenario::query::encode(pairs)));
    Some(classed("p", "actions").with(link.attr("data-testid", "run-instead").with(words)))
}

/// Draws what is said more than once; nothing where nothing is.
pub fn repeated(errors: &[FieldError], locale: Locale) -> Option<Element> {
    let items: Vec<Element> = errors.iter().map(|error| item(error, &Purse::of(&Scenario::default()), locale)).collect();
    (!items.is_empty()).then(|| {
        classed("div", "remedy")
            .attr("data-testid", "repeated")
            .with(el("p").with(inputs::error_summary(locale)))
            .with(el("ul").with(items))
    })
}

fn frame(title: &'static str) -> Element {
    classed("div", "error-summary")
        .attr("data-testid", "error-summary")
        .attr("role", "group")
        .attr("aria-labelledby", "error-summary-title")
        .with(el("h2").attr("id", "error-summary-title").with(title))
}

/// A field at fault, by the name that its label has and with the way to it.
fn item(error: &FieldError, purse: &Purse, locale: Locale) -> Element {
    let name = name(error, locale);
    let name = match control_of(&error.pointer) {
        Some(control) => el("a").attr("href", format!("#n-{control}")).with(name),
        None => el("span").with(name),
    };
    el("li").with(name).with(colon(locale)).with(detail(error, purse, locale)).with(" ")
}

/// The name of a field at fault, as its label says it.
fn name(error: &FieldError, locale: Locale) -> String {
    let name = match error.pointer.as_str() {
        "/constraints/budget/amount" => text::budget(locale),
        "/constraints/budget/currency" => text::currency(locale),
        "/constraints/budget/per_usd" => text::rate(locale),
        "/constraints/deadline_seconds" => text::deadline(locale),
        "/constraints/max_gpus" => text::max_gpus(locale),
        "/constraints/excluded_vendors" => text::without(locale),
        "/constraints/methods" => inputs::method(locale),
        "/hardware/circuit" => text::circuit(locale),
        "/hardware/case" => text::case(locale),
        pointer => {
            return by_pointer(pointer).map_or_else(|| faults::label(pointer, locale), |field| (field.label)(locale).to_owned());
        }
    };
    name.to_owned()
}

fn links(asked: &Asked, remedies: Vec<(Scenario, String)>) -> Vec<Element> {
    let own =
        asked.typed(OWN).map(|table| format!("&{}", scenario::query::encode([(OWN, table)].into_iter()))).unwrap_or_default();
    let link = |(scenario, label): (Scenario, String)| {
        let href = format!("{}?{}{own}#{ANSWER}", request_path(), scenario::query::to_string(&scenario, &[]));
        classed("a", "button").attr("href", href).attr("rel", "nofollow").with(label)
    };
    remedies.into_iter().map(link).collect()
}

/// The question in which all constraints are relaxed.
fn all_of(asked: &Asked, failure: &Failure, locale: Locale) -> (Scenario, String) {
    let mut scenario = asked.scenario.clone();
    for error in failure.errors() {
        match &error.reason {
            Reason::Contradictory(Relax::Money { least, .. }) => set_budget(&mut scenario, *least),
            Reason::Contradictory(Relax::Seconds { least }) => scenario.constraints.deadline_seconds = Some(least.ceil()),
            _ => {}
        }
    }
    (scenario, text::set_both(locale).to_owned())
}

fn set_budget(scenario: &mut Scenario, least: f64) {
    scenario.constraints.budget.get_or_insert_default().amount = Some(least.ceil());
}

/// Questions in which the constraint is relaxed until there is an answer, each with the text of its link.
fn remedies(asked: &Asked, error: &FieldError, locale: Locale) -> Vec<(Scenario, String)> {
    let Reason::Contradictory(relax) = &error.reason else { return Vec::new() };
    let mut scenario = asked.scenario.clone();
    let label = match relax {
        Relax::Money { least, .. } => {
            set_budget(&mut scenario, *least);
            text::set_budget(locale, &format::whole_money(least.ceil(), asked.purse.currency()))
        }
        Relax::Seconds { least } => {
            scenario.constraints.deadline_seconds = Some(least.ceil());
            text::set_deadline(locale, &format::spelled_time(least.ceil(), locale))
        }
        Relax::Gpus { least } => {
            scenario.constraints.max_gpus = Some(*least);
            text::set_gpus(locale, &least.to_string())
        }
        Relax::Drives { least } => {
            scenario.hardware.storage_count = Some(*least);
            text::set_drives(locale, &least.to_string())
        }
        Relax::OneOf { words } => {
            let accepted = |word: &&'static str| {
                let mut scenario = asked.scenario.clone();
                scenario.training.method = Method::from_word(word);
                scenario.constraints.methods = None;
                (scenario, text::set_method(locale, method_name(word, locale)))
            };
            return words.iter().map(accepted).collect();
        }
        Relax::Allow { words } => return words.iter().filter_map(|word| allowed(asked, word, locale)).collect(),
        Relax::LeaveOut => {
            scenario.hardware.case = None;
            text::any_case(locale).to_owned()
        }
        Relax::PriceUnknown => {
            // Its currency is that of own prices as well.
            if let Some(budget) = &mut scenario.constraints.budget {
                budget.amount = None;
            }
            text::leave_out(locale).to_owned()
        }
        Relax::MultipleOf { .. } | Relax::Exactly { .. } | Relax::Memory { .. } | Relax::HostMemory { .. } | Relax::Parts => {
            return Vec::new();
        }
    };
    vec![(scenario, label)]
}

/// The question on another circuit, in another case, or with a maker that was left out.
fn allowed(asked: &Asked, word: &str, locale: Locale) -> Option<(Scenario, String)> {
    let mut scenario = asked.scenario.clone();
    if let Some(circuit) = Circuit::from_word(word) {
        let machines::Circuit { carries, volts, amperes } = machines::Circuit::of(circuit)?;
        scenario.hardware.circuit = Some(circuit);
        let watts = format::decimal(carries.get(), 0);
        return Some((scenario, text::circuit_of(locale, &volts.to_string(), &amperes.to_string(), &watts)));
    }
    if let Some(style) = CaseStyle::from_word(word) {
        scenario.hardware.case = Some(style);
        return Some((scenario, text::case_of(style, locale).to_owned()));
    }
    let vendor = Vendor::from_word(word)?;
    let left = scenario.constraints.excluded_vendors.take().unwrap_or_default();
    let left: Vec<Vendor> = left.into_iter().filter(|other| *other != vendor).collect();
    scenario.constraints.excluded_vendors = (!left.is_empty()).then_some(left);
    Some((scenario, text::set_vendor(locale, maker(vendor))))
}

/// A method by its name in the form.
fn method_name(word: &'static str, locale: Locale) -> &'static str {
    use crate::fields::{Kind, by_name};
    let Some(Kind::Words(words)) = by_name("method").map(|field| field.kind) else { return word };
    words.iter().find(|(other, _)| *other == word).map_or(word, |(_, name)| name(locale))
}
