//! The kinds of rows: what the engine computes with (`spec`, `architecture`) and what a reader must know of it.

use crate::classes::{Segment, SocketClass};
use engine::architecture::Architecture;
use engine::hardware::{Cpu, Gpu, Storage};
use engine::training::DataKind;
#[cfg(feature = "parts")]
use engine::units::{Bytes, Watts};

#[cfg(feature = "parts")]
use crate::parts::{Ecc, GpuBody, MemoryRates};

/// How far the core figures of a row can be trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Confidence {
    /// Several sources agree, or the vendor's document was read.
    High,
    /// One good source, or several that agree roughly.
    Medium,
    /// Sources are thin or contradict each other; show it as such.
    Low,
}

/// Where a figure comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Evidence {
    /// Read in the named source.
    Opened,
    /// Computed as units x clock x rate per unit, a formula that reproduces the vendor figures that were read.
    Derived,
    /// From a named vendor document that could not be opened again: "vendor figure, unverified".
    Recalled,
    /// There is no figure.
    None,
}

/// What something cost once: history with its date and source, not an offer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Price {
    /// Amount in US dollars, without taxes.
    pub usd: f64,
    /// Day (`YYYY-MM-DD`) or month (`YYYY-MM`).
    pub date: &'static str,
    /// Who listed it.
    pub source: &'static str,
}

/// An accelerator as one training process sees it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GpuEntry {
    /// Stable id (`rtx-4090`).
    pub id: &'static str,
    /// Product name without the vendor's.
    pub name: &'static str,
    /// What else it is called, where its names do not say so.
    #[cfg(feature = "find")]
    pub aliases: &'static [&'static str],
    /// Vendor's name.
    pub vendor: &'static str,
    /// Architecture's name.
    pub architecture: &'static str,
    /// What it is made for.
    pub segment: Segment,
    /// Month of launch (`YYYY-MM`), or empty.
    pub launch: &'static str,
    /// Capacity as the box says it; for names only, never for computing.
    pub marketing_gb: u64,
    /// Kind of device memory (`GDDR6X`).
    pub memory_type: &'static str,
    /// Figures for the engine; `tdp` is the device's share of the board and zero where no power is published.
    pub spec: Gpu,
    /// The device's own processor, where both are one chip or module.
    pub processor: Option<Cpu>,
    /// Devices that one board or module shows; its price is for all of them.
    pub devices_per_board: u64,
    /// Where the tensor rates come from.
    pub tensor_evidence: Evidence,
    /// Trust in the core figures.
    pub confidence: Confidence,
    /// Latest known price of the board.
    pub price: Option<Price>,
    /// What its maker asked for it at launch.
    #[cfg(feature = "parts")]
    pub launch_price: Option<Price>,
    /// What it needs of the case and the power supply.
    #[cfg(feature = "parts")]
    pub body: GpuBody,
    /// Where the figures come from.
    pub source: &'static str,
}

/// A processor, one socket of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CpuEntry {
    /// Stable id (`core-i9-13900k`).
    pub id: &'static str,
    /// Full name.
    pub name: &'static str,
    /// Vendor's name.
    pub vendor: &'static str,
    /// Socket.
    pub socket: &'static str,
    /// The kind of boards that the socket is on.
    pub socket_class: SocketClass,
    /// Month of launch (`YYYY-MM`), or empty.
    pub launch: &'static str,
    /// Figures for the engine.
    pub spec: Cpu,
    /// Memory that it takes.
    pub memory_type: &'static str,
    /// Latest known price.
    pub price: Option<Price>,
    /// What its maker asked for it at launch.
    #[cfg(feature = "parts")]
    pub launch_price: Option<Price>,
    /// Power at base clock, which vendors print as TDP; none where it was not found.
    #[cfg(feature = "parts")]
    pub base_power: Option<Watts>,
    /// The most that it draws for long under load (Intel's maximum turbo power, AMD's package power); none where it was not
    /// found, and where the power at base clock is the limit.
    #[cfg(feature = "parts")]
    pub boost_power: Option<Watts>,
    /// How fast its memory may run.
    #[cfg(feature = "parts")]
    pub memory_rates: MemoryRates,
    /// Whether memory errors are corrected.
    #[cfg(feature = "parts")]
    pub ecc: Ecc,
    /// It shows a picture by itself.
    #[cfg(feature = "parts")]
    pub has_graphics: bool,
    /// Processors that can share a board.
    #[cfg(feature = "parts")]
    pub max_sockets: u64,
    /// Which lanes cards can use.
    #[cfg(feature = "parts")]
    pub lane_note: &'static str,
    /// Which lanes cards can use, in Chinese.
    #[cfg(feature = "parts")]
    pub lane_note_zh: &'static str,
    /// Trust in the figures.
    pub confidence: Confidence,
    /// Where the figures come from.
    pub source: &'static str,
}

#[cfg(feature = "parts")]
impl CpuEntry {
    /// The most that it draws for long, or where that was not found, its power at base clock; none where neither is known.
    #[must_use]
    pub fn power(&self) -> Option<Watts> {
        self.boost_power.or(self.base_power)
    }
}

/// A drive, or a class of drives for when the model is not known.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StorageEntry {
    /// Stable id (`samsung-990-pro-2tb`; classes start with `class-`).
    pub id: &'static str,
    /// Full name with the capacity.
    pub name: &'static str,
    /// Class (`nvme-gen4`), without the `class-` of the class's own id.
    pub class: &'static str,
    /// Link to the host (`PCIe 4.0 x4`).
    pub interface: &'static str,
    /// Figures for the engine.
    pub spec: Storage,
    /// No figure for random reads was found, so `spec` has that of the class.
    pub random_read_from_class: bool,
    /// Form (`M.2 2280`); none for classes.
    #[cfg(feature = "parts")]
    pub form: Option<&'static str>,
    /// Kind of cells or recording (`TLC+DRAM`, `CMR`); none for classes.
    #[cfg(feature = "parts")]
    pub media: Option<&'static str>,
    /// Random writes of 4 KiB a second; none where it was not found.
    #[cfg(feature = "parts")]
    pub random_write_iops: Option<f64>,
    /// What may be written to it within its warranty; none where it was not found.
    #[cfg(feature = "parts")]
    pub endurance: Option<Bytes>,
    /// Latest known price.
    pub price: Option<Price>,
    /// Trust in the figures.
    pub confidence: Confidence,
    /// Where the figures come from.
    pub source: &'static str,
}

/// Memory as it is sold: a kit or a single module.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MemoryKit {
    /// Stable id (`ddr5-udimm-2x32`).
    pub id: &'static str,
    /// `DDR4` or `DDR5`.
    pub memory_type: &'static str,
    /// Form (`UDIMM`, `RDIMM`).
    pub form: &'static str,
    /// Corrects errors.
    pub ecc: bool,
    /// Modules in the kit.
    pub modules: u64,
    /// Capacity of a module in GiB.
    pub module_gib: u64,
    /// Capacity of the kit in GiB.
    pub total_gib: u64,
    /// Rate of the slowest kit of this kind that is sold, in million transfers a second.
    #[cfg(feature = "parts")]
    pub slowest_mt_per_s: u64,
    /// Rate of the fastest kit of this kind that is sold, in million transfers a second.
    #[cfg(feature = "parts")]
    pub fastest_mt_per_s: u64,
    /// Latest known price of one GB, that is, of one of `total_gib`.
    pub price_per_gb: Option<Price>,
    /// Trust in the row.
    pub confidence: Confidence,
    /// Where the row comes from.
    pub source: &'static str,
}

/// Groups of models as a reader knows them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ModelFamily {
    /// Convolutional classifiers, and those with windows of attention on maps.
    Cnn,
    /// Vision transformers that classify.
    VisionTransformer,
    /// A class for every pixel.
    Segmentation,
    /// Boxes, and masks in them.
    Detection,
    /// Text encoders.
    Encoder,
    /// Causal language models.
    Decoder,
    /// Encoder-decoder language models.
    Seq2seq,
    /// Networks that write down what is said.
    Speech,
    /// Latent diffusion.
    Diffusion,
}

/// A model with its usual data.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelEntry {
    /// Stable id (`llama-2-7b`).
    pub id: &'static str,
    /// Name.
    pub name: &'static str,
    /// What else it is called, and repositories with the very same architecture.
    #[cfg(feature = "find")]
    pub aliases: &'static [&'static str],
    /// Group.
    pub family: ModelFamily,
    /// Hyper-parameters for the engine.
    pub architecture: Architecture,
    /// Parameters as published, with the default head.
    pub published_parameters: u64,
    /// What it is trained on.
    pub data_kind: DataKind,
    /// Classes of the default head; a harmless 2 where the model has no such head.
    pub default_num_classes: u64,
    /// Side of the default image in pixels; a harmless 224 where the model takes no images.
    pub default_image_size: u64,
    /// Default tokens of a text; a harmless 512 where the model takes no text.
    pub default_sequence_length: u64,
    /// Where the hyper-parameters and the count come from.
    pub source: &'static str,
    /// What the weights of its repository are stored as.
    #[cfg(feature = "parts")]
    pub checkpoint: engine::serving::WeightsFormat,
    /// Whether its repository holds a head that drafts tokens ahead (multi-token prediction).
    #[cfg(feature = "parts")]
    pub drafts: bool,
    /// Its published repository, as the library that loads it and its name there (`transformers:google-t5/t5-base`); empty in builds without
    /// sources, as are the next two.
    pub load_as: &'static str,
    /// How programs load the weights that they train, where those of `load_as` are packed; else the same.
    pub train_as: &'static str,
    /// The repository of the tokenizer or processor that goes with them.
    pub processor: &'static str,
    /// The hyper-parameters under their published names, each value as JSON; empty in builds without sources.
    pub hyper_parameters: &'static [(&'static str, &'static str)],
}

impl ModelEntry {
    /// Whether it is one of those that write tokens: its memory and speed are worked out for running it.
    #[must_use]
    pub const fn answers(&self) -> bool {
        matches!(self.architecture, Architecture::Decoder(_))
    }

    /// Whether it is one of those that answer in passes over a batch.
    #[must_use]
    pub fn answers_in_passes(&self) -> bool {
        engine::passes::answers(&self.architecture)
    }

    /// Whether adapters have linear layers to sit at.
    #[must_use]
    pub const fn takes_adapters(&self) -> bool {
        self.architecture.takes_adapters()
    }
}

/// A collection that figures were taken from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attribution {
    /// Stable id.
    pub id: &'static str,
    /// Name to print.
    pub name: &'static str,
    /// Where to find it.
    pub url: &'static str,
    /// License as the collection states it, or empty.
    pub license: &'static str,
    /// What was taken from it.
    pub used_for: &'static str,
    /// What was taken from it, in Chinese.
    pub used_for_zh: &'static str,
}
