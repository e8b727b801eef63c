//! The scenario under diagnosis, and what it becomes when it is changed.

use super::checklist::{Check, Figures, Probe, Remedy, Verdict};
use super::finding::{Finding, Place};
use super::symptom::Pace;
use crate::advice::apply::{applied, completed};
use crate::advice::{feeding, levers};
use crate::device::memory::least_memory;
use crate::device::roofline::training_gpus;
use crate::estimate::{Change, DataPath, Effect, Estimate, Market, Speed};
use crate::host;
use crate::inputs::Scenario;
use crate::sizing::batch;
use crate::sizing::card::Detail;
use crate::sizing::evaluate::evaluate;
use crate::sizing::plays::Plays;
use crate::sizing::time::path_and_speed;
use crate::units::{Bytes, SamplesPerSecond};
use crate::work::StepWork;

/// Share of a symptom from which on a cause is likely.
pub(super) const LIKELY: f64 = 0.1;

/// A scenario with its answer.
pub(super) struct Case<'a> {
    pub(super) estimate: &'a Estimate,
    pub(super) scenario: &'a Scenario,
    pub(super) market: &'a Market,
    pub(super) work: StepWork,
    pub(super) before: Figures,
}

impl<'a> Case<'a> {
    pub(super) fn new(estimate: &'a Estimate, market: &'a Market) -> Self {
        let scenario = &estimate.scenario;
        let work = evaluate(scenario, Detail::Least).work;
        Self { estimate, scenario, market, work, before: Figures::from(estimate) }
    }

    /// What a run may take of a card.
    pub(super) fn available(&self) -> Bytes {
        self.estimate.vram.capacity.saturating_sub(self.estimate.vram.desktop)
    }

    /// What is left of the card beside the run.
    pub(super) fn headroom(&self) -> Bytes {
        self.available().saturating_sub(self.estimate.vram.needed)
    }

    /// The smallest capacity in which this many live bytes pass, and the high end of what they may take.
    pub(super) fn memory_for(&self, live: Bytes) -> (Bytes, Bytes) {
        let Scenario { hardware, model, training, .. } = self.scenario;
        let memory = least_memory(live, model, training, &hardware.gpu);
        (memory.needed, memory.range.1)
    }

    /// Path and speed of a changed scenario whose step is the same: the machine or the loader differs.
    pub(super) fn time_with(&self, change: impl FnOnce(&mut Scenario)) -> (DataPath, Speed) {
        let mut changed = self.scenario.clone();
        change(&mut changed);
        path_and_speed(&changed, &self.work)
    }

    /// Path and speed of a changed scenario whose step may differ too.
    pub(super) fn play_with(&self, change: impl FnOnce(&mut Scenario)) -> (DataPath, Speed) {
        let mut changed = self.scenario.clone();
        change(&mut changed);
        let work = evaluate(&changed, Detail::Least).work;
        path_and_speed(&changed, &work)
    }

    /// GPUs that work on one batch.
    pub(super) fn training_gpus(&self) -> u64 {
        training_gpus(&self.scenario.hardware, &self.scenario.training)
    }

    /// Samples per second at a pace; none where it is none.
    pub(super) fn rate_of(&self, pace: Pace) -> Option<SamplesPerSecond> {
        let training = &self.scenario.training;
        let samples =
            training.micro_batch_size as f64 * training.gradient_accumulation_steps as f64 * self.training_gpus() as f64;
        let rate = match pace {
            Pace::Rate(rate) => rate.get(),
            Pace::Step(time) => samples / time.get(),
            Pace::TimesSlower(times) => self.before.rate.get() / times,
        };
        (rate.is_finite() && rate > 0.0).then(|| SamplesPerSecond::new(rate))
    }

    /// A remedy with the figures of the changed scenario.
    pub(super) fn remedy(&self, id: &'static str, change: Vec<Change>, effect: Effect, source: &'static str) -> Remedy {
        let change = completed(self.scenario, change);
        let after = figures(&applied(self.scenario, &change));
        Remedy { id, change, effect_on_results: effect, after, source }
    }

    /// The advisor's single changes that pass a test, in its order, with their figures.
    pub(super) fn levers(&self, wanted: impl Fn(&[Change]) -> bool) -> Vec<Remedy> {
        let (levers, _) = levers::rank(self.estimate, self.market, &[], Detail::Least, &mut Plays::default());
        levers
            .into_iter()
            .filter(|lever| wanted(&lever.change))
            .map(|lever| self.remedy(lever.id, lever.change, lever.effect_on_results, lever.source))
            .collect()
    }

    /// What shortens the run at the data path, cheapest first, as far as it passes a test.
    pub(super) fn feeding(&self, wanted: impl Fn(&Change) -> bool) -> Vec<Remedy> {
        let remedies = feeding::feeding(self.estimate, self.market).remedies.all;
        remedies
            .into_iter()
            .filter(|remedy| remedy.change.first().is_some_and(&wanted))
            .map(|remedy| self.remedy(remedy.id, remedy.change, Effect::None, remedy.source))
            .collect()
    }
}

/// What an estimate says of a pinned scenario, without its opinions and notes.
fn figures(scenario: &Scenario) -> Figures {
    let step = evaluate(scenario, Detail::Replayed);
    let ram = host::ram(scenario, &step.work);
    let (_, speed) = path_and_speed(scenario, &step.work);
    Figures {
        device_peak: step.vram.device_peak,
        fits: step.vram.fit.fits(),
        max_micro_batch_size: batch::largest(scenario),
        ram_peak: ram.peak,
        ram_fits: ram.minimum <= scenario.hardware.ram,
        step: speed.step,
        rate: speed.rate,
        epoch: speed.epoch,
        gpu_utilization: speed.gpu_utilization,
    }
}

/// A check without remedies and probes.
pub(super) const fn check(id: &'static str, verdict: Verdict, weight: f64, finding: Finding, source: &'static str) -> Check {
    Check { id, verdict, weight, finding, probes: Vec::new(), remedies: Vec::new(), source }
}

/// A check that only says where to look.
pub(super) fn look(id: &'static str, weight: f64, place: Place, probes: &[Probe], source: &'static str) -> Check {
    check(id, Verdict::Look, weight, Finding::Elsewhere(place), source).with_probes(probes)
}

impl Check {
    pub(super) fn with_probes(mut self, probes: &[Probe]) -> Self {
        self.probes = probes.to_vec();
        self
    }

    pub(super) fn with_remedies(mut self, remedies: Vec<Remedy>) -> Self {
        self.remedies = remedies;
        self
    }
}

/// The verdict on a cause that explains this share of a symptom; below the worthwhile it is ruled out.
pub(super) fn by_share(share: f64, likely: f64, look: f64) -> Verdict {
    if share >= likely {
        Verdict::Likely
    } else if share >= look {
        Verdict::Look
    } else {
        Verdict::RuledOut
    }
}
