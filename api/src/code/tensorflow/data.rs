//! The pipeline of `tf.data`.

use engine::training::Cache;

use crate::code::run::{Bounded, Task};
use crate::code::script::Script;

pub(super) fn write(script: &mut Script, run: Bounded<'_>) {
    let loader = &run.training().loader;
    script.gap().raw("def build_dataset(batch_size):");
    match run.task() {
        Task::ClassifyText | Task::MaskedTokens | Task::NextToken | Task::TextToText => {
            script.note(
                "    ",
                (
                    "Token ids of full length; put your tokenized tf.data.Dataset in their place.",
                    "满长度的词元；请换成已分词的 tf.data.Dataset。",
                ),
            );
            let vocabulary = run.vocabulary();
            script.raw(&format!(
                "    def sample(index):\n        ids = tf.random.uniform((SEQUENCE_LENGTH,), maxval={vocabulary}, dtype=tf.int32)\n        inputs = {{\"token_ids\": ids, \"padding_mask\": tf.ones_like(ids)}}"
            ));
            if let engine::architecture::Architecture::Encoder(encoder) = run.model()
                && matches!(encoder.variant, engine::architecture::EncoderVariant::Bert)
            {
                script.raw("        inputs[\"segment_ids\"] = tf.zeros_like(ids)");
            }
            script.raw(match run.task() {
                Task::ClassifyText => "        return inputs, tf.cast(index % NUM_CLASSES, tf.int32)",
                Task::MaskedTokens => "        inputs[\"mask_positions\"] = tf.range(SEQUENCE_LENGTH // 8)\n        return inputs, ids[: SEQUENCE_LENGTH // 8]",
                _ => "        return inputs, tf.roll(ids, -1, axis=0)",
            });
            script.gap().raw("    samples = tf.data.Dataset.range(SAMPLES)");
        }
        _ => {
            script.raw(
                r"
    def sample(index):
        return tf.random.normal((*IMAGE_SIZE, 3)), tf.cast(index % NUM_CLASSES, tf.int32)

    def prepare(image, label):
        return tf.image.random_flip_left_right(image), label

    if DATA_DIR:
        samples = tf.keras.utils.image_dataset_from_directory(DATA_DIR, image_size=IMAGE_SIZE, batch_size=None)
        sample = prepare
    else:
        samples = tf.data.Dataset.range(SAMPLES)",
            );
        }
    }
    let workers = if loader.num_workers == 0 { "tf.data.AUTOTUNE".to_owned() } else { loader.num_workers.to_string() };
    script.line(
        format!("    samples = samples.map(sample, num_parallel_calls={workers}, deterministic=False)"),
        (
            "threads of this process, not worker processes: less RAM than PyTorch's; order is given up for speed",
            "本进程内的线程而非独立进程：内存少于 PyTorch；以顺序换速度",
        ),
    );
    if loader.cache != Cache::None {
        script.line(
            "    samples = samples.cache()",
            (
                "decoded samples in RAM after the first epoch: larger than the files; cache(\"file\") puts them on the disk",
                "首轮之后解码后的样本留在内存：大于原文件；cache(\"file\") 则存到硬盘",
            ),
        );
    }
    script.line(
        "    samples = samples.shuffle(1_000)",
        ("a buffer of so many decoded samples in RAM; 10,000 where it fits", "内存中的缓冲样本数；放得下时可用 10,000"),
    );
    script.line(
        "    samples = samples.repeat().batch(batch_size, drop_remainder=True)",
        ("every batch has the same size: one graph, steady memory", "批次大小恒定：单一计算图，内存平稳"),
    );
    script.line(
        format!(
            "    return samples.prefetch({})",
            if loader.num_workers == 0 { "tf.data.AUTOTUNE".to_owned() } else { loader.prefetch_factor.to_string() }
        ),
        (
            "batches kept ready in RAM; tf.data.AUTOTUNE lets the runtime choose",
            "内存中预备的批次；tf.data.AUTOTUNE 由运行时决定",
        ),
    );
    script.note(
        "    ",
        (
            "pin_memory and persistent_workers are PyTorch's: TensorFlow stages transfers itself.",
            "pin_memory 与 persistent_workers 属于 PyTorch：TensorFlow 自行处理传输。",
        ),
    );
    script.gap();
}
