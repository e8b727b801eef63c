//! The fields at fault, in one list.

use scenario::FieldError;

use crate::locale::{Locale, colon};
use crate::messages::{faults as fault_text, inputs as text};
use crate::{faults, fields};
use markup::{Element, classed, el};

/// The fields at fault in one list, each linking to its field on this page.
#[must_use]
pub fn error_summary(errors: &[FieldError], locale: Locale) -> Option<Element> {
    summary(errors, "", None, locale)
}

/// The fields at fault on a page without them: they are the planner's at this encoded query.
#[cfg(feature = "ssr")]
#[must_use]
pub fn error_summary_elsewhere(errors: &[FieldError], typed: &str, locale: Locale) -> Option<Element> {
    let parsed = scenario::query::parse_string(typed);
    let query = crate::plan::typed::query_of(&parsed.scenario, &parsed.unknown, errors, typed);
    summary(errors, &format!("{}?{query}", crate::plan::page_for(&query)), None, locale)
}

/// What a page of a plan begins with where its query gives none: its name, and the way back to the fields.
#[cfg(feature = "ssr")]
#[must_use]
pub fn heading_without_plan(title: &'static str, typed: &str, locale: Locale) -> [Element; 2] {
    let parsed = scenario::query::parse_string(typed);
    let href = format!("/plan?{}", scenario::query::to_string(&parsed.scenario, &parsed.unknown));
    let back = classed("a", "button").attr("href", href).with(crate::messages::code::back(locale));
    [el("h1").with(title), classed("p", "actions").with(back)]
}

/// The fields at fault on the planner at an encoded query, where a link leaves out a field without a control.
#[must_use]
pub fn error_summary_at(errors: &[FieldError], query: &str, locale: Locale) -> Option<Element> {
    summary(errors, "", Some(query), locale)
}

fn summary(errors: &[FieldError], page: &str, query: Option<&str>, locale: Locale) -> Option<Element> {
    if errors.is_empty() {
        return None;
    }
    // Fields of the page about running have names of their own.
    let mark = if page.starts_with("/plan") || page.is_empty() { 'f' } else { 'r' };
    let items: Vec<Element> = errors
        .iter()
        .map(|error| {
            let item = el("li");
            let label = faults::label(&error.pointer, locale);
            let item = match fields::by_pointer(&error.pointer) {
                Some(field) => item.with(el("a").attr("href", format!("{page}#{mark}-{}", field.name)).with(label)),
                None => match own_field(&error.pointer) {
                    Some(id) => item.with(el("a").attr("href", format!("#{id}")).with(label)),
                    None => item.with(label),
                },
            };
            item.with(colon(locale))
                .with(faults::detail(error, locale))
                .with(query.and_then(|query| leave_out(error, query, locale)))
        })
        .collect();
    let title = el("h2").attr("id", "error-summary-title").with(text::error_summary(locale));
    let summary = classed("div", "error-summary")
        .attr("data-testid", "error-summary")
        .attr("role", "group")
        .attr("aria-labelledby", "error-summary-title")
        .with(title)
        .with(el("ul").with(items));
    Some(summary)
}

/// The field of a page's own, beside those of plans.
#[cfg(feature = "ssr")]
fn own_field(pointer: &str) -> Option<String> {
    faults::prices::target(pointer)
}

/// In the browser there are those of plans alone.
#[cfg(not(feature = "ssr"))]
const fn own_field(_: &str) -> Option<String> {
    None
}

/// The way on where the address says a field that the form has no control for.
fn leave_out(error: &FieldError, query: &str, locale: Locale) -> Option<Vec<Element>> {
    let leaf = scenario::fields::Field::at(&error.pointer).filter(|_| fields::by_pointer(&error.pointer).is_none())?;
    let rest: Vec<_> = scenario::query::decode(query).filter(|(name, text)| name != leaf.name && !text.is_empty()).collect();
    let rest = scenario::query::encode(rest.iter().map(|(name, text)| (name.as_str(), text.as_str())));
    let link = el("a").attr("href", format!("/plan?{rest}")).attr("rel", "nofollow").with(fault_text::leave_out(locale));
    Some(vec![el("span").with(" "), link])
}
