//! How fast a model runs on a machine, and on a set of cards at the most.

use engine::hardware::Cpu;
use engine::serving::{Load, Offload, Question, ServingEngine, Settings, load, memory, queue, total};
use engine::units::{Bytes, Seconds};
use scenario::error::FieldError;
use scenario::resolve::{Served, resolve_serving, ways_to_serve};
use wire::v1::Scenario;
use wire::v1::choices::Workload;
use wire::v1::scenario::{Data, GpuChoice, Measured, Model, Serving, ServingParallel, Training};

use super::machine::{LEAST_PACE, Running};
use crate::machines::any_card::first_card;
use crate::machines::build::Build;
use crate::machines::candidate::Candidate;

/// What stands in for the run that the market is asked for: any card holds it, and no host slows it down.
const STAND_IN: &str = "resnet18";
/// Its samples, so few that nothing waits for them.
const SAMPLES: u64 = 1000;

/// How a model runs on a machine, where it does as fast as was asked.
#[derive(Debug, Clone, PartialEq)]
pub struct Pace {
    /// How the model runs.
    pub served: Served,
    /// What each of the users gets.
    pub load: Load,
}

/// The most that a set of cards gives, whatever stands around it.
#[derive(Debug, Clone, Copy)]
pub struct Ideal {
    /// Its place in the market.
    pub place: usize,
    /// Tokens a second of each request in the fastest usual format.
    pub pace: f64,
    /// The shortest wait for a first token.
    pub first_token: Seconds,
    /// Weights in the largest usual format that is fast enough.
    pub weights: Bytes,
}

/// The usual ways to serve on a machine, all of the model on its cards; that part of it lies in RAM is taken by name alone, for how
/// fast it then is hangs on every part of the host, and so is `generate`, which is no server.
fn ways(asked: &Scenario, scenario: &Scenario) -> impl Iterator<Item = Served> {
    let (has_engine, has_place) = (asked.serving.engine.is_some(), asked.serving.offload.is_some());
    let is_usual = move |served: &Served| {
        let settings = &served.question.settings;
        (has_engine || settings.engine != ServingEngine::Transformers) && (has_place || settings.offload == Offload::None)
    };
    ways_to_serve(scenario).into_iter().filter(is_usual)
}

/// How the model runs on a machine as it would be built: the usual ways in which every request gets its tokens.
pub fn paces_on(asked: &Scenario, build: &Build) -> Vec<Pace> {
    let hardware = build.scenario.hardware.clone();
    let scenario = Scenario { hardware, ..of_task(asked) };
    ways(asked, &scenario).filter_map(|served| fast_enough(asked, served)).collect()
}

/// The most of a set of cards whatever stands around it, with part of the model in RAM beside the fastest memory that any host has:
/// no machine gives more; none where no way is fast enough.
pub fn ideal(asked: &Scenario, place: usize, candidate: &Candidate) -> Option<Ideal> {
    let mut scenario = of_task(asked);
    scenario.hardware.gpu = Some(GpuChoice::Id(candidate.entry.id.to_owned()));
    scenario.hardware.gpu_count = Some(candidate.count);
    let is_open = scenario.hardware.cpu.is_none();
    let ways = ways(asked, &scenario).map(|mut served| {
        if served.question.settings.offload != Offload::None && is_open {
            served.question.hardware.cpu = widest(served.question.hardware.cpu);
        }
        served
    });
    let most = |most: Option<Ideal>, pace: Pace| {
        let Pace { served: Served { question, .. }, load } = pace;
        let weights = total(&question.model, question.settings.weights_format);
        let pace = load.tokens_per_second_per_request;
        let first = load.time_to_first_token;
        let known = most.unwrap_or(Ideal { place, pace, first_token: first, weights });
        let first_token = known.first_token.min(first);
        Some(Ideal { place, pace: known.pace.max(pace), first_token, weights: known.weights.max(weights) })
    };
    ways.filter_map(|served| fast_enough(asked, served)).fold(None, most)
}

/// The processor with the most memory bandwidth, this one where there is none.
fn widest(cpu: Cpu) -> Cpu {
    let width = |cpu: &Cpu| cpu.memory_bandwidth().get();
    catalog::cpus()
        .iter()
        .map(|entry| entry.spec)
        .chain([cpu])
        .max_by(|one, other| width(one).total_cmp(&width(other)))
        .unwrap_or(cpu)
}

/// The pace, where all requests fit and each gets its tokens; of requests that come at a rate, that of one alone: none is faster, and
/// what they get is played for a machine that is told of ([`as_seen`]).
fn fast_enough(asked: &Scenario, served: Served) -> Option<Pace> {
    let question = &served.question;
    // No queue need be played of cards that cannot even read the prompts.
    if question.settings.request_rate.is_some_and(|rate| rate > queue::most_read(question)) {
        return None;
    }
    let limits = memory::limits(question, &memory::of(question));
    let load = if question.settings.request_rate.is_some() {
        (limits.max_concurrency > 0).then(|| load::steady(question, 1))
    } else {
        load::of(question, &limits).filter(|load| load.concurrency == question.settings.concurrency)
    }?;
    wanted(asked, question).keep(load.time_to_first_token, load.inter_token).then_some(Pace { served, load })
}

/// The settings with the tokens a second that requests get where nothing was asked.
fn wanted(asked: &Scenario, question: &Question) -> Settings {
    let mut settings = question.settings;
    settings.targets.tokens_per_second = Some(asked.serving.min_tokens_per_second.unwrap_or(LEAST_PACE));
    settings
}

/// A pace with what users see, where requests come at a rate; none where not 95 of 100 of them get what was asked for. It is played
/// once for a machine that is told of, not for each that is tried: with all of a model on its cards no host changes it.
pub fn as_seen(asked: &Scenario, pace: Pace) -> Option<Pace> {
    let question = &pace.served.question;
    let Some(rate) = question.settings.request_rate else { return Some(pace) };
    let limits = memory::limits(question, &memory::of(question));
    let queue =
        queue::of(question, &limits, rate).filter(|queue| queue.seen.is_some_and(|seen| seen.meets(&wanted(asked, question))))?;
    let load = queue.usual(question)?;
    Some(Pace { load, ..pace })
}

/// The most requests a second that any of these machines answers as was asked; none where there is none.
///
/// Those that should finish most are asked first, so that few of the others could answer more and need a search of their own.
pub fn highest_rate(asked: &Scenario, machines: &[Running]) -> Option<f64> {
    let mut questions: Vec<_> = machines
        .iter()
        .map(|machine| {
            let question = &machine.served.question;
            let question = Question { settings: wanted(asked, question), ..question.clone() };
            let limits = memory::limits(&question, &memory::of(&question));
            (load::steady(&question, limits.max_concurrency.max(1)).requests_per_second, question, limits)
        })
        .collect();
    questions.sort_by(|one, other| other.0.total_cmp(&one.0));
    questions.iter().fold(None, |best: Option<f64>, (_, question, limits)| match best {
        Some(best) if !queue::could_meet(question, limits, best) => Some(best),
        _ => Some(queue::highest_rate(question, limits).max(best.unwrap_or(0.0))),
    })
}

/// The scenario without what is the search's and none of the model's; other constraints are of training and blamed as such.
fn of_task(asked: &Scenario) -> Scenario {
    let mut scenario = Scenario { task: Some(Workload::Inference), ..asked.clone() };
    let constraints = &mut scenario.constraints;
    constraints.budget = None;
    constraints.max_gpus = None;
    constraints.excluded_vendors = None;
    scenario
}

/// The scenario on the first card that takes it, or what no card removes.
pub fn on_some_card(asked: &Scenario) -> Result<Served, Vec<FieldError>> {
    let mut scenario = of_task(asked);
    // A split tells how many cards there are at the least.
    let ServingParallel { data, tensor, pipeline, .. } = scenario.serving.parallel;
    let cards: u64 = [data, tensor, pipeline].into_iter().flatten().product();
    scenario.hardware.gpu_count = scenario.hardware.gpu_count.or((cards > 1).then_some(cards));
    first_card(&scenario, resolve_serving)
}

/// The run that the market is asked for in the model's place.
pub fn stand_in(asked: &Scenario, weights: Bytes) -> Scenario {
    Scenario {
        task: None,
        model: Model { id: Some(STAND_IN.to_owned()), ..Model::default() },
        data: Data { samples: Some(SAMPLES), bytes_on_disk: Some(weights.0), ..Data::default() },
        training: Training::default(),
        serving: Serving::default(),
        measured: Measured::default(),
        ..asked.clone()
    }
}
