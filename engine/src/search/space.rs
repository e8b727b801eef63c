//! What a search may set: the open fields, each with its values from the gentlest on.

use super::difference::changes;
use crate::advice::apply::applied;
use crate::advice::levers::{
    PROPOSED_QUANTIZATION, can_run_fla, can_wait, mixed_precision_of, mixing, proposed_lora, runs_kernels,
};
use crate::architecture::{Architecture, Family};
use crate::estimate::{Change, Effect};
use crate::inputs::{Field, Request, Scenario};
use crate::training::{
    ActivationCheckpointing, AdapterDtype, Alignment, Attention, DataKind, Framework, Implementation, LinearAttentionKernels,
    Lora, LossLogits, MemoryFormat, Method, MethodKind, Offload, Optimizer, OptimizerImplementation, Precision, Sharding,
    Training,
};

/// Fields that a search sets.
pub(super) const AXES: usize = 12;
/// A value for each of them, by its place in the list of values.
pub(super) type Picks = [u8; AXES];

/// Axes that work together: memory that one frees, another spends.
pub(super) const MEMORY: [usize; 6] = [METHOD, PRECISION, CHECKPOINTING, OPTIMIZER, SHARDING, OFFLOAD];
pub(super) const METHOD: usize = 0;
pub(super) const PRECISION: usize = 1;
pub(super) const CHECKPOINTING: usize = 2;
pub(super) const LOSS: usize = 4;
pub(super) const OPTIMIZER: usize = 5;
pub(super) const IMPLEMENTATION: usize = 6;
pub(super) const SHARDING: usize = 8;
pub(super) const OFFLOAD: usize = 9;

/// A value of a field, and what it does to the results against what was asked.
#[derive(Debug, Clone)]
pub(super) struct Choice {
    /// None keeps what was asked.
    change: Option<Change>,
    pub(super) effect: Effect,
}

/// Everything that a search may set.
pub(super) struct Space<'a> {
    request: &'a Request,
    pub(super) axes: [Vec<Choice>; AXES],
    /// Whether other values of checkpointing, and of offload, than what was asked only save memory.
    pub(super) is_saving: [bool; 2],
}

impl<'a> Space<'a> {
    pub(super) fn new(request: &'a Request) -> Self {
        let asked = &request.scenario.training;
        Self {
            request,
            is_saving: [asked.activation_checkpointing == ActivationCheckpointing::None, asked.offload == Offload::None],
            axes: [
                methods(request),
                precisions(request),
                fixed(
                    request,
                    Field::ActivationCheckpointing,
                    [ActivationCheckpointing::None, ActivationCheckpointing::Full],
                    |t| t.activation_checkpointing,
                    Change::ActivationCheckpointing,
                ),
                fixed(request, Field::Attention, [Attention::Sdpa], |t| t.attention, Change::Attention),
                losses(request),
                optimizers(request),
                fixed(
                    request,
                    Field::OptimizerImplementation,
                    [OptimizerImplementation::Foreach, OptimizerImplementation::Fused],
                    |t| t.optimizer_implementation,
                    Change::OptimizerImplementation,
                ),
                layouts(request),
                shardings(request),
                with_mixing_effects(
                    request,
                    fixed(
                        request,
                        Field::Offload,
                        [Offload::None, Offload::Optimizer, Offload::All],
                        |t| t.offload,
                        Change::Offload,
                    ),
                ),
                // Elsewhere samples are prepared one by one either way.
                if request.scenario.data.kind == DataKind::Text {
                    fixed(
                        request,
                        Field::BatchedPreprocessing,
                        [false, true],
                        |t| t.loader.batched_preprocessing,
                        Change::BatchedPreprocessing,
                    )
                } else {
                    vec![unchanged()]
                },
                kernels(request),
            ],
        }
    }

    /// The plan of these picks, batch and host not yet decided; none where no framework has such a run.
    pub(super) fn plan(&self, picks: &Picks) -> Option<Scenario> {
        let changes: Vec<Change> =
            self.axes.iter().zip(picks).filter_map(|(choices, &pick)| choices[usize::from(pick)].change.clone()).collect();
        let mut scenario = applied(&self.request.scenario, &changes);
        if picks[METHOD] > 0 {
            fit_adapters(&mut scenario.training, &self.request.scenario.training);
        }
        (exists(self.request, &scenario) && keeps_library(self.request, &scenario)).then_some(scenario)
    }

    /// The plans that differ from one in a single field beside the method.
    pub(super) fn neighbors(&self, plan: &Scenario) -> Vec<Scenario> {
        let back = changes(plan, &self.request.scenario);
        let mut neighbors = Vec::new();
        for choices in &self.axes[METHOD + 1..] {
            // A choice without a change is what was asked.
            let field = choices.iter().find_map(|choice| choice.change.as_ref()?.field());
            let asked = back.iter().find(|change| field.is_some() && change.field() == field);
            for change in choices.iter().filter_map(|choice| choice.change.as_ref()).chain(asked) {
                let mut neighbor = applied(plan, std::slice::from_ref(change));
                if neighbor.training != plan.training {
                    if neighbor.training.method != self.request.scenario.training.method {
                        fit_adapters(&mut neighbor.training, &self.request.scenario.training);
                    }
                    neighbors.push(neighbor);
                }
            }
        }
        neighbors
    }

    /// Number of plans up to an effect.
    pub(super) fn count(&self, effect: Effect) -> usize {
        self.axes.iter().map(|choices| choices.iter().filter(|choice| choice.effect <= effect).count()).product()
    }
}

/// Adapters that a search proposes are stored as PEFT stores them in that precision, unless they were asked for otherwise.
fn fit_adapters(training: &mut Training, asked: &Training) {
    if asked.method.lora().is_some_and(|lora| lora.adapter_dtype != proposed_lora(asked.precision).adapter_dtype) {
        return;
    }
    let proposed = proposed_lora(training.precision).adapter_dtype;
    if let Method::Lora(Lora { adapter_dtype, .. }) | Method::Qlora(Lora { adapter_dtype, .. }, _) = &mut training.method {
        *adapter_dtype = proposed;
    }
}

/// Whether a framework has such a run, as far as the search put it together: what was asked is the caller's.
pub(super) fn exists(request: &Request, plan: &Scenario) -> bool {
    let (asked, training) = (&request.scenario.training, &plan.training);
    let quantized = matches!(training.method, Method::Qlora(..));
    // Quantized weights are unpacked to 16 bits for every product.
    if quantized && matches!(training.precision, Precision::Fp32 | Precision::Tf32) {
        return false;
    }
    let bf16 = training.method.lora().is_some_and(|lora| lora.adapter_dtype == AdapterDtype::Bf16);
    if bf16 && training.method != asked.method && plan.hardware.gpu.bf16.is_none() {
        return false;
    }
    if training.memory_format == MemoryFormat::ChannelsLast && !training.takes_channels_last() {
        return false;
    }
    if !training.takes_sharding(training.sharding) {
        return false;
    }
    if !runs_kernels(plan, &plan.hardware.gpu) {
        return false;
    }
    // Gradients of 16 bits cannot be unscaled.
    if bf16 && training.precision == Precision::Fp16Amp {
        return false;
    }
    let offloads = training.offload != Offload::None && training.offload != asked.offload;
    // The states of adapters are a hundredth of the weights beside them: moving them frees nothing.
    let is_trifle = training.offload == Offload::Optimizer && training.method.lora().is_some();
    if offloads && (is_trifle || !can_wait(training, training.offload)) {
        return false;
    }
    let fuses = training.optimizer_implementation == OptimizerImplementation::Fused
        && asked.optimizer_implementation != OptimizerImplementation::Fused;
    !fuses || training.optimizer.has_fused_implementation()
}

/// Whether a plan is shared out by the library that was asked for, if one was: another one takes other memory, and its program
/// is another. Where nothing is shared out and that was not the search's to choose, there is nothing to keep.
pub(super) fn keeps_library(request: &Request, plan: &Scenario) -> bool {
    let (asked, now) = (&request.scenario.training, &plan.training);
    let Some(library) = asked.implementation else { return true };
    let is_as_asked = (now.sharding, now.offload, now.optimizer) == (asked.sharding, asked.offload, asked.optimizer);
    Implementation::suited(now.sharding, now.offload, now.optimizer).contains(&library)
        || (is_as_asked && !is_shared_out(request))
}

/// Whether a plan has the adapters that were described, where the method is open and some were: the search chooses between
/// methods that read them, not others in their place.
pub(super) fn keeps_adapters(request: &Request, plan: &Scenario) -> bool {
    let Some(asked) = request.scenario.training.method.lora().filter(|_| request.open.contains(&Field::Method)) else {
        return true;
    };
    plan.training.method.lora().is_some_and(|lora| {
        (lora.rank, &lora.targets, lora.use_dora) == (asked.rank, &asked.targets, asked.use_dora)
            && lora.dropout.total_cmp(&asked.dropout).is_eq()
    })
}

/// Whether the search decides how several cards share the run out.
fn is_shared_out(request: &Request) -> bool {
    let Scenario { hardware, training, .. } = &request.scenario;
    hardware.total_gpus() > 1 && training.framework == Framework::Pytorch && request.open.contains(&Field::Sharding)
}

fn unchanged() -> Choice {
    Choice { change: None, effect: Effect::None }
}

/// What was asked, and where the field is open the other values of a list that leave the results alone.
fn fixed<T: Copy + PartialEq, const N: usize>(
    request: &Request,
    field: Field,
    values: [T; N],
    now: impl Fn(&Training) -> T,
    change: impl Fn(T) -> Change,
) -> Vec<Choice> {
    let mut choices = vec![unchanged()];
    if request.open.contains(&field) {
        let now = now(&request.scenario.training);
        let others = values.into_iter().filter(|value| *value != now);
        choices.extend(others.map(|value| Choice { change: Some(change(value)), effect: Effect::None }));
    }
    choices
}

/// The choices with the effect that they have on results: a change may hand the run to another library than the one that was
/// asked for.
fn with_mixing_effects(request: &Request, mut choices: Vec<Choice>) -> Vec<Choice> {
    let asked = &request.scenario;
    for choice in &mut choices {
        if let Some(change) = &choice.change {
            choice.effect = choice.effect.max(mixing(asked, &applied(asked, std::slice::from_ref(change))));
        }
    }
    choices
}

/// Accepted methods; what was asked comes first, unless it is not among them.
fn methods(request: &Request) -> Vec<Choice> {
    let Request { scenario, open, constraints } = request;
    let mut choices = Vec::new();
    if !open.contains(&Field::Method) || constraints.accepts(&scenario.training.method) {
        choices.push(unchanged());
    }
    if open.contains(&Field::Method) {
        // Adapters that were described stay as they are, beside whatever weights.
        let described = scenario.training.method.lora().cloned();
        let mut lora = described.unwrap_or_else(|| proposed_lora(scenario.training.precision));
        lora.rank = lora.rank.min(scenario.model.adapter_width());
        let now = MethodKind::of(&scenario.training.method);
        let accepted = |kind: MethodKind| constraints.methods.is_empty() || constraints.methods.contains(&kind);
        choices.extend(scenario.methods().filter(|&kind| kind != now && accepted(kind)).map(|kind| Choice {
            change: Some(Change::Method(match kind {
                MethodKind::Full => Method::Full,
                MethodKind::Lora => Method::Lora(lora.clone()),
                MethodKind::Qlora => Method::Qlora(lora.clone(), PROPOSED_QUANTIZATION),
                MethodKind::FrozenBackbone => Method::FrozenBackbone,
            })),
            effect: Effect::ChangesMethod,
        }));
    }
    if choices.is_empty() { vec![unchanged()] } else { choices }
}

fn precisions(request: &Request) -> Vec<Choice> {
    let mut choices = vec![unchanged()];
    if request.open.contains(&Field::Precision) {
        let now = request.scenario.training.precision;
        let gpu = &request.scenario.hardware.gpu;
        let mixed = mixed_precision_of(gpu).filter(|mixed| *mixed != now);
        choices.extend(mixed.map(|mixed| Choice { change: Some(Change::Precision(mixed)), effect: Effect::None }));
        // Casts cost kernels of their own: where launches bound a step, products in TF32 are faster than mixed precision.
        if gpu.tf32.is_some() && now == Precision::Fp32 {
            choices.push(Choice { change: Some(Change::Precision(Precision::Tf32)), effect: Effect::None });
        }
        if gpu.bf16.is_some() && now != Precision::Bf16 {
            choices.push(Choice { change: Some(Change::Precision(Precision::Bf16)), effect: Effect::Small });
        }
    }
    choices
}

/// A loss that never holds all logits matters where the vocabulary is predicted.
fn losses(request: &Request) -> Vec<Choice> {
    match request.scenario.model {
        // Two answers are compared by the logits of all their tokens.
        Architecture::Decoder(_) | Architecture::Gpt2(_) if request.scenario.training.alignment == Alignment::Dpo => {
            vec![unchanged()]
        }
        Architecture::Decoder(_) | Architecture::Gpt2(_) => {
            fixed(request, Field::LossLogits, [LossLogits::Chunked], |t| t.loss_logits, Change::LossLogits)
        }
        Architecture::Resnet(_)
        | Architecture::Vgg(_)
        | Architecture::Densenet(_)
        | Architecture::InvertedResidual(_)
        | Architecture::Convnext(_)
        | Architecture::Vit(_)
        | Architecture::Swin(_)
        | Architecture::Encoder(_)
        | Architecture::T5(_)
        | Architecture::Bart(_)
        | Architecture::DiffusionUnet(_)
        | Architecture::Unet(_)
        | Architecture::Segmenter(_)
        | Architecture::DiffusionTransformer(_)
        | Architecture::VideoTransformer(_)
        | Architecture::Whisper(_)
        | Architecture::Detector(_)
        | Architecture::Traced(_) => vec![unchanged()],
    }
}

fn layouts(request: &Request) -> Vec<Choice> {
    match request.scenario.model.family() {
        Family::Convolutional | Family::Segmentation | Family::Detection | Family::Diffusion => {
            fixed(request, Field::MemoryFormat, [MemoryFormat::ChannelsLast], |t| t.memory_format, Change::MemoryFormat)
        }
        _ => vec![unchanged()],
    }
}

/// What computes blocks with a state.
fn kernels(request: &Request) -> Vec<Choice> {
    if can_run_fla(&request.scenario) {
        let fla = [LinearAttentionKernels::Fla];
        fixed(request, Field::LinearAttention, fla, |t| t.linear_attention, Change::LinearAttention)
    } else {
        vec![unchanged()]
    }
}

fn optimizers(request: &Request) -> Vec<Choice> {
    let mut choices = vec![unchanged()];
    if request.open.contains(&Field::Optimizer) && request.scenario.training.optimizer == Optimizer::Adamw {
        choices.extend(
            [(Optimizer::Adamw8bit, Effect::Small), (Optimizer::Adafactor, Effect::ChangesMethod)]
                .map(|(optimizer, effect)| Choice { change: Some(Change::Optimizer(optimizer)), effect }),
        );
    }
    choices
}

/// How to spread the run over the machine's own cards, where it has several.
fn shardings(request: &Request) -> Vec<Choice> {
    let all = [Sharding::None, Sharding::Ddp, Sharding::Zero1, Sharding::Zero2, Sharding::Zero3];
    if request.scenario.hardware.total_gpus() > 1 {
        let mut choices = fixed(request, Field::Sharding, all, |t| t.sharding, Change::Sharding);
        let Some(library) = request.scenario.training.implementation.filter(|_| is_shared_out(request)) else {
            return with_mixing_effects(request, choices);
        };
        // What that library does to the results was asked for along with it.
        choices.retain(|choice| {
            let mut plan = request.scenario.clone();
            if let Some(change) = &choice.change {
                plan = applied(&plan, std::slice::from_ref(change));
            }
            Implementation::suited(plan.training.sharding, plan.training.offload, plan.training.optimizer).contains(&library)
        });
        choices
    } else {
        vec![unchanged()]
    }
}
