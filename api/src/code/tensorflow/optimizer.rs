//! Keras' optimizer.

use engine::training::{Optimizer, OptimizerImplementation};

use crate::code::run::Run;
use crate::code::script::Script;
use crate::text::{number, size};

pub(super) fn write(script: &mut Script, run: Run<'_>) {
    let training = run.training();
    let decay = number(training.weight_decay);
    let state = size(run.estimate.vram.parts.optimizer_state);
    script.gap().raw("def build_optimizer():");
    if training.gradient_accumulation_steps > 1 {
        script.line(
            "    accumulation = {\"gradient_accumulation_steps\": GRADIENT_ACCUMULATION_STEPS}",
            (
                "Keras 3.1 or later; earlier releases need a train_step of their own",
                "Keras 3.1 及以上；更早版本需自写 train_step",
            ),
        );
    } else {
        script.raw("    accumulation = {}");
    }
    let words = (
        format!("states take {state} a GPU in PyTorch; Keras keeps them in the weights' type"),
        format!("在 PyTorch 中状态每卡占 {state}；Keras 以权重的类型保存"),
    );
    match training.optimizer {
        Optimizer::Adamw8bit => {
            script.note(
                "    ",
                (
                    "Keras has no 8-bit AdamW: states take 4 bytes each instead of 1.",
                    "Keras 没有 8 位 AdamW：每个状态占 4 字节而非 1 字节。",
                ),
            );
            script.line(
                format!("    return tf.keras.optimizers.AdamW(LEARNING_RATE, weight_decay={decay}, **accumulation)"),
                words,
            );
        }
        Optimizer::Adamw => {
            script.line(
                format!("    return tf.keras.optimizers.AdamW(LEARNING_RATE, weight_decay={decay}, **accumulation)"),
                words,
            );
        }
        Optimizer::Adafactor => {
            script.line(
                format!("    return tf.keras.optimizers.Adafactor(LEARNING_RATE, weight_decay={decay}, **accumulation)"),
                words,
            );
        }
        Optimizer::Sgd | Optimizer::SgdMomentum => {
            let momentum = if training.optimizer == Optimizer::Sgd { "0.0" } else { "0.9" };
            script.line(
                format!(
                    "    return tf.keras.optimizers.SGD(LEARNING_RATE, momentum={momentum}, weight_decay={decay}, **accumulation)"
                ),
                words,
            );
        }
    }
    if training.optimizer_implementation != OptimizerImplementation::Foreach {
        script.note(
            "    ",
            (
                "Fused and looped implementations are PyTorch's; XLA (jit_compile) fuses updates here.",
                "fused 与逐张量实现属于 PyTorch；此处由 XLA（jit_compile）融合更新。",
            ),
        );
    }
    script.gap();
}
