//! What a buyer should know of a part, in words of either language.
//!
//! No arm stands for notes that it does not name: one without a sentence does not compile.

use engine::hardware::Pcie;
use engine::units::Bytes;

use super::super::build::{kit_name, name_on_pages};
use super::super::part::{PartNote, RoomNote, ShopNote};
use wire::locale::Locale;
use wording::format::{decimal, number, size};

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
        (PartNote::Room(note), _) => of_room(note, locale),
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
            format!("its own last price is older than the market's rise; the price of a GB of {} stands in", kit_by_name(kit))
        }
        (PartNote::PricedAs { kit }, Locale::Zh) => {
            format!("自身价格早于市场上涨；按 {} 每 GB 的价格计", kit_by_name(kit))
        }
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
        (PartNote::BoardsDiffer { en, zh }, _) => differing(en, zh, locale),
        (PartNote::SlowerSlots { board, link }, _) => of_slots(board, link, locale),
        (PartNote::TakesCards { length_mm }, Locale::En) => format!("takes cards up to {} mm", decimal(length_mm, 0)),
        (PartNote::TakesCards { length_mm }, Locale::Zh) => format!("可装最长 {} mm 的显卡", decimal(length_mm, 0)),
        (PartNote::NoProductFits, Locale::En) => {
            "no board of the catalog takes these cards, memory and drives together: fewer drives, or a larger platform".to_owned()
        }
        (PartNote::NoProductFits, Locale::Zh) => {
            "目录中没有主板能同时容纳这些显卡、内存和硬盘：请减少硬盘，或选更大的平台".to_owned()
        }
        (PartNote::SoldInSystem, Locale::En) => "comes in the system and is not sold without it".to_owned(),
        (PartNote::SoldInSystem, Locale::Zh) => "随整机提供，不单独出售".to_owned(),
        (PartNote::OneOfSystems { count }, Locale::En) => {
            format!("one of {count} systems of the catalog that take these; any of them will do")
        }
        (PartNote::OneOfSystems { count }, Locale::Zh) => format!("目录中有 {count} 款整机可装，任选其一"),
        (PartNote::Shop(note), _) => of_shop(note, locale).to_owned(),
        (PartNote::SwitchApart, Locale::En) => "switch, transceivers and cables come on top".to_owned(),
        (PartNote::SwitchApart, Locale::Zh) => "交换机、光模块和线缆另计".to_owned(),
    }
}

/// A kit of memory by the name that pages write.
fn kit_by_name(id: &str) -> String {
    catalog::memory_kit(id).map_or_else(|| id.to_owned(), |kit| name_on_pages(&kit_name(kit)))
}

/// How boards of a class differ.
fn differing(en: &str, zh: &str, locale: Locale) -> String {
    match locale {
        Locale::En => format!("boards of the class differ: {en}"),
        Locale::Zh => format!("同类主板有差异：{zh}"),
    }
}

/// What a board that is there gives the cards.
fn of_slots(board: &str, Pcie { generation, lanes }: Pcie, locale: Locale) -> String {
    match locale {
        Locale::En => format!(
            "{board}, which is there, takes the cards too, at x{lanes} of PCIe {generation}.0: that is less than the estimate counts with, and what the run loses by it is not worked out"
        ),
        Locale::Zh => {
            format!("现有的 {board} 也能装这些显卡，但插槽只有 PCIe {generation}.0 x{lanes}，低于估算所计；由此变慢多少未作估算")
        }
    }
}

/// How much memory there is beside what a run needs.
fn of_room(note: RoomNote, locale: Locale) -> String {
    match (note, locale) {
        (RoomNote::CardTooSmall { needed, room }, Locale::En) => format!(
            "does not hold the run: it takes {} of each card, and {} are free for it",
            size(Bytes(needed)),
            size(Bytes(room))
        ),
        (RoomNote::CardTooSmall { needed, room }, Locale::Zh) => {
            format!("无法运行：每块卡需要 {}，可用 {}", size(Bytes(needed)), size(Bytes(room)))
        }
        (RoomNote::HostTooSmall { minimum_gib }, Locale::En) => {
            format!("does not hold the run: it needs {minimum_gib} GiB of host memory at the least")
        }
        (RoomNote::HostTooSmall { minimum_gib }, Locale::Zh) => format!("无法运行：至少需要内存 {minimum_gib} GiB"),
        (RoomNote::TightCard { high, room }, Locale::En) => format!(
            "tight: the run may take up to {} of {}; it can fail for lack of memory",
            size(Bytes(high)),
            size(Bytes(room))
        ),
        (RoomNote::TightCard { high, room }, Locale::Zh) => {
            format!("余量不足：最多可能需要 {}，可用 {}；可能因显存不足而失败", size(Bytes(high)), size(Bytes(room)))
        }
        (RoomNote::TightHost { recommended_gib }, Locale::En) => {
            format!("tight: {recommended_gib} GiB of host memory are recommended")
        }
        (RoomNote::TightHost { recommended_gib }, Locale::Zh) => format!("余量不足：建议内存 {recommended_gib} GiB"),
        (RoomNote::AsMuchAsCard { card_gib }, Locale::En) => format!(
            "more than the run asks for: as much as the {card_gib} GiB of one card, because weights and checkpoints pass through it"
        ),
        (RoomNote::AsMuchAsCard { card_gib }, Locale::Zh) => {
            format!("多于此任务所需：不少于一块卡的 {card_gib} GiB 显存，因为权重和检查点要经过内存")
        }
    }
}

/// What a shop of the price list says beside its price.
const fn of_shop(note: ShopNote, locale: Locale) -> &'static str {
    match (note, locale) {
        (ShopNote::SoldOut, Locale::En) => "the shop says that it has none: ask before you order",
        (ShopNote::SoldOut, Locale::Zh) => "商家显示无库存：下单前请先询问",
        (ShopNote::TaxIncluded, Locale::En) => "the shop's price includes tax, which the catalog's prices do not",
        (ShopNote::TaxIncluded, Locale::Zh) => "商家价格含税，目录价格不含税",
    }
}

fn larger_owned(planned_gib: u64, locale: Locale) -> String {
    match locale {
        Locale::En => format!("more than the {planned_gib} GiB that the estimate counts with"),
        Locale::Zh => format!("多于估算所用的 {planned_gib} GiB"),
    }
}
