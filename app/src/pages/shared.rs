//! A stored plan: the same answer, read only, with its versions and a way to a copy.

mod kept;

use api::query;
use api::v1::Scenario;
use leptos::prelude::*;
use leptos_meta::{Meta, Title};
use serde_json::Value;

use super::not_found::NotFound;
use crate::components::save::api_call;
use crate::components::verdict::verdict;
use crate::components::{card, head, row_head};
use crate::context::{StoredPlan, request_locale, request_origin};
use crate::draw::{Element, classed, el, inner_html, outer_html};
use crate::fields;
use crate::format;
use crate::locale::Locale;
use crate::messages::bom_link;
use crate::messages::pages as text;
use crate::messages::results as result_text;
use crate::plan::instead::instead;
use crate::plan::{Plan, advice, read_or_preset, words};
use crate::planner::{form, results};
use engine::units::{Bytes, Seconds};

/// Draws the plan that the server found, or the page that says there is none.
#[component]
pub fn SharedPlan() -> impl IntoView {
    match use_context::<StoredPlan>() {
        Some(stored) => page(&stored).into_any(),
        None => view! { <NotFound /> }.into_any(),
    }
}

fn page(stored: &StoredPlan) -> impl IntoView {
    let locale = request_locale();
    let (plan, errors) = read_or_preset(&stored.query);
    let missing = instead(&stored.query, &errors);
    let title = if stored.title.is_empty() { text::shared_untitled(locale).to_owned() } else { stored.title.clone() };
    // A plan of which a part is no longer listed is shown as it was stored: figures of another card would not be its own.
    let plan = plan.filter(|_| missing.is_none());
    let subtitle = plan.as_ref().map(results::title).or_else(|| missing.is_some().then(|| kept::title(stored)));
    let kept = missing.map(|missing| kept::section(stored, &missing, locale));
    let note = (!stored.note.is_empty()).then(|| view! { <p class="plan-note">{stored.note.clone()}</p> });
    let date = stored.created_at.get(..10).unwrap_or(&stored.created_at).to_owned();
    let answer = plan.as_ref().map(|plan| {
        let advice = advice::advise(plan);
        let unreadable = (!errors.is_empty()).then(|| classed("p", "remedy").with(text::shared_unreadable(locale)));
        let call = api_call(&query_of(stored), &request_origin(), locale);
        let cards = el("div")
            .with(unreadable)
            .with(form::error_summary(&errors, locale))
            .with(results::answer(plan, advice.as_ref(), true, locale))
            .with(settings(&plan.asked, &plan.pinned, locale))
            .with(classed("section", "card").with(call));
        view! {
            <div class="verdict-place" inner_html=outer_html(&verdict(&plan.estimate, None, locale))></div>
            {compared(stored, plan, locale)}
            <div class="results" inner_html=inner_html(&cards)></div>
        }
    });
    view! {
        <Title text=format!("{title} · Rigwise") />
        <Meta name="robots" content="noindex" />
        <article class="shared">
            <header class="shared-head">
                <p class="kicker">{text::shared_title(locale)}</p>
                <h1>{title}</h1>
                <p>{subtitle}</p>
                {note}
                <p class="fine">
                    <time datetime=stored.created_at.clone()>
                        {text::shared_meta(locale, &date, &stored.revision.to_string())}
                    </time>
                    " · "
                    {text::shared_made_with(locale, &stored.engine_version, &stored.catalog_version)}
                </p>
                <p class="actions">
                    <a class="button" href=format!("/plan?{}", query_of(stored)) data-testid="copy-plan">{text::shared_copy(locale)}</a>
                    <a href=format!("/bom?{}", query_of(stored)) data-testid="bom-link">{bom_link::link(locale)}</a>
                    <span class="fine">{text::shared_print_hint(locale)}</span>
                </p>
            </header>
            {kept}
            {answer}
        </article>
    }
}

/// The stored query as the planner writes it, whatever stood in the database.
fn query_of(stored: &StoredPlan) -> String {
    let pairs: Vec<_> = query::decode(stored.query.trim_start_matches('?')).collect();
    query::encode(pairs.iter().map(|(name, value)| (name.as_str(), value.as_str())))
}

/// The stored headline figures beside today's, where engine or catalog have moved on since.
fn compared(stored: &StoredPlan, plan: &Plan, locale: Locale) -> Option<AnyView> {
    if stored.engine_version == engine::VERSION && stored.catalog_version == catalog::VERSION {
        return None;
    }
    let result: Value = serde_json::from_str(&stored.result_json).ok()?;
    let memory = |pointer: &str| result.pointer(pointer).and_then(Value::as_u64).map(|bytes| format::gib(Bytes(bytes)));
    let epoch = result.pointer("/speed/epoch_seconds").and_then(Value::as_f64).filter(|seconds| *seconds >= 0.0);
    let now = &plan.estimate;
    let rows: Vec<_> = [
        (result_text::vram(locale), memory("/vram/device_peak_bytes"), format::gib(now.vram.device_peak)),
        (result_text::ram(locale), memory("/ram/peak_bytes"), format::gib(now.ram.peak)),
        (
            result_text::epoch_time(locale),
            epoch.map(|seconds| format::duration(Seconds::new(seconds), locale)),
            format::duration(now.speed.epoch, locale),
        ),
    ]
    .into_iter()
    .map(|(label, before, after)| {
        view! {
            <tr>
                <th scope="row">{label}</th>
                <td>{before.unwrap_or_else(|| "–".to_owned())}</td>
                <td>{after}</td>
            </tr>
        }
    })
    .collect();
    Some(
        view! {
            <section class="card" data-testid="compared">
                <p>{text::shared_newer(locale, engine::VERSION, catalog::VERSION)}</p>
                <table>
                    <thead>
                        <tr>
                            <td></td>
                            <th scope="col">{text::shared_stored(locale)}</th>
                            <th scope="col">{text::shared_now(locale)}</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </section>
        }
        .into_any(),
    )
}

/// Every setting of a plan, and which of them the advisor chose.
fn settings(asked: &Scenario, pinned: &Scenario, locale: Locale) -> Element {
    let rows: Vec<Element> = fields::all()
        .filter_map(|field| {
            let value = words::spoken(field, pinned, locale)?;
            let chosen = words::spoken(field, asked, locale).is_none();
            let by = chosen.then(|| classed("span", "fine").with(format!(" ({})", text::chosen_by_advisor(locale))));
            Some(el("tr").with(row_head().with((field.label)(locale))).with(el("td").with(value).with(by)))
        })
        .collect();
    let table = el("table").with(head(&[text::field(locale), text::value(locale)])).with(el("tbody").with(rows));
    card("settings", text::shared_settings(locale), table)
}
