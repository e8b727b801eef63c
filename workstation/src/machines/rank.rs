//! The machines to show: cheapest, best value, fastest, and a few more of the front of price and time.
//!
//! A person spends money on the answer. So the names go to machines that hold the run comfortably (on each card the high
//! end of what the run may take, on the host the memory that is recommended), whose host suits its cards, and whose times and
//! memory are backed by comparison with measurements: those were all made on CUDA devices. Any other machine that by its data
//! sheet would beat one with a name is an alternative, and says so. Only where no such machine holds the run do others take the
//! names, and every one of them says why: first those on a host that does not suit their cards, then those that rest on data
//! sheets alone, then those that hold it without a reserve.

use super::build::Build;
use super::candidate::{Candidate, card_price, is_backed};
use super::hosts::Cost;
use super::limits::Limits;
use super::survey::{Aim, Survey, exact, is_same_for_less};

/// Alternatives of known price beside the three that have a name.
const ALTERNATIVES: usize = 4;

/// So much faster than the fastest is a machine on a lesser host that is told of.
const WORTH_TELLING: f64 = 1.1;

/// What a machine is the best in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Label {
    /// The lowest price.
    Cheapest,
    /// The smallest product of price and time of the run.
    BestValue,
    /// The shortest run.
    Fastest,
    /// The fastest for its price, one that would have a name were its figures measured, or one whose price is not known.
    Alternative,
}

impl Label {
    /// The word on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Cheapest => "cheapest",
            Self::BestValue => "best-value",
            Self::Fastest => "fastest",
            Self::Alternative => "alternative",
        }
    }
}

/// A machine of the answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Machine {
    /// What it is the best in.
    pub label: Label,
    /// What an alternative would be the best in, did its figures not rest on a data sheet alone.
    pub by_data_sheet: Option<Label>,
    /// The machine.
    pub build: Build,
}

impl Machine {
    const fn new(label: Label, build: Build) -> Self {
        Self { label, by_data_sheet: None, build }
    }
}

/// What machines must have to be given a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Tier {
    comfortable: bool,
    balanced: bool,
    backed: bool,
}

/// From what a buyer should have to what is better than nothing: a reserve and measured figures count for more than a host that
/// suits its cards.
const TIERS: [Tier; 6] = [
    Tier { comfortable: true, balanced: true, backed: true },
    Tier { comfortable: true, balanced: false, backed: true },
    Tier { comfortable: true, balanced: true, backed: false },
    Tier { comfortable: true, balanced: false, backed: false },
    Tier { comfortable: false, balanced: false, backed: true },
    Tier { comfortable: false, balanced: false, backed: false },
];

impl Tier {
    fn could_take(self, candidate: &Candidate, cost: &Cost) -> bool {
        is_backed(candidate) == self.backed && !(self.comfortable && cost.is_tight) && !(self.balanced && cost.is_wanting)
    }

    fn takes(self, build: &Build) -> bool {
        build.is_backed() == self.backed
            && (!self.comfortable || build.short_of_reserve().is_none())
            && (!self.balanced || build.open_imbalance.is_none())
    }
}

/// The answer's machines. One that is the best in two ways is listed under both names, so that each name is there.
///
/// Where no machine's price is known in full, none is called the cheapest or the best value.
pub fn rank(market: &mut Survey, limits: Limits) -> Vec<Machine> {
    let mut machines: Vec<Machine> = Vec::new();
    for tier in TIERS {
        machines = named_machines(market, limits, tier);
        if !machines.is_empty() {
            if tier.backed {
                let others = challengers(market, limits, Tier { backed: false, ..tier }, &machines);
                machines.extend(others);
            }
            if tier.balanced {
                let faster = faster_cards(market, limits, tier, &machines);
                machines.extend(faster);
            }
            break;
        }
    }
    let mut seen: Vec<Build> = Vec::new();
    machines.retain(|machine| {
        let is_new = machine.label != Label::Alternative || !seen.contains(&machine.build);
        seen.push(machine.build.clone());
        is_new
    });
    let leads = machines.is_empty();
    let has_comfortable = machines.iter().any(|machine| machine.build.short_of_reserve().is_none());
    let has_balanced = machines.iter().any(|machine| machine.build.open_imbalance.is_none());
    let tiers = TIERS.into_iter().filter(|tier| tier.comfortable || !has_comfortable);
    let mut tiers = tiers.filter(|tier| tier.balanced || !has_balanced);
    let unpriced =
        tiers.find_map(|tier| Some(machines_without_price(market, limits, tier, leads)).filter(|found| !found.is_empty()));
    machines.extend(unpriced.unwrap_or_default());
    machines
}

fn price(build: &Build) -> f64 {
    build.bill().amount
}

/// Whether a machine with these least figures could be one of known price that keeps the limits.
fn within(candidate: &Candidate, cost: &Cost, limits: Limits, tier: Tier) -> bool {
    cost.unknown == 0 && tier.could_take(candidate, cost) && limits.could_keep(cost)
}

/// The names, and machines between the cheapest and the fastest.
fn named_machines(market: &mut Survey, limits: Limits, tier: Tier) -> Vec<Machine> {
    let accepts = |build: &Build| build.bill().unknown_parts == 0 && limits.refusal(build).is_none() && tier.takes(build);
    let within = |candidate: &Candidate, cost: &Cost| within(candidate, cost, limits, tier);
    let Some(cheapest) = market.least(Aim::Price, within, accepts) else { return Vec::new() };
    let fastest = market.least(Aim::Run, within, accepts);
    let steps = fastest.as_ref().map_or_else(Vec::new, |fastest| budgets(price(&cheapest), price(fastest)));
    let best_value = market.least(Aim::Value, within, accepts);
    let held: Vec<Build> = [&best_value, &fastest].into_iter().flatten().chain([&cheapest]).cloned().collect();
    let same_for_less = |build: Build| {
        let same = held.iter().filter(|other| is_same_for_less(other, &build));
        same.min_by(|a, b| price(a).total_cmp(&price(b)).then(a.run_seconds().total_cmp(&b.run_seconds())))
            .cloned()
            .unwrap_or(build)
    };
    let (best_value, fastest) = (best_value.map(same_for_less), fastest.map(same_for_less));
    let mut machines = vec![Machine::new(Label::Cheapest, cheapest)];
    machines.extend(best_value.map(|build| Machine::new(Label::BestValue, build)));
    machines.extend(fastest.map(|build| Machine::new(Label::Fastest, build)));
    for step in steps {
        let affordable = |candidate: &Candidate, cost: &Cost| within(candidate, cost) && cost.price <= step;
        let fastest = market.least(Aim::Run, affordable, |build| accepts(build) && price(build) <= step);
        let fastest = fastest
            .filter(|build| machines.iter().all(|machine| machine.build == *build || !is_same_for_less(&machine.build, build)));
        machines.extend(fastest.map(|build| Machine::new(Label::Alternative, build)));
    }
    machines
}

/// Machines that by their data sheet would take a name from one that has it.
fn challengers(market: &mut Survey, limits: Limits, tier: Tier, named: &[Machine]) -> Vec<Machine> {
    let mut found: Vec<Machine> = Vec::new();
    for (label, aim) in [(Label::Cheapest, Aim::Price), (Label::BestValue, Aim::Value), (Label::Fastest, Aim::Run)] {
        let Some(held) = named.iter().find(|machine| machine.label == label) else { continue };
        let held = aim.key(&exact(&held.build));
        let leads = |cost: &Cost| aim.key(cost).leads(&held);
        let best = market.least(
            aim,
            |candidate, cost| within(candidate, cost, limits, tier) && leads(cost),
            |build| {
                build.bill().unknown_parts == 0 && limits.refusal(build).is_none() && tier.takes(build) && leads(&exact(build))
            },
        );
        let best = best.filter(|build| found.iter().all(|other| other.build != *build));
        found.extend(best.map(|build| Machine { by_data_sheet: Some(label), ..Machine::new(Label::Alternative, build) }));
    }
    found
}

/// The fastest cards that a budget reaches where it does not reach for a host that suits them: a buyer may want to know of them.
fn faster_cards(market: &mut Survey, limits: Limits, tier: Tier, named: &[Machine]) -> Option<Machine> {
    limits.budget?;
    let held = named.iter().find(|machine| machine.label == Label::Fastest)?.build.run_seconds();
    let tier = Tier { balanced: false, ..tier };
    let leads = |run: f64| run * WORTH_TELLING <= held;
    let fastest = market.least(
        Aim::Run,
        |candidate, cost| within(candidate, cost, limits, tier) && leads(cost.run),
        |build| {
            let is_allowed = build.bill().unknown_parts == 0 && limits.refusal(build).is_none();
            is_allowed && tier.takes(build) && leads(build.run_seconds())
        },
    );
    fastest.map(|build| Machine::new(Label::Alternative, build))
}

/// Amounts between two prices for which the fastest machine is looked up: the same share more each.
fn budgets(cheapest: f64, fastest: f64) -> Vec<f64> {
    let steps = ALTERNATIVES + 1;
    let ratio = fastest / cheapest.max(1.0);
    if ratio <= 1.0 {
        return Vec::new();
    }
    (1..steps).map(|step| cheapest.max(1.0) * ratio.powf(step as f64 / steps as f64)).collect()
}

/// Machines whose price is not known in full, none of which looks cheap for what is missing in its sum: those with fewer
/// unknown prices go first, whatever they cost.
///
/// None of them is called cheap, or good value, by a part of its price. Where no machine has a full price, the one with the
/// fewest unknown prices and the least that is known goes first, and the fastest has its name. Else they are what else there
/// is: the fastest of all, the fastest whose cards have a price and the fastest with one card.
fn machines_without_price(market: &mut Survey, limits: Limits, tier: Tier, leads: bool) -> Vec<Machine> {
    if limits.budget.is_some() {
        return Vec::new();
    }
    let accepts = |build: &Build| build.bill().unknown_parts > 0 && limits.refusal(build).is_none() && tier.takes(build);
    let could =
        |candidate: &Candidate, cost: &Cost| cost.most_unknown > 0 && tier.could_take(candidate, cost) && limits.could_keep(cost);
    let priced = |candidate: &Candidate, cost: &Cost| could(candidate, cost) && card_price(&candidate.entry).is_some();
    let single = |candidate: &Candidate, cost: &Cost| could(candidate, cost) && candidate.count == 1;
    let mut found: Vec<Machine> = Vec::new();
    let place = if leads { Label::Fastest } else { Label::Alternative };
    let mut add = |label: Label, build: Option<Build>| {
        let is_new = |build: &Build| found.iter().all(|other| other.build != *build);
        found.extend(build.filter(is_new).map(|build| Machine::new(label, build)));
    };
    let fastest = market.least(Aim::Run, could, accepts);
    if leads {
        let known = market.least(Aim::Price, priced, accepts);
        add(Label::Alternative, known.filter(|build| fastest.as_ref() != Some(build)));
    }
    add(place, fastest);
    add(Label::Alternative, market.least(Aim::Run, priced, accepts));
    add(Label::Alternative, market.least(Aim::Run, single, accepts));
    found
}
