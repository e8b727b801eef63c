//! No machine: the fields at fault, each with the one click that would do.

use leptos::prelude::*;
use scenario::error::{FieldError, Reason, Relax};
use wire::Locale;
use wire::v1::Scenario;
use wire::v1::choices::Method;
use wire::v1::scenario::Budget;
use wording::format;
use workstation::machines::Failure;

use crate::context::request_path;
use crate::faults;
use crate::fields::by_pointer;
use crate::locale::colon;
use crate::messages::{inputs, need as text};

/// Draws what is wrong, and the nearest questions that have an answer.
pub fn trouble(asked: &Scenario, failure: &Failure, locale: Locale) -> AnyView {
    let title = match failure {
        Failure::Invalid(_) => inputs::error_summary(locale),
        Failure::Contradictory(_) => text::none_title(locale),
    };
    let items: Vec<_> = failure
        .errors()
        .iter()
        .map(|error| {
            let links: Vec<_> = remedies(asked, error, locale)
                .into_iter()
                .map(|(scenario, label)| {
                    let href = format!("{}?{}", request_path(), scenario::query::to_string(&scenario, &[]));
                    view! { <a class="button" href=href>{label}</a> }
                })
                .collect();
            view! {
                <li>
                    {format!("{}{}{}", name(error, locale), colon(locale), faults::detail(error, locale))} <span class="actions">{links}</span>
                </li>
            }
        })
        .collect();
    view! {
        <div class="error-summary" data-testid="error-summary" role="group" aria-labelledby="error-summary-title">
            <h2 id="error-summary-title">{title}</h2>
            <ul>{items}</ul>
        </div>
    }
    .into_any()
}

/// The name of a field at fault, as its label says it.
fn name(error: &FieldError, locale: Locale) -> String {
    match error.pointer.as_str() {
        "/constraints/budget/amount" => text::budget(locale).to_owned(),
        "/constraints/deadline_seconds" => text::deadline(locale).to_owned(),
        "/constraints/max_gpus" => text::max_gpus(locale).to_owned(),
        "/constraints/methods" => inputs::method(locale).to_owned(),
        pointer => by_pointer(pointer).map_or_else(|| pointer.to_owned(), |field| (field.label)(locale).to_owned()),
    }
}

/// Questions in which the constraint is relaxed until there is an answer, each with the text of its link.
fn remedies(asked: &Scenario, error: &FieldError, locale: Locale) -> Vec<(Scenario, String)> {
    let Reason::Contradictory(relax) = &error.reason else { return Vec::new() };
    let mut scenario = asked.clone();
    let constraints = &mut scenario.constraints;
    let label = match relax {
        Relax::Money { least, .. } => {
            constraints.budget = Some(Budget { amount: Some(least.ceil()), currency: None });
            text::set_budget(locale, &format::number(least.ceil()))
        }
        Relax::Seconds { least } => {
            constraints.deadline_seconds = Some(least.ceil());
            text::set_deadline(locale, &format::spelled_time(least.ceil(), locale))
        }
        Relax::Gpus { least } => {
            constraints.max_gpus = Some(*least);
            text::set_gpus(locale, &least.to_string())
        }
        Relax::Drives { least } => {
            scenario.hardware.storage_count = Some(*least);
            text::set_drives(locale, &least.to_string())
        }
        Relax::OneOf { words } => {
            let method = |word: &&'static str| Method::ALL.iter().copied().find(|method| method.as_str() == *word);
            let accepted = |word: &'static str| {
                let mut scenario = asked.clone();
                scenario.training.method = method(&word);
                scenario.constraints.methods = None;
                (scenario, text::set_method(locale, word))
            };
            return words.iter().map(|word| accepted(word)).collect();
        }
        Relax::PriceUnknown => {
            constraints.budget = None;
            text::leave_out(locale).to_owned()
        }
        Relax::MultipleOf { .. } | Relax::Exactly { .. } | Relax::Memory { .. } | Relax::HostMemory { .. } | Relax::Parts => {
            return Vec::new();
        }
    };
    vec![(scenario, label)]
}
