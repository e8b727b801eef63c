//! A traced network: its parameters, and how large a batch trains on which card.

use checkpoint::Traced;
use checkpoint::traced::OnCard;
use engine::sizing::batch::LARGEST_SEARCHED;
use leptos::prelude::*;
use wording::format;

use super::{keys, tables};
use crate::context::path_prefix;
use crate::locale::Locale;
use crate::messages::own_model as text;
use crate::pages::pasted::with_code;

/// Draws what was read of it.
pub(super) fn answer(network: &Traced, locale: Locale) -> AnyView {
    let name = (!network.name.is_empty()).then(|| view! { <p>{text::traced_as(locale, &network.name)}</p> });
    let first = network.cards.iter().find(|card| card.largest > 0).map(|card| {
        view! { <p data-testid="smallest-card"><strong>{text::from_one(locale)} " " {link(card)}</strong></p> }
    });
    let one = network.one_sample.map(|bytes| view! { <p>{text::one_sample(locale, &format::bytes(bytes))}</p> });
    view! {
        {keys::faults(&network.faults, locale)}
        {name}
        {network.count.as_ref().map(|count| tables::total(count, locale))}
        {first}
        {one}
        {cards(&network.cards, locale)}
        {network.count.as_ref().filter(|count| count.parts.len() > 1).map(|count| tables::parts(count, locale))}
    }
    .into_any()
}

fn link(card: &OnCard) -> AnyView {
    let prefix = path_prefix().map_or("", |(prefix, _)| prefix);
    view! { <a href=format!("{prefix}/gpus/{}", card.gpu.id)>{card.gpu.name}</a> }.into_any()
}

fn cards(cards: &[OnCard], locale: Locale) -> Option<AnyView> {
    if cards.is_empty() {
        return None;
    }
    let has_blocks = cards.iter().any(|card| card.checkpointed.is_some());
    let batch = |largest: u64| match largest {
        0 => text::too_large(locale).to_owned(),
        // No larger one is looked for.
        LARGEST_SEARCHED => format!("{}+", format::count(largest)),
        _ => format::count(largest),
    };
    let row = |card: &OnCard| {
        view! {
            <tr>
                <th scope="row">{link(card)}</th>
                <td>{format!("{}\u{a0}GB", card.gpu.marketing_gb)}</td>
                <td>{batch(card.largest)}</td>
                {card.checkpointed.map(|largest| view! { <td>{batch(largest)}</td> })}
            </tr>
        }
    };
    let rows: Vec<_> = cards.iter().map(row).collect();
    let table = view! {
        <h3>{text::on_cards(locale)}</h3>
        <div class="scroll" tabindex="0" role="region" aria-label=text::on_cards(locale)>
            <table class="catalog" data-testid="cards">
                <thead>
                    <tr>
                        <th scope="col">{text::card(locale)}</th>
                        <th scope="col">{text::memory(locale)}</th>
                        <th scope="col">{text::largest(locale)}</th>
                        {has_blocks.then(|| view! { <th scope="col">{text::largest_checkpointed(locale)}</th> })}
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
        <p class="fine">{text::on_cards_about(locale)}</p>
        {has_blocks.then(|| view! { <p class="fine">{text::checkpointed_about(locale)}</p> })}
        <p class="measure">{with_code(text::more_of_trace(locale))}</p>
    };
    Some(table.into_any())
}
