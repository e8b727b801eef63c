//! Machines in words of either language.

mod balance;
mod notes;
mod parts;

pub use notes::part_note;
pub use parts::{owned_note, part_name, part_reason};

use engine::units::Bytes;

use super::{Label, Machine, PartKind, Purse, Refusal};
use wire::locale::Locale;
use wire::v1::choices::CaseStyle;
use wording::format::{decimal, size, spelled_time, stored};
use wording::price_in_words;

/// Why a part is in a machine that runs a model.
#[must_use]
pub const fn running_part(locale: Locale) -> &'static str {
    match locale {
        Locale::En => "part of the cheapest machine with these cards that runs the model as asked",
        Locale::Zh => "使用这些显卡、按要求运行该模型的最便宜机器的部件",
    }
}

/// What machines are compared by.
#[must_use]
pub const fn objective(locale: Locale) -> &'static str {
    match locale {
        Locale::En => {
            "of the machines that hold the run comfortably within budget and deadline: the lowest price, then the shortest run"
        }
        Locale::Zh => "在预算和期限内能宽裕运行的机器中：先比价格最低，再比用时最短",
    }
}

/// What prices are.
#[must_use]
pub const fn about_prices(locale: Locale) -> &'static str {
    match locale {
        Locale::En => {
            "prices are history with a date each, not offers; none of them contains cables, delivery or taxes, nor the processor's cooler where the list has none; unknown prices are left out of the total and counted"
        }
        Locale::Zh => {
            "价格是带日期的历史记录，不是报价；均不含线材、运费和税费，清单未列散热器时也不含散热器；未知价格不计入合计，并注明项数"
        }
    }
}

/// Name of a label, as a heading.
#[must_use]
pub const fn label_name(label: Label, locale: Locale) -> &'static str {
    match (label, locale) {
        (Label::Cheapest, Locale::En) => "Cheapest",
        (Label::Cheapest, Locale::Zh) => "最便宜",
        (Label::BestValue, Locale::En) => "Best value",
        (Label::BestValue, Locale::Zh) => "性价比最高",
        (Label::Fastest, Locale::En) => "Fastest",
        (Label::Fastest, Locale::Zh) => "最快",
        (Label::Alternative, Locale::En) => "Alternative",
        (Label::Alternative, Locale::Zh) => "其他选择",
    }
}

/// Why a machine carries its label, and what speaks against it.
#[must_use]
pub fn label_why(machine: &Machine, purse: &Purse, locale: Locale) -> String {
    let mut why = leads_in(machine, purse, locale);
    let is_named = machine.label != Label::Alternative;
    if is_named && !machine.build.is_backed() {
        why.push_str(match locale {
            Locale::En => "; no CUDA card holds the run comfortably within the limits, and the figures of this one rest on its data sheet alone",
            Locale::Zh => "；限制内没有 CUDA 显卡能宽裕地运行，而此机器的数据仅依据规格书",
        });
    }
    if machine.build.short_of_reserve().is_some() {
        why.push_str(match locale {
            Locale::En => "; it holds the run without a reserve, as no machine within the limits holds it comfortably",
            Locale::Zh => "；限制内没有机器能宽裕地运行，此机器没有余量",
        });
    } else if let Some(found) = machine.build.imbalance {
        let tail = match locale {
            Locale::En => ["; not well balanced: ".to_owned(), balance::english(found)],
            Locale::Zh => ["；搭配不够均衡：".to_owned(), balance::chinese(found)],
        };
        why.extend(tail);
    }
    why
}

fn leads_in(machine: &Machine, purse: &Purse, locale: Locale) -> String {
    let bill = machine.build.bill();
    let (price, run) = (
        price_in_words(&super::price(&machine.build), |usd| purse.told(usd), locale),
        spelled_time(machine.build.run_seconds(), locale),
    );
    if let Some(label) = machine.by_data_sheet {
        return by_data_sheet(label, &price, &run, locale);
    }
    if bill.whole().is_none() {
        return match (machine.label, locale) {
            (Label::Alternative, Locale::En) => {
                format!("takes {run}; {price}, so that it is compared with no other")
            }
            (Label::Alternative, Locale::Zh) => format!("用时 {run}；{price}，因此不与其他机器比较价格"),
            (Label::Cheapest | Label::BestValue | Label::Fastest, Locale::En) => format!("the shortest run: {run}; {price}"),
            (Label::Cheapest | Label::BestValue | Label::Fastest, Locale::Zh) => format!("用时最短：{run}；{price}"),
        };
    }
    match (machine.label, locale) {
        (Label::Cheapest, Locale::En) => {
            let reserve = if machine.build.short_of_reserve().is_none() { " with VRAM and RAM to spare" } else { "" };
            format!("the lowest price for a machine that does the job{reserve}: {price}; it takes {run}")
        }
        (Label::Cheapest, Locale::Zh) => {
            let reserve = if machine.build.short_of_reserve().is_none() { "且显存和内存都有余量" } else { "" };
            format!("能运行此任务{reserve}的最低价格：{price}；用时 {run}")
        }
        (Label::BestValue, Locale::En) => format!(
            "the best trade of money for time: {price} for {run}; a machine at half the price takes at least twice as long, one in half the time costs at least twice as much"
        ),
        (Label::BestValue, Locale::Zh) => {
            format!("花的钱与省的时间最划算：{price}，用时 {run}；价格只有一半的机器用时至少翻倍，用时只有一半的机器价格至少翻倍")
        }
        (Label::Fastest, Locale::En) => format!(
            "the shortest time of the machines whose price is known, whose times rest on measurements and whose host suits the cards: {run} for {price}"
        ),
        (Label::Fastest, Locale::Zh) => format!("在价格已知、用时有实测依据、整机搭配均衡的机器中用时最短：{run}，{price}"),
        (Label::Alternative, Locale::En) => format!("the fastest for its price: {run} for {price}"),
        (Label::Alternative, Locale::Zh) => format!("同等价格中最快：{run}，{price}"),
    }
}

/// Why a machine that by its data sheet leads in something has no name.
fn by_data_sheet(label: Label, price: &str, run: &str, locale: Locale) -> String {
    let (leads, name) = match (label, locale) {
        (Label::Cheapest, Locale::En) => ("cheaper", "cheapest"),
        (Label::BestValue, Locale::En) => ("better value", "best value"),
        (Label::Fastest | Label::Alternative, Locale::En) => ("faster", "fastest"),
        (Label::Cheapest, Locale::Zh) => ("更便宜", "最便宜"),
        (Label::BestValue, Locale::Zh) => ("性价比更高", "性价比最高"),
        (Label::Fastest | Label::Alternative, Locale::Zh) => ("更快", "最快"),
    };
    match locale {
        Locale::En => format!(
            "{leads} by its data sheet: {price} for {run}; not named {name}, because no measurement confirms figures of its platform"
        ),
        Locale::Zh => format!("按规格书{leads}：{price}，用时 {run}；其平台的数据未经实测印证，因此不列为“{name}”"),
    }
}

/// Name of a kind of part.
#[must_use]
pub const fn part_kind(kind: PartKind, locale: Locale) -> &'static str {
    match (kind, locale) {
        (PartKind::Gpu, _) => "GPU",
        (PartKind::Cpu, Locale::En) => "Processor",
        (PartKind::Cpu, Locale::Zh) => "处理器",
        (PartKind::Board, Locale::En) => "Board",
        (PartKind::Board, Locale::Zh) => "主板",
        (PartKind::Cooler, Locale::En) => "Processor cooler",
        (PartKind::Cooler, Locale::Zh) => "处理器散热器",
        (PartKind::Server, Locale::En) => "System",
        (PartKind::Server, Locale::Zh) => "整机系统",
        (PartKind::Psu, Locale::En) => "Power supply",
        (PartKind::Psu, Locale::Zh) => "电源",
        (PartKind::Case, Locale::En) => "Case",
        (PartKind::Case, Locale::Zh) => "机箱",
        (PartKind::Bridge, Locale::En) => "Bridge",
        (PartKind::Bridge, Locale::Zh) => "桥接器",
        (PartKind::Network, Locale::En) => "Network",
        (PartKind::Network, Locale::Zh) => "网络",
        (PartKind::Memory, Locale::En) => "Memory",
        (PartKind::Memory, Locale::Zh) => "内存",
        (PartKind::SystemDrive, Locale::En) => "System drive",
        (PartKind::SystemDrive, Locale::Zh) => "系统盘",
        (PartKind::Storage, Locale::En) => "Drive",
        (PartKind::Storage, Locale::Zh) => "硬盘",
    }
}

/// Why a machine was dropped.
#[must_use]
pub fn refusal_reason(refusal: &Refusal, purse: &Purse, locale: Locale) -> String {
    match locale {
        Locale::En => english(refusal, purse),
        Locale::Zh => chinese(refusal, purse),
    }
}

fn english(refusal: &Refusal, purse: &Purse) -> String {
    match *refusal {
        Refusal::TooSmall { needed, capacity } => {
            format!("too small: the weights in four bits are {} of {}", bytes(needed), bytes(capacity))
        }
        Refusal::DoesNotFit { needed, capacity, cards } => format!(
            "does not hold the run even with every open setting: {}{} of {}",
            bytes(needed),
            if cards == 1 { "" } else { " on each card" },
            bytes(capacity)
        ),
        Refusal::TightCard { high, room, cards } => format!(
            "holds the run without a reserve: it may take {}{} of {}",
            bytes(high),
            if cards == 1 { "" } else { " on each card" },
            bytes(room)
        ),
        Refusal::TightHost { recommended_gib } => {
            format!("holds the run without a reserve: {recommended_gib} GiB of host memory are recommended")
        }
        Refusal::Unbalanced(found) => format!("no machine to recommend: {}", balance::english(found)),
        Refusal::SoldAsNode => {
            "a package with a processor and memory of its own: it is sold as a whole node, not by parts".to_owned()
        }
        Refusal::NoMemory { needed_gib } => format!("no kit gives the {needed_gib} GiB of host memory that the run needs"),
        Refusal::DriveTooSmall { needed, capacity } => {
            format!(
                "its drive, counted with {}, does not hold the {} of the run",
                stored(Bytes(capacity as u64)),
                stored(Bytes(needed as u64))
            )
        }
        Refusal::NoProcessor { cards } => format!("no processor that it can have has lanes and a board for {cards} of it"),
        Refusal::OverBudget { price, over } => {
            format!("costs {} at least, over the budget by {} or more", purse.told(price), purse.told(over))
        }
        Refusal::PriceUnknown { known } if known > 0.0 => {
            format!("a part's price is not known, the others cost {}; it cannot be held against the budget", purse.told(known))
        }
        Refusal::PriceUnknown { .. } => "its price is not known; it cannot be held against the budget".to_owned(),
        Refusal::TooSlow { run, deadline } => {
            format!(
                "takes {} at least, {} longer than the deadline",
                spelled_time(run, Locale::En),
                spelled_time(run - deadline, Locale::En)
            )
        }
        Refusal::Beaten { by, is_priced: true } => format!("{} is at least as good in every figure, and no dearer", card(by)),
        Refusal::Beaten { by, is_priced: false } => {
            format!("{} is at least as good in every figure; no price of either is known", card(by))
        }
        Refusal::Dominated { dearer, slower, by } => {
            let slower = format!("{} slower than {}", spelled_time(slower, Locale::En), cards(by));
            dearer.map_or_else(
                || format!("{slower}, at whatever price"),
                |dearer| format!("{} dearer and {slower}, or more", purse.told(dearer)),
            )
        }
        Refusal::LeadsInNothing { price, run, is_least } => {
            let least = if is_least { " or more" } else { "" };
            let price =
                price.map_or_else(|| "costs an unknown price".to_owned(), |price| format!("costs {}{least}", purse.told(price)));
            format!(
                "{price} and takes {}{least}: neither the cheapest nor the fastest nor the best value",
                spelled_time(run, Locale::En)
            )
        }
        Refusal::Unsupported => "cannot run the settings that were asked for".to_owned(),
        Refusal::BatchIndivisible { batch, cards } => format!("a global batch size of {batch} cannot be shared by {cards} cards"),
        Refusal::OverCircuit { wall, carries } => format!(
            "draws {} W from the wall at the least, more than the {} W that the circuit carries continuously",
            decimal(wall, 0),
            decimal(carries, 0)
        ),
        Refusal::NeedsHighVoltage { volts } => {
            format!("its power supplies need 200 to 240 V, and the circuit has {volts} V")
        }
        Refusal::PowerUnknown => "the power of a part is not published, so that it cannot be held against the circuit".to_owned(),
        Refusal::WithoutNamed { id } => format!("does not go together with `{id}`, which was named"),
        Refusal::NoCase { style: CaseStyle::Small } => "does not go into a case of up to 30 liters".to_owned(),
        Refusal::NoCase { style: CaseStyle::Silenced } => "does not go into a case that damps sound".to_owned(),
        Refusal::ExcludedVendor { vendor } => format!("made by {vendor}, which is left out"),
        Refusal::OffTheMarket { launch } => format!("launched {launch}, and no price is known: off the market"),
    }
}

fn chinese(refusal: &Refusal, purse: &Purse) -> String {
    match *refusal {
        Refusal::TooSmall { needed, capacity } => format!("太小：仅 4 位权重就需 {}，容量 {}", bytes(needed), bytes(capacity)),
        Refusal::DoesNotFit { needed, capacity, cards } => format!(
            "即使用上所有可选设置也放不下：{}需 {}，容量 {}",
            if cards == 1 { "" } else { "每卡" },
            bytes(needed),
            bytes(capacity)
        ),
        Refusal::TightCard { high, room, cards } => {
            format!("余量不足：{}最多可能需要 {}，可用 {}", if cards == 1 { "" } else { "每卡" }, bytes(high), bytes(room))
        }
        Refusal::TightHost { recommended_gib } => format!("余量不足：建议内存 {recommended_gib} GiB"),
        Refusal::Unbalanced(found) => format!("不宜推荐：{}", balance::chinese(found)),
        Refusal::SoldAsNode => "自带处理器和内存的整体封装：按整机出售，不单独出售部件".to_owned(),
        Refusal::NoMemory { needed_gib } => format!("没有内存套装能提供所需的 {needed_gib} GiB"),
        Refusal::DriveTooSmall { needed, capacity } => {
            format!("其硬盘按 {} 计算，放不下此任务的 {}", stored(Bytes(capacity as u64)), stored(Bytes(needed as u64)))
        }
        Refusal::NoProcessor { cards } => format!("没有可用的处理器及主板能承载 {cards} 块卡"),
        Refusal::OverBudget { price, over } => format!("至少需要 {}，至少超出预算 {}", purse.told(price), purse.told(over)),
        Refusal::PriceUnknown { known } if known > 0.0 => {
            format!("有部件价格未知，其余共 {}；无法与预算比较", purse.told(known))
        }
        Refusal::PriceUnknown { .. } => "价格未知，无法与预算比较".to_owned(),
        Refusal::TooSlow { run, deadline } => {
            format!("至少用时 {}，超出期限 {}", spelled_time(run, Locale::Zh), spelled_time(run - deadline, Locale::Zh))
        }
        Refusal::Beaten { by, is_priced: true } => format!("{} 各项指标都不差，且不更贵", card(by)),
        Refusal::Beaten { by, is_priced: false } => format!("{} 各项指标都不差；两者价格均未知", card(by)),
        Refusal::Dominated { dearer, slower, by } => {
            let slower = format!("比 {} 至少慢 {}", cards(by), spelled_time(slower, Locale::Zh));
            dearer.map_or_else(|| format!("{slower}，不论价格"), |dearer| format!("{slower}，至少贵 {}", purse.told(dearer)))
        }
        Refusal::LeadsInNothing { price, run, is_least } => {
            let least = if is_least { "至少" } else { "" };
            let price = price.map_or_else(|| "价格未知".to_owned(), |price| format!("{least}需要 {}", purse.told(price)));
            format!("{price}，{least}用时 {}：既不最便宜，也不最快，性价比也不最高", spelled_time(run, Locale::Zh))
        }
        Refusal::Unsupported => "无法运行所要求的设置".to_owned(),
        Refusal::BatchIndivisible { batch, cards } => format!("全局批次大小 {batch} 无法由 {cards} 块卡均分"),
        Refusal::OverCircuit { wall, carries } => {
            format!("墙上功率至少 {} W，超过该电路可持续承载的 {} W", decimal(wall, 0), decimal(carries, 0))
        }
        Refusal::NeedsHighVoltage { volts } => format!("其电源需要 200–240 V，而该电路为 {volts} V"),
        Refusal::PowerUnknown => "有部件功率未公布，无法与电路比较".to_owned(),
        Refusal::WithoutNamed { id } => format!("与指定的部件 `{id}` 不匹配"),
        Refusal::NoCase { style: CaseStyle::Small } => "装不进 30 升以内的机箱".to_owned(),
        Refusal::NoCase { style: CaseStyle::Silenced } => "装不进静音机箱".to_owned(),
        Refusal::ExcludedVendor { vendor } => format!("{vendor} 产品，已排除"),
        Refusal::OffTheMarket { launch } => format!("{launch} 发布，价格未知：已停售"),
    }
}

/// `2 × GeForce RTX 4090`.
fn cards((id, count): (&str, u64)) -> String {
    if count == 1 { card(id).to_owned() } else { format!("{count} × {}", card(id)) }
}

/// A card by its name.
fn card(id: &str) -> &str {
    catalog::gpu(id).map_or(id, |entry| entry.name)
}

/// Memory that a search has counted in floats.
fn bytes(bytes: f64) -> String {
    size(Bytes(bytes as u64))
}
