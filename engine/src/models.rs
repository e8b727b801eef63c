//! Builds a model's operator graph from its hyper-parameters, for one micro-batch of one scenario.

pub mod adapted;
pub mod autoencoder;
mod bart;
pub mod companions;
pub mod convnext;
pub mod decoder;
pub mod densenet;
pub mod detection;
pub mod diffusion_transformer;
pub mod diffusion_unet;
pub mod encoder;
mod families;
pub mod gpt2;
pub mod image;
pub mod inverted_residual;
pub mod prompt;
mod recipe;
pub mod residual;
pub mod resnet;
pub mod segmentation;
mod stacks;
pub mod swin;
pub mod t5;
mod tower;
pub mod traced;
pub mod unet;
pub mod vgg;
pub mod video;
pub mod vit;
pub mod whisper;

pub use families::Families;
pub use recipe::Recipe;

use crate::architecture::Architecture;
use crate::graph::Graph;
use crate::training::{Data, Training};
use std::cell::RefCell;

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
    let spare = RefCell::new(spare);
    of(architecture, Recipe { training, data, batch: micro_batch_size, read_as, evaluates: false, spare: Some(&spare) })
}

/// The operator graph of what preferences are learned against: the model without its adapters and without gradients reads a
/// micro-batch on one of `gpus` that train together, loss and all.
#[must_use]
pub fn build_reference(architecture: &Architecture, training: &Training, data: &Data, micro_batch_size: u64, gpus: u64) -> Graph {
    let read_as = training.computing_dtype(gpus);
    let training = &Training { method: training.method.without_targets(), ..training.clone() };
    of(architecture, Recipe { training, data, batch: micro_batch_size, read_as, evaluates: true, spare: None })
}

/// The operator graph of a pass that answers a batch: no gradients, no dropout. What follows the answer (a loss) is there and is not
/// to be run.
///
/// # Panics
///
/// For a [`VideoTransformer`](crate::architecture::VideoTransformer), whose pass is that of a film's frames (`video::build`). A
/// [`Whisper`](crate::architecture::Whisper) answers by three graphs of its own ([`whisper`]), and not by this one.
#[must_use]
pub fn build_answering(architecture: &Architecture, training: &Training, data: &Data, batch: u64) -> Graph {
    of(architecture, Recipe { training, data, batch, read_as: None, evaluates: true, spare: None })
}

fn of(architecture: &Architecture, recipe: Recipe) -> Graph {
    let (text, media) = (Families::Text, Families::Media);
    match architecture {
        Architecture::Resnet(model) => media.built(|| resnet::build(model, recipe)),
        Architecture::Vgg(model) => media.built(|| vgg::build(model, recipe)),
        Architecture::Densenet(model) => media.built(|| densenet::build(model, recipe)),
        Architecture::InvertedResidual(model) => media.built(|| inverted_residual::build(model, recipe)),
        Architecture::Convnext(model) => media.built(|| convnext::build(model, recipe)),
        Architecture::Vit(model) => media.built(|| vit::build(model, recipe)),
        Architecture::Swin(model) => media.built(|| swin::build(model, recipe)),
        Architecture::Encoder(model) => text.built(|| encoder::build(model, recipe)),
        Architecture::Decoder(model) => text.built(|| decoder::build(model, recipe)),
        Architecture::Gpt2(model) => text.built(|| gpt2::build(model, recipe)),
        Architecture::T5(model) => text.built(|| t5::build(model, recipe)),
        Architecture::Bart(model) => text.built(|| bart::build(model, recipe)),
        Architecture::DiffusionUnet(model) => media.built(|| diffusion_unet::build(model, recipe)),
        Architecture::Unet(model) => media.built(|| unet::build(model, recipe)),
        Architecture::Segmenter(model) => media.built(|| segmentation::build(model, recipe)),
        Architecture::DiffusionTransformer(model) => media.built(|| diffusion_transformer::build(model, recipe)),
        // Built of the film that is asked for, by `video::build`, and never trained.
        Architecture::VideoTransformer(_) => unreachable!("a film is built of its frames"),
        Architecture::Whisper(model) => media.built(|| whisper::build(model, recipe)),
        Architecture::Detector(model) => media.built(|| detection::build(model, recipe)),
        Architecture::Traced(model) => Families::built_whole(|| traced::build(model, recipe)),
    }
}
