//! Machines in words of either language.

use engine::units::Bytes;

use super::{CURRENCY, Label, Machine, PartKind, PartNote, PartReason, Refusal};
use crate::locale::Locale;
use crate::text::{number, size};

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
            "prices are history with a date each, not offers; they leave out board, power supply, case, cooling and taxes, and a price that is not known is counted, not guessed"
        }
        Locale::Zh => "价格是带日期的历史记录，不是报价；不含主板、电源、机箱、散热和税费；未知价格只计数，不估算",
    }
}

/// An amount of money, to the dollar.
#[must_use]
pub fn money(usd: f64) -> String {
    format!("{} {CURRENCY}", number(usd.round()))
}

/// A length of time with its largest suitable unit.
#[must_use]
pub fn duration(seconds: f64, locale: Locale) -> String {
    let units = [(86_400.0, "days", "天"), (3600.0, "hours", "小时"), (60.0, "minutes", "分钟")];
    // Two of a unit are told better than 47 of the next.
    let (value, english, chinese) = units
        .into_iter()
        .find(|(unit, ..)| seconds >= unit * 2.0)
        .map_or((seconds, "seconds", "秒"), |(unit, english, chinese)| (seconds / unit, english, chinese));
    let value = if value < 10.0 { (value * 10.0).round() / 10.0 } else { value.round() };
    match locale {
        Locale::En => format!("{} {english}", number(value)),
        Locale::Zh => format!("{} {chinese}", number(value)),
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
pub fn label_why(machine: &Machine, locale: Locale) -> String {
    let mut why = leads_in(machine, locale);
    let is_named = machine.label != Label::Alternative;
    if is_named && !machine.build.is_backed() {
        why.push_str(match locale {
            Locale::En => "; no CUDA card holds the run comfortably within the limits, and the figures of this one rest on its data sheet alone",
            Locale::Zh => "；限制内没有 CUDA 显卡能宽裕地运行，而此机器的数据仅依据规格书",
        });
    }
    if machine.build.lacks().is_some() {
        why.push_str(match locale {
            Locale::En => "; it holds the run without a reserve, as no machine within the limits holds it comfortably",
            Locale::Zh => "；限制内没有机器能宽裕地运行，此机器没有余量",
        });
    }
    why
}

fn leads_in(machine: &Machine, locale: Locale) -> String {
    let bill = machine.build.bill();
    let (price, run) = (money(bill.amount), duration(machine.build.run_seconds(), locale));
    if let Some(label) = machine.by_data_sheet {
        return match (label, locale) {
            (Label::Cheapest, Locale::En) => format!("cheaper by its data sheet: {price} for {run}; no measurement confirms it"),
            (Label::Cheapest, Locale::Zh) => format!("按规格书更便宜：{price}，用时 {run}；未经实测印证"),
            (Label::BestValue, Locale::En) => {
                format!("better value by its data sheet: {price} for {run}; no measurement confirms it")
            }
            (Label::BestValue, Locale::Zh) => format!("按规格书性价比更高：{price}，用时 {run}；未经实测印证"),
            (_, Locale::En) => format!("faster by its data sheet: {run} for {price}; no measurement confirms it"),
            (_, Locale::Zh) => format!("按规格书更快：{run}，{price}；未经实测印证"),
        };
    }
    let product = number((bill.amount * machine.build.run_seconds() / 3600.0).round());
    if bill.unknown_parts > 0 {
        let known = if bill.amount > 0.0 { Some(price) } else { None };
        return match (locale, known) {
            (Locale::En, Some(price)) => {
                format!("takes {run}; its known parts cost {price}, the price of {} is not known", bill.unknown_parts)
            }
            (Locale::En, None) => format!("takes {run}; its price is not known"),
            (Locale::Zh, Some(price)) => format!("用时 {run}；已知部件共 {price}，另有 {} 个部件价格未知", bill.unknown_parts),
            (Locale::Zh, None) => format!("用时 {run}；价格未知"),
        };
    }
    match (machine.label, locale) {
        (Label::Cheapest, Locale::En) => format!("the lowest price that holds the run: {price}; it takes {run}"),
        (Label::Cheapest, Locale::Zh) => format!("能运行此任务的最低价格：{price}；用时 {run}"),
        (Label::BestValue, Locale::En) => {
            format!("the smallest product of price and run time, {product} USD x hours: {price} for {run}")
        }
        (Label::BestValue, Locale::Zh) => format!("价格与用时之积最小，为 {product} USD·小时：{price}，用时 {run}"),
        (Label::Fastest, Locale::En) => format!("the shortest run of all machines whose price is known: {run} for {price}"),
        (Label::Fastest, Locale::Zh) => format!("价格已知的机器中用时最短：{run}，{price}"),
        (Label::Alternative, Locale::En) => format!("the fastest for its price: {run} for {price}"),
        (Label::Alternative, Locale::Zh) => format!("同等价格中最快：{run}，{price}"),
    }
}

/// Name of a kind of part.
#[must_use]
pub const fn part_kind(kind: PartKind, locale: Locale) -> &'static str {
    match (kind, locale) {
        (PartKind::Gpu, _) => "GPU",
        (PartKind::Cpu, Locale::En) => "Processor",
        (PartKind::Cpu, Locale::Zh) => "处理器",
        (PartKind::Memory, Locale::En) => "Memory",
        (PartKind::Memory, Locale::Zh) => "内存",
        (PartKind::Storage, Locale::En) => "Drive",
        (PartKind::Storage, Locale::Zh) => "硬盘",
    }
}

/// Which figure asked for a part.
#[must_use]
pub fn part_reason(reason: &PartReason, locale: Locale) -> String {
    match (*reason, locale) {
        (PartReason::Holds { needed, high, room }, Locale::En) => {
            let [needed, high, room] = [needed, high, room].map(|bytes| size(Bytes(bytes)));
            format!("the run takes {needed} of each card, {high} at most; {room} are free for it")
        }
        (PartReason::Holds { needed, high, room }, Locale::Zh) => {
            let [needed, high, room] = [needed, high, room].map(|bytes| size(Bytes(bytes)));
            format!("每块需 {needed}，最多 {high}；可用 {room}")
        }
        (PartReason::Lanes { per_card, cards }, Locale::En) => {
            format!("the cheapest that gives {cards} x {per_card} PCI Express lanes and takes the memory")
        }
        (PartReason::Lanes { per_card, cards }, Locale::Zh) => {
            format!("能提供 {cards} x {per_card} 条 PCI Express 通道并支持所需内存的最便宜型号")
        }
        (PartReason::Feeds { rate }, Locale::En) => format!("prepares data for {} samples/s, which the GPUs take", rounded(rate)),
        (PartReason::Feeds { rate }, Locale::Zh) => format!("为 GPU 每秒所需的 {} 个样本准备数据", rounded(rate)),
        (PartReason::Ram { peak, recommended_gib }, Locale::En) => {
            format!("the run takes {} of host memory; {recommended_gib} GiB leave a reserve", size(Bytes(peak)))
        }
        (PartReason::Ram { peak, recommended_gib }, Locale::Zh) => {
            format!("运行需要内存 {}；{recommended_gib} GiB 留有余量", size(Bytes(peak)))
        }
        (PartReason::Room { bytes }, Locale::En) => {
            format!("the cheapest that holds {} of data, checkpoints and system", terabytes(bytes))
        }
        (PartReason::Room { bytes }, Locale::Zh) => format!("能容纳 {} 数据、检查点和系统的最便宜型号", terabytes(bytes)),
        (PartReason::Serves { rate }, Locale::En) => {
            format!("reads the first epoch's {} samples/s, which the GPUs take", rounded(rate))
        }
        (PartReason::Serves { rate }, Locale::Zh) => format!("第一轮读取速度满足 GPU 每秒 {} 个样本", rounded(rate)),
        (PartReason::Asked, Locale::En) => "as asked for".to_owned(),
        (PartReason::Asked, Locale::Zh) => "按要求指定".to_owned(),
    }
}

/// What a buyer should know of a part.
#[must_use]
pub fn part_note(note: &PartNote, locale: Locale) -> String {
    match (*note, locale) {
        (PartNote::PriceUnknown, Locale::En) => "no price is known; it is not in the sum".to_owned(),
        (PartNote::PriceUnknown, Locale::Zh) => "价格未知，未计入总价".to_owned(),
        (PartNote::WholeComputer, Locale::En) => "a whole computer: processor, memory and drive come with it".to_owned(),
        (PartNote::WholeComputer, Locale::Zh) => "整机：已含处理器、内存和硬盘".to_owned(),
        (PartNote::OtherThanCuda, Locale::En) => {
            "no CUDA device: times rest on its data sheet alone, and the framework must be built for it".to_owned()
        }
        (PartNote::OtherThanCuda, Locale::Zh) => "非 CUDA 设备：用时仅依据规格书，框架须使用对应的版本".to_owned(),
        (PartNote::TightCard { high, room }, Locale::En) => format!(
            "tight: the run may take up to {} of {}; it can fail for lack of memory",
            size(Bytes(high)),
            size(Bytes(room))
        ),
        (PartNote::TightCard { high, room }, Locale::Zh) => {
            format!("余量不足：最多可能需要 {}，可用 {}；可能因显存不足而失败", size(Bytes(high)), size(Bytes(room)))
        }
        (PartNote::TightHost { recommended_gib }, Locale::En) => {
            format!("tight: {recommended_gib} GiB of host memory are recommended")
        }
        (PartNote::TightHost { recommended_gib }, Locale::Zh) => format!("余量不足：建议内存 {recommended_gib} GiB"),
        (PartNote::DevicesPerBoard { devices }, Locale::En) => format!("one board holds {devices} devices"),
        (PartNote::DevicesPerBoard { devices }, Locale::Zh) => format!("一块板上有 {devices} 个设备"),
        (PartNote::NeedsServer, Locale::En) => {
            "needs a server's case: it is cooled by the case's fans or sits on the server's board".to_owned()
        }
        (PartNote::NeedsServer, Locale::Zh) => "需要服务器机箱：由机箱风扇散热，或安装在服务器主板上".to_owned(),
        (PartNote::NeedsRisers, Locale::En) => {
            "cards wider than two slots need risers or an open frame in this number".to_owned()
        }
        (PartNote::NeedsRisers, Locale::Zh) => "如此数量时，宽于两槽的显卡需要延长线或开放式机架".to_owned(),
        (PartNote::PricedAs { kit }, Locale::En) => {
            format!("its own last price is older than the market's rise; the price of a GB of {kit} stands in")
        }
        (PartNote::PricedAs { kit }, Locale::Zh) => format!("自身价格早于市场上涨；按 {kit} 每 GB 的价格计"),
        (PartNote::SeveralDrives, Locale::En) => "no single drive holds it; several as one volume".to_owned(),
        (PartNote::SeveralDrives, Locale::Zh) => "单块硬盘容量不足，多块合为一卷".to_owned(),
    }
}

/// Why a machine was dropped.
#[must_use]
pub fn refusal_reason(refusal: &Refusal, locale: Locale) -> String {
    match locale {
        Locale::En => english(refusal),
        Locale::Zh => chinese(refusal),
    }
}

fn english(refusal: &Refusal) -> String {
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
        Refusal::NoMemory { needed_gib } => format!("no kit gives the {needed_gib} GiB of host memory that the run needs"),
        Refusal::NoProcessor { cards } => format!("no processor of this kind of machine has lanes for {cards} cards"),
        Refusal::OverBudget { price, over } => format!("costs {} at least, {} over the budget", money(price), money(over)),
        Refusal::PriceUnknown { known } if known > 0.0 => {
            format!("a part's price is not known, the others cost {}; it cannot be held against the budget", money(known))
        }
        Refusal::PriceUnknown { .. } => "its price is not known; it cannot be held against the budget".to_owned(),
        Refusal::TooSlow { run, deadline } => {
            format!("takes {}, {} longer than the deadline", duration(run, Locale::En), duration(run - deadline, Locale::En))
        }
        Refusal::Beaten { by, is_priced: true } => format!("{by} is at least as good in every figure, and no dearer"),
        Refusal::Beaten { by, is_priced: false } => {
            format!("{by} is at least as good in every figure; no price of either is known")
        }
        Refusal::Dominated { dearer, slower, by } => {
            let slower = format!("{} slower than {}", duration(slower, Locale::En), cards(by));
            dearer.map_or_else(
                || format!("{slower}, at whatever price"),
                |dearer| format!("{} dearer and {slower}, or more", money(dearer)),
            )
        }
        Refusal::LeadsInNothing { price, run } => {
            let price = price.map_or_else(|| "costs an unknown price".to_owned(), |price| format!("costs {}", money(price)));
            format!(
                "{price} and takes {} at the least: neither the cheapest nor the fastest nor the best value",
                duration(run, Locale::En)
            )
        }
        Refusal::Unsupported => "cannot run the settings that were asked for".to_owned(),
        Refusal::BatchIndivisible { batch, cards } => format!("a global batch of {batch} cannot be shared by {cards} cards"),
        Refusal::OffTheMarket { launch } => format!("launched {launch}, and no price is known: off the market"),
    }
}

fn chinese(refusal: &Refusal) -> String {
    match *refusal {
        Refusal::TooSmall { needed, capacity } => format!("太小：仅 4 位权重就需 {}，容量 {}", bytes(needed), bytes(capacity)),
        Refusal::DoesNotFit { needed, capacity, cards } => format!(
            "即使用上所有可选设置也放不下：{}需 {}，容量 {}",
            if cards == 1 { "" } else { "每块" },
            bytes(needed),
            bytes(capacity)
        ),
        Refusal::TightCard { high, room, cards } => {
            format!("余量不足：{}最多可能需要 {}，可用 {}", if cards == 1 { "" } else { "每块" }, bytes(high), bytes(room))
        }
        Refusal::TightHost { recommended_gib } => format!("余量不足：建议内存 {recommended_gib} GiB"),
        Refusal::NoMemory { needed_gib } => format!("没有内存套装能提供所需的 {needed_gib} GiB"),
        Refusal::NoProcessor { cards } => format!("此类机器没有处理器能为 {cards} 块卡提供通道"),
        Refusal::OverBudget { price, over } => format!("至少需要 {}，超出预算 {}", money(price), money(over)),
        Refusal::PriceUnknown { known } if known > 0.0 => {
            format!("有部件价格未知，其余共 {}；无法与预算比较", money(known))
        }
        Refusal::PriceUnknown { .. } => "价格未知，无法与预算比较".to_owned(),
        Refusal::TooSlow { run, deadline } => {
            format!("用时 {}，超出期限 {}", duration(run, Locale::Zh), duration(run - deadline, Locale::Zh))
        }
        Refusal::Beaten { by, is_priced: true } => format!("{by} 各项指标都不差，且不更贵"),
        Refusal::Beaten { by, is_priced: false } => format!("{by} 各项指标都不差；两者价格均未知"),
        Refusal::Dominated { dearer, slower, by } => {
            let slower = format!("比 {} 至少慢 {}", cards(by), duration(slower, Locale::Zh));
            dearer.map_or_else(|| format!("{slower}，不论价格"), |dearer| format!("{slower}，至少贵 {}", money(dearer)))
        }
        Refusal::LeadsInNothing { price, run } => {
            let price = price.map_or_else(|| "价格未知".to_owned(), |price| format!("至少 {}", money(price)));
            format!("{price}，至少用时 {}：既不最便宜，也不最快，性价比也不最高", duration(run, Locale::Zh))
        }
        Refusal::Unsupported => "无法运行所要求的设置".to_owned(),
        Refusal::BatchIndivisible { batch, cards } => format!("全局批次 {batch} 无法由 {cards} 块卡均分"),
        Refusal::OffTheMarket { launch } => format!("{launch} 发布，价格未知：已停售"),
    }
}

/// `2 x rtx-4090`.
fn cards((card, count): (&str, u64)) -> String {
    if count == 1 { card.to_owned() } else { format!("{count} x {card}") }
}

fn bytes(bytes: f64) -> String {
    size(Bytes(bytes as u64))
}

fn rounded(rate: f64) -> String {
    number(if rate < 10.0 { (rate * 10.0).round() / 10.0 } else { rate.round() })
}

/// As drives are labeled: powers of ten.
fn terabytes(bytes: f64) -> String {
    if bytes < 1e12 { format!("{:.0} GB", bytes / 1e9) } else { format!("{:.1} TB", bytes / 1e12) }
}
