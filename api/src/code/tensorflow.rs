//! The same run in TensorFlow 2.13 or later with Keras: what it has for each setting, and what it has not.
//!
//! The names and presets that programs use are held against a list that was looked up in the packages (`server/tests/code`).

mod data;
mod model;
mod optimizer;
mod training;

use engine::training::Precision;
use engine::units::MIB;

use crate::code::constants::constants;
use crate::code::run::Bounded;
use crate::code::script::{Script, quoted};
use crate::text::size;

/// `train_tensorflow.py`.
pub(super) fn program(run: Bounded<'_>) -> String {
    let mut script = Script::new(run.locale);
    let title = run.title();
    script.note(
        "",
        (format!("{title}. TensorFlow 2.13 or later with Keras."), format!("{title}。TensorFlow 2.13 及以上，Keras。")),
    );
    script.note("", run.verdict());
    script.raw("import os\nimport time").gap().raw("import tensorflow as tf");
    if run.is_text() {
        script.line("import keras_hub", ("keras_nlp before TensorFlow 2.16", "TensorFlow 2.16 之前为 keras_nlp"));
    }
    script.gap();
    settings(&mut script, run);
    limits(&mut script, run);
    model::write(&mut script, run);
    optimizer::write(&mut script, run);
    data::write(&mut script, run);
    training::write(&mut script, run);
    script.finish()
}

fn settings(script: &mut Script, run: Bounded<'_>) {
    constants(script, run, ("samples a GPU: activations grow with it", "每卡样本数：激活值随之增长"));
    script.gap();
}

fn limits(script: &mut Script, run: Bounded<'_>) {
    let mib = run.memory_limit().0 / MIB;
    script.gap().raw("def limit_memory():\n    for gpu in tf.config.list_physical_devices(\"GPU\"):");
    script.line(
        format!(
            "        tf.config.set_logical_device_configuration(gpu, [tf.config.LogicalDeviceConfiguration(memory_limit={mib})])"
        ),
        (
            format!("at most {} of the card, in MiB; without it TensorFlow takes all of it at once", size(run.memory_limit())),
            format!("最多使用显卡的 {}（单位 MiB）；否则 TensorFlow 一次占满", size(run.memory_limit())),
        ),
    );
    script.note(
        "        ",
        (
            "Or instead, never both: tf.config.experimental.set_memory_growth(gpu, True) takes memory as it is needed and gives none back.",
            "或改用（不可同时）：tf.config.experimental.set_memory_growth(gpu, True) 按需增长，且不归还。",
        ),
    );
    let (policy, words) = match run.training().precision {
        Precision::Fp16Amp => (
            "mixed_float16",
            ("activations in FP16, weights in FP32; Keras scales the loss", "激活值 FP16，权重 FP32；Keras 自动缩放损失"),
        ),
        Precision::Bf16Amp => ("mixed_bfloat16", ("activations in BF16, weights in FP32", "激活值 BF16，权重 FP32")),
        Precision::Bf16 => ("bfloat16", ("weights, gradients and states in BF16", "权重、梯度与状态均为 BF16")),
        Precision::Fp32 | Precision::Tf32 => ("float32", ("4 bytes a weight and an activation", "权重与激活值均为 4 字节")),
    };
    script.line(format!("    tf.keras.mixed_precision.set_global_policy({})", quoted(policy)), words);
    let tf32 = if run.training().precision == Precision::Fp32 { "False" } else { "True" };
    script.line(
        format!("    tf.config.experimental.enable_tensor_float_32_execution({tf32})"),
        ("TF32 tensor cores for what stays FP32; same memory", "保留 FP32 的部分走 TF32 张量核心；内存不变"),
    );
    script.gap();
}
