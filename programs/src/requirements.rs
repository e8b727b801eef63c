//! What programs import, as a list that `pip` installs: in the versions that the programs are tried with.

use std::collections::BTreeMap;

use engine::architecture::{Architecture, EncoderVariant};
use engine::hardware::{OperatingSystem, Vendor};
use engine::training::LinearAttentionKernels;
use serde::Serialize;

use super::builds;
use super::run::{InBothLanguages, Run};
use super::template;
use wire::v1::code::Snippet;

/// What the tests install, whose versions are known to go together.
const TRIED: [&str; 5] = [
    include_str!("../../measure/requirements-test.txt"),
    include_str!("../../server/tests/code/requirements.txt"),
    include_str!("../../server/tests/code/requirements-deepspeed.txt"),
    include_str!("../../server/tests/code/requirements-tensorflow.txt"),
    include_str!("../../server/tests/code/requirements-mindspore.txt"),
];

/// Modules that programs import, and the packages that have them.
const PACKAGES: [(&str, &str); 19] = [
    ("PIL", "pillow"),
    ("bitsandbytes", "bitsandbytes"),
    ("deepspeed", "deepspeed"),
    ("diffusers", "diffusers"),
    ("keras_hub", "keras-hub"),
    ("mindcv", "mindcv"),
    ("mindnlp", "mindnlp"),
    ("mindspore", "mindspore"),
    ("numpy", "numpy"),
    ("peft", "peft"),
    ("safetensors", "safetensors"),
    ("segmentation_models_pytorch", "segmentation-models-pytorch"),
    ("soundfile", "soundfile"),
    ("soxr", "soxr"),
    ("tensorflow", "tensorflow"),
    ("timm", "timm"),
    ("torch", "torch"),
    ("torch_npu", "torch-npu"),
    ("torchvision", "torchvision"),
];
const TRANSFORMERS: (&str, &str) = ("transformers", "transformers");

/// Kernels of blocks with a state.
const FLA: &str = "flash-linear-attention";

/// What begins a line that brings a module in.
const VERBS: [&str; 2] = ["from", "import"];

/// Names in a program that another package stands behind without an import of its own.
const BEHIND: [(&str, &[&str]); 7] = [
    ("AutoProcessor", &["torchvision"]),
    ("deepspeed=", &["deepspeed"]),
    ("Trainer(", &["accelerate"]),
    ("BitsAndBytesConfig", &["accelerate", "bitsandbytes"]),
    ("device_map", &["accelerate"]),
    ("DiffusionPipeline", &["accelerate", "transformers"]),
    ("CocoDetection", &["pycocotools"]),
];

/// Packages whose versions for tests are those of another name.
const SAME_AS: [(&str, &str); 1] = [("tensorflow", "tensorflow-cpu")];

/// The list for these programs, a package a line.
pub(super) fn list<F: Copy>(run: Run<'_, F>, programs: &[Snippet], filename: &str) -> String {
    let mut packages: BTreeMap<&str, Option<&str>> = BTreeMap::new();
    for program in programs {
        for module in program.code.lines().filter_map(module) {
            let known = PACKAGES.iter().chain([&TRANSFORMERS]).find(|(name, _)| *name == module);
            packages.extend(known.map(|(_, package)| (*package, tried(package))));
        }
        for (name, behind) in BEHIND {
            if program.code.contains(name) {
                packages.extend(behind.iter().map(|package| (*package, tried(package))));
            }
        }
    }
    // Nothing imports it: transformers looks whether it is there.
    let has_states = matches!(run.model(), Architecture::Decoder(decoder) if decoder.linear_attention().is_some());
    if has_states && run.training().linear_attention == LinearAttentionKernels::Fla && packages.contains_key("transformers") {
        packages.extend([(FLA, tried(FLA))]);
    }
    // Nothing imports them either: its tokenizer is published as pieces alone, which transformers reads by these two.
    let has_pieces = matches!(run.model(), Architecture::Encoder(model) if model.variant == EncoderVariant::DebertaV2);
    if has_pieces && packages.contains_key("transformers") {
        packages.extend([("protobuf", None), ("sentencepiece", None)]);
    }
    // Its class knows no fused attention before this version.
    let is_gpt_j = matches!(run.model(), Architecture::Decoder(model) if model.options.widened_scores);
    if is_gpt_j && !run.has_eager_attention() && packages.contains_key("transformers") {
        packages.extend([("transformers", Some("5.24.0"))]);
    }
    // MindNLP names the versions of MindSpore that it goes with, which are older ones than the newest.
    if packages.contains_key("mindnlp") {
        packages.extend([("mindspore", None)]);
    }
    let has_cuda_beside = run.hardware().gpu.vendor == Vendor::Nvidia && run.hardware().os == OperatingSystem::Linux;
    let packages = packages
        .into_iter()
        .map(|(name, version)| Package { name, version, brings_cuda: name == "tensorflow" && has_cuda_beside })
        .collect();
    template::program("requirements.txt", &Facts { filename, hint: builds::hint(run), packages }, run.locale)
}

/// What fills the list.
#[derive(Debug, Serialize)]
struct Facts<'a> {
    filename: &'a str,
    /// Which builds the card and the system need.
    hint: Option<InBothLanguages>,
    packages: Vec<Package<'a>>,
}

/// A package, and its version where one is tried.
#[derive(Debug, Serialize)]
struct Package<'a> {
    name: &'a str,
    version: Option<&'a str>,
    /// Whether the libraries of CUDA are asked for with it.
    brings_cuda: bool,
}

/// The module that a line imports.
fn module(line: &str) -> Option<&str> {
    let (verb, words) = line.trim_start().split_once(' ')?;
    let brings = VERBS.contains(&verb);
    words.split([' ', '.', ',']).next().filter(|module| brings && !module.is_empty())
}

/// The version of a package that tests install.
fn tried(package: &str) -> Option<&'static str> {
    let name = SAME_AS.iter().find(|(same, _)| *same == package).map_or(package, |(_, name)| name);
    let is_it = |written: &str| written.replace('_', "-").eq_ignore_ascii_case(name);
    TRIED.iter().flat_map(|list| list.lines()).find_map(|line| {
        let (written, version) = line.split_once("==")?;
        is_it(written.trim()).then(|| version.trim())
    })
}
