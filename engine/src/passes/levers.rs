//! Single changes that make a pipeline fit, or hold more at a time, and what each does.

use super::batch::largest_batch;
use super::format::{FORMATS, loads};
use super::plain::{Plain, plain};
use super::question::{Question, Settings};
use crate::serving::{Effect, WeightsFormat};
use std::cmp::Ordering;

/// One change of a setting.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Change {
    /// Weights in other bits.
    Format(WeightsFormat),
    /// Several of them at once, where none alone does.
    Way {
        /// Weights in these bits.
        format: WeightsFormat,
        /// Whether each model lies on the card only while it runs.
        is_offloaded: bool,
        /// Whether films are decoded in tiles.
        is_tiled: bool,
    },
    /// Each model on the card only while it runs.
    Offload,
    /// Every model on the card throughout.
    Keep,
    /// Films decoded in tiles, or whole.
    Tiles(bool),
    /// Fewer answers at a time.
    Batch(u64),
}

/// A change and the plan with it.
#[derive(Debug, Clone, PartialEq)]
pub struct Lever {
    /// What changes.
    pub change: Change,
    /// What it does to answers.
    pub effect: Effect,
    /// The plan with it.
    pub after: Plain,
}

/// A batch must take this much less time, or memory, to count as a gain.
const GAIN: f64 = 0.97;

/// The question with one change.
#[must_use]
pub fn with(question: &Question, change: Change) -> Question {
    let settings = question.settings;
    let settings = match change {
        Change::Format(weights_format) => Settings { weights_format, ..settings },
        Change::Way { format, is_offloaded, is_tiled } => Settings { weights_format: format, is_offloaded, is_tiled, ..settings },
        Change::Offload => Settings { is_offloaded: true, ..settings },
        Change::Keep => Settings { is_offloaded: false, ..settings },
        Change::Tiles(is_tiled) => Settings { is_tiled, ..settings },
        Change::Batch(batch) => Settings { batch, ..settings },
    };
    Question { settings, ..question.clone() }
}

/// Changes that make the plan work where it does not, or faster or smaller where it does; those that cost nothing first. None is beaten
/// by another in time, memory and results; where no single one makes it work, format and place are changed together.
pub(super) fn levers(question: &Question, before: &Plain) -> Vec<Lever> {
    let lever = |(change, effect)| Lever { change, effect, after: plain(&with(question, change)) };
    let found: Vec<Lever> = singles(question).into_iter().map(lever).filter(|lever| gains(lever, before)).collect();
    let found = if found.is_empty() && !before.works {
        pairs(question).into_iter().map(lever).filter(|lever| lever.after.works).collect()
    } else {
        found
    };
    let is_beaten = |lever: &Lever| found.iter().any(|other| beats(other, lever));
    let mut levers: Vec<Lever> = found.iter().filter(|lever| !is_beaten(lever)).cloned().collect();
    crate::order::sort_by_key(&mut levers, |lever| lever.effect as u64);
    levers
}

/// Whether a change is worth showing.
fn gains(lever: &Lever, before: &Plain) -> bool {
    let after = &lever.after;
    let is_faster = after.batch_time.get() < before.batch_time.get() * GAIN;
    let is_smaller = after.memory.total.0 as f64 <= before.memory.total.0 as f64 * GAIN;
    let is_gain = match lever.change {
        // Who has room keeps the batch that was asked for.
        Change::Batch(_) => !before.memory.is_comfortable(),
        // More bits for more memory are worth it where they are faster as well.
        _ if lever.effect == Effect::Better => is_faster,
        _ => is_faster || is_smaller,
    };
    after.works && (!before.works || is_gain)
}

/// Whether one change of the format is as good as another in all that is told of them, and better in something.
fn beats(one: &Lever, other: &Lever) -> bool {
    let is_of_format = |lever: &Lever| matches!(lever.change, Change::Format(_) | Change::Way { .. });
    let cost = |lever: &Lever| [lever.after.memory.total.0, lever.after.memory.host.0, lever.effect as u64];
    let [first, second] = [one, other].map(|lever| (lever.after.batch_time.get(), cost(lever)));
    let is_no_worse = first.0 <= second.0 && first.1.iter().zip(&second.1).all(|(one, other)| one <= other);
    is_of_format(one) && is_of_format(other) && is_no_worse && first != second
}

/// Formats that the model and the card take, other than the question's.
fn other_formats(question: &Question) -> impl Iterator<Item = WeightsFormat> {
    let (own, model, gpu) = (question.settings.weights_format, &question.model, &question.hardware.gpu);
    FORMATS.into_iter().filter(move |&format| format != own && loads(format, model, gpu))
}

fn singles(question: &Question) -> Vec<(Change, Effect)> {
    let settings = &question.settings;
    let mut changes = Vec::new();
    if may_move(question) {
        changes.push((if settings.is_offloaded { Change::Keep } else { Change::Offload }, Effect::None));
    }
    if question.model.makes_videos() {
        changes.push((Change::Tiles(!settings.is_tiled), Effect::None));
    }
    let most = largest_batch(question);
    if (1..settings.batch).contains(&most) {
        changes.push((Change::Batch(most), Effect::None));
    } else if settings.batch > 1 {
        changes.push((Change::Batch(settings.batch / 2), Effect::None));
    }
    changes.extend(other_formats(question).map(|format| (Change::Format(format), effect(settings.weights_format, format))));
    changes
}

/// Several changes at once: any format, the other place, the other way to decode.
fn pairs(question: &Question) -> Vec<(Change, Effect)> {
    let settings = &question.settings;
    let (own, offloaded, tiled) = (settings.weights_format, settings.is_offloaded, settings.is_tiled);
    let places: &[bool] = if may_move(question) { &[offloaded, !offloaded] } else { &[offloaded] };
    let decoding: &[bool] = if question.model.makes_videos() { &[tiled, !tiled] } else { &[tiled] };
    let mut changes = Vec::new();
    for format in std::iter::once(own).chain(other_formats(question)) {
        for (&is_offloaded, &is_tiled) in places.iter().flat_map(|place| decoding.iter().map(move |tiled| (place, tiled))) {
            let differs = [format != own, is_offloaded != offloaded, is_tiled != tiled];
            if differs.into_iter().filter(|&differs| differs).count() > 1 {
                changes.push((Change::Way { format, is_offloaded, is_tiled }, effect(own, format)));
            }
        }
    }
    changes
}

/// Whether models can wait in the host's memory: where both share one there is nowhere else to be.
fn may_move(question: &Question) -> bool {
    question.model.latent_channels().is_some() && question.hardware.gpu.pool.is_none()
}

/// What another format does to answers.
fn effect(before: WeightsFormat, after: WeightsFormat) -> Effect {
    let (before, after) = (loss(before), loss(after));
    match (before as u64).cmp(&(after as u64)) {
        Ordering::Greater => Effect::Better,
        Ordering::Equal => Effect::None,
        Ordering::Less => after,
    }
}

/// What a format does to pictures, held against 16 bits.
const fn loss(format: WeightsFormat) -> Effect {
    use crate::serving::gguf::GgufType;
    match format {
        WeightsFormat::Bf16 | WeightsFormat::Fp16 => Effect::None,
        WeightsFormat::BnbInt8 | WeightsFormat::Fp8 | WeightsFormat::Gguf(GgufType::Q8_0 | GgufType::Q6K) => Effect::Small,
        _ => Effect::Noticeable,
    }
}
