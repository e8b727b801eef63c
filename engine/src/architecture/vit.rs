//! Vision transformers by their published hyper-parameters.

use super::Activation;

/// Vision transformers (Dosovitskiy et al. 2020).
#[derive(Debug, Clone, PartialEq)]
pub struct Vit {
    /// Whose layout of attention.
    pub variant: VitVariant,
    /// Side of a patch.
    pub patch_size: u64,
    /// Width of the residual stream.
    pub hidden_size: u64,
    /// Blocks.
    pub num_hidden_layers: u64,
    /// Attention heads.
    pub num_attention_heads: u64,
    /// Width of the MLP.
    pub intermediate_size: u64,
    /// Whether each branch is scaled by a trained vector.
    pub layer_scale: bool,
}

impl Vit {
    /// What transformers' class says; none where another library builds the model.
    #[must_use]
    pub const fn class(&self) -> Option<&VitClass> {
        match &self.variant {
            VitVariant::Transformers(class) => Some(class),
            VitVariant::Torchvision | VitVariant::Timm => None,
        }
    }

    /// Sides of the smallest picture, and what others are multiples of: transformers' classes leave out what is no whole patch.
    #[must_use]
    pub fn side_multiple(&self) -> u64 {
        if self.class().is_some() { 1 } else { self.patch_size.max(1) }
    }
}

/// Names of the layers that adapters sit at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VitNames {
    /// `qkv` and `attn.proj` (timm).
    Timm,
    /// `q_proj` to `o_proj`, `fc1` and `fc2`.
    Plain,
    /// `q_proj` to `o_proj` with a gated MLP.
    Gated,
    /// The way back is `out_proj`.
    OutProj,
}

impl Vit {
    /// What its layers are called.
    #[must_use]
    pub const fn names(&self) -> VitNames {
        match self.class() {
            None => VitNames::Timm,
            Some(class) if matches!(class.kind, VitKind::Siglip { .. } | VitKind::Clip) => VitNames::OutProj,
            Some(class) if class.gated => VitNames::Gated,
            Some(_) => VitNames::Plain,
        }
    }
}

/// Layouts of attention among vision transformers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum VitVariant {
    /// `nn.MultiheadAttention`, sequence first, with copies in between.
    Torchvision,
    /// One projection whose parts go to attention as views.
    Timm,
    /// Three projections, as transformers' classes have them.
    Transformers(VitClass),
}

/// What transformers' classes of image classifiers say beside that.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct VitClass {
    /// Whose embeddings and head.
    pub kind: VitKind,
    /// Side in pixels of the pictures that the table of positions is for; for others it is interpolated.
    pub image_size: u64,
    /// Registers behind the class token, in classes that have such (Darcet et al. 2023).
    pub num_register_tokens: Option<u64>,
    /// Whether there is a token in place of hidden patches, which classification never reads.
    pub mask_token: bool,
    /// Whether queries, keys and values have biases.
    pub qkv_bias: bool,
    /// Whether the MLP is gated (`SwiGLU`), its `intermediate_size` being that of the gate.
    pub gated: bool,
    /// Of the MLP.
    pub activation: Activation,
    /// Dropout of the embeddings and of each half's output.
    pub hidden_dropout: f64,
    /// Dropout of attention's probabilities.
    pub attention_dropout: f64,
    /// Chance that a block's halves are dropped for a picture.
    pub drop_path_rate: f64,
}

/// Embeddings and heads among transformers' image classifiers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VitKind {
    /// A class token, which is classified (`ViTForImageClassification`).
    Vit,
    /// Beside it a token for distillation (Touvron et al. 2020).
    Deit,
    /// The class token and the patches' mean are classified together (Oquab et al. 2023).
    Dinov2,
    /// No class token: the patches' mean is classified (Zhai et al. 2023); whether the pooling head is there, which
    /// classification runs but does not read.
    Siglip {
        /// `vision_use_head`.
        head: bool,
    },
    /// A norm before the blocks, and the patches' mean is classified (Radford et al. 2021).
    Clip,
}

impl VitKind {
    /// Tokens before the patches' own that have a row in the table of positions.
    #[must_use]
    pub const fn class_tokens(self) -> u64 {
        match self {
            Self::Siglip { .. } => 0,
            Self::Deit => 2,
            Self::Vit | Self::Dinov2 | Self::Clip => 1,
        }
    }
}
