//! What would feed the GPUs better: the bottleneck's remedies, and the loader's settings before and after.

use engine::estimate::{Bound, LoaderAdvice, Remedy, SettingAdvice, StageKind, Timing};
use wording::format;

use super::stages::stage_name;
use super::{head, hidden, row_head, scroll};
use crate::locale::{Locale, colon};
use crate::messages::results as text;
use crate::plan::Plan;
use markup::{Element, classed, el};

/// The cheapest remedy with what it does, and the others behind a disclosure.
pub(super) fn remedies(plan: &Plan, locale: Locale) -> (Element, Option<Element>) {
    let remedies = &plan.feeding().remedies;
    let Some(cheapest) = remedies.cheapest() else {
        let (class, words) = match (plan.estimate.path.narrowest, plan.estimate.speed.bound_by) {
            (StageKind::Compute, Bound::Launch) => ("remedy", text::remedy_launch(locale)),
            (StageKind::Compute, _) => ("remedy calm", text::remedy_compute(locale)),
            _ => ("remedy", text::remedy_none(locale)),
        };
        return (classed("p", class).with(words), None);
    };
    let first = classed("p", "remedy")
        .attr("data-testid", "remedy")
        .with(text::remedy_cheapest(locale))
        .with(colon(locale))
        .with(remedy(plan, cheapest, locale));
    let others: Vec<Element> = remedies.all.iter().map(|other| el("li").with(remedy(plan, other, locale))).collect();
    let more = (others.len() > 1).then(|| {
        classed("details", "more").with(el("summary").with(text::remedies_more(locale))).with(classed("ul", "fine").with(others))
    });
    (first, more)
}

/// A remedy in a sentence, with a link that applies it.
fn remedy(plan: &Plan, remedy: &Remedy, locale: Locale) -> Vec<Element> {
    let title = wording::changes_title(&remedy.change, locale);
    let mut changed = plan.asked.clone();
    for change in &remedy.change {
        scenario::apply_change(&mut changed, change);
    }
    let before = &plan.feeding().remedies.before;
    let after = &remedy.after;
    let effect = text::remedy_effect(
        locale,
        &format::samples(before.rate),
        &format::samples(after.rate),
        &format::duration(before.run, locale),
        &format::duration(after.run, locale),
    );
    let next = text::remedy_next(locale, stage_name(after.narrowest, locale));
    let (open, close, comma, stop) = locale.pick((" (", "). ", "; ", ". "), ("（", "）。", "；", "。"));
    let link = el("a")
        .attr("href", plan.href(&changed))
        .attr("rel", "nofollow")
        .attr("aria-label", text::lever_apply_named(locale, &title))
        .with(text::lever_apply(locale));
    vec![
        el("strong").with(title),
        el("span").with(format!("{open}{}{close}", wording::cost(remedy.cost, locale))),
        classed("span", "sentence").with(format!("{effect}{comma}{next}{stop}")),
        classed("span", "sentence").with(format!("{}{stop}", wording::changes_why(&remedy.change, locale))),
        link,
    ]
}

/// The loader's settings as a table.
pub(super) fn settings(advice: &LoaderAdvice, locale: Locale) -> Vec<Element> {
    let LoaderAdvice { before, after, settings } = advice;
    let together = text::settings_together(
        locale,
        &format::samples(before.rate),
        &format::samples(after.rate),
        &format::duration(before.epoch, locale),
        &format::duration(after.epoch, locale),
    );
    let columns = [
        text::setting(locale),
        text::setting_before(locale),
        text::setting_after(locale),
        text::setting_alone(locale),
        text::setting_so_far(locale),
        text::why(locale),
    ];
    let rows: Vec<Element> = settings.iter().map(|setting| row(setting, &columns, locale)).collect();
    let table = classed("table", "settings")
        .attr("data-testid", "loader-settings")
        .with(el("caption").with(hidden(text::samples_per_second(locale))))
        .with(head(&columns))
        .with(el("tbody").with(rows));
    let table = scroll(text::settings(locale), table);
    vec![el("h3").with(text::settings(locale)), classed("p", "summary").with(together), table]
}

fn row(advice: &SettingAdvice, columns: &[&'static str; 6], locale: Locale) -> Element {
    let SettingAdvice { setting, before, after, alone, so_far, source } = advice;
    let name = wording::setting_name(*setting, locale);
    let rate = |timing: &Timing| format::samples(timing.rate);
    let facts = classed("dl", "why-card")
        .with(el("dt").with(text::why(locale)))
        .with(classed("dd", "sentence").with(wording::setting_why(advice, locale)))
        .with(el("dt").with(text::source(locale)))
        .with(el("dd").with(super::source::source(source, locale)));
    let summary = el("summary").with(text::why(locale)).with(hidden([colon(locale), name].concat()));
    let why = classed("details", "why").attr("name", "why").with(summary).with(facts);
    let advised = wording::setting_value(*after, locale);
    let advised = if before == after { el("span").with(advised) } else { el("strong").with(advised) };
    let cell = |column: usize| el("td").attr("data-label", columns[column]);
    el("tr")
        .with(row_head().with(name))
        .with(cell(1).with(wording::setting_value(*before, locale)))
        .with(cell(2).with(advised))
        .with(cell(3).with(rate(alone)))
        .with(cell(4).with(rate(so_far)))
        .with(cell(5).with(why))
}
