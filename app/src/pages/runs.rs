//! Runs that the catalog's pages tell of: a model by a method on a card, answered by the engine once in a process.

use std::collections::BTreeMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use api::verdict::{Standing, Verdict};
use catalog::{GpuEntry, ModelEntry, ModelFamily};
use engine::estimate::Estimate;
use engine::units::{Bytes, SamplesPerSecond};
use leptos::prelude::*;
use scenario::{FieldError, query};
use wire::v1::Scenario;
use wire::v1::choices::{ActivationCheckpointing, Method};
use wire::v1::scenario::{Constraints, GpuChoice};
use wording::format;

use crate::components::stages::bound_text;
use crate::components::verdict::word;
use crate::locale::Locale;
use crate::messages::{choices, products as text};

/// A model by a method on one card, all else as the planner would have it.
#[derive(Debug, Clone, Copy)]
pub struct Run {
    /// The card.
    pub gpu: &'static GpuEntry,
    /// The model.
    pub model: &'static ModelEntry,
    /// How it trains.
    pub method: Method,
}

/// What came of it.
#[derive(Debug, Clone)]
enum Outcome {
    /// The engine's answer, as far as the pages tell it.
    Answer { verdict: Verdict, needed: Bytes, largest: u64, rate: SamplesPerSecond, bound: &'static str, bound_zh: &'static str },
    /// The card or the model does not take it.
    Refused(Vec<FieldError>),
}

/// Answers are kept for as long as the process lives: there are no more of them than cards x models x methods, and each is a
/// few dozen bytes.
static KNOWN: LazyLock<Mutex<BTreeMap<Key, Outcome>>> = LazyLock::new(Mutex::default);

/// Card, model and method.
type Key = (&'static str, &'static str, &'static str);

impl Run {
    /// The run as the planner takes it.
    pub fn scenario(&self) -> Scenario {
        let mut scenario = Scenario::default();
        scenario.hardware.gpu = Some(GpuChoice::Id(self.gpu.id.to_owned()));
        scenario.model.id = Some(self.model.id.to_owned());
        scenario.training.method = Some(self.method);
        if matches!(self.model.family, ModelFamily::Decoder | ModelFamily::Seq2seq) {
            scenario.training.activation_checkpointing = Some(ActivationCheckpointing::Full);
        }
        scenario.training.epochs = crate::plan::few_epochs(&scenario).and_then(|epochs| epochs.parse().ok());
        scenario
    }

    /// Where the planner shows it.
    fn href(&self) -> String {
        format!("/plan?{}", query::to_string(&self.scenario(), &[]))
    }

    fn outcome(&self) -> Outcome {
        let key = (self.gpu.id, self.model.id, self.method.as_str());
        // What a thread that panicked left behind is whole: an answer goes in in one piece.
        let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(outcome) = known().get(&key) {
            return outcome.clone();
        }
        let outcome = match scenario::resolve(&self.scenario()) {
            Ok(request) => Outcome::of(&engine::answer::estimate(&request)),
            Err(errors) => Outcome::Refused(errors),
        };
        known().insert(key, outcome.clone());
        outcome
    }
}

impl Outcome {
    fn of(estimate: &Estimate) -> Self {
        let bound = estimate.speed.bound_by;
        Self::Answer {
            verdict: Standing::of(estimate, &Constraints::default()).verdict,
            needed: estimate.vram.device_peak,
            largest: estimate.max_micro_batch_size,
            rate: estimate.speed.rate,
            bound: bound_text(bound, Locale::En),
            bound_zh: bound_text(bound, Locale::Zh),
        }
    }
}

/// What the first column of a table names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// The model; the page is the card's.
    Model,
    /// The card; the page is the model's.
    Gpu,
}

/// Draws runs as a table, a row each that opens as a plan.
pub fn table(runs: &[Run], subject: Subject, caption: &'static str, locale: Locale) -> AnyView {
    let rows: Vec<_> = runs.iter().map(|run| row(run, subject, locale)).collect();
    let first = if subject == Subject::Model { text::model(locale) } else { text::gpu(locale) };
    view! {
        <div class="scroll" tabindex="0" role="region" aria-label=caption>
            <table class="catalog runs" data-testid="runs">
                <thead>
                    <tr>
                        <th scope="col">{first}</th>
                        <th scope="col">{text::verdict(locale)}</th>
                        <th scope="col">{wording::process_vram(locale)}</th>
                        <th scope="col">{text::largest_batch(locale)}</th>
                        <th scope="col">{text::samples(locale)}</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}

fn row(run: &Run, subject: Subject, locale: Locale) -> AnyView {
    let name = if subject == Subject::Model { run.model.name } else { run.gpu.name };
    let head = view! {
        <th scope="row">
            <a href=run.href()>{name}</a>
            <span class="fine">{" "}{method_name(run.method, locale)}</span>
        </th>
    };
    match run.outcome() {
        Outcome::Refused(errors) => {
            let why: Vec<String> = errors.iter().map(|error| error.detail(locale)).collect();
            view! { <tr>{head}<td colspan="4">{why.join(locale.pick("; ", "；"))}</td></tr> }.into_any()
        }
        Outcome::Answer { verdict, needed, largest, rate, bound, bound_zh } => {
            let (class, runs) = match verdict {
                Verdict::Fits => ("tag good", true),
                Verdict::Tight => ("tag", true),
                _ => ("tag bad", false),
            };
            let word = word(verdict, locale);
            // The speed of a run that does not fit means nothing.
            let rate = if runs { format::samples(rate) } else { "–".to_owned() };
            let bound = runs.then(|| locale.pick(bound, bound_zh));
            view! {
                <tr>
                    {head}
                    <td><span class=class>{word}</span></td>
                    <td>{format::gib(needed)}</td>
                    <td>{format::count(largest)}</td>
                    <td>{rate} <span class="fine note">{bound}</span></td>
                </tr>
            }
            .into_any()
        }
    }
}

/// A method's name.
#[must_use]
pub const fn method_name(method: Method, locale: Locale) -> &'static str {
    match method {
        Method::Full => choices::full(locale),
        Method::Lora => choices::lora(locale),
        Method::Qlora => choices::qlora(locale),
        Method::FrozenBackbone => choices::frozen_backbone(locale),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_answered_as_the_planner_answers_it() {
        let run =
            Run { gpu: catalog::gpu("rtx-4090").unwrap(), model: catalog::model("llama-3-8b").unwrap(), method: Method::Qlora };
        let plan = crate::plan::read(query::decode(run.href().trim_start_matches("/plan?"))).plan.expect("answers");
        for _ in 0..2 {
            match run.outcome() {
                Outcome::Answer { verdict, largest, rate, .. } => {
                    assert_eq!(verdict, plan.standing().verdict);
                    assert_eq!(largest, plan.estimate.max_micro_batch_size);
                    assert_eq!(rate, plan.estimate.speed.rate);
                }
                Outcome::Refused(errors) => panic!("{errors:?}"),
            }
        }
    }
}
