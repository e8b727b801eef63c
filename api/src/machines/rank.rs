//! The machines to show: cheapest, best value, fastest, and a few more of the front of price and time.

use std::cmp::Ordering;

use super::Build;

/// Alternatives of known price beside the three that have a name.
const ALTERNATIVES: usize = 4;
/// Alternatives whose price is not known, after all others.
const UNPRICED: usize = 3;

/// What a machine is the best in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Label {
    /// The lowest price.
    Cheapest,
    /// The smallest product of price and time of the run.
    BestValue,
    /// The shortest run.
    Fastest,
    /// Faster than all that cost less.
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
pub fn ranked(builds: &[Build]) -> Vec<Machine> {
    let (priced, unpriced): (Vec<&Build>, Vec<&Build>) = builds.iter().partition(|build| build.bill().unknown_parts == 0);
    let machine = |label: Label, build: &Build| Machine { label, build: build.clone() };
    let mut machines = Vec::new();
    let firsts = [
        (Label::Cheapest, least(&priced, |build| build.bill().amount, Build::run_seconds)),
        (Label::BestValue, least(&priced, |build| build.bill().amount * build.run_seconds(), |build| build.bill().amount)),
        (Label::Fastest, least(&priced, Build::run_seconds, |build| build.bill().amount)),
    ];
    machines.extend(firsts.into_iter().filter_map(|(label, build)| Some(machine(label, build?))));
    let named: Vec<Build> = machines.iter().map(|machine| machine.build.clone()).collect();
    let others: Vec<&Build> = front(&priced).into_iter().filter(|build| !named.contains(build)).collect();
    machines.extend(spread(&others, ALTERNATIVES).into_iter().map(|build| machine(Label::Alternative, build)));
    let mut unpriced = front(&unpriced);
    unpriced.sort_by(|a, b| order(a, b, Build::run_seconds, |build| build.bill().amount));
    let mut without_price = spread_cards(&unpriced, UNPRICED).into_iter();
    if machines.is_empty() {
        machines.extend(without_price.next().map(|build| machine(Label::Fastest, build)));
    }
    machines.extend(without_price.map(|build| machine(Label::Alternative, build)));
    machines
}

fn order(a: &Build, b: &Build, first: impl Fn(&Build) -> f64, second: impl Fn(&Build) -> f64) -> Ordering {
    first(a).total_cmp(&first(b)).then(second(a).total_cmp(&second(b))).then_with(|| a.key().cmp(&b.key()))
}

fn least<'a>(builds: &[&'a Build], first: impl Fn(&Build) -> f64, second: impl Fn(&Build) -> f64) -> Option<&'a Build> {
    builds.iter().copied().min_by(|a, b| order(a, b, &first, &second))
}

/// Machines that are faster than every one that costs no more, cheapest first.
fn front<'a>(builds: &[&'a Build]) -> Vec<&'a Build> {
    let mut sorted = builds.to_vec();
    sorted.sort_by(|a, b| order(a, b, |build| build.bill().amount, Build::run_seconds));
    let mut front: Vec<&Build> = Vec::new();
    for build in sorted {
        if front.last().is_none_or(|last| build.run_seconds() < last.run_seconds()) {
            front.push(build);
        }
    }
    front
}

/// So many of a list, evenly over its length.
fn spread<'a>(builds: &[&'a Build], most: usize) -> Vec<&'a Build> {
    if builds.len() <= most {
        return builds.to_vec();
    }
    (0..most).map(|place| builds[(2 * place + 1) * builds.len() / (2 * most)]).collect()
}

/// The first so many of different cards.
fn spread_cards<'a>(builds: &[&'a Build], most: usize) -> Vec<&'a Build> {
    let mut chosen: Vec<&Build> = Vec::new();
    for build in builds {
        if chosen.len() < most && chosen.iter().all(|other| other.candidate.entry.id != build.candidate.entry.id) {
            chosen.push(build);
        }
    }
    chosen
}
