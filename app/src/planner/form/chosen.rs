//! What a plan says beside its card and its model: every field that is not automatic, each with the way back, and one for all.

use scenario::fields::Field as Leaf;
use scenario::query;

use crate::locale::{Locale, colon};
use crate::messages::inputs as text;
use crate::plan::words;
use crate::planner::state::State;
use crate::{faults, fields};
use markup::{Element, classed, el};

/// Draws the list, hidden where everything is automatic: what comes after it stays at its place in the form.
pub(super) fn chosen(state: &State, locale: Locale) -> Element {
    let said: Vec<(String, String)> = query::decode(state.link.as_deref().unwrap_or_default()).collect();
    let items: Vec<Element> = said
        .iter()
        .filter(|(name, _)| !is_subject(name))
        .filter_map(|(name, typed)| {
            let leaf = Leaf::by_name(name).or_else(|| fields::by_name(name)?.leaf())?;
            // What a card brings along is not there to be chosen, whatever an address says.
            if !scenario::form::is_beside(leaf.name, &state.said) {
                return None;
            }
            let field = fields::by_pointer(leaf.pointer);
            let value = field.and_then(|field| words::value_text(field, &state.said, locale));
            let label = faults::label(leaf.pointer, locale);
            let said_as = [label.as_str(), colon(locale), &value.unwrap_or_else(|| typed.clone())].concat();
            let without = said.iter().filter(|(other, _)| other != name);
            let href = address(without);
            let link = el("a").attr("href", href).attr("rel", "nofollow").attr("aria-label", text::unset(locale, &said_as));
            Some(el("li").with(said_as).with(" ").with(link.with("×")))
        })
        .collect();
    let all = el("a").attr("href", address(said.iter().filter(|(name, _)| is_subject(name)))).attr("rel", "nofollow");
    classed("div", "set")
        .attr("data-testid", "set")
        .flag("hidden", items.is_empty())
        .with(classed("span", "label").with(text::set(locale)))
        .with(el("ul").with(items))
        .with(el("p").with(all.attr("data-testid", "unset-all").with(text::unset_all(locale))))
}

/// Whether a name says what the plan is about: its card, its model, the form of its address.
fn is_subject(name: &str) -> bool {
    matches!(name, "gpu" | "model" | query::VERSION_NAME | scenario::form::CONFIG)
        || name.starts_with("gpu.")
        || name.starts_with(scenario::form::CONFIG_PREFIX)
}

fn address<'a>(pairs: impl Iterator<Item = &'a (String, String)>) -> String {
    ["/plan?", &query::encode(pairs.map(|(name, value)| (name.as_str(), value.as_str())))].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use markup::outer_html;

    fn html(encoded: &str, locale: Locale) -> String {
        outer_html(&chosen(&State::of_query(encoded), locale))
    }

    #[test]
    fn every_field_that_is_not_automatic_has_a_way_back() {
        assert!(html("gpu=rtx-4090&model=resnet50", Locale::En).contains(" hidden>"));
        let english = html("gpu=rtx-4090&model=resnet50&batch=8&precision=bf16-amp&pin=on", Locale::En);
        for part in
            ["Batch size: 8 ", "/plan?v=1&amp;gpu=rtx-4090&amp;model=resnet50\" rel=\"nofollow\" data-testid=\"unset-all\""]
        {
            let part = part.replace("Batch size", text::batch(Locale::En));
            assert!(english.contains(&part), "{part} in {english}");
        }
        // The way back of one field keeps the others.
        assert!(english.contains("model=resnet50&amp;precision=bf16-amp"), "{english}");
        let chinese = html("gpu=rtx-4090&model=resnet50&precision=bf16-amp", Locale::Zh);
        assert!(chinese.contains(text::set(Locale::Zh)), "{chinese}");
    }
}
