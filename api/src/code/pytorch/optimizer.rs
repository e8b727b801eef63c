//! The optimizer, and the scaler that FP16 needs.

use engine::training::{Optimizer, OptimizerImplementation};

use crate::code::run::Run;
use crate::code::script::Script;
use crate::text::{number, size};

pub(super) fn write(script: &mut Script, run: Run<'_>) {
    let training = run.training();
    script.gap().raw("def build_optimizer(model):");
    script.line(
        "    parameters = [parameter for parameter in model.parameters() if parameter.requires_grad]",
        ("frozen weights get no states", "冻结的权重没有状态"),
    );
    let decay = number(training.weight_decay);
    let (implementation, words) = implementation(training.optimizer_implementation);
    let state = size(run.figures.vram.parts.optimizer_state);
    match training.optimizer {
        Optimizer::Adamw => {
            script.note(
                "    ",
                (
                    format!("Two states a weight ({state} a GPU). {}", words.0),
                    format!("每个权重两份状态（每卡 {state}）。{}", words.1),
                ),
            );
            script.raw(&format!(
                "    return torch.optim.AdamW(parameters, lr=LEARNING_RATE, weight_decay={decay}, {implementation})"
            ));
        }
        Optimizer::Sgd | Optimizer::SgdMomentum => {
            let momentum = if training.optimizer == Optimizer::SgdMomentum { "0.9" } else { "0" };
            let about = if training.optimizer == Optimizer::SgdMomentum {
                (format!("One state a weight ({state} a GPU)."), format!("每个权重一份状态（每卡 {state}）。"))
            } else {
                ("No states.".to_owned(), "没有状态。".to_owned())
            };
            script.note("    ", (format!("{} {}", about.0, words.0), format!("{}{}", about.1, words.1)));
            script.raw(&format!(
                "    return torch.optim.SGD(parameters, lr=LEARNING_RATE, momentum={momentum}, weight_decay={decay}, {implementation})"
            ));
        }
        Optimizer::Adamw8bit => {
            script.raw("    import bitsandbytes as bnb").gap();
            if training.embedding_states_32bit {
                script.line(
                    "    for module in model.modules():",
                    (
                        "states of embeddings stay in 32 bits: 8 bytes a weight of theirs",
                        "嵌入的状态保持 32 位：其每个权重 8 字节",
                    ),
                );
                script.raw("        if isinstance(module, torch.nn.Embedding):\n            bnb.optim.GlobalOptimManager.get_instance().register_module_override(module, \"weight\", {\"optim_bits\": 32})");
            }
            script.line(
                format!("    return bnb.optim.AdamW8bit(parameters, lr=LEARNING_RATE, weight_decay={decay})"),
                (format!("two states of one byte a weight ({state} a GPU)"), format!("每个权重两份单字节状态（每卡 {state}）")),
            );
        }
        Optimizer::Adafactor => {
            script.raw("    from transformers.optimization import Adafactor").gap();
            script.line(
                format!("    return Adafactor(parameters, lr=LEARNING_RATE, weight_decay={decay}, scale_parameter=False, relative_step=False)"),
                (
                    format!("a row and a column of states instead of a matrix ({state} a GPU), no momentum"),
                    format!("以一行一列代替整个矩阵的状态（每卡 {state}），无动量"),
                ),
            );
        }
    }
    script.gap();
}

/// An argument of PyTorch's optimizers, and what it does.
pub(in crate::code) const fn implementation(
    implementation: OptimizerImplementation,
) -> (&'static str, (&'static str, &'static str)) {
    match implementation {
        OptimizerImplementation::Foreach => (
            "foreach=True",
            (
                "foreach goes over lists of tensors: fast, with temporaries as large as the weights.",
                "foreach 成组处理张量：快，但临时张量与权重同量级。",
            ),
        ),
        OptimizerImplementation::Fused => {
            ("fused=True", ("fused is one kernel: fastest, no temporaries.", "fused 为单个内核：最快，无临时张量。"))
        }
        OptimizerImplementation::ForLoop => (
            "foreach=False",
            ("Tensor by tensor: slow, temporaries of one tensor.", "逐张量处理：慢，临时张量只有一个张量大小。"),
        ),
    }
}

/// Loss scaling; its class moved in PyTorch 2.3.
pub(super) fn scaler(script: &mut Script) {
    let words = ("FP16 gradients underflow without scaling; takes next to no memory", "FP16 梯度不缩放会下溢；几乎不占显存");
    script.line(
        "    scaler = torch.amp.GradScaler(DEVICE_TYPE) if hasattr(torch.amp, \"GradScaler\") else torch.cuda.amp.GradScaler()",
        words,
    );
}
