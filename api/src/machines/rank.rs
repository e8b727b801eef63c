//! The machines to show: cheapest, best value, fastest, and a few more of the front of price and time.

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
    /// The fastest for its price, or one whose price is not known.
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
    /// The machine.
    pub build: Build,
}

/// The answer's machines. One that is the best in two ways is listed under both names, so that each name is there.
///
/// Where no machine's price is known in full, no price can be compared: the fastest leads.
pub fn ranked(market: &mut Survey, limits: Limits) -> Vec<Machine> {
    let accepts = |build: &Build| build.bill().unknown_parts == 0 && limits.refusal(build).is_none();
    let price = |build: &Build| build.bill().amount;
    let value = |build: &Build| build.bill().amount * build.run_seconds();
    let within = |prospect: &Prospect| prospect.price.filter(|_| limits.could_keep(prospect));
    let mut machines: Vec<Machine> = Vec::new();
    let mut push = |label: Label, build: Option<Build>| machines.extend(build.map(|build| Machine { label, build }));
    let cheapest = market.least(within, price, accepts);
    if let Some(cheapest) = cheapest {
        let fastest = market.least(|prospect| within(prospect).map(|_| prospect.run), Build::run_seconds, accepts);
        let steps = fastest.as_ref().map_or_else(Vec::new, |fastest| budgets(price(&cheapest), price(fastest)));
        push(Label::Cheapest, Some(cheapest));
        push(Label::BestValue, market.least(|prospect| within(prospect).map(|price| price * prospect.run), value, accepts));
        push(Label::Fastest, fastest);
        for step in steps {
            let affordable = |prospect: &Prospect| within(prospect).filter(|price| *price <= step).map(|_| prospect.run);
            let fastest = market.least(affordable, Build::run_seconds, |build| accepts(build) && price(build) <= step);
            push(Label::Alternative, fastest);
        }
    }
    let mut seen: Vec<Build> = Vec::new();
    machines.retain(|machine| {
        let is_new = machine.label != Label::Alternative || !seen.contains(&machine.build);
        seen.push(machine.build.clone());
        is_new
    });
    machines.extend(unpriced(market, limits, machines.is_empty()));
    machines
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

/// Machines whose price is not known in full: the fastest with as many cards as there may be, and with one.
fn unpriced(market: &mut Survey, limits: Limits, leads: bool) -> Vec<Machine> {
    if limits.budget.is_some() {
        return Vec::new();
    }
    let accepts = |build: &Build| build.bill().unknown_parts > 0 && limits.refusal(build).is_none();
    let run = |prospect: &Prospect| (prospect.price.is_none() && limits.could_keep(prospect)).then_some(prospect.run);
    let single = |prospect: &Prospect| run(prospect).filter(|_| prospect.candidate.count == 1);
    let mut found: Vec<Build> = Vec::new();
    found.extend(market.least(run, Build::run_seconds, accepts));
    found.extend(market.least(single, Build::run_seconds, accepts).filter(|build| !found.contains(build)));
    let label = |place: usize| if leads && place == 0 { Label::Fastest } else { Label::Alternative };
    found.into_iter().enumerate().map(|(place, build)| Machine { label: label(place), build }).collect()
}
