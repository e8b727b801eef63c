//! Single changes that make a pipeline fit, or hold more at a time, and what each does.

use super::batch::largest_batch;
use super::format::{FORMATS, loads};
use super::plain::{Plain, plain};
use super::question::{Question, Settings};
use crate::architecture::Architecture;
use crate::models::video::{self, Film};
use crate::serving::{Effect, WeightsFormat};
use std::cmp::Ordering;

/// What changes; what is none stays as it is.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Change {
    /// Weights in other bits.
    pub format: Option<WeightsFormat>,
    /// Whether each model lies on the card only while it runs, or all of them throughout.
    pub is_offloaded: Option<bool>,
    /// Whether films are decoded in tiles, or whole.
    pub is_tiled: Option<bool>,
    /// Fewer answers at a time.
    pub batch: Option<u64>,
    /// Fewer frames of a film.
    pub frames: Option<u64>,
}

impl Change {
    const NOTHING: Self = Self { format: None, is_offloaded: None, is_tiled: None, batch: None, frames: None };

    const fn format(format: WeightsFormat) -> Self {
        Self { format: Some(format), ..Self::NOTHING }
    }

    /// How many settings change.
    fn count(&self) -> usize {
        let Self { format, is_offloaded, is_tiled, batch, frames } = self;
        let changes = [format.is_some(), is_offloaded.is_some(), is_tiled.is_some(), batch.is_some(), frames.is_some()];
        changes.into_iter().filter(|&changes| changes).count()
    }
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

/// The question with a change.
#[must_use]
pub fn with(question: &Question, change: Change) -> Question {
    let settings = question.settings;
    let settings = Settings {
        weights_format: change.format.unwrap_or(settings.weights_format),
        is_offloaded: change.is_offloaded.unwrap_or(settings.is_offloaded),
        is_tiled: change.is_tiled.unwrap_or(settings.is_tiled),
        batch: change.batch.unwrap_or(settings.batch),
        frames: change.frames.unwrap_or(settings.frames),
        ..settings
    };
    Question { settings, ..question.clone() }
}

/// Changes of a kind, each with what it does to answers.
type Further = fn(&Question) -> Vec<(Change, Effect)>;

/// Changes that make the plan work where it does not, or faster or smaller where it does; those that cost nothing first. None is beaten
/// by another in time, memory and results; where no single one makes it work, several are made together, then fewer are answered at a
/// time, then films are shorter.
pub(super) fn levers(question: &Question, before: &Plain) -> Vec<Lever> {
    let lever = |(change, effect)| Lever { change, effect, after: plain(&with(question, change)) };
    let mut found: Vec<Lever> = singles(question).into_iter().map(lever).filter(|lever| gains(lever, before)).collect();
    let further: [Further; 3] = [pairs, fewer, shorter];
    for more in further {
        if found.is_empty() && !before.works {
            found = more(question).into_iter().map(lever).filter(|lever| lever.after.works).collect();
        }
    }
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
    let is_gain = if lever.change.batch.is_some() {
        // Who has room keeps the batch that was asked for.
        !before.memory.is_comfortable()
    } else if lever.effect == Effect::Better {
        // More bits for more memory are worth it where they are faster as well.
        is_faster
    } else {
        is_faster || is_smaller
    };
    after.works && (!before.works || is_gain)
}

/// Whether one change of the format is as good as another in all that is told of them, and better in something.
fn beats(one: &Lever, other: &Lever) -> bool {
    let is_of_format = |lever: &Lever| lever.change.format.is_some() || lever.change.count() > 1;
    // What answers more, or longer, is not beaten by what answers less.
    let kept = |lever: &Lever| (lever.change.batch, lever.change.frames);
    let cost = |lever: &Lever| [lever.after.memory.total.0, lever.after.memory.host.0, lever.effect as u64];
    let [first, second] = [one, other].map(|lever| (lever.after.batch_time.get(), cost(lever)));
    let is_no_worse = first.0 <= second.0 && first.1.iter().zip(&second.1).all(|(one, other)| one <= other);
    is_of_format(one) && is_of_format(other) && kept(one) == kept(other) && is_no_worse && first != second
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
        changes.push((Change { is_offloaded: Some(!settings.is_offloaded), ..Change::NOTHING }, Effect::None));
    }
    if has_tiles(question) {
        changes.push((Change { is_tiled: Some(!settings.is_tiled), ..Change::NOTHING }, Effect::None));
    }
    let of_batch = |batch| (Change { batch: Some(batch), ..Change::NOTHING }, Effect::None);
    let most = largest_batch(question);
    if (1..settings.batch).contains(&most) {
        changes.push(of_batch(most));
    } else if settings.batch > 1 {
        changes.push(of_batch(settings.batch / 2));
    }
    changes.extend(other_formats(question).map(|format| (Change::format(format), effect(settings.weights_format, format))));
    changes
}

/// Several changes at once: any format, the other place, the other way to decode.
fn pairs(question: &Question) -> Vec<(Change, Effect)> {
    let settings = &question.settings;
    let places: &[Option<bool>] = if may_move(question) { &[None, Some(!settings.is_offloaded)] } else { &[None] };
    let decoding: &[Option<bool>] = if has_tiles(question) { &[None, Some(!settings.is_tiled)] } else { &[None] };
    let formats = std::iter::once(None).chain(other_formats(question).map(Some));
    let mut changes = Vec::new();
    for format in formats {
        for (&is_offloaded, &is_tiled) in places.iter().flat_map(|place| decoding.iter().map(move |tiled| (place, tiled))) {
            let change = Change { format, is_offloaded, is_tiled, ..Change::NOTHING };
            if change.count() > 1 {
                changes.push((change, effect(settings.weights_format, format.unwrap_or(settings.weights_format))));
            }
        }
    }
    changes
}

/// Ways that take least of the card, and of the host, by format: each model there only while it runs, or all throughout; films decoded in
/// tiles.
fn smallest(question: &Question) -> Vec<(Change, Effect)> {
    let settings = &question.settings;
    let places: &[Option<bool>] = if may_move(question) { &[None, Some(!settings.is_offloaded)] } else { &[None] };
    let is_tiled = (has_tiles(question) && !settings.is_tiled).then_some(true);
    let formats = std::iter::once(None).chain(other_formats(question).map(Some));
    let way = |(format, is_offloaded): (Option<WeightsFormat>, Option<bool>)| {
        let after = format.unwrap_or(settings.weights_format);
        (Change { format, is_offloaded, is_tiled, ..Change::NOTHING }, effect(settings.weights_format, after))
    };
    formats.flat_map(|format| places.iter().map(move |&place| (format, place))).map(way).collect()
}

/// As many answers at a time as those ways hold, fewer than were asked for.
fn fewer(question: &Question) -> Vec<(Change, Effect)> {
    let held = |(change, effect)| {
        let most = largest_batch(&with(question, change));
        (1..question.settings.batch).contains(&most).then_some((Change { batch: Some(most), ..change }, effect))
    };
    smallest(question).into_iter().filter_map(held).collect()
}

/// The longest films that those ways hold, one at a time.
fn shorter(question: &Question) -> Vec<(Change, Effect)> {
    let Architecture::VideoTransformer(model) = &question.model else { return Vec::new() };
    let step = model.frame_step();
    let asked = question.settings.frames.saturating_sub(1) / step;
    let batch = (question.settings.batch > 1).then_some(1);
    let held = |(change, _): (Change, Effect)| {
        let of = |pieces: u64| Change { batch, frames: Some(pieces * step + 1), ..change };
        // As many pieces as work; none holds more where one holds less.
        let (mut fitting, mut beyond) = (0, asked);
        while beyond - fitting > 1 {
            let middle = fitting + (beyond - fitting) / 2;
            if plain(&with(question, of(middle))).works {
                fitting = middle;
            } else {
                beyond = middle;
            }
        }
        (fitting > 0).then(|| (of(fitting), Effect::Shorter))
    };
    // Of other formats films are told only where none is short enough in the one that was asked for.
    let ways = smallest(question);
    let (own, others): (Vec<_>, Vec<_>) = ways.into_iter().partition(|(change, _)| change.format.is_none());
    let own: Vec<(Change, Effect)> = own.into_iter().filter_map(held).collect();
    if own.is_empty() { others.into_iter().filter_map(held).collect() } else { own }
}

/// Whether films of this size are decoded in several tiles where they are decoded so.
pub(super) fn has_tiles(question: &Question) -> bool {
    let settings = &question.settings;
    let film = Film { frames: settings.frames, height: settings.image_height, width: settings.image_width };
    matches!(&question.model, Architecture::VideoTransformer(model) if video::has_tiles(model, film))
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
