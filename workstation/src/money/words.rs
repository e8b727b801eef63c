//! Rent and upgrades in sentences of either language.

use crate::machines::{Build, name_on_pages};
use engine::units::SECONDS_PER_HOUR;
use wire::locale::Locale;
use wire::v1::money::{Rent, RentOffer, Upgrade};
use wire::v1::prices::Currency;
use wording::format::{coarse, priced, spelled_time, tenth_percent};
use wording::price_in_words;

/// What an offer says.
pub fn offer_detail(offer: &RentOffer, rent: &Rent, currency: Currency, locale: Locale) -> String {
    let per_hour = priced(offer.per_hour, currency);
    let date = match (&offer.date, locale) {
        (Some(date), Locale::En) => format!("price of {date}"),
        (Some(date), Locale::Zh) => format!("{date} 的价格"),
        (None, Locale::En) => "date of the price not known".to_owned(),
        (None, Locale::Zh) => "价格日期未知".to_owned(),
    };
    let thin = match (offer.confidence == "low", locale) {
        (false, _) => "",
        (true, Locale::En) => ", thin sources",
        (true, Locale::Zh) => "，来源不可靠",
    };
    if offer.gpu_count > rent.gpus {
        let (cards, own) = (offer.gpu_count, rent.gpus);
        return match locale {
            Locale::En => {
                format!("{per_hour} an hour for {cards} cards ({date}{thin}), rented whole; the machine has {own}: not compared")
            }
            Locale::Zh => format!("{cards} 块卡每小时 {per_hour}（{date}{thin}），只能整机租用；本机有 {own} 块：不作比较"),
        };
    }
    if !offer.is_comparable {
        let (machines, node) = (offer.machines, rent.gpus_per_node);
        return match locale {
            Locale::En => format!(
                "{per_hour} an hour for {machines} separate machines ({date}{thin}), not joined as the {node} cards of a node are: not compared"
            ),
            Locale::Zh => {
                format!("{machines} 台独立机器每小时共 {per_hour}（{date}{thin}），不像同一节点的 {node} 块卡那样互连：不作比较")
            }
        };
    }
    if rent.run_hours.is_none() {
        return match locale {
            Locale::En => {
                format!("{per_hour} an hour ({date}{thin}): these cards do not hold the run, so that nothing is compared")
            }
            Locale::Zh => format!("每小时 {per_hour}（{date}{thin}）：此机器无法运行该任务，不作比较"),
        };
    }
    if !rent.is_card_priced {
        return match locale {
            Locale::En => {
                format!("{per_hour} an hour ({date}{thin}); the price of the cards is not known: give an own one to compare")
            }
            Locale::Zh => format!("每小时 {per_hour}（{date}{thin}）；显卡价格未知：请填写自有价格以作比较"),
        };
    }
    let Some(hours) = offer.break_even_hours else {
        return match locale {
            Locale::En => format!("{per_hour} an hour ({date}{thin}): no more than the energy alone, so that buying never pays"),
            Locale::Zh => format!("每小时 {per_hour}（{date}{thin}）：不高于电费，购买永远不划算"),
        };
    };
    let time = spelled_time(hours * SECONDS_PER_HOUR, locale);
    let runs = coarse(offer.break_even_runs.unwrap_or(0.0));
    let lower = rent.unknown_parts > 0 || rent.energy_per_hour.is_none();
    match (locale, lower) {
        (Locale::En, false) => {
            format!("{per_hour} an hour ({date}{thin}): buying costs less after {time} of training, {runs} runs")
        }
        (Locale::En, true) => {
            format!("{per_hour} an hour ({date}{thin}): buying costs less after {time} of training or later, {runs} runs or more")
        }
        (Locale::Zh, false) => format!("每小时 {per_hour}（{date}{thin}）：训练 {time}（{runs} 次运行）后购买更省"),
        (Locale::Zh, true) => format!("每小时 {per_hour}（{date}{thin}）：训练至少 {time}（至少 {runs} 次运行）后购买更省"),
    }
}

/// The outcome of all offers.
pub fn rent_verdict(rent: &Rent, card: &str, currency: Currency, locale: Locale) -> String {
    let Some(run_hours) = rent.run_hours else {
        return match locale {
            Locale::En => "this machine does not hold the run: nothing is said of what a run costs, rented or bought".to_owned(),
            Locale::Zh => "此机器无法运行该任务：不计算租用或购买时一次运行的费用".to_owned(),
        };
    };
    if rent.offers.is_empty() {
        return match locale {
            Locale::En => format!("no offer of the {card} is known; other cards are not compared in its place"),
            Locale::Zh => format!("没有 {card} 的租用报价；不以其他显卡代替比较"),
        };
    }
    if rent.offers.iter().all(|offer| !offer.is_comparable) {
        let node = rent.gpus_per_node;
        return match locale {
            Locale::En => format!(
                "no machine with {node} joined {card} for rent is known; larger ones and separate ones are listed, not compared"
            ),
            Locale::Zh => format!("没有 {node} 块互连 {card} 的整机租用报价；更大的机器和独立的机器仅列出，不作比较"),
        };
    }
    let comparable = rent.offers.iter().filter_map(|offer| Some((offer, offer.break_even_hours?)));
    let Some((cheapest, hours)) = comparable.min_by(|(a, _), (b, _)| a.per_hour.total_cmp(&b.per_hour)) else {
        return without_break_even(rent, run_hours, currency, locale);
    };
    let run = spelled_time(run_hours * SECONDS_PER_HOUR, locale);
    let hours = spelled_time(hours * SECONDS_PER_HOUR, locale);
    let rented = priced(run_hours * cheapest.per_hour, currency);
    let bought = price_in_words(&rent.price(currency.as_str()), |known| priced(known, currency), locale);
    let mut clauses = vec![match locale {
        Locale::En => {
            format!(
                "a run of {run} costs {rented} on the cheapest offer; against it the machine ({bought}) pays for itself after {hours} of training"
            )
        }
        Locale::Zh => {
            format!("按最便宜的报价，一次运行（{run}）的租金为 {rented}；与之相比，购买（{bought}）在训练 {hours}后更省")
        }
    }];
    match (rent.unknown_parts, locale) {
        (0, _) => {}
        (_, Locale::En) => clauses.push("counting the parts without a price it would take longer".to_owned()),
        (_, Locale::Zh) => clauses.push("计入价格未知的部件后更晚".to_owned()),
    }
    if rent.energy_per_hour.is_none() {
        clauses.push(locale.pick("counting electricity it would take longer", "计入电费后更晚").to_owned());
    }
    clauses.join(locale.pick("; ", "；"))
}

/// The outcome where no offer has a break-even: what a run costs to rent is said all the same.
fn without_break_even(rent: &Rent, run_hours: f64, currency: Currency, locale: Locale) -> String {
    let comparable = rent.offers.iter().filter(|offer| offer.is_comparable);
    let Some(cheapest) = comparable.min_by(|a, b| a.per_hour.total_cmp(&b.per_hour)) else { return String::new() };
    let cost = priced(run_hours * cheapest.per_hour, currency);
    match (rent.is_card_priced, locale) {
        (false, Locale::En) => {
            format!(
                "a run costs {cost} on the cheapest offer; the price of the cards is not known, so that nothing is said of buying"
            )
        }
        (false, Locale::Zh) => format!("按最便宜的报价，一次运行的租金为 {cost}；显卡价格未知，无法与购买比较"),
        (true, Locale::En) => format!("a run costs {cost} on the cheapest offer; no offer has a break-even with the machine"),
        (true, Locale::Zh) => format!("按最便宜的报价，一次运行的租金为 {cost}；没有报价可与本机求出盈亏平衡点"),
    }
}

/// An upgrade in a sentence.
pub fn upgrade(upgrade: &Upgrade, build: &Build, currency: Currency, locale: Locale) -> String {
    let name = name_on_pages(&upgrade.name);
    let quantity = if upgrade.quantity == 1 { String::new() } else { format!("{} × ", upgrade.quantity) };
    let cost = match (upgrade.net_cost > 0.0, locale) {
        (true, Locale::En) => format!("for {} more", priced(upgrade.net_cost, currency)),
        (true, Locale::Zh) => format!("多花 {}", priced(upgrade.net_cost, currency)),
        (false, Locale::En) => "at no cost".to_owned(),
        (false, Locale::Zh) => "无需花费".to_owned(),
    };
    let after = spelled_time(upgrade.epoch_seconds, locale);
    let Some(share) = upgrade.gain_share else {
        return match locale {
            Locale::En => format!("{quantity}{name} {cost} makes the run hold: an epoch takes {after}"),
            Locale::Zh => format!("{quantity}{name}，{cost}：能让任务跑起来，每轮 {after}"),
        };
    };
    let before = spelled_time(build.answer.speed.epoch.get(), locale);
    let share = tenth_percent(share);
    match locale {
        Locale::En => format!("{quantity}{name} {cost}: an epoch takes {after} instead of {before} ({share} less)"),
        Locale::Zh => format!("{quantity}{name}，{cost}：每轮由 {before} 缩短到 {after}（少 {share}）"),
    }
}

/// What an amount is best spent on.
pub fn step(
    budget: f64,
    upgrades: &[Upgrade],
    fastest: Option<&Upgrade>,
    runs: bool,
    currency: Currency,
    locale: Locale,
) -> String {
    let budget = priced(budget, currency);
    let best = upgrades.first();
    let fastest = fastest.filter(|fastest| runs && best.is_some_and(|best| best.epoch_seconds > fastest.epoch_seconds));
    if let (Some(best), Some(fastest)) = (best, fastest) {
        return match locale {
            Locale::En => format!("{budget}: {}; the most is gained by {}", best.why, fastest.why),
            Locale::Zh => format!("{budget}：{}；收益最大的是 {}", best.why, fastest.why),
        };
    }
    match (best, runs, locale) {
        (Some(best), _, Locale::En) => format!("{budget}: {}", best.why),
        (Some(best), _, Locale::Zh) => format!("{budget}：{}", best.why),
        (None, true, Locale::En) => format!("{budget}: no part of a known price shortens the epoch; keep the money"),
        (None, true, Locale::Zh) => format!("{budget}：价格已知的部件都不能缩短每轮用时；这笔钱先不必花"),
        (None, false, Locale::En) => format!("{budget}: no single part of a known price makes the run hold"),
        (None, false, Locale::Zh) => format!("{budget}：价格已知的部件中，没有哪一件能让任务跑起来"),
    }
}
