//! The model from its library's own constructor.

use engine::architecture::Architecture;
use engine::host::loading::Loading;
use engine::training::{Attention, Method};

use crate::code::run::{Denoiser, Origin, Run, Spread, Task};
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
    }
}

/// What the weights take.
fn weights(run: Run<'_>) -> (String, String) {
    let amount = size(run.figures.vram.parts.parameters);
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
    let settings = format!("torch_dtype=torch.{}, attn_implementation=attention", run.weights());
    let class = format!("transformers.{kind}");
    if let Some(repository) = repository {
        let name = quoted(repository);
        first_process(
            script,
            run,
            &format!("transformers.AutoConfig.from_pretrained({name}{classes})"),
            &format!("{class}.from_config(config, {settings})"),
        );
        let quantized = quantized(script, run);
        from_files(script, run, &format!("{class}.from_pretrained({name}{quantized}, {settings}{classes}"));
        return;
    }
    let arguments = crate::code::configuration::arguments(run);
    let config = format!("transformers.AutoConfig.for_model({arguments}{classes})");
    if run.quantization().is_some() {
        script.raw(&format!("    config = {config}"));
        let quantized = quantized(script, run);
        script.note(
            "    ",
            (
                "Only weights that are loaded can be quantized: MODEL_DIR is the folder that holds yours.",
                "只有加载的权重才能量化：MODEL_DIR 为存放您的权重的目录。",
            ),
        );
        from_files(
            script,
            run,
            &format!("{class}.from_pretrained(os.environ[\"MODEL_DIR\"], config=config{quantized}, {settings}"),
        );
        return;
    }
    let construct = format!("{class}.from_config(config, {settings})");
    if run.loading() == Loading::FirstProcess {
        first_process(script, run, &config, &construct);
        script.raw(&format!("    config = {config}"));
        script.line(format!("    return {construct}"), weights(run));
    } else {
        script.raw(&format!("    config = {config}"));
        script.line("    with device:", ("weights are made on the device: none in RAM", "直接在设备上创建权重：不占主机内存"));
        script.line(format!("        return {construct}"), weights(run));
    }
}

/// How weights are quantized, and the argument that says so.
fn quantized(script: &mut Script, run: Run<'_>) -> &'static str {
    let Some(quantization) = run.quantization() else { return "" };
    crate::code::huggingface::quantization(script, run, quantization, "    ");
    ", quantization_config=quantization"
}

/// The call that reads the files; straight to the device where the plan loads so.
fn from_files(script: &mut Script, run: Run<'_>, call: &str) {
    let (close, words) = match run.loading() {
        Loading::Streamed => (
            ", device_map={\"\": device})",
            (
                "each tensor goes from the mapped file to the device: RAM holds a few at a time",
                "张量逐个由映射文件送到设备：内存中同时只有少数几个",
            ),
        ),
        Loading::FirstProcess | Loading::EachProcess => (")", ("the whole model passes through RAM", "整个模型会先进入主机内存")),
    };
    script.note("    ", weights(run));
    script.line(format!("    return {call}{close}"), words);
}

/// What the other processes do where one reads the files: a model without memory, or the shards that `DeepSpeed` cuts.
fn first_process(script: &mut Script, run: Run<'_>, config: &str, construct: &str) {
    if run.loading() != Loading::FirstProcess {
        return;
    }
    if run.spread() == Spread::DeepSpeed {
        script.raw("    if DEVICE_TYPE != \"cpu\":");
        script.line(
            "        load_model.zero = transformers.integrations.HfDeepSpeedConfig(DEEPSPEED)",
            (
                "as long as this lives, weights are divided while they are read: the first process alone holds them whole",
                "该对象存在期间，权重边读边分片：只有首个进程持有完整权重",
            ),
        );
        return;
    }
    script.line(
        "    if dist.get_rank() and device.type != \"cpu\":",
        (
            "only the first process reads the files; the others get their shards from it and hold nothing in RAM",
            "只有首个进程读取文件；其余进程从它取得分片，不占内存",
        ),
    );
    script.raw(&format!("        config = {config}"));
    script.raw(&format!("        with torch.device(\"meta\"):\n            return {construct}"));
}

fn diffusers(script: &mut Script, run: Run<'_>, repository: &str) {
    let (kind, folder) = match run.task() {
        Task::Denoise(Denoiser::Sd3) => ("SD3Transformer2DModel", "transformer"),
        Task::Denoise(Denoiser::Flux) => ("FluxTransformer2DModel", "transformer"),
        _ => ("UNet2DConditionModel", "unet"),
    };
    let name = format!("{}, subfolder=\"{folder}\"", quoted(repository));
    let class = format!("diffusers.{kind}");
    first_process(
        script,
        run,
        &format!("{class}.load_config({name})"),
        &format!("{class}.from_config(config).to(torch.{})", run.weights()),
    );
    let quantized = quantized(script, run);
    let placed = if run.loading() == Loading::Streamed { ", device_map={\"\": device}" } else { "" };
    script.line(
        format!("    model = {class}.from_pretrained({name}, torch_dtype=torch.{}{quantized}{placed})", run.weights()),
        weights(run),
    );
    if run.training().attention == Attention::Eager && folder == "unet" {
        script.line(
            "    model.set_attn_processor(diffusers.models.attention_processor.AttnProcessor())",
            (
                "attention scores are materialised: memory grows with the square of the latent's area",
                "完整生成注意力分数：显存随潜变量面积的平方增长",
            ),
        );
    }
    script.raw("    return model");
}
