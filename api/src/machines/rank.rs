//! The machines to show: cheapest, best value, fastest, and a few more of the front of price and time.
//!
//! A person spends money on the answer. So the names go to machines that hold the run comfortably (on each card the high
//! end of what the run may take, on the host the memory that is recommended), and whose times and memory are backed by
//! comparison with measurements: those were all made on CUDA devices. Any other machine that by its data sheet would beat
//! one with a name is an alternative, and says so. Only where no such machine holds the run do others take the names, and
//! every one of them says why: first those that rest on data sheets alone, then those that hold it without a reserve.

use super::build::is_backed;
use super::market::Prospect;
use super::survey::Survey;
use super::{Build, Limits};

/// Alternatives of known price beside the three that have a name.
const ALTERNATIVES: usize = 4;

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
    backed: bool,
}

/// From what a buyer should have to what is better than nothing.
const TIERS: [Tier; 4] = [
    Tier { comfortable: true, backed: true },
    Tier { comfortable: true, backed: false },
    Tier { comfortable: false, backed: true },
    Tier { comfortable: false, backed: false },
];

impl Tier {
    fn could_take(self, prospect: &Prospect) -> bool {
        is_backed(&prospect.candidate) == self.backed
    }

    fn takes(self, build: &Build) -> bool {
        build.is_backed() == self.backed && (!self.comfortable || build.lacks().is_none())
    }
}

/// The answer's machines. One that is the best in two ways is listed under both names, so that each name is there.
///
/// Where no machine's price is known in full, none is called the cheapest or the best value.
pub fn ranked(market: &mut Survey, limits: Limits) -> Vec<Machine> {
    let mut machines: Vec<Machine> = Vec::new();
    for tier in TIERS {
        machines = named(market, limits, tier);
        if !machines.is_empty() {
            if tier.backed {
                let others = challengers(market, limits, Tier { backed: false, ..tier }, &machines);
                machines.extend(others);
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
    let has_comfortable = machines.iter().any(|machine| machine.build.lacks().is_none());
    let mut tiers = TIERS.into_iter().filter(|tier| tier.comfortable || !has_comfortable);
    let unpriced = tiers.find_map(|tier| Some(unpriced(market, limits, tier, leads)).filter(|found| !found.is_empty()));
    machines.extend(unpriced.unwrap_or_default());
    machines
}

fn price(build: &Build) -> f64 {
    build.bill().amount
}

fn value(build: &Build) -> f64 {
    price(build) * build.run_seconds()
}

/// The least that a prospect can cost, where machines of it may keep the limits.
fn within(prospect: &Prospect, limits: Limits, tier: Tier) -> Option<f64> {
    prospect.price.filter(|_| tier.could_take(prospect) && limits.could_keep(prospect))
}

/// The names, and machines between the cheapest and the fastest.
fn named(market: &mut Survey, limits: Limits, tier: Tier) -> Vec<Machine> {
    let accepts = |build: &Build| build.bill().unknown_parts == 0 && limits.refusal(build).is_none() && tier.takes(build);
    let within = |prospect: &Prospect| within(prospect, limits, tier);
    let run = |prospect: &Prospect| within(prospect).map(|_| prospect.run);
    let Some(cheapest) = market.least(within, price, accepts) else { return Vec::new() };
    let fastest = market.least(run, Build::run_seconds, accepts);
    let steps = fastest.as_ref().map_or_else(Vec::new, |fastest| budgets(price(&cheapest), price(fastest)));
    let best_value = market.least(|prospect| within(prospect).map(|price| price * prospect.run), value, accepts);
    let mut machines = vec![Machine::new(Label::Cheapest, cheapest)];
    machines.extend(best_value.map(|build| Machine::new(Label::BestValue, build)));
    machines.extend(fastest.map(|build| Machine::new(Label::Fastest, build)));
    for step in steps {
        let affordable = |prospect: &Prospect| within(prospect).filter(|price| *price <= step).map(|_| prospect.run);
        let fastest = market.least(affordable, Build::run_seconds, |build| accepts(build) && price(build) <= step);
        machines.extend(fastest.map(|build| Machine::new(Label::Alternative, build)));
    }
    machines
}

/// A label with what it is given for, of a machine and, as a bound, of a price and a time.
type Contest = (Label, fn(&Build) -> f64, fn(f64, f64) -> f64);

/// Machines that by their data sheet would take a name from one that has it.
fn challengers(market: &mut Survey, limits: Limits, tier: Tier, named: &[Machine]) -> Vec<Machine> {
    let least = |label: Label, of: fn(&Build) -> f64| {
        named.iter().find(|machine| machine.label == label).map_or(0.0, |machine| of(&machine.build))
    };
    let mut found: Vec<Machine> = Vec::new();
    let of_all: [Contest; 3] = [
        (Label::Cheapest, price, |price, _| price),
        (Label::BestValue, value, |price, run| price * run),
        (Label::Fastest, Build::run_seconds, |_, run| run),
    ];
    for (label, exact, bound) in of_all {
        let most = least(label, exact);
        let bound = |prospect: &Prospect| {
            within(prospect, limits, tier).map(|price| bound(price, prospect.run)).filter(|bound| *bound < most)
        };
        let accepts = |build: &Build| {
            build.bill().unknown_parts == 0 && limits.refusal(build).is_none() && tier.takes(build) && exact(build) < most
        };
        let best = market.least(bound, exact, accepts).filter(|build| found.iter().all(|other| other.build != *build));
        found.extend(best.map(|build| Machine { by_data_sheet: Some(label), ..Machine::new(Label::Alternative, build) }));
    }
    found
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

/// More than any machine costs: what one more unknown price weighs against money.
const UNKNOWN: f64 = 1e12;

/// Machines whose price is not known in full, none of which looks cheap for what is missing in its sum: those with fewer
/// unknown prices go first, whatever they cost.
///
/// None of them is called cheap, or good value, by a part of its price. Where no machine has a full price, the one with the
/// fewest unknown prices and the least that is known goes first, and the fastest has its name. Else they are what else there
/// is: the fastest of all, the fastest whose cards have a price and the fastest with one card.
fn unpriced(market: &mut Survey, limits: Limits, tier: Tier, leads: bool) -> Vec<Machine> {
    if limits.budget.is_some() {
        return Vec::new();
    }
    let accepts = |build: &Build| build.bill().unknown_parts > 0 && limits.refusal(build).is_none() && tier.takes(build);
    // Three cards or more may need a frame, whose price is not known, only once their machine is planned.
    let may_lack = |prospect: &Prospect| prospect.price.is_none() || prospect.candidate.boards() > 2;
    let could = |prospect: &Prospect| may_lack(prospect) && tier.could_take(prospect) && limits.could_keep(prospect);
    let run = |prospect: &Prospect| could(prospect).then_some(prospect.run);
    let priced = |prospect: &Prospect| run(prospect).filter(|_| prospect.candidate.entry.price.is_some());
    let single = |prospect: &Prospect| run(prospect).filter(|_| prospect.candidate.count == 1);
    let mut found: Vec<Machine> = Vec::new();
    let place = if leads { Label::Fastest } else { Label::Alternative };
    let mut add = |label: Label, build: Option<Build>| {
        let is_new = |build: &Build| found.iter().all(|other| other.build != *build);
        found.extend(build.filter(is_new).map(|build| Machine::new(label, build)));
    };
    let fastest = market.least(run, Build::run_seconds, accepts);
    if leads {
        let known = market.least(|prospect| priced(prospect).map(|_| UNKNOWN + prospect.known), partly, accepts);
        add(Label::Alternative, known.filter(|build| fastest.as_ref() != Some(build)));
    }
    add(place, fastest);
    add(Label::Alternative, market.least(priced, Build::run_seconds, accepts));
    add(Label::Alternative, market.least(single, Build::run_seconds, accepts));
    found
}

/// What is known of a price, after the number of prices that are not.
fn partly(build: &Build) -> f64 {
    let bill = build.bill();
    UNKNOWN.mul_add(bill.unknown_parts as f64, bill.amount)
}
