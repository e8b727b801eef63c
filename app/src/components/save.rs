//! Keeping a plan: the form that creates a link, and the call that gives the same answer as JSON.

use wire::v1::Scenario;

use super::card;
use crate::locale::Locale;
use crate::messages::{bom_link, code, compare_link, diagnose_link};
use crate::messages::{results as text, revise as words};
use crate::plan::{BoundedPlan, Plan};
use markup::{Chars, Element, classed, el, text_area};

/// The planner's parameter that names the plan to change and the revision that the change is based on: `revise=<id>.<number>`.
pub const REVISE: &str = "revise";

/// Draws the card for a plan; `origin` is the site's scheme and host.
#[must_use]
pub fn save_card(plan: &Plan, origin: &str, locale: Locale) -> Element {
    form_card(&plan.asked, &plan.unknown, locale).with(code_link(&plan.query(), locale)).with(api_call(
        &plan.call_query(),
        origin,
        locale,
    ))
}

/// The card where fields are at fault: a link would hold another plan than the fields say.
#[must_use]
pub fn faulty_card(locale: Locale) -> Element {
    card("save", text::save(locale), el("p").with(text::save_faulty(locale)))
}

/// Draws the card for a plan whose framework is not modeled; it has no links to what needs an estimate.
#[must_use]
pub fn bounded_save_card(plan: &BoundedPlan, origin: &str, locale: Locale) -> Element {
    let code = el("a").attr("href", format!("/code?{}", plan.query())).attr("data-testid", "code-link");
    form_card(&plan.asked, &plan.unknown, locale).with(el("p").with(code.with(code::link(locale)))).with(api_call(
        &plan.call_query(),
        origin,
        locale,
    ))
}

/// The card with the form that creates a link.
#[must_use]
pub fn form_card(asked: &Scenario, unknown: &[(String, String)], locale: Locale) -> Element {
    let (revise, rest): (Vec<_>, Vec<_>) = unknown.iter().cloned().partition(|(name, _)| name == REVISE);
    let query = scenario::query::to_string(asked, &rest);
    let revised = revise.last().and_then(|(_, text)| parse_revision(text));
    let title = el("input").attr("type", "text").attr("name", "title").attr("maxlength", "200").attr("autocomplete", "off");
    let note = text_area("note", "2", "").attr("maxlength", "10000");
    let labeled = |label: &'static str, field: Element| el("label").with(el("span").with(label)).with(field);
    let form = classed("form", "save")
        .attr("method", "post")
        .attr("action", "/plan/save")
        .attr("data-testid", "save-form")
        .with(el("input").attr("type", "hidden").attr("name", "query").attr("value", query.clone()))
        .with(labeled(text::save_title(locale), title))
        .with(labeled(text::save_note(locale), note))
        .with(labeled(words::expires(locale), expiry(revised.is_some(), locale)))
        .with(revised.map(|(id, base)| revision(id, base, locale)))
        .with(el("button").attr("type", "submit").with(text::save_button(locale)));
    card("save", text::save(locale), classed("p", "fine").with(text::save_about(locale))).with(form)
}

/// For how long a link works; where a plan is changed, the first choice is to leave that as it is.
fn expiry(keeps: bool, locale: Locale) -> Element {
    let choice = |value: &'static str, label: Chars| el("option").attr("value", value).with(label);
    el("select")
        .attr("name", "expires")
        .with(keeps.then(|| choice("keep", "–".into())))
        .with(choice("never", words::never(locale).into()))
        .with(choice("30", words::days(locale, "30").into()))
        .with(choice("90", words::days(locale, "90").into()))
        .with(choice("365", words::year(locale).into()))
}

/// What saves the planner's settings as the next revision of a plan: the button goes before the one that stores a new plan.
fn revision(id: &str, base: u64, locale: Locale) -> Element {
    let hidden = |name: &'static str, value: String| el("input").attr("type", "hidden").attr("name", name).attr("value", value);
    let key = el("input")
        .attr("type", "text")
        .attr("name", "key")
        .attr("class", "key")
        .attr("autocomplete", "off")
        .attr("spellcheck", "false");
    let button = el("button")
        .attr("type", "submit")
        .attr("formaction", format!("/p/{id}/revise"))
        .with(words::revise(locale, &(base + 1).to_string()));
    classed("div", "by-key")
        .with(hidden("base", base.to_string()))
        .with(hidden("blank", "keep".to_owned()))
        .with(classed("p", "fine").with(words::revise_about(locale)))
        .with(el("label").with(el("span").with(words::revise_key(locale))).with(key))
        .with(button)
}

/// The plan and the revision that a parameter names, where it can be one of this site's.
fn parse_revision(text: &str) -> Option<(&str, u64)> {
    let (id, number) = text.split_once('.')?;
    let is_id = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_alphanumeric());
    number.parse().ok().filter(|number| is_id && (1..u64::MAX).contains(number)).map(|number| (id, number))
}

/// Whether the planner at this encoded query changes a plan.
#[cfg(feature = "ssr")]
#[must_use]
pub fn revises(query: &str) -> bool {
    scenario::query::decode(query).any(|(name, text)| name == REVISE && parse_revision(&text).is_some())
}

/// The pages with programs that run the plan, with the parts of its machine, with what may be wrong with it, and with other
/// machines beside it.
#[must_use]
pub fn code_link(query: &str, locale: Locale) -> Element {
    let link = el("a").attr("href", format!("/code?{query}")).attr("data-testid", "code-link").with(code::link(locale));
    let wrong =
        el("a").attr("href", format!("/diagnose?{query}")).attr("data-testid", "diagnose-link").with(diagnose_link::link(locale));
    let parts = el("a").attr("href", format!("/bom?{query}")).attr("data-testid", "bom-link").with(bom_link::link(locale));
    let compare =
        el("a").attr("href", format!("/compare?{query}")).attr("data-testid", "compare-link").with(compare_link::link(locale));
    el("p").with(link).with(" · ").with(parts).with(" · ").with(wrong).with(" · ").with(compare)
}

/// The call of the JSON API that gives the same answer.
#[must_use]
pub fn api_call(query: &str, origin: &str, locale: Locale) -> Vec<Element> {
    let call = format!("curl '{origin}/api/v1/estimate?{query}'");
    vec![
        el("h3").with(text::api(locale)),
        classed("p", "fine")
            .with(text::api_about(locale))
            .with(" ")
            .with(el("a").attr("href", format!("/call?{query}")).attr("data-testid", "call-link").with(text::api_calls(locale))),
        classed("pre", "call").with(el("code").with(call)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan;
    use markup::outer_html;

    fn card_html(query: &str) -> String {
        let plan = plan::read(scenario::query::decode(query)).plan.unwrap();
        outer_html(&save_card(&plan, "http://localhost", Locale::En))
    }

    #[test]
    fn a_plan_that_is_changed_is_offered_its_next_revision() {
        let html = card_html("gpu=rtx-4090&model=resnet50&revise=abcdefghijklmnopqrstuvwxyz.3");
        for part in ["/p/abcdefghijklmnopqrstuvwxyz/revise", "Save as revision 4", "name=\"base\" value=\"3\"", "name=\"key\""] {
            assert!(html.contains(part), "{part} in {html}");
        }
        let hidden = html.split("name=\"query\"").nth(1).and_then(|rest| rest.split('>').next()).unwrap();
        assert!(!hidden.contains("revise"), "what is stored is the plan alone: {hidden}");
    }

    #[test]
    fn what_names_no_plan_changes_none() {
        for revise in ["", "&revise=x", "&revise=..%2Fevil.1", "&revise=abc.0", "&revise=abc.18446744073709551615"] {
            assert!(!card_html(&format!("gpu=rtx-4090&model=resnet50{revise}")).contains("/revise"), "{revise}");
        }
    }
}
