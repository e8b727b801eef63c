//! Balance: what a builder asks of the host for the cards that it carries.
//!
//! The model tells how long a run takes on a host, and a host that slows nothing down may still be none that one buys for such
//! cards. These rules look at parts alone, so that they hold or fail before anything is planned. A machine that breaks one holds
//! its run without comfort, like one whose memory has no reserve: it takes a name only where no other can. So the search stays
//! exact, and a part that one names yields no machine of this kind that beats a recommended one.
//!
//! Balance of processor, memory, drives and network is rule D5, the width of memory rule C4; the figures and their sources stand
//! in `machines/standards.rs`, by which the bill judges too.

use catalog::{CpuEntry, GpuEntry, GpuForm, PlatformEntry, Segment};
use engine::hardware::Pcie;

use super::board;
use super::candidate::{Candidate, form, is_old};
use super::memory::Kits;
use super::order::Order;
use super::part::there;
use super::platform::Platform;
use super::standards::{brings_its_host, card_gib, has_empty_channels, has_few_cores, has_little_memory, is_narrow};

/// What a host lacks beside its cards, or cards that are no longer bought.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Imbalance {
    /// The card was launched so long ago that it is sold used for the most part.
    OldCard {
        /// Month of its launch.
        launch: &'static str,
    },
    /// Fewer cores than its cards want.
    FewCores {
        /// Cores of the host.
        cores: u64,
        /// Cards.
        cards: u64,
    },
    /// Each card has less than half of its own link.
    NarrowLink {
        /// Lanes of each.
        lanes: u64,
        /// Generation of the link.
        generation: u64,
    },
    /// Less memory than one card has.
    LittleMemory {
        /// Installed, in GiB.
        installed_gib: u64,
        /// What one card has, in GiB.
        card_gib: u64,
    },
    /// Channels of registered memory without a module.
    EmptyChannels {
        /// Modules.
        modules: u64,
        /// Channels.
        channels: u64,
    },
}

/// The parts of a host that these rules look at.
#[derive(Debug, Clone, Copy)]
pub struct Host<'a> {
    /// The processor.
    pub cpu: &'static CpuEntry,
    /// How many of it.
    pub processors: u64,
    /// The memory.
    pub kits: &'a Kits,
}

impl<'a> Host<'a> {
    /// A processor on its board with memory.
    pub const fn new(cpu: &'static CpuEntry, board: Option<&PlatformEntry>, kits: &'a Kits) -> Self {
        Self { cpu, processors: board::processors(board), kits }
    }
}

/// What a machine lacks, whoever chose its parts. A whole computer has no host of other parts.
pub fn imbalance(candidate: &Candidate, host: Option<Host>) -> Option<Imbalance> {
    all(candidate, host).into_iter().flatten().next()
}

/// What a machine lacks that the search is free to choose otherwise: neither named nor there already.
pub fn open_imbalance(order: &Order, candidate: &Candidate, host: Option<Host>) -> Option<Imbalance> {
    all(candidate, host).into_iter().flatten().find(|found| !is_settled(order, candidate, host, found))
}

fn is_settled(order: &Order, candidate: &Candidate, host: Option<Host>, found: &Imbalance) -> bool {
    let asked = &order.asked.hardware;
    let is_there = |id: &str| there(order.owned(), id) > 0;
    match found {
        Imbalance::OldCard { .. } => asked.gpu.is_some() || is_there(candidate.entry.id),
        Imbalance::FewCores { .. } | Imbalance::NarrowLink { .. } => {
            asked.cpu.is_some() || host.is_some_and(|host| is_there(host.cpu.id))
        }
        Imbalance::LittleMemory { .. } | Imbalance::EmptyChannels { .. } => {
            asked.ram_gib.is_some() || host.is_some_and(|host| host.kits.is_there())
        }
    }
}

fn all(candidate: &Candidate, host: Option<Host>) -> [Option<Imbalance>; 5] {
    let entry = &candidate.entry;
    let old = is_old(entry).then_some(Imbalance::OldCard { launch: entry.launch });
    let is_bought_apart = !brings_its_host(form(entry));
    let Some(Host { cpu, processors, kits }) = host.filter(|_| is_bought_apart) else { return [old, None, None, None, None] };
    let (cores, cards) = (cpu.spec.cores() * processors, candidate.count);
    let few_cores = has_few_cores(cores, cards).then_some(Imbalance::FewCores { cores, cards });
    let link @ Pcie { generation, lanes } = entry.spec.host_link(&cpu.spec, cards);
    // Modules of a board reach the host over its switches.
    let is_narrow = form(entry) == GpuForm::Card && is_narrow(link, entry.spec.pcie);
    let narrow = is_narrow.then_some(Imbalance::NarrowLink { lanes, generation });
    let (installed_gib, card_gib) = (kits.total_gib(), card_gib(entry));
    let is_little = has_little_memory(installed_gib, card_gib);
    let little = is_little.then_some(Imbalance::LittleMemory { installed_gib, card_gib });
    let (modules, channels) = (kits.modules(), cpu.spec.memory_channels * processors);
    let is_registered = Platform::of_processor(cpu) != Platform::Desktop;
    let is_empty = is_registered && has_empty_channels(modules, channels);
    let empty = is_empty.then_some(Imbalance::EmptyChannels { modules, channels });
    [old, few_cores, narrow, little, empty]
}

/// Whether a card asks for no better host than another, where so many of it stand side by side: what beats another card does not
/// beat it where it needs a dearer host.
pub fn asks_no_more(a: &GpuEntry, b: &GpuEntry, count: u64) -> bool {
    let memory = |entry: &GpuEntry| if entry.segment == Segment::Unified { 0 } else { card_gib(entry) };
    // Kits double, or grow by half: up to the same power of two both are held by the same.
    let kit = |entry: &GpuEntry| memory(entry).next_power_of_two();
    let link = |entry: &GpuEntry| entry.spec.pcie.bandwidth().get();
    let no_more_memory = memory(a) <= memory(b) || (kit(a) == kit(b) && kit(a) <= SMALL_KITS_GIB);
    no_more_memory && (count == 1 || link(a) <= link(b)) && (!is_old(a) || is_old(b))
}

/// Up to here there is no kit between one power of two and the next that a desktop takes.
const SMALL_KITS_GIB: u64 = 32;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machines::memory;
    use crate::machines::order::AtHand;

    fn candidate(card: &str, count: u64) -> Candidate {
        Candidate { entry: *catalog::gpu(card).expect("a card"), count }
    }

    /// What is found of cards beside a processor with so much memory.
    fn found(card: &str, count: u64, cpu: &str, gib: u64) -> Option<Imbalance> {
        let (candidate, cpu) = (candidate(card, count), catalog::cpu(cpu).expect("a processor"));
        let board = board::cheapest(cpu, &candidate);
        let kits = memory::kits(cpu, board, gib, true, AtHand::NOTHING).expect("kits");
        imbalance(&candidate, Some(Host::new(cpu, board, &kits)))
    }

    /// Each lack is found of parts that have it, and not of their nearest neighbors that have not.
    #[test]
    fn a_machine_lacks_just_what_its_parts_say() {
        let few = Imbalance::FewCores { cores: 6, cards: 2 };
        let narrow = Imbalance::NarrowLink { lanes: 8, generation: 4 };
        let little = Imbalance::LittleMemory { installed_gib: 64, card_gib: 96 };
        let half = Imbalance::EmptyChannels { modules: 4, channels: 8 };
        let old = Imbalance::OldCard { launch: catalog::gpu("titan-rtx").expect("a card").launch };
        for (what, card, count, cpu, gib, expected) in [
            ("six cores for two cards", "rtx-5060-ti-16gb", 2, "ryzen-5-5600x", 32, Some(few)),
            ("eight cores for two cards", "rtx-5060-ti-16gb", 2, "ryzen-7-5800x", 32, None),
            ("six cores for one card", "rtx-5060-ti-16gb", 1, "ryzen-5-5600x", 32, None),
            ("a quarter of the link", "rtx-5090", 2, "ryzen-9-5950x", 64, Some(narrow)),
            ("half of the link, by lanes", "rtx-5090", 2, "core-i9-14900k", 64, None),
            ("half of the link, by generation", "rtx-5090", 1, "ryzen-9-5950x", 64, None),
            ("less memory than the card", "rtx-pro-6000-blackwell-ws", 1, "ryzen-9-5950x", 64, Some(little)),
            ("more memory than the card", "rtx-pro-6000-blackwell-ws", 1, "ryzen-9-5950x", 128, None),
            ("as much memory as the card", "rtx-5090", 1, "ryzen-9-5950x", 32, None),
            ("registered memory on half of its channels", "rtx-a4000", 4, "tr-pro-9955wx", 64, Some(half)),
            ("registered memory on all of its channels", "rtx-a4000", 4, "tr-pro-9955wx", 128, None),
            ("a card of 2018", "titan-rtx", 1, "ryzen-5-5600x", 32, Some(old)),
            ("a card of 2022", "rtx-4090", 1, "ryzen-5-5600x", 32, None),
        ] {
            assert_eq!(found(card, count, cpu, gib), expected, "{what}: {count} x {card}, {cpu}, {gib} GiB");
        }
    }

    #[test]
    fn a_whole_computer_has_no_host_of_other_parts() {
        assert_eq!(imbalance(&candidate("gb10-dgx-spark", 1), None), None);
    }
}
