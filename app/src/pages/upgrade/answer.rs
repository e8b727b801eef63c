//! The changes, by price: what each gains, what it costs, what comes with it and what it sets free.

use engine::units::Seconds;
use leptos::prelude::*;
use scenario::patch::merge;
use scenario::query;
use wire::v1::Scenario;
use wire::v1::bom::Bom;
use wire::v1::money::{Ladder, Moved, Upgrade};
use wording::format;
use workstation::machines::name_on_pages;

use super::purse::Purse;
use crate::locale::{Locale, colon};
use crate::messages::upgrade as text;
use crate::pages::bom::{money, tables};
use crate::plan::Plan;

/// Draws the answer.
pub fn answer(bom: &Bom, plan: &Plan, purse: &Purse, locale: Locale) -> Option<AnyView> {
    let ladder = &bom.money.as_deref()?.ladder;
    // That the run does not fit is what the changes mend.
    let faults =
        tables::problems(bom, locale).filter(|_| ladder.runs).map(|list| view! { <p>{text::mend_first(locale)}</p> {list} });
    let best = best_value(ladder);
    let items: Vec<_> =
        ladder.front.iter().map(|upgrade| item(upgrade, best == Some(upgrade), (bom, ladder, plan, purse), locale)).collect();
    let now = if ladder.runs {
        text::now(locale, &format::duration(Seconds::new(ladder.epoch_seconds), locale))
    } else {
        text::now_not(locale).to_owned()
    };
    let nothing = items.is_empty().then(|| ladder.steps.last().map(|step| step.verdict.clone())).flatten();
    let nothing = nothing.map(|verdict| view! { <p class="sentence" data-testid="no-upgrade">{verdict}</p> });
    let unpriced = (ladder.unpriced > 0)
        .then(|| view! { <p class="fine">{crate::messages::bom_money::unpriced(locale, &ladder.unpriced.to_string())}</p> });
    let answer = view! {
        {faults}
        <h2>{text::answer(locale)}</h2>
        <p>{now} " " {text::up_to(locale, &amount(purse.most, purse))}</p>
        {nothing}
        <ol class="upgrades" data-testid="upgrades">{items}</ol>
        {unpriced}
        <p>
            <a href=format!("/plan/improve?{}#answer", plan.query()) rel="nofollow">{text::settings(locale)}</a>
            " · "
            <a href=plan.href_of_machines() rel="nofollow">{text::whole(locale)}</a>
        </p>
    };
    Some(answer.into_any())
}

/// The change that gains the most for its money, where there is more than one.
fn best_value(ladder: &Ladder) -> Option<&Upgrade> {
    let worth = |upgrade: &Upgrade| upgrade.gain_seconds_per_unit.unwrap_or(f64::INFINITY);
    let several = ladder.runs && ladder.front.len() > 1;
    ladder.front.iter().filter(|_| several).max_by(|a, b| worth(a).total_cmp(&worth(b)))
}

fn amount(amount: f64, purse: &Purse) -> String {
    format::money(amount, purse.currency().as_str())
}

fn item(upgrade: &Upgrade, is_best: bool, of: (&Bom, &Ladder, &Plan, &Purse), locale: Locale) -> AnyView {
    let (bom, ladder, plan, purse) = of;
    let time = |seconds: f64| format::duration(Seconds::new(seconds), locale);
    let gains = match upgrade.gain_share {
        Some(share) => text::gains(locale, &time(ladder.epoch_seconds), &time(upgrade.epoch_seconds), &format::percent(share)),
        None => text::holds(locale, &time(upgrade.epoch_seconds)),
    };
    let price = match upgrade.net_cost {
        net if net > 0.0 => amount(net, purse),
        net if net < 0.0 => text::over(locale, &amount(-net, purse)),
        _ => text::nothing_to_pay(locale).to_owned(),
    };
    let gross = (upgrade.net_cost < upgrade.cost)
        .then(|| view! { " " <span class="fine">{text::gross(locale, &amount(upgrade.cost, purse))}</span> });
    let best = is_best.then(|| view! { " " <span class="tag">{text::best(locale)}</span> });
    let comes: Vec<String> =
        upgrade.comes.iter().filter(|part| part.id != upgrade.id).map(|part| told(part, text::part_for, purse, locale)).collect();
    let goes: Vec<String> = upgrade.goes.iter().map(|part| told(part, text::sold_for, purse, locale)).collect();
    let line = |words: Vec<String>, say: fn(Locale, &str) -> String| {
        (!words.is_empty()).then(|| view! { <p class="fine">{say(locale, &words.join(locale.pick(", ", "、")))}</p> })
    };
    let quantity = if upgrade.quantity == 1 { String::new() } else { format!("{} × ", format::count(upgrade.quantity)) };
    let title = [kind(&upgrade.kind, locale), colon(locale), &quantity, &name_on_pages(&upgrade.name)].concat();
    let mut planned: Scenario = bom.estimate.inputs.clone();
    merge(&mut planned, &upgrade.change);
    planned.hardware.parts = None;
    let plan_href = format!("/plan?{}", query::to_string(&planned, &plan.unknown));
    let parts_href = money::upgraded_href(upgrade, bom, plan, &purse.query());
    view! {
        <li class="card" data-testid=format!("upgrade-{}", upgrade.kind)>
            <h3>{title} {best}</h3>
            <p><strong class="amount">{price}</strong> {gross} " · " {gains}</p>
            {line(comes, text::comes)}
            {line(goes, text::goes)}
            <p class="fine">
                <a href=plan_href rel="nofollow">{text::plan(locale)}</a>
                " · "
                <a href=parts_href rel="nofollow">{text::parts(locale)}</a>
            </p>
        </li>
    }
    .into_any()
}

/// A part with its amount, where that is known and something.
fn told(part: &Moved, say: fn(Locale, &str, &str) -> String, purse: &Purse, locale: Locale) -> String {
    let times = if part.quantity == 1 { String::new() } else { format!("{} × ", format::count(part.quantity)) };
    let name = times + &name_on_pages(&part.name);
    match part.amount.filter(|amount| *amount > 0.0) {
        Some(sum) => say(locale, &name, &amount(sum, purse)),
        None => name,
    }
}

fn kind(kind: &str, locale: Locale) -> &'static str {
    match kind {
        "memory" => text::more_memory(locale),
        "storage" => text::other_drive(locale),
        "cpu" => text::other_cpu(locale),
        "gpu" => text::other_card(locale),
        _ => text::more_cards(locale),
    }
}
