//! Models that run, side by side: each is answered and billed alone, and the comparison says what differs and which is best.

use serde_json::Value as Json;

use super::differences::differences;
use super::label;
use super::prefix;
use crate::bill::bom_with_in;
use crate::convert;
use crate::priced::of_bills;
use scenario::error::{FieldError, Reason};
use scenario::prices::by_id;
use scenario::{json, limits, problem};
use wire::locale::Locale;
use wire::v1::bom::Bom;
use wire::v1::choices::Workload;
use wire::v1::compare::{Best, Better, ComparedRun, RunComparison, RunLimits, RunSpeed, RunVram};
use wire::v1::estimate::{Answer, Note};
use wire::v1::{Prices, Problem, ProblemCode, Scenario};

/// What models that run are compared by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunMeasure {
    /// Requests, pictures or texts at a time.
    Concurrency,
    /// Tokens of the longest request.
    Context,
    /// Tokens a second of each request.
    Pace,
    /// Tokens a second of all.
    Total,
    /// The first token.
    FirstToken,
    /// Pictures a second.
    Images,
    /// Videos a second.
    Videos,
    /// Seconds of sound a second.
    Audio,
    /// Texts a second.
    Texts,
    /// Host memory that is needed.
    Ram,
    /// Price of the machine.
    Price,
    /// Energy of a million tokens.
    Energy,
}

impl RunMeasure {
    /// All measures, in the order of an answer.
    pub const ALL: [Self; 12] = [
        Self::Concurrency,
        Self::Context,
        Self::Pace,
        Self::Total,
        Self::FirstToken,
        Self::Images,
        Self::Videos,
        Self::Audio,
        Self::Texts,
        Self::Ram,
        Self::Price,
        Self::Energy,
    ];

    /// JSON pointer of the measure in an entry of an answer.
    #[must_use]
    pub const fn pointer(self) -> &'static str {
        match self {
            Self::Concurrency => "/limits/max_concurrency",
            Self::Context => "/limits/max_context",
            Self::Pace => "/speed/decode_tokens_per_second",
            Self::Total => "/speed/total_tokens_per_second",
            Self::FirstToken => "/speed/time_to_first_token_seconds",
            Self::Images => "/speed/images_per_second",
            Self::Videos => "/speed/videos_per_second",
            Self::Audio => "/speed/audio_seconds_per_second",
            Self::Texts => "/speed/texts_per_second",
            Self::Ram => "/ram/peak_bytes",
            Self::Price => "/price/amount",
            Self::Energy => "/tokens/kwh_per_million_tokens",
        }
    }

    /// Which end is the better one.
    #[must_use]
    pub const fn better(self) -> Better {
        match self {
            Self::FirstToken | Self::Ram | Self::Price | Self::Energy => Better::Lower,
            _ => Better::Higher,
        }
    }
}

/// Members of prices that bills of models that run go by beside those of parts.
const COSTS: [&str; 4] = ["electricity_per_kwh", "pue", "api_input_per_million_tokens", "api_output_per_million_tokens"];

/// Values that differ by less than this share are printed alike, so that none of them is better.
const ALIKE: f64 = 1e-3;

/// Whether scenarios are compared as models that run: the first of them is one.
#[must_use]
pub fn is_of_runs(asked: &[Scenario]) -> bool {
    asked.first().is_some_and(|first| first.task == Some(Workload::Inference))
}

/// Two to six models that run, with sentences in the reader's language, by own prices where there are any.
///
/// # Errors
/// Fewer or more than can be compared, one that trains, or every field at fault of any of them or of the prices.
pub fn run_comparison(asked: &[Scenario], own: &Prices, locale: Locale) -> Result<RunComparison, Problem> {
    let mut faults = faults(asked);
    // Tokens have costs that go by these.
    let is_read = |pointer: &str| COSTS.iter().any(|name| pointer.strip_prefix("/prices/") == Some(name));
    faults.extend(of_bills(own).into_iter().filter(|fault| !is_read(&fault.pointer)));
    faults.truncate(limits::ERRORS);
    if !faults.is_empty() {
        return Err(problem::invalid(&faults));
    }
    let sides = sides(asked, own, locale)?;
    let documents: Vec<Json> = sides.iter().map(|side| serde_json::to_value(side).unwrap_or_default()).collect();
    Ok(RunComparison {
        engine_version: engine::VERSION.to_owned(),
        catalog_version: ::catalog::VERSION.to_owned(),
        differences: differences(&documents),
        best: RunMeasure::ALL.into_iter().filter_map(|measure| best(measure, &sides, &documents)).collect(),
        scenarios: sides,
    })
}

/// Whatever is at fault of scenarios that are to be compared, under `/scenarios/{number}`.
#[must_use]
pub fn faults(asked: &[Scenario]) -> Vec<FieldError> {
    let (min, max) = limits::COMPARE_ITEMS;
    if !(min..=max).contains(&asked.len()) {
        return vec![FieldError::new("/scenarios", Reason::WrongCount { min, max })];
    }
    let of = |(place, scenario): (usize, &Scenario)| {
        let is_run = scenario.task == Some(Workload::Inference);
        let other = FieldError::new("/task", Reason::Conflict { with: "/scenarios/0/task" });
        let found = if is_run { json::faults(scenario) } else { vec![other] };
        found.into_iter().map(|fault| fault.under(&prefix(place))).collect::<Vec<_>>()
    };
    asked.iter().enumerate().flat_map(of).take(limits::ERRORS).collect()
}

fn sides(asked: &[Scenario], own: &Prices, locale: Locale) -> Result<Vec<ComparedRun>, Problem> {
    let mut prices = own.clone();
    let mut sides = Vec::new();
    for (place, scenario) in asked.iter().enumerate() {
        let (side, bill) = side(scenario, &prices, locale)?;
        // A price of a kind is that of the first machine's part.
        if let (0, Some(bill)) = (place, bill) {
            prices = by_id(&prices, &bill.parts);
        }
        sides.push(side);
    }
    let labels = label::told_apart(sides.iter().map(|side| side.label.clone()).zip(asked));
    for (side, label) in sides.iter_mut().zip(labels) {
        side.label = label;
    }
    Ok(sides)
}

fn side(asked: &Scenario, prices: &Prices, locale: Locale) -> Result<(ComparedRun, Option<Bom>), Problem> {
    let bill = bom_with_in(asked, prices, locale).ok();
    // Where the catalog has no parts around such cards there is an answer without a price.
    let answer = match &bill {
        Some(bill) => bill.estimate.clone(),
        None => convert::inference(asked, locale).map_err(|errors| problem::invalid(&errors))?,
    };
    let (speed, max_concurrency, max_context, queue) = match &answer {
        Answer::Serving(found) => {
            let limits = found.limits;
            (RunSpeed::Tokens(found.speed), limits.max_concurrency, Some(limits.max_context), found.queue)
        }
        Answer::Passes(found) => (RunSpeed::Passes(found.speed), found.limits.max_concurrency, None, None),
        Answer::Estimate(_) | Answer::LowerBound(_) => return Err(trains()),
    };
    let run = answer.of_run().ok_or_else(trains)?;
    let is_of_order = |note: &&Note| !run.notes.contains(note) && note.code != "prices-are-history";
    let hardware = &run.inputs.hardware;
    let compared = ComparedRun {
        id: asked.id.clone(),
        label: label::of(asked, (hardware.nodes.unwrap_or(1), hardware.gpu_count.unwrap_or(1))),
        inputs: run.inputs.clone(),
        fits: run.fits,
        vram: RunVram {
            device_peak_bytes: run.device_peak_bytes,
            range_bytes: run.range_bytes,
            capacity_bytes: run.capacity_bytes,
            fits: run.fits_card,
            verdict: run.verdict,
        },
        limits: RunLimits { max_concurrency, max_context },
        ram: run.ram,
        speed,
        queue,
        price: bill.as_ref().map(|bill| bill.price.clone()),
        tokens: bill.as_ref().and_then(|bill| bill.tokens.clone()),
        notes: run.notes.to_vec(),
        order_notes: bill.iter().flat_map(|bill| &bill.notes).filter(is_of_order).cloned().collect(),
    };
    Ok((compared, bill))
}

/// The problem of an answer that is none of a model that runs, which faults have told before.
fn trains() -> Problem {
    Problem::new(ProblemCode::Internal, "a model that trains stands among models that run")
}

/// Numbers of the best sides in a measure, of those on which the model runs and keeps up; none where fewer than two sides have it.
fn best(measure: RunMeasure, sides: &[ComparedRun], documents: &[Json]) -> Option<Best> {
    let (pointer, better) = (measure.pointer(), measure.better());
    let value = |(side, document): (&ComparedRun, &Json)| {
        document.pointer(pointer).and_then(Json::as_f64).filter(|_| side.fits && !side.is_overloaded())
    };
    let values: Vec<Option<f64>> = sides.iter().zip(documents).map(value).collect();
    // What one side alone has is best of nothing.
    if documents.iter().filter(|side| side.pointer(pointer).is_some()).count() < 2 {
        return None;
    }
    let sign = if better == Better::Higher { 1.0 } else { -1.0 };
    let top = values.iter().flatten().copied().max_by(|a, b| (sign * a).total_cmp(&(sign * b)))?;
    let shares = |value: &Option<f64>| value.is_some_and(|value| (value - top).abs() <= top.abs() * ALIKE);
    let scenarios = values.iter().enumerate().filter(|(_, value)| shares(value)).map(|(place, _)| place as u64).collect();
    Some(Best { pointer: pointer.to_owned(), better, scenarios })
}
