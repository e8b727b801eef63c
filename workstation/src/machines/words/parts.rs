//! Parts in words of either language: why each is in the list, and what a buyer should know of it.

use engine::units::{Bytes, GB};

use super::super::{Part, PartNote, PartReason};
use scenario::parts::{CHASSIS_SUPPLIES, FULL_TOWER, MID_TOWER, OPEN_FRAME, RACK, SUPPLY_TO_BE_SIZED};
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
            format!("每块{} {needed}，最多 {high}；{} {room}", process_vram(locale), usable_vram(locale))
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
            format!("比合适的最便宜型号更快：每秒可准备 {} 个样本", coarse(rate))
        }
        (PartReason::Ram { peak, recommended_gib }, Locale::En) => {
            format!("the run takes {} of host memory; {recommended_gib} GiB leave a reserve", size(Bytes(peak)))
        }
        (PartReason::Ram { peak, recommended_gib }, Locale::Zh) => {
            format!("运行需要内存 {}；{recommended_gib} GiB 留有余量", size(Bytes(peak)))
        }
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
            format!("比能容纳数据的最便宜配置更快：第一轮每秒可读取 {} 个样本", coarse(rate))
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
        (PartReason::Default, Locale::En) => {
            "the default that the estimate counts with; name another one to change it".to_owned()
        }
        (PartReason::Default, Locale::Zh) => "估算所用的默认型号，可自行指定其他型号".to_owned(),
        (PartReason::Asked, _) => locale.pick("as asked for", "按要求指定").to_owned(),
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
        (PartNote::CardTooSmall { needed, room }, _) => card_too_small(&size(Bytes(needed)), &size(Bytes(room)), locale),
        (
            PartNote::HostTooSmall { .. }
            | PartNote::TightCard { .. }
            | PartNote::TightHost { .. }
            | PartNote::AsMuchAsCard { .. },
            _,
        ) => of_room(*note, locale),
        (PartNote::DevicesPerBoard { devices }, Locale::En) => format!("one board holds {devices} devices"),
        (PartNote::DevicesPerBoard { devices }, Locale::Zh) => format!("一块板上有 {devices} 个设备"),
        (PartNote::NeedsServer, Locale::En) => {
            "needs a server's case: it is cooled by the case's fans or sits on the server's board".to_owned()
        }
        (PartNote::NeedsServer, Locale::Zh) => "需要服务器机箱：由机箱风扇散热，或安装在服务器主板上".to_owned(),
        (PartNote::NeedsRisers, Locale::En) => {
            "cards that are thicker than two slots or have open fans need risers or an open frame in this number".to_owned()
        }
        (PartNote::NeedsRisers, Locale::Zh) => "如此数量时，厚于两槽或开放式风扇的显卡需要延长线或开放式机架".to_owned(),
        (PartNote::PricedAs { kit }, Locale::En) => {
            format!("its own last price is older than the market's rise; the price of a GB of {kit} stands in")
        }
        (PartNote::PricedAs { kit }, Locale::Zh) => format!("自身价格早于市场上涨；按 {kit} 每 GB 的价格计"),
        (PartNote::SeveralDrives, Locale::En) => {
            "several as one striped volume (RAID 0): capacity and rates add up, and if one fails the data must be copied again"
                .to_owned()
        }
        (PartNote::SeveralDrives, Locale::Zh) => {
            "多块组成一个条带卷（RAID 0）：容量与速度相加；任一块损坏，数据须重新拷入".to_owned()
        }
        (PartNote::ClassOfParts, Locale::En) => "a class of parts; its price is the median of listings".to_owned(),
        (PartNote::ClassOfParts, Locale::Zh) => "为一类部件；价格取挂牌价的中位数".to_owned(),
        (PartNote::ProcessorsOfServer { processors }, Locale::En) => {
            format!("such a server comes with {processors} processors; the estimate counts with one")
        }
        (PartNote::ProcessorsOfServer { processors }, Locale::Zh) => {
            format!("此类服务器配 {processors} 颗处理器；估算按一颗计")
        }
        (PartNote::MoreSockets { sockets }, Locale::En) => {
            format!("the board has {sockets} sockets, of which one is filled; some slots need the other processor")
        }
        (PartNote::MoreSockets { sockets }, Locale::Zh) => {
            format!("主板有 {sockets} 个处理器插槽，只装一颗；部分扩展槽需另一颗处理器")
        }
        (PartNote::SoldAsNode, Locale::En) => {
            "sold as a node with its own processor and memory, for which the lines here stand".to_owned()
        }
        (PartNote::SoldAsNode, Locale::Zh) => "以整节点出售，自带处理器和内存；此处相应各行为其代表".to_owned(),
        (PartNote::OtherCapacity { asked_gib }, Locale::En) => {
            format!("no kits give just the {asked_gib} GiB that were asked for; these hold at least as much")
        }
        (PartNote::OtherCapacity { asked_gib }, Locale::Zh) => {
            format!("没有套装恰好为所要求的 {asked_gib} GiB；此套装不少于该容量")
        }
        (PartNote::LargerOwned { planned_gib }, _) => larger_owned(planned_gib, locale),
        (PartNote::Connectors { list }, Locale::En) => format!("power connectors of each card: {list}"),
        (PartNote::Connectors { list }, Locale::Zh) => format!("每块卡的供电接口：{list}"),
        (PartNote::NeedsHighVoltage, Locale::En) => "delivers its rating at 200 to 240 V only".to_owned(),
        (PartNote::NeedsHighVoltage, Locale::Zh) => "仅在 200–240 V 时达到额定功率".to_owned(),
        (PartNote::SeveralSupplies, Locale::En) => {
            "several share the node: they start together, and no card is fed by two of them".to_owned()
        }
        (PartNote::SeveralSupplies, Locale::Zh) => "多个电源共用：须同步启动，同一块卡不可由两个电源供电".to_owned(),
        (PartNote::CoolerApart { watts: heat }, Locale::En) => {
            format!("its cooler is not in the list; it must carry off {} W", decimal(heat, 0))
        }
        (PartNote::CoolerApart { watts: heat }, Locale::Zh) => format!("清单不含散热器；须能散去 {} W", decimal(heat, 0)),
        (PartNote::JoinedByBoard, Locale::En) => "joined by the baseboard's own links (NVSwitch, Infinity Fabric)".to_owned(),
        (PartNote::JoinedByBoard, Locale::Zh) => "由底板自带的互连（NVSwitch、Infinity Fabric）连接".to_owned(),
        (PartNote::LargerCards { slots, length_mm }, Locale::En) => format!(
            "cards of other makers cover up to {} slots and {} mm: choose case and board by the one that is bought",
            number(slots),
            decimal(length_mm, 0)
        ),
        (PartNote::LargerCards { slots, length_mm }, Locale::Zh) => {
            format!("非公版卡最厚 {} 槽、最长 {} mm：请按所购型号选择机箱和主板", number(slots), decimal(length_mm, 0))
        }
        (PartNote::BoardsDiffer { en, .. }, Locale::En) => format!("boards of the class differ: {en}"),
        (PartNote::BoardsDiffer { zh, .. }, Locale::Zh) => format!("同类主板有差异：{zh}"),
        (PartNote::TaxIncluded | PartNote::SoldOut, _) => of_shop(*note, locale).to_owned(),
        (PartNote::SwitchApart, Locale::En) => "switch, transceivers and cables come on top".to_owned(),
        (PartNote::SwitchApart, Locale::Zh) => "交换机、光模块和线缆另计".to_owned(),
    }
}

/// How much memory there is beside what a run needs.
fn of_room(note: PartNote, locale: Locale) -> String {
    match (note, locale) {
        (PartNote::HostTooSmall { minimum_gib }, Locale::En) => {
            format!("does not hold the run: it needs {minimum_gib} GiB of host memory at the least")
        }
        (PartNote::HostTooSmall { minimum_gib }, Locale::Zh) => format!("无法运行：至少需要内存 {minimum_gib} GiB"),
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
        (PartNote::AsMuchAsCard { card_gib }, Locale::En) => format!(
            "more than the run asks for: as much as the {card_gib} GiB of one card, because weights and checkpoints pass through it"
        ),
        (PartNote::AsMuchAsCard { card_gib }, Locale::Zh) => {
            format!("多于此任务所需：不少于一块卡的 {card_gib} GiB 显存，因为权重和检查点要经过内存")
        }
        _ => String::new(),
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

/// What a shop of the price list says beside its price.
const fn of_shop(note: PartNote, locale: Locale) -> &'static str {
    match (note, locale) {
        (PartNote::SoldOut, Locale::En) => "the shop says that it has none: ask before you order",
        (PartNote::SoldOut, Locale::Zh) => "商家显示无库存：下单前请先询问",
        (_, Locale::En) => "the shop's price includes tax, which the catalog's prices do not",
        (_, Locale::Zh) => "商家价格含税，目录价格不含税",
    }
}

fn larger_owned(planned_gib: u64, locale: Locale) -> String {
    match locale {
        Locale::En => format!("more than the {planned_gib} GiB that the estimate counts with"),
        Locale::Zh => format!("多于估算所用的 {planned_gib} GiB"),
    }
}

fn card_too_small(needed: &str, room: &str, locale: Locale) -> String {
    match locale {
        Locale::En => format!("does not hold the run: it takes {needed} of each card, and {room} are free for it"),
        Locale::Zh => format!("无法运行：每块卡需要 {needed}，可用 {room}"),
    }
}

fn counted(count: u64, one: &str, several: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { several })
}

/// What a network is sold by, in Gbit/s, for the bytes a second that arrive.
fn gigabits(rate: f64) -> String {
    decimal(rate / NETWORK_PAYLOAD * BITS_PER_BYTE / GB, 0)
}
