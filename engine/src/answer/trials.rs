//! Steps played beside the asked one, so that rules can be compared with what the model itself finds.

use super::{Detail, played};
use crate::advice::levers;
use crate::device::roofline::{profile, training_gpus};
use crate::estimate::{Estimate, Market, Scenario};
use crate::rules::{Checkpointing, Trials};
use crate::training::ActivationCheckpointing;
use crate::units::Bytes;
use crate::work::of_graph::step_work;

/// All trials for an answer.
#[must_use]
pub(crate) fn trials(answer: &Estimate) -> Trials {
    let (base, per_sample) = line(answer);
    let levers = (!answer.vram.fit.fits()).then(|| {
        levers::ranked(answer, &Market::default(), &[], Detail::Least).0.iter().filter(|l| l.fits).map(|l| l.id).collect()
    });
    Trials { base, per_sample, checkpointing: checkpointing(&answer.scenario), levers }
}

/// Memory as a line over the batch, through the largest that fits and its double: further down, what does not depend on
/// the batch may set the peak and hide what a sample adds.
fn line(answer: &Estimate) -> (Bytes, Bytes) {
    let size = answer.max_micro_batch_size.max(1);
    let live = |size: u64| played(&answer.scenario, size).allocated_peak();
    let (one, two) = (live(size), live(2 * size));
    let per_sample = two.saturating_sub(one) / size;
    (one.saturating_sub(per_sample * size), per_sample)
}

/// The step with and without activation checkpointing; nothing where it changes nothing.
fn checkpointing(scenario: &Scenario) -> Option<Checkpointing> {
    let [without, with] = [ActivationCheckpointing::None, ActivationCheckpointing::Full].map(|setting| {
        let mut scenario = scenario.clone();
        scenario.training.activation_checkpointing = setting;
        let step = played(&scenario, scenario.training.micro_batch_size);
        let activations =
            step.trace.iter().flat_map(|point| [point.first, point.last]).map(|live| live.parts().activations).max();
        let work = step_work(&step.graph, &scenario.training, training_gpus(&scenario.hardware, &scenario.training));
        (activations.unwrap_or_default().as_f64(), profile(&work, &scenario.hardware, &scenario.training).step().get())
    });
    (with.0 < without.0).then(|| Checkpointing {
        added_time_percent: (with.1 / without.1 - 1.0) * 100.0,
        saved_activations_percent: (1.0 - with.0 / without.0) * 100.0,
    })
}
