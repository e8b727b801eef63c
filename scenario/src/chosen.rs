//! Parts that a machine is to be built with, named by their ids beside card, processor and drive.
//!
//! One of a kind can be named. Two that cannot stand in one machine, whatever else does, are refused here by both their names;
//! what depends on the machine (length of its cards, watts, places for drives) is said by the rules of its bill.

use catalog::{BoardEntry, CaseEntry, CoolerEntry, CpuEntry, MemoryKit, PowerSupplyEntry, ServerEntry};

use crate::error::{FieldError, Misfit, Reason};
use crate::limits;
use crate::parts::{self, PartKind};
use wire::v1::scenario::Hardware;

/// Where the parts stand in a scenario.
pub const POINTER: &str = "/hardware/parts";

/// The parts that were named, by their kinds.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Chosen {
    /// The board.
    pub board: Option<&'static BoardEntry>,
    /// The processor's cooler.
    pub cooler: Option<&'static CoolerEntry>,
    /// The kit or module of memory.
    pub kit: Option<&'static MemoryKit>,
    /// The power supply.
    pub supply: Option<&'static PowerSupplyEntry>,
    /// The case.
    pub case: Option<&'static CaseEntry>,
    /// The whole system, in place of board, case and power supply.
    pub server: Option<&'static ServerEntry>,
}

impl Chosen {
    /// The parts that hardware names.
    #[must_use]
    pub fn of(hardware: &Hardware) -> Self {
        let mut chosen = Self::default();
        for id in hardware.parts.iter().flatten() {
            chosen.add(id);
        }
        chosen
    }

    /// Adds a part, and says what kind it is; none where its kind is not named so.
    fn add(&mut self, id: &str) -> Option<PartKind> {
        if let Some(board) = catalog::board(id) {
            self.board = Some(board);
            return Some(PartKind::Board);
        }
        if let Some(cooler) = catalog::cooler(id) {
            self.cooler = Some(cooler);
            return Some(PartKind::Cooler);
        }
        if let Some(kit) = catalog::memory_kit(id) {
            self.kit = Some(kit);
            return Some(PartKind::Memory);
        }
        if let Some(supply) = catalog::power_supply(id) {
            self.supply = Some(supply);
            return Some(PartKind::Psu);
        }
        if let Some(case) = catalog::case(id) {
            self.case = Some(case);
            return Some(PartKind::Case);
        }
        let server = catalog::server(id)?;
        self.server = Some(server);
        Some(PartKind::Server)
    }

    /// Whether nothing was named.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Whether all of them can stand in one machine with a processor.
    #[must_use]
    pub fn goes_with(&self, cpu: &CpuEntry) -> bool {
        self.misfit(Some(cpu)).is_none()
    }

    /// Two of them, or one and the processor, that stand in no machine together.
    fn misfit(&self, cpu: Option<&CpuEntry>) -> Option<Reason> {
        let Self { board, cooler, kit, supply, case, server } = *self;
        let platform = board.and_then(|board| catalog::platform(board.platform));
        let reason = |one: &str, other: &str, why: Misfit| Reason::DoNotFit { one: one.to_owned(), other: other.to_owned(), why };
        if let (Some(board), Some(platform), Some(cpu)) = (board, platform, cpu)
            && !catalog::platforms_of(cpu).any(|own| own.id == platform.id)
        {
            return Some(reason(board.id, cpu.id, Misfit::Socket));
        }
        if let (Some(cooler), Some(cpu)) = (cooler, cpu)
            && !cooler.sockets.contains(&cpu.socket)
        {
            return Some(reason(cooler.id, cpu.id, Misfit::Socket));
        }
        if let (Some(cooler), Some(board), Some(platform)) = (cooler, board, platform)
            && !platform.sockets.iter().any(|socket| cooler.sockets.contains(socket))
        {
            return Some(reason(cooler.id, board.id, Misfit::Socket));
        }
        if let (Some(kit), Some(board)) = (kit, board)
            && !takes_memory(board.memory_type, kit)
        {
            return Some(reason(kit.id, board.id, Misfit::Memory));
        }
        if let (Some(board), Some(case)) = (board, case)
            && !case.boards.contains(&board.form)
        {
            return Some(reason(board.id, case.id, Misfit::BoardSize));
        }
        if let (Some(supply), Some(case), Some(product)) = (supply, case, supply.and_then(|supply| supply.product)) {
            let is_too_long = case.supply_length_mm.is_some_and(|most| product.length_mm > most);
            if !case.supply_forms.contains(&product.form) || is_too_long {
                return Some(reason(supply.id, case.id, Misfit::SupplySize));
            }
        }
        if let Some(server) = server {
            let within = [board.map(|board| board.id), case.map(|case| case.id), supply.map(|supply| supply.id)];
            if let Some(id) = within.into_iter().flatten().next() {
                return Some(reason(server.id, id, Misfit::WithinServer));
            }
            if let Some(cpu) = cpu.filter(|cpu| !server.sockets.contains(&cpu.socket)) {
                return Some(reason(server.id, cpu.id, Misfit::Socket));
            }
        }
        None
    }
}

/// Whether boards with such memory take a kit.
#[must_use]
pub fn takes_memory(memory_type: &str, kit: &MemoryKit) -> bool {
    let registered = if kit.form.starts_with("UDIMM") { "UDIMM" } else { "RDIMM" };
    memory_type.contains(kit.memory_type) && memory_type.ends_with(registered)
}

/// What is wrong with a list of parts by itself: an id that is none or that another field takes, or two of a kind.
#[must_use]
pub fn refusal(ids: &[String]) -> Option<Reason> {
    let mut chosen = Chosen::default();
    let mut kinds: Vec<(PartKind, &str)> = Vec::new();
    for id in ids {
        let Some(kind) = chosen.add(id) else { return Some(unknown(id)) };
        if let Some((_, first)) = kinds.iter().find(|(known, first)| *known == kind && first != id) {
            return Some(Reason::TwoOfAKind { first: (*first).to_owned(), second: id.clone() });
        }
        kinds.push((kind, id));
    }
    None
}

/// Why an id names no part of these kinds.
fn unknown(id: &str) -> Reason {
    let given: String = id.chars().take(limits::TEXT_LENGTH).collect();
    let field = if catalog::gpu(id).is_some() {
        Some("hardware.gpu")
    } else if catalog::cpu(id).is_some() {
        Some("hardware.cpu")
    } else {
        catalog::storage(id).map(|_| "hardware.storage")
    };
    if let Some(field) = field {
        return Reason::OfAnotherField { given, field };
    }
    Reason::UnknownId { nearest: catalog::nearest(&given, parts::choosable()).map(str::to_owned), given, retired: None }
}

/// Two parts that hardware names and that stand in no machine together; the processor is that which it counts with.
#[must_use]
pub fn contradiction(hardware: &Hardware) -> Option<FieldError> {
    let named = hardware.gpu.is_some() || hardware.cpu.is_some();
    let cpu = named.then(|| crate::processor::processor(hardware)).and_then(catalog::cpu);
    let reason = Chosen::of(hardware).misfit(cpu)?;
    Some(FieldError::new(POINTER, reason))
}

#[cfg(test)]
mod tests {
    use super::*;
    use wire::locale::Locale;

    /// What a query with parts is told, in English and Chinese.
    #[track_caller]
    fn check(query: &str, expected: Option<(&str, &str)>) {
        let parsed = crate::query::parse_string(query);
        let resolved = crate::resolve(&parsed.scenario).err().unwrap_or_default();
        let errors: Vec<FieldError> = parsed.errors.into_iter().chain(resolved).collect();
        let said: Vec<(String, String)> =
            errors.iter().map(|error| (error.detail(Locale::En), error.detail(Locale::Zh))).collect();
        let expected: Vec<(String, String)> = expected.into_iter().map(|(en, zh)| (en.to_owned(), zh.to_owned())).collect();
        assert_eq!(said, expected, "{query}");
        assert!(errors.iter().all(|error| error.pointer == POINTER), "{errors:?}");
    }

    #[test]
    fn what_cannot_stand_together_is_named_by_both() {
        let on = |parts: &str| format!("gpu=rtx-4090&model=resnet50&cpu=ryzen-9-7950x&parts={parts}");
        check(&on("asus-proart-x870e-creator-wifi,fractal-design-north,noctua-nh-d15-g2"), None);
        for (parts, en, zh) in [
            (
                "msi-pro-z790-p-wifi",
                "`msi-pro-z790-p-wifi` and `ryzen-9-7950x` have different sockets; leave one of them out",
                "`msi-pro-z790-p-wifi` 与 `ryzen-9-7950x` 的插座不同；请去掉其中之一",
            ),
            (
                "noctua-nh-u14s-tr5-sp6",
                "`noctua-nh-u14s-tr5-sp6` and `ryzen-9-7950x` have different sockets; leave one of them out",
                "`noctua-nh-u14s-tr5-sp6` 与 `ryzen-9-7950x` 的插座不同；请去掉其中之一",
            ),
            (
                "asus-proart-x870e-creator-wifi,ddr4-udimm-2x32",
                "`ddr4-udimm-2x32` is memory that `asus-proart-x870e-creator-wifi` does not take; leave one of them out",
                "`asus-proart-x870e-creator-wifi` 不支持内存 `ddr4-udimm-2x32`；请去掉其中之一",
            ),
            (
                "asus-proart-x870e-creator-wifi,fractal-design-terra",
                "`asus-proart-x870e-creator-wifi` is too large for `fractal-design-terra`; leave one of them out",
                "`asus-proart-x870e-creator-wifi` 装不进 `fractal-design-terra`；请去掉其中之一",
            ),
            (
                "fractal-design-terra,seasonic-prime-tx-1600-atx3",
                "`seasonic-prime-tx-1600-atx3` is too large for `fractal-design-terra`; leave one of them out",
                "`seasonic-prime-tx-1600-atx3` 装不进 `fractal-design-terra`；请去掉其中之一",
            ),
            (
                "fractal-design-terra,fractal-design-north",
                "names two parts of a kind, `fractal-design-terra` and `fractal-design-north`; leave one of them out",
                "同类部件给出了两个：`fractal-design-terra` 和 `fractal-design-north`；请去掉其中之一",
            ),
            (
                "rtx-4090",
                "`rtx-4090` is chosen in `hardware.gpu`; leave it out here",
                "`rtx-4090` 应在 `hardware.gpu` 中选择；请从此处去掉",
            ),
            (
                "fractal-design-nord",
                "`fractal-design-nord` is not in the catalog; the nearest is `fractal-design-north`",
                "目录中没有 `fractal-design-nord`；最接近的是 `fractal-design-north`",
            ),
            (
                "nvidia-dgx-h100,fractal-design-north",
                "`nvidia-dgx-h100` is a whole system, which comes with what `fractal-design-north` would be; leave one of them out",
                "`nvidia-dgx-h100` 是整机，已包含 `fractal-design-north` 这类部件；请去掉其中之一",
            ),
        ] {
            check(&on(parts), Some((en, zh)));
        }
    }
}
