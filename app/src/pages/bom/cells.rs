//! What cells of the bill's tables hold: amounts, and marks of sources.

use api::export;
use api::export::Sources;
use leptos::prelude::*;
use wording::format;

use crate::locale::Locale;
use crate::messages::bom as text;

/// An amount with its currency.
pub(super) fn money(amount: Option<f64>, currency: &str, locale: Locale) -> String {
    match amount.filter(|amount| amount.is_finite()) {
        Some(amount) => format::money(amount, currency),
        None => export::unknown(locale).to_owned(),
    }
}

/// The mark that leads to a source in the list at the end.
pub(super) fn footnote(sources: &Sources, source: Option<&str>, locale: Locale) -> Option<AnyView> {
    let number = sources.number(source?)?;
    let label = text::footnote(locale, &number.to_string());
    let mark = view! {
        <sup>
            <a href=format!("#source-{number}") aria-label=label>{format!("[{number}]")}</a>
        </sup>
    };
    Some(mark.into_any())
}
