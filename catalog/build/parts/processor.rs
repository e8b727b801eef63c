//! Power, memory rates and sockets of processors.

use super::GATE;
use crate::emit::{literal, option, price};
use crate::row::Row;

/// Words for error correction with their variants of `Ecc`.
const ECC: [(&str, &str); 3] = [("yes", "Yes"), ("some-boards", "SomeBoards"), ("no", "No")];

/// `Ecc` of a row.
pub fn ecc(row: &Row<'_>) -> String {
    let word = row.choice("ecc", &ECC.map(|(word, _)| word));
    let variant = ECC.iter().find(|(known, _)| *known == word).map_or("No", |(_, variant)| variant);
    format!("Ecc::{variant}")
}

/// The fields of a processor that a build plan asks for.
pub fn fields(row: &Row<'_>) -> String {
    let watts = |key: &str| row.optional_number(key, &(35.0..=700.0));
    let (base, boost) = (watts("base_power_w"), watts("boost_power_w"));
    row.check(boost.is_none() || base <= boost, "boost_power_w", "is below the power at base clock");
    let power = |watts: Option<f64>| option(watts.map(|watts| format!("Watts::new({watts:?})")));
    format!(
        "{GATE}launch_price: {}, {GATE}base_power: {}, {GATE}boost_power: {}, {GATE}memory_rates: {}, {GATE}ecc: {}, {GATE}has_graphics: {}, {GATE}max_sockets: {}, {GATE}lane_note: {:?}, {GATE}lane_note_zh: {:?},",
        price(row, "launch_price"),
        power(base),
        power(boost),
        memory_rates(row),
        ecc(row),
        row.optional_flag("integrated_graphics").unwrap_or_default(),
        row.whole("max_sockets", &(1..=8)),
        row.text("lane_note"),
        row.text("lane_note_zh"),
    )
}

fn memory_rates(row: &Row<'_>) -> String {
    let rate = |key: &str| row.optional_whole(key, &(2133..=12_800));
    let (one, two, single_rank) =
        (rate("memory_mt_per_s"), rate("memory_2dpc_mt_per_s"), rate("memory_2dpc_single_rank_mt_per_s"));
    row.check(two.is_none() || two <= one, "memory_2dpc_mt_per_s", "is above the rate with one module a channel");
    row.check(
        single_rank.is_none() || (two.is_some() && two < single_rank && single_rank <= one),
        "memory_2dpc_single_rank_mt_per_s",
        "must lie between the rates with two modules and with one",
    );
    let one_only = row.optional_flag("memory_1dpc_only").unwrap_or_default();
    row.check(!one_only || two.is_none(), "memory_1dpc_only", "contradicts a rate with two modules a channel");
    let unverified = row.optional_flag("memory_2dpc_unverified").unwrap_or_default();
    row.check(!unverified || two.is_some(), "memory_2dpc_unverified", "is about a rate that is missing");
    let whole = |rate: Option<u64>| option(rate.map(literal));
    format!(
        "MemoryRates {{ one_per_channel: {}, two_per_channel: {}, two_single_rank: {}, one_only: {one_only}, unverified: {unverified} }}",
        whole(one),
        whole(two),
        whole(single_rank),
    )
}
