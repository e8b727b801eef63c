//! What a reader should know of an answer.

mod host;
pub(super) mod measured;

use crate::architecture::Architecture;
use crate::device::roofline::training_gpus;
use crate::dtype::Dtype;
use crate::estimate::{Fit, Note, Ram, Speed, Vram};
use crate::graph::attention::{Kernel, Options, Shape, hands_groups, pick};
use crate::hardware::{Gpu, capability};
use crate::host::sample::is_fetched_whole;
use crate::inputs::Scenario;
use crate::models::Recipe;
use crate::models::decoder::{is_eager, is_windowed};
use crate::training::{Alignment, Attention, Optimizer, Precision};

/// Share of a step from which on waiting for data is worth a word.
const WORTH_MENTIONING: f64 = 0.1;

/// All notes, gravest first.
#[must_use]
pub fn notes(scenario: &Scenario, vram: &Vram, ram: &Ram, speed: &Speed) -> Vec<Note> {
    let mut notes = Vec::new();
    match vram.fit {
        Fit::Short { by } => {
            notes.push(Note::DoesNotFit { by });
            if vram.parts.parameters > vram.capacity.saturating_sub(vram.desktop) {
                notes.push(Note::WeightsAloneDoNotFit);
            }
        }
        Fit::Tight { .. } => notes.push(Note::Tight),
        Fit::Comfortable { .. } => {}
    }
    let hardware = &scenario.hardware;
    notes.extend(host::notes(scenario, ram, speed).into_iter().map(Note::Host));
    let training = &scenario.training;
    // Muon's products are in BF16 whatever the precision.
    let bf16 = matches!(training.precision, Precision::Bf16 | Precision::Bf16Amp) || training.optimizer == Optimizer::Muon;
    if bf16 && lacks_bf16(&hardware.gpu) {
        notes.push(Note::Bf16Unsupported);
    }
    // Paging has a note of its own.
    let wait = (speed.parts.wait.get() - speed.paging.get()) / speed.step.get();
    if wait > WORTH_MENTIONING {
        notes.push(Note::WaitsForData { share: wait });
    }
    let workers = training.loader.num_workers * hardware.gpu_count;
    if workers > hardware.cpu.threads {
        notes.push(Note::WorkersExceedThreads { num_workers: workers, threads: hardware.cpu.threads });
    }
    let longest = match scenario.model {
        Architecture::Bart(_) => scenario.data.sequence_length.max(scenario.data.target_length),
        // What it hears has one length, and what it writes more than it can is refused.
        Architecture::Whisper(_) => 0,
        _ => scenario.data.sequence_length,
    };
    if let Some(limit) = scenario.model.longest_sequence().filter(|limit| longest > *limit) {
        notes.push(Note::SequenceBeyondPositions { limit });
    }
    if takes_math_attention(scenario) {
        notes.push(Note::MathAttention);
    }
    let idle = hardware.total_gpus() - training_gpus(hardware, training).min(hardware.total_gpus());
    if idle > 0 {
        notes.push(Note::IdleGpus { count: idle });
    }
    if training.loader.batched_preprocessing && !is_fetched_whole(scenario) {
        notes.push(Note::PreparedOneByOne);
    }
    if training.alignment == Alignment::Dpo {
        notes.push(Note::TwoAnswers);
    }
    if scenario.active_tower().is_some() {
        notes.push(Note::PicturesInSequence { tokens: scenario.picture_tokens(), of: scenario.data.sequence_length });
    }
    if let Some(pool) = hardware.gpu.pool {
        notes.push(Note::MemoryInCommon { pool, device: hardware.gpu.memory });
    }
    if training.implementation.is_some() && training.library().is_none() {
        notes.push(Note::NothingToShareOut { gpus: hardware.total_gpus() });
    }
    if !hardware.gpu.memory_is_measured {
        notes.push(Note::CapacityNominal);
    }
    crate::order::sort_by_key(&mut notes, Note::level);
    notes
}

/// Whether the card is known to have no BF16 units; no figure at all says nothing, save on CUDA before Ampere (8.0).
fn lacks_bf16(gpu: &Gpu) -> bool {
    gpu.bf16.is_none() && (gpu.fp16.is_some() || gpu.compute_capability.is_some_and(|found| found < capability::AMPERE))
}

/// Whether fused attention was asked for and yet the scores are materialised.
fn takes_math_attention(scenario: &Scenario) -> bool {
    let Architecture::Decoder(model) = &scenario.model else { return false };
    let Scenario { training, data, .. } = scenario;
    let recipe = Recipe { training, data, batch: training.micro_batch_size, read_as: None, evaluates: false, spare: None };
    let length = scenario.data.sequence_length;
    let shape = Shape {
        batch: 1,
        heads: model.num_attention_heads,
        key_value_heads: model.num_key_value_heads,
        head_dim: model.head_dim,
        queries: length,
        keys: length,
    };
    let windowed = (0..model.num_hidden_layers).all(|layer| is_windowed(model, layer, recipe));
    let masked = recipe.is_masked() || windowed;
    let options = Options { masked, causal: !masked, grouped: hands_groups(masked, shape.head_dim), dropout: 0.0 };
    let dtype: Dtype = recipe.autocast().unwrap_or_else(|| recipe.unquantized_dtype());
    !is_eager(model, recipe) && scenario.training.attention == Attention::Sdpa && pick(dtype, shape, options) == Kernel::Math
}
