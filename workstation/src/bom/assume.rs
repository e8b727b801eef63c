//! What the figures rest on beside the catalog's rows.

use catalog::Rule;

use super::power::WAITING_SHARE;
use crate::machines::{Build, Housing, Platform, Supplies, draws};
use crate::source::judged;
use wire::locale::Locale;
use wire::v1::bom::Assumption;
use wording::format::{decimal, number, whole_percent};

/// The assumptions of a machine's figures, in the order in which they enter.
#[must_use]
pub fn assumptions(build: &Build, locale: Locale) -> Vec<Assumption> {
    let frame = &build.frame;
    let is_whole = frame.shell.housing == Housing::Computer;
    let mut assumptions = Vec::new();
    if !is_whole {
        assumptions.extend(["cpu-boost-power"].into_iter().filter_map(|id| of_rule(id, locale)));
        assumptions.extend(parts(build, locale));
    }
    if let Supplies::Fitted(fitted) = frame.shell.supplies {
        let has_16pin = build.candidate().entry.body.inputs.is_some_and(|inputs| inputs.pin16 > 0);
        let excursion = if has_16pin { "atx3-100us" } else { "old-psu-100us" };
        let several = (fitted.count > 1).then_some("dual-psu");
        let rules = ["psu-sustained-share-high", "atx3-step-to", excursion].into_iter().chain(several);
        assumptions.extend(rules.filter_map(|id| of_rule(id, locale)));
        if build.candidate().boards() > 1 {
            let share = whole_percent(draws::FURTHER_EXCURSION);
            let detail = match locale {
                Locale::En => {
                    format!("Cards do not all peak at once: one counts with its whole excursion, each other with {share}.")
                }
                Locale::Zh => format!("多块显卡不会同时达到峰值：一块按完整峰值计，其余各按 {share} 计。"),
            };
            assumptions.push(judgment("further-excursions", detail, judged(locale)));
        }
    }
    assumptions.push(at_the_wall(build, locale));
    assumptions.push(judgment(
        "waiting-share",
        match locale {
            Locale::En => format!(
                "Energy counts a card with its power while it computes and with {} of it while it waits; all other parts draw their most throughout, so that the figure is on the high side.",
                whole_percent(WAITING_SHARE)
            ),
            Locale::Zh => format!(
                "能耗：显卡计算时按其功率计，等待时按其 {} 计；其余部件始终按最大功率计，因此结果偏高。",
                whole_percent(WAITING_SHARE)
            ),
        },
        judged(locale),
    ));
    if frame.network.is_some() {
        let (en, zh) = (
            "The estimate counts with 100 Gbit/s between nodes, of which 11 GB/s arrive, whatever network is bought.",
            "估算按节点间 100 Gbit/s 计，实际可用 11 GB/s，与所购网络无关。",
        );
        assumptions.push(judgment("network-rate", locale.pick(en, zh).to_owned(), judged(locale)));
    }
    assumptions
}

/// What parts draw whose power no row has.
fn parts(build: &Build, locale: Locale) -> Vec<Assumption> {
    let candidate = build.candidate();
    let modules = judgment(
        "memory-power",
        match locale {
            Locale::En => format!(
                "A memory module draws {} W, a registered one {} W, a drive {} W.",
                decimal(draws::UNBUFFERED_MODULE.get(), 0),
                decimal(draws::REGISTERED_MODULE.get(), 0),
                decimal(draws::DRIVE.get(), 0)
            ),
            Locale::Zh => format!(
                "每条内存 {} W，寄存式内存 {} W，硬盘 {} W。",
                decimal(draws::UNBUFFERED_MODULE.get(), 0),
                decimal(draws::REGISTERED_MODULE.get(), 0),
                decimal(draws::DRIVE.get(), 0)
            ),
        },
        judged(locale),
    );
    let board = if build.frame.board.is_some_and(catalog::PlatformEntry::takes_modules) {
        judgment(
            "module-server",
            match locale {
                Locale::En => {
                    format!("A server of accelerator modules draws {} times what its modules draw.", number(draws::MODULE_SERVER))
                }
                Locale::Zh => format!("模组服务器的整机功率为模组功率的 {} 倍。", number(draws::MODULE_SERVER)),
            },
            locale.pick(
                "NVIDIA DGX H100 (10.2 kW for 8 x 700 W) and DGX B200 (14.3 kW for 8 x 1000 W) user guides (recalled, not opened)",
                "NVIDIA DGX H100（8 × 700 W 时 10.2 kW）与 DGX B200（8 × 1000 W 时 14.3 kW）用户指南（凭记忆，未查阅）",
            ),
        )
    } else {
        let is_rack = Platform::of(&candidate.entry, candidate.count) == Platform::Server;
        let (desktop, large) = (decimal(draws::DESKTOP_BOARD.get(), 0), decimal(draws::LARGE_BOARD.get(), 0));
        judgment(
            "board-and-fans",
            match (locale, is_rack) {
                (Locale::En, false) => {
                    format!("Board, fans and pump draw {desktop} W on a desktop platform, {large} W on a larger one.")
                }
                (Locale::En, true) => format!(
                    "The board draws {large} W, and the fans of a rack chassis {} of all that they cool.",
                    whole_percent(draws::RACK_FANS)
                ),
                (Locale::Zh, false) => format!("桌面平台的主板、风扇和水泵为 {desktop} W，更大的平台为 {large} W。"),
                (Locale::Zh, true) => {
                    format!("主板为 {large} W，机架机箱风扇为其所冷却功率的 {}。", whole_percent(draws::RACK_FANS))
                }
            },
            judged(locale),
        )
    };
    vec![modules, board]
}

fn at_the_wall(build: &Build, locale: Locale) -> Assumption {
    let (share, volts) = build.efficiency();
    let share = whole_percent(share);
    let (detail, source) = match (build.frame.shell.supplies, locale) {
        (Supplies::BuiltIn, Locale::En) => ("A computer's own power is what it takes from the wall.".to_owned(), judged(locale)),
        (Supplies::BuiltIn, Locale::Zh) => ("整机功率即其墙上功率。".to_owned(), judged(locale)),
        (_, Locale::En) => (
            format!("At the wall the node draws more by the supply's losses: {share} arrive at half load and {volts} V."),
            "80 PLUS, table of efficiencies at 50% load (recalled)",
        ),
        (_, Locale::Zh) => {
            (format!("墙上功率包含电源损耗：半载、{volts} V 时效率为 {share}。"), "80 PLUS 效率表，50% 负载（凭记忆，未查阅）")
        }
    };
    judgment("supply-efficiency", detail, source)
}

/// A rule of the catalog as an assumption.
fn of_rule(id: &str, locale: Locale) -> Option<Assumption> {
    let Rule { id, statement, statement_zh, source, .. } = catalog::rule(id)?;
    Some(judgment(id, (*locale.pick(statement, statement_zh)).to_owned(), source))
}

fn judgment(id: &str, detail: String, source: &str) -> Assumption {
    Assumption { id: id.to_owned(), detail, source: source.to_owned() }
}
