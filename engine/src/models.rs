//! Builds a model's operator graph from its hyper-parameters, for one micro-batch of one scenario.

pub mod adapted;
pub mod companions;
pub mod convnext;
pub mod decoder;
pub mod densenet;
pub mod detection;
pub mod diffusion_transformer;
pub mod diffusion_unet;
pub mod encoder;
pub mod gpt2;
pub mod image;
pub mod inverted_residual;
pub mod residual;
pub mod resnet;
pub mod segmentation;
pub mod swin;
pub mod t5;
pub mod unet;
pub mod vgg;
pub mod vit;

use crate::architecture::Architecture;
use crate::graph::Graph;
use crate::graph::VarId;
use crate::graph::builder::{Builder, Mode};
use crate::graph::dtype::Dtype;
use crate::training::{
    ActivationCheckpointing, AdapterDtype, Attention, AttentionMask, Data, Implementation, LoraTargets, MemoryFormat, Method,
    Precision, Training,
};
use crate::work::WorkKind;
use adapted::Site;
use std::cell::RefCell;

/// What a builder needs to know beside the architecture.
#[derive(Debug, Clone, Copy)]
pub struct Recipe<'a> {
    /// The settings.
    pub training: &'a Training,
    /// The data.
    pub data: &'a Data,
    /// Samples of the micro-batch.
    pub batch: u64,
    /// Type that weights are read in, where the library that shares the run out mixes precisions.
    pub read_as: Option<Dtype>,
    /// A graph that is not needed any more, whose memory the next one takes over.
    pub spare: Option<&'a RefCell<Graph>>,
}

/// The operator graph of one micro-step on a GPU of its own.
#[must_use]
pub fn build(architecture: &Architecture, training: &Training, data: &Data, micro_batch_size: u64) -> Graph {
    build_in(Graph::default(), architecture, training, data, micro_batch_size, 1)
}

/// The operator graph of one micro-step on one of `gpus` that train together, in the memory of a graph that is not needed any
/// more.
#[must_use]
pub fn build_in(
    spare: Graph,
    architecture: &Architecture,
    training: &Training,
    data: &Data,
    micro_batch_size: u64,
    gpus: u64,
) -> Graph {
    let read_as = training.computing_dtype(gpus);
    let recipe = Recipe { training, data, batch: micro_batch_size, read_as, spare: Some(&RefCell::new(spare)) };
    match architecture {
        Architecture::Resnet(model) => resnet::build(model, recipe),
        Architecture::Vgg(model) => vgg::build(model, recipe),
        Architecture::Densenet(model) => densenet::build(model, recipe),
        Architecture::InvertedResidual(model) => inverted_residual::build(model, recipe),
        Architecture::Convnext(model) => convnext::build(model, recipe),
        Architecture::Vit(model) => vit::build(model, recipe),
        Architecture::Swin(model) => swin::build(model, recipe),
        Architecture::Encoder(model) => encoder::build(model, recipe),
        Architecture::Decoder(model) => decoder::build(model, recipe),
        Architecture::Gpt2(model) => gpt2::build(model, recipe),
        Architecture::T5(model) => t5::build(model, recipe),
        Architecture::DiffusionUnet(model) => diffusion_unet::build(model, recipe),
        Architecture::Unet(model) => unet::build(model, recipe),
        Architecture::Segmenter(model) => segmentation::build(model, recipe),
        Architecture::DiffusionTransformer(model) => diffusion_transformer::build(model, recipe),
        Architecture::Detector(model) => detection::build(model, recipe),
    }
}

impl Recipe<'_> {
    /// A builder in this run's mode.
    #[must_use]
    pub fn builder(&self) -> Builder {
        let mode = Mode {
            weights: self.weight_dtype(),
            autocast: self.autocast(),
            read_as: self.read_as,
            has_masters: self.read_as.is_some() && self.training.shared_out_by() == Some(Implementation::Deepspeed),
            tf32: self.training.precision != Precision::Fp32,
            trainable: self.training.method == Method::Full,
            channels_last: self.training.memory_format == MemoryFormat::ChannelsLast,
        };
        Builder::new(mode, self.spare.map(RefCell::take).unwrap_or_default())
    }

    /// Autocast's type, where autocast mixes precisions.
    #[must_use]
    pub const fn autocast(&self) -> Option<Dtype> {
        match self.training.precision {
            _ if self.read_as.is_some() => None,
            Precision::Fp16Amp => Some(Dtype::F16),
            Precision::Bf16Amp => Some(Dtype::Bf16),
            Precision::Fp32 | Precision::Tf32 | Precision::Bf16 => None,
        }
    }

    /// The type that values come in where weights are stored in `dtype`.
    #[must_use]
    pub fn read(&self, dtype: Dtype) -> Dtype {
        self.read_as.unwrap_or(dtype)
    }

    /// Pixels or latents of the batch; where weights are read in another type, a copy in that type beside them.
    pub fn pixels(&self, b: &mut Builder, elements: u64, dtype: Dtype) -> VarId {
        let given = b.input(elements, dtype);
        match self.read_as {
            Some(read) if read != dtype => b.input(elements, read),
            _ => given,
        }
    }

    /// Type that the base model's weights are stored in: mixed precision keeps trained weights in FP32 and frozen ones in 16 bits.
    #[must_use]
    pub const fn weight_dtype(&self) -> Dtype {
        match (self.training.precision, &self.training.method) {
            (Precision::Bf16, _) | (Precision::Bf16Amp, Method::Lora(_) | Method::Qlora(..)) => Dtype::Bf16,
            (Precision::Fp16Amp, Method::Lora(_) | Method::Qlora(..)) => Dtype::F16,
            _ => Dtype::F32,
        }
    }

    /// Type of the weights that quantization leaves alone.
    #[must_use]
    pub fn unquantized_dtype(&self) -> Dtype {
        match &self.training.method {
            Method::Qlora(_, quantization) if quantization.upcast_unquantized => Dtype::F32,
            _ => self.weight_dtype(),
        }
    }

    /// Type of the adapters' weights.
    #[must_use]
    pub fn adapter_dtype(&self) -> Dtype {
        match self.training.method.lora().map(|lora| lora.adapter_dtype) {
            Some(AdapterDtype::Bf16) => Dtype::Bf16,
            _ => Dtype::F32,
        }
    }

    /// Type of image and latent inputs.
    #[must_use]
    pub fn pixel_dtype(&self) -> Dtype {
        if self.training.precision == Precision::Bf16 { Dtype::Bf16 } else { Dtype::F32 }
    }

    /// Whether repeated blocks are checkpointed.
    #[must_use]
    pub fn checkpointed(&self) -> bool {
        self.training.activation_checkpointing == ActivationCheckpointing::Full
    }

    /// Whether a dense mask is given.
    #[must_use]
    pub fn masked(&self) -> bool {
        self.training.attention_mask == AttentionMask::Padded
    }

    /// Whether attention materialises its scores.
    #[must_use]
    pub fn eager(&self) -> bool {
        self.training.attention == Attention::Eager
    }

    /// The embeddings as the blocks take them: where adapters train under checkpointing, they are made to require a gradient.
    pub fn checkpoint_input(&self, b: &mut Builder, hidden: VarId) -> VarId {
        if self.checkpointed() && self.training.method.lora().is_some() { b.with_input_gradient(hidden) } else { hidden }
    }

    /// The mask that eager attention adds, made once a batch and held by the model.
    pub fn causal_mask(&self, b: &mut Builder, dtype: Dtype) -> VarId {
        self.causal_mask_of(b, self.data.sequence_length, dtype)
    }

    /// The same over a given length.
    pub fn causal_mask_of(&self, b: &mut Builder, length: u64, dtype: Dtype) -> VarId {
        b.begin("where", "where", WorkKind::Elementwise);
        let mask = b.writes(self.batch * length * length, dtype);
        b.end();
        b.hold_to_end(mask);
        mask
    }
}

/// Whether an adapter sits at this linear layer.
fn targets(targets: &LoraTargets, site: Site, name: &str) -> bool {
    match targets {
        LoraTargets::QueryValue => matches!(site, Site::Query | Site::Value | Site::FusedQueryKeyValue),
        LoraTargets::Attention => matches!(site, Site::Query | Site::Key | Site::Value | Site::FusedQueryKeyValue | Site::Output),
        LoraTargets::AllLinear => site != Site::Other,
        LoraTargets::Named(names) => names.iter().any(|n| n == name),
    }
}
