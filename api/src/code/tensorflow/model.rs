//! The model and its method, in Keras.

use engine::training::Method;

use crate::code::run::{Bounded, Task};
use crate::code::script::{Script, quoted};
use crate::frameworks::Published;

pub(super) fn write(script: &mut Script, run: Bounded<'_>) {
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
    let words = run.weights_words();
    match run.published() {
        Some(Published::Application(name)) => {
            script.line(
                format!("    return tf.keras.applications.{name}(weights=None, input_shape=(*IMAGE_SIZE, 3), classes=NUM_CLASSES, classifier_activation=None)"),
                words,
            );
        }
        Some(Published::Preset(name)) => {
            let (class, classes) = match run.task() {
                Task::MaskedTokens => ("MaskedLM", ""),
                Task::ClassifyText => ("TextClassifier", ", num_classes=NUM_CLASSES"),
                _ => ("CausalLM", ""),
            };
            script.line(
                format!("    return keras_hub.models.{class}.from_preset({}{classes}, preprocessor=None)", quoted(name)),
                words,
            );
        }
        // No program is written of what the framework does not have.
        Some(Published::Mindcv(_) | Published::Mindnlp) | None => {}
    }
    script.gap();
}

fn method(script: &mut Script, run: Bounded<'_>) {
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
