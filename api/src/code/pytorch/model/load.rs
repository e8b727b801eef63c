//! The model from its library's own constructor.

use engine::architecture::Architecture;
use engine::training::{Attention, Method};

use crate::code::run::{Denoiser, Origin, Run, Task};
use crate::code::script::{Script, python, quoted};
use crate::text::size;

pub(super) fn write(script: &mut Script, run: Run<'_>) {
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
    let attention = if run.has_eager_attention() {
        (
            "    attention = \"eager\"",
            (
                "attention scores are materialised: memory grows with the square of the sequence",
                "完整生成注意力分数：显存随序列长度平方增长",
            ),
        )
    } else {
        ("    attention = \"sdpa\"", ("fused attention: scores never reach memory", "融合注意力：注意力分数不落显存"))
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
            crate::code::configuration::arguments(run)
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
        crate::code::huggingface::quantization(script, run, quantization, "    ");
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
        crate::code::huggingface::quantization(script, run, quantization, "    ");
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
