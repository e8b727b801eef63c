//! Machines that run a model for its users: of each set of cards the cheapest machine with which every request gets its tokens, in
//! every usual format of the weights that is fast enough. A machine beats another where it costs no more, is as fast, and holds the
//! weights in as many bits.
//!
//! Two questions meet here. What the model needs and how fast it answers is the engine's (`engine::serving`), asked of every machine
//! as it would be built. What such a machine is made of and costs is the market's, asked for a small training run that any card
//! holds, with a data set as large as the weights: it decides nothing but the drive, and leaves the rules of balance, housing and
//! supply as they are for every machine. The market yields machines by their price, so that the first that answers fast enough is
//! the cheapest that does.

use std::cmp::Ordering;

use engine::hardware::Cpu;
use engine::serving::notes::is_checked;
use engine::serving::{Load, Offload, ServingEngine, Settings, WeightsFormat, load, memory, total};
use engine::units::{Bytes, Watts};
use scenario::error::{FieldError, Reason, Unit};
use scenario::limits;
use scenario::resolve::{Served, resolve_serving, ways_to_serve};
use wire::v1::Scenario;
use wire::v1::choices::Workload;
use wire::v1::scenario::{Data, GpuChoice, Measured, Model, Serving, Training};

use super::build::Build;
use super::candidate::{Candidate, is_on_sale};
use super::failure::Failure;
use super::hosts::Cost;
use super::limits::Limits;
use super::purse::Purse;
use super::question::survey;
use super::rank::Label;
use super::relax;
use super::survey::{Aim, Survey};

/// What stands in for the run that the market is asked for: any card holds it, and no host slows it down.
const STAND_IN: &str = "resnet18";
/// Its samples, so few that nothing waits for them.
const SAMPLES: u64 = 1000;
/// Most machines that are told of.
const SHOWN: usize = 12;
/// So much faster is a machine that is told of beside one that costs less: paces are read to three digits.
const FASTER: f64 = 1.01;
/// Tokens a second that every request gets where nothing was asked: twice as fast as people read aloud.
pub const LEAST_PACE: f64 = 10.0;

/// A machine that runs the model as asked.
#[derive(Debug, Clone, PartialEq)]
pub struct Running {
    /// What it is the best in.
    pub label: Label,
    /// The machine.
    pub build: Build,
    /// How the model runs on it.
    pub served: Served,
    /// What each of the users gets.
    pub load: Load,
}

impl Running {
    /// Tokens a second of each request, all of them under way.
    #[must_use]
    pub const fn pace(&self) -> f64 {
        self.load.tokens_per_second_per_request
    }

    /// Whether speeds of its engine on such cards were compared with published ones.
    #[must_use]
    pub const fn is_checked(&self) -> bool {
        is_checked(&self.served.question)
    }

    /// Joules of a token at the most, the whole machine at full load; none where its draw is not known, or where cards work one after
    /// another or wait for the host and draw far less.
    #[must_use]
    pub fn energy(&self) -> Option<f64> {
        let Settings { engine, offload, .. } = self.served.question.settings;
        let is_busy = offload == Offload::None && (self.build.candidate.count == 1 || engine.splits_matrices());
        let is_known = self.build.candidate.entry.spec.tdp > Watts::new(0.0);
        (is_busy && is_known).then(|| self.build.frame.draw.total().get() / self.load.output_tokens_per_second)
    }

    /// Bytes of the weights: of files of one model the larger one is nearer to what was trained.
    #[must_use]
    pub fn weights(&self) -> Bytes {
        let question = &self.served.question;
        total(&question.model, question.settings.weights_format)
    }

    /// Whether it is the better choice whatever counts: no dearer, as fast as paces are read, and with as many bits.
    #[must_use]
    pub fn beats(&self, other: &Self) -> bool {
        self.price() <= other.price() && self.pace() * FASTER >= other.pace() && self.weights() >= other.weights()
    }

    /// What the machine costs, in the market's currency.
    #[must_use]
    pub fn price(&self) -> f64 {
        self.build.bill().amount
    }
}

/// How a model runs on a machine, where it does as fast as was asked.
#[derive(Debug, Clone, PartialEq)]
struct Pace {
    served: Served,
    load: Load,
}

/// Machines for a scenario whose task is inference and that names no card: by price, each faster than all that cost less.
///
/// # Errors
/// Every field at fault, or what to relax where no machine of the catalog keeps it.
pub fn running(asked: &Scenario) -> Result<Vec<Running>, Failure> {
    let first = any_card(asked).map_err(Failure::Invalid)?;
    let model = &first.question.model;
    let published = if WeightsFormat::Bf16.suits(model) { WeightsFormat::Bf16 } else { WeightsFormat::Mxfp4 };
    let limits = Limits::of(asked);
    let mut market = survey(&stand_in(asked, total(model, published)))?;
    let found = look(asked, &mut market, limits, (Prices::Known, Hosts::Suiting));
    if !found.is_empty() {
        return Ok(ranked(found));
    }
    // Without a budget, machines whose price is not known in full are better than none.
    let found =
        if limits.budget.is_none() { look(asked, &mut market, limits, (Prices::Any, Hosts::Suiting)) } else { Vec::new() };
    if found.is_empty() { Err(relaxed(asked, &mut market, limits)) } else { Ok(by_pace(found)) }
}

/// Whether machines may have parts of unknown price.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Prices {
    /// Every part's is known.
    Known,
    /// None need be.
    Any,
}

/// Which hosts stand around cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Hosts {
    /// Those that suit their cards, others where there is none.
    Suiting,
    /// Any, the cheapest first.
    Any,
}

/// The cheapest machine of every set of cards that could be worth it, in every format in which it is fast enough.
fn look(asked: &Scenario, market: &mut Survey, limits: Limits, (prices, hosts): (Prices, Hosts)) -> Vec<Running> {
    let mut found: Vec<Running> = Vec::new();
    for Ideal { place, pace, weights } in in_order(asked, market) {
        let candidate = market.prospects[place].candidate;
        let known = candidate.price(&market.work.order);
        let Some(cards) = known.or((prices == Prices::Any).then_some(0.0)) else { continue };
        let is_dear = limits.budget.is_some_and(|budget| cards > budget);
        // Cards that cost as much as a whole machine that is better are in no machine to tell of.
        let is_better = |other: &Running| other.pace() >= pace && other.price() <= cards && other.weights() >= weights;
        let is_beaten = found.iter().any(|other| other.is_checked() && is_better(other));
        if !is_dear && !is_beaten {
            found.extend(cheapest(asked, market, &candidate, limits, (prices, hosts)));
        }
    }
    found
}

/// The most that a set of cards gives, whatever stands around it.
#[derive(Debug, Clone, Copy)]
struct Ideal {
    /// Its place in the market.
    place: usize,
    /// Tokens a second of each request in the fastest usual format.
    pace: f64,
    /// Weights in the largest usual format that is fast enough.
    weights: Bytes,
}

/// The sets of cards that could do, the fastest first, so that what is slower and no better need not be built.
fn in_order(asked: &Scenario, market: &Survey) -> Vec<Ideal> {
    let ideals = market.prospects.iter().enumerate().filter_map(|(place, prospect)| ideal(asked, place, &prospect.candidate));
    let mut ideals: Vec<Ideal> = ideals.collect();
    ideals.sort_by(|one, other| other.pace.total_cmp(&one.pace));
    ideals
}

/// The cheapest machine with these cards on which the model runs as asked, one whose host suits them where there is one; once for
/// each format that is fast enough on it.
fn cheapest(
    asked: &Scenario,
    market: &mut Survey,
    candidate: &Candidate,
    limits: Limits,
    (prices, hosts): (Prices, Hosts),
) -> Vec<Running> {
    let tries: &[bool] = if hosts == Hosts::Suiting { &[true, false] } else { &[false] };
    let is_known = |cost: &Cost| prices == Prices::Any || cost.unknown == 0;
    let build = tries.iter().find_map(|&balanced| {
        market.least(
            Aim::Price,
            |other, cost| other == candidate && !(balanced && cost.is_wanting) && is_known(cost) && limits.could_keep(cost),
            |build| {
                let is_taken = !balanced || build.open_imbalance.is_none();
                is_taken && limits.refusal(build).is_none() && !paces_on(asked, build).is_empty()
            },
        )
    });
    let Some(build) = build else { return Vec::new() };
    let mut found: Vec<Running> = Vec::new();
    for Pace { served, load } in paces_on(asked, &build) {
        let machine = Running { label: Label::Alternative, build: build.clone(), served, load };
        if !found.iter().any(|other| other.beats(&machine)) {
            found.push(machine);
        }
    }
    found
}

/// What to relax where no machine does as asked: the budget, the pace, or the model itself.
fn relaxed(asked: &Scenario, market: &mut Survey, limits: Limits) -> Failure {
    if limits.budget.is_some() {
        let found = look(asked, market, Limits { budget: None, ..limits }, (Prices::Known, Hosts::Any));
        let prices = found.iter().map(Running::price);
        if let Some(least) = prices.min_by(f64::total_cmp) {
            return Failure::Contradictory(vec![relax::budget(least, &Purse::of(asked))]);
        }
    }
    let mut slow = asked.clone();
    slow.serving.min_tokens_per_second = Some(limits::REQUEST_PACE.min);
    match in_order(&slow, market).first() {
        Some(fastest) => {
            let (min, max) = (limits::REQUEST_PACE.min, (fastest.pace * 10.0).floor() / 10.0);
            let reason = Reason::OutOfRange { min, max, unit: Unit::None };
            Failure::Invalid(vec![FieldError::new("/serving/min_tokens_per_second", reason)])
        }
        None => Failure::Contradictory(vec![FieldError::new("/model", Reason::NoMachine)]),
    }
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
fn paces_on(asked: &Scenario, build: &Build) -> Vec<Pace> {
    let hardware = build.scenario.hardware.clone();
    ways(asked, &Scenario { hardware, ..of_task(asked) }).filter_map(|served| fast_enough(asked, served)).collect()
}

/// The most of a set of cards whatever stands around it, with part of the model in RAM beside the fastest memory that any host has:
/// no machine gives more; none where no way is fast enough.
fn ideal(asked: &Scenario, place: usize, candidate: &Candidate) -> Option<Ideal> {
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
        let known = most.unwrap_or(Ideal { place, pace, weights });
        Some(Ideal { place, pace: known.pace.max(pace), weights: known.weights.max(weights) })
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

/// The pace, where all requests fit and each gets its tokens.
fn fast_enough(asked: &Scenario, served: Served) -> Option<Pace> {
    let question = &served.question;
    let limits = memory::limits(question, &memory::of(question));
    let load = load::of(question, &limits).filter(|load| load.concurrency == question.settings.concurrency)?;
    let least = asked.serving.min_tokens_per_second.unwrap_or(LEAST_PACE);
    (load.tokens_per_second_per_request >= least).then_some(Pace { served, load })
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
fn any_card(asked: &Scenario) -> Result<Served, Vec<FieldError>> {
    let mut fewest: Option<Vec<FieldError>> = None;
    for entry in catalog::gpus().iter().filter(|entry| is_on_sale(entry)) {
        let mut scenario = of_task(asked);
        scenario.hardware.gpu = Some(GpuChoice::Id(entry.id.to_owned()));
        match resolve_serving(&scenario) {
            Ok(served) => return Ok(served),
            Err(errors) if fewest.as_ref().is_none_or(|fewest| errors.len() < fewest.len()) => fewest = Some(errors),
            Err(_) => {}
        }
    }
    Err(fewest.unwrap_or_default())
}

/// The run that the market is asked for in the model's place.
fn stand_in(asked: &Scenario, weights: Bytes) -> Scenario {
    Scenario {
        task: None,
        model: Model { id: Some(STAND_IN.to_owned()), config: None },
        data: Data { samples: Some(SAMPLES), bytes_on_disk: Some(weights.0), ..Data::default() },
        training: Training::default(),
        serving: Serving::default(),
        measured: Measured::default(),
        ..asked.clone()
    }
}

/// By price, without those that another beats, where figures that were never compared with measured ones beat none that were: the
/// cheapest, the fastest and the fastest for its price have a name, of compared ones where there are any.
fn ranked(found: Vec<Running>) -> Vec<Running> {
    let (checked, others): (Vec<Running>, Vec<Running>) = found.into_iter().partition(Running::is_checked);
    let (mut front, mut others) = (front(checked), front(others));
    others.retain(|other| !front.iter().any(|one| one.beats(other)));
    if front.is_empty() {
        front = std::mem::take(&mut others);
    }
    name(&mut front);
    front.extend(others);
    front.sort_by(by_price);
    shortened(front)
}

/// The cheapest first; of one machine the largest weights first.
fn by_price(one: &Running, other: &Running) -> Ordering {
    one.price().total_cmp(&other.price()).then_with(|| other.weights().cmp(&one.weights()))
}

/// Those that no other beats, by price.
fn front(mut found: Vec<Running>) -> Vec<Running> {
    found.sort_by(by_price);
    let mut front: Vec<Running> = Vec::new();
    for machine in found {
        // What comes later costs no less, so that it beats none of those before it but at the same price.
        if !front.iter().any(|other| other.beats(&machine)) {
            front.retain(|other| !machine.beats(other));
            front.push(machine);
        }
    }
    front
}

/// Names the best of a front.
fn name(front: &mut [Running]) {
    let best = |by: fn(&Running) -> f64| {
        let places = 0..front.len();
        places.max_by(|&one, &other| by(&front[one]).total_cmp(&by(&front[other])).then(other.cmp(&one)))
    };
    let fastest = best(Running::pace);
    let value = best(|machine| machine.pace() / machine.price().max(1.0));
    for (place, label) in [(fastest, Label::Fastest), (value, Label::BestValue), (Some(0), Label::Cheapest)] {
        if let Some(machine) = place.and_then(|place| front.get_mut(place)) {
            machine.label = label;
        }
    }
}

/// The named ones, and of the others first those on machines that are not told of yet.
fn shortened(mut machines: Vec<Running>) -> Vec<Running> {
    while machines.len() > SHOWN {
        let is_other = |place: &usize| machines[*place].label == Label::Alternative;
        let is_again = |place: &usize| {
            let same = |other: usize| other != *place && machines[other].build.candidate == machines[*place].build.candidate;
            (0..machines.len()).any(same)
        };
        // How much faster it is than the fastest of its kind that costs less and holds as many bits.
        let gain = |place: usize| {
            let machine = &machines[place];
            let is_kin = |other: &&Running| other.is_checked() == machine.is_checked() && other.weights() >= machine.weights();
            let fastest = machines[..place].iter().filter(is_kin).map(Running::pace).max_by(f64::total_cmp);
            fastest.map_or(f64::INFINITY, |fastest| machine.pace() / fastest)
        };
        let others: Vec<usize> = (0..machines.len()).filter(is_other).collect();
        let again = others.iter().copied().rfind(is_again);
        let least = again.or_else(|| others.into_iter().min_by(|&one, &other| gain(one).total_cmp(&gain(other))));
        let Some(least) = least else { break };
        machines.remove(least);
    }
    machines
}

/// Machines of unknown price, the fastest first; none has a name, for none can be told to be the cheapest.
fn by_pace(mut found: Vec<Running>) -> Vec<Running> {
    found.sort_by(|one, other| other.pace().total_cmp(&one.pace()));
    found.truncate(SHOWN / 2);
    found
}
