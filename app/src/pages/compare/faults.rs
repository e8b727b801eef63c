//! What is wrong with a comparison, each with the way to its field or the one click that would do.

use scenario::error::Reason;
use scenario::fields::{Field as Leaf, Value};
use scenario::query;

use super::form;
use super::reading::{Fault, Reading};
use crate::fields::by_pointer;
use crate::locale::{Locale, colon};
use crate::messages::{compare as text, inputs};
use markup::{Element, classed, el};

/// Draws what is wrong; nothing where nothing is.
pub fn summary(reading: &Reading, locale: Locale) -> Option<Element> {
    if reading.faults.is_empty() {
        return None;
    }
    let items: Vec<Element> = reading.faults.iter().map(|fault| item(reading, fault, locale)).collect();
    let shown = (!reading.sides.is_empty()).then(|| el("p").with(text::what_works(locale)));
    let summary = classed("div", "error-summary")
        .attr("data-testid", "error-summary")
        .attr("role", "group")
        .attr("aria-labelledby", "error-summary-title")
        .with(el("h2").attr("id", "error-summary-title").with(inputs::error_summary(locale)))
        .with(el("ul").with(items))
        .with(shown);
    Some(summary)
}

fn item(reading: &Reading, fault: &Fault, locale: Locale) -> Element {
    let Fault { machine, error, text: words } = fault;
    let field = by_pointer(&error.pointer);
    let name = match (error.pointer.as_str(), field) {
        ("/scenarios", _) => text::machines(locale).to_owned(),
        ("/plan", _) => text::add_plan(locale).to_owned(),
        (_, Some(field)) => (field.label)(locale).to_owned(),
        (pointer, None) => pointer.trim_start_matches('/').replace('/', "."),
    };
    let target = match (machine, field) {
        (None, _) if error.pointer == "/plan" => Some("#f-plan".to_owned()),
        (None, _) if error.pointer == "/scenarios" => Some("#f-add".to_owned()),
        (None | Some(0), Some(field)) if form::is_shown(field.name) => Some(format!("#f-{}", field.name)),
        (None | Some(0), Some(field)) => Some(format!("/plan?{}#f-{}", in_planner(reading), field.name)),
        (Some(number), _) if *number > 0 => Some(format!("#f-machine-{number}")),
        _ => None,
    };
    let whose = machine.and_then(|number| {
        let machine = reading.machines.get(number)?;
        Some(text::machine_number(locale, &(number + 1).to_string(), &machine.name))
    });
    let name = match whose {
        Some(whose) => format!("{whose}{}{name}", colon(locale)),
        None => name,
    };
    let name = match target {
        Some(target) => el("a").attr("href", target).with(name),
        None => el("span").with(name),
    };
    let detail = words.map_or_else(|| crate::faults::detail(error, locale), |words| words(locale).to_owned());
    el("li").with(name).with(colon(locale)).with(detail).with(remedy(reading, fault, locale))
}

/// The query of the first machine on the planner, which has every field, those at fault as they were typed.
fn in_planner(reading: &Reading) -> String {
    let typed = query::encode(reading.typed.iter().map(|(name, text)| (name.as_str(), text.as_str())));
    let parsed = query::parse_string(&typed);
    let own = reading.faults.iter().filter(|fault| fault.machine.is_none_or(|machine| machine == 0));
    let errors: Vec<_> = own.map(|fault| fault.error.clone()).collect();
    crate::plan::typed::query_of(&parsed.scenario, &[], &errors, &typed)
}

/// A link to the comparison with the nearest product in place of an unknown one; none for other faults.
fn remedy(reading: &Reading, fault: &Fault, locale: Locale) -> Option<Element> {
    let Reason::UnknownId { nearest: Some(nearest), .. } = &fault.error.reason else { return None };
    let leaf = Leaf::at(&fault.error.pointer)?;
    let mut scenarios = reading.scenarios();
    for (number, scenario) in scenarios.iter_mut().enumerate() {
        if fault.machine.is_none_or(|machine| machine == number) {
            leaf.set(scenario, Value::Text(nearest.clone())).ok()?;
        }
    }
    let href = format!("/compare?{}", reading.query(&scenarios, reading.differences_only));
    let link = classed("a", "button apply").attr("href", href).attr("rel", "nofollow").with(text::use_nearest(locale, nearest));
    Some(classed("span", "actions").with(link))
}
