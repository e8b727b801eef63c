//! Time of the tower that reads pictures.

use super::cards::sums;
use super::shares;
use crate::serving::format::WeightsFormat;
use crate::serving::gguf::GgufType;
use crate::serving::question::{Question, ServingEngine};
use crate::units::Seconds;

/// Time of a card to read all pictures of a prompt, one after another; nothing where a prompt has none.
///
/// The tower keeps 16 bits whatever the decoder's weights are stored as, and runs outside of captured graphs.
#[must_use]
pub fn of(question: &Question) -> Seconds {
    let Some((tower, pictures)) = question.seen() else { return Seconds::ZERO };
    let mut sixteen = question.clone();
    sixteen.settings.weights_format = match question.settings.engine {
        ServingEngine::LlamaCpp => WeightsFormat::Gguf(GgufType::F16),
        _ => WeightsFormat::Bf16,
    };
    let (shares, ranks) = (shares::of(&sixteen), question.ranks() as f64);
    let patches = tower.patches(pictures.height, pictures.width);
    let (count, tokens) = (patches.count() as f64, tower.features(patches) as f64);
    let product = |weights: u64, rows: f64| {
        let weights = weights as f64 / ranks;
        shares.matrix(2.0 * weights, 0.0, 2.0 * weights * rows, rows)
    };
    let matrices = tower.depth as f64 * product(tower.block_weights().0, count)
        + product(tower.patch_weights().0, count)
        + product(tower.joining_weights(question.model.hidden_size).0, tokens);
    // Scores and values of every head, of the patches that each attends to.
    let attention = 4.0 * count * (tower.attended(patches) * tower.hidden_size) as f64 / ranks / shares.attention_rate;
    let stream = count * tower.hidden_size as f64 * 2.0;
    let between = sums(question, 2 * tower.depth, stream);
    let each = matrices + attention + between;
    let started = tower.depth as f64 * shares.prompt_block.max(shares.kernels_per_block * shares.launch);
    Seconds::new((pictures.count as f64 * each).max(started))
}
