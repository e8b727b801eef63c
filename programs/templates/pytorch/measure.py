## en: Runs train.py for a few steps and prints what to type into the planner: peak memory and samples a second.
## zh: 运行 train.py 若干步，打印可填入规划器的数值：显存峰值与每秒样本数。
import json
import time

import torch

import train

# en: steps before the clock runs: states are allocated and kernels chosen in them
# zh: 计时前的步数：在此期间分配状态并选定内核
WARM_UP = 5
# en: steps that are measured
# zh: 测量的步数
STEPS = 20


class Meter:
    def __init__(self):
        self.steps, self.samples, self.started = 0, 0, 0.0
        self.device = getattr(torch, train.DEVICE_TYPE, None) if train.DEVICE_TYPE == {{machine.device_type}} else None

    def synchronize(self):
        # en: the GPU runs behind the program: the clock must wait for it
        # zh: GPU 异步执行：计时前须等待其完成
        if self.device is not None:
            self.device.synchronize()

    def __call__(self, samples):
        self.steps += 1
        if self.steps == WARM_UP:
            self.synchronize()
            # % if machine.device_type in ["cuda", "xpu"]
            if self.device is not None:
                # en: peaks from here on; the optimizer's states are there by now
                # zh: 从此处重新统计峰值；此时优化器状态已分配
                self.device.reset_peak_memory_stats()
            # % endif
            self.started = time.perf_counter()
        elif self.steps > WARM_UP:
            self.samples += samples

    def report(self):
        self.synchronize()
        seconds = time.perf_counter() - self.started
        measured = {"samples_per_second": round(self.samples * train.PROCESSES / seconds, 3), "step_seconds": round(seconds / STEPS, 6)}
        # % if machine.device_type in ["cuda", "xpu"]
        if self.device is not None:
            # en: live tensors in the allocator's blocks
            # zh: 分配器块中的存活张量
            measured["allocated_gib"] = round(self.device.max_memory_allocated() / 2**30, 3)
            # en: with the allocator's slack; nvidia-smi adds the context
            # zh: 含分配器余量；nvidia-smi 还要加上下文
            measured["reserved_gib"] = round(self.device.max_memory_reserved() / 2**30, 3)
        # % else
        ## en: This device keeps no peak; read it off the system's monitor while the program runs.
        ## zh: 该设备不记录峰值；请在运行时从系统监视器读取。
        # % endif
        if train.RANK == 0:
            print(json.dumps(measured))


if __name__ == "__main__":
    train.MAX_STEPS, train.OUTPUT_DIR = WARM_UP + STEPS, None
    meter = Meter()
    train.main(on_step=meter)
    meter.report()
# % if is_distributed
## en: The first process speaks for all: its peak, and the samples a second of all GPUs together.
## zh: 由首个进程汇报：它的显存峰值，以及所有 GPU 合计的每秒样本数。
# % endif
