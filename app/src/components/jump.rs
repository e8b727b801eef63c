//! The way to what is below the first screen, and to the plan's other pages.

use crate::draw::{Chars, Element, classed, el};
use crate::locale::Locale;
use crate::messages::glance as words;

/// Links to the planner's cards, and to the pages of its query.
#[must_use]
pub fn planner(query: &str, locale: Locale) -> Element {
    let card = |id: &'static str, label| link(format!("#{id}-heading").into(), label);
    let page = |path: &'static str, label| link(format!("/{path}?{query}").into(), label);
    bar(
        vec![
            card("vram-bar", words::jump_memory(locale)),
            card("batch", words::jump_batch(locale)),
            card("levers", words::jump_improve(locale)),
            card("path", words::jump_speed(locale)),
            card("ram-bar", words::jump_ram(locale)),
            page("bom", words::jump_machine(locale)),
            page("compare", words::jump_compare(locale)),
            page("code", words::jump_code(locale)),
            page("diagnose", words::jump_diagnose(locale)),
            card("save", words::jump_share(locale)),
        ],
        locale,
    )
}

fn bar(links: Vec<Element>, locale: Locale) -> Element {
    classed("nav", "jump").attr("data-testid", "jump").attr("aria-label", words::jump(locale)).with(el("ul").with(links))
}

fn link(href: Chars, label: &'static str) -> Element {
    el("li").with(el("a").attr("href", href).with(label))
}
