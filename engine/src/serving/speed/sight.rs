//! Time of the tower that reads pictures.

use super::cards::sums;
use super::shares;
use crate::serving::format::WeightsFormat;
use crate::serving::gguf::GgufType;
use crate::serving::question::{Question, ServingEngine};
use crate::units::Seconds;

/// Milliseconds that the host of a server in Python needs to start a block of a tower, which is in no captured graph: those of dense
/// blocks that read prompts (`SGLang` and TensorRT-LLM, 0.5 to 0.9 ms).
const STARTED_BLOCK: f64 = 0.6e-3;

/// Time of a card to read all pictures of a prompt; nothing where a prompt has none.
#[must_use]
pub fn of(question: &Question) -> Seconds {
    let (computing, starting) = parts(question);
    computing.max(starting)
}

/// How long the card waits for the host to start the tower's kernels, beyond what it computes.
#[must_use]
pub(super) fn waiting(question: &Question) -> Seconds {
    let (computing, starting) = parts(question);
    Seconds::new((starting.get() - computing.get()).max(0.0))
}

/// What the card computes for all pictures of a prompt, and what the host needs to start its kernels once.
///
/// The tower keeps 16 bits whatever the decoder's weights are stored as.
fn parts(question: &Question) -> (Seconds, Seconds) {
    let Some((tower, pictures)) = question.seen() else { return (Seconds::ZERO, Seconds::ZERO) };
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
    let block = match question.settings.engine {
        ServingEngine::Vllm | ServingEngine::Sglang | ServingEngine::TensorrtLlm => STARTED_BLOCK,
        ServingEngine::LlamaCpp | ServingEngine::Transformers | ServingEngine::Exllama => {
            shares.kernels_per_block * shares.launch
        }
    };
    (Seconds::new(pictures.count as f64 * each), Seconds::new(tower.depth as f64 * block))
}
