//! Keys of a configuration: those that were read, those that were not, and what is wrong.

use checkpoint::Configuration;
use checkpoint::configuration::Key;
use leptos::prelude::*;
use scenario::FieldError;
use wording::format;

use crate::locale::{Locale, colon};
use crate::messages::own_model as text;

/// What is at fault, one sentence a key.
pub(super) fn faults(faults: &[FieldError], locale: Locale) -> Option<AnyView> {
    if faults.is_empty() {
        return None;
    }
    let rows: Vec<_> = faults
        .iter()
        .map(|fault| view! { <li><code translate="no">{fault.name()}</code> {colon(locale)} {fault.detail(locale)}</li> })
        .collect();
    let list = view! {
        <div role="alert" data-testid="faults">
            <h3>{text::faults(locale)}</h3>
            <ul class="points">{rows}</ul>
        </div>
    };
    Some(list.into_any())
}

/// Keys that say something of the model, each with its field.
pub(super) fn read(configuration: &Configuration, locale: Locale) -> Option<AnyView> {
    if configuration.read.is_empty() {
        return None;
    }
    let rows: Vec<_> = configuration
        .read
        .iter()
        .map(|key| {
            let field = key.field.map(|field| view! { " " <span class="fine">{text::meaning(locale, field)}</span> });
            view! {
                <tr>
                    <th scope="row"><code translate="no">{key.name.clone()}</code> {field}</th>
                    <td><code translate="no">{key.value.clone()}</code></td>
                </tr>
            }
        })
        .collect();
    let table = view! {
        <h3>{text::keys(locale)}</h3>
        <div class="scroll" tabindex="0" role="region" aria-label=text::keys(locale)>
            <table class="catalog" data-testid="keys">
                <thead>
                    <tr>
                        <th scope="col">{text::key(locale)}</th>
                        <th scope="col">{text::value(locale)}</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    };
    Some(table.into_any())
}

/// Keys that the count and the plan go on without.
pub(super) fn not_read(configuration: &Configuration, locale: Locale) -> Option<AnyView> {
    if configuration.not_read.is_empty() {
        return None;
    }
    let rows: Vec<_> = configuration.not_read.iter().map(|key| without(key, locale)).collect();
    let list = view! {
        <h3>{text::not_read(locale)}</h3>
        {configuration.count.is_some().then(|| view! { <p class="fine">{text::not_read_about(locale)}</p> })}
        <ul class="points" data-testid="not-read">{rows}</ul>
    };
    Some(list.into_any())
}

fn without(key: &Key, locale: Locale) -> AnyView {
    let why = key.only.map(|only| text::only(locale, only));
    view! {
        <li>
            <code translate="no">{key.name.clone()}</code> {colon(locale)} <code translate="no">{key.value.clone()}</code> " "
            <span class="fine">{why}</span>
        </li>
    }
    .into_any()
}

/// Keys that change nothing, for those who look for one of them.
pub(super) fn ignored(configuration: &Configuration, locale: Locale) -> Option<AnyView> {
    if configuration.ignored.is_empty() {
        return None;
    }
    let title = match configuration.ignored.len() {
        1 => text::ignored_one(locale).to_owned(),
        count => text::ignored(locale, &format::tally(count)),
    };
    let keys: Vec<_> =
        configuration.ignored.iter().map(|key| view! { <li><code translate="no">{key.clone()}</code></li> }).collect();
    let list = view! {
        <details data-testid="ignored">
            <summary>{title}</summary>
            <ul class="points">{keys}</ul>
        </details>
    };
    Some(list.into_any())
}
