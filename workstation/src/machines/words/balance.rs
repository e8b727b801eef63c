//! What a machine lacks beside its cards, in words of either language.

use super::super::balance::Imbalance;
use super::super::standards::CORES_PER_CARD;

/// In English.
pub fn english(found: Imbalance) -> String {
    match found {
        Imbalance::OldCard { launch } => format!("the card was launched in {launch} and is sold used for the most part"),
        Imbalance::FewCores { cores, cards } => {
            format!("{cores} cores for {cards} cards, fewer than the {CORES_PER_CARD} that each wants")
        }
        Imbalance::NarrowLink { lanes, generation } => {
            format!("each card has {lanes} lanes of PCIe {generation}.0, less than half of its own link")
        }
        Imbalance::LittleMemory { installed_gib, card_gib } => {
            format!("{installed_gib} GiB of host memory beside cards of {card_gib} GiB each")
        }
        Imbalance::EmptyChannels { modules, channels } => format!("{modules} modules on {channels} memory channels"),
    }
}

/// In Chinese.
pub fn chinese(found: Imbalance) -> String {
    match found {
        Imbalance::OldCard { launch } => format!("此卡于 {launch} 发布，多为二手"),
        Imbalance::FewCores { cores, cards } => format!("{cores} 个核心对 {cards} 块卡，少于每块卡所需的 {CORES_PER_CARD} 个"),
        Imbalance::NarrowLink { lanes, generation } => {
            format!("每块卡只有 {lanes} 条 PCIe {generation}.0 通道，不到其自身链路的一半")
        }
        Imbalance::LittleMemory { installed_gib, card_gib } => {
            format!("内存 {installed_gib} GiB，而每块卡有 {card_gib} GiB 显存")
        }
        Imbalance::EmptyChannels { modules, channels } => format!("{channels} 个内存通道只插了 {modules} 条内存"),
    }
}
