//! Machines that run a model for its users: of each set of cards the cheapest machine with which every request gets its tokens, in
//! every usual format of the weights that is fast enough. A machine beats another where it costs no more, is as fast, and holds the
//! weights in as many bits.
//!
//! Two questions meet here. What the model needs and how fast it answers is the engine's (`engine::serving`), asked of every machine
//! as it would be built. What such a machine is made of and costs is the market's, asked for a small training run that any card
//! holds, with a data set as large as the weights: it decides nothing but the drive, and leaves the rules of balance, housing and
//! supply as they are for every machine. The market yields machines by their price, so that the first that answers fast enough is
//! the cheapest that does.

mod front;
mod given;
mod machine;
mod pace;

pub use given::machine_running;
pub use machine::{LEAST_PACE, Running, kwh_per_million_tokens};

use engine::architecture::Decoder;
use engine::serving::{WeightsFormat, total};
use engine::units::Bytes;
use scenario::error::{FieldError, Reason, Unit};
use scenario::limits;
use wire::v1::Scenario;

use super::candidate::Candidate;
use super::failure::Failure;
use super::hosts::Cost;
use super::limits::Limits;
use super::purse::Purse;
use super::question::survey;
use super::rank::Label;
use super::relax;
use super::survey::{Aim, Survey};
use front::{by_pace, ranked};
use pace::{Ideal, Pace, as_seen, highest_rate, ideal, on_some_card, paces_on, stand_in};

/// What a model takes as it is published, which is what lies on a drive.
#[must_use]
pub fn published_weights(model: &Decoder) -> Bytes {
    total(model, if WeightsFormat::Bf16.suits(model) { WeightsFormat::Bf16 } else { WeightsFormat::Mxfp4 })
}

/// Machines for a scenario whose task is inference and that names no card: by price, none of them beaten by
/// another.
///
/// # Errors
/// Every field at fault, or what to relax where no machine of the catalog keeps it.
pub fn running(asked: &Scenario) -> Result<Vec<Running>, Failure> {
    let first = on_some_card(asked).map_err(Failure::Invalid)?;
    let limits = Limits::of(asked);
    let mut market = survey(&stand_in(asked, published_weights(&first.question.model)))?;
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
    for Ideal { place, pace, weights, .. } in in_order(asked, market) {
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

/// Whether any machine does as asked, whatever it costs.
fn is_any(asked: &Scenario, market: &mut Survey, limits: Limits) -> bool {
    in_order(asked, market).into_iter().any(|ideal| {
        let candidate = market.prospects[ideal.place].candidate;
        !cheapest(asked, market, &candidate, limits, (Prices::Any, Hosts::Any)).is_empty()
    })
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
    for Pace { served, load } in paces_on(asked, &build).into_iter().filter_map(|pace| as_seen(asked, pace)) {
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
    // What nobody is slow enough for, named one after another: a rate, a wait, a pace.
    let mut slow = asked.clone();
    if let Some(rate) = slow.serving.request_rate.take() {
        let found = look(&slow, market, limits, (Prices::Any, Hosts::Any));
        if let Some(most) = highest_rate(asked, &found) {
            let max = refused_no_more(asked, market, limits, most.min(rate));
            return out_of("/serving/request_rate", limits::REQUEST_RATE.min, max.max(limits::REQUEST_RATE.min), Unit::None);
        }
    }
    if slow.serving.max_time_to_first_token_seconds.take().is_some() {
        let waits = in_order(&slow, market).into_iter().map(|ideal| ideal.first_token.get());
        if let Some(least) = waits.min_by(f64::total_cmp) {
            let min = (least * 100.0).ceil() / 100.0;
            return out_of("/serving/max_time_to_first_token_seconds", min, limits::FIRST_TOKEN.max, Unit::Seconds);
        }
    }
    slow.serving.min_tokens_per_second = Some(limits::REQUEST_PACE.min);
    match in_order(&slow, market).first() {
        Some(fastest) => {
            let max = (fastest.pace * 10.0).floor() / 10.0;
            out_of("/serving/min_tokens_per_second", limits::REQUEST_PACE.min, max, Unit::None)
        }
        None => Failure::Contradictory(vec![FieldError::new("/model", Reason::NoMachine)]),
    }
}

/// The highest rate up to this one with which a machine is found: engines take other settings at other rates, so that it is asked.
fn refused_no_more(asked: &Scenario, market: &mut Survey, limits: Limits, most: f64) -> f64 {
    /// Rates that are tried, each a tenth below the one before it.
    const TRIES: usize = 8;
    let rounded = |rate: f64| if rate > 1.0 { (rate * 10.0).floor() / 10.0 } else { (rate * 1e4).floor() / 1e4 };
    let tried = std::iter::successors(Some(most), |rate| Some(rate * 0.9)).take(TRIES).map(rounded);
    let least = limits::REQUEST_RATE.min;
    tried
        .into_iter()
        .find(|&rate| {
            let mut slower = asked.clone();
            slower.serving.request_rate = Some(rate.max(least));
            is_any(&slower, market, limits)
        })
        .unwrap_or(least)
}

fn out_of(pointer: &'static str, min: f64, max: f64, unit: Unit) -> Failure {
    Failure::Invalid(vec![FieldError::new(pointer, Reason::OutOfRange { min, max, unit })])
}
