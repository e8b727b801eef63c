//! What a builder needs to know beside the architecture: settings, data, batch, and the types that follow from them.

use crate::dtype::Dtype;
use crate::graph::builder::{Builder, Mode};
use crate::graph::rotary::Rotary;
use crate::graph::{Graph, VarId};
use crate::training::{
    ActivationCheckpointing, AdapterDtype, Alignment, Attention, AttentionMask, Data, Implementation, LossLogits, MemoryFormat,
    Method, Precision, Training,
};
use crate::work::WorkKind;
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
    /// Whether the model answers rather than trains: nothing needs a gradient, and what only training does is left out.
    pub evaluates: bool,
    /// A graph that is not needed any more, whose memory the next one takes over.
    pub spare: Option<&'a RefCell<Graph>>,
}

impl Recipe<'_> {
    /// A builder in this run's mode.
    #[must_use]
    pub fn builder(&self) -> Builder {
        let mode = Mode {
            weights: self.weight_dtype(),
            autocast: self.autocast(),
            read_as: self.read_as,
            has_masters: self.read_as.is_some() && self.training.library() == Some(Implementation::Deepspeed),
            tf32: self.training.precision != Precision::Fp32,
            trainable: self.trains_weights(),
            trained_copy: None,
            evaluates: self.evaluates,
            channels_last: self.training.memory_format == MemoryFormat::ChannelsLast,
        };
        Builder::new(mode, self.spare.map(RefCell::take).unwrap_or_default())
    }

    /// Whether weights train, and not adapters beside them.
    #[must_use]
    pub fn trains_weights(&self) -> bool {
        self.training.method == Method::Full && !self.evaluates
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
    pub fn is_checkpointed(&self) -> bool {
        self.training.activation_checkpointing == ActivationCheckpointing::Full
    }

    /// Whether the head trains beside adapters.
    #[must_use]
    pub fn trains_head(&self) -> bool {
        !self.evaluates && self.training.method.lora().is_some_and(|lora| lora.trains_head)
    }

    /// From here on weights are those of the head: they train where the backbone is frozen, and beside adapters as copies.
    pub fn begin_head(&self, b: &mut Builder) {
        b.mode.trainable |= self.training.method == Method::FrozenBackbone;
        b.mode.trained_copy = self.trains_head().then(|| match self.training.precision {
            // What trains under mixed precision is FP32.
            Precision::Fp16Amp | Precision::Bf16Amp => Dtype::F32,
            Precision::Fp32 | Precision::Tf32 | Precision::Bf16 => self.weight_dtype(),
        });
    }

    /// The recipe of a language model's micro-batch: both answers of a preference are read in one batch.
    #[must_use]
    pub const fn of_texts(self) -> Self {
        Self { batch: self.batch.saturating_mul(self.training.alignment.texts()), ..self }
    }

    /// How the outputs of a language model are held during its loss: that of preferences is the program's own, and runs when the
    /// model has returned.
    #[must_use]
    pub fn holds_as(&self, treatment: LossLogits) -> LossLogits {
        if self.training.alignment == Alignment::Dpo { LossLogits::LowPrecision } else { treatment }
    }

    /// Whether a dense mask is given.
    #[must_use]
    pub fn is_masked(&self) -> bool {
        self.training.attention_mask == AttentionMask::Padded
    }

    /// Whether attention materialises its scores.
    #[must_use]
    pub fn eager(&self) -> bool {
        self.training.attention == Attention::Eager
    }

    /// The embeddings as the blocks take them: where adapters train under checkpointing, they are made to require a gradient.
    pub fn checkpoint_input(&self, b: &mut Builder, hidden: VarId) -> VarId {
        if self.is_checkpointed() && self.training.method.lora().is_some() { b.with_input_gradient(hidden) } else { hidden }
    }

    /// The mask that eager attention adds, made once a batch and held by the model.
    pub fn causal_mask(&self, b: &mut Builder, dtype: Dtype) -> VarId {
        self.causal_mask_of(b, self.data.sequence_length, dtype)
    }

    /// The mask that eager attention adds over a given length, in tokens.
    pub fn causal_mask_of(&self, b: &mut Builder, length: u64, dtype: Dtype) -> VarId {
        made_once(b, "where", self.batch * length * length, dtype)
    }

    /// The mask of a window in booleans, which fused attention turns into its own type; one for all sequences.
    pub fn window_mask(&self, b: &mut Builder) -> VarId {
        let length = self.data.sequence_length;
        made_once(b, "and", length * length, Dtype::U8)
    }

    /// A mask of booleans for each sequence, which fused attention turns into its own type.
    pub fn mask_of_each(&self, b: &mut Builder) -> VarId {
        let length = self.data.sequence_length;
        made_once(b, "or", self.batch * length * length, Dtype::U8)
    }

    /// Cosines and sines of all positions, `width` of each, which all blocks share.
    pub fn rotary(&self, b: &mut Builder, width: u64, dtype: Dtype) -> Rotary {
        let elements = self.data.sequence_length * width;
        Rotary { cosine: made_once(b, "cos", elements, dtype), sine: made_once(b, "cos", elements, dtype) }
    }
}

/// A tensor that a model makes once a batch and holds until it returns ([`Builder::end_list`]).
fn made_once(b: &mut Builder, name: &'static str, elements: u64, dtype: Dtype) -> VarId {
    b.begin(name, name, WorkKind::Elementwise);
    let made = b.writes(elements, dtype);
    b.end();
    b.list(made);
    made
}
