//! Keras' optimizer.

use engine::training::{Optimizer, OptimizerImplementation};

use crate::code::run::Bounded;
use crate::code::script::Script;
use crate::text::number;

pub(super) fn write(script: &mut Script, run: Bounded<'_>) {
    let training = run.training();
    let decay = number(training.weight_decay);
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
    let words = run.states_words();
    match training.optimizer {
        // What has 8 bits is refused before a program is written.
        Optimizer::Adamw | Optimizer::Adamw8bit => {
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
