//! Links from a plan to the reader's other plans.

use markup::{Element, classed};

/// A link to another plan of the reader's.
pub(super) fn link(class: &'static str, href: String) -> Element {
    classed("a", class).attr("href", href).attr("rel", "nofollow")
}

/// A link that turns one thing of the plan on or off; a script makes it live.
pub(super) fn switch(id: String, on: bool, href: String, name: String) -> Element {
    link("switch", href)
        .attr("id", id)
        .attr("role", "switch")
        .attr("aria-checked", if on { "true" } else { "false" })
        .with(classed("span", "sentence").with(name))
}
