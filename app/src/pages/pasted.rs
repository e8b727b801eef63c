//! What pages that read a pasted text have in common: the box and its form, commands to be copied, the call that does the
//! same, and sentences with names of programs in them.

use leptos::prelude::*;

use crate::context::{PastedText, request_path, request_query};
use crate::locale::Locale;
use crate::messages::code;
use crate::view::draw;
use markup::text_area;

/// The words of a form for a text.
pub(super) struct Words {
    /// What the box is called.
    pub(super) text: &'static str,
    /// What becomes of the text.
    pub(super) kept: &'static str,
    /// The button.
    pub(super) read: &'static str,
    /// Where the form leads; the page itself where nothing is said.
    pub(super) action: Option<String>,
}

/// The form for a text: `name` begins the ids of its parts, `shown` is what the box holds, `beside` another way to fill it. The
/// plan that the reader comes from goes along.
pub(super) fn form(
    name: &'static str,
    words: &Words,
    shown: &str,
    beside: impl IntoView,
    pasted: Option<&PastedText>,
) -> AnyView {
    let plan = pasted.map_or_else(request_query, |pasted| pasted.plan.to_string());
    form_of(name, words, shown, beside, &plan)
}

/// A form for a text and a plan of which the page knows.
pub(super) fn form_of(name: &'static str, words: &Words, shown: &str, beside: impl IntoView, plan: &str) -> AnyView {
    let Words { text, kept, read, ref action } = *words;
    let [id, kept_id] = ["text", "kept"].map(|part| format!("{name}-{part}"));
    let area = text_area("text", "12", shown)
        .attr("id", id.clone())
        .flag("required", true)
        .attr("spellcheck", "false")
        .attr("autocomplete", "off")
        .attr("translate", "no")
        .attr("aria-describedby", kept_id.clone());
    view! {
        <form class="card" method="post" action=action.clone().unwrap_or_else(request_path)>
            <label for=id>{text}</label>
            {draw(&area)}
            {beside}
            <input type="hidden" name="plan" value=plan.to_owned() />
            <p id=kept_id class="fine">{kept}</p>
            <p class="form-end">
                <button type="submit" data-testid="read">{read}</button>
            </p>
        </form>
    }
    .into_any()
}

/// The call of the API that answers as the page does.
pub(super) fn call(heading: &'static str, command: String) -> AnyView {
    view! {
        <h2>{heading}</h2>
        <pre class="call" tabindex="0" role="region" aria-label=heading><code>{command}</code></pre>
    }
    .into_any()
}

/// A command for each system, to be copied; `name` says whose command it is.
pub(super) fn commands(
    commands: &'static [(&'static str, &'static str)],
    name: impl Fn(&str) -> String,
    locale: Locale,
) -> AnyView {
    let commands: Vec<_> = commands
        .iter()
        .enumerate()
        .map(|(place, (system, command))| {
            let id = format!("command-{place}");
            let name = name(system);
            view! {
                <h3>{*system}</h3>
                <p class="actions">
                    <button
                        type="button"
                        hidden=true
                        aria-label=code::copy_named(locale, &name)
                        data-copies=id.clone()
                        data-done=code::copied(locale)
                        data-selected=code::selected(locale)
                    >
                        {code::copy(locale)}
                    </button>
                </p>
                <pre class="call" tabindex="0" role="region" aria-label=name>
                    <code id=id translate="no">{*command}</code>
                </pre>
            }
        })
        .collect();
    commands.into_any()
}

/// A sentence with names of programs between backticks.
pub(super) fn with_code(sentence: &str) -> AnyView {
    let parts = sentence.split('`').map(str::to_owned).enumerate();
    let parts: Vec<_> = parts
        .map(
            |(place, part)| {
                if place % 2 == 1 { view! { <code translate="no">{part}</code> }.into_any() } else { part.into_any() }
            },
        )
        .collect();
    parts.into_any()
}
