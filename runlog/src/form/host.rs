//! Figures of messages about the host and about collectives.

use std::sync::LazyLock;

use regex::Regex;
use wire::v1::diagnose::Observed;

use crate::flow::{amount_of, number, pattern};

/// The kernel's line about a process that it ended: what it held, private and shared.
pub(crate) fn killed(text: &str) -> Observed {
    static HELD: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?:anon-rss|file-rss|shmem-rss):(?P<n>\d+)(?P<u>kB)"));
    // The first process of several: parts of another are behind its own name.
    let first = text.match_indices("illed process").nth(1).map_or(text, |(place, _)| &text[..place]);
    let parts: Vec<u64> = HELD.captures_iter(first).take(3).filter_map(|found| amount_of(&found)).collect();
    Observed { resident_bytes: (!parts.is_empty()).then(|| parts.iter().sum()), ..Observed::default() }
}

/// When a collective was given up.
pub(crate) fn timeout(text: &str) -> Observed {
    static LIMIT: LazyLock<Regex> = LazyLock::new(|| pattern(r"Timeout\(ms\)=(\d+)"));
    static WAITED: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?i)(?:ran for|waiting|in|after) (\d+) ?m(?:illisecond)?s"));
    let milliseconds = number(&LIMIT, text).or_else(|| number(&WAITED, text));
    let timeout_seconds = milliseconds.map(|time| time / 1e3).filter(|time| (1e-3..=1e9).contains(time));
    Observed { timeout_seconds, ..Observed::default() }
}
