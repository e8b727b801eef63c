//! The model with its quantization and its adapters, as the Trainer takes it.

use engine::architecture::Architecture;
use engine::host::loading::Loading;
use engine::training::{Offload, Quantization, QuantizationBits, Sharding};

use crate::code::run::{Origin, Run, Task};
use crate::code::script::{Script, list, python, quoted};
use crate::text::size;

/// How frozen weights are quantized.
pub(in crate::code) fn quantization(script: &mut Script, run: Run<'_>, quantization: Quantization, indent: &str) {
    let library = if run.is_text() { "transformers" } else { "diffusers" };
    script.raw(&format!("{indent}quantization = {library}.BitsAndBytesConfig("));
    match quantization.bits {
        QuantizationBits::Four => {
            script.line(
                format!("{indent}    load_in_4bit=True,"),
                ("frozen weights take half a byte each", "冻结权重每个占半字节"),
            );
            script.line(
                format!("{indent}    bnb_4bit_quant_type=\"nf4\","),
                ("levels spaced for weights; same memory as fp4", "按权重分布取值；显存与 fp4 相同"),
            );
            script.line(
                format!("{indent}    bnb_4bit_use_double_quant={},", python(quantization.double_quantization)),
                if quantization.double_quantization {
                    (
                        "scales are quantized as well: 0.127 instead of 0.5 bit a weight",
                        "缩放系数也被量化：每权重 0.127 位而非 0.5 位",
                    )
                } else {
                    ("scales stay FP32: half a bit a weight", "缩放系数保持 FP32：每权重 0.5 位")
                },
            );
            script.line(
                format!("{indent}    bnb_4bit_compute_dtype=torch.{},", run.weights()),
                ("weights are unpacked to this for each product, a layer at a time", "每次乘法时逐层解包为该类型"),
            );
            if run.training().sharding == Sharding::Zero3 {
                script.line(
                    format!("{indent}    bnb_4bit_quant_storage=torch.{},", run.weights()),
                    ("a storage type that sharding can cut", "分片可切分的存储类型"),
                );
            }
        }
        QuantizationBits::Eight => {
            script.line(format!("{indent}    load_in_8bit=True,"), ("frozen weights take a byte each", "冻结权重每个占一字节"));
        }
    }
    script.raw(&format!("{indent})"));
}

pub(super) fn write(script: &mut Script, run: Run<'_>) {
    let kind = match run.task() {
        Task::NextToken => "AutoModelForCausalLM",
        Task::TextToText => "AutoModelForSeq2SeqLM",
        Task::MaskedTokens => "AutoModelForMaskedLM",
        _ => "AutoModelForSequenceClassification",
    };
    let classes =
        if run.task() == Task::ClassifyText { format!(", num_labels={}", run.data().num_classes) } else { String::new() };
    let attention = if run.has_eager_attention() { "eager" } else { "sdpa" };
    let weights = size(run.figures.vram.parts.parameters);
    script.gap().raw("def load_model():");
    let source = match run.origin() {
        Origin::Transformers(repository) => quoted(repository),
        Origin::Configuration => {
            script.raw(&format!(
                "    config = transformers.AutoConfig.for_model({}{classes})",
                crate::code::configuration::arguments(run)
            ));
            "os.environ[\"MODEL_DIR\"]".to_owned()
        }
        Origin::Torchvision(_) | Origin::Timm(_) | Origin::Smp(_) | Origin::PlainUnet | Origin::Diffusers(_) => return,
    };
    if let Some(settings) = run.quantization() {
        quantization(script, run, settings, "    ");
    }
    if run.origin() == Origin::Configuration && run.quantization().is_none() {
        script.raw(&format!("    return transformers.{kind}.from_config(\n        config,"));
    } else {
        script.raw(&format!("    return transformers.{kind}.from_pretrained(\n        {source}{classes},"));
        if run.origin() == Origin::Configuration {
            script.line("        config=config,", ("MODEL_DIR is the folder of your weights", "MODEL_DIR 为您的权重目录"));
        }
        if run.quantization().is_some() {
            script.raw("        quantization_config=quantization,");
        }
    }
    script.line(
        format!("        torch_dtype=torch.{},", run.weights()),
        (format!("storage of the weights: {weights} a GPU"), format!("权重的存储类型：每卡 {weights}")),
    );
    script.line(
        format!("        attn_implementation=\"{attention}\","),
        if attention == "sdpa" {
            ("fused attention: scores never reach memory", "融合注意力：注意力分数不落显存")
        } else {
            ("scores are materialised: memory grows with the square of the sequence", "完整生成分数：显存随长度平方增长")
        },
    );
    if run.origin() != Origin::Configuration || run.quantization().is_some() {
        placed(script, run);
    }
    script.raw("    )").gap().gap().raw("def build_model():\n    model = load_model()");
    adapters(script, run);
    script.raw("    return model");
    script.gap();
}

/// Where the weights go as they are read.
fn placed(script: &mut Script, run: Run<'_>) {
    match run.loading() {
        Loading::Streamed => {
            script.line(
                "        device_map={\"\": DEVICE},",
                (
                    "each tensor goes from the mapped file to the device: RAM holds a few at a time",
                    "张量逐个由映射文件送到设备：内存中同时只有少数几个",
                ),
            );
        }
        Loading::FirstProcess if is_third_stage(run) => {
            script.note(
                "        ",
                (
                    "Weights are divided while they are read: arguments() has told DeepSpeed before.",
                    "权重边读边分片：此前 arguments() 已通知 DeepSpeed。",
                ),
            );
        }
        Loading::FirstProcess | Loading::EachProcess => {
            script.note(
                "        ",
                (
                    "Every process brings the whole model through RAM here, before DeepSpeed moves it.",
                    "此处每个进程都会让整个模型经过主机内存，再由 DeepSpeed 移走。",
                ),
            );
        }
    }
}

/// Whether `DeepSpeed` divides the weights themselves.
fn is_third_stage(run: Run<'_>) -> bool {
    run.training().offload == Offload::All || run.training().sharding == Sharding::Zero3
}

fn adapters(script: &mut Script, run: Run<'_>) {
    let Some(lora) = run.training().method.lora() else { return };
    if run.quantization().is_some_and(|quantization| quantization.upcast_unquantized) {
        script.line(
            "    model = prepare_model_for_kbit_training(model, use_gradient_checkpointing=False)",
            ("embeddings, norms and head become FP32: 4 bytes a weight", "嵌入、归一化与输出头转为 FP32：每权重 4 字节"),
        );
    }
    let targets = run.adapter_targets();
    let targets: Vec<&str> = targets.iter().map(String::as_str).collect();
    script.raw("    adapters = LoraConfig(");
    script.line(
        format!("        r={},", lora.rank),
        ("weights, gradients and states of the adapters grow with it", "适配器的权重、梯度与状态随之增长"),
    );
    script.line(format!("        lora_alpha={},", lora.rank * 2), ("scale of the adapters; no memory", "适配器的缩放；不占内存"));
    script.line(
        format!("        lora_dropout={},", lora.dropout),
        ("above 0 each adapted layer keeps a mask and a copy of its input", "大于 0 时每个被适配层多存一份掩码与输入副本"),
    );
    script.line(
        format!("        target_modules={},", list(&targets)),
        ("more layers: more adapters, and more inputs kept for them", "层越多：适配器越多，为其保存的输入也越多"),
    );
    if matches!(run.model(), Architecture::Gpt2(_)) {
        script.raw("        fan_in_fan_out=True,");
    }
    script.raw("    )");
    script.line(
        format!("    model = get_peft_model(model, adapters, autocast_adapter_dtype={})", python(run.has_fp32_adapters())),
        ("only the adapters get gradients and states", "只有适配器有梯度和优化器状态"),
    );
    if run.has_checkpointing() {
        script
            .line("    model.enable_input_require_grads()", ("lets gradients through frozen embeddings", "让梯度穿过冻结的嵌入"));
    }
}
