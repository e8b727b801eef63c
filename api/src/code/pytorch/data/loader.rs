//! The loader, and the way of its batches to the GPU.

use engine::training::{MemoryFormat, Precision};

use crate::code::run::{Run, Spread, Task};
use crate::code::script::{Script, python};
use crate::text::size;

pub(super) fn write(script: &mut Script, run: Run<'_>) {
    let loader = &run.training().loader;
    let ram = &run.figures.ram.phases.train;
    script.gap().raw("def build_loader():");
    super::moved_into_memory(script, run);
    script.raw("    samples = Samples()");
    if run.spread() == Spread::Single {
        script.raw("    sampler = None");
    } else {
        script.line(
            "    sampler = torch.utils.data.distributed.DistributedSampler(samples)",
            ("each process reads its own share", "每个进程只读自己的一份"),
        );
    }
    let workers = loader.num_workers;
    script.raw("    loader = DataLoader(\n        samples,\n        batch_size=MICRO_BATCH_SIZE,\n        sampler=sampler,\n        shuffle=sampler is None,");
    script
        .line("        drop_last=True,", ("every batch has the same size, so memory stays the same", "批次大小恒定，显存不波动"));
    if matches!(run.task(), Task::Detect { .. }) {
        script.raw("        collate_fn=collate,");
    } else if loader.batched_preprocessing && run.is_text() {
        script.line("        collate_fn=as_it_is,", ("the data set has put the batch together", "批次已由数据集组好"));
    }
    script.line(
        format!("        num_workers={workers},"),
        (format!("worker processes, {} of RAM in all", size(ram.workers)), format!("加载进程，共占内存 {}", size(ram.workers))),
    );
    if workers > 0 {
        script.line(
            format!("        prefetch_factor={},", loader.prefetch_factor),
            (
                format!("batches that each worker keeps ready, {} of RAM", size(ram.prefetch)),
                format!("每个进程预备的批次，占内存 {}", size(ram.prefetch)),
            ),
        );
        script.line(
            format!("        persistent_workers={},", python(loader.persistent_workers)),
            if loader.persistent_workers {
                ("workers live on between epochs: no restart, their RAM stays taken", "进程跨轮次保留：无需重启，内存持续占用")
            } else {
                ("workers end with each epoch and give their RAM back", "每轮结束后进程退出并归还内存")
            },
        );
    } else {
        script.note(
            "        ",
            (
                "Without workers the training process loads: prefetch_factor and persistent_workers do not apply.",
                "无加载进程时由训练进程读取：prefetch_factor 与 persistent_workers 不适用。",
            ),
        );
    }
    script.line(
        format!("        pin_memory={},", python(loader.pin_memory)),
        if loader.pin_memory {
            (
                format!("page-locked copies ({} of RAM): transfers overlap with computing", size(ram.pinned)),
                format!("锁页副本（内存 {}）：传输与计算重叠", size(ram.pinned)),
            )
        } else {
            ("no page-locked copies: less RAM, transfers wait".to_owned(), "不锁页：内存更少，传输需等待".to_owned())
        },
    );
    script.raw("    )\n    return loader, sampler");
    script.gap();
}

pub(super) fn to_device(script: &mut Script, run: Run<'_>) {
    script.gap().raw("def to_device(batch, device):");
    let is_channels_last = run.training().memory_format == MemoryFormat::ChannelsLast;
    let format = if is_channels_last { ", memory_format=torch.channels_last" } else { "" };
    let kind = if run.training().precision == Precision::Bf16 { ", dtype=torch.bfloat16" } else { "" };
    let words = ("the batch on the GPU; the copy overlaps where memory is pinned", "批次移到 GPU；锁页时与计算重叠");
    match run.task() {
        Task::Classify | Task::Segment { .. } => {
            script.raw("    images, labels = batch");
            script.line(
                format!("    return images.to(device{kind}, non_blocking=True{format}), labels.to(device, non_blocking=True)"),
                words,
            );
        }
        Task::Detect { .. } => {
            script.raw("    images, targets = batch");
            script.line(format!("    images = [image.to(device{kind}, non_blocking=True) for image in images]"), words);
            script.raw("    return images, [{name: value.to(device, non_blocking=True) for name, value in target.items()} for target in targets]");
        }
        Task::Denoise(_) => {
            // With adapters the frozen model takes 16 bits whatever autocast does around it.
            let kind = if run.weights() == "float32" { String::new() } else { format!(", dtype=torch.{}", run.weights()) };
            script.line(
                format!("    return {{name: value.to(device{kind}, non_blocking=True) for name, value in batch.items()}}"),
                words,
            );
        }
        _ => {
            script.line("    return {name: value.to(device, non_blocking=True) for name, value in batch.items()}", words);
        }
    }
    script.gap();
}
