//! Steps played beside the asked one, so that rules can be compared with what the model itself finds.

use crate::advice::levers;
use crate::estimate::{Estimate, Market};
use crate::inputs::Scenario;
use crate::rules::{Checkpointing, Trials};
use crate::sizing::card::Detail;
use crate::sizing::plays::Plays;
use crate::training::ActivationCheckpointing;
use crate::units::Bytes;

/// All trials for an answer.
#[must_use]
pub(crate) fn trials(answer: &Estimate, plays: &mut Plays) -> Trials {
    let (base, per_sample) = line(answer, plays);
    let levers = (!answer.vram.fit.fits()).then(|| {
        // A plan that names its library is asked again as one that takes the usual: both are changed alike.
        let mut named = answer.clone();
        named.scenario.training.implementation = named.scenario.training.library();
        let (levers, _) = levers::rank(&named, &Market::default(), &[], Detail::Least, plays);
        levers.iter().filter(|lever| lever.fits).map(|lever| lever.id).collect()
    });
    Trials { base, per_sample, checkpointing: checkpointing(&answer.scenario, plays), levers }
}

/// Memory as a line over the batch, through the largest that fits and its double: further down, what does not depend on
/// the batch may set the peak and hide what a sample adds.
fn line(answer: &Estimate, plays: &mut Plays) -> (Bytes, Bytes) {
    let size = answer.max_micro_batch_size.max(1);
    let mut scenario = answer.scenario.clone();
    let mut live = |size: u64| {
        scenario.training.micro_batch_size = size;
        plays.step(&scenario).parts.total()
    };
    let (one, two) = (live(size), live(2 * size));
    let per_sample = two.saturating_sub(one) / size;
    (one.saturating_sub(per_sample * size), per_sample)
}

/// The step with and without activation checkpointing; nothing where it changes nothing.
fn checkpointing(scenario: &Scenario, plays: &mut Plays) -> Option<Checkpointing> {
    let [without, with] = [ActivationCheckpointing::None, ActivationCheckpointing::Full].map(|setting| {
        let mut scenario = scenario.clone();
        scenario.training.activation_checkpointing = setting;
        let trace = &plays.step(&scenario).trace;
        let activations = trace.iter().flat_map(|point| [point.first, point.last]).map(|live| live.parts().activations).max();
        (activations.unwrap_or_default().as_f64(), plays.profile(&scenario).step().get())
    });
    (with.0 < without.0).then(|| Checkpointing {
        added_time_percent: (with.1 / without.1 - 1.0) * 100.0,
        saved_activations_percent: (1.0 - with.0 / without.0) * 100.0,
    })
}
