//! Samples and the loader that brings them to the GPU.

mod latents;
mod loader;
mod pictures;
mod texts;

use engine::training::Cache;

use crate::code::run::{Run, Task};
use crate::code::script::Script;
use crate::text::size;

pub(super) fn write(script: &mut Script, run: Run<'_>) {
    script.gap();
    match run.task() {
        Task::Classify => pictures::classes(script, run),
        Task::Segment { .. } => pictures::maps(script, run),
        Task::Detect { has_masks } => pictures::objects(script, run, has_masks),
        Task::ClassifyText | Task::MaskedTokens | Task::NextToken | Task::TextToText => texts::write(script, run),
        Task::Denoise(denoiser) => latents::write(script, run, denoiser),
    }
    loader::write(script, run);
    loader::to_device(script, run);
}

/// What a cache of encoded samples is here, where the class above does not hold it itself.
fn ram_note(script: &mut Script, run: Run<'_>) {
    if run.training().loader.cache == Cache::Ram {
        let amount = size(run.estimate.ram.phases.train.dataset_cache);
        script.gap().gap().note(
            "",
            (
                format!(
                    "RAM cache ({amount}): put DATA_DIR on a memory file system (/dev/shm), so that all workers share one copy."
                ),
                format!("内存缓存（{amount}）：把 DATA_DIR 放在内存文件系统（/dev/shm），各加载进程共用一份。"),
            ),
        );
    }
}
