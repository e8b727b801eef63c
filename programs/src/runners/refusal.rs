//! What keeps a tool from running a plan as it is, in both languages.

use engine::training::{Cache, LossLogits, Method, Precision, QuantizationBits};

use super::runner::Runner;
use crate::huggingface::{self, LossBy};
use crate::run::{Origin, Run, Spread, Task};

/// A reason in English and in Chinese.
type Reason = (&'static str, &'static str);

/// Why the tool cannot run the plan; none where it can.
pub(super) fn refusal(runner: Runner, run: Run<'_>) -> Option<Reason> {
    common(run).or_else(|| match runner {
        Runner::LlamaFactory => llama_factory(run),
        // It has a setting for everything else.
        Runner::MsSwift => None,
        Runner::Axolotl => axolotl(run),
        Runner::Trl => trl(run),
    })
}

/// What holds for all of them, which are built on the Trainer.
fn common(run: Run<'_>) -> Option<Reason> {
    let training = run.training();
    let adapters = run.training().method.lora();
    let is_16_bit = run.weights() != "float32";
    first([
        (run.device_type() != "cuda", ("they are written here for CUDA", "此处只提供 CUDA 配置")),
        (
            run.task() == Task::PreferAnswers,
            ("its code for preferences keeps other tensors than the estimate counts", "其偏好学习代码保留的张量与估算所计的不同"),
        ),
        (
            run.model().tower().is_some(),
            (
                "it chooses by itself what of a model with a vision tower trains, which is not held against the estimate",
                "它自行决定带视觉塔的模型训练哪些部分，未与估算核对",
            ),
        ),
        (run.origin() == Origin::Configuration, ("models are taken by their names there", "那里按名称加载模型")),
        (matches!(training.method, Method::FrozenBackbone), ("the head alone cannot be trained there", "那里不能只训练输出头")),
        (
            matches!(run.spread(), Spread::Fsdp { .. }),
            ("FSDP wraps other parts there than the plan's", "那里 FSDP 的分片方式与方案不同"),
        ),
        (
            huggingface::optimizer_name(training).is_none(),
            (
                "an optimizer is chosen by its name there, and none is exactly this one",
                "那里按名称选择优化器，没有与方案完全一致的",
            ),
        ),
        (
            !matches!(training.loss_logits, LossLogits::Upcast | LossLogits::Chunked),
            ("the loss casts the logits to FP32 there", "那里的损失会把 logits 转为 FP32"),
        ),
        (
            training.loss_logits == LossLogits::Chunked && LossBy::of(run) != LossBy::Liger,
            ("there is no chunked loss for this model there", "那里没有适用于该模型的分块损失"),
        ),
        (
            run.quantization().is_some_and(|quantization| quantization.upcast_unquantized),
            (
                "what is not quantized stays in 16 bits there, and the plan keeps it in FP32 (upcast_unquantized)",
                "那里未量化的部分保持为 16 位，而方案将其保存为 FP32（upcast_unquantized）",
            ),
        ),
        (training.loader.cache == Cache::Ram, ("the data set cannot be kept in RAM there", "那里不能把数据集缓存在内存中")),
        (
            run.divides_weights() && adapters.is_some() && run.has_fp32_adapters() && is_16_bit,
            (
                "DeepSpeed's third stage takes no FP32 adapters beside 16-bit weights",
                "DeepSpeed 第三阶段不支持 16 位权重旁的 FP32 适配器",
            ),
        ),
    ])
}

fn llama_factory(run: Run<'_>) -> Option<Reason> {
    let training = run.training();
    let is_pure = training.precision == Precision::Bf16;
    let has_adapters = training.method.lora().is_some();
    first([
        (
            has_adapters && matches!(training.precision, Precision::Fp32 | Precision::Tf32),
            ("it keeps frozen weights in the 16 bits of their files", "它按文件中的 16 位保存冻结权重"),
        ),
        (
            has_adapters && run.has_fp32_adapters() == is_pure,
            ("its adapters are BF16 under pure BF16 and FP32 otherwise", "其适配器在纯 BF16 下为 BF16，其余情况为 FP32"),
        ),
        (
            is_pure && run.divides_weights(),
            ("it has no pure BF16 with DeepSpeed's third stage", "它在 DeepSpeed 第三阶段下不支持纯 BF16"),
        ),
        (
            run.divides_weights() && is_8_bit(run),
            ("it has no 8-bit weights with DeepSpeed's third stage", "它在 DeepSpeed 第三阶段下不支持 8 位权重"),
        ),
    ])
}

fn axolotl(run: Run<'_>) -> Option<Reason> {
    let training = run.training();
    let has_adapters = training.method.lora().is_some();
    let is_by_deepspeed = run.spread() == Spread::DeepSpeed;
    first([
        (training.precision == Precision::Bf16, ("it has no BF16 without autocast", "它没有不带自动转换的 BF16")),
        (
            !has_adapters && training.precision == Precision::Fp16Amp,
            ("it trains all weights of a model in FP16, without FP32 ones", "它以 FP16 训练全部权重，没有 FP32 主权重"),
        ),
        (
            !has_adapters && training.precision == Precision::Bf16Amp && !is_by_deepspeed,
            (
                "it trains all weights of a model in BF16 under autocast, and norms, embedding and head alone in FP32",
                "它在自动转换下以 BF16 训练全部权重，仅归一化、嵌入与输出头为 FP32",
            ),
        ),
        (run.hardware().nodes > 1, ("it is written here for one node", "此处只提供单节点配置")),
    ])
}

fn trl(run: Run<'_>) -> Option<Reason> {
    let has_adapters = run.training().method.lora().is_some();
    let is_quantized = run.quantization().is_some();
    let is_16_bit = run.weights() != "float32";
    first([
        (
            is_quantized && (run.has_fp32_adapters() || run.has_scaler()),
            ("its adapters beside quantized weights are BF16", "它在量化权重旁的适配器为 BF16"),
        ),
        (
            has_adapters && !is_quantized && is_16_bit && !run.has_fp32_adapters(),
            ("its adapters beside 16-bit weights are FP32", "它在 16 位权重旁的适配器为 FP32"),
        ),
        (
            has_adapters && run.divides_weights(),
            (
                "it sets weights and checkpointing otherwise with adapters in DeepSpeed's third stage",
                "在 DeepSpeed 第三阶段下使用适配器时，它会改动权重类型与激活检查点设置",
            ),
        ),
        (run.hardware().nodes > 1, ("it is written here for one node", "此处只提供单节点配置")),
    ])
}

fn is_8_bit(run: Run<'_>) -> bool {
    run.quantization().is_some_and(|quantization| quantization.bits == QuantizationBits::Eight)
}

fn first<const N: usize>(reasons: [(bool, Reason); N]) -> Option<Reason> {
    reasons.into_iter().find_map(|(holds, reason)| holds.then_some(reason))
}
