//! The plan that levers change, with what several of them need to know of it.

use crate::advice::feeding;
use crate::estimate::{Estimate, LoaderAdvice, Market};
use crate::inputs::{Field, Scenario};
use crate::sizing::card::Detail;
use crate::sizing::plays::Plays;
use crate::work::StepWork;
use std::cell::OnceCell;
use std::cell::RefCell;

/// A plan as it was asked.
pub(super) struct Plan<'a> {
    pub(super) asked: &'a Estimate,
    pub(super) scenario: &'a Scenario,
    pub(super) market: &'a Market,
    /// The fields that were left out.
    pub(super) open: &'a [Field],
    /// Its step's work.
    pub(super) work: StepWork,
    /// Steps that the caller has played so far.
    pub(super) plays: RefCell<&'a mut Plays>,
    loader: OnceCell<LoaderAdvice>,
}

impl<'a> Plan<'a> {
    pub(super) fn new(asked: &'a Estimate, market: &'a Market, open: &'a [Field], plays: &'a mut Plays) -> Self {
        let scenario = &asked.scenario;
        let work = plays.work(scenario).clone();
        Self { asked, scenario, market, open, work, plays: RefCell::new(plays), loader: OnceCell::new() }
    }

    /// What is advised for each setting of its loader.
    pub(super) fn loader(&self) -> &LoaderAdvice {
        self.loader.get_or_init(|| feeding::loader_advice(self.scenario, &self.work))
    }

    /// Whether a card holds a changed plan, at its least.
    pub(super) fn is_held(&self, changed: &Scenario) -> bool {
        self.plays.borrow_mut().vram(changed, Detail::Least).fit.fits()
    }

    /// Whether card and host hold it.
    pub(super) fn fits(&self) -> bool {
        self.asked.vram.fit.fits() && self.asked.ram.minimum <= self.scenario.hardware.ram
    }

    pub(super) fn is_open(&self, field: Field) -> bool {
        self.open.contains(&field)
    }
}
