//! What pages that read a pasted text have in common: commands to be copied, and sentences with names of programs in them.

use leptos::prelude::*;

use crate::locale::Locale;
use crate::messages::code;

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
