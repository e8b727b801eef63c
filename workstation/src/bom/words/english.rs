//! Findings in English.

use crate::bom::Finding;
use wording::format::{coarse, count, decimal, trimmed, whole_percent};

#[expect(clippy::too_many_lines, reason = "one line or two a finding")]
pub fn finding(finding: &Finding) -> String {
    match finding {
        Finding::NarrowLink { lanes, own, cards } => format!(
            "{cards} cards leave each x{lanes} of its x{own} lanes; below x8 batches and gradients wait: take a processor with more lanes, or fewer cards"
        ),
        Finding::SharedLink { lanes, own, cards, slows: Some(true) } => format!(
            "{cards} cards leave each x{lanes} of its x{own} lanes, and this run waits for that link; a workstation or server platform gives all lanes"
        ),
        Finding::SharedLink { lanes, own, cards, slows: None } => format!("{} x{lanes} of x{own} lanes", each(*cards)),
        Finding::SharedLink { lanes, own, cards, slows: Some(false) } => {
            format!("{} x{lanes} of x{own} lanes; this run does not wait for them", each(*cards))
        }
        Finding::TooManyCards { cards, most } => {
            format!("{cards} cards, but boards of this class carry {most} with eight lanes each: take another platform, or fewer cards per node")
        }
        Finding::Risers { cards, side_by_side, slots, blows_inside } => {
            let thick = slots.map(|slots| format!(" of {} slots", trimmed(slots, 1))).unwrap_or_default();
            let fans = if *blows_inside { ", and their fans blow warm air at each other" } else { "" };
            format!(
                "{cards} cards{thick} do not stand side by side (such boards take {side_by_side} of two slots{fans}): hang them on risers in an open frame, or take blower cards of two slots"
            )
        }
        Finding::SlotSpacing { cards, slots } => format!(
            "{cards} cards of {} slots each need a board whose two x8 slots lie that far apart, and a case with room below",
            trimmed(*slots, 1)
        ),
        Finding::LongCard { length, takes, is_usual: true } => format!(
            "a usual one of these cards is {} mm long, and the case takes {} mm: choose another case, or a shorter card",
            decimal(*length, 0),
            decimal(*takes, 0)
        ),
        Finding::LongCard { length, takes, is_usual: false } => format!(
            "the case takes cards up to {} mm, and the longest of these is {} mm: look at the length of the one that you buy",
            decimal(*takes, 0),
            decimal(*length, 0)
        ),
        Finding::FewRows { rows, filled } => format!(
            "the last card covers row {filled}, and the case has {rows}: take a case with more rows (rows of slots are remembered for most boards: look at its manual)"
        ),
        Finding::LargeBoard => "the board is larger than the case takes: choose another of the two".to_owned(),
        Finding::LargeSupply => "the case does not take this power supply, or not so many: choose another of the two".to_owned(),
        Finding::OtherCase => "no case of the kind that was asked for holds this machine: the one listed is another".to_owned(),
        Finding::LargeCooler => "the case has no room for the cooler: choose another of the two".to_owned(),
        Finding::WeakCooler { watts, takes } => format!(
            "the cooler takes away {} W for long, and the processor draws {} W: it will clock lower under load",
            decimal(*takes, 0),
            decimal(*watts, 0)
        ),
        Finding::UnratedCooler { watts } => {
            format!("nobody states what this cooler takes away; the processor draws {} W for long", decimal(*watts, 0))
        }
        Finding::SlotLanes { lanes, generation, counted: (more, newer) } => format!(
            "a slot of this board gives its card x{lanes} of PCIe {generation}.0, and the estimate counts with x{more} of PCIe {newer}.0: choose another board"
        ),
        Finding::CloseSlots { gap, rows } => format!(
            "the slots of this board lie {gap} rows apart, and the cards cover {rows}: take thinner cards, a riser or another board (rows of slots are remembered for most boards: look at its manual)"
        ),
        Finding::SharedM2 { drives } => format!(
            "{} in M.2 slots that take lanes from the cards: use the other slots first",
            if *drives == 1 { "one drive sits".to_owned() } else { format!("{drives} drives sit") }
        ),
        Finding::OldFirmware { board, processor, flashes_alone: true } => format!(
            "the board came out in {board}, the processor in {processor}: it may need newer firmware, which this board takes without a processor"
        ),
        Finding::OldFirmware { board, processor, flashes_alone: false } => format!(
            "the board came out in {board}, the processor in {processor}: it may not start before its firmware is renewed with an older one; ask the shop for a board with current firmware"
        ),
        Finding::OtherSystem { accelerators, cards } => {
            format!("the system is sold for other accelerators or another number (it holds {accelerators}) than these {cards}: choose another")
        }
        Finding::SystemPower { inside, delivers } => format!(
            "the parts draw up to {} W, and the system's supplies deliver {} W",
            decimal(*inside, 0),
            decimal(*delivers, 0)
        ),
        Finding::NoPicture => {
            "nothing of the machine has an output for a monitor: install it over the network, or add a small card".to_owned()
        }
        Finding::Few8Pin { needed, available } => format!(
            "the cards need {needed} 8-pin connectors, and the supplies have {available}: take supplies with more, no splitters"
        ),
        Finding::TooManyModules { modules, slots } => {
            format!("{modules} memory modules, but the board has {slots} slots: take larger modules or another platform")
        }
        Finding::TooMuchMemory { asked, most } => {
            format!("{asked} GiB of memory, but processor and board take {most} GiB: take a workstation or server platform")
        }
        Finding::NotAKit { asked, listed } => {
            format!("no kits give just {asked} GiB; the list has {listed} GiB, the figures are those of {asked} GiB")
        }
        Finding::SlowModules { modules, rates: Some((one, two)) } => format!(
            "{modules} modules put two on a channel: {} MT/s in place of {}; two larger modules keep the rate",
            count(*two),
            count(*one)
        ),
        Finding::SlowModules { modules, rates: None } => {
            format!("{modules} modules put two on a channel, which lowers their rate; two larger modules keep it")
        }
        Finding::EmptyChannels { modules: 1, channels } => format!(
            "one module fills one of {channels} memory channels, which halves the memory's rate or worse: take two modules or more"
        ),
        Finding::EmptyChannels { modules, channels } => {
            format!("{modules} modules fill {modules} of {channels} memory channels; filled channels add up in rate")
        }
        Finding::TooFewConnectors { needed, available } => format!(
            "the cards need {needed} 16-pin connectors of their own, and the supplies have {available}: no splitters, take supplies with more"
        ),
        Finding::Adapter { is_12pin: true } => {
            "the maker's own card has a 12-pin connector: its adapter takes two 8-pin cables of the supply, each on its own".to_owned()
        }
        Finding::Adapter { is_12pin: false } => {
            "the card has an 8-pin connector of the processor's kind (EPS): a desktop supply needs an adapter for it".to_owned()
        }
        Finding::SupplyTooSmall { inside, rating } => {
            format!("the node draws {} W inside, the supplies deliver {} W: it shuts down under load", decimal(*inside, 0), decimal(*rating, 0))
        }
        Finding::SupplyAtLimit { inside, rating } => format!(
            "the node draws {} W inside, {} of the supplies' {} W; 75 to 80% is the custom for load that lasts",
            decimal(*inside, 0),
            whole_percent(inside / rating),
            decimal(*rating, 0)
        ),
        Finding::Excursion { transient, survives, is_atx3 } => format!(
            "the cards' excursions may reach {} W for a tenth of a millisecond; such supplies need only survive {} W ({}): take a larger one",
            decimal(*transient, 0),
            decimal(*survives, 0),
            if *is_atx3 { "ATX 3, 200%" } else { "before ATX 3, 150%" }
        ),
        Finding::BelowAdvice { rating, advised } => {
            format!("the card's maker advises a supply of {} W for a machine with one; this one has {} W", decimal(*advised, 0), decimal(*rating, 0))
        }
        Finding::SeveralSupplies { count } => format!(
            "{count} supplies share the node: they need a common ground and start together (adapter, or a board with two 24-pin connectors), and no card takes power from two"
        ),
        Finding::SupplyUnsized { inside } => format!(
            "no supply for a tower is enough or the card's power is not known; the parts that are known draw {} W inside",
            decimal(*inside, 0)
        ),
        Finding::Circuit { wall, carries, volts, amperes } => {
            let remedy = match (volts, amperes) {
                (120, 15) => "use a circuit of 20 A or of 200 to 240 V",
                (100 | 120, _) => "use a circuit of 200 to 240 V",
                (_, 10 | 13) => "use an inlet of 16 A (C20) on a circuit of its own",
                _ => "it needs several feeds, as in a data center",
            };
            format!(
                "a node draws {} W at the wall; {volts} V and {amperes} A carry {} W continuously: {remedy}",
                decimal(*wall, 0),
                decimal(*carries, 0)
            )
        }
        Finding::PassiveCard => {
            "the card has no fans of its own; in a tower it overheats: take a server chassis, or a card with a cooler".to_owned()
        }
        Finding::NoBaseboard => {
            "the accelerators are modules (SXM, OAM) that fit their maker's baseboard alone, which is sold as a server with its processors: take such a server, or PCI Express cards".to_owned()
        }
        Finding::SeveralComputers { count } => {
            format!("{count} of a whole computer are {count} nodes, not cards of one: set the nodes")
        }
        Finding::NoEcc { hours, nodes } => format!(
            "the memory does not correct errors, and the run takes about {} hours on {nodes} {}: a flipped bit spoils it silently; keep checkpoints, or take a platform with ECC",
            coarse(*hours),
            if *nodes == 1 { "node" } else { "nodes" }
        ),
        Finding::NoLink { cards, share, bridged } => {
            let what = match bridged {
                0 => "these cards have no NVLink".to_owned(),
                2 => "only pairs of these cards can be bridged".to_owned(),
                most => format!("at most {most} of these cards can be bridged"),
            };
            format!("{what}: {cards} of them exchange gradients over PCI Express, which takes {} of each step", whole_percent(*share))
        }
        Finding::Network { nodes, share } => format!(
            "{nodes} nodes exchange gradients over the network: at the 100 Gbit/s that the estimate counts with that takes {} of each step; InfiniBand or Ethernet of 200 to 400 Gbit/s shortens it",
            whole_percent(*share)
        ),
        Finding::NoNetworkSlot { cards } => {
            format!("{cards} cards take all lanes of a desktop board, and an adapter of 100 Gbit/s wants eight or sixteen of them: take a workstation platform")
        }
        Finding::BelowTier { installed, low, high, recommended } => format!(
            "{installed} GiB of host memory are below the rule of thumb of {} to {} GiB for these cards (guide, rule C1); the estimate for this run recommends {recommended} GiB{}",
            trimmed(*low, 1),
            trimmed(*high, 1),
            if recommended <= installed { ", and as much is installed" } else { "" }
        ),
        Finding::BelowCard { installed, card } => format!(
            "{installed} GiB of host memory beside cards of {card} GiB each: weights and checkpoints pass through it; have at least as much as one card"
        ),
        Finding::FewCores { cores, cards, wanted } => format!(
            "{cores} cores for {cards} {}: loaders, launches and the system share them; have {wanted} or more (rule D5)",
            if *cards == 1 { "card" } else { "cards" }
        ),
        Finding::TooManyDrives { drives, places } => format!(
            "{drives} drives, and usual boards of this kind have places for {places}: take fewer large ones, an adapter card with lanes of its own, or storage on the network"
        ),
        Finding::Worn { written, endurance } => format!(
            "the run writes {} TB (the data set once, a checkpoint after every epoch), and the maker grants {} TB for the life of the drive: write fewer checkpoints, or take a drive that endures more",
            decimal(*written, 1),
            decimal(*endurance, 0)
        ),
        Finding::Sockets { sockets, channels, modules, cards } => format!(
            "{sockets} processors, each with {channels} memory channels, {modules} modules and {cards} of the cards: start each process beside its card (`numactl --cpunodebind=N --membind=N`). What crosses from one socket to the other is not in the estimate: of two cards at x16 of PCIe 5.0, copies ran at 53 to 56 GB/s within a socket and at 39 to 51 across (voipmonitor/rtx6kpro)"
        ),
        Finding::OpenFans { cards } => format!(
            "{cards} cards whose fans leave the warm air in the case stand side by side in a rack: take the maker's edition with a blower or for servers"
        ),
        Finding::VramIdle { vram, ram } => format!(
            "host memory is full ({}) while the cards' memory lies idle ({} used): more host memory, fewer loader workers or no cache in memory let the batch grow (rule C5)",
            whole_percent(*ram),
            whole_percent(*vram)
        ),
        Finding::RamIdle { vram, ram } => format!(
            "the cards' memory is full ({}) while host memory lies idle ({} used): cache the data set in it, move optimizer states to it, or buy less of it (rule C5)",
            whole_percent(*vram),
            whole_percent(*ram)
        ),
        Finding::PowerUnknown { cards, processors } => format!(
            "the power of {} is not published: the sums lack it, and no energy is stated",
            match (cards, processors) {
                (true, true) => "cards and processors",
                (true, false) => "the cards",
                (false, _) => "the processors",
            }
        ),
        Finding::OldCard { launch, years } => format!(
            "the card was launched in {launch}, {years} years ago: expect used ones, and frameworks and drivers that drop it"
        ),
        Finding::OldPrices { as_of, months } => {
            format!("the oldest price in the sum is of {as_of}, {months} months ago; ask for today's before you order")
        }
        Finding::UnknownPrices { parts: 1 } => "1 line has no known price and is not in the sum".to_owned(),
        Finding::UnknownPrices { parts } => format!("{parts} lines have no known price and are not in the sum"),
        Finding::UnusedPrices { ids, count } => {
            let rest = count - ids.len() as u64;
            let rest = if rest > 0 { format!(" and {rest} more") } else { String::new() };
            format!("own prices that are of no line of this bill, and not in its sum: {}{rest}", ids.join(", "))
        }
        Finding::IdleOwned { ids, count } => {
            let rest = count - ids.len() as u64;
            let rest = if rest > 0 { format!(" and {rest} more") } else { String::new() };
            format!("owned, not used here: {}{rest}", ids.join(", "))
        }
        Finding::Uncertain { parts } => format!("figures of thin or contradicting sources: {}", parts.join(", ")),
    }
}

fn each(cards: u64) -> String {
    if cards == 1 { "the card gets".to_owned() } else { format!("each of {cards} cards gets") }
}
