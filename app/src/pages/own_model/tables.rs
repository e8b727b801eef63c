//! Parameters by part, tensors by type, and what the bytes of an index may be.

use checkpoint::count::Count;
use checkpoint::{Part, Weights, words};
use engine::units::Bytes;
use leptos::prelude::*;
use wording::format;

use super::links::link;
use crate::locale::Locale;
use crate::messages::own_model as text;
use crate::pages::model::weights::share;

/// The sum, and what of it works for a token.
pub(super) fn total(count: &Count, locale: Locale) -> AnyView {
    let active = count.active.map(|active| view! { " " <span>{text::active(locale, &format::count(active))}</span> });
    view! {
        <p data-testid="total"><strong>{text::total_of(locale, &format::count(count.total))}</strong> {active}</p>
    }
    .into_any()
}

/// What weights are in all: parameters where something counts them, and bytes.
pub(super) fn total_of_weights(weights: &Weights, locale: Locale) -> AnyView {
    let parameters = weights.parameters.map(|total| text::total_of(locale, &format::count(total)));
    let bytes = weights.bytes.map(|bytes| text::bytes_of(locale, &format::bytes(Bytes(bytes))));
    let files = weights.files.filter(|files| *files > 1).map(|files| text::in_files(locale, &format::count(files)));
    let rest: Vec<String> = [bytes, files].into_iter().flatten().collect();
    let rest = rest.join(locale.pick(" ", "，"));
    view! {
        <p data-testid="total">
            {parameters.map(|parameters| view! { <strong>{parameters}</strong> {locale.pick(", ", "，")} })} {rest}
        </p>
    }
    .into_any()
}

/// Parameters by part, as the engine counts them.
pub(super) fn parts(count: &Count, locale: Locale) -> AnyView {
    let row = |(part, parameters): &(Part, u64)| {
        [words::part(*part, locale).to_owned(), format::count(*parameters), share(*parameters, count.total, locale)]
    };
    let mut rows: Vec<[String; 3]> = count.parts.iter().map(row).collect();
    rows.push([text::all(locale).to_owned(), format::count(count.total), share(count.total, count.total, locale)]);
    table(text::parts(locale), [text::part(locale), text::total(locale), text::share(locale)], rows, "parts")
}

/// Tensors by part; with parameters and bytes where shapes were read.
pub(super) fn parts_of_weights(weights: &Weights, locale: Locale) -> AnyView {
    let shares = &weights.parts;
    if weights.is_index {
        let rows = shares.iter().map(|share| [words::part(share.of, locale).to_owned(), format::count(share.tensors)]);
        return table(text::tensors_by_part(locale), [text::part(locale), text::tensors(locale)], rows.collect(), "parts");
    }
    let rows = shares.iter().map(|share| {
        let bytes = format::bytes(Bytes(share.bytes));
        [words::part(share.of, locale).to_owned(), counted(share.parameters), format::count(share.tensors), bytes]
    });
    let columns = [text::part(locale), text::total(locale), text::tensors(locale), text::size(locale)];
    table(text::parts(locale), columns, rows.collect(), "parts")
}

/// Tensors by type of number; nothing of an index.
pub(super) fn dtypes(weights: &Weights, locale: Locale) -> Option<AnyView> {
    let rows = weights.dtypes.iter().map(|share| {
        let bytes = format::bytes(Bytes(share.bytes));
        [share.of.name.to_owned(), counted(share.parameters), format::count(share.tensors), bytes]
    });
    let columns = [text::dtype(locale), text::total(locale), text::tensors(locale), text::size(locale)];
    (!weights.dtypes.is_empty()).then(|| table(text::dtypes(locale), columns, rows.collect(), "dtypes"))
}

/// How many parameters the bytes of an index are, at each width, and which models have as many.
pub(super) fn widths(weights: &Weights, locale: Locale) -> Option<AnyView> {
    if weights.widths.is_empty() || weights.parameters.is_some() {
        return None;
    }
    let rows: Vec<_> = weights
        .widths
        .iter()
        .map(|width| {
            let same: Vec<_> = width.matches.iter().map(|found| view! { <div>{link(found.entry)}</div> }).collect();
            view! {
                <tr>
                    <th scope="row">{format::count(width.bits)}</th>
                    <td>{format::count(width.parameters)}</td>
                    <td>{same}</td>
                </tr>
            }
        })
        .collect();
    let table = view! {
        <h3>{text::widths(locale)}</h3>
        <div class="scroll" tabindex="0" role="region" aria-label=text::widths(locale)>
            <table class="catalog" data-testid="widths">
                <thead>
                    <tr>
                        <th scope="col">{text::width(locale)}</th>
                        <th scope="col">{text::total(locale)}</th>
                        <th scope="col">{text::as_many(locale)}</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
        <p class="fine">{text::same_count_about(locale)}</p>
    };
    Some(table.into_any())
}

/// Blocks, experts and head, by the names of tensors.
pub(super) fn structure(weights: &Weights, locale: Locale) -> Option<AnyView> {
    let blocks = weights.stacks.iter().map(|stack| text::blocks(locale, &format::count(stack.blocks), &stack.prefix));
    let experts = weights.experts.map(|experts| text::experts(locale, &format::count(experts)));
    let head = weights.has_own_head.map(|own| if own { text::own_head(locale) } else { text::tied_head(locale) }.to_owned());
    let said: Vec<_> = blocks.chain(experts).chain(head).map(|said| view! { <li>{said}</li> }).collect();
    let list = (!said.is_empty()).then(|| {
        view! {
            <h3>{text::structure(locale)}</h3>
            <ul class="points" data-testid="structure">{said}</ul>
        }
    });
    list.map(IntoAny::into_any)
}

/// Parameters of tensors that hold any: scales, masks and codes do not.
fn counted(parameters: u64) -> String {
    if parameters == 0 { "–".to_owned() } else { format::count(parameters) }
}

fn table<const N: usize>(title: &'static str, columns: [&'static str; N], rows: Vec<[String; N]>, id: &'static str) -> AnyView {
    let columns: Vec<_> = columns.into_iter().map(|column| view! { <th scope="col">{column}</th> }).collect();
    let rows: Vec<_> = rows
        .into_iter()
        .map(|row| {
            let mut cells = row.into_iter();
            let name = cells.next();
            let cells: Vec<_> = cells.map(|cell| view! { <td>{cell}</td> }).collect();
            view! { <tr><th scope="row">{name}</th> {cells}</tr> }
        })
        .collect();
    view! {
        <h3>{title}</h3>
        <div class="scroll" tabindex="0" role="region" aria-label=title>
            <table class="catalog" data-testid=id>
                <thead>
                    <tr>{columns}</tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}
