//! `MindSpore`'s optimizer.

use engine::training::{Optimizer, OptimizerImplementation};

use crate::code::run::Run;
use crate::code::script::Script;
use crate::text::{number, size};

pub(super) fn write(script: &mut Script, run: Run<'_>) {
    let training = run.training();
    let decay = number(training.weight_decay);
    let state = size(run.estimate.vram.parts.optimizer_state);
    script.gap().raw("def build_optimizer(net):\n    parameters = net.trainable_params()");
    let words = (format!("states take {state} a device"), format!("状态每设备占 {state}"));
    match training.optimizer {
        Optimizer::Adamw => {
            script.line(
                format!("    return nn.AdamWeightDecay(parameters, learning_rate=LEARNING_RATE, weight_decay={decay})"),
                words,
            );
        }
        Optimizer::Adamw8bit => {
            script.note(
                "    ",
                (
                    "MindSpore has no 8-bit AdamW: states take 4 bytes each instead of 1.",
                    "MindSpore 没有 8 位 AdamW：每个状态占 4 字节而非 1 字节。",
                ),
            );
            script.line(
                format!("    return nn.AdamWeightDecay(parameters, learning_rate=LEARNING_RATE, weight_decay={decay})"),
                words,
            );
        }
        Optimizer::Adafactor => {
            script.line(
                format!("    return nn.AdaFactor(parameters, learning_rate=LEARNING_RATE, weight_decay={decay}, scale_parameter=False, relative_step=False)"),
                words,
            );
        }
        Optimizer::Sgd => {
            script.line(
                format!("    return nn.SGD(parameters, learning_rate=LEARNING_RATE, momentum=0.0, weight_decay={decay})"),
                words,
            );
        }
        Optimizer::SgdMomentum => {
            script.line(
                format!("    return nn.Momentum(parameters, learning_rate=LEARNING_RATE, momentum=0.9, weight_decay={decay})"),
                words,
            );
        }
    }
    if training.optimizer_implementation != OptimizerImplementation::Foreach {
        script.note(
            "    ",
            (
                "Fused and looped implementations are PyTorch's; MindSpore's optimizers are fused on Ascend.",
                "fused 与逐张量实现属于 PyTorch；MindSpore 的优化器在昇腾上已融合。",
            ),
        );
    }
    script.gap();
}
