//! Memory of a card that was refused: the wordings of PyTorch since 0.4, and those of others.

use std::sync::LazyLock;

use regex::Regex;
use wire::v1::diagnose::Observed;

use crate::amount::MOST;
use crate::flow::{Flow, amount, amount_of, pattern};

/// A number with a unit of memory.
const AMOUNT: &str = r"(?P<n>[\d.,]+) ?(?P<u>bytes|[KMGT]i?B)";
/// What a process's context, its libraries and a desktop may hold beside the allocator; what is more is other processes'.
const OWN_AND_DESKTOP: u64 = 1_536 << 20;
/// The driver's tables are a share of the card: one part in so many.
const DRIVER_PART: u64 = 50;
/// Libraries of the run itself (NCCL, other frameworks) may hold up to one part in so many.
const LIBRARIES_PART: u64 = 5;

/// First words of a refusal.
pub(crate) const REFUSAL: &str = r"(?i:(?:(?:OutOfMemory|Runtime)Error: )?(?:CUDA|HIP|XPU|NPU|MLU|MUSA|Out) out of memory\. Tried to allocate|(?:OutOfMemory|Runtime)Error: (?:CUDA|HIP|XPU|NPU|MLU|MUSA) out of memory|MPS backend out of memory|cuda runtime error \(2\) ?: ?out of memory)";

macro_rules! figure {
    ($name:ident, $before:literal, $after:literal) => {
        static $name: LazyLock<Regex> = LazyLock::new(|| pattern(&[$before, AMOUNT, $after].concat()));
    };
}

figure!(REQUESTED, r"(?i)Tried to allocate ", "");
figure!(CAPACITY, "", r" total capacity");
figure!(CAPACITY_OF, r"total capac(?:i)?ty of ", "");
figure!(FREE_OF, r"of which ", r" is free");
figure!(FREE, r"; ", r" free;");
figure!(ALREADY, "", r" already allocated");
figure!(ALLOCATED, r"Of the allocated memory ", r" is allocated by PyTorch");
figure!(RESERVED, r"; ", r" reserved in total by PyTorch");
figure!(CACHED, r"; ", r" cached\)");
figure!(UNALLOCATED, r"and ", r" is reserved by PyTorch but unallocated");
figure!(OWN, r"this process has ", r" memory in use");
figure!(PROCESS, r"Process \d+ has ", r" memory in use");
figure!(MPS_ALLOCATED, r"MPS allocated: ", "");
figure!(MPS_OTHER, r"other allocations: ", "");
figure!(MPS_ALLOWED, r"max allowed: ", "");

static PLACE: LazyLock<Regex> = LazyLock::new(|| pattern(REFUSAL));

/// Where a text last says that memory was refused: programs catch some refusals and try again with less.
pub(crate) fn place(flow: &Flow) -> Option<usize> {
    PLACE.find_iter(flow.text()).last().map(|found| found.start())
}

/// The figures of a refusal.
pub(crate) fn figures(text: &str) -> Observed {
    let text = &text[..end_of_message(text)];
    let allocated = amount(&ALLOCATED, text).or_else(|| amount(&ALREADY, text)).or_else(|| amount(&MPS_ALLOCATED, text));
    // Before 1.4 the message named what was reserved beyond what is in use.
    let beyond = amount(&UNALLOCATED, text).or_else(|| amount(&CACHED, text));
    let reserved = amount(&RESERVED, text).or_else(|| Some(allocated? + beyond?));
    let capacity = amount(&CAPACITY_OF, text).or_else(|| amount(&CAPACITY, text));
    let apple = || {
        let held = amount(&MPS_ALLOCATED, text)? + amount(&MPS_OTHER, text).unwrap_or_default();
        Some(amount(&MPS_ALLOWED, text)?.saturating_sub(held))
    };
    let free = amount(&FREE_OF, text).or_else(|| amount(&FREE, text)).or_else(apple);
    // Rounded figures may contradict each other by a little: the part counts.
    let reserved = reserved.map(|reserved| reserved.max(allocated.unwrap_or_default()));
    let free = free.map(|free| free.min(capacity.unwrap_or(u64::MAX)));
    Observed {
        requested_bytes: amount(&REQUESTED, text),
        capacity_bytes: capacity,
        free_bytes: free,
        allocated_bytes: allocated,
        reserved_bytes: reserved,
        other_programs_bytes: others(text, reserved.or(allocated))
            .filter(|others| {
                capacity
                    .is_none_or(|capacity| others + allocated.unwrap_or_default() <= capacity.max(allocated.unwrap_or_default()))
            })
            .or_else(|| unaccounted(capacity?, free?, reserved?)),
        ..Observed::default()
    }
}

/// A message ends where its advice or the next one begins.
fn end_of_message(text: &str) -> usize {
    let first = PLACE.find(text).map_or(0, |found| found.end());
    PLACE.find_at(text, first).map_or(text.len(), |next| next.start())
}

/// What other processes hold. Inside a container the process does not know its own number outside: it is then the one that holds
/// no less than the allocator, and of those the smallest.
fn others(text: &str, reserved: Option<u64>) -> Option<u64> {
    let mut all: Vec<u64> = PROCESS.captures_iter(text).filter_map(|found| amount_of(&found)).collect();
    if all.is_empty() {
        return amount(&OWN, text).map(|_| 0);
    }
    if amount(&OWN, text).is_none() {
        let own = all.iter().enumerate().filter(|(_, held)| reserved.is_some_and(|reserved| **held >= reserved));
        let own = own.min_by_key(|(_, held)| **held).map(|(place, _)| place);
        if let Some(own) = own {
            all.remove(own);
        }
    }
    Some(all.iter().sum()).filter(|held| *held <= MOST)
}

/// What nobody accounts for, where it is more than a process holds beside its allocator.
fn unaccounted(capacity: u64, free: u64, reserved: u64) -> Option<u64> {
    let rest = capacity.checked_sub(free)?.checked_sub(reserved)?;
    let is_much = rest > OWN_AND_DESKTOP + capacity / DRIVER_PART && rest >= capacity / LIBRARIES_PART;
    Some(if is_much { rest } else { 0 })
}
