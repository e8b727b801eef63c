//! The models that a pipeline is made of, each with the pass that it makes.

use super::format;
use super::loading;
use super::question::{Question, Settings, passes_of_a_step};
use super::training::{data, training};
use crate::architecture::{Architecture, DiffusionTransformerVariant, PromptEncoder};
use crate::graph::Graph;
use crate::models::{Recipe, autoencoder, build_answering, prompt};
use crate::serving::WeightsFormat;
use crate::step::pass::{Pass, pass, weights};
use crate::training::{Data, Precision, Training};
use crate::units::Bytes;
use crate::work::{Work, WorkKind};

/// What a model of a pipeline is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ComponentKind {
    /// The only model: it answers in one pass.
    Model,
    /// Encodes the prompt.
    PromptEncoder,
    /// Takes noise away, step by step.
    Denoiser,
    /// Makes pixels of latents.
    Decoder,
}

/// A model of a pipeline.
#[derive(Debug, Clone)]
pub struct Component {
    /// What it is for.
    pub kind: ComponentKind,
    /// Its weights, counted.
    pub parameters: u64,
    /// Its weights and buffers on the card.
    pub weights: Bytes,
    /// Its weights in 16 bits, as they are published.
    pub(super) published: Bytes,
    /// What loading left in the allocator's segments beside them.
    pub(super) holes: Bytes,
    /// What loading was seen to leave beside that.
    pub(super) seen_beyond: Bytes,
    /// What unpacked weights take while they are multiplied by.
    pub(super) unpacked: Bytes,
    /// Passes that it makes for a batch.
    pub(super) passes: u64,
    /// One of them.
    pub(super) pass: Pass,
}

/// Weights of the encoding half of the autoencoder with 4 and 16 channels of latents, which pipelines load and never use: all of
/// `AutoencoderKL` (83,653,863 and 83,819,683) less the decoder.
const IDLE_ENCODER: [u64; 2] = [34_163_684, 34_274_208];

/// Tokens of a text that CLIP reads.
const CLIP_TOKENS: u64 = 77;

/// The models of a pipeline, in the order in which they run.
pub(super) fn of(question: &Question) -> Vec<Component> {
    let Question { model, settings, .. } = question;
    let format = settings.weights_format;
    let run = training();
    let own = data(settings, joint_tokens(model, settings));
    let Some(latent_channels) = model.latent_channels() else {
        let graph = build_answering(model, &run, &own, settings.batch);
        return vec![component(ComponentKind::Model, &graph, format, 1, 0)];
    };
    let guided = passes_of_a_step(model);
    let mut all = Vec::new();
    for encoder in model.prompt_encoders().unwrap_or_default() {
        let data = data(settings, settings.tokens);
        let graph = prompt::build(&encoder, recipe(&run, &data, settings.batch * guided));
        let is_packed = format::is_for_prompts(format) && matches!(encoder, PromptEncoder::T5(_));
        let format = if is_packed { format } else { WeightsFormat::Bf16 };
        all.push(component(ComponentKind::PromptEncoder, &graph, format, 1, 0));
    }
    let graph = build_answering(model, &run, &own, settings.batch * guided);
    all.push(component(ComponentKind::Denoiser, &graph, format, settings.denoising_steps, 0));
    let wide = Training { precision: Precision::Fp32, ..training() };
    let run = if is_decoded_wide(model, format) { &wide } else { &run };
    let graph = autoencoder::build_decoder(latent_channels, recipe(run, &own, settings.batch));
    let idle = IDLE_ENCODER[usize::from(latent_channels > 4)];
    all.push(component(ComponentKind::Decoder, &graph, WeightsFormat::Bf16, 1, idle));
    all
}

/// Whether the pipeline decodes in FP32: values of SDXL's decoder run over in FP16 (`force_upcast` of its configuration).
fn is_decoded_wide(model: &Architecture, format: WeightsFormat) -> bool {
    let is_told_sizes = matches!(model, Architecture::DiffusionUnet(model) if model.addition_embed_input > 0);
    is_told_sizes && format == WeightsFormat::Fp16
}

const fn recipe<'a>(training: &'a Training, data: &'a Data, batch: u64) -> Recipe<'a> {
    Recipe { training, data, batch, read_as: None, evaluates: true, spare: None }
}

/// Tokens that the denoising network reads of a prompt: those of T5, before which SD3's pipelines put CLIP's.
const fn joint_tokens(model: &Architecture, settings: &Settings) -> u64 {
    match model {
        Architecture::DiffusionTransformer(model) => match model.variant {
            DiffusionTransformerVariant::Joint { .. } => settings.tokens + CLIP_TOKENS,
            DiffusionTransformerVariant::JointThenSingle { .. } => settings.tokens,
        },
        _ => settings.tokens,
    }
}

fn component(kind: ComponentKind, graph: &Graph, format: WeightsFormat, passes: u64, idle: u64) -> Component {
    let sum = |bytes: &dyn Fn(&crate::graph::Param) -> u64| -> u64 {
        graph.params.iter().map(|param| bytes(param) * param.copies).sum::<u64>()
    };
    let packs = format.is_quantized();
    let packed = || graph.params.iter().filter(|param| packs && format::is_packed(param));
    let mut pass = pass(graph);
    pass.recording.weights = weights(&graph.params, |param| format::stored(format, param));
    let packed_weights: u64 = packed().map(|param| param.elements() * param.copies).sum();
    if packed_weights > 0 {
        let moved = Bytes(packed().map(|param| format::stored(format, param) * param.copies).sum());
        pass.work.push(unpacking(moved + format::unpacking(format) * packed_weights));
    }
    Component {
        kind,
        parameters: graph.params.iter().map(|param| param.elements() * param.copies).sum::<u64>() + idle,
        weights: Bytes(sum(&|param| format::stored(format, param)) + graph.buffer_bytes + idle * width(graph)),
        published: Bytes(sum(&|param| 2 * param.elements()) + 2 * idle),
        holes: loading::holes(graph, format),
        seen_beyond: loading::seen_beyond(format, Bytes(sum(&|param| 2 * param.elements()))),
        unpacked: packed().map(|param| Bytes(2 * param.elements())).max().unwrap_or_default(),
        passes,
        pass,
    }
}

/// Bytes of a weight that is not packed.
fn width(graph: &Graph) -> u64 {
    graph.params.first().map_or(2, |param| param.dtype.bytes())
}

fn unpacking(bytes_moved: Bytes) -> Work {
    use crate::course::Phase;
    use crate::units::Flops;
    use crate::work::Arithmetic;
    let (flops, arithmetic) = (Flops::new(0.0), Arithmetic::Bf16);
    Work { phase: Phase::Forward, kind: WorkKind::Quantization, arithmetic, flops, bytes_moved, kernels: 1, repeat: 1 }
}

/// What all models are on the drive, in 16 bits.
pub(super) fn published(components: &[Component]) -> Bytes {
    components.iter().map(|component| component.published).sum()
}
