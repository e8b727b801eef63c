//! The tables that `build.rs` writes from the files under `data/`.

use std::borrow::Cow;

use engine::architecture::{
    Activation, Architecture, AttentionLayout, Convnext, Decoder, DecoderOptions, DecoderVariant, Densenet, Detector,
    DiffusionTransformer, DiffusionTransformerVariant, DiffusionUnet, Encoder, EncoderOptions, EncoderVariant, Expansion, Gpt2,
    Gpt2Options, Halves, InvertedResidual, InvertedResidualStage, InvertedResidualVariant, LatentAttention, Layers,
    LinearAttention, MixtureOfExperts, Resizing, Resnet, ResnetBlock, Router, SegmentationHead, Segmenter, Swin, T5,
    T5FeedForward, Tower, TowerVariant, Unet, UnetEncoder, Vgg, Vit, VitClass, VitKind, VitVariant, Whisper, Window,
};
use engine::hardware::{Cpu, Gpu, NvlinkReach, Pcie, Storage, Vendor};
use engine::training::DataKind;
use engine::units::{Bytes, BytesPerSecond, FlopsPerSecond, Watts};

use crate::classes::{Segment, SocketClass};
use crate::entries::{
    Attribution, Confidence, CpuEntry, Evidence, GpuEntry, MemoryKit, ModelEntry, ModelFamily, Price, StorageEntry,
};
use crate::retired::{Kind, Retired};

#[cfg(feature = "parts")]
use engine::architecture::{VideoTransformer, VideoTransformerVariant};
#[cfg(feature = "parts")]
use engine::serving::WeightsFormat;

#[cfg(feature = "parts")]
use crate::parts::{
    BoardEntry, BoardForm, CardSlot, CaseEntry, CaseKind, CloudOffer, CoolerEntry, CoolerKind, CoolerRating, Cooling, Ecc,
    GpuBody, GpuForm, MemoryRates, NetworkEntry, NetworkKind, PartnerCards, PlatformEntry, PlatformKind, PowerInputs,
    PowerSupplyEntry, PricePoint, PriceRange, Rule, RuleUnit, ServerEntry, SupplyForm, SupplyProduct, SystemPower,
};

/// A source, where the build keeps them.
#[cfg(feature = "sources")]
const fn sourced(source: &'static str) -> &'static str {
    source
}

/// Nothing: this build leaves sources out.
#[cfg(not(feature = "sources"))]
const fn sourced(_source: &'static str) -> &'static str {
    ""
}

/// A list for readers, where the build keeps such.
#[cfg(feature = "sources")]
const fn listed(list: &'static [(&'static str, &'static str)]) -> &'static [(&'static str, &'static str)] {
    list
}

/// Nothing: this build leaves such lists out.
#[cfg(not(feature = "sources"))]
const fn listed(_list: &'static [(&'static str, &'static str)]) -> &'static [(&'static str, &'static str)] {
    &[]
}

include!(concat!(env!("OUT_DIR"), "/tables.rs"));
