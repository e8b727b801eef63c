//! The words of the controls that the page's script makes for an owner whose key the browser holds.

use serde_json::json;

use crate::locale::Locale;
use crate::messages::{owner, revise, share};

/// The words as JSON. They stand on the root of the document, before any text of others, so that nothing in a page can change
/// what a button says that spends a key; braces mark what the script fills in.
#[must_use]
pub fn words(locale: Locale) -> String {
    let choices = [
        ("keep", owner::as_now(locale).to_owned()),
        ("never", share::expiry_never(locale).to_owned()),
        ("30", share::expiry_days(locale, "30")),
        ("90", share::expiry_days(locale, "90")),
        ("365", share::expiry_year(locale).to_owned()),
        ("date", share::expiry_date(locale).to_owned()),
    ];
    json!({
        "heading": owner::heading(locale, "{title}"),
        "about": owner::about(locale),
        "title": share::title(locale),
        "note": share::note(locale),
        "expires": share::expiry(locale),
        "expires_on": share::expiry_on(locale),
        "choices": choices,
        "save": share::save_revision(locale, "{number}"),
        "revise": revise::revise(locale, "{number}"),
        "revoke": share::revoke_button(locale),
        "cancel": share::cancel(locale),
        "sure": format!("{}\n\n{}", share::revoke_title(locale, "{title}"), share::revoke_warning(locale)),
        "403": owner::wrong(locale),
        "404": owner::gone(locale),
        "410": owner::gone(locale),
        "412": owner::outdated(locale),
        "422": owner::unreadable(locale),
        "failed": owner::failed(locale),
    })
    .to_string()
}
