//! Tables: the allocator's summary and the driver's list of cards.

use std::sync::LazyLock;

use regex::Regex;
use wire::v1::diagnose::{Observed, Symptom};

use crate::flow::{Flow, amount_of, pattern};
use crate::kind::Kind;
use crate::message::Message;

static ALLOCATED: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\| Allocated memory \| [\d.]+ [KMGT]?i?B \| (?P<n>[\d.]+) (?P<u>[KMGT]?i?B) \|"));
static RESERVED: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\| GPU reserved memory \| [\d.]+ [KMGT]?i?B \| (?P<n>[\d.]+) (?P<u>[KMGT]?i?B) \|"));
static CARD: LazyLock<Regex> = LazyLock::new(|| pattern(r"(\d+)MiB / (\d+)MiB \| (?:(\d+)%|N/A)"));

/// The peaks of `torch.cuda.memory_summary()`.
pub(crate) fn summary(flow: &Flow) -> Option<(usize, Message)> {
    let found = ALLOCATED.captures(flow.text())?;
    let place = found.get(0)?.start();
    let reserved = RESERVED.captures(&flow.text()[place..]).and_then(|found| amount_of(&found));
    let observed = Observed { allocated_bytes: amount_of(&found), reserved_bytes: reserved, ..Observed::default() };
    let kind = Kind::AllocatorSummary;
    Some((place, Message { kind, symptom: kind.symptom(), cause: None, quote: flow.quote(place), observed }))
}

/// A card that computes less than this share of the time waits.
const LOW: u64 = 60;
/// A card with less in use than this trains nothing.
const IDLE: u64 = 1 << 30;

/// The fullest card of `nvidia-smi`: its memory, and what of it is free; with what is odd about all of them.
pub(crate) fn card_use(flow: &Flow) -> Option<(usize, Message)> {
    let mib = |text: &str| text.parse::<u64>().ok().and_then(|mib| mib.checked_mul(1 << 20)).filter(|bytes| *bytes <= 1 << 50);
    let cards: Vec<(usize, u64, u64, u64)> = CARD
        .captures_iter(flow.text())
        .filter_map(|found| {
            let group = |group: usize| found.get(group).map(|found| found.as_str());
            Some((found.get(0)?.start(), mib(group(1)?)?, mib(group(2)?)?, group(3).map_or(Some(100), |load| load.parse().ok())?))
        })
        .collect();
    let &(place, used, capacity, load) = cards.iter().max_by_key(|(_, used, ..)| *used)?;
    let symptom = if used >= IDLE && cards.iter().any(|(_, used, ..)| *used < IDLE) {
        Some(Symptom::SecondCardIdle)
    } else if used >= IDLE && load < LOW {
        Some(Symptom::LowUtilization)
    } else {
        None
    };
    let observed =
        Observed { capacity_bytes: Some(capacity), free_bytes: Some(capacity.saturating_sub(used)), ..Observed::default() };
    Some((place, Message { kind: Kind::CardUse, symptom, cause: None, quote: flow.quote(place), observed }))
}
