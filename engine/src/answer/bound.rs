//! What can be said of a run in a framework whose memory and time are not modeled.
//!
//! Everything else in this crate plays `PyTorch`'s operators through `PyTorch`'s allocator. Of another framework's run only
//! those tensors are sure that its program creates and keeps: weights by their count and type, and the optimizer's states
//! and gradients where every one of them is alive at the same time. They are a lower bound; activations, workspaces and
//! what the framework's allocator keeps come on top and are not guessed. Where a part is smaller than a weight's share of
//! it in some release or preset, the smaller figure counts.
//!
//! What the programs do is theirs to say (`api::code`); a test holds both together.

use crate::architecture::Family;
use crate::estimate::{LowerBound, LowerBoundParts, Note, Verdict};
use crate::inputs::{Request, Scenario};
use crate::order::sort_by_key;
use crate::sizing::plays::Plays;
use crate::training::{Framework, Method, Optimizer, Precision, Sharding, Training};
use crate::units::Bytes;

/// Bytes of a number in FP32.
const FULL: u64 = 4;
/// Bytes of a number in 16 bits.
const HALF: u64 = 2;

/// What a run holds at least, in a framework whose memory is not modeled.
#[must_use]
pub fn lower_bound(request: &Request) -> LowerBound {
    let scenario = request.scenario.clone();
    let parameters = Plays::default().step(&scenario).parameters;
    let widths = widths(&scenario);
    let share = sharing_devices(&scenario);
    let held = |bytes: u64| Bytes(parameters.total.saturating_mul(bytes) / share);
    let parts = LowerBoundParts {
        parameters: held(widths.weight),
        gradients: held(widths.gradient),
        optimizer_state: held(widths.state),
    };
    let capacity = scenario.hardware.gpu.memory;
    // Only what the card does not have at all is sure not to fit it.
    let verdict = if parts.total() > capacity { Verdict::DoesNotFit } else { Verdict::NotModeled };
    let mut notes = vec![Note::FrameworkNotModeled];
    if parts.parameters > capacity {
        notes.push(Note::WeightsAloneDoNotFit);
    }
    sort_by_key(&mut notes, Note::level);
    LowerBound { scenario, parameters, parts, capacity, verdict, notes }
}

/// Bytes that each of the model's weights is sure to take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Widths {
    weight: u64,
    gradient: u64,
    state: u64,
}

fn widths(scenario: &Scenario) -> Widths {
    let training = &scenario.training;
    let is_text = matches!(scenario.model.family(), Family::Encoder | Family::Decoder | Family::Seq2seq);
    let weight = match training.framework {
        // A preset of KerasHub may keep its variables in the 16 bits that it was published in, and is loaded whole before
        // any quantization; networks of Keras' own are built in the policy's type.
        Framework::Tensorflow if is_text => HALF,
        Framework::Pytorch | Framework::Tensorflow if training.precision == Precision::Bf16 => HALF,
        // MindNLP loads frozen weights under adapters in 16 bits, and all of them in plain BF16.
        Framework::Mindspore if training.precision == Precision::Bf16 || is_halved(training) => HALF,
        Framework::Pytorch | Framework::Tensorflow | Framework::Mindspore => FULL,
    };
    // Adapters and heads are thousandths of a model, and each framework counts their weights in its own way.
    if training.method != Method::Full {
        return Widths { weight, gradient: 0, state: 0 };
    }
    let accumulates = training.gradient_accumulation_steps > 1;
    let gradient = match training.framework {
        // A graph may apply a gradient as soon as it is there; Keras keeps their sums in variables.
        Framework::Pytorch | Framework::Tensorflow => u64::from(accumulates) * weight,
        // `value_and_grad` returns all gradients together; a program that accumulates has their sums beside them.
        Framework::Mindspore => (1 + u64::from(accumulates)) * weight,
    };
    let state = match training.optimizer {
        // Both moments, in the type of the weight.
        Optimizer::Adamw | Optimizer::Adamw8bit => 2 * weight,
        Optimizer::SgdMomentum => weight,
        // Rows and columns of Adafactor are trifles; no other framework has Lion of bitsandbytes, nor Muon.
        Optimizer::Adafactor | Optimizer::Sgd | Optimizer::Lion | Optimizer::Lion8bit | Optimizer::Muon => 0,
    };
    Widths { weight, gradient, state }
}

/// Whether frozen weights are loaded in 16 bits under a mixed precision.
const fn is_halved(training: &Training) -> bool {
    training.method.lora().is_some() && matches!(training.precision, Precision::Fp16Amp | Precision::Bf16Amp)
}

/// By how many devices each part may be divided: `MindSpore`'s parallel optimizer divides states, and more at its higher
/// levels; that it divides everything is the least that it can hold.
fn sharing_devices(scenario: &Scenario) -> u64 {
    match scenario.training.sharding {
        Sharding::None | Sharding::Ddp => 1,
        Sharding::Zero1 | Sharding::Zero2 | Sharding::Zero3 => scenario.hardware.total_gpus().max(1),
    }
}
