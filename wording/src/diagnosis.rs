//! Diagnoses: symptoms, causes, what was found, and what to look at on the machine.

mod chinese;
mod english;
mod places;
mod probes;
mod seen;
mod titles;

pub use probes::{probe_command, probe_text};
pub use titles::{check_title, check_verdict, symptom_about, symptom_title};

use engine::diagnosis::Finding;
use engine::estimate::Change;

use crate::{changes_title, changes_why};
use wire::locale::Locale;

/// What a remedy changes, in a few words: fewer of something is said to be fewer.
#[must_use]
pub fn remedy_title(id: &str, changes: &[Change], locale: Locale) -> String {
    let title = changes_title(changes, locale);
    match id {
        "fewer-workers" | "less-prefetch" => locale.pick("only ", "只用 ").to_owned() + &title,
        _ => title,
    }
}

/// Why a remedy works and what it costs.
#[must_use]
pub fn remedy_why(id: &str, changes: &[Change], locale: Locale) -> &'static str {
    match id {
        "fewer-workers" => locale.pick(
            "each worker holds memory of its own and the batches that it keeps ready; fewer of them may leave the GPU waiting",
            "每个加载进程都占用自己的内存和预备的批次；减少后 GPU 可能需要等待",
        ),
        "less-prefetch" => locale.pick(
            "each worker keeps fewer batches ready; one that takes longer is felt sooner",
            "每个加载进程预备的批次更少；个别较慢的批次更容易造成停顿",
        ),
        _ => changes_why(changes, locale),
    }
}

/// What was found, with its figures: a sentence without full stop.
#[must_use]
pub fn check_text(finding: &Finding, locale: Locale) -> String {
    match locale {
        Locale::En => english::finding(finding),
        Locale::Zh => chinese::finding(finding),
    }
}
