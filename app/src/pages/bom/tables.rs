//! Notes, figures, assumptions and sources of a bill.

use api::export;
use api::export::{Cell, Sheet, Sources};
use leptos::prelude::*;
use wire::v1::bom::Bom;
use wire::v1::estimate::{Note, NoteLevel};

use workstation::machines::name_on_pages;

use super::cells::footnote;
use crate::locale::{Locale, colon};
use crate::messages::bom as text;

/// What stands against the order, to be read before its parts.
pub(in crate::pages) fn problems(bom: &Bom, locale: Locale) -> Option<AnyView> {
    let problems = bom.notes.iter().filter(|note| note.level == NoteLevel::Problem);
    let items: Vec<_> = problems.map(|note| item(note, locale)).collect();
    (!items.is_empty()).then(|| {
        view! {
            <div role="alert" data-testid="bom-problems">
                <ul class="notes">{items}</ul>
            </div>
        }
        .into_any()
    })
}

/// What else an order must respect, gravest first.
pub(super) fn notes(bom: &Bom, locale: Locale) -> AnyView {
    let of = |level: NoteLevel| bom.notes.iter().filter(move |note| note.level == level);
    let sorted = of(NoteLevel::Warning).chain(of(NoteLevel::Note));
    let items: Vec<_> = sorted.map(|note| item(note, locale)).collect();
    let body = if bom.notes.is_empty() {
        view! { <p>{text::no_notes(locale)}</p> }.into_any()
    } else {
        view! { <ul class="notes">{items}</ul> }.into_any()
    };
    view! {
        <h2>{export::notes(locale)}</h2>
        <div data-testid="bom-notes">{body}</div>
    }
    .into_any()
}

fn item(note: &Note, locale: Locale) -> AnyView {
    let class = match note.level {
        NoteLevel::Problem => "note problem",
        NoteLevel::Warning => "note warning",
        NoteLevel::Note => "note",
    };
    view! {
        <li class=class data-testid=format!("note-{}", note.code)>
            <span class="tag">{export::level_name(note.level, locale)}</span>
            <span class="sentence">{note.detail.clone()}</span>
        </li>
    }
    .into_any()
}

/// Power and memory: the tables of the files.
pub(super) fn figures(bom: &Bom, locale: Locale) -> AnyView {
    let memory = export::memory(&bom.estimate, locale);
    let power = export::power(bom, locale);
    view! {
        <h2>{power.title}</h2>
        {table(&power, "bom-power", locale)}
        <h2>{memory.title}</h2>
        {table(&memory, "bom-memory", locale)}
    }
    .into_any()
}

/// A table of the files as it is, without what is for programs.
fn table(sheet: &Sheet, testid: &'static str, locale: Locale) -> AnyView {
    let shown: Vec<usize> = (0..sheet.columns.len()).filter(|place| !sheet.columns[*place].for_programs).collect();
    let class = |place: usize| if sheet.columns[place].numeric { "numeric" } else { "words" };
    let head: Vec<_> =
        shown.iter().map(|place| view! { <th scope="col" class=class(*place)>{sheet.columns[*place].header}</th> }).collect();
    let rows: Vec<_> = sheet
        .rows
        .iter()
        .map(|row| {
            let is_sum = row.iter().any(|cell| matches!(cell, Cell::Sum(_)));
            let cells: Vec<_> =
                shown.iter().map(|place| view! { <td class=class(*place)>{row[*place].spoken(locale)}</td> }).collect();
            view! { <tr class=is_sum.then_some("sum")>{cells}</tr> }
        })
        .collect();
    view! {
        <div class="scroll" tabindex="0" role="region" aria-label=sheet.title>
            <table class="catalog drawn" data-testid=testid>
                <thead>
                    <tr>{head}</tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}

/// What is neither measured nor of the catalog.
pub(super) fn assumptions(bom: &Bom, sources: &Sources, locale: Locale) -> Option<AnyView> {
    if bom.assumptions.is_empty() {
        return None;
    }
    let items: Vec<_> = bom
        .assumptions
        .iter()
        .map(|assumption| {
            let mark = footnote(sources, Some(&assumption.source), locale);
            view! { <li>{assumption.detail.clone()} " " {mark}</li> }
        })
        .collect();
    Some(
        view! {
            <h2>{export::assumptions(locale)}</h2>
            <ul class="assumptions" data-testid="bom-assumptions">{items}</ul>
        }
        .into_any(),
    )
}

/// The footnotes of parts and assumptions, and the versions that computed the figures; formulas are explained where they are
/// shown, and their sources are in the files.
pub(super) fn sources(bom: &Bom, sources: &Sources, locale: Locale) -> AnyView {
    let items: Vec<_> = (1..)
        .zip(sources.of_parts())
        .map(|(number, source)| {
            let used: Vec<String> = source.used_for.iter().map(|name| name_on_pages(name)).collect();
            let used = used.join(export::list_separator(locale));
            view! {
                <li id=format!("source-{number}")>
                    {source.text.clone()}
                    " "
                    <span class="fine">{format!("{}{}{used}", text::used_for(locale), colon(locale))}</span>
                </li>
            }
        })
        .collect();
    let versions = crate::messages::pages::shared_made_with(locale, &bom.engine_version, &bom.catalog_version);
    view! {
        <h2>{export::sources(locale)}</h2>
        <ol class="footnotes" data-testid="bom-sources">{items}</ol>
        <p class="fine">{versions}</p>
    }
    .into_any()
}
