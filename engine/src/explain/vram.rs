//! The card's memory, explained.

use super::figure::{amount, bytes, count, figure};
use crate::architecture::Architecture;
use crate::dtype::Dtype;
use crate::estimate::{Estimate, Explanation, Unit};
use crate::training::{AdapterDtype, Optimizer, Precision};

/// Where what is known of a network of the reader's own comes from.
const TRACE: &str = "the network's trace";
/// How weights that train are counted, of every other model.
const TRAINABLE: &str = "full: all; adapters: sum over targets of rank x (rows + columns), and rows where use_dora";
/// Where tensor sizes come from.
const GRAPH: &str = "operator graph of the model; PyTorch's saved tensors per operator (derivatives.yaml, PyTorch 2.x); each tensor rounded up to 512 bytes (c10 CUDACachingAllocator)";
/// Where the device's own share comes from.
const DEVICE: &str = "PyTorch's caching allocator (blocks, segments, library workspaces) and the CUDA context of the driver";

/// All figures of the card and the model on it.
pub(super) fn explanations(e: &Estimate) -> Vec<Explanation> {
    let mut all = states(e);
    all.extend(of_the_batch(e));
    all.extend(totals(e));
    all
}

/// Weights, and what exists once for each of them.
fn states(e: &Estimate) -> Vec<Explanation> {
    let training = &e.scenario.training;
    let parts = &e.vram.parts;
    let (total, trainable) = (e.parameters.total as f64, e.parameters.trainable as f64);
    let is_traced = matches!(e.scenario.model, Architecture::Traced(_));
    vec![
        figure(
            "parameters.total",
            "sum over layers of rows x columns",
            total,
            Unit::Count,
            vec![],
            if is_traced { TRACE } else { "the model's published configuration" },
        ),
        figure(
            "parameters.trainable",
            if is_traced { "weights that a gradient reached" } else { TRAINABLE },
            trainable,
            Unit::Count,
            if is_traced { vec![] } else { vec![count("rank", training.method.lora().map_or(0.0, |lora| lora.rank as f64))] },
            if is_traced { TRACE } else { "Hu et al. 2021 (LoRA), section 4.1" },
        ),
        amount(
            "vram.parameters",
            "weights x bytes per weight + buffers + scales of quantization",
            parts.parameters,
            vec![count("weights", total), count("bytes per weight", ratio(parts.parameters.as_f64(), total))],
            GRAPH,
        ),
        amount(
            "vram.gradients",
            "gradients alive at the peak, trainable weights x bytes per gradient at most",
            parts.gradients,
            vec![count("trainable weights", trainable), count("accumulation steps", training.gradient_accumulation_steps as f64)],
            GRAPH,
        ),
        amount(
            "vram.optimizer_state",
            "trainable weights x states per weight x bytes per state, this GPU's shard",
            parts.optimizer_state,
            vec![count("trainable weights", trainable), count("states per weight", states_per_weight(e, trainable))],
            "PyTorch torch.optim; bitsandbytes for 8-bit states and Lion; Shazeer and Stern 2018 for Adafactor",
        ),
    ]
}

/// What grows with the batch.
fn of_the_batch(e: &Estimate) -> Vec<Explanation> {
    let training = &e.scenario.training;
    let parts = &e.vram.parts;
    let batch = training.micro_batch_size as f64;
    vec![
        amount(
            "vram.activations",
            "sum over operators of what backward needs, at the peak",
            parts.activations,
            vec![count("micro-batch", batch), bytes("per sample", parts.activations / training.micro_batch_size.max(1))],
            GRAPH,
        ),
        amount(
            "vram.temporary",
            "gradients of activations and kernels' own memory, at the peak",
            parts.temporary,
            vec![count("micro-batch", batch)],
            GRAPH,
        ),
        amount(
            "vram.inputs",
            "micro-batch x bytes per sample",
            parts.inputs,
            vec![count("micro-batch", batch), bytes("per sample", parts.inputs / training.micro_batch_size.max(1))],
            GRAPH,
        ),
    ]
}

/// Peaks and limits.
fn totals(e: &Estimate) -> Vec<Explanation> {
    let vram = &e.vram;
    let parts = &vram.parts;
    vec![
        amount(
            "vram.allocated_peak_bytes",
            "parameters + gradients + optimizer state + activations + temporary + inputs",
            vram.allocated_peak,
            vec![
                bytes("parameters", parts.parameters),
                bytes("gradients", parts.gradients),
                bytes("optimizer state", parts.optimizer_state),
                bytes("activations", parts.activations),
                bytes("temporary", parts.temporary),
                bytes("inputs", parts.inputs),
            ],
            GRAPH,
        ),
        amount(
            "vram.torch_allocated_peak_bytes",
            "live tensors + rest of the allocator's blocks + workspaces of cuBLAS, replayed tensor by tensor",
            vram.torch_allocated_peak,
            vec![
                bytes("live tensors", vram.allocated_peak),
                bytes("blocks and workspaces", vram.torch_allocated_peak.saturating_sub(vram.allocated_peak)),
            ],
            DEVICE,
        ),
        amount(
            "vram.reserved_peak_bytes",
            "segments of the replay; on a card with less room, what the allocator keeps under its limit",
            vram.reserved_peak,
            vec![
                bytes("allocated", vram.torch_allocated_peak),
                bytes("slack", vram.reserved_peak.saturating_sub(vram.torch_allocated_peak)),
            ],
            DEVICE,
        ),
        amount(
            "vram.device_peak_bytes",
            "reserved + context",
            vram.device_peak,
            vec![bytes("reserved", vram.reserved_peak), bytes("context", vram.device_peak.saturating_sub(vram.reserved_peak))],
            DEVICE,
        ),
        amount(
            "vram.range_bytes",
            "high end of the device's peak: peak x ratio measured / predicted of runs like this one",
            vram.range.1,
            vec![bytes("low", vram.range.0), bytes("peak", vram.device_peak)],
            "the engine's record against published runs",
        ),
        amount(
            "vram.capacity_bytes",
            "what the driver reports",
            vram.capacity,
            vec![],
            "driver output where known, else the nominal size",
        ),
        amount(
            "vram.desktop_bytes",
            "what the driver, the system and a desktop take of this card",
            vram.desktop,
            vec![],
            "totals in CUDA's out-of-memory messages against the driver's; typical desktops",
        ),
        figure(
            "limits.max_micro_batch_size",
            "largest batch whose peak + desktop <= capacity",
            e.max_micro_batch_size as f64,
            Unit::Count,
            vec![bytes("capacity", vram.capacity), bytes("desktop", vram.desktop)],
            "bisection over the played step",
        ),
    ]
}

/// States of full size that the optimizer keeps per trained weight.
fn states_per_weight(e: &Estimate, trainable: f64) -> f64 {
    let training = &e.scenario.training;
    match training.optimizer {
        Optimizer::Adamw | Optimizer::Adamw8bit => 2.0,
        Optimizer::SgdMomentum | Optimizer::Lion | Optimizer::Lion8bit => 1.0,
        // One of matrices of blocks, two of all others.
        Optimizer::Muon => {
            let is_narrow = match training.method.lora() {
                Some(lora) => lora.adapter_dtype == AdapterDtype::Bf16,
                None => training.precision == Precision::Bf16,
            };
            let width = if is_narrow { Dtype::Bf16 } else { Dtype::F32 }.bytes();
            ratio(e.vram.parts.optimizer_state.as_f64(), trainable * width as f64)
        }
        Optimizer::Adafactor | Optimizer::Sgd => 0.0,
    }
}

/// A quotient; 0 where there is nothing to divide by.
fn ratio(numerator: f64, denominator: f64) -> f64 {
    if denominator > 0.0 { numerator / denominator } else { 0.0 }
}
