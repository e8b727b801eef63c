//! The models that a pipeline is made of, each with the pass that it makes.

use super::format::{self, Stored};
use super::question::{Question, Settings, passes_of_a_step};
use super::training::{data, training};
use crate::architecture::{Architecture, DiffusionTransformerVariant, PromptEncoder, VideoTransformer, Whisper};
use crate::graph::Graph;
use crate::models::video::{self, Film};
use crate::models::{Recipe, autoencoder, build_answering, prompt, whisper};
use crate::serving::WeightsFormat;
use crate::step::pass::{Pass, pass, weights};
use crate::training::{Data, Precision, Training};
use crate::units::Bytes;
use crate::work::{Work, WorkKind};

/// What a model of a pipeline is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ComponentKind {
    /// Nothing yet: weights are packed on the card, all models of the pipeline beside each other.
    Loading,
    /// The only model: it answers in one pass.
    Model,
    /// Encodes the prompt.
    PromptEncoder,
    /// Takes noise away, step by step.
    Denoiser,
    /// Makes pixels of latents.
    Decoder,
    /// Encodes sound.
    AudioEncoder,
    /// Makes keys and values of the sound for every block that writes.
    CrossAttention,
    /// Writes a text, a token a pass.
    TextDecoder,
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
    /// What its files hold: 16 bits, or of formats that come in files of their own those.
    pub(super) files: Bytes,
    /// Whether they are packed on the card while they are loaded.
    pub(super) is_packed_on_card: bool,
    /// What unpacked weights take while they are multiplied by.
    pub(super) unpacked: Bytes,
    /// What lies still through its passes: it is made once, and serves all that follow.
    pub(super) still: Bytes,
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
    if let Architecture::Whisper(model) = model {
        return of_speech(model, settings, &run);
    }
    let own = data(settings, joint_tokens(model, settings));
    let Some(latent_channels) = model.latent_channels() else {
        let graph = build_answering(model, &run, &own, settings.batch);
        return vec![component(ComponentKind::Model, &graph, Stored::whole(format), 1, 0)];
    };
    let guided = passes_of_a_step(model);
    let mut all = Vec::new();
    for encoder in model.prompt_encoders().unwrap_or_default() {
        let data = data(settings, settings.tokens);
        // A prompt is encoded once, whatever the number of its pictures; where there is guidance, so is an empty one.
        let graph = prompt::build(&encoder, recipe(&run, &data, 1));
        let stored = stored(&encoder, format, question.computes_in_fp16());
        all.push(component(ComponentKind::PromptEncoder, &graph, stored, guided, 0));
    }
    if let Architecture::VideoTransformer(model) = model {
        of_film(model, guided, settings, &run, &mut all);
        return all;
    }
    let graph = build_answering(model, &run, &own, settings.batch * guided);
    all.push(component(ComponentKind::Denoiser, &graph, Stored::whole(format), settings.denoising_steps, 0));
    let wide = Training { precision: Precision::Tf32, ..training() };
    let run = if is_decoded_wide(question) { &wide } else { &run };
    // Pictures are decoded one by one (`enable_slicing`): all at once would take a peak for each and save next to no time.
    let graph = autoencoder::build_decoder(latent_channels, recipe(run, &own, 1));
    let idle = IDLE_ENCODER[usize::from(latent_channels > 4)];
    all.push(component(ComponentKind::Decoder, &graph, Stored::whole(WeightsFormat::Bf16), settings.batch, idle));
    all
}

/// What takes noise away from films, and what makes frames of their latents.
fn of_film(model: &VideoTransformer, guided: u64, settings: &Settings, run: &Training, all: &mut Vec<Component>) {
    let film = Film { frames: settings.frames, height: settings.image_height, width: settings.image_width };
    let data = data(settings, settings.tokens);
    let networks = model.networks();
    // The joint kind takes the film with and without its prompt as one batch, the other one after the other.
    let (batch, passes) = if model.guides_in_a_batch() { (guided, 1) } else { (1, guided) };
    let graph = video::build(model, recipe(run, &data, settings.batch * batch), film);
    let all_passes = settings.denoising_steps * passes;
    for network in 0..networks {
        // Steps are shared out evenly; each takes as long, whichever network makes it.
        let passes = all_passes / networks + u64::from(network < all_passes % networks);
        all.push(component(ComponentKind::Denoiser, &graph, Stored::whole(settings.weights_format), passes, 0));
    }
    let wide = Training { precision: Precision::Tf32, ..training() };
    let run = if video::is_decoded_wide(model) { &wide } else { run };
    let decoding = video::build_decoder(model, recipe(run, &data, 1), film, settings.is_tiled);
    let (idle, passes) = (video::idle_encoder(model), settings.batch * decoding.pieces);
    let mut decoder = component(ComponentKind::Decoder, &decoding.graph, Stored::whole(WeightsFormat::Bf16), passes, idle);
    decoder.pass.temporary = decoder.pass.temporary.max(decoding.joined);
    all.push(decoder);
}

/// What encodes sound, what makes keys and values of it, and what writes.
fn of_speech(model: &Whisper, settings: &Settings, run: &Training) -> Vec<Component> {
    let data = data(settings, settings.tokens);
    let recipe = recipe(run, &data, settings.batch);
    let stored = Stored::whole(settings.weights_format);
    let of = |kind, graph: &Graph, passes, still| {
        let component = component(kind, graph, stored, passes, 0);
        Component { files: Bytes(component.parameters * model.published_bytes), still, ..component }
    };
    let encoder = of(ComponentKind::AudioEncoder, &whisper::build_encoder(model, recipe), 1, Bytes::ZERO);
    let spectrogram = encoder.pass.inputs;
    let encoded = Bytes(2 * settings.batch * model.max_source_positions * model.d_model);
    let kept = spectrogram + encoded + encoded * (2 * model.decoder_layers);
    let longest = Whisper::PROMPT + settings.tokens;
    let mut writes = of(ComponentKind::TextDecoder, &whisper::build_step(model, recipe, longest - 2), settings.tokens, kept);
    // The last step takes most memory, the one in the middle as long as all do on the average.
    let middle = whisper::build_step(model, recipe, Whisper::PROMPT + settings.tokens / 2);
    writes.pass.work = pass(&middle).work;
    let memory = of(ComponentKind::CrossAttention, &whisper::build_memory(model, recipe), 1, kept);
    vec![Component { still: spectrogram, ..encoder }, memory, writes]
}

/// How an encoder of prompts is stored: T5 in the format of the rest but for the second matrices of its MLPs (`wo`), CLIP in 16 bits.
fn stored(encoder: &PromptEncoder, format: WeightsFormat, is_fp16: bool) -> Stored {
    match encoder {
        PromptEncoder::Clip(_) => Stored::whole(WeightsFormat::Bf16),
        PromptEncoder::T5(model) | PromptEncoder::Umt5(model) => Stored {
            format: if format::is_for_prompts(format) { format } else { WeightsFormat::Bf16 },
            kept: Some((model.d_model, model.d_ff)),
            kept_width: if is_fp16 { 4 } else { 2 },
        },
    }
}

/// Whether the pipeline decodes in FP32: values of SDXL's decoder run over in FP16 (`force_upcast` of its configuration).
fn is_decoded_wide(question: &Question) -> bool {
    let is_told_sizes = matches!(&question.model, Architecture::DiffusionUnet(model) if model.addition_embed_input > 0);
    is_told_sizes && question.computes_in_fp16()
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

fn component(kind: ComponentKind, graph: &Graph, stored: Stored, passes: u64, idle: u64) -> Component {
    let sum = |bytes: &dyn Fn(&crate::graph::Param) -> u64| -> u64 {
        graph.params.iter().map(|param| bytes(param) * param.copies).sum::<u64>()
    };
    let packed = || graph.params.iter().filter(|param| stored.packs(param));
    let mut pass = pass(graph);
    pass.recording.weights = weights(&graph.params, |param| stored.bytes(param));
    let packed_weights: u64 = packed().map(|param| param.elements() * param.copies).sum();
    if packed_weights > 0 {
        let moved = Bytes(packed().map(|param| stored.bytes(param) * param.copies).sum());
        pass.work.push(unpacking(moved + format::unpacking(stored.format) * packed_weights));
    }
    Component {
        kind,
        parameters: graph.params.iter().map(|param| param.elements() * param.copies).sum::<u64>() + idle,
        weights: Bytes(sum(&|param| stored.bytes(param)) + graph.buffer_bytes + idle * width(graph)),
        files: Bytes(sum(&|param| if stored.format.is_gguf() { stored.bytes(param) } else { 2 * param.elements() }) + 2 * idle),
        is_packed_on_card: format::packs_on_card(stored.format) && packed_weights > 0,
        unpacked: packed().map(|param| Bytes(2 * param.elements())).max().unwrap_or_default(),
        still: Bytes::ZERO,
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
    Work {
        phase: Phase::Forward,
        kind: WorkKind::Quantization,
        arithmetic,
        flops,
        filled: 1.0,
        bytes_moved,
        kernels: 1,
        repeat: 1,
    }
}

/// What all models are on the drive.
pub(super) fn files(components: &[Component]) -> Bytes {
    components.iter().map(|component| component.files).sum()
}

/// What all models of a question are on the drive.
#[must_use]
pub fn published(question: &Question) -> Bytes {
    files(&of(question))
}
