//! The model, its method and its precision, in `MindSpore`.

use engine::training::{Attention, MemoryFormat, Method, Precision};

use crate::code::run::{Bounded, Origin, Task};
use crate::code::script::{Script, list, quoted};
use crate::frameworks::Published;

pub(super) fn write(script: &mut Script, run: Bounded<'_>) {
    let words = run.weights_words();
    script.gap().raw("def load_model():");
    match run.published() {
        Some(Published::Mindcv(name)) => {
            script.raw("    import mindcv").gap();
            script.line(
                format!("    return mindcv.create_model({}, pretrained=False, num_classes=NUM_CLASSES)", quoted(name)),
                words,
            );
        }
        Some(Published::Mindnlp) => mindnlp(script, run, words),
        // No program is written of what the framework does not have.
        Some(Published::Application(_) | Published::Preset(_)) | None => {}
    }
    script.gap().gap().raw("def build_model():\n    net = load_model()");
    method(script, run);
    if run.has_checkpointing() {
        script.raw("    for cell in net.cells():\n        for block in cell.cells():");
        script.line(
            "            block.recompute()",
            (
                "keeps a block's input only and computes the rest again (graph mode; PyNative since 2.3)",
                "只保留块的输入，其余反向时重算（图模式；PyNative 自 2.3 起）",
            ),
        );
    }
    let (level, about) = match run.training().precision {
        Precision::Fp16Amp | Precision::Bf16Amp => {
            ("O1", ("activations of products in 16 bits, weights stay FP32", "矩阵运算的激活值为 16 位，权重保持 FP32"))
        }
        Precision::Bf16 => ("O3", ("everything in 16 bits, weights and states as well", "全部 16 位，包括权重与状态")),
        Precision::Fp32 | Precision::Tf32 => ("O0", ("FP32 throughout", "全程 FP32")),
    };
    let kind = if matches!(run.training().precision, Precision::Bf16Amp | Precision::Bf16) { ", dtype=ms.bfloat16" } else { "" };
    script.line(format!("    return ms.amp.auto_mixed_precision(net, \"{level}\"{kind})"), about);
    if run.training().attention == Attention::Eager || run.training().memory_format == MemoryFormat::ChannelsLast {
        script.note(
            "    ",
            (
                "Attention kernels and memory formats are chosen by MindSpore itself.",
                "注意力内核与内存布局由 MindSpore 自行选择。",
            ),
        );
    }
    script.gap();
}

fn mindnlp(script: &mut Script, run: Bounded<'_>, words: (String, String)) {
    let Origin::Transformers(repository) = run.origin() else { return };
    let class = match run.task() {
        Task::NextToken => "AutoModelForCausalLM",
        Task::TextToText => "AutoModelForSeq2SeqLM",
        Task::MaskedTokens => "AutoModelForMaskedLM",
        _ => "AutoModelForSequenceClassification",
    };
    let kind = match run.weights() {
        "bfloat16" => "ms.bfloat16",
        "float16" => "ms.float16",
        _ => "ms.float32",
    };
    script.line(
        format!("    from mindnlp.transformers import {class}"),
        ("MindNLP has the interfaces of transformers", "MindNLP 与 transformers 接口一致"),
    );
    script.gap().line(format!("    return {class}.from_pretrained({}, ms_dtype={kind})", quoted(repository)), words);
}

fn method(script: &mut Script, run: Bounded<'_>) {
    match &run.training().method {
        Method::Full => {}
        Method::FrozenBackbone => {
            script.raw("    for parameter in net.get_parameters():");
            script.line(
                "        parameter.requires_grad = parameter.name.startswith((\"classifier\", \"head\", \"fc\"))",
                ("frozen weights have neither gradients nor states", "冻结的权重没有梯度和状态"),
            );
        }
        Method::Lora(lora) | Method::Qlora(lora, _) => {
            let targets = run.adapter_targets();
            let targets: Vec<&str> = targets.iter().map(String::as_str).collect();
            script.raw("    from mindnlp.peft import LoraConfig, get_peft_model").gap();
            script.line(
                format!(
                    "    net = get_peft_model(net, LoraConfig(r={}, lora_alpha={}, lora_dropout={}, target_modules={}))",
                    lora.rank,
                    lora.rank * 2,
                    lora.dropout,
                    list(&targets)
                ),
                ("only the adapters get gradients and states", "只有适配器有梯度和状态"),
            );
        }
    }
}
