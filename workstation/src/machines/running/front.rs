//! Which of the machines found are told of, in which order and by which names.

use std::cmp::Ordering;

use super::machine::Running;
use crate::machines::rank::Label;

/// Most machines that are told of.
const SHOWN: usize = 12;

/// By price, without those that another beats, where figures that were never compared with measured ones beat none that were: the
/// cheapest, the fastest and the fastest for its price have a name, of compared ones where there are any.
pub fn ranked(found: Vec<Running>) -> Vec<Running> {
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
pub fn by_pace(mut found: Vec<Running>) -> Vec<Running> {
    found.sort_by(|one, other| other.pace().total_cmp(&one.pace()));
    found.truncate(SHOWN / 2);
    found
}
