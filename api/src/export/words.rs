//! Words of the tables in either language.

mod memory;

pub use memory::Memory;

use wire::locale::Locale;
use wire::v1::estimate::NoteLevel;
use workstation::machines::{PartKind, part_kind};

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
    about { "Order", "采购信息" }
    reasons { "Reasons", "选择依据" }
    memory { "Memory", "内存与显存" }
    power { "Power", "功耗" }
    notes { "Notes", "注意事项" }
    assumptions { "Assumptions", "假设" }
    sources { "Sources", "来源" }

    kind { "Kind", "类别" }
    kind_id { "Kind id", "类别 id" }
    id { "Id", "id" }
    name { "Name", "名称" }
    quantity { "Quantity to buy", "采购数量" }
    unit_price { "Unit price", "单价" }
    line_price { "Line total", "金额" }
    owned { "Owned already", "已有数量" }
    maker { "Maker", "制造商" }
    part_number { "Part number", "部件编号" }
    vendor { "Vendor", "供应商" }
    shop_url { "Shop link", "购买链接" }
    currency { "Currency", "货币" }
    price_date { "Price date", "价格日期" }
    price_source { "Price source", "价格来源" }
    reason { "Reason", "选择原因" }
    buyer_notes { "To know", "须知" }
    total { "Total", "合计" }
    known_total { "Total of the known prices", "已知价格合计" }
    unpriced { "Lines without a price", "价格未知的行数" }
    problems { "Problems", "问题" }
    unknown { "unknown", "未知" }

    plan_title { "Plan", "方案" }
    plan_id { "Plan id", "方案 id" }
    revision { "Revision", "版本" }
    plan_link { "Link to the plan", "方案链接" }
    plan_date { "Date of the plan", "方案日期" }
    plan_note { "Note on the plan", "方案备注" }
    machine { "Machine", "整机" }
    own_id { "Own reference", "自定编号" }
    oldest_price { "Oldest price", "最早价格日期" }

    place { "Memory of", "所属" }
    memory_part { "Part", "组成" }
    bytes { "Bytes", "字节" }
    gib { "GiB", "GiB" }
    vram { "Fullest GPU (VRAM)", "占用最多的 GPU 显存（VRAM）" }
    ram { "Node (RAM)", "每节点内存（RAM）" }

    request { "Purchase request", "采购申请" }
    requester { "Requested by", "申请人" }
    department { "Department", "部门" }
    cost_center { "Cost center", "成本中心" }
    request_date { "Date", "日期" }
    needed_by { "Needed by", "需求日期" }
    justification { "Justification", "申请理由" }
    conditions { "Conditions of the order", "采购条件" }
    approval { "Approval", "审批" }
    approved_by { "Approved by", "审批人" }
    signature { "Signature", "签字" }

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
    PartKind::ALL.into_iter().find(|known| known.as_str() == kind).map_or(kind, |known| part_kind(known, locale))
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
        "epoch_kwh" => locale.pick("Energy of an epoch, all nodes", "每轮能耗，全部节点"),
        "run_kwh" => locale.pick("Energy of the whole run, all nodes", "整个训练的能耗，全部节点"),
        other => other,
    }
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
        for title in [parts, about, reasons, memory, power, notes, assumptions, sources] {
            for locale in Locale::ALL {
                let title = title(locale);
                assert!(title.chars().count() <= 31 && !title.contains(['[', ']', ':', '*', '?', '/', '\\']), "{title}");
            }
        }
    }
}
