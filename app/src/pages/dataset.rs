//! A data set by a listing of its files: it goes in by `POST`, as it is longer than an address may be, and a link to a plan comes
//! out. Nothing of it is kept. A script lists a folder into the box; without it the listing is pasted.

mod answer;

use dataset::commands::COMMANDS;
use leptos::prelude::*;

use crate::context::{PastedText, request_locale, request_origin};
use crate::head::{Meta, Title};
use crate::locale::Locale;
use crate::messages::dataset as text;
use crate::pages::pasted::{self, Words};
use crate::view::draw;
use markup::{classed, el};

/// The page's address, without a language in front.
pub const PATH: &str = "/data";
/// A longer listing is read and not shown again: a page should not be larger than its reader can scroll through.
const MOST_SHOWN: usize = 256 << 10;

/// Draws the page.
#[component]
pub fn DataSetPage() -> impl IntoView {
    let locale = request_locale();
    let listing = use_context::<PastedText>();
    let typed = listing.as_ref().map_or("", |listing| &listing.text);
    let is_long = typed.len() > MOST_SHOWN;
    let long = is_long.then(|| text::long(locale, &wording::format::bytes(engine::units::Bytes(typed.len() as u64))));
    let long = long.map(|said| view! { <p class="fine" data-testid="long">{said}</p> });
    let words = Words { text: text::text(locale), kept: text::kept(locale), read: text::read(locale), action: None };
    let shown = if is_long { "" } else { typed };
    let form = pasted::form("data", &words, shown, (long, draw(&folder(locale))), listing.as_ref());
    let call = format!(
        "find . -type f -printf '%s %p\\n' | curl -H 'Content-Type: text/plain' --data-binary @- '{}/api/v1/data'",
        request_origin()
    );
    let answer = listing.as_ref().map(|listing| answer::answer(listing, locale));
    view! {
        <Title text=format!("{} · Rigwise", text::title(locale)) />
        <Meta name="description" content=text::description(locale) />
        <section class="prose wide">
            <h1>{text::title(locale)}</h1>
            <p class="lead">{text::about(locale)}</p>
            {answer}
            {form}
            <h2>{text::commands(locale)}</h2>
            <p class="measure">{text::commands_about(locale)}</p>
            {pasted::commands(&COMMANDS, |system| text::command_for(locale, system), locale)}
            <p class="fine">{pasted::with_code(text::inspect(locale))}</p>
            {pasted::call(text::call(locale), call)}
        </section>
    }
}

/// The way to choose a folder, which only a script can list; it shows what is hidden here.
fn folder(locale: Locale) -> markup::Element {
    let chooser = el("input")
        .attr("id", "data-folder")
        .attr("type", "file")
        .flag("webkitdirectory", true)
        .flag("multiple", true)
        .attr("aria-describedby", "data-folder-about");
    let said = el("p").attr("role", "status").attr("data-testid", "listed");
    el("div")
        .flag("hidden", true)
        .attr("data-folder", "data-text")
        .attr("data-reading", text::folder_reading(locale))
        .attr("data-listed", text::folder_listed(locale))
        .attr("data-long", text::folder_long(locale).replace('`', ""))
        .with(el("p").with(el("label").attr("for", "data-folder").with(text::folder(locale))).with(" ").with(chooser))
        .with(classed("p", "fine").attr("id", "data-folder-about").with(text::folder_about(locale)))
        .with(said)
}
