//! A machine by what its own programs print: a text goes in by `POST`, as it is longer than an address may be, and links to plans
//! come out. Nothing of it is kept.

mod answer;

use leptos::prelude::*;
use probe::commands::COMMANDS;

use crate::context::{PastedText, request_locale, request_origin, request_path, request_query};
use crate::draw::text_area;
use crate::draw::view::draw;
use crate::head::{Meta, Title};
use crate::locale::Locale;
use crate::messages::machine as text;
use crate::pages::pasted;

/// The page's address, without a language in front.
pub const PATH: &str = "/machine";

/// Draws the page.
#[component]
pub fn MachinePage() -> impl IntoView {
    let locale = request_locale();
    let pasted = use_context::<PastedText>();
    let plan = pasted.as_ref().map_or_else(request_query, |pasted| pasted.plan.to_string());
    let typed = pasted.as_ref().map_or_else(String::new, |pasted| pasted.text.to_string());
    let area = text_area("text", "12", &typed)
        .attr("id", "machine-text")
        .flag("required", true)
        .attr("spellcheck", "false")
        .attr("autocomplete", "off")
        .attr("translate", "no")
        .attr("aria-describedby", "machine-kept");
    let answer = pasted.map(|pasted| answer::answer(&pasted, locale));
    view! {
        <Title text=format!("{} · Rigwise", text::title(locale)) />
        <Meta name="description" content=text::description(locale) />
        <section class="prose wide machine-text">
            <h1>{text::title(locale)}</h1>
            <p class="lead">{text::about(locale)}</p>
            {answer}
            <form class="card" method="post" action=request_path()>
                <label for="machine-text">{text::text(locale)}</label>
                {draw(&area)}
                <input type="hidden" name="plan" value=plan />
                <p id="machine-kept" class="fine">{text::kept(locale)}</p>
                <p class="form-end">
                    <button type="submit" data-testid="read">{text::read(locale)}</button>
                </p>
            </form>
            {commands(locale)}
            <h2>{text::call(locale)}</h2>
            <pre class="call" tabindex="0" role="region" aria-label=text::call(locale)>
                <code>
                    {format!("nvidia-smi -q | curl -H 'Content-Type: text/plain' --data-binary @- '{}/api/v1/machine'", request_origin())}
                </code>
            </pre>
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
