//! Builds the model: its library's own constructor, the method, checkpointing and layout.

use engine::architecture::Architecture;
use engine::training::{Attention, LossLogits, MemoryFormat, Method};

use crate::code::run::{Denoiser, Origin, Run, Spread, Task};
use crate::code::script::{Script, list, python, quoted};
use crate::text::size;

/// Blocks that are computed again in the backward pass, by the names of their classes, where the library has no switch.
const BLOCKS: &str = r#"("BasicBlock", "Bottleneck", "EncoderBlock", "CNBlock", "MBConv", "FusedMBConv", "InvertedResidual", "_DenseLayer", "SwinTransformerBlock", "DoubleConv")"#;
/// What stays trainable where the backbone is frozen, by the beginnings of parameters' names.
const HEADS: &str =
    r#"("fc", "head", "heads", "classifier", "segmentation_head", "decoder", "dec", "up", "outc", "aux", "rpn", "roi_heads")"#;

/// Imports beyond PyTorch's own.
pub(super) fn imports(script: &mut Script, run: Run<'_>) {
    let wraps_blocks = matches!(run.origin(), Origin::Torchvision(_) | Origin::Smp(_) | Origin::PlainUnet | Origin::Unknown);
    if (run.has_checkpointing() && wraps_blocks) || run.training().loss_logits == LossLogits::Chunked {
        script.raw("from torch.utils.checkpoint import checkpoint");
    }
    script.gap();
    match run.origin() {
        Origin::Torchvision(_) | Origin::Unknown => script.raw("import torchvision"),
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
        plain_unet(script);
    }
    script.gap().raw("def load_model():");
    load(script, run);
    script.gap().gap().raw("def build_model(device):\n    model = load_model()");
    method(script, run);
    checkpointing(script, run);
    place(script, run);
    script.raw("    return model.train()");
    script.gap();
}

fn load(script: &mut Script, run: Run<'_>) {
    match run.origin() {
        Origin::Torchvision(name) => torchvision(script, run, name),
        Origin::Timm(name) => {
            if run.training().attention == Attention::Eager {
                script.line(
                    "    timm.layers.set_fused_attn(False)",
                    (
                        "attention scores are materialised: memory grows with the square of the tokens",
                        "完整生成注意力分数：显存随词元数平方增长",
                    ),
                );
            }
            script.line(
                format!(
                    "    return timm.create_model({}, pretrained=True, img_size=IMAGE_SIZE, num_classes=NUM_CLASSES)",
                    quoted(name)
                ),
                weights(run),
            );
        }
        Origin::Smp(encoder) => {
            script.line(
                format!("    return smp.Unet({}, encoder_weights=\"imagenet\", classes=NUM_CLASSES)", quoted(encoder)),
                weights(run),
            );
        }
        Origin::PlainUnet => {
            script.line("    return UNet(NUM_CLASSES)", weights(run));
        }
        Origin::Transformers(repository) => transformers(script, run, Some(repository)),
        Origin::Configuration => transformers(script, run, None),
        Origin::Diffusers(repository) => diffusers(script, run, repository),
        Origin::Unknown => {
            script.line(
                "    raise NotImplementedError(\"return your model here\")",
                ("no library is known to have this model", "没有已知的库提供该模型"),
            );
        }
    }
}

/// What the weights take.
fn weights(run: Run<'_>) -> (String, String) {
    let amount = size(run.estimate.vram.parts.parameters);
    let kind = run.weights();
    (format!("weights and buffers, {amount} a GPU ({kind})"), format!("权重与缓冲区，每卡 {amount}（{kind}）"))
}

fn torchvision(script: &mut Script, run: Run<'_>, name: &str) {
    let name = quoted(name);
    let call = match run.model() {
        Architecture::Detector(detector) => format!(
            "    return torchvision.models.get_model(\n        {name}, weights=None, weights_backbone=\"DEFAULT\", num_classes=NUM_CLASSES,\n        trainable_backbone_layers={}, min_size=min(IMAGE_SIZE), max_size=max(IMAGE_SIZE),\n    )",
            if run.training().method == Method::FrozenBackbone { 0 } else { detector.trainable_backbone_layers }
        ),
        Architecture::Segmenter(segmenter) => format!(
            "    return torchvision.models.get_model({name}, weights=None, weights_backbone=\"DEFAULT\", num_classes=NUM_CLASSES, aux_loss={})",
            python(segmenter.aux_loss)
        ),
        Architecture::Vit(_) => {
            format!(
                "    return torchvision.models.get_model({name}, weights=None, image_size=IMAGE_SIZE[0], num_classes=NUM_CLASSES)"
            )
        }
        _ => format!("    return torchvision.models.get_model({name}, weights=None, num_classes=NUM_CLASSES)"),
    };
    if run.training().attention == Attention::Eager && matches!(run.model(), Architecture::Vit(_)) {
        script.note(
            "    ",
            (
                "This model always uses fused attention; to see eager attention's memory, wrap the steps in torch.nn.attention.sdpa_kernel(SDPBackend.MATH).",
                "该模型始终使用融合注意力；若要 eager 注意力的显存，请用 torch.nn.attention.sdpa_kernel(SDPBackend.MATH) 包住训练步。",
            ),
        );
    }
    script.note("    ", weights(run));
    script.raw(&call);
}

fn transformers(script: &mut Script, run: Run<'_>, repository: Option<&str>) {
    let attention = match run.training().attention {
        Attention::Eager => (
            "    attention = \"eager\"",
            (
                "attention scores are materialised: memory grows with the square of the sequence",
                "完整生成注意力分数：显存随序列长度平方增长",
            ),
        ),
        Attention::Sdpa => {
            ("    attention = \"sdpa\"", ("fused attention: scores never reach memory", "融合注意力：注意力分数不落显存"))
        }
    };
    script.line(attention.0, attention.1);
    let kind = match run.task() {
        Task::NextToken => "AutoModelForCausalLM",
        Task::TextToText => "AutoModelForSeq2SeqLM",
        Task::MaskedTokens => "AutoModelForMaskedLM",
        _ => "AutoModelForSequenceClassification",
    };
    let classes = if run.task() == Task::ClassifyText { ", num_labels=NUM_CLASSES" } else { "" };
    let Some(repository) = repository else {
        script.raw(&format!(
            "    config = transformers.AutoConfig.for_model({}{classes})",
            super::super::configuration::arguments(run)
        ));
        script.line(
            format!(
                "    return transformers.{kind}.from_config(config, torch_dtype=torch.{}, attn_implementation=attention)",
                run.weights()
            ),
            weights(run),
        );
        return;
    };
    if let Some(quantization) = run.quantization() {
        super::super::huggingface::quantization(script, run, quantization, "    ");
        script.line(
            format!(
                "    return transformers.{kind}.from_pretrained({}, quantization_config=quantization, torch_dtype=torch.{}, attn_implementation=attention)",
                quoted(repository),
                run.weights()
            ),
            weights(run),
        );
    } else {
        script.line(
            format!(
                "    return transformers.{kind}.from_pretrained({}, torch_dtype=torch.{}, attn_implementation=attention{classes})",
                quoted(repository),
                run.weights()
            ),
            weights(run),
        );
    }
}

fn diffusers(script: &mut Script, run: Run<'_>, repository: &str) {
    let (kind, folder) = match run.task() {
        Task::Denoise(Denoiser::Sd3) => ("SD3Transformer2DModel", "transformer"),
        Task::Denoise(Denoiser::Flux) => ("FluxTransformer2DModel", "transformer"),
        _ => ("UNet2DConditionModel", "unet"),
    };
    let mut quantized = "";
    if let Some(quantization) = run.quantization() {
        super::super::huggingface::quantization(script, run, quantization, "    ");
        quantized = ", quantization_config=quantization";
    }
    script.line(
        format!(
            "    model = diffusers.{kind}.from_pretrained({}, subfolder=\"{folder}\", torch_dtype=torch.{}{quantized})",
            quoted(repository),
            run.weights()
        ),
        weights(run),
    );
    if run.training().attention == Attention::Eager {
        if folder == "unet" {
            script.line(
                "    model.set_attn_processor(diffusers.models.attention_processor.AttnProcessor())",
                (
                    "attention scores are materialised: memory grows with the square of the latent's area",
                    "完整生成注意力分数：显存随潜变量面积的平方增长",
                ),
            );
        } else {
            script.note("    ", ("These transformers have fused attention only.", "此类变换器只有融合注意力。"));
        }
    }
    script.raw("    return model");
}

fn method(script: &mut Script, run: Run<'_>) {
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

fn checkpointing(script: &mut Script, run: Run<'_>) {
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
        Origin::Torchvision(_) | Origin::Smp(_) | Origin::PlainUnet | Origin::Unknown => {
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
    } else {
        script.raw("    model = model.to(device)");
    }
}

fn plain_unet(script: &mut Script) {
    script.raw(
        r"
class DoubleConv(nn.Sequential):
    def __init__(self, inputs, outputs):
        super().__init__(
            nn.Conv2d(inputs, outputs, 3, padding=1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True),
            nn.Conv2d(outputs, outputs, 3, padding=1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True),
        )


class UNet(nn.Module):
    def __init__(self, num_classes, widths=(64, 128, 256, 512, 1024)):
        super().__init__()
        self.inc = DoubleConv(3, widths[0])
        self.down = nn.ModuleList(DoubleConv(a, b) for a, b in zip(widths, widths[1:]))
        self.up = nn.ModuleList(nn.ConvTranspose2d(b, a, 2, stride=2) for a, b in reversed(list(zip(widths, widths[1:]))))
        self.dec = nn.ModuleList(DoubleConv(2 * a, a) for a in reversed(widths[:-1]))
        self.outc = nn.Conv2d(widths[0], num_classes, 1)

    def forward(self, images):
        features = [self.inc(images)]
        for block in self.down:
            features.append(block(F.max_pool2d(features[-1], 2)))
        out = features.pop()
        for up, block in zip(self.up, self.dec):
            out = block(torch.cat([features.pop(), up(out)], dim=1))
        return self.outc(out)
",
    );
    script.gap();
}
