//! Reading a text.

use std::sync::LazyLock;

use regex::{Regex, RegexSet};
use wire::v1::diagnose::{Observed, Symptom};

use crate::flow::{Flow, number, pattern};
use crate::form::{FORMS, Form, pace};
use crate::kind::Kind;
use crate::message::Message;
use crate::{card, cause, table};

/// As much of a text is read: its end, where a run says why it failed.
pub const MOST_BYTES: usize = 256 << 10;

/// Share of the time in percent from which on a card is not waiting.
const MOSTLY_BUSY: f64 = 85.0;
/// Words before a value that make it another one than that of a step: the best so far, that of an evaluation.
static SPOKEN_OF: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?i)(?:best|min|initial|init|eval\w*|val\w*|test|no|not|without|number of|handles?|if|when) ?\W?$")
});
/// Words after it that deny it.
static DENIED: LazyLock<Regex> = LazyLock::new(|| pattern(r"^\w*\W{0,3}(?:False|0\b|none\b|by skipping)"));
static BUSY: LazyLock<Regex> = LazyLock::new(|| pattern(r"GPU busy (\d+) %"));

static SET: LazyLock<RegexSet> = LazyLock::new(|| {
    let patterns = FORMS.iter().map(|form| form.pattern.as_str());
    RegexSet::new(patterns).unwrap_or_else(|error| panic!("{error}"))
});

/// What a text says, what is nearest to the cause first; each kind once, where it is first said.
#[must_use]
pub fn read(text: &str) -> Vec<Message> {
    let flow = Flow::new(end_of(text));
    let mut found: Vec<(usize, Message)> = Vec::new();
    for index in SET.matches(flow.text()) {
        let Form { kind, pattern: form, figures } = &FORMS[index];
        let Some(place) = place_of(*kind, form, &flow) else { continue };
        let observed = figures(flow.after(place));
        let symptom = symptom_of(*kind, flow.after(place));
        let message = Message { kind: *kind, symptom, cause: None, quote: flow.quote(place), observed };
        match found.iter_mut().find(|(_, known)| known.kind == *kind) {
            // Of two forms of one message the one with more figures is it.
            Some(known) if count(&message.observed) > count(&known.1.observed) => *known = (place, message),
            Some(_) => {}
            None => found.push((place, message)),
        }
    }
    // The kernel's lines about a container hold those about a machine as a part.
    if found.iter().any(|(_, message)| message.kind == Kind::LimitKilled) {
        found.retain(|(_, message)| message.kind != Kind::HostKilled);
    }
    found.extend(table::summary(&flow).into_iter().chain(table::card_use(&flow)));
    found.extend(pace::read(&flow));
    found.sort_by(|(place, a), (other, b)| a.kind.distance().cmp(&b.kind.distance()).then(place.cmp(other)));
    let mut messages: Vec<Message> = found.into_iter().map(|(_, message)| message).collect();
    complete(&mut messages, &flow);
    messages
}

/// Where a form says what it is about: of refusals the last, of losses the first that is not spoken of in another way.
fn place_of(kind: Kind, form: &Regex, flow: &Flow) -> Option<usize> {
    let mut places = form.find_iter(flow.text());
    match kind {
        Kind::CardMemory => places.last().map(|found| found.start()),
        Kind::NotANumber => {
            let said = |found: &regex::Match<'_>| {
                let before = flow.before(found.start());
                let after = flow.after(found.end());
                !SPOKEN_OF.is_match(before) && !DENIED.is_match(after)
            };
            places.find(said).map(|found| found.start())
        }
        _ => places.next().map(|found| found.start()),
    }
}

/// A card that is busy all the time waits for nothing: its trace asks why the work takes so long.
fn symptom_of(kind: Kind, text: &str) -> Option<Symptom> {
    let busy = (kind == Kind::Profile).then(|| number(&BUSY, text)).flatten();
    if busy.is_some_and(|busy| busy >= MOSTLY_BUSY) { Some(Symptom::ThroughputBelowEstimate) } else { kind.symptom() }
}

/// What the first message leaves out and later ones of its symptom say; and the step, which progress bars tell.
fn complete(messages: &mut [Message], flow: &Flow) {
    let Some((first, later)) = messages.split_first_mut() else { return };
    for message in later.iter().filter(|message| message.symptom == first.symptom) {
        let more = message.observed;
        let seen = &mut first.observed;
        seen.resident_bytes = seen.resident_bytes.or(more.resident_bytes);
        if seen.allocated_bytes.is_none() {
            (seen.allocated_bytes, seen.reserved_bytes) = (more.allocated_bytes, more.reserved_bytes);
        }
        if seen.capacity_bytes.is_none() && more.capacity_bytes >= seen.free_bytes {
            seen.capacity_bytes = more.capacity_bytes;
        }
    }
    if matches!(first.kind, Kind::CardMemory | Kind::LibraryMemory) {
        let place = card::place(flow).unwrap_or(flow.text().len());
        first.observed.step = pace::step_before(flow, place);
    }
    for message in messages.iter_mut().filter(|message| message.kind == Kind::CardMemory) {
        message.cause = cause::of_card(&message.observed);
    }
}

fn count(observed: &Observed) -> usize {
    let Observed {
        samples_per_second,
        step_seconds,
        times_slower,
        step,
        requested_bytes,
        capacity_bytes,
        free_bytes,
        allocated_bytes,
        reserved_bytes,
        other_programs_bytes,
        resident_bytes,
        timeout_seconds,
    } = observed;
    let numbers = [samples_per_second, step_seconds, times_slower, timeout_seconds];
    let amounts = [
        step,
        requested_bytes,
        capacity_bytes,
        free_bytes,
        allocated_bytes,
        reserved_bytes,
        other_programs_bytes,
        resident_bytes,
    ];
    numbers.iter().filter(|figure| figure.is_some()).count() + amounts.iter().filter(|figure| figure.is_some()).count()
}

/// The last bytes of a text, from the next whole letter on.
pub(crate) fn end_of(text: &str) -> &str {
    let mut start = text.len().saturating_sub(MOST_BYTES);
    while !text.is_char_boundary(start) {
        start += 1;
    }
    &text[start..]
}
