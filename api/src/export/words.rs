//! Words of the tables in either language.

mod memory;

pub use memory::Memory;

use crate::export::table::{Cell, clean};
use wire::locale::Locale;
use wire::v1::bom::Price;
use wire::v1::estimate::NoteLevel;
use workstation::machines::{PartKind, part_kind};
use workstation::money::price_in_words;

/// Texts without arguments, each in both languages.
macro_rules! words {
    ($( $name:ident { $en:literal, $zh:literal } )+) => {
        $(
            #[doc = concat!("\"", $en, "\"")]
            #[must_use]
            pub const fn $name(locale: Locale) -> &'static str {
                match locale {
                    Locale::En => $en,
                    Locale::Zh => $zh,
                }
            }
        )+
    };
}

words! {
    bill { "Bill of materials", "物料清单" }
    parts { "Parts", "部件" }
    memory { "Memory", "内存与显存" }
    power { "Power", "功耗" }
    notes { "Notes", "注意事项" }
    assumptions { "Assumptions", "假设" }
    sources { "Sources", "来源" }

    kind { "Kind", "类别" }
    kind_id { "Kind id", "类别 id" }
    id { "Id", "id" }
    name { "Name", "名称" }
    quantity { "Quantity", "数量" }
    unit_price { "Unit price", "单价" }
    line_price { "Price", "价格" }
    currency { "Currency", "货币" }
    price_date { "Price date", "价格日期" }
    price_source { "Price source", "价格来源" }
    reason { "Reason", "选择原因" }
    buyer_notes { "To know", "须知" }
    total { "Total", "合计" }
    known_total { "Known prices", "已知价格小计" }
    unknown { "unknown", "未知" }

    place { "Memory of", "所属" }
    memory_part { "Part", "组成" }
    bytes { "Bytes", "字节" }
    gib { "GiB", "GiB" }
    vram { "Fullest GPU (VRAM)", "占用最多的 GPU 显存（VRAM）" }
    ram { "Node (RAM)", "每节点内存（RAM）" }

    figure { "Figure", "项目" }
    value { "Value", "数值" }
    unit { "Unit", "单位" }

    level { "Level", "级别" }
    note { "Note", "说明" }
    assumption { "Assumption", "假设内容" }
    source { "Source", "来源" }
    number { "No.", "编号" }
    used_for { "Used for", "用于" }
    formulas { "the formulas behind every figure", "所有数值的公式" }
    device_data { "the data of devices and models", "设备与模型数据" }
    colon { ": ", "：" }
    list_separator { "; ", "；" }
}

/// What a part is, by its word on the wire; a word that is not known stays as it is.
#[must_use]
pub fn kind_name(kind: &str, locale: Locale) -> &str {
    let kinds = [
        PartKind::Gpu,
        PartKind::Cpu,
        PartKind::Board,
        PartKind::Memory,
        PartKind::Storage,
        PartKind::Psu,
        PartKind::Case,
        PartKind::Bridge,
        PartKind::Network,
    ];
    kinds.into_iter().find(|known| known.as_str() == kind).map_or(kind, |known| part_kind(known, locale))
}

/// How grave a note is.
#[must_use]
pub fn level_name(level: NoteLevel, locale: Locale) -> &'static str {
    match level {
        NoteLevel::Problem => locale.pick("problem", "问题"),
        NoteLevel::Warning => locale.pick("warning", "警告"),
        NoteLevel::Note => locale.pick("note", "提示"),
    }
}

/// A figure of power or energy, by its name on the wire; a name that is not known stays as it is.
#[must_use]
pub fn power_name(id: &str, locale: Locale) -> &str {
    match id {
        "node_dc_w" => locale.pick("A node, sustained, behind the power supply", "每节点持续功耗（电源输出侧）"),
        "node_wall_w" => locale.pick("A node, sustained, at the wall", "每节点持续功耗（墙插侧）"),
        "node_transient_w" => locale.pick("A node, for a moment", "每节点瞬时峰值功耗"),
        "known_dc_w" => locale.pick(
            "Those parts of a node whose power is known, sustained, behind the power supply",
            "每节点中功率已知部件的持续功耗（电源输出侧）",
        ),
        "nodes" => locale.pick("Nodes", "节点数"),
        "epoch_kwh" => locale.pick("Energy of an epoch, all nodes", "每轮（epoch）能耗，全部节点"),
        "run_kwh" => locale.pick("Energy of the whole run, all nodes", "整个训练的能耗，全部节点"),
        other => other,
    }
}

/// What a machine costs, with a note where it is not known in full.
#[must_use]
pub fn total_line(price: &Price, locale: Locale) -> String {
    if price.complete {
        return locale.pick("every listed part has a price", "所列部件均有价格").to_owned();
    }
    price_in_words(price, |amount| spoken_money(amount, &price.currency, locale), locale)
}

/// An amount with its currency.
#[must_use]
pub fn spoken_money(amount: f64, currency: &str, locale: Locale) -> String {
    let cell = Cell::money(Some(amount), currency);
    format!("{} {}", cell.spoken(locale), clean(currency))
}

/// The price of a part, as something that a source is used for.
#[must_use]
pub fn price_of(part: &str, locale: Locale) -> String {
    match locale {
        Locale::En => format!("price of {part}"),
        Locale::Zh => format!("{part} 的价格"),
    }
}

/// The figures of a part, as something that a source is used for.
#[must_use]
pub fn figures_of(part: &str, locale: Locale) -> String {
    match locale {
        Locale::En => format!("figures of {part}"),
        Locale::Zh => format!("{part} 的参数"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_fit_the_tab_of_a_sheet() {
        for title in [parts, memory, power, notes, assumptions, sources] {
            for locale in Locale::ALL {
                let title = title(locale);
                assert!(title.chars().count() <= 31 && !title.contains(['[', ']', ':', '*', '?', '/', '\\']), "{title}");
            }
        }
    }

    #[test]
    fn what_is_left_out_of_a_sum_is_counted() {
        let line = |known, unknown, locale| total_line(&Price::of(known, unknown, "USD", None), locale);
        assert_eq!(line(10.0, 0, Locale::En), "every listed part has a price");
        assert_eq!(line(2923.0, 8, Locale::En), "from 2,923.00 USD plus 8 unpriced parts");
        assert_eq!(line(10.0, 1, Locale::En), "from 10.00 USD plus 1 unpriced part");
        assert_eq!(line(0.0, 1234, Locale::En), "price unknown (1,234 unpriced parts)");
        assert_eq!(line(2923.0, 8, Locale::Zh), "2,923.00 USD 起，另有 8 个部件价格未知");
        assert_eq!(line(0.0, 2, Locale::Zh), "价格未知（2 个部件没有价格）");
        let cards = Price::of(3788.0, 2, "USD", None).with_cards(true);
        assert_eq!(total_line(&cards, Locale::En), "price unknown (2 unpriced parts; the others cost 3,788.00 USD)");
        assert_eq!(total_line(&cards, Locale::Zh), "价格未知（2 个部件没有价格，其余共 3,788.00 USD）");
    }
}
