//! Progress bars and reports of rates.

use std::sync::LazyLock;

use regex::{Captures, Regex};
use wire::v1::diagnose::Observed;

use crate::flow::{Flow, number, pattern};
use crate::kind::Kind;
use crate::message::Message;

/// A bar of `tqdm`: what it counts, how far it is, and its rate.
static BAR: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?P<what>[\w .:-]{0,40}?)\d+%\| ?[^|]{0,80}\| (?P<done>\d+)/(?P<all>\d+) \[[^\]]{0,40}?, (?P<rate>[\d.]+|\?) ?(?P<unit>s/it|it/s)",
    )
});
/// Bars that count other things than steps.
static OTHER: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)(?:load|process|collat|build|comput|download|fetch|map|tokeniz|filter|generat|cach|shard|eval|valid|predict|test|encod|file|sanity)[\w .:-]*$",
    )
});
static SAMPLES: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?:^|\W)(?:train_)?samples_per_second['\x22]?\s?[:=]\s?['\x22]?([\d.]+)"));

/// The last bar that counts steps before a place, one that has not come to its end.
fn last_bar(text: &str) -> Option<Captures<'_>> {
    let counts = |found: &Captures<'_>| {
        let number = |name: &str| found.name(name).and_then(|number| number.as_str().parse::<u64>().ok());
        let is_other = found.name("what").is_some_and(|what| OTHER.is_match(what.as_str()));
        !is_other && number("done") < number("all")
    };
    BAR.captures_iter(text).filter(counts).last()
}

/// The step that a run was in: the one after those that a bar before a place counts as done.
pub(crate) fn step_before(flow: &Flow, place: usize) -> Option<u64> {
    let done: u64 = last_bar(&flow.text()[..place])?.name("done")?.as_str().parse().ok()?;
    done.checked_add(1).filter(|step| *step <= 1_000_000_000_000)
}

/// How fast a run is, in its own words.
pub(crate) fn read(flow: &Flow) -> Option<(usize, Message)> {
    let message = |place: usize, observed| {
        Some((
            place,
            Message { kind: Kind::Pace, symptom: Kind::Pace.symptom(), cause: None, quote: flow.quote(place), observed },
        ))
    };
    if let Some(rate) = number(&SAMPLES, flow.text()).filter(|rate| (1e-6..=1e12).contains(rate)) {
        let place = SAMPLES.find(flow.text())?.start();
        return message(place, Observed { samples_per_second: Some(rate), ..Observed::default() });
    }
    let bar = last_bar(flow.text())?;
    let rate: f64 = bar.name("rate")?.as_str().parse().ok()?;
    let seconds = if bar.name("unit")?.as_str() == "s/it" { rate } else { 1.0 / rate };
    let step_seconds = Some(seconds).filter(|seconds| (1e-9..=1e9).contains(seconds))?;
    message(bar.get(0)?.start(), Observed { step_seconds: Some(step_seconds), ..Observed::default() })
}
