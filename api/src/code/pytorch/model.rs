//! Builds the model: its library's own constructor, the method, checkpointing and layout.

mod load;
mod method;
mod unet;

use engine::architecture::Architecture;
use engine::host::loading::Loading;
use engine::training::{LossLogits, MemoryFormat, QuantizationBits};

use crate::code::run::{Origin, Run, Spread};
use crate::code::script::{Script, quoted};

/// Imports beyond PyTorch's own.
pub(super) fn imports(script: &mut Script, run: Run<'_>) {
    let wraps_blocks = matches!(run.origin(), Origin::Torchvision(_) | Origin::Smp(_) | Origin::PlainUnet);
    if (run.has_checkpointing() && wraps_blocks) || run.training().loss_logits == LossLogits::Chunked {
        script.raw("from torch.utils.checkpoint import checkpoint");
    }
    script.gap();
    match run.origin() {
        Origin::Torchvision(_) => script.raw("import torchvision"),
        Origin::Timm(_) => script.raw("import timm\nimport torchvision"),
        Origin::Smp(_) => script.raw("import segmentation_models_pytorch as smp\nimport torchvision"),
        Origin::Diffusers(_) => script.raw("import diffusers"),
        Origin::Transformers(_) | Origin::Configuration => script.raw("import transformers"),
        Origin::PlainUnet => script.raw("import torchvision\nfrom torch import nn"),
    };
    if run.quantization().is_some() {
        script.raw("from peft import LoraConfig, get_peft_model, prepare_model_for_kbit_training");
    } else if run.training().method.lora().is_some() {
        script.raw("from peft import LoraConfig, get_peft_model");
    }
}

pub(super) fn write(script: &mut Script, run: Run<'_>) {
    if run.origin() == Origin::PlainUnet {
        unet::write(script);
    }
    script.gap().raw("def load_model(device):");
    load::write(script, run);
    if let (true, Origin::Diffusers(repository)) = (run.training().resident_frozen_models, run.origin()) {
        let absent = if matches!(run.model(), Architecture::DiffusionUnet(_)) { "unet" } else { "transformer" };
        script.gap().gap().raw("def load_companions(device):");
        script.line(
            format!(
                "    return diffusers.DiffusionPipeline.from_pretrained({}, {absent}=None, torch_dtype=torch.{}).to(device)",
                quoted(repository),
                run.weights()
            ),
            ("VAE and text encoders stay on the card, as the plan says", "按方案让 VAE 与文本编码器常驻显存"),
        );
    }
    script.gap().gap().raw("def build_model(device):\n    model = load_model(device)");
    method::write(script, run);
    method::checkpointing(script, run);
    place(script, run);
    script.raw("    return model.train()");
    script.gap();
}

/// Type, layout and device.
fn place(script: &mut Script, run: Run<'_>) {
    let is_channels_last = run.training().memory_format == MemoryFormat::ChannelsLast && !run.is_text();
    let from_library = matches!(run.origin(), Origin::Transformers(_) | Origin::Configuration | Origin::Diffusers(_));
    if run.weights() != "float32" && !from_library {
        script.line(
            format!("    model = model.to(torch.{})", run.weights()),
            ("2 bytes a weight instead of 4; gradients and states follow", "每个权重 2 字节而非 4；梯度与状态随之"),
        );
    }
    if is_channels_last {
        script.line(
            "    model = model.to(memory_format=torch.channels_last)",
            ("NHWC: convolutions on tensor cores need no transposed copies", "NHWC：张量核心上的卷积无需转置副本"),
        );
    }
    if matches!(run.spread(), Spread::Fsdp { .. }) {
        script.note("    ", ("FSDP moves the model to the GPU block by block.", "FSDP 会逐块把模型移到 GPU。"));
    } else if run.spread() == Spread::DeepSpeed {
        script.note("    ", ("DeepSpeed moves what belongs on the GPU.", "由 DeepSpeed 决定哪些放到 GPU。"));
    } else if run.quantization().is_some_and(|quantization| quantization.bits == QuantizationBits::Eight) {
        script.note(
            "    ",
            (
                "Loading has put the whole-number weights on the GPU; transformers before 5 refuses to move them.",
                "整数权重在加载时已放到 GPU；transformers 5 之前的版本不允许再移动。",
            ),
        );
    } else {
        let words = if run.loading() == Loading::Streamed {
            ("adapters follow the weights, which loading has put there", "适配器随权重移到设备；权重在加载时已到位")
        } else {
            ("the GPU's first memory: context and weights", "开始占用显存：上下文与权重")
        };
        script.line("    model = model.to(device)", words);
    }
}
