//! What is trained of the model, and what of it is computed again.

use engine::architecture::Architecture;
use engine::training::Method;

use crate::code::run::{Origin, Run};
use crate::code::script::{Script, list, python};

/// Blocks that are computed again in the backward pass, by the names of their classes, where the library has no switch.
const BLOCKS: &str = r#"("BasicBlock", "Bottleneck", "EncoderBlock", "CNBlock", "MBConv", "FusedMBConv", "InvertedResidual", "_DenseLayer", "SwinTransformerBlock", "DoubleConv")"#;

/// What stays trainable where the backbone is frozen, by the beginnings of parameters' names.
const HEADS: &str =
    r#"("fc", "head", "heads", "classifier", "segmentation_head", "decoder", "dec", "up", "outc", "aux", "rpn", "roi_heads")"#;

pub(super) fn write(script: &mut Script, run: Run<'_>) {
    let targets = run.adapter_targets();
    let targets: Vec<&str> = targets.iter().map(String::as_str).collect();
    match &run.training().method {
        Method::Full => {}
        Method::FrozenBackbone => {
            script.raw(&format!("    heads = {HEADS}\n    for name, parameter in model.named_parameters():"));
            script.line(
                "        parameter.requires_grad = name.startswith(heads)",
                (
                    "frozen weights have neither gradients nor states, and nothing is kept for them",
                    "冻结的权重没有梯度和优化器状态，也不为其保存激活值",
                ),
            );
        }
        Method::Lora(lora) | Method::Qlora(lora, _) => {
            if run.quantization().is_some_and(|quantization| quantization.upcast_unquantized) {
                script.line(
                    "    model = prepare_model_for_kbit_training(model, use_gradient_checkpointing=False)",
                    (
                        "freezes the base and keeps embeddings, norms and head in FP32",
                        "冻结基座，并把嵌入、归一化与输出头保持为 FP32",
                    ),
                );
            } else {
                script.line(
                    "    model.requires_grad_(False)",
                    ("the base has neither gradients nor states", "基座没有梯度和优化器状态"),
                );
            }
            let fan = if matches!(run.model(), Architecture::Gpt2(_)) { ", fan_in_fan_out=True" } else { "" };
            script.line(
                format!(
                    "    adapters = LoraConfig(r={}, lora_alpha={}, lora_dropout={}{fan}, target_modules={})",
                    lora.rank,
                    lora.rank * 2,
                    lora.dropout,
                    list(&targets)
                ),
                (
                    "rank and targets: trained weights, gradients and states grow with both",
                    "秩与目标模块：可训练权重、梯度与状态随二者增长",
                ),
            );
            script.line(
                format!(
                    "    model = get_peft_model(model, adapters, autocast_adapter_dtype={})",
                    python(run.has_fp32_adapters())
                ),
                if run.has_fp32_adapters() {
                    ("True: adapters are kept in FP32, 4 bytes a weight", "True：适配器以 FP32 保存，每个权重 4 字节")
                } else {
                    ("False: adapters stay in the base's 16 bits", "False：适配器沿用基座的 16 位")
                },
            );
        }
    }
}

pub(super) fn checkpointing(script: &mut Script, run: Run<'_>) {
    if !run.has_checkpointing() {
        return;
    }
    let words = (
        "keeps only each block's input and computes the rest again in the backward pass: less memory, more time",
        "只保留每个块的输入，反向时重新计算：显存更少，时间更多",
    );
    match run.origin() {
        Origin::Transformers(_) | Origin::Configuration => {
            script
                .line("    model.gradient_checkpointing_enable(gradient_checkpointing_kwargs={\"use_reentrant\": False})", words);
            if run.training().method.lora().is_some() {
                script.line(
                    "    model.enable_input_require_grads()",
                    ("lets gradients through frozen embeddings to the first block", "让梯度穿过冻结的嵌入到达首个块"),
                );
            }
            script.line(
                "    model.config.use_cache = False",
                ("keys and values of generation are not kept", "不保留生成用的键值缓存"),
            );
        }
        Origin::Timm(_) => {
            let base = if run.training().method.lora().is_some() { "model.get_base_model()" } else { "model" };
            script.line(format!("    {base}.set_grad_checkpointing(True)"), words);
        }
        Origin::Diffusers(_) => {
            let base = if run.training().method.lora().is_some() { "model.get_base_model()" } else { "model" };
            script.line(format!("    {base}.enable_gradient_checkpointing()"), words);
        }
        // A dense block grows the list that it hands to each layer: what a layer computes again has to be its own copy.
        Origin::Torchvision(_) if matches!(run.model(), Architecture::Densenet(_)) => {
            script.raw(
                "    def recomputed(forward, features):\n        return checkpoint(lambda *kept: forward(list(kept)), *features, use_reentrant=False)\n    for module in model.modules():\n        if type(module).__name__ == \"_DenseLayer\":",
            );
            script.line("            module.forward = functools.partial(recomputed, module.forward)", words);
        }
        Origin::Torchvision(_) | Origin::Smp(_) | Origin::PlainUnet => {
            script.raw(&format!(
                "    blocks = {BLOCKS}\n    for module in model.modules():\n        if type(module).__name__ in blocks:"
            ));
            script.line("            module.forward = functools.partial(checkpoint, module.forward, use_reentrant=False)", words);
            if matches!(run.model(), Architecture::Vgg(_)) {
                script
                    .note("    ", ("VGG has no repeated blocks: nothing is checkpointed.", "VGG 没有重复块：不会有任何检查点。"));
            }
        }
    }
}
