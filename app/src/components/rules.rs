//! The practitioners' rules beside the model's own figures.

use engine::estimate::{RuleOpinion, RuleReason, RuleSubject, RuleVerdict};

use super::{card, head, row_head};
use crate::draw::{Element, classed, el};
use crate::format;
use crate::locale::Locale;
use crate::messages::results as text;

/// Draws the card; nothing where no rule applies.
#[must_use]
pub fn rules_card(rules: &[RuleOpinion], locale: Locale) -> Option<Element> {
    let rows: Vec<Element> = rules.iter().map(|rule| row(rule, locale)).collect();
    (!rows.is_empty()).then(|| {
        let columns = [text::rule(locale), text::rule_says(locale), text::model_says(locale), text::result(locale)];
        let table = classed("table", "rules").with(head(&columns)).with(el("tbody").with(rows));
        card("rules", text::rules(locale), classed("p", "fine").with(text::rules_about(locale))).with(table)
    })
}

fn row(rule: &RuleOpinion, locale: Locale) -> Element {
    let unit = match rule.subject {
        RuleSubject::RamGib | RuleSubject::UsableVramGib => " GiB",
        RuleSubject::MicroBatchSize => "",
    };
    let class = if rule.verdict == RuleVerdict::Agrees { "tag good" } else { "tag" };
    let (low, high) = rule.says;
    let says = if low == high { figure(low) } else { format!("{} – {}", figure(low), figure(high)) };
    let reason = (rule.reason != RuleReason::None)
        .then(|| classed("span", "fine sentence").with(api::text::rule_reason(rule.reason, locale)));
    let subject =
        row_head().with(classed("span", "rule-id").with(rule.rule)).with(" ").with(api::text::rule_subject(rule.subject, locale));
    el("tr")
        .with(subject)
        .with(el("td").attr("data-label", text::rule_says(locale)).with(says).with(unit))
        .with(el("td").attr("data-label", text::model_says(locale)).with(figure(rule.model)).with(unit))
        .with(el("td").with(classed("span", class).with(api::text::rule_verdict(rule.verdict, locale))).with(reason))
}

/// A rule's figure: whole where it is whole.
fn figure(value: f64) -> String {
    format::decimal(value, u32::from(value.fract() != 0.0))
}
