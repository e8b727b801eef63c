//! Chooses the open settings: over their combinations, the fastest plan that fits and changes least.

use super::apply::applied;
use super::levers::{PROPOSED_QUANTIZATION, mixed_precision_of, proposed_lora};
use crate::answer::{self, Detail};
use crate::architecture::Architecture;
use crate::estimate::{Change, Effect, Estimate, Field, Request, Scenario};
use crate::training::{ActivationCheckpointing, Attention, Method, Optimizer, Precision};

/// A value for an open field, with what it does to the results of training.
type Choice = (Option<Change>, Effect);

/// The best plan for a request: what was asked where card and host hold it, else the best of the open fields' combinations.
#[must_use]
pub fn best(request: &Request, asked: Estimate) -> Estimate {
    if asked.vram.fit.fits() && asked.ram.minimum <= asked.scenario.hardware.ram {
        return asked;
    }
    let scenario = &request.scenario;
    let mut best: (Rank, Option<Request>) = (Rank::of(&asked, Effect::None), None);
    for (method, method_effect) in methods(request, scenario) {
        for (precision, precision_effect) in precisions(request, scenario) {
            for (checkpointing, _) in checkpointings(request) {
                for (optimizer, optimizer_effect) in optimizers(request, scenario) {
                    let attention = request.open.contains(&Field::Attention).then_some(Change::Attention(Attention::Sdpa));
                    let changes: Vec<Change> =
                        [method.clone(), precision.clone(), checkpointing.clone(), optimizer.clone(), attention]
                            .into_iter()
                            .flatten()
                            .collect();
                    if changes.is_empty() {
                        continue;
                    }
                    let effect = method_effect.max(precision_effect).max(optimizer_effect);
                    let candidate = Request {
                        scenario: applied(scenario, &changes),
                        open: request.open.clone(),
                        constraints: request.constraints.clone(),
                    };
                    if !exists(&candidate.scenario) {
                        continue;
                    }
                    let rank = Rank::of(&answer::answered(&candidate, Detail::Least), effect);
                    if rank.better_than(&best.0) {
                        best = (rank, Some(candidate));
                    }
                }
            }
        }
    }
    best.1.map_or(asked, |candidate| answer::estimate(&candidate))
}

/// Whether a framework has such a run: quantized weights are unpacked to 16 bits for every product.
const fn exists(scenario: &Scenario) -> bool {
    let training = &scenario.training;
    !(matches!(training.method, Method::Qlora(..)) && matches!(training.precision, Precision::Fp32 | Precision::Tf32))
}

/// What makes one plan better than another.
struct Rank {
    /// The card holds it.
    fits: bool,
    /// The machine around the card holds it.
    fits_host: bool,
    effect: Effect,
    need: u64,
    epoch_seconds: f64,
}

impl Rank {
    fn of(estimate: &Estimate, effect: Effect) -> Self {
        Self {
            fits: estimate.vram.fit.fits(),
            fits_host: estimate.ram.minimum <= estimate.scenario.hardware.ram,
            effect,
            need: estimate.vram.needed.0,
            epoch_seconds: estimate.speed.epoch.get(),
        }
    }

    /// Fitting the card first, then the host, then the gentler change, then the faster; of those that do not fit the card,
    /// the one that needs least.
    fn better_than(&self, other: &Self) -> bool {
        match (self.fits, other.fits) {
            (true, false) => true,
            (false, true) => false,
            (false, false) => self.need < other.need,
            (true, true) if self.fits_host != other.fits_host => self.fits_host,
            (true, true) => {
                self.effect < other.effect || (self.effect == other.effect && self.epoch_seconds < other.epoch_seconds)
            }
        }
    }
}

fn methods(request: &Request, scenario: &Scenario) -> Vec<Choice> {
    let mut choices = vec![(None, Effect::None)];
    if request.open.contains(&Field::Method) && scenario.model.takes_adapters() {
        let lora = proposed_lora(scenario.training.precision);
        choices.push((Some(Change::Method(Method::Lora(lora.clone()))), Effect::ChangesMethod));
        if matches!(scenario.model, Architecture::Decoder(_) | Architecture::Gpt2(_)) {
            choices.push((Some(Change::Method(Method::Qlora(lora, PROPOSED_QUANTIZATION))), Effect::ChangesMethod));
        }
    }
    choices
}

fn precisions(request: &Request, scenario: &Scenario) -> Vec<Choice> {
    let mut choices = vec![(None, Effect::None)];
    if request.open.contains(&Field::Precision) {
        choices.extend(
            mixed_precision_of(&scenario.hardware.gpu).map(|precision| (Some(Change::Precision(precision)), Effect::None)),
        );
        if scenario.hardware.gpu.bf16.is_some() {
            choices.push((Some(Change::Precision(Precision::Bf16)), Effect::Small));
        }
    }
    choices
}

fn checkpointings(request: &Request) -> Vec<Choice> {
    let mut choices = vec![(None, Effect::None)];
    if request.open.contains(&Field::ActivationCheckpointing) {
        choices.push((Some(Change::ActivationCheckpointing(ActivationCheckpointing::Full)), Effect::None));
    }
    choices
}

fn optimizers(request: &Request, scenario: &Scenario) -> Vec<Choice> {
    let mut choices = vec![(None, Effect::None)];
    if request.open.contains(&Field::Optimizer) && scenario.training.optimizer == Optimizer::Adamw {
        choices.push((Some(Change::Optimizer(Optimizer::Adamw8bit)), Effect::Small));
    }
    choices
}
