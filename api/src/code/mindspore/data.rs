//! `MindSpore`'s pipeline of samples.

use engine::training::Cache;

use crate::code::run::{Bounded, Task};
use crate::code::script::{Script, python};

pub(super) fn write(script: &mut Script, run: Bounded<'_>) {
    let loader = &run.training().loader;
    let workers = loader.num_workers.max(1);
    script.gap();
    if run.is_text() {
        let vocabulary = run.vocabulary();
        let label = if run.task() == Task::ClassifyText { "np.array(index % NUM_CLASSES, np.int32)" } else { "ids" };
        script.note(
            "",
            (
                "Token ids of full length; read your tokenized samples in __getitem__.",
                "满长度的词元；请在 __getitem__ 中读取已分词的样本。",
            ),
        );
        script.raw(&format!(
            "class Samples:\n    def __len__(self):\n        return SAMPLES\n\n    def __getitem__(self, index):\n        ids = np.random.randint(0, {vocabulary}, SEQUENCE_LENGTH).astype(np.int32)\n        return ids, {label}"
        ));
    } else {
        script.raw(
            "class Samples:\n    def __len__(self):\n        return SAMPLES\n\n    def __getitem__(self, index):\n        return np.random.rand(3, *IMAGE_SIZE).astype(np.float32), np.array(index % NUM_CLASSES, np.int32)",
        );
    }
    script.gap().gap().raw("def build_dataset():");
    script.line(
        format!("    ds.config.set_prefetch_size({})", loader.prefetch_factor),
        ("rows that each stage of the pipeline keeps ready in RAM", "流水线每一级在内存中预备的行数"),
    );
    let shard = if run.is_distributed() { ", num_shards=get_group_size(), shard_id=get_rank()" } else { "" };
    if run.is_text() {
        script.line(
            format!("    samples = ds.GeneratorDataset(Samples(), [\"ids\", \"label\"], num_parallel_workers={workers}, python_multiprocessing={}{shard})", python(workers > 1)),
            ("worker processes, each with its own copy of Python", "加载进程，各带一份 Python"),
        );
    } else {
        script.raw("    if DATA_DIR:");
        script.line(
            format!("        samples = ds.ImageFolderDataset(DATA_DIR, num_parallel_workers={workers}, shuffle=True{shard})"),
            ("reads encoded files in threads", "以线程读取编码文件"),
        );
        script.raw("        samples = samples.map([ds.vision.RandomCropDecodeResize(IMAGE_SIZE), ds.vision.RandomHorizontalFlip(), ds.vision.Rescale(1 / 255, 0), ds.vision.HWC2CHW()], \"image\",");
        script.line(
            format!("                              num_parallel_workers={workers})"),
            ("decoding threads of this process: less RAM than worker processes", "本进程的解码线程：内存少于独立进程"),
        );
        if loader.cache == Cache::Ram {
            script.note(
                "        ",
                (
                    "A RAM cache is `cache=ds.DatasetCache(...)` with the server that `cache_admin --start` runs.",
                    "内存缓存：`cache=ds.DatasetCache(...)`，并用 `cache_admin --start` 启动服务。",
                ),
            );
        }
        script.raw("    else:");
        script.raw(&format!(
            "        samples = ds.GeneratorDataset(Samples(), [\"image\", \"label\"], num_parallel_workers=1{shard})"
        ));
    }
    script.line(
        "    return samples.batch(MICRO_BATCH_SIZE, drop_remainder=True)",
        ("every batch has the same size: steady memory", "批次大小恒定：内存平稳"),
    );
    script.note(
        "    ",
        (
            "pin_memory and persistent_workers are PyTorch's: MindSpore's pipeline lives on and stages transfers itself.",
            "pin_memory 与 persistent_workers 属于 PyTorch：MindSpore 的流水线常驻并自行处理传输。",
        ),
    );
    script.gap();
}
