//! Notes and names of items in both languages.

use wire::Locale;

use crate::machine::{Item, Note};

/// What an item is called.
#[must_use]
pub const fn item(item: Item, locale: Locale) -> &'static str {
    let (english, chinese) = match item {
        Item::Gpu => ("GPU", "GPU"),
        Item::GpuCount => ("Number of GPUs", "GPU 数量"),
        Item::Display => ("Desktop on this card", "桌面由此显卡显示"),
        Item::Cpu => ("CPU", "CPU"),
        Item::Sockets => ("CPU sockets", "CPU 插槽数"),
        Item::Ram => ("RAM", "内存"),
        Item::Storage => ("Drive", "硬盘"),
        Item::Drives => ("Kind of drive", "硬盘类型"),
        Item::Os => ("Operating system", "操作系统"),
        Item::Driver => ("GPU driver", "GPU 驱动"),
        Item::Cuda => ("Newest CUDA of the driver", "驱动支持的最高 CUDA"),
    };
    match locale {
        Locale::En => english,
        Locale::Zh => chinese,
    }
}

/// What shows an item where it is missing.
#[must_use]
pub const fn where_to_find(item: Item, locale: Locale) -> &'static str {
    let (english, chinese) = match item {
        Item::Gpu | Item::GpuCount => (
            "`nvidia-smi`, `rocm-smi`, `dxdiag` or `system_profiler` names it",
            "可由 `nvidia-smi`、`rocm-smi`、`dxdiag` 或 `system_profiler` 得到",
        ),
        Item::Ram => ("`free -b`, `systeminfo` or `dxdiag` says it", "可由 `free -b`、`systeminfo` 或 `dxdiag` 得到"),
        Item::Cpu => ("`lscpu` or `dxdiag` names it", "可由 `lscpu` 或 `dxdiag` 得到"),
        _ => ("choose the drive that holds the data in the planner", "请在规划器中选择存放数据的硬盘"),
    };
    match locale {
        Locale::En => english,
        Locale::Zh => chinese,
    }
}

/// The stable word for a note.
#[must_use]
pub const fn code(note: &Note) -> &'static str {
    match note {
        Note::CardsDiffer { .. } => "cards-differ",
        Note::CardUnclear { .. } => "card-unclear",
        Note::CardsContradict { .. } => "cards-contradict",
        Note::CardDivided(_) => "card-divided",
        Note::CardCountOpen(_) => "card-count-open",
        Note::TooManyCards(_) => "too-many-cards",
        Note::SharedMemory(_) => "shared-memory",
        Note::RamConcluded { .. } => "ram-concluded",
        Note::RamNoKit { .. } => "ram-no-kit",
        Note::RamContradicts(_) => "ram-contradicts",
        Note::CpusContradict(_) => "cpus-contradict",
        Note::SeveralSockets(_) => "several-sockets",
        Note::DrivesOpen(_) => "drives-open",
        Note::TextCut => "text-cut",
    }
}

/// A note as a sentence.
#[must_use]
pub fn note(note: &Note, locale: Locale) -> String {
    match locale {
        Locale::En => english(note),
        Locale::Zh => chinese(note),
    }
}

fn english(note: &Note) -> String {
    match note {
        Note::CardsDiffer { taken, others } => {
            format!("A plan has one kind of GPU: {taken} is taken, {} left out.", are(others, "is", "are"))
        }
        Note::CardUnclear { name, candidates } => {
            format!("“{name}” may be {}; choose it in the planner.", candidates.join(" or "))
        }
        Note::CardsContradict { one, other } => {
            format!("The same place holds {one} in one report and {other} in another; paste one machine at a time.")
        }
        Note::CardDivided(name) => {
            format!(
                "{name} is divided into MIG instances, and a plan takes whole cards: describe the instance as a card of your own in the planner."
            )
        }
        Note::CardCountOpen(name) => {
            format!("dxdiag lists {name} once for each screen, so the number of cards is left open; nvidia-smi counts them.")
        }
        Note::TooManyCards(count) => format!("{count} cards are more than a node of a plan takes; the number is left open."),
        Note::SharedMemory(name) => {
            format!("{name} shares the machine's memory and comes with its processor, so neither is a field of the plan.")
        }
        Note::RamConcluded { reported, installed } => format!(
            "The system reports {reported}: firmware and kernel keep a part. {installed} GiB is the next amount that modules make up, with at most 5% missing."
        ),
        Note::RamNoKit { reported } => format!(
            "No modules make up the reported {reported} (a virtual machine, or graphics that take a part): whole GiB of it are taken; correct the field if more is installed."
        ),
        Note::RamContradicts(sizes) => format!("The reports come to {} GiB of RAM, so it is left open.", joined(sizes, " and ")),
        Note::CpusContradict(names) => format!("The reports name {}, so the processor is left open.", names.join(" and ")),
        Note::SeveralSockets(count) => {
            format!("The machine has {count} processors; a plan counts the cores and memory channels of one.")
        }
        Note::DrivesOpen(count) => format!("There are {count} drives; choose the one that holds the data in the planner."),
        Note::TextCut => format!("Only the first {} KiB were read.", crate::MOST_BYTES >> 10),
    }
}

fn chinese(note: &Note) -> String {
    match note {
        Note::CardsDiffer { taken, others } => format!("一个方案只含一种 GPU：采用 {taken}，未计入 {}。", others.join("、")),
        Note::CardUnclear { name, candidates } => format!("“{name}”可能是 {}，请在规划器中选择。", candidates.join(" 或 ")),
        Note::CardsContradict { one, other } => {
            format!("同一位置在一份输出中是 {one}，在另一份中是 {other}；请一次只粘贴一台机器。")
        }
        Note::CardDivided(name) => format!("{name} 已划分为 MIG 实例，而方案以整卡计算：请在规划器中以自定义显卡描述该实例。"),
        Note::CardCountOpen(name) => format!("dxdiag 会为每个屏幕列出一次 {name}，因此数量未定；nvidia-smi 可给出数量。"),
        Note::TooManyCards(count) => format!("{count} 块显卡超过方案中单个节点的上限，数量未填。"),
        Note::SharedMemory(name) => format!("{name} 与整机共用内存并自带处理器，因此方案中没有这两项。"),
        Note::RamConcluded { reported, installed } => {
            format!("系统报告 {reported}，固件和内核占用一部分；内存条能组成的下一个容量是 {installed} GiB，缺少部分不超过 5%。")
        }
        Note::RamNoKit { reported } => {
            format!(
                "没有内存条组合等于所报告的 {reported}（虚拟机，或显卡占用一部分）：取其整数部分；若实际安装更多，请修改该字段。"
            )
        }
        Note::RamContradicts(sizes) => format!("各份输出的内存分别为 {} GiB，因此未填。", joined(sizes, "、")),
        Note::CpusContradict(names) => format!("各份输出的处理器分别为 {}，因此未填。", names.join("、")),
        Note::SeveralSockets(count) => format!("这台机器有 {count} 个处理器；方案只计一个处理器的核心和内存通道。"),
        Note::DrivesOpen(count) => format!("共有 {count} 块硬盘，请在规划器中选择存放数据的一块。"),
        Note::TextCut => format!("只读取了前 {} KiB。", crate::MOST_BYTES >> 10),
    }
}

fn are(names: &[String], one: &str, several: &str) -> String {
    format!("{} {}", names.join(", "), if names.len() == 1 { one } else { several })
}

fn joined(numbers: &[u64], between: &str) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(between)
}
