## en: Tries which micro-batch this machine trains, and trains with it. The batch of an update stays the same: what a smaller micro-batch lacks, accumulation makes up for.
## zh: 试出本机能训练的最大微批次并据此训练。每次更新的批次不变：微批次变小时由梯度累积补足。
## en: Each size is tried by a run of its own. A widely copied snippet sets batch_size on a running DataLoader and reads memory_allocated() between steps; neither works: the loader's sampler has its size by then, so PyTorch refuses with a ValueError, and between steps there are weights and states but not the activations of the peak.
## zh: 每个大小都单独运行一次来试。网上流传的做法是直接修改运行中 DataLoader 的 batch_size，并在两步之间读取 memory_allocated()，两者都行不通：采样器此时已定好大小，PyTorch 会抛出 ValueError；两步之间只剩权重与优化器状态，看不到峰值时的激活值。
import argparse
import collections
import json
import subprocess
import sys

# % if spread.by == "deepspeed"
LAUNCH = ["deepspeed", "--num_gpus={{ machine.gpus_per_node }}", "train.py"]
# % elif is_distributed
LAUNCH = ["torchrun", "--standalone", "--nproc_per_node={{ machine.gpus_per_node }}", "train.py"]
# % else
LAUNCH = [sys.executable, "train.py"]
# % endif
# en: where to begin: the plan's, which should fit
# zh: 起点：方案中的微批次，应当放得下
MICRO_BATCH_SIZE = {{training.micro_batch_size}}
# en: samples of an update on each GPU; a micro-batch divides it
# zh: 每卡每次更新的样本数；微批次须能整除它
BATCH = MICRO_BATCH_SIZE * {{training.gradient_accumulation_steps}}
# en: what a run says that had too little memory
# zh: 显存不足时程序给出的文字
REFUSALS = ("OutOfMemoryError", "out of memory.", "backend out of memory", "error: out of memory", "STATUS_ALLOC_FAILED")


def run(micro_batch_size, options):
    command = [*LAUNCH, f"--micro-batch-size={micro_batch_size}", f"--accumulate={BATCH // micro_batch_size}", *options]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, errors="replace")
    # en: what ends a run stands at its end; a warning before it may speak of memory too
    # zh: 结束原因在末尾；此前的警告也可能提到显存
    last = collections.deque(maxlen=100)
    for line in process.stderr:
        last.append(line)
        sys.stderr.write(line)
    is_short = any(refusal in line for refusal in REFUSALS for line in last)
    if process.wait() and not is_short:
        # en: another fault than memory, told above
        # zh: 并非显存不足，原因见上
        sys.exit(process.returncode)
    return process.returncode == 0


def largest(sizes, options):
    # en: sizes below this place fit, those above the other do not
    # zh: 前一位置及以下放得下，后一位置及以上放不下
    fits, fails = -1, len(sizes)
    place = max(at for at, size in enumerate(sizes) if size <= MICRO_BATCH_SIZE)
    while fails - fits > 1:
        # en: states come with the first update that does not overflow, the peak with the next
        # zh: 首次未溢出的更新分配优化器状态，下一次达到峰值
        if run(sizes[place], [*options, "--dry-run", "--max-steps=5"]):
            fits = place
        else:
            fails = place
        place = (fits + fails) // 2
    return fits


def main():
    global BATCH
    parser = argparse.ArgumentParser()
    # en: another batch of an update on each GPU
    # zh: 改用其他的每卡更新批次
    parser.add_argument("--batch", type=int, default=BATCH)
    # en: only tells the size
    # zh: 只给出大小，不训练
    parser.add_argument("--no-training", action="store_true")
    chosen, options = parser.parse_known_args()
    if any(option.startswith(("--micro-batch-size", "--accumulate", "--dry-run")) for option in options):
        parser.error("sizes are what this program finds; --batch names the samples of an update")
    BATCH = chosen.batch
    sizes = [size for size in range(1, BATCH + 1) if BATCH % size == 0]
    place = largest(sizes, options)
    if place < 0:
        sys.exit("not even one sample fits")
    again = []
    while True:
        print(json.dumps({"micro_batch_size": sizes[place], "accumulate": BATCH // sizes[place]}), flush=True)
        # en: a longer text or a crowded picture may need more than any that was tried: the next smaller size goes on from the last state
        # zh: 更长的文本或更拥挤的图片可能超出试过的情况：改用下一个更小的微批次，从最近的状态继续
        if chosen.no_training or run(sizes[place], [*options, *again]):
            return
        place, again = place - 1, ["--resume"]
        if place < 0:
            sys.exit("not even one sample fits")


if __name__ == "__main__":
    main()
