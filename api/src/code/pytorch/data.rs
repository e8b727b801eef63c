//! Samples and the loader that brings them to the GPU.

mod latents;
mod loader;
mod pictures;
pub(in crate::code) mod texts;

use engine::training::Cache;

use crate::code::run::{Run, Task};
use crate::code::script::Script;
use crate::text::size;

pub(super) fn write(script: &mut Script, run: Run<'_>) {
    in_memory(script, run);
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

/// Puts the files into memory, where the plan keeps them there, and reads them from it.
pub(in crate::code) fn in_memory(script: &mut Script, run: Run<'_>) {
    if run.training().loader.cache != Cache::Ram {
        return;
    }
    let amount = size(run.figures.ram.phases.train.dataset_cache);
    script.gap().raw("def in_memory(folder):\n    import shutil").gap();
    script
        .raw("    is_first = int(os.environ.get(\"LOCAL_RANK\", 0)) == 0\n    if not folder or not os.path.isdir(\"/dev/shm\"):");
    script.line(
        "        for path, _, names in os.walk(folder or \"\"):",
        (
            "without a file system in memory: read once, the files stay in the system's cache",
            "没有内存文件系统时：读取一遍，让文件留在系统缓存中",
        ),
    );
    script.raw(
        r#"
            for name in names if is_first else []:
                with open(os.path.join(path, name), "rb") as file:
                    while file.read(1 << 24):
                        pass
        return folder"#,
    );
    script.line(
        "    copy = os.path.join(\"/dev/shm\", os.path.abspath(folder).strip(os.sep).replace(os.sep, \"-\"))",
        (
            format!("{amount} of RAM, one copy for all processes; remove the folder when the training is over"),
            format!("占内存 {amount}，各进程共用一份；训练结束后请删除该目录"),
        ),
    );
    script.raw("    if is_first:\n        shutil.copytree(folder, copy, dirs_exist_ok=True)");
    if run.is_distributed() {
        script.raw("    if torch.distributed.is_initialized():\n        torch.distributed.barrier()");
    }
    script.raw("    return copy");
    script.gap();
}

/// The line that does so, where samples are made.
pub(in crate::code) fn moved_into_memory(script: &mut Script, run: Run<'_>) {
    if run.training().loader.cache == Cache::Ram {
        script.raw("    global DATA_DIR\n    DATA_DIR = in_memory(DATA_DIR)");
    }
}
