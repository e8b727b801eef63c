//! Sentences with words of programs in them.

use leptos::prelude::*;

/// A sentence with what programs call things between backticks.
#[must_use]
pub fn with_code(sentence: &str) -> AnyView {
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
