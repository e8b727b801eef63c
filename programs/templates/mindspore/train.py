## en: {{ title|words }}. MindSpore 2.2 or later.
## zh: {{ title|words }}。MindSpore 2.2 及以上。
## en: Lower bound: {{ bound.en|words }}.
## zh: 下界：{{ bound.zh|words }}。
import os
import time

import numpy as np
import mindspore as ms
from mindspore import nn, ops
import mindspore.dataset as ds

# % if is_distributed
from mindspore.communication import get_group_size, get_rank, init
# % endif

# % include "constants.py"
# % if machine.vendor == "huawei"
# en: GPU, Ascend or CPU
# zh: GPU、Ascend 或 CPU
DEVICE_TARGET = os.environ.get("DEVICE_TARGET", "Ascend")
# % elif machine.vendor == "nvidia"
# en: GPU, Ascend or CPU
# zh: GPU、Ascend 或 CPU
DEVICE_TARGET = os.environ.get("DEVICE_TARGET", "GPU")
# % else
# en: MindSpore has no back end for this card
# zh: MindSpore 不支持该显卡
DEVICE_TARGET = os.environ.get("DEVICE_TARGET", "CPU")
# % endif


def start():
    # en: GRAPH_MODE compiles the whole step and reuses memory more
    # zh: GRAPH_MODE 编译整个训练步，显存复用更充分
    ms.set_context(mode=ms.PYNATIVE_MODE)
    if hasattr(ms, "set_device"):
        ms.set_device(DEVICE_TARGET)
    else:
        ms.set_context(device_target=DEVICE_TARGET)
    if DEVICE_TARGET != "CPU":
        if hasattr(ms, "runtime"):
            # en: at most {{ limit.gib }} GiB of the device for this process; the rest stays for driver and desktop
            # zh: 本进程最多使用设备的 {{ limit.gib }} GiB；其余留给驱动与桌面
            ms.runtime.set_memory(max_size="{{ limit.gib }}GB")
        else:
            # en: the same before MindSpore 2.5
            # zh: MindSpore 2.5 之前的写法
            ms.set_context(max_device_memory="{{ limit.gib }}GB")
    # % if is_distributed
    # en: one process a device, each with its own context
    # zh: 每设备一个进程，各有自己的上下文
    init()
    # % if training.sharding in ["zero-1", "zero-2", "zero-3"]
    # en: data parallel; the optimizer's states (and more at higher levels) are divided over the devices
    # zh: 数据并行；优化器状态（更高级别还有更多）在设备间分片
    # % else
    # en: data parallel: a whole replica on every device
    # zh: 数据并行：每设备一份完整副本
    # % endif
    ms.set_auto_parallel_context(  # one line
        parallel_mode=ms.ParallelMode.DATA_PARALLEL,
        gradients_mean=True,
        enable_parallel_optimizer={{training.sharding in ["zero-1", "zero-2", "zero-3"]}},
        # % if training.sharding in ["zero-2", "zero-3"]
        parallel_optimizer_config={"optimizer_level": {{"level2" if training.sharding == "zero-2" else "level3"}}},
        # % endif
    )


# % elif machine.gpus > 1
## en: {{ machine.gpus - 1 }} devices stay idle in this plan.
## zh: 本方案有 {{ machine.gpus - 1 }} 个设备空闲。
# % endif


# % include "mindspore/model.py"


# % include "mindspore/optimizer.py"


# % include "mindspore/data.py"


# % include "mindspore/loop.py"


def report():
    if DEVICE_TARGET != "CPU" and hasattr(ms, "runtime"):
        # en: live tensors at their peak (MindSpore 2.5 or later): above the lower bound
        # zh: 存活张量的峰值（MindSpore 2.5 及以上）：应高于下界
        print(f"peak: {ms.runtime.max_memory_allocated() / 2**30:.2f} GiB")


if __name__ == "__main__":
    main()
