//! What was read: each value with its lines, what was left out, and the ways on.

use leptos::prelude::*;
use probe::{Finding, Item, Machine, Missing, Note, Origin, Stranger, words};
use wording::format;
use workstation::machines::{kit_name, name_on_pages};

use crate::context::{PastedText, path_prefix};
use crate::locale::{Locale, colon};
use crate::messages::machine as text;
use crate::pages::pasted::with_code;

/// Lines that a value names on the page.
const LINES: usize = 4;

/// Draws the answer to a pasted text.
pub(super) fn answer(pasted: &PastedText, locale: Locale) -> AnyView {
    let machine = probe::read(&pasted.text);
    let lines = format::tally(machine.lines);
    let counts = match machine.not_understood {
        0 => text::counts_all(locale, &lines),
        unread => text::counts(locale, &lines, &format::tally(unread)),
    };
    let findings = if machine.lines == 0 {
        view! { <p role="alert" data-testid="nothing">{text::empty(locale)}</p> }.into_any()
    } else if machine.findings.is_empty() {
        view! { <p role="alert" data-testid="nothing">{text::nothing(locale)}</p> }.into_any()
    } else {
        table(&machine.findings, locale)
    };
    let counts = (machine.lines > 0).then(|| view! { <p class="fine" data-testid="counts">{counts}</p> });
    view! {
        <section class="card" data-testid="machine">
            <h2 id="recognized">{text::recognized(locale)}</h2>
            {links(&machine, &pasted.plan, locale)}
            {findings}
            {strangers(&machine.strangers, locale)}
            {notes(&machine.notes, locale)}
            {missing(&machine, locale)}
            {counts}
        </section>
    }
    .into_any()
}

/// The planner and the page of machines, with what was found.
fn links(machine: &Machine, query: &str, locale: Locale) -> Option<AnyView> {
    let prefix = path_prefix().map_or("", |(prefix, _)| prefix);
    let plan = api::machine::plan_link(machine, query)?;
    let upgrade = format!("{prefix}{}", plan.replacen("/plan", "/upgrade", 1));
    let need = api::machine::need_link(machine, query).map(|href| {
        view! { <a href=format!("{prefix}{href}") rel="nofollow" data-testid="need-with-machine">{text::need(locale)}</a> }
    });
    // A paste that came without a plan names no model, and that page begins with one.
    let model = scenario::query::parse_string(query).scenario.model;
    let is_assumed = need.is_some() && model.id.is_none() && model.config.is_none();
    let assumed = is_assumed.then(|| view! { " " <span class="fine">{text::need_assumed(locale)}</span> });
    let memory = api::machine::installed_memory(&machine.hardware).map(|(kit, quantity)| {
        let times = if quantity == 1 { String::new() } else { format!("{quantity} × ") };
        let kit = format!("{times}{}", name_on_pages(&kit_name(kit)));
        view! { <p class="fine" data-testid="memory-taken">{text::memory_taken(locale, &kit)}</p> }
    });
    let memory = need.is_some().then_some(memory);
    let links = view! {
        <p class="actions">
            <a class="button" href=plan rel="nofollow" data-testid="plan-with-machine">{text::plan(locale)}</a>
            " "
            <a href=upgrade rel="nofollow" data-testid="upgrade-machine">{crate::messages::upgrade::link(locale)}</a>
            " "
            {need}
            {assumed}
        </p>
        {memory}
    };
    Some(links.into_any())
}

fn table(findings: &[Finding], locale: Locale) -> AnyView {
    let rows: Vec<_> = findings
        .iter()
        .map(|finding| {
            let value = if finding.item == Item::Display { text::yes(locale).to_owned() } else { finding.name.clone() };
            view! {
                <tr data-field=finding.item.as_str()>
                    <th scope="row">{words::item(finding.item, locale)}</th>
                    <td>{value}</td>
                    <td>{origins(&finding.origins, locale)}</td>
                </tr>
            }
        })
        .collect();
    view! {
        <div class="scroll" tabindex="0" role="region" aria-label=text::recognized(locale)>
            <table>
                <thead>
                    <tr>
                        <th scope="col">{text::field(locale)}</th>
                        <th scope="col">{text::value(locale)}</th>
                        <th scope="col">{text::line(locale)}</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}

fn origins(origins: &[Origin], locale: Locale) -> AnyView {
    let shown: Vec<_> = origins.iter().take(LINES).map(|origin| view! { <div>{origin_of(origin, locale)}</div> }).collect();
    let more = origins.len().saturating_sub(LINES);
    let more = (more > 0).then(|| view! { <div>{text::more_lines(locale, &more.to_string())}</div> });
    view! { {shown} {more} }.into_any()
}

fn origin_of(origin: &Origin, locale: Locale) -> AnyView {
    view! { {format::tally(origin.line)} {colon(locale)} <code translate="no">{origin.text.clone()}</code> }.into_any()
}

fn strangers(strangers: &[Stranger], locale: Locale) -> Option<AnyView> {
    if strangers.is_empty() {
        return None;
    }
    let prefix = path_prefix().map_or("", |(prefix, _)| prefix);
    let rows: Vec<_> = strangers
        .iter()
        .map(|stranger| {
            let nearest = stranger.nearest.map(|(id, name)| {
                let name = text::nearest(locale, name);
                let linked = (stranger.item == Item::Gpu)
                    .then(|| view! { <a href=format!("{prefix}/gpus/{id}")>{name.clone()}</a> }.into_any());
                view! { " · " {linked.unwrap_or_else(|| name.into_any())} }
            });
            view! {
                <li>
                    {words::item(stranger.item, locale)} {colon(locale)} <strong>{stranger.name.clone()}</strong> {nearest}
                    <div class="fine">{text::line(locale)} " " {origin_of(&stranger.origin, locale)}</div>
                </li>
            }
        })
        .collect();
    let list = view! {
        <h3>{text::strangers(locale)}</h3>
        <p class="fine">{text::strangers_about(locale)}</p>
        <ul class="points" data-testid="not-in-catalog">{rows}</ul>
    };
    Some(list.into_any())
}

fn notes(notes: &[Note], locale: Locale) -> Option<AnyView> {
    if notes.is_empty() {
        return None;
    }
    let notes: Vec<_> = notes.iter().map(|note| view! { <li>{words::note(note, locale)}</li> }).collect();
    let list = view! {
        <h3>{text::notes(locale)}</h3>
        <ul class="points" data-testid="notes">{notes}</ul>
    };
    Some(list.into_any())
}

fn missing(machine: &Machine, locale: Locale) -> Option<AnyView> {
    if machine.missing.is_empty() || machine.lines == 0 {
        return None;
    }
    let rows: Vec<_> = machine
        .missing
        .iter()
        .map(|Missing(item)| {
            view! { <li>{words::item(*item, locale)} {colon(locale)} {with_code(words::where_to_find(*item, locale))}</li> }
        })
        .collect();
    let list = view! {
        <h3>{text::missing(locale)}</h3>
        <ul class="points" data-testid="missing">{rows}</ul>
    };
    Some(list.into_any())
}
