//! The model and its method, in Keras.

use engine::training::Method;

use crate::code::run::{Run, Task};
use crate::code::script::{Script, quoted};
use crate::text::size;

/// Models of `tf.keras.applications` by our ids.
const APPLICATIONS: [(&str, &str); 10] = [
    ("resnet50", "ResNet50"),
    ("resnet101", "ResNet101"),
    ("resnet152", "ResNet152"),
    ("densenet121", "DenseNet121"),
    ("mobilenet_v2", "MobileNetV2"),
    ("mobilenet_v3_large", "MobileNetV3Large"),
    ("efficientnet_b0", "EfficientNetB0"),
    ("efficientnet_b4", "EfficientNetB4"),
    ("convnext_tiny", "ConvNeXtTiny"),
    ("convnext_base", "ConvNeXtBase"),
];

/// Presets of `KerasHub` by our ids.
const PRESETS: [(&str, &str); 19] = [
    ("bert-base", "bert_base_en_uncased"),
    ("bert-large", "bert_large_en_uncased"),
    ("roberta-base", "roberta_base_en"),
    ("distilbert", "distil_bert_base_en_uncased"),
    ("gpt2", "gpt2_base_en"),
    ("gpt2-medium", "gpt2_medium_en"),
    ("gpt2-large", "gpt2_large_en"),
    ("gpt2-xl", "gpt2_extra_large_en"),
    ("llama-2-7b", "llama2_7b_en"),
    ("llama-3-8b", "llama3_8b_en"),
    ("llama-3.2-1b", "llama3.2_1b"),
    ("llama-3.2-3b", "llama3.2_3b"),
    ("mistral-7b", "mistral_7b_en"),
    ("qwen2.5-0.5b", "qwen2.5_0.5b_en"),
    ("qwen2.5-7b", "qwen2.5_7b_en"),
    ("phi-3-mini", "phi3_mini_4k_instruct_en"),
    ("gemma-2-2b", "gemma2_2b_en"),
    ("mixtral-8x7b", "mixtral_8_7b_en"),
    ("qwen1.5-moe-a2.7b", "qwen1.5_moe_2.7b_en"),
];

fn found(table: &[(&str, &'static str)], run: Run<'_>) -> Option<&'static str> {
    let id = run.inputs.model.id.as_deref()?;
    table.iter().find(|(ours, _)| *ours == id).map(|(_, theirs)| *theirs)
}

pub(super) fn write(script: &mut Script, run: Run<'_>) {
    script.gap().raw("def build_model():");
    if run.has_checkpointing() {
        script.line(
            "    with tf.keras.RematScope(mode=\"full\"):",
            ("layers keep their inputs and compute the rest again (Keras 3.9 or later; before it wrap calls in tf.recompute_grad)", "各层只保留输入，其余反向时重算（Keras 3.9 及以上；更早请用 tf.recompute_grad 包装）"),
        );
        script.raw("        model = load_model()");
    } else {
        script.raw("    model = load_model()");
    }
    method(script, run);
    script.raw("    return model");
    script.gap().gap().raw("def load_model():");
    let weights = size(run.estimate.vram.parts.parameters);
    let words = (format!("weights take {weights} a GPU"), format!("权重每卡占 {weights}"));
    if let Some(name) = found(&APPLICATIONS, run) {
        script.line(
            format!("    return tf.keras.applications.{name}(weights=None, input_shape=(*IMAGE_SIZE, 3), classes=NUM_CLASSES, classifier_activation=None)"),
            words,
        );
    } else if let (true, Some(name)) = (run.is_text(), found(&PRESETS, run)) {
        let (class, classes) = match run.task() {
            Task::MaskedTokens => ("MaskedLM", ""),
            Task::ClassifyText => ("TextClassifier", ", num_classes=NUM_CLASSES"),
            _ => ("CausalLM", ""),
        };
        script.line(
            format!("    return keras_hub.models.{class}.from_preset({}{classes}, preprocessor=None)", quoted(name)),
            words,
        );
    } else {
        script.line(
            "    raise NotImplementedError(\"return your Keras model here\")",
            (
                "neither tf.keras.applications nor KerasHub publishes this model",
                "tf.keras.applications 与 KerasHub 均未提供该模型",
            ),
        );
    }
    script.gap();
}

fn method(script: &mut Script, run: Run<'_>) {
    match &run.training().method {
        Method::Full => {}
        Method::FrozenBackbone => {
            script.raw("    for layer in model.layers[:-1]:");
            script.line(
                "        layer.trainable = False",
                ("frozen weights have neither gradients nor states", "冻结的权重没有梯度和状态"),
            );
        }
        Method::Lora(lora) | Method::Qlora(lora, _) => {
            if let Some(quantization) = run.quantization() {
                let mode = if quantization.bits == engine::training::QuantizationBits::Four { "int4" } else { "int8" };
                script.line(
                    format!("    model.quantize(\"{mode}\")"),
                    ("Keras has whole numbers of 8 bits (3.4 or later) and 4 bits (3.12 or later), not NF4: about the same memory", "Keras 提供 8 位（3.4 及以上）与 4 位（3.12 及以上）整数而非 NF4：显存相近"),
                );
            }
            script.line(
                format!("    model.backbone.enable_lora({})", lora.rank),
                (
                    "adapters at query and value alone, whatever targets the plan has; the rest is frozen",
                    "适配器仅加在 query 与 value 上，与方案的目标模块无关；其余冻结",
                ),
            );
            if lora.dropout > 0.0 {
                script.note("    ", ("Keras' adapters have no dropout.", "Keras 的适配器没有 dropout。"));
            }
        }
    }
}
