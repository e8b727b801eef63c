//! The form: what is trained, and what it may cost or take.

use leptos::prelude::*;
use wire::Locale;
use wire::v1::Scenario;
use wire::v1::scenario::OwnedPart;
use wording::format;

use crate::context::{path_prefix, request_path};
use crate::fields::{Field, Kind, by_name, options};
use crate::messages::{bom_money as money, machine, need as text};
use crate::pages::bom::owned;

/// Deadlines to choose from, in seconds: an hour to a month.
const DEADLINES: [u64; 9] = [3600, 14_400, 43_200, 86_400, 172_800, 259_200, 604_800, 1_209_600, 2_592_000];
/// Numbers of cards to choose from.
const CARDS: [u64; 3] = [1, 2, 4];
/// The planner's fields that describe a workload.
const WORKLOAD: [&str; 5] = ["model", "samples", "image", "seq", "epochs"];

/// Draws the form with what was asked in it.
pub fn form(asked: &Scenario, locale: Locale) -> AnyView {
    let fields: Vec<_> = WORKLOAD.iter().filter_map(|name| by_name(name)).map(|field| control(field, asked, locale)).collect();
    let constraints = &asked.constraints;
    let deadline = constraints.deadline_seconds.map(|seconds| seconds.round() as u64);
    let mut deadlines = DEADLINES.to_vec();
    deadlines.extend(deadline.filter(|seconds| !DEADLINES.contains(seconds)));
    deadlines.sort_unstable();
    let deadlines =
        deadlines.into_iter().map(|seconds| (seconds.to_string(), format::spelled_time(seconds as f64, locale))).collect();
    let mut cards = CARDS.to_vec();
    cards.extend(constraints.max_gpus.filter(|cards| !CARDS.contains(cards)));
    let cards = cards.into_iter().map(|count| (count.to_string(), count.to_string())).collect();
    let owned = asked.hardware.owned.iter().flatten().map(OwnedPart::words).collect::<Vec<_>>().join(", ");
    let budget = constraints.budget.as_ref().and_then(|budget| budget.amount).map(|amount| amount.to_string());
    let prefix = path_prefix().map_or("", |(prefix, _)| prefix);
    let from_machine = format!("{prefix}/machine?{}", scenario::query::to_string(asked, &[]));
    view! {
        <form class="card need-form" method="get" action=request_path()>
            <input type="hidden" name="v" value=scenario::query::VERSION />
            <fieldset>
                <legend>{text::workload(locale)}</legend>
                {fields}
                {method(asked, locale)}
            </fieldset>
            <fieldset>
                <legend>{text::limits(locale)}</legend>
                <div class="field">
                    <label for="n-budget">{text::budget(locale)}</label>
                    <div>
                        <input id="n-budget" type="text" inputmode="decimal" autocomplete="off" name="budget" value=budget />
                    </div>
                </div>
                {list("deadline", text::deadline(locale), text::no_deadline(locale), deadline.map(|seconds| seconds.to_string()), deadlines)}
                {list("max_gpus", text::max_gpus(locale), text::no_limit(locale), constraints.max_gpus.map(|count| count.to_string()), cards)}
                {owned::other(owned, "n-owned", money::owned_by_id(locale), locale)}
            </fieldset>
            <p class="fine"><a href=from_machine rel="nofollow">{machine::fill_in(locale)}</a></p>
            <p class="form-end">
                <button type="submit" data-testid="find">{text::find(locale)}</button>
            </p>
        </form>
    }
    .into_any()
}

/// Full, adapters or any; a list of several counts as any.
fn method(asked: &Scenario, locale: Locale) -> Option<AnyView> {
    let field = by_name("method")?;
    let Kind::Words(words) = field.kind else { return None };
    let single = match asked.constraints.methods.as_deref() {
        Some([method]) => Some(*method),
        _ => None,
    };
    let chosen = asked.training.method.or(single).map(|method| method.as_str().to_owned());
    let words = words.iter().map(|(word, name)| ((*word).to_owned(), name(locale).to_owned())).collect();
    Some(list("method", (field.label)(locale), text::any_method(locale), chosen, words))
}

fn list(
    name: &'static str,
    label: &'static str,
    open: &'static str,
    chosen: Option<String>,
    words: Vec<(String, String)>,
) -> AnyView {
    // No word is empty, so that nothing chosen selects none of them.
    let chosen = chosen.unwrap_or_default();
    let options: Vec<_> = words
        .into_iter()
        .map(|(word, name)| {
            let selected = chosen == word;
            view! { <option value=word selected=selected>{name}</option> }
        })
        .collect();
    let id = format!("n-{name}");
    view! {
        <div class="field">
            <label for=id.clone()>{label}</label>
            <div>
                <select id=id name=name>
                    <option value="">{open}</option>
                    {options}
                </select>
            </div>
        </div>
    }
    .into_any()
}

/// A field of the planner, by the same name.
fn control(field: &'static Field, asked: &Scenario, locale: Locale) -> AnyView {
    let id = format!("n-{}", field.name);
    let label = view! { <label for=id.clone()>{(field.label)(locale)}</label> };
    let Kind::Catalog(catalog) = field.kind else {
        let value = crate::plan::words::value_text(field, asked, locale).map(|text| text.replace(',', ""));
        return view! {
            <div class="field">
                {label}
                <div>
                    <input id=id type="text" inputmode="decimal" autocomplete="off" name=field.name value=value />
                </div>
            </div>
        }
        .into_any();
    };
    let chosen = asked.model.id.as_deref();
    let groups: Vec<_> = options::groups(catalog, locale)
        .into_iter()
        .map(|group| {
            let options: Vec<_> = group
                .options
                .into_iter()
                .map(|(id, name)| view! { <option value=id selected=chosen == Some(id)>{name}</option> })
                .collect();
            view! { <optgroup label=group.label>{options}</optgroup> }
        })
        .collect();
    view! {
        <div class="field wide">
            {label}
            <div>
                <select id=id name=field.name data-find=options::searched(catalog)>{groups}</select>
            </div>
        </div>
    }
    .into_any()
}
