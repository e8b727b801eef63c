//! `MindSpore`'s optimizer.

use engine::training::{Optimizer, OptimizerImplementation};

use crate::code::run::Bounded;
use crate::code::script::Script;
use crate::text::number;

pub(super) fn write(script: &mut Script, run: Bounded<'_>) {
    let training = run.training();
    let decay = number(training.weight_decay);
    script.gap().raw("def build_optimizer(net):\n    parameters = net.trainable_params()");
    let words = run.states_words();
    match training.optimizer {
        // What has 8 bits is refused before a program is written.
        Optimizer::Adamw | Optimizer::Adamw8bit => {
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
