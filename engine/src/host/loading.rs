//! How weights come from their files to the device, and what host memory that takes.
//!
//! Files in the safetensors format are mapped, not read: their pages belong to the page cache, which the system drops
//! when programs want the memory, so that they are no need of the run. What a run cannot do without is what it copies
//! out of them. Measured with transformers 5.23, safetensors 0.8 and PyTorch 2.15 on Linux, a model of 2,014 MiB in four
//! shards, `RssAnon` and `RssFile` of `/proc/self/status` (2026-11): reading tensor by tensor adds 0 MiB of anonymous
//! memory and one shard of mapped pages (657 MiB); a whole model of the files' own type in host memory adds 3 MiB; the
//! same widened to FP32 adds 4,032 MiB, twice the files; `torch.load` of a pickled file adds 2,015 MiB, with
//! `mmap=True` none.
//!
//! Programs for PyTorch load as [`loading`] says; `api`'s code asks the same function.

use super::processes::processes;
use crate::architecture::{Architecture, Family};
use crate::device::roofline::training_gpus;
use crate::inputs::Scenario;
use crate::training::{Framework, Implementation, Method, Offload, Precision, Sharding};
use crate::units::Bytes;
use crate::work::StepWork;
/// Part of a saved model that is brought to the host at once: the shards that transformers writes by default
/// (`max_shard_size="50GB"` since version 5); safetensors takes a shard's tensors together (`_flatten_as_ptr`).
pub const SAVED_SHARD: Bytes = Bytes(50_000_000_000);

/// How a run's weights reach the devices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Loading {
    /// Each process sends tensor by tensor from the mapped file to its device (`device_map`).
    Streamed,
    /// One process holds the whole model in host memory, and the others get their shards from it.
    FirstProcess,
    /// Each process holds the whole model in host memory before it moves to the device.
    EachProcess,
}

/// How a published model is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stored {
    /// In files that are mapped (safetensors).
    Mapped,
    /// In a pickled file, which is read as a whole before anything is copied out of it (`torch.load`).
    Pickled,
    /// Nowhere: the constructor makes the weights.
    Constructed,
}

/// How the programs for a scenario load it.
#[must_use]
pub fn loading(scenario: &Scenario) -> Loading {
    let training = &scenario.training;
    let from_hub = matches!(storage_format(&scenario.model), Stored::Mapped)
        && !matches!(&scenario.model, Architecture::Vit(model) if model.class().is_none());
    if !from_hub || training.framework != Framework::Pytorch {
        return Loading::EachProcess;
    }
    if matches!(training.method, Method::Qlora(..)) && training.offload == Offload::None {
        // The quantizer puts every tensor on its process's device (`update_device_map` of transformers' bitsandbytes).
        return Loading::Streamed;
    }
    let library = training.library_for(training_gpus(&scenario.hardware, training));
    match (library, training.offload, training.sharding) {
        // DeepSpeed's third stage cuts the weights as they are read (`zero.Init`): the first process reads them, before any
        // quantization (107 to 128 GB for 70B in 4 bits: PEFT's FSDP guide, AnswerDotAI/fsdp_qlora).
        (Some(Implementation::Deepspeed), Offload::All, _) | (Some(Implementation::Deepspeed), _, Sharding::Zero3) => {
            if scenario.model.family() == Family::Diffusion { Loading::EachProcess } else { Loading::FirstProcess }
        }
        // Its other stages narrow a whole model in host memory to 16 bits before it moves.
        (Some(Implementation::Deepspeed), ..) => Loading::EachProcess,
        (Some(Implementation::Fsdp2), ..) => Loading::FirstProcess,
        (None | Some(Implementation::Ddp), ..) => Loading::Streamed,
    }
}

/// How a kind of model is published, in the library that the programs take it from.
#[must_use]
pub const fn storage_format(model: &Architecture) -> Stored {
    match model {
        // Transformers, diffusers and timm.
        Architecture::Decoder(_)
        | Architecture::Gpt2(_)
        | Architecture::Encoder(_)
        | Architecture::T5(_)
        | Architecture::Bart(_)
        | Architecture::DiffusionUnet(_)
        | Architecture::DiffusionTransformer(_)
        | Architecture::VideoTransformer(_)
        | Architecture::Whisper(_)
        | Architecture::Vit(_) => Stored::Mapped,
        // Torchvision's backbones come by `load_state_dict_from_url`, which does not map.
        Architecture::Detector(_) | Architecture::Segmenter(_) => Stored::Pickled,
        Architecture::Resnet(_)
        | Architecture::Vgg(_)
        | Architecture::Traced(_)
        | Architecture::Densenet(_)
        | Architecture::InvertedResidual(_)
        | Architecture::Convnext(_)
        | Architecture::Swin(_)
        | Architecture::Unet(_) => Stored::Constructed,
    }
}

/// The base weights as they are published: 16 bits for language models and diffusion transformers, FP32 for the rest; frozen
/// companions included.
#[must_use]
pub fn published_bytes(scenario: &Scenario, work: &StepWork) -> Bytes {
    let companions = scenario.model.companions(scenario.data.text_tokens).map_or(0, |companions| companions.parameters);
    Bytes((work.parameters + companions) * published_size(&scenario.model))
}

/// Bytes of a weight as it is published.
const fn published_size(model: &Architecture) -> u64 {
    match model {
        // Diffusion transformers come in bfloat16, as language models do.
        Architecture::Decoder(_) | Architecture::DiffusionTransformer(_) | Architecture::VideoTransformer(_) => 2,
        Architecture::Whisper(model) => model.published_bytes,
        Architecture::Resnet(_)
        | Architecture::Vgg(_)
        | Architecture::Traced(_)
        | Architecture::Densenet(_)
        | Architecture::InvertedResidual(_)
        | Architecture::Convnext(_)
        | Architecture::Vit(_)
        | Architecture::Swin(_)
        | Architecture::Encoder(_)
        | Architecture::Gpt2(_)
        | Architecture::T5(_)
        | Architecture::Bart(_)
        | Architecture::DiffusionUnet(_)
        | Architecture::Unet(_)
        | Architecture::Segmenter(_)
        | Architecture::Detector(_) => 4,
    }
}

/// What the files of the weights take of the page cache while they are read; none where the constructor makes them.
#[must_use]
pub fn page_cache(scenario: &Scenario, work: &StepWork) -> Bytes {
    match storage_format(&scenario.model) {
        Stored::Mapped | Stored::Pickled => published_bytes(scenario, work),
        Stored::Constructed => Bytes::ZERO,
    }
}

/// The most that host memory must hold of the weights at once while a run starts.
#[must_use]
pub fn staged_bytes(scenario: &Scenario, work: &StepWork) -> Bytes {
    let Processes { whole, streams } = copies(scenario);
    let size = stored_size(scenario);
    let tensors = match scenario.training.method {
        // Converted one by one, so that no thread is ahead of the quantizer.
        Method::Qlora(..) => work.largest_weights[0],
        _ => work.largest_weights.iter().sum(),
    };
    let model = Bytes(work.parameters * size);
    let pickled = match storage_format(&scenario.model) {
        Stored::Pickled => published_bytes(scenario, work),
        Stored::Mapped | Stored::Constructed => Bytes::ZERO,
    };
    (model + pickled) * whole + Bytes(tensors * size).min(model) * streams
}

/// Processes of a node by what each holds of the model.
struct Processes {
    whole: u64,
    streams: u64,
}

fn copies(scenario: &Scenario) -> Processes {
    let per_node = processes(scenario).per_node;
    match loading(scenario) {
        Loading::Streamed => Processes { whole: 0, streams: per_node },
        Loading::FirstProcess => Processes { whole: 1, streams: 0 },
        Loading::EachProcess => Processes { whole: per_node, streams: 0 },
    }
}

/// Bytes of a weight as it arrives on the device, before any quantization: frozen weights beside adapters stay in 16 bits.
#[must_use]
pub const fn stored_size(scenario: &Scenario) -> u64 {
    match scenario.training.precision {
        Precision::Bf16 => 2,
        Precision::Fp16Amp | Precision::Bf16Amp if scenario.training.method.lora().is_some() => 2,
        Precision::Fp32 | Precision::Tf32 | Precision::Fp16Amp | Precision::Bf16Amp => 4,
    }
}

/// The copy that goes into a checkpoint's file, shard by shard: one process writes it, the others wait.
///
/// Adapters are saved alone; with offload, the master weights that the host holds anyway are written. The optimizer's
/// states go through `torch.save`, which brings one tensor at a time to the host (`torch/serialization.py`).
#[must_use]
pub fn saved_bytes(scenario: &Scenario, work: &StepWork) -> Bytes {
    match (&scenario.training.method, scenario.training.offload) {
        (Method::Lora(_) | Method::Qlora(..), _) => Bytes(work.trainable * ADAPTER_BYTES),
        (Method::Full | Method::FrozenBackbone, Offload::None) => match scenario.training.sharding {
            // Gathered whole on the first process (`FULL_STATE_DICT` with `offload_to_cpu`).
            Sharding::Zero2 | Sharding::Zero3 => work.parameter_bytes,
            Sharding::None | Sharding::Ddp | Sharding::Zero1 => work.parameter_bytes.min(SAVED_SHARD),
        },
        (Method::Full | Method::FrozenBackbone, Offload::Optimizer | Offload::All) => Bytes::ZERO,
    }
}

/// An adapter's weight in its saved file, FP32.
const ADAPTER_BYTES: u64 = 4;
