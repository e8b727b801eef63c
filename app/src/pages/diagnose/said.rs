//! What the run says: each known message of a text with an answer, and the figures that it holds.

use engine::units::{Bytes, SamplesPerSecond, Seconds};
use leptos::prelude::*;
use runlog::{Message, words};
use scenario::diagnose::FIGURES;
use wire::v1::diagnose::Observed;
use wording::format;

use crate::locale::{Locale, colon};
use crate::messages::diagnose as text;

/// The messages of a pasted text, nearest to the cause first; the others are folded.
pub(super) fn said(messages: &[Message], locale: Locale) -> AnyView {
    let Some((first, others)) = messages.split_first() else {
        return view! { <p role="alert" data-testid="nothing-known">{text::nothing_known(locale)}</p> }.into_any();
    };
    let also = (!others.is_empty()).then(|| {
        let others: Vec<_> = others.iter().map(|message| view! { <li>{of(message, locale)}</li> }).collect();
        view! {
            <details class="more">
                <summary>{text::also(locale)} " (" {format::tally(messages.len() - 1)} ")"</summary>
                <ul class="checks">{others}</ul>
            </details>
        }
    });
    view! {
        <section class="card said" data-testid="said" aria-labelledby="said">
            <h2 id="said">{text::said(locale)}</h2>
            {of(first, locale)}
            {also}
        </section>
    }
    .into_any()
}

fn of(message: &Message, locale: Locale) -> AnyView {
    let (title, answer) = words::told(message.kind, message.cause, locale);
    view! {
        <h3 data-testid=format!("message-{}", message.kind.id())>{title}</h3>
        <p class="sentence">{answer}</p>
        <blockquote translate="no"><code>{message.quote.clone()}</code></blockquote>
        {figures(message.observed, locale)}
    }
    .into_any()
}

/// The figures of a run by name; none where there are none.
pub(super) fn figures(observed: Observed, locale: Locale) -> Option<AnyView> {
    let items: Vec<_> = FIGURES
        .iter()
        .filter_map(|figure| {
            let label = text::figure(figure.name, locale)?;
            let value = written(figure.name, observed, locale)?;
            Some(view! {
                <div>
                    <dt>{label}</dt>
                    <dd>{value}</dd>
                </div>
            })
        })
        .collect();
    (!items.is_empty()).then(|| {
        view! {
            <p class="fine">{text::from_text(locale)} {colon(locale)}</p>
            <dl class="seen" data-testid="seen">{items}</dl>
        }
        .into_any()
    })
}

fn written(name: &str, observed: Observed, locale: Locale) -> Option<String> {
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
    let size = |bytes: Option<u64>| bytes.map(|bytes| format::size(Bytes(bytes)));
    let time = |seconds: Option<f64>| seconds.map(|seconds| format::measured_time(Seconds::new(seconds), locale));
    match name {
        "samples_per_second" => samples_per_second.map(|rate| format::samples(SamplesPerSecond::new(rate))),
        "step_seconds" => time(step_seconds),
        "timeout_seconds" => time(timeout_seconds),
        "times_slower" => times_slower.map(format::concise),
        "step" => step.map(format::count),
        "requested_bytes" => size(requested_bytes),
        "capacity_bytes" => size(capacity_bytes),
        "free_bytes" => size(free_bytes),
        "allocated_bytes" => size(allocated_bytes),
        "reserved_bytes" => size(reserved_bytes),
        "other_programs_bytes" => size(other_programs_bytes),
        "resident_bytes" => size(resident_bytes),
        _ => None,
    }
}
