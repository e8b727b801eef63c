//! The tables that `build.rs` writes from the files under `data/`.

use std::borrow::Cow;

use engine::architecture::{Architecture, Decoder, DiffusionUnet, Encoder, EncoderVariant, Resnet, ResnetBlock};
use engine::hardware::{Cpu, Gpu, Pcie, Storage, Vendor};
use engine::training::DataKind;
use engine::units::{Bytes, BytesPerSecond, FlopsPerSecond, Watts};

use crate::entries::{
    Attribution, Confidence, CpuEntry, Evidence, GpuEntry, MemoryKit, ModelEntry, ModelFamily, Price, StorageEntry,
};

include!(concat!(env!("OUT_DIR"), "/tables.rs"));
