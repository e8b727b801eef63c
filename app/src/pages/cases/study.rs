//! What a guide reports: studies with their states, and figures that each state has.

use super::metric::Metric;
use crate::fields::Text;

/// Which guide a study is from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Guide {
    /// On a card of 24 GB and the RAM that goes with it.
    A,
    /// On settings of the framework.
    B,
}

impl Guide {
    /// The letter by which rules and cases cite it.
    #[must_use]
    pub const fn letter(self) -> &'static str {
        match self {
            Self::A => "A",
            Self::B => "B",
        }
    }
}

/// One training job in several states.
#[derive(Debug, Clone, Copy)]
pub struct Study {
    /// The guide.
    pub guide: Guide,
    /// Name among the guide's cases; the page's anchor.
    pub id: &'static str,
    /// Model and card, as products are called.
    pub title: &'static str,
    /// The job.
    pub about: Text,
    /// What the guide leaves open and the scenarios fill in.
    pub assumed: Text,
    /// The machines, or the settings before and after.
    pub states: &'static [State],
    /// What is reported of them.
    pub figures: &'static [Figure],
}

/// One scenario of a study.
#[derive(Debug, Clone, Copy)]
pub struct State {
    /// What tells it from the others.
    pub label: Text,
    /// The scenario as the planner's query.
    pub query: &'static str,
}

/// One figure in every state.
#[derive(Debug, Clone, Copy)]
pub struct Figure {
    /// What it is.
    pub metric: Metric,
    /// What the guide prints, in the metric's unit, state by state; none where it prints nothing.
    pub reported: &'static [Option<f64>],
    /// What to make of the two figures.
    pub comment: Text,
}

/// A figure of which the guide prints a value in every state.
macro_rules! figure {
    ($metric:ident, [$($reported:literal),+], $comment:path) => {
        $crate::pages::cases::study::Figure {
            metric: $crate::pages::cases::metric::Metric::$metric,
            reported: &[$(Some($reported)),+],
            comment: $comment,
        }
    };
}

pub(super) use figure;
