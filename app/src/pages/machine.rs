//! A machine by what its own programs print: a text goes in by `POST`, as it is longer than an address may be, and links to plans
//! come out. Nothing of it is kept.

mod answer;

use leptos::prelude::*;
use probe::commands::COMMANDS;

use crate::context::{PastedText, request_locale, request_origin};
use crate::head::{Meta, Title};
use crate::locale::Locale;
use crate::messages::machine as text;
use crate::pages::pasted::{self, Words};

/// The page's address, without a language in front.
pub const PATH: &str = "/machine";

/// Draws the page.
#[component]
pub fn MachinePage() -> impl IntoView {
    let locale = request_locale();
    let pasted = use_context::<PastedText>();
    let typed = pasted.as_ref().map_or("", |pasted| &pasted.text);
    let words = Words { text: text::text(locale), kept: text::kept(locale), read: text::read(locale), action: None };
    let form = pasted::form("machine", &words, typed, (), pasted.as_ref());
    let call =
        format!("nvidia-smi -q | curl -H 'Content-Type: text/plain' --data-binary @- '{}/api/v1/machine'", request_origin());
    let answer = pasted.as_ref().map(|pasted| answer::answer(pasted, locale));
    view! {
        <Title text=format!("{} · Rigwise", text::title(locale)) />
        <Meta name="description" content=text::description(locale) />
        <section class="prose wide machine-text">
            <h1>{text::title(locale)}</h1>
            <p class="lead">{text::about(locale)}</p>
            {answer}
            {form}
            {commands(locale)}
            {pasted::call(text::call(locale), call)}
        </section>
    }
}

/// A command for each system, to be copied.
fn commands(locale: Locale) -> AnyView {
    view! {
        <h2>{text::commands(locale)}</h2>
        <p class="measure">{text::commands_about(locale)}</p>
        {pasted::commands(&COMMANDS, |system| text::command_for(locale, system), locale)}
        <p class="fine">{pasted::with_code(text::probe(locale))}</p>
    }
    .into_any()
}
