//! What a builder asks of a machine beside what its run needs: the figures, and how each is compared.
//!
//! The search asks it of parts before anything is planned (`machines/balance.rs`), and the bill of any machine, whoever chose
//! its parts, says what falls short of it (`bom/rules`): both compare here, so that they cannot disagree about a figure. Where
//! they ask differently on purpose, both comparisons stand side by side with the reason.
//!
//! Rules by id are practitioners' (`docs/rules.md`); the rest is the project's own judgment, which says what it rests on.

use catalog::{Cooling, GpuEntry, GpuForm};
use engine::hardware::Pcie;
use engine::units::GIB;

/// Cores that a host has for each card at the least: loaders, kernels' launches and the system share them (rule D5 asks for the
/// balance; four an accelerator is the figure of Puget Systems, hardware recommendations for machine learning).
pub const CORES_PER_CARD: u64 = 4;

/// Cores that so many cards want beside them.
pub const fn cores_wanted(cards: u64) -> u64 {
    CORES_PER_CARD * cards
}

/// Whether a host has fewer cores than its cards want.
pub const fn has_few_cores(cores: u64, cards: u64) -> bool {
    cores < cores_wanted(cards)
}

/// Memory of one card in GiB, rounded up.
#[must_use]
pub const fn card_gib(entry: &GpuEntry) -> u64 {
    entry.spec.memory.0.div_ceil(GIB)
}

/// Whether a host has less memory than one of its cards, both in GiB (rule D5 asks for the balance; RAM to match the largest
/// card's memory is the figure of Tim Dettmers, A Full Hardware Guide to Deep Learning).
pub const fn has_little_memory(installed_gib: u64, card_gib: u64) -> bool {
    installed_gib < card_gib
}

/// Whether memory channels are left without a module (rule C4: narrow memory). The search asks it of registered memory alone,
/// where four or more channels make the difference; the bill says it of any.
pub const fn has_empty_channels(modules: u64, channels: u64) -> bool {
    modules < channels
}

/// Share of a card's own link that it keeps beside others (rule D5 asks for the balance). The share is judgment: half is eight
/// lanes of its generation, or all lanes of the one before, which boards for two cards are made for; less is a board of two
/// generations ago. The bill counts lanes in place of this rate: fewer than `scenario::processor::LEAST_LANES`, or than the
/// card's own.
const LEAST_LINK: f64 = 0.5;

/// Whether a card's link is less than it should keep of its own.
pub fn is_narrow(link: Pcie, own: Pcie) -> bool {
    link.bandwidth().get() < own.bandwidth().get() * LEAST_LINK
}

/// Months for which a card is sold after its launch. Judgment: after six years drivers and frameworks drop it, and most of
/// those on offer are used.
const MONTHS_ON_SALE: u64 = 72;

/// Whether a card is sold used for the most part, and off the market where it has no price, so many months after its launch.
/// The search gives it up and the bill speaks of its age from the same month on, so that no machine that is named is told to
/// be too old.
pub const fn is_past_sale(months: u64) -> bool {
    months > MONTHS_ON_SALE
}

/// Months for which a price says what a part costs. Judgment: prices of memory and cards moved by a factor within a year.
const MONTHS_A_PRICE_HOLDS: u64 = 6;

/// Whether a price of so many months ago says little of today's.
pub const fn is_outdated(months: u64) -> bool {
    months > MONTHS_A_PRICE_HOLDS
}

/// Whole months from a day or month (`YYYY-MM`) to the catalog's own month, 0 for a later one; none where the text is neither.
pub fn months_since(date: &str) -> Option<u64> {
    let now = month(catalog::VERSION, '.')?;
    month(date, '-').map(|then| now.saturating_sub(then))
}

/// Months since the year 0 of `2026-11` or `2026.11.1`.
fn month(text: &str, separator: char) -> Option<u64> {
    let mut parts = text.split(separator).map(str::parse::<u64>);
    Some(parts.next()?.ok()? * 12 + parts.next()?.ok()?)
}

/// Whether a card's own fans leave its warm air in the case.
pub const fn blows_inside(cooling: Cooling) -> bool {
    matches!(cooling, Cooling::Fans)
}

/// Most professional cards with such fans that the search puts into one machine (rule D5: cool what has to hold its clock).
/// Judgment: a rack's chassis, which is what more than four stand in, moves air from front to back through passive or blower
/// cards, and makers list no others for it.
pub const OPEN_FAN_CARDS: u64 = 4;

/// Cards with such fans that find room apart in a rack. Judgment: its fans push air along the cards, whose own push it across.
/// It is less than [`OPEN_FAN_CARDS`] because three and four stand in an open frame as a rule, where they hang on risers.
const MOST_OPEN_IN_RACK: u64 = 2;

/// Whether so many cards with such cooling stand too close in a rack.
pub const fn is_crowded_in_rack(cooling: Cooling, cards: u64) -> bool {
    blows_inside(cooling) && cards > MOST_OPEN_IN_RACK
}

/// Slots that boards have for a card at the least: four cards of two slots each fill WRX80 and WRX90 boards (board makers'
/// tables).
const SLOTS_OF_A_CARD: f64 = 2.0;

/// Whether a card covers more slots than boards have for one: such cards do not stand side by side, and two of them want a
/// board whose slots lie apart.
pub fn is_thick(slots: f64) -> bool {
    slots > SLOTS_OF_A_CARD
}

/// Rows that a card of a thickness covers; one whose thickness nobody states covers two.
pub fn rows_of(slots: Option<f64>) -> u64 {
    slots.unwrap_or(SLOTS_OF_A_CARD).ceil() as u64
}

/// How much more than a processor draws a cooler's maker must rate it for. Judgment: makers rate by their own tests, and reviews
/// find coolers at their limit a fifth below.
pub const COOLER_RESERVE: f64 = 1.2;

/// Whether an accelerator comes with its own processor and memory, of which nothing is asked.
pub const fn brings_its_host(form: GpuForm) -> bool {
    matches!(form, GpuForm::Superchip)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What each comparison says on both sides of its figure.
    #[test]
    fn every_comparison_turns_at_its_figure() {
        for (what, below, at, above) in [
            ("cores of two cards", has_few_cores(7, 2), has_few_cores(8, 2), has_few_cores(9, 2)),
            ("memory of a card", has_little_memory(23, 24), has_little_memory(24, 24), has_little_memory(25, 24)),
            ("channels", has_empty_channels(3, 4), has_empty_channels(4, 4), has_empty_channels(5, 4)),
        ] {
            assert_eq!((below, at, above), (true, false, false), "{what}");
        }
        let open = |cards| is_crowded_in_rack(Cooling::Fans, cards);
        for (what, at, above) in [
            ("on sale", is_past_sale(72), is_past_sale(73)),
            ("a price", is_outdated(6), is_outdated(7)),
            ("side by side in a rack", open(2), open(3)),
            ("slots", is_thick(2.0), is_thick(2.5)),
        ] {
            assert_eq!((at, above), (false, true), "{what}");
        }
        assert!(!is_crowded_in_rack(Cooling::Blower, 8));
    }

    #[test]
    fn a_card_keeps_half_of_its_own_link() {
        let own = Pcie { generation: 5, lanes: 16 };
        assert!(!is_narrow(Pcie { generation: 5, lanes: 8 }, own));
        assert!(!is_narrow(Pcie { generation: 4, lanes: 16 }, own));
        assert!(is_narrow(Pcie { generation: 4, lanes: 8 }, own));
    }

    #[test]
    fn months_are_counted_to_that_of_the_catalog() {
        let day = catalog::VERSION.replace('.', "-");
        assert_eq!(months_since(&day), Some(0));
        assert_eq!(months_since("9999-01"), Some(0));
        assert_eq!(months_since("2018"), None);
        assert_eq!(months_since(""), None);
    }
}
