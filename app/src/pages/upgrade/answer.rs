//! The changes, by price: what each gains, what it costs, what comes with it and what it sets free.

use catalog::Segment;
use leptos::prelude::*;
use scenario::patch::merge;
use scenario::query;
use wire::v1::Scenario;
use wire::v1::bom::Bom;
use wire::v1::money::{Ladder, Moved, Upgrade};
use wire::v1::scenario::GpuChoice;
use wording::format;
use workstation::machines::name_on_pages;

use super::purse::Purse;
use crate::components::glance::Cards;
use crate::context::path_prefix;
use crate::locale::{Locale, colon};
use crate::messages::upgrade as text;
use crate::pages::bom::{money, tables};
use crate::plan::Plan;
use crate::plan::advice::advise_with;
use crate::planner::advice::quick;
use crate::view::draw;

/// Draws the answer.
pub fn answer(bom: &Bom, plan: &Plan, purse: &Purse, locale: Locale) -> Option<AnyView> {
    let ladder = &bom.money.as_deref()?.ladder;
    let advice = advise_with(plan, &purse.prices);
    let free = quick(plan, advice.as_ref(), &Cards::Tabs(plan.query(), None), locale);
    let gap = locale.pick(" ", "");
    if is_soldered(plan) {
        let whole = view! {
            {draw(&free)}
            <p class="sentence" data-testid="soldered">{text::soldered(locale)}</p>
            <p><a class="button" href=plan.href_of_machines() rel="nofollow">{text::whole(locale)}</a></p>
        };
        return Some(whole.into_any());
    }
    // That the run does not fit is what the changes mend, and what other parts mend is said with them.
    let is_told = !ladder.runs || ladder.mend.is_some();
    let faults =
        tables::problems(bom, locale).filter(|_| !is_told).map(|list| view! { <p>{text::mend_first(locale)}</p> {list} });
    let best = best_value(ladder);
    let items: Vec<_> =
        ladder.front.iter().map(|upgrade| item(upgrade, best == Some(upgrade), (bom, ladder, plan, purse), locale)).collect();
    let now = if ladder.runs {
        text::now(locale, &format::spelled_time(ladder.epoch_seconds, locale))
    } else {
        text::now_not(locale).to_owned()
    };
    let nothing = items.is_empty().then(|| ladder.steps.last().map(|step| step.verdict.clone())).flatten();
    let nothing = nothing.map(|verdict| view! { <p class="sentence" data-testid="no-upgrade">{verdict}</p> });
    let unpriced = (ladder.unpriced > 0)
        .then(|| view! { <p class="fine">{crate::messages::bom_money::unpriced(locale, &ladder.unpriced.to_string())}</p> });
    let answer = view! {
        {mend(ladder, purse, locale)}
        {faults}
        {draw(&free)}
        <h2>{text::answer(locale)}</h2>
        <p>{[&now, gap, &text::up_to(locale, &amount(purse.most, purse)), gap, text::same_maker(locale)].concat()}</p>
        {nothing}
        <ol class="upgrades" data-testid="upgrades">{items}</ol>
        {unpriced}
        <p>
            <a href=plan.href_of_machines() rel="nofollow">{text::whole(locale)}</a>
        </p>
    };
    Some(answer.into_any())
}

/// Whether the graphics are part of a computer that is sold as a whole.
fn is_soldered(plan: &Plan) -> bool {
    let card = plan.pinned.hardware.gpu.as_ref().and_then(GpuChoice::id).and_then(catalog::gpu);
    card.is_some_and(|card| matches!(card.segment, Segment::Laptop | Segment::Unified))
}

/// What has to be replaced before anything else.
fn mend(ladder: &Ladder, purse: &Purse, locale: Locale) -> Option<AnyView> {
    let mend = ladder.mend.as_ref()?;
    let names = |parts: &[Moved]| parts.iter().map(|part| told(part, text::part_for, purse, locale)).collect::<Vec<_>>();
    let joined = |parts: &[Moved]| names(parts).join(locale.pick(", ", "、"));
    let (comes, goes) = (joined(&mend.comes), joined(&mend.goes));
    let words = if mend.goes.is_empty() { text::mend_with(locale, &comes) } else { text::mend(locale, &goes, &comes) };
    Some(view! { <p class="remedy" role="alert" data-testid="mend">{words}</p> }.into_any())
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
    // Written as bills write the same figures.
    let time = |seconds: f64| format::spelled_time(seconds, locale);
    let gains = match upgrade.gain_share {
        Some(share) => {
            text::gains(locale, &time(ladder.epoch_seconds), &time(upgrade.epoch_seconds), &format::tenth_percent(share))
        }
        None => text::holds(locale, &time(upgrade.epoch_seconds)),
    };
    let price = match upgrade.net_cost {
        net if net > 0.0 => amount(net, purse),
        net if net < 0.0 => text::over(locale, &amount(-net, purse)),
        _ => text::nothing_to_pay(locale).to_owned(),
    };
    let gross = (upgrade.net_cost < upgrade.cost)
        .then(|| view! { " · " <span class="fine">{text::gross(locale, &amount(upgrade.cost, purse))}</span> });
    let best = is_best.then(|| view! { " " <span class="tag">{text::best(locale)}</span> });
    let comes: Vec<String> =
        upgrade.comes.iter().filter(|part| part.id != upgrade.id).map(|part| told(part, text::part_for, purse, locale)).collect();
    let goes: Vec<String> = upgrade.goes.iter().map(|part| told(part, text::sold_for, purse, locale)).collect();
    let line = |words: Vec<String>, say: fn(Locale, &str) -> String| {
        (!words.is_empty()).then(|| view! { <p class="fine">{say(locale, &words.join(locale.pick(", ", "、")))}</p> })
    };
    let title = [kind(&upgrade.kind, locale), colon(locale), &counted(upgrade.quantity, &upgrade.name)].concat();
    let mut planned: Scenario = bom.estimate.inputs().clone();
    merge(&mut planned, &upgrade.change);
    planned.hardware.parts = None;
    // Pages without a language in their address keep that of this one.
    let lang = path_prefix().map_or_else(String::new, |_| format!("&lang={}", locale.as_str()));
    let plan_href = format!("/plan?{}{lang}", query::to_string(&planned, &plan.unknown));
    let parts_href = format!("{}{lang}", money::upgraded_href(upgrade, bom, plan, &purse.query()));
    view! {
        <li class="card" data-testid=format!("upgrade-{}", upgrade.kind)>
            <h3>{title} {best}</h3>
            <p><strong class="amount">{price}</strong> {gross} " · " {gains}</p>
            {settings(upgrade, plan, locale).map(|words| view! { <p class="fine">{words}</p> })}
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

/// What else is another than before: the memory of a card, and the batch.
fn settings(upgrade: &Upgrade, plan: &Plan, locale: Locale) -> Option<String> {
    let memory = |id: Option<&str>| id.and_then(catalog::gpu).map(|card| card.marketing_gb);
    let before = memory(plan.pinned.hardware.gpu.as_ref().and_then(GpuChoice::id));
    let after = memory(upgrade.change.hardware.gpu.as_ref().and_then(GpuChoice::id));
    let vram = before.zip(after).filter(|(before, after)| before != after);
    let vram = vram.map(|(before, after)| text::vram(locale, &before.to_string(), &after.to_string()));
    let batch = plan.pinned.training.micro_batch_size.zip(upgrade.change.training.micro_batch_size);
    let batch = batch.map(|(before, after)| text::batch(locale, &format::count(before), &format::count(after)));
    let words: Vec<String> = vram.into_iter().chain(batch).collect();
    (!words.is_empty()).then(|| words.join(" · "))
}

/// A part with its amount, where that is known and something.
fn told(part: &Moved, say: fn(Locale, &str, &str) -> String, purse: &Purse, locale: Locale) -> String {
    let name = counted(part.quantity, &part.name);
    match part.amount.filter(|amount| *amount > 0.0) {
        Some(sum) => say(locale, &name, &amount(sum, purse)),
        None => name,
    }
}

/// So many of a part.
fn counted(quantity: u64, name: &str) -> String {
    let times = if quantity == 1 { String::new() } else { format!("{} × ", format::count(quantity)) };
    times + &name_on_pages(name)
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
