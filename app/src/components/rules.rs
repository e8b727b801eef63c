//! The practitioners' rules beside the model's own figures.

use engine::estimate::{RuleOpinion, RuleReason, RuleSubject, RuleVerdict};
use leptos::prelude::*;

use super::card;
use crate::format;
use crate::locale::Locale;
use crate::messages::results as text;

/// Draws the card; nothing where no rule applies.
#[must_use]
pub fn rules_card(rules: &[RuleOpinion], locale: Locale) -> Option<AnyView> {
    let rows: Vec<_> = rules.iter().map(|rule| row(rule, locale)).collect();
    (!rows.is_empty()).then(|| {
        let body = view! {
            <p class="fine">{text::rules_about(locale)}</p>
            <div class="scroll" tabindex="0" role="region" aria-label=text::rules(locale)>
                <table class="rules">
                    <thead>
                        <tr>
                            <th scope="col">{text::rule(locale)}</th>
                            <th scope="col">{text::rule_says(locale)}</th>
                            <th scope="col">{text::model_says(locale)}</th>
                            <th scope="col">{text::result(locale)}</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        };
        card("rules", text::rules(locale), body)
    })
}

fn row(rule: &RuleOpinion, locale: Locale) -> AnyView {
    let unit = match rule.subject {
        RuleSubject::RamGib | RuleSubject::UsableVramGib => " GiB",
        RuleSubject::MicroBatchSize => "",
    };
    let class = if rule.verdict == RuleVerdict::Agrees { "tag good" } else { "tag" };
    let (low, high) = rule.says;
    let says = if low == high { figure(low) } else { format!("{} – {}", figure(low), figure(high)) };
    let reason = (rule.reason != RuleReason::None).then(|| api::text::rule_reason(rule.reason, locale));
    view! {
        <tr>
            <th scope="row">
                <span class="rule-id">{rule.rule}</span>
                " "
                {api::text::rule_subject(rule.subject, locale)}
            </th>
            <td data-label=text::rule_says(locale)>{says}{unit}</td>
            <td data-label=text::model_says(locale)>{figure(rule.model)}{unit}</td>
            <td>
                <span class=class>{api::text::rule_verdict(rule.verdict, locale)}</span>
                " "
                <span class="fine sentence">{reason}</span>
            </td>
        </tr>
    }
    .into_any()
}

/// A rule's figure: whole where it is whole.
fn figure(value: f64) -> String {
    format::decimal(value, u32::from(value.fract() != 0.0))
}
