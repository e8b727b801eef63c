//! Measures what an estimate says: peaks of memory and the rate of samples, after the allocator has settled.

use super::run::Run;
use super::script::Script;

/// `measure.py`, which runs `train.py` for a few steps.
pub(super) fn program(run: Run<'_>) -> String {
    let mut script = Script::new(run.locale);
    script.note(
        "",
        (
            "Runs train.py for a few steps and prints what to type into the planner: peak memory and samples a second.",
            "运行 train.py 若干步，打印可填入规划器的数值：显存峰值与每秒样本数。",
        ),
    );
    script.raw("import json\nimport time").gap().raw("import torch").gap().raw("import train").gap();
    script.line(
        "WARM_UP = 5",
        (
            "steps before the clock runs: states are allocated and kernels chosen in them",
            "计时前的步数：在此期间分配状态并选定内核",
        ),
    );
    script.line("STEPS = 20", ("steps that are measured", "测量的步数"));
    let device = run.device_type();
    script.gap().gap().raw(&format!(
        r"
class Meter:
    def __init__(self):
        self.steps, self.samples, self.started = 0, 0, 0.0
        self.device = getattr(torch, train.DEVICE_TYPE, None) if train.DEVICE_TYPE == {device:?} else None

    def synchronize(self):"
    ));
    script.line(
        "        if self.device is not None:",
        ("the GPU runs behind the program: the clock must wait for it", "GPU 异步执行：计时前须等待其完成"),
    );
    script.raw("            self.device.synchronize()");
    script.gap().raw("    def __call__(self, samples):\n        self.steps += 1\n        if self.steps == WARM_UP:\n            self.synchronize()");
    if device == "cuda" || device == "xpu" {
        script.raw("            if self.device is not None:");
        script.line(
            "                self.device.reset_peak_memory_stats()",
            ("peaks from here on; the optimizer's states are there by now", "从此处重新统计峰值；此时优化器状态已分配"),
        );
    }
    script.raw(
        "            self.started = time.perf_counter()\n        elif self.steps > WARM_UP:\n            self.samples += samples",
    );
    script.gap().raw("    def report(self):\n        self.synchronize()\n        seconds = time.perf_counter() - self.started\n        measured = {\"samples_per_second\": round(self.samples / seconds, 3), \"step_seconds\": round(seconds / STEPS, 6)}");
    if device == "cuda" || device == "xpu" {
        script.raw("        if self.device is not None:");
        script.line(
            "            measured[\"allocated_gib\"] = round(self.device.max_memory_allocated() / 2**30, 3)",
            ("live tensors in the allocator's blocks", "分配器块中的存活张量"),
        );
        script.line(
            "            measured[\"reserved_gib\"] = round(self.device.max_memory_reserved() / 2**30, 3)",
            ("with the allocator's slack; nvidia-smi adds the context", "含分配器余量；nvidia-smi 还要加上下文"),
        );
    } else {
        script.note(
            "        ",
            (
                "This device keeps no peak; read it off the system's monitor while the program runs.",
                "该设备不记录峰值；请在运行时从系统监视器读取。",
            ),
        );
    }
    script.raw("        print(json.dumps(measured))");
    script.gap().gap().raw("if __name__ == \"__main__\":\n    train.MAX_STEPS = WARM_UP + STEPS\n    meter = Meter()\n    train.main(on_step=meter)\n    meter.report()");
    if run.is_distributed() {
        script.note(
            "",
            (
                "Every process prints its own line; samples a second are those of one GPU: multiply by their number.",
                "每个进程各打印一行；每秒样本数为单卡数值：请乘以卡数。",
            ),
        );
    }
    script.finish()
}
