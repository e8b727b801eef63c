//! Single changes that make a pipeline fit, or hold more at a time, and what each does.

use super::batch::largest_batch;
use super::format::{FORMATS, loads};
use super::plain::{Plain, plain};
use super::question::{Question, Settings};
use crate::serving::{Effect, WeightsFormat};

/// One change of a setting.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Change {
    /// Weights in fewer bits.
    Format(WeightsFormat),
    /// Each model on the card only while it runs.
    Offload,
    /// Every model on the card throughout.
    Keep,
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
        Change::Offload => Settings { is_offloaded: true, ..settings },
        Change::Keep => Settings { is_offloaded: false, ..settings },
        Change::Batch(batch) => Settings { batch, ..settings },
    };
    Question { settings, ..question.clone() }
}

/// Changes that make the plan work where it does not, or faster or smaller where it does; those that cost nothing first.
pub(super) fn levers(question: &Question, before: &Plain) -> Vec<Lever> {
    let gains = |change: &Change, after: &Plain| {
        // Who has room keeps the batch that was asked for.
        if matches!(change, Change::Batch(_)) && before.works && before.memory.is_comfortable() {
            return false;
        }
        let is_faster = after.batch_time.get() < before.batch_time.get() * GAIN;
        let is_smaller = after.memory.total.0 as f64 <= before.memory.total.0 as f64 * GAIN;
        after.works && (!before.works || is_faster || is_smaller)
    };
    let mut levers: Vec<Lever> = changes(question)
        .into_iter()
        .map(|(change, effect)| Lever { change, effect, after: plain(&with(question, change)) })
        .filter(|lever| gains(&lever.change, &lever.after))
        .collect();
    crate::order::sort_by_key(&mut levers, |lever| lever.effect as u64);
    levers
}

fn changes(question: &Question) -> Vec<(Change, Effect)> {
    let settings = &question.settings;
    let mut changes = Vec::new();
    // Where both share one memory there is nowhere else to be.
    if question.model.latent_channels().is_some() && question.hardware.gpu.pool.is_none() {
        changes.push((if settings.is_offloaded { Change::Keep } else { Change::Offload }, Effect::None));
    }
    let most = largest_batch(question);
    if (1..settings.batch).contains(&most) {
        changes.push((Change::Batch(most), Effect::None));
    } else if settings.batch > 1 {
        changes.push((Change::Batch(settings.batch / 2), Effect::None));
    }
    let at = FORMATS.iter().position(|&format| format == settings.weights_format);
    for (index, &format) in FORMATS.iter().enumerate() {
        let is_smaller = at.is_some_and(|at| index > at) && format.is_quantized();
        if is_smaller && loads(format, &question.model, &question.hardware.gpu) {
            changes.push((Change::Format(format), effect(format)));
        }
    }
    changes
}

/// What a format does to pictures.
fn effect(format: WeightsFormat) -> Effect {
    use crate::serving::gguf::GgufType;
    match format {
        WeightsFormat::BnbInt8 | WeightsFormat::Fp8 | WeightsFormat::Gguf(GgufType::Q8_0 | GgufType::Q6K) => Effect::Small,
        _ => Effect::Noticeable,
    }
}
