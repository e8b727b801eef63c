//! The practitioners' rules beside the model's own figures.

use engine::estimate::{Guide, RuleFinding, RuleOpinion, RuleReason, RuleSubject, RuleVerdict};
use wording::format;

use super::stages::bound_text;
use super::{card, head, row_head};
use crate::locale::Locale;
use crate::messages::{lever_names, results as text};
use markup::{Element, classed, el};

/// Draws the card; nothing where no rule applies.
#[must_use]
pub fn rules_card(rules: &[RuleOpinion], locale: Locale) -> Option<Element> {
    let rows: Vec<Element> = rules.iter().map(|rule| row(rule, locale)).collect();
    (!rows.is_empty()).then(|| {
        let columns = [text::rule(locale), text::rule_says(locale), text::model_says(locale), text::result(locale)];
        let table = classed("table", "rules").with(head(&columns)).with(el("tbody").with(rows));
        card("rules", text::rules(locale), classed("p", "fine").with(text::rules_about(locale)))
            .with(table)
            .with(sources(rules, locale))
    })
}

fn row(rule: &RuleOpinion, locale: Locale) -> Element {
    let class = if rule.verdict == RuleVerdict::Agrees { "tag good" } else { "tag" };
    let (says, model) = match &rule.finding {
        RuleFinding::Range { says: (low, high), model } => {
            let unit = unit(rule.subject);
            let says = if low == high { figure(*low) } else { format!("{} – {}", figure(*low), figure(*high)) };
            (says + unit, figure(*model) + unit)
        }
        RuleFinding::Order { says, model } => (names(says, locale), names(model, locale)),
        RuleFinding::Limit { says, model } => (bound_text(*says, locale).to_owned(), bound_text(*model, locale).to_owned()),
    };
    let reason = (rule.reason != RuleReason::None)
        .then(|| classed("span", "fine sentence").with(wording::rule_reason(rule.reason, locale)));
    let subject = row_head()
        .with(classed("span", "rule-id").with(rule.rule))
        .with(" ")
        .with(wording::rule_subject(rule.subject, locale))
        .with(classed("span", "fine sentence").with(wording::rule_sentence(rule.rule, rule.subject, locale)));
    el("tr")
        .with(subject)
        .with(el("td").attr("data-label", text::rule_says(locale)).with(says))
        .with(el("td").attr("data-label", text::model_says(locale)).with(model))
        .with(el("td").with(classed("span", class).with(wording::rule_verdict(rule.verdict, locale))).with(reason))
}

/// The unit behind a figure.
const fn unit(subject: RuleSubject) -> &'static str {
    match subject {
        RuleSubject::RamGib | RuleSubject::UsableVramGib => " GiB",
        RuleSubject::CacheGb | RuleSubject::StateGb | RuleSubject::WeightsGb => " GB",
        RuleSubject::CheckpointingTimePercent | RuleSubject::CheckpointingMemoryPercent => "%",
        RuleSubject::MicroBatchSize | RuleSubject::Workers | RuleSubject::Limit | RuleSubject::FirstAid => "",
    }
}

/// Changes by name, in order; a dash for none.
fn names(ids: &[&str], locale: Locale) -> String {
    if ids.is_empty() {
        return "–".to_owned();
    }
    let names: Vec<String> = ids.iter().map(|id| lever_names::name(id, locale)).collect();
    names.join(locale.pick(", ", "、"))
}

/// The guides behind the rows, each once.
fn sources(rules: &[RuleOpinion], locale: Locale) -> Element {
    let mut guides: Vec<Guide> = Vec::new();
    for rule in rules {
        if !guides.contains(&rule.guide) {
            guides.push(rule.guide);
        }
    }
    let items: Vec<Element> =
        guides.into_iter().map(|guide| classed("li", "sentence-item").with(wording::rule_source(guide, locale))).collect();
    classed("ul", "fine").with(items)
}

/// A rule's figure: whole where it is whole.
fn figure(value: f64) -> String {
    let digits = if (value - value.round()).abs() < 0.005 {
        0
    } else if value.abs() < 10.0 {
        2
    } else {
        1
    };
    format::decimal(value, digits)
}
