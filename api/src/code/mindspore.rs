//! The same run in MindSpore 2.2 or later: what it has for each setting, and what it has not.
//!
//! The names that programs use are held against a list that was looked up in the packages (`server/tests/code`).

mod data;
mod model;
mod optimizer;
mod training;

use engine::hardware::Vendor;
use engine::training::Sharding;
use engine::units::GIB;

use crate::code::constants::constants;
use crate::code::run::Bounded;
use crate::code::script::{Script, python};

/// `train_mindspore.py`.
pub(super) fn program(run: Bounded<'_>) -> String {
    let mut script = Script::new(run.locale);
    let title = run.title();
    script.note("", (format!("{title}. MindSpore 2.2 or later."), format!("{title}。MindSpore 2.2 及以上。")));
    script.note("", run.verdict());
    script
        .raw("import os\nimport time")
        .gap()
        .raw("import numpy as np\nimport mindspore as ms\nfrom mindspore import nn, ops\nimport mindspore.dataset as ds");
    if run.is_distributed() {
        script.raw("from mindspore.communication import get_group_size, get_rank, init");
    }
    script.gap();
    settings(&mut script, run);
    context(&mut script, run);
    model::write(&mut script, run);
    optimizer::write(&mut script, run);
    data::write(&mut script, run);
    training::write(&mut script, run);
    script.finish()
}

fn settings(script: &mut Script, run: Bounded<'_>) {
    constants(script, run, ("samples a device: activations grow with it", "每设备样本数：激活值随之增长"));
    let device = match run.hardware().gpu.vendor {
        Vendor::Huawei => "Ascend",
        Vendor::Nvidia => "GPU",
        Vendor::Amd | Vendor::Intel | Vendor::Apple => "CPU",
    };
    script.line(
        format!("DEVICE_TARGET = os.environ.get(\"DEVICE_TARGET\", \"{device}\")"),
        if device == "CPU" {
            ("MindSpore has no back end for this card", "MindSpore 不支持该显卡")
        } else {
            ("GPU, Ascend or CPU", "GPU、Ascend 或 CPU")
        },
    );
    script.gap();
}

fn context(script: &mut Script, run: Bounded<'_>) {
    let training = run.training();
    // Whole GiB: MindSpore parses a number and a unit.
    let limit = (run.memory_limit().0 / GIB).max(1);
    script.gap().raw("def start():");
    script.line(
        "    ms.set_context(mode=ms.PYNATIVE_MODE)",
        ("GRAPH_MODE compiles the whole step and reuses memory more", "GRAPH_MODE 编译整个训练步，内存复用更充分"),
    );
    script.raw("    if hasattr(ms, \"set_device\"):\n        ms.set_device(DEVICE_TARGET)\n    else:\n        ms.set_context(device_target=DEVICE_TARGET)");
    script.raw("    if DEVICE_TARGET != \"CPU\":");
    let words = (
        format!("at most {limit} GiB of the device for this process; the rest stays for driver and desktop"),
        format!("本进程最多使用设备的 {limit} GiB；其余留给驱动与桌面"),
    );
    script.raw("        if hasattr(ms, \"runtime\"):");
    script.line(format!("            ms.runtime.set_memory(max_size=\"{limit}GB\")"), words);
    script.raw("        else:");
    script.line(
        format!("            ms.set_context(max_device_memory=\"{limit}GB\")"),
        ("the same before MindSpore 2.5", "MindSpore 2.5 之前的写法"),
    );
    if run.is_distributed() {
        script.line("    init()", ("one process a device, each with its own context", "每设备一个进程，各有自己的上下文"));
        let level = match training.sharding {
            Sharding::Zero2 => ", parallel_optimizer_config={\"optimizer_level\": \"level2\"}",
            Sharding::Zero3 => ", parallel_optimizer_config={\"optimizer_level\": \"level3\"}",
            _ => "",
        };
        let divides = matches!(training.sharding, Sharding::Zero1 | Sharding::Zero2 | Sharding::Zero3);
        script.line(
            format!("    ms.set_auto_parallel_context(parallel_mode=ms.ParallelMode.DATA_PARALLEL, gradients_mean=True, enable_parallel_optimizer={}{level})", python(divides)),
            if divides {
                ("data parallel; the optimizer's states (and more at higher levels) are divided over the devices", "数据并行；优化器状态（更高级别还有更多）在设备间分片")
            } else {
                ("data parallel: a whole replica on every device", "数据并行：每设备一份完整副本")
            },
        );
    } else if run.hardware().total_gpus() > 1 {
        let idle = run.hardware().total_gpus() - 1;
        script.note("    ", (format!("{idle} devices stay idle in this plan."), format!("本方案有 {idle} 个设备空闲。")));
    }
    script.gap();
}
