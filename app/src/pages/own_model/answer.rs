//! What was read: which model it is, its parameters, and the ways on.

use catalog::find::Hit;
use checkpoint::{Configuration, Name, Note, Reading, Weights, words};
use leptos::prelude::*;
use scenario::Reason;
use wording::format;

use super::links::{link, matches};
use super::{keys, tables, traced};
use crate::context::{PastedText, path_prefix};
use crate::locale::Locale;
use crate::messages::{own_model as text, run as run_text};
use crate::pages::pasted::with_code;

/// Draws the answer to a pasted text.
pub(super) fn answer(pasted: &PastedText, locale: Locale) -> AnyView {
    let reading = checkpoint::read(&pasted.text);
    let title = match &reading {
        Reading::Configuration(_) => text::configuration(locale),
        Reading::Weights(weights) if weights.is_index => text::index(locale),
        Reading::Weights(_) => text::header(locale),
        Reading::Traced(_) => text::trace(locale),
        Reading::Name(_) => text::name(locale),
        Reading::Unreadable(_) => text::unreadable(locale),
    };
    let found = match &reading {
        Reading::Configuration(configuration) => of_configuration(configuration, locale),
        Reading::Weights(weights) => of_weights(weights, locale),
        Reading::Traced(network) => traced::answer(network, locale),
        Reading::Name(name) => of_name(name, locale),
        Reading::Unreadable(reason) => view! { <p role="alert" data-testid="unreadable">{why(reason, locale)}</p> }.into_any(),
    };
    let (before, after) = match &reading {
        // A way on stands above long tables.
        Reading::Configuration(_) | Reading::Name(_) => (links(&reading, &pasted.plan, locale), None),
        Reading::Weights(_) | Reading::Traced(_) | Reading::Unreadable(_) => (None, links(&reading, &pasted.plan, locale)),
    };
    view! {
        <section class="card" data-testid="model-reading">
            <h2 id="reading">{title}</h2>
            {before}
            {found}
            {after}
        </section>
    }
    .into_any()
}

/// Why nothing was read, in a sentence.
fn why(reason: &Reason, locale: Locale) -> String {
    match reason {
        Reason::Required => text::empty(locale).to_owned(),
        Reason::NotJson { line, column } => text::no_json(locale, &format::tally(*line), &format::tally(*column)),
        Reason::WrongType { .. } => text::no_object(locale).to_owned(),
        other => text::fault(locale, &scenario::FieldError::new("", other.clone()).detail(locale)),
    }
}

/// The planner and the page of machines, with the model.
fn links(reading: &Reading, query: &str, locale: Locale) -> Option<AnyView> {
    let prefix = path_prefix().map_or("", |(prefix, _)| prefix);
    let run = api::model::run_link(reading).map(|href| {
        view! { <a href=format!("{prefix}{href}") rel="nofollow" data-testid="run-model">{run_text::run_it(locale)}</a> }
    });
    let Some(plan) = api::model::plan_link(reading, query) else {
        return run.map(|run| view! { <p class="actions">{run}</p> }.into_any());
    };
    let begun = crate::plan::begun_query(plan.split_once('?').map_or("", |(_, encoded)| encoded), query);
    let plan = format!("/plan?{begun}");
    let need = api::model::need_link(reading, query).map(|href| {
        view! { <a href=format!("{prefix}{href}") rel="nofollow" data-testid="need-with-model">{text::need(locale)}</a> }
    });
    let links = view! {
        <p class="actions">
            <a class="button" href=plan rel="nofollow" data-testid="plan-with-model">{text::plan(locale)}</a>
            " "
            {need}
            " "
            {run}
        </p>
    };
    Some(links.into_any())
}

fn of_configuration(configuration: &Configuration, locale: Locale) -> AnyView {
    let Configuration { model_type, entry, named, count, faults, notes: told, .. } = configuration;
    let kind = model_type.as_ref().filter(|_| count.is_some()).map(|kind| view! { <p>{text::is_kind(locale, kind)}</p> });
    let listed = entry.map(|entry| view! { <p data-testid="listed">{text::is_listed(locale)} " " {link(entry)}</p> });
    let named = named.filter(|named| entry.is_none_or(|entry| entry.id != named.id));
    let named = named.map(|entry| view! { <p data-testid="named">{text::is_named(locale)} " " {link(entry)}</p> });
    view! {
        {keys::faults(faults, locale)}
        {kind}
        {count.as_ref().map(|count| tables::total(count, locale))}
        {listed}
        {named}
        {notes(told, locale)}
        {count.as_ref().map(|count| tables::parts(count, locale))}
        {keys::not_read(configuration, locale)}
        {keys::read(configuration, locale)}
        {keys::ignored(configuration, locale)}
    }
    .into_any()
}

fn of_weights(weights: &Weights, locale: Locale) -> AnyView {
    let is_open =
        weights.parameters.is_some() && weights.notes.iter().all(|note| !matches!(note, Note::Packed(_) | Note::Partial));
    let same = if weights.matches.is_empty() {
        is_open.then(|| view! { <p data-testid="no-same-count">{text::no_same_count(locale)}</p> }.into_any())
    } else {
        Some(
            view! {
                <p>{text::same_count(locale)}</p>
                {matches(&weights.matches, locale)}
                <p class="fine">{text::same_count_about(locale)}</p>
            }
            .into_any(),
        )
    };
    view! {
        {tables::total_of_weights(weights, locale)}
        {same}
        {tables::widths(weights, locale)}
        {notes(&weights.notes, locale)}
        {tables::structure(weights, locale)}
        {tables::parts_of_weights(weights, locale)}
        {tables::dtypes(weights, locale)}
    }
    .into_any()
}

fn of_name(name: &Name, locale: Locale) -> AnyView {
    if let Some(entry) = name.entry {
        return view! {
            <p data-testid="listed">{text::is_listed(locale)} " " {link(entry)}</p>
            {name.count.as_ref().map(|count| tables::total(count, locale))}
            {name.count.as_ref().map(|count| tables::parts(count, locale))}
        }
        .into_any();
    }
    let likely = (!name.likely.is_empty()).then(|| {
        let rows: Vec<_> = name.likely.iter().filter_map(|hit| likely(hit, locale)).collect();
        view! {
            <p>{text::likely(locale)}</p>
            <ul class="points" data-testid="likely">{rows}</ul>
        }
    });
    view! {
        <p data-testid="not-listed"><strong>{text::not_listed(locale, &name.given)}</strong> " " {text::paste_instead(locale)}</p>
        {likely}
    }
    .into_any()
}

fn likely(hit: &Hit, locale: Locale) -> Option<AnyView> {
    let entry = catalog::listed_model(hit.id)?;
    let why = wording::found_instead(hit, locale).map(|why| view! { <span class="fine reason">{why}</span> });
    Some(view! { <li>{link(entry)} " " {why}</li> }.into_any())
}

fn notes(notes: &[Note], locale: Locale) -> Option<AnyView> {
    if notes.is_empty() {
        return None;
    }
    let notes: Vec<_> = notes.iter().map(|note| view! { <li>{with_code(&words::note(note, locale))}</li> }).collect();
    let list = view! {
        <h3>{text::notes(locale)}</h3>
        <ul class="points" data-testid="notes">{notes}</ul>
    };
    Some(list.into_any())
}
