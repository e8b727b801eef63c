//! Strategy, compilation and training in Keras, and what it reports.

use engine::training::MemoryFormat;

use crate::code::run::{Bounded, Task};
use crate::code::script::Script;

pub(super) fn write(script: &mut Script, run: Bounded<'_>) {
    let training = run.training();
    script.gap().raw("def main():\n    limit_memory()");
    let gpus = run.hardware().total_gpus();
    if run.is_distributed() && run.hardware().nodes > 1 {
        script.line(
            "    strategy = tf.distribute.MultiWorkerMirroredStrategy()",
            (
                "a whole replica on every GPU of every node; TF_CONFIG names the nodes",
                "每节点每卡一份完整副本；由 TF_CONFIG 指明节点",
            ),
        );
    } else if run.is_distributed() {
        script.line(
            "    strategy = tf.distribute.MirroredStrategy()",
            ("a whole replica on every GPU; gradients are averaged", "每卡一份完整副本；平均梯度"),
        );
    } else {
        script.line("    strategy = tf.distribute.get_strategy()", ("one GPU", "单卡"));
    }
    if gpus > 1 && !run.is_distributed() {
        script
            .note("    ", (format!("{} GPUs stay idle in this plan.", gpus - 1), format!("本方案有 {} 块 GPU 空闲。", gpus - 1)));
    }
    script.raw("    with strategy.scope():\n        model = build_model()\n        optimizer = build_optimizer()");
    let loss = match run.task() {
        Task::Classify | Task::Segment { .. } | Task::ClassifyText | Task::MaskedTokens | Task::NextToken | Task::TextToText => {
            "tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)"
        }
        Task::Detect { .. } | Task::Denoise(_) => "tf.keras.losses.MeanSquaredError()",
    };
    script.line(
        format!("        model.compile(optimizer, loss={loss}, jit_compile=False)"),
        ("True lets XLA fuse operators: often less memory", "设为 True 由 XLA 融合算子：通常更省显存"),
    );
    if training.memory_format == MemoryFormat::ChannelsLast || !run.is_text() {
        script.note("    ", ("Pictures are NHWC (channels last) in Keras anyway.", "Keras 中图片本就是 NHWC（channels last）。"));
    }
    script.raw("    batch = MICRO_BATCH_SIZE * strategy.num_replicas_in_sync\n    steps = MAX_STEPS * GRADIENT_ACCUMULATION_STEPS or max(SAMPLES // batch, 1)\n    started = time.perf_counter()");
    script.raw("    model.fit(build_dataset(batch), epochs=1 if MAX_STEPS else EPOCHS, steps_per_epoch=steps)");
    script.raw("    print(f\"{steps * batch / (time.perf_counter() - started):.2f} samples a second, start included\")");
    script.raw("    if tf.config.list_physical_devices(\"GPU\"):");
    script.line(
        "        peak = tf.config.experimental.get_memory_info(\"GPU:0\")[\"peak\"]",
        ("live tensors at their peak: above the lower bound", "存活张量的峰值：应高于下界"),
    );
    script.raw("        print(f\"peak: {peak / 2**30:.2f} GiB\")");
    script.gap().gap().raw("if __name__ == \"__main__\":\n    main()");
}
