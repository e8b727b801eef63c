//! What a search looks for the least of, for machines and for the least that sets of them have.

use std::cmp::Ordering;

use super::super::Build;
use super::super::hosts::Cost;

/// More than any machine costs: what one more unknown price weighs against money.
const UNKNOWN: f64 = 1e12;

/// What a search looks for the least of. Of equals the one with less of the rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aim {
    /// The lowest price, then the shortest run.
    Price,
    /// The smallest product of price and run as people read it.
    Value,
    /// The shortest run, to three digits, as people read it; of those that read alike the cheapest.
    Run,
}

/// A figure to compare by, and what breaks its ties.
#[derive(Debug, Clone, Copy)]
pub struct Key([f64; 3]);

impl Aim {
    /// The figures of a machine, or the least figures of a set: no less than these has any machine of it.
    pub fn key(self, cost: &Cost) -> Key {
        let Cost { unknown, most_unknown: _, price, run, is_tight: _, is_wanting: _ } = *cost;
        // An unknown price never looks cheap.
        let money = UNKNOWN.mul_add(unknown as f64, price);
        Key(match self {
            Self::Price => [money, run, 0.0],
            Self::Value => [price * legible(run), money, run],
            Self::Run => [legible(run), money, run],
        })
    }
}

impl Key {
    /// Whether the figure itself is less, ties aside.
    pub fn leads(&self, other: &Self) -> bool {
        self.0[0] < other.0[0]
    }

    /// Less is better.
    pub fn order(&self, other: &Self) -> Ordering {
        let pairs = self.0.iter().zip(&other.0);
        pairs.fold(Ordering::Equal, |order, (a, b)| order.then(a.total_cmp(b)))
    }
}

/// Share of a run below which times are no different: they are read to three digits.
const SAME_RUN: f64 = 0.005;

/// Whether a machine is the same choice as another for less: it costs no more, and its run is no longer as people read it.
pub fn is_same_for_less(one: &Build, other: &Build) -> bool {
    let (one, other) = (exact(one), exact(other));
    one.unknown == other.unknown && one.price <= other.price && one.run <= other.run * (1.0 + SAME_RUN)
}

/// What a machine costs, and its run.
pub fn exact(build: &Build) -> Cost {
    let bill = build.bill();
    Cost {
        unknown: bill.unknown_parts,
        most_unknown: bill.unknown_parts,
        price: bill.amount,
        run: build.run_seconds(),
        is_tight: build.short_of_reserve().is_some(),
        is_wanting: build.open_imbalance.is_some(),
    }
}

/// A time to three digits.
fn legible(seconds: f64) -> f64 {
    if seconds <= 0.0 || !seconds.is_finite() {
        return seconds;
    }
    let unit = 10_f64.powf(seconds.log10().floor() - 2.0);
    (seconds / unit).round() * unit
}
