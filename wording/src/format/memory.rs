//! Memory, in binary units, and room on drives, in decimal ones.

use engine::units::{Bytes, GB, GIB, KIB, MIB, TB};

use super::number::{count, decimal};

/// Below this much of a GiB an amount in a sentence is told in MiB: one decimal of a GiB would say little of it.
const SMALL_GIB: f64 = 0.95;

/// Memory in GiB with one decimal, unit included: `21.4 GiB`.
///
/// ```
/// use engine::units::Bytes;
/// assert_eq!(wording::format::gib(Bytes::from_mib(24564)), "24.0 GiB");
/// ```
#[must_use]
pub fn gib(amount: Bytes) -> String {
    format!("{} GiB", gib_number(amount))
}

/// Memory in GiB with one decimal, or none where it is a whole number of at least 10: `21.4`, `64`.
#[must_use]
pub fn gib_number(amount: Bytes) -> String {
    if amount.0 >= 10 * GIB && amount.0.is_multiple_of(GIB) {
        return count(amount.0 / GIB);
    }
    let (whole, rest) = (amount.0 / GIB, amount.0 % GIB);
    let tenths = (rest * 10 + GIB / 2) / GIB;
    format!("{}.{}", count(whole + tenths / 10), tenths % 10)
}

/// Memory of a card in GiB with two decimals, as drivers tell capacities apart: `23.99 GiB`; `gib` is in GiB.
#[must_use]
pub fn fine_gib(gib: f64) -> String {
    format!("{} GiB", decimal(gib, 2))
}

/// Memory in whole MiB, as a driver reports a card's: `24,564 MiB`.
#[must_use]
pub fn mib(amount: Bytes) -> String {
    format!("{} MiB", count(amount.0 / MIB))
}

/// A kit of memory as it is sold: `64 GiB`.
#[must_use]
pub fn kit(amount: Bytes) -> String {
    format!("{} GiB", decimal(amount.as_gib(), 0))
}

/// Memory in the largest binary unit that leaves a digit before the point, for tables: `1.23 GiB`, `97.5 MiB`, `512 B`.
#[must_use]
pub fn bytes(amount: Bytes) -> String {
    let value = amount.as_f64();
    match amount.0 {
        GIB.. => format!("{} GiB", decimal(value / GIB as f64, if amount.0 < 10 * GIB { 2 } else { 1 })),
        MIB.. => format!("{} MiB", decimal(value / MIB as f64, u32::from(amount.0 < 100 * MIB))),
        KIB.. => format!("{} KiB", decimal(value / KIB as f64, 0)),
        _ => format!("{} B", amount.0),
    }
}

/// Memory for sentences: in GiB with one decimal, or in whole MiB or KiB where it is small.
#[must_use]
pub fn size(amount: Bytes) -> String {
    if amount.0 < MIB {
        format!("{} KiB", amount.0.div_ceil(KIB))
    } else if amount.as_gib() < SMALL_GIB {
        format!("{} MiB", decimal(amount.as_f64() / MIB as f64, 0))
    } else {
        format!("{} GiB", decimal(amount.as_gib(), 1))
    }
}

/// An amount on a drive, in the decimal units of its label: `512 GB`, `7.7 TB`; at least `1 GB`.
#[must_use]
pub fn stored(amount: Bytes) -> String {
    let value = amount.as_f64();
    if value >= TB { format!("{} TB", decimal(value / TB, 1)) } else { format!("{} GB", decimal((value / GB).max(1.0), 0)) }
}

/// The least room that a drive must have: rounded, it does not become less.
#[must_use]
pub fn stored_at_least(amount: Bytes) -> String {
    let unit = if amount.as_f64() >= TB { TB / 10.0 } else { GB };
    stored(amount.rounded_up_to(unit as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headlines_tables_and_sentences_round_alike() {
        for (amount, headline, table, sentence) in [
            (Bytes(0), "0.0 GiB", "0 B", "0 KiB"),
            (Bytes(1), "0.0 GiB", "1 B", "1 KiB"),
            (Bytes(1536), "0.0 GiB", "2 KiB", "2 KiB"),
            (Bytes::from_mib(97) + Bytes(512 * KIB), "0.1 GiB", "97.5 MiB", "98 MiB"),
            (Bytes::from_mib(512), "0.5 GiB", "512 MiB", "512 MiB"),
            (Bytes::from_mib(1000), "1.0 GiB", "1,000 MiB", "1.0 GiB"),
            (Bytes::from_mib(1536), "1.5 GiB", "1.50 GiB", "1.5 GiB"),
            (Bytes::from_gib(16) + Bytes::from_mib(256), "16.3 GiB", "16.3 GiB", "16.3 GiB"),
            (Bytes::from_gib(21) + Bytes::from_mib(768), "21.8 GiB", "21.8 GiB", "21.8 GiB"),
            (Bytes(22_977_000_000), "21.4 GiB", "21.4 GiB", "21.4 GiB"),
            (Bytes::from_mib(24_564), "24.0 GiB", "24.0 GiB", "24.0 GiB"),
            (Bytes::from_gib(64), "64 GiB", "64.0 GiB", "64.0 GiB"),
            (Bytes::from_gib(1536), "1,536 GiB", "1,536.0 GiB", "1,536.0 GiB"),
        ] {
            assert_eq!((gib(amount).as_str(), bytes(amount).as_str(), size(amount).as_str()), (headline, table, sentence));
        }
    }

    #[test]
    fn capacities_are_those_of_a_driver() {
        let card = Bytes::from_mib(24_564);
        assert_eq!((mib(card).as_str(), fine_gib(card.as_gib()).as_str()), ("24,564 MiB", "23.99 GiB"));
        assert_eq!((kit(Bytes::from_gib(64)).as_str(), kit(Bytes::from_gib(2048)).as_str()), ("64 GiB", "2,048 GiB"));
    }

    #[test]
    fn drives_are_told_in_the_units_of_their_labels() {
        for (amount, text, least) in [
            (0, "1 GB", "1 GB"),
            (1, "1 GB", "1 GB"),
            (1_400_000_000, "1 GB", "2 GB"),
            (512_000_000_000, "512 GB", "512 GB"),
            (999_600_000_000, "1,000 GB", "1.0 TB"),
            (7_710_000_000_000, "7.7 TB", "7.8 TB"),
            (1_234_500_000_000_000, "1,234.5 TB", "1,234.5 TB"),
        ] {
            assert_eq!((stored(Bytes(amount)).as_str(), stored_at_least(Bytes(amount)).as_str()), (text, least));
        }
    }
}
