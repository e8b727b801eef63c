//! Parts in words of either language: what each is called, and why it is in the list.

use engine::units::{Bytes, GB};

use super::super::part::{Part, PartReason};
use scenario::parts::{CHASSIS_SUPPLIES, COOLER_TO_BE_CHOSEN, FULL_TOWER, MID_TOWER, OPEN_FRAME, RACK, SUPPLY_TO_BE_SIZED};
use wire::locale::Locale;
use wording::format::{coarse, count, decimal, gib, number, size, stored};
use wording::{process_vram, usable_vram};

const BITS_PER_BYTE: f64 = 8.0;
/// Of a network's rate this much arrives: the rest is overhead, as the sentences say.
const NETWORK_PAYLOAD: f64 = 0.88;

/// Name of a part: a product's everywhere, that of a class in the reader's language.
#[must_use]
pub fn part_name(part: &Part, locale: Locale) -> String {
    if let (PartReason::Bridges { cards, .. }, Locale::Zh) = (part.reason, locale) {
        let maker = part.name.split(" bridges").next().unwrap_or_default();
        return format!("{maker} 桥接器（{cards} 块卡）");
    }
    let chinese = match part.id {
        MID_TOWER => "ATX 中塔机箱",
        FULL_TOWER => "ATX 全塔机箱",
        OPEN_FRAME => "开放式机架（配延长线）",
        RACK => "机架式机箱（自带强力风扇）",
        CHASSIS_SUPPLIES => "机箱自带的冗余电源",
        SUPPLY_TO_BE_SIZED => "电源（规格待定）",
        COOLER_TO_BE_CHOSEN => "处理器散热器（待选）",
        _ => "",
    };
    if chinese.is_empty() { part.name.clone() } else { locale.pick(part.name.as_str(), chinese).to_owned() }
}

/// How many of a line are there already.
#[must_use]
pub fn owned_note(owned: u64, quantity: u64, locale: Locale) -> String {
    match locale {
        Locale::En if owned == quantity => "there already, not paid for".to_owned(),
        Locale::Zh if owned == quantity => "已有，不计价".to_owned(),
        Locale::En => format!("{owned} of {quantity} there already, not paid for"),
        Locale::Zh => format!("{quantity} 件中已有 {owned} 件，不计价"),
    }
}

/// Which figure asked for a part.
#[must_use]
#[expect(clippy::too_many_lines, reason = "one arm a reason and language")]
pub fn part_reason(reason: &PartReason, locale: Locale) -> String {
    match (*reason, locale) {
        (PartReason::Holds { needed, high, room }, Locale::En) => {
            let [needed, high, room] = [needed, high, room].map(|bytes| gib(Bytes(bytes)));
            format!("{} {needed} on each card, {high} at most; {} {room}", process_vram(locale), usable_vram(locale))
        }
        (PartReason::Holds { needed, high, room }, Locale::Zh) => {
            let [needed, high, room] = [needed, high, room].map(|bytes| gib(Bytes(bytes)));
            format!("每卡{} {needed}，最多 {high}；{} {room}", process_vram(locale), usable_vram(locale))
        }
        (PartReason::Lanes { per_card, cards }, Locale::En) => {
            format!("the cheapest that gives {cards} × {per_card} PCI Express lanes and takes the memory")
        }
        (PartReason::Lanes { per_card, cards }, Locale::Zh) => {
            format!("能提供 {cards} × {per_card} 条 PCI Express 通道并支持所需内存的最便宜型号")
        }
        (PartReason::Feeds { rate }, Locale::En) => {
            format!("quicker than the cheapest that suits: prepares {} samples/s", coarse(rate))
        }
        (PartReason::Feeds { rate }, Locale::Zh) => {
            format!("未选最便宜的合适型号，而选了更快的一款：每秒可准备 {} 个样本", coarse(rate))
        }
        (PartReason::Ram { peak, recommended_gib }, Locale::En) => {
            format!("the run takes {} of host memory; {recommended_gib} GiB leave a reserve", size(Bytes(peak)))
        }
        (PartReason::Ram { peak, recommended_gib }, Locale::Zh) => {
            format!("运行需要内存 {}；{recommended_gib} GiB 留有余量", size(Bytes(peak)))
        }
        (PartReason::RamOfModel { peak }, Locale::En) => {
            format!("holds {}, what running the model takes of host memory", size(Bytes(peak)))
        }
        (PartReason::RamOfModel { peak }, Locale::Zh) => format!("可容纳运行模型所需的 {} 内存", size(Bytes(peak))),
        (PartReason::RamShort { peak }, Locale::En) => {
            format!("the most that the processor takes, and too little: the model needs {}", size(Bytes(peak)))
        }
        (PartReason::RamShort { peak }, Locale::Zh) => format!("处理器支持的最大容量，仍不足：模型需要 {}", size(Bytes(peak))),
        (PartReason::Room { bytes }, Locale::En) => {
            format!("the cheapest that holds {} of data, checkpoints and system", stored(Bytes(bytes as u64)))
        }
        (PartReason::Room { bytes }, Locale::Zh) => {
            format!("能容纳 {} 数据、检查点和系统的最便宜型号", stored(Bytes(bytes as u64)))
        }
        (PartReason::Serves { rate }, Locale::En) => {
            format!("quicker than the cheapest that holds the data: reads {} samples/s in the first epoch", coarse(rate))
        }
        (PartReason::Serves { rate }, Locale::Zh) => {
            format!("未选能容纳数据的最便宜配置，而选了更快的：首轮每秒可读取 {} 个样本", coarse(rate))
        }
        (PartReason::Carries { cards, modules, slots, most_gib }, Locale::En) => format!(
            "a board for the processor's socket with slots for {} and {modules} of {slots} memory slots filled; takes up to {} GiB",
            counted(cards, "card", "cards"),
            count(most_gib)
        ),
        (PartReason::Carries { cards, modules, slots, most_gib }, Locale::Zh) => {
            format!("与处理器插槽匹配，可装 {cards} 块卡；内存插槽用去 {modules}/{slots}；内存最大 {} GiB", count(most_gib))
        }
        (PartReason::Delivers { sustained, wanted, transient }, Locale::En) => format!(
            "the node draws up to {} W inside; with a fifth of the supply kept free {} W; its cards' excursions reach {} W for a moment",
            decimal(sustained, 0),
            decimal(wanted, 0),
            decimal(transient, 0)
        ),
        (PartReason::Delivers { sustained, wanted, transient }, Locale::Zh) => format!(
            "整机内部持续功率最高 {} W；电源留出两成余量需 {} W；显卡瞬时峰值时可达 {} W",
            decimal(sustained, 0),
            decimal(wanted, 0),
            decimal(transient, 0)
        ),
        (PartReason::Comes { sustained, without }, _) => comes(sustained, without, locale),
        (PartReason::Unsized, Locale::En) => {
            "the card's power is not published, or no supply for a tower is enough; ask the maker".to_owned()
        }
        (PartReason::Unsized, Locale::Zh) => "显卡功率未公布，或塔式机箱的电源均不足；请咨询厂商".to_owned(),
        (PartReason::Houses { cards, length_mm, slots, heat, without }, Locale::En) => {
            let length = length_mm.map(|length| format!(" of about {} mm", decimal(length, 0)));
            let slots = slots.map(|slots| format!(", {} slots each", number(slots)));
            format!(
                "holds {}{}{}; its fans carry off {} W{}",
                counted(cards, "card", "cards"),
                length.unwrap_or_default(),
                slots.unwrap_or_default(),
                decimal(heat, 0),
                without.map(|(parts, _)| format!(" without {parts}, whose power is not known")).unwrap_or_default()
            )
        }
        (PartReason::Houses { cards, length_mm, slots, heat, without }, Locale::Zh) => {
            let length = length_mm.map(|length| format!("，长约 {} mm", decimal(length, 0)));
            let slots = slots.map(|slots| format!("，每块占 {} 槽", number(slots)));
            format!(
                "容纳 {cards} 块卡{}{}；风扇须排出 {} W 热量{}",
                length.unwrap_or_default(),
                slots.unwrap_or_default(),
                decimal(heat, 0),
                without.map(|(_, parts)| format!("（不计{parts}，功率未知）")).unwrap_or_default()
            )
        }
        (PartReason::Cools { watts, takes }, _) => cools(watts, takes, locale),
        (PartReason::System { accelerators, height_u, power, sustained }, _) => {
            system(accelerators, height_u, power.unwrap_or(sustained), locale)
        }
        (PartReason::Joins { nodes, rate }, Locale::En) => format!(
            "joins {nodes} nodes at {} Gbit/s, which the estimate counts with (about 12% of the rate is overhead)",
            gigabits(rate)
        ),
        (PartReason::Joins { nodes, rate }, Locale::Zh) => {
            format!("以 {} Gbit/s 连接 {nodes} 个节点，估算即按此速率（约 12% 为开销）", gigabits(rate))
        }
        (PartReason::Bridges { cards, is_counted: true }, Locale::En) => {
            format!(
                "joins the {cards} cards of a node, as the time of a step counts with; without it they exchange over PCI Express"
            )
        }
        (PartReason::Bridges { cards, is_counted: true }, Locale::Zh) => {
            format!("连接节点内的 {cards} 块卡，每步用时按此估算；没有它则经 PCI Express 交换")
        }
        (PartReason::Bridges { cards, is_counted: false }, Locale::En) => {
            format!(
                "would join the {cards} cards of a node; this run is on one of them and counts with no bridge (`training.sharding`)"
            )
        }
        (PartReason::Bridges { cards, is_counted: false }, Locale::Zh) => {
            format!("可连接节点内的 {cards} 块卡；此训练只用其中一块，估算未计入桥接器（`training.sharding`）")
        }
        (PartReason::StartsFrom, Locale::En) => {
            "holds the operating system and software, so that they do not wait for the hard disks".to_owned()
        }
        (PartReason::StartsFrom, Locale::Zh) => "安装系统与软件，与机械硬盘上的数据分开，避免互相等待磁头寻道".to_owned(),
        (PartReason::Default, Locale::En) => {
            "the default that the estimate counts with; name another one to change it".to_owned()
        }
        (PartReason::Default, Locale::Zh) => "估算所用的默认型号，可自行指定其他型号".to_owned(),
        (PartReason::Asked, _) => locale.pick("as asked for", "按要求指定").to_owned(),
    }
}

fn cools(watts: f64, takes: Option<(f64, bool)>, locale: Locale) -> String {
    let watts = decimal(watts, 0);
    match (takes, locale) {
        (None, Locale::En) => format!("must take away {watts} W, which the processor draws for long"),
        (None, Locale::Zh) => format!("须散去处理器的持续功率 {watts} W"),
        (Some((takes, true)), Locale::En) => {
            format!("the processor draws {watts} W for long; its maker rates it for {} W", decimal(takes, 0))
        }
        (Some((takes, true)), Locale::Zh) => format!("处理器持续功率 {watts} W；厂商标称可散 {} W", decimal(takes, 0)),
        (Some((takes, false)), Locale::En) => {
            format!("the processor draws {watts} W for long; reviews sustained about {} W on it", decimal(takes, 0))
        }
        (Some((takes, false)), Locale::Zh) => format!("处理器持续功率 {watts} W；评测中约可持续散去 {} W", decimal(takes, 0)),
    }
}

fn system(accelerators: u64, height_u: u64, watts: f64, locale: Locale) -> String {
    let watts = decimal(watts, 0);
    match (locale, height_u) {
        (Locale::En, 0) => {
            format!("chassis, board, supplies and air for {accelerators} accelerators in a tower; draws up to {watts} W")
        }
        (Locale::Zh, 0) => format!("塔式整机：机箱、主板、电源与散热，可装 {accelerators} 块加速卡；最高 {watts} W"),
        (Locale::En, _) => format!(
            "chassis, board, supplies and air for {accelerators} accelerators in {height_u} rack units; draws up to {watts} W"
        ),
        (Locale::Zh, _) => format!("{height_u}U 整机：机箱、主板、电源与散热，可装 {accelerators} 块加速卡；最高 {watts} W"),
    }
}

fn comes(sustained: f64, without: Option<(&str, &str)>, locale: Locale) -> String {
    let sustained = decimal(sustained, 0);
    match (without, locale) {
        (None, Locale::En) => format!("comes with the chassis; must deliver {sustained} W, again as much in reserve"),
        (None, Locale::Zh) => format!("随机箱提供；须输出 {sustained} W，并有同等冗余"),
        (Some((parts, _)), Locale::En) => {
            format!("comes with the chassis; must deliver {sustained} W without {parts}, whose power is not known: ask the maker")
        }
        (Some((_, parts)), Locale::Zh) => {
            format!("随机箱提供；不计{parts}（功率未知）须输出 {sustained} W；请咨询厂商")
        }
    }
}

fn counted(count: u64, one: &str, several: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { several })
}

/// What a network is sold by, in Gbit/s, for the bytes a second that arrive.
fn gigabits(rate: f64) -> String {
    decimal(rate / NETWORK_PAYLOAD * BITS_PER_BYTE / GB, 0)
}
