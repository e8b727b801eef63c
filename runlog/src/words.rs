//! What each kind of message means, and what an expert would answer.

use wire::locale::Locale;

use crate::cause::Cause;
use crate::kind::Kind;

/// The message in a few words.
#[must_use]
pub fn title(kind: Kind, locale: Locale) -> &'static str {
    match kind {
        Kind::CardMemory => locale.pick("The card's memory ran out", "显存不足"),
        Kind::LibraryMemory => locale.pick("A library found no memory on the card", "显卡上的库申请不到显存"),
        Kind::HostKilled => {
            locale.pick("The kernel ended the process: the machine's memory was used up", "内核结束了进程：内存耗尽")
        }
        Kind::LimitKilled => {
            locale.pick("The kernel ended the process at a limit of its container or job", "进程达到容器或作业的内存上限而被结束")
        }
        Kind::HostMemory => locale.pick("Host memory was refused", "内存申请被拒绝"),
        Kind::PageFile => locale.pick("Windows has no memory left to promise", "Windows 的页面文件太小"),
        Kind::SharedMemory => locale.pick("Shared memory is full", "共享内存已满"),
        Kind::OpenFiles => locale.pick("Too many open files", "打开的文件过多"),
        Kind::NotANumber => locale.pick("The loss or a gradient is not a number", "损失或梯度为 NaN"),
        Kind::ScaleExhausted => locale.pick("The loss scaler has reached its lower end", "损失缩放已降到下限"),
        Kind::HalfGradients => locale.pick("The weights that train are in FP16", "被训练的权重是 FP16"),
        Kind::OverflowSkipped => locale.pick("An update was skipped, for gradients overflowed", "因梯度溢出跳过了一次更新"),
        Kind::DeviceLost => locale.pick("The driver has lost the card", "驱动与显卡失去联系"),
        Kind::MemoryError => locale.pick("The card's memory has an error", "显存出现硬件错误"),
        Kind::LinkFault => locale.pick("A link between the cards has an error", "卡间链路出错"),
        Kind::FirmwareTimeout => locale.pick("The card's own processor no longer answers", "显卡固件不再响应"),
        Kind::KernelFault => locale.pick("A kernel touched memory that is not its own", "内核访问了不属于它的显存"),
        Kind::ClassOutOfRange => locale.pick("A label is not one of the classes", "标签不在类别范围内"),
        Kind::IndexOutOfRange => locale.pick("An index is beyond its table", "索引超出表的范围"),
        Kind::DeviceAssert => locale.pick("A check in a kernel failed", "内核中的断言失败"),
        Kind::NoKernelImage => locale.pick("The build has no code for this card", "此版本不含该显卡的代码"),
        Kind::DriverTooOld => locale.pick("Driver and build do not go together", "驱动与版本不匹配"),
        Kind::DifferentDevices => locale.pick("Tensors lie on different devices", "张量位于不同设备"),
        Kind::DifferentTypes => locale.pick("Tensors have different types", "张量的数据类型不同"),
        Kind::RowRemapped => locale.pick("The card has set a row of its memory aside", "显卡停用了一行显存"),
        Kind::DriverMismatch => locale.pick("The driver was changed while it ran", "驱动在运行中被更换"),
        Kind::NoCard => locale.pick("The program sees no card", "程序看不到显卡"),
        Kind::KernelResources => locale.pick("A kernel asks for more than the card has", "内核所需超过显卡上限"),
        Kind::DiskFull => locale.pick("A drive is full", "硬盘已满"),
        Kind::PoolTooSmall => locale.pick("too little room for one request of the longest context", "缓存放不下一个最长请求"),
        Kind::NoPool => locale.pick("no room for keys and values", "没有留给键值缓存的显存"),
        Kind::ShareNotFree => locale.pick("the share of the card is not free", "要占用的显存并未空闲"),
        Kind::ContextBeyondModel => locale.pick("a context beyond the model's", "上下文超过模型上限"),
        Kind::TimeLimit => locale.pick("The scheduler ended the job at its time", "作业因时间上限被调度器结束"),
        Kind::LoaderTimeout => locale.pick("A worker did not deliver in time", "加载进程超时未交付"),
        Kind::NoGradient => locale.pick("Nothing of the loss is to be trained", "损失与任何可训练参数无关"),
        Kind::SecondBackward => locale.pick("A graph is walked a second time", "计算图被反向传播了两次"),
        Kind::UnusedParameters => locale.pick("Parameters got no gradient in this step", "有参数在本步没有梯度"),
        Kind::DuplicateCard => locale.pick("Two processes took the same card", "两个进程用了同一块卡"),
        Kind::WorkerCrashed => locale.pick("A process crashed", "进程崩溃"),
        Kind::WorkerKilled => locale.pick("A worker was ended", "工作进程被结束"),
        Kind::CollectiveError => locale.pick("The library of collectives failed", "集合通信库出错"),
        Kind::Rendezvous => locale.pick("Not all processes met", "进程未能全部汇合"),
        Kind::CollectiveTimeout => locale.pick("A collective did not end in time", "集合通信超时"),
        Kind::ProcessKilled => locale.pick("A process was ended by signal 9", "进程被信号 9 结束"),
        Kind::AllocatorSummary => locale.pick("The allocator's account of the card", "分配器的统计"),
        Kind::MemorySnapshot => locale.pick("A snapshot of the allocator", "分配器快照"),
        Kind::Profile => locale.pick("A trace of some steps", "若干步的性能记录"),
        Kind::CardUse => locale.pick("The driver's table of cards", "驱动的显卡列表"),
        Kind::Pace => locale.pick("How fast the run is", "运行速度"),
    }
}

/// The answer, a sentence without full stop.
#[must_use]
#[expect(clippy::too_many_lines, reason = "one arm a kind, so that none is forgotten")]
pub fn answer(kind: Kind, locale: Locale) -> &'static str {
    match kind {
        Kind::CardMemory => locale.pick(
            "the card refused the next tensor: what the message says of the card decides whether the run is too large, another process is in the way, or free memory lies in pieces",
            "显卡拒绝了下一个张量的申请：报错中的数字可以说明是训练本身太大、被其他进程占用，还是空闲显存过于零散",
        ),
        Kind::LibraryMemory => locale.pick(
            "cuBLAS, cuDNN and NCCL ask the driver for memory of their own, outside PyTorch's: the card is as good as full, so treat it as out of memory; leave a few hundred MiB, or end other programs on the card",
            "cuBLAS、cuDNN 与 NCCL 在 PyTorch 之外自行向驱动申请显存：此时显卡几乎已满，应按显存不足处理；请留出几百 MiB，或结束占用该卡的其他程序",
        ),
        Kind::HostKilled => locale.pick(
            "host memory ran out, not the card's: too many workers, a data set held as Python objects, a copy of the weights while loading or saving, or too little RAM for the plan",
            "耗尽的是内存而不是显存：工作进程太多、数据集以 Python 对象存放、加载或保存时的权重副本，或内存本来就不够",
        ),
        Kind::LimitKilled => locale.pick(
            "the machine may have memory left, but the container or job may not use it: raise its limit (docker run --memory, a pod's limits.memory, sbatch --mem) to the plan's peak or above; shared memory and cached files of /dev/shm count towards it",
            "机器可能还有内存，但容器或作业不能使用：把上限（docker run --memory、Pod 的 limits.memory、sbatch --mem）提高到不低于方案峰值；/dev/shm 中的内容也计算在内",
        ),
        Kind::HostMemory => locale.pick(
            "an array or tensor was to be made in host memory and there is not enough of it: read the data in parts (memory maps, streaming), load weights with low_cpu_mem_usage or safetensors, or add RAM",
            "要在内存中创建数组或张量，而内存不够：请分段读取数据（内存映射、流式读取），以 safetensors 或 low_cpu_mem_usage 加载权重，或增加内存",
        ),
        Kind::PageFile => locale.pick(
            "each worker on Windows loads PyTorch's libraries anew, and Windows counts their whole size although little of it is used: fewer workers, or a larger page file (system settings, virtual memory)",
            "在 Windows 上每个工作进程都会重新加载 PyTorch 的库，且按其全部大小计入：减少工作进程，或在系统设置中增大虚拟内存（页面文件）",
        ),
        Kind::SharedMemory => locale.pick(
            "workers and NCCL pass data through /dev/shm, of which a container has 64 MiB by default: docker run --shm-size=16g or --ipc=host, in Kubernetes an emptyDir of medium Memory at /dev/shm",
            "工作进程与 NCCL 经 /dev/shm 传递数据，容器默认只有 64 MiB：docker run --shm-size=16g 或 --ipc=host，Kubernetes 则在 /dev/shm 挂载 medium 为 Memory 的 emptyDir",
        ),
        Kind::OpenFiles => locale.pick(
            "each tensor that a worker passes on holds a file open: ulimit -n 65535 before the start, or torch.multiprocessing.set_sharing_strategy('file_system') in the program",
            "工作进程传递的每个张量都占用一个打开的文件：启动前执行 ulimit -n 65535，或在程序中调用 torch.multiprocessing.set_sharing_strategy('file_system')",
        ),
        Kind::NotANumber => locale.pick(
            "one infinite or undefined value has reached the weights; a loss of exactly 0 with a gradient norm of NaN is the same, as the Trainer of Hugging Face logs it: go back to a checkpoint before it, the weights since are lost",
            "某个无穷大或无定义的值已进入权重；Hugging Face 的 Trainer 记录的损失恰为 0、梯度范数为 NaN 也是这种情况：请退回到此前的检查点，之后的权重已失效",
        ),
        Kind::ScaleExhausted => locale.pick(
            "every update overflowed until the scale could fall no further: the gradients themselves are infinite in FP16; train in BF16 where the card can, else lower the learning rate and look at the data",
            "每次更新都溢出，缩放系数已无法再降：梯度本身在 FP16 中为无穷大；显卡支持时改用 BF16，否则降低学习率并检查数据",
        ),
        Kind::HalfGradients => locale.pick(
            "a gradient scaler works on FP32 weights under autocast: load the model, or the adapters, in FP32 (dtype=torch.float32) and let autocast use FP16, or train in BF16 without a scaler",
            "梯度缩放要求权重为 FP32 并配合 autocast：以 FP32 加载模型或适配器（dtype=torch.float32），由 autocast 使用 FP16；或用 BF16 训练而不用缩放",
        ),
        Kind::OverflowSkipped => locale.pick(
            "a few at the start are normal: the scale begins high and halves until it fits; one every 1,000 to 2,000 steps later is normal too, for the scale is tried higher; many in a row are not",
            "开头几次是正常的：缩放系数从高处开始减半；之后每 1000 到 2000 步一次也正常，因为系数会再尝试提高；连续多次则不正常",
        ),
        Kind::DeviceLost => locale.pick(
            "the card no longer answers on PCIe: power (a separate cable for each connector, a supply with reserve), heat, a riser or slot, or the card itself; only a restart brings it back. It is no fault of the program",
            "显卡在 PCIe 上不再响应：供电（每个接口用独立线缆、电源留有余量）、过热、转接线或插槽，或显卡本身；只有重启才能恢复。与程序无关",
        ),
        Kind::MemoryError => locale.pick(
            "an error that cannot be corrected: restart, watch nvidia-smi -q -d ECC,ROW_REMAPPER, and have the card replaced if it comes again; results since the error are not to be trusted",
            "出现不可纠正的错误：重启后用 nvidia-smi -q -d ECC,ROW_REMAPPER 观察，再次出现则应更换显卡；出错之后的结果不可信",
        ),
        Kind::LinkFault => locale.pick(
            "NVLink reports a fault: seat bridge and cards again, look at nvidia-smi nvlink -e, and try NCCL_P2P_DISABLE=1 to see whether the run passes without it",
            "NVLink 报告故障：重新安装桥接器与显卡，查看 nvidia-smi nvlink -e，并用 NCCL_P2P_DISABLE=1 检验不用它能否运行",
        ),
        Kind::FirmwareTimeout => locale.pick(
            "the driver waits for the card's firmware: update the driver and restart; where it comes again, switch that processor off (NVreg_EnableGpuFirmware=0) or have the card looked at",
            "驱动在等待显卡固件：更新驱动并重启；若再次出现，可关闭该固件处理器（NVreg_EnableGpuFirmware=0），或检修显卡",
        ),
        Kind::KernelFault => locale.pick(
            "a fault of a custom kernel, of versions that do not go together, or of an index out of range; it shows up later than it happens: run again with CUDA_LAUNCH_BLOCKING=1, or under compute-sanitizer",
            "自定义内核有误、版本不匹配或索引越界；报错位置晚于实际位置：请用 CUDA_LAUNCH_BLOCKING=1 或 compute-sanitizer 重新运行",
        ),
        Kind::ClassOutOfRange => locale.pick(
            "labels must be 0 to the number of classes less one, or the one that is ignored: compare their least and greatest with the model's last layer; a void label such as 255 needs ignore_index=255",
            "标签必须在 0 到类别数减 1 之间，或为被忽略的值：请将其最小、最大值与模型最后一层比较；像 255 这样的空标签需设置 ignore_index=255",
        ),
        Kind::IndexOutOfRange => locale.pick(
            "a token's number beyond the vocabulary (tokens were added without resize_token_embeddings, or the tokenizer is another model's), or a text longer than the model's positions: cut it to that length",
            "token 编号超出词表（新增 token 后未调用 resize_token_embeddings，或分词器属于另一模型），或文本超过模型的位置数：请截断到该长度",
        ),
        Kind::DeviceAssert => locale.pick(
            "mostly an index or a label out of range; run once on the CPU, or with CUDA_LAUNCH_BLOCKING=1, and the message names which",
            "多半是索引或标签越界；在 CPU 上运行一次，或设置 CUDA_LAUNCH_BLOCKING=1，报错就会指明",
        ),
        Kind::NoKernelImage => locale.pick(
            "the card is newer, or older, than what PyTorch or an extension was built for: install a build for it (a newer CUDA for a newer card), and build extensions again with TORCH_CUDA_ARCH_LIST",
            "显卡比 PyTorch 或扩展编译时所针对的更新或更旧：请安装对应版本（新显卡用新的 CUDA），扩展则用 TORCH_CUDA_ARCH_LIST 重新编译",
        ),
        Kind::DriverTooOld => locale.pick(
            "the build of PyTorch wants a newer driver: update the driver, or install a build for an older CUDA; in a container the host's driver counts, and its compatibility libraries only for cards of data centers",
            "此版 PyTorch 需要更新的驱动：更新驱动，或安装面向旧版 CUDA 的版本；容器中以主机驱动为准，其兼容库只适用于数据中心显卡",
        ),
        Kind::DifferentDevices => locale.pick(
            "one of them was not moved: model and batch must be on the same card, and what is made inside the model belongs on its input's device",
            "有张量未移动：模型与批次须在同一块卡上，模型内部新建的张量应放在其输入所在的设备",
        ),
        Kind::DifferentTypes => locale.pick(
            "one is FP32 and the other 16 bits: run the step under torch.autocast, or bring the input to the weights' type (x.to(weight.dtype)); a model in 16 bits takes no input in FP32",
            "一个是 FP32，另一个是 16 位：请在 torch.autocast 下执行，或把输入转为权重的类型（x.to(weight.dtype)）；16 位模型不接受 FP32 输入",
        ),
        Kind::RowRemapped => locale.pick(
            "an error was found and its row is replaced at the next reset: nothing is lost so far; reset the card when it suits, and have it looked at if rows go on failing (nvidia-smi -q -d ROW_REMAPPER)",
            "发现了错误，该行将在下次重置时被替换：目前没有损失；请择机重置显卡，若不断有行失效（nvidia-smi -q -d ROW_REMAPPER）则应检修",
        ),
        Kind::DriverMismatch => locale.pick(
            "the kernel's module and the libraries are of two versions, mostly after an update by itself: restart, or unload and load the nvidia modules; PyTorch is not at fault",
            "内核模块与用户库版本不一致，多半是自动更新造成的：请重启，或重新加载 nvidia 模块；与 PyTorch 无关",
        ),
        Kind::NoCard => locale.pick(
            "PyTorch is a build for the processor, the driver is not loaded, or the container was started without cards: look at nvidia-smi on the same system, at torch.version.cuda, CUDA_VISIBLE_DEVICES and docker run --gpus all",
            "PyTorch 是 CPU 版、驱动未加载，或容器启动时没有传入显卡：请在同一系统上查看 nvidia-smi、torch.version.cuda、CUDA_VISIBLE_DEVICES，以及 docker run --gpus all",
        ),
        Kind::KernelResources => locale.pick(
            "shared memory here is that of a block on the card, not of the system: the kernel was tuned for a larger card; make its blocks or stages smaller, the head dimension too, or take another implementation (attention by sdpa)",
            "这里的共享内存是显卡上线程块的，而不是系统的：该内核是为更大的显卡调优的；请减小块或流水级数、头维度，或换用其他实现（注意力用 sdpa）",
        ),
        Kind::DiskFull => locale.pick(
            "checkpoints, caches (~/.cache/huggingface, TMPDIR) and logs fill it: keep fewer checkpoints (save_total_limit), move caches to another drive (HF_HOME), look at df -h and at df -i",
            "检查点、缓存（~/.cache/huggingface、TMPDIR）与日志占满了硬盘：减少保留的检查点（save_total_limit），把缓存移到其他硬盘（HF_HOME），并查看 df -h 与 df -i",
        ),
        Kind::PoolTooSmall => locale.pick(
            "the engine keeps what weights and a first pass leave of its share for keys and values, and one request of the longest context must fit in it: lower the longest context (--max-model-len) to what you use, keep keys and values in 8 bits, prepare for fewer requests (--max-num-seqs), take more of the card (--gpu-memory-utilization), or weights in fewer bits; the log says how long a request could be",
            "引擎把份额中扣除权重和首次前向后剩下的部分留给键值缓存，其中必须放得下一个最长请求：把最长上下文（--max-model-len）降到实际所需，用 8 位键值缓存，减少并发准备（--max-num-seqs），提高显存占用比例（--gpu-memory-utilization），或使用更低位的权重；日志会说明可容纳多长的请求",
        ),
        Kind::NoPool => locale.pick(
            "weights and a first pass fill the engine's share of the card already: take a larger share (--gpu-memory-utilization, --mem-fraction-static), weights in fewer bits, shorter passes, or more cards",
            "权重和首次前向已占满引擎的份额：提高占用比例（--gpu-memory-utilization、--mem-fraction-static），使用更低位的权重、更短的单次处理长度，或增加显卡",
        ),
        Kind::ShareNotFree => locale.pick(
            "other programs or a desktop hold part of the card: end them (nvidia-smi lists them, left-over processes too), or let the engine take a smaller share (--gpu-memory-utilization)",
            "其他程序或桌面占用了部分显存：请结束它们（nvidia-smi 会列出，包括残留进程），或降低占用比例（--gpu-memory-utilization）",
        ),
        Kind::ContextBeyondModel => locale.pick(
            "the model was made for fewer positions: ask for no more than its configuration says, or extend them with its own RoPE scaling where its authors describe it",
            "模型支持的位置数更少：请不要超过其配置，或按作者说明使用 RoPE 缩放扩展",
        ),
        Kind::TimeLimit => locale.pick(
            "nothing failed: ask for longer, or save often enough to go on from a checkpoint (sbatch --time, --signal before the end)",
            "并没有出错：请申请更长时间，或更频繁地保存以便从检查点继续（sbatch --time，并用 --signal 在结束前通知）",
        ),
        Kind::LoaderTimeout => locale.pick(
            "a sample takes longer than the loader's timeout: a slow or remote drive, a file that is broken or huge, or a lock between threads and forks; run with num_workers=0 to see which sample it is",
            "某个样本的耗时超过了加载器的超时：硬盘慢或在远程、文件损坏或过大，或线程与 fork 之间死锁；用 num_workers=0 运行以找出该样本",
        ),
        Kind::NoGradient => locale.pick(
            "all weights are frozen, or checkpointing cuts the way: with adapters call model.enable_input_require_grads(), and use_reentrant=False",
            "所有权重都被冻结，或激活检查点切断了路径：使用适配器时调用 model.enable_input_require_grads()，并设置 use_reentrant=False",
        ),
        Kind::SecondBackward => locale.pick(
            "something of the last step is still part of this one: detach hidden states and running sums, or add up losses before a single backward pass",
            "上一步的内容仍在本步的计算图中：请 detach 隐藏状态与累计值，或先把损失相加再做一次反向传播",
        ),
        Kind::UnusedParameters => locale.pick(
            "DDP waits for a gradient of every parameter: take unused ones out (requires_grad_(False)), or find_unused_parameters=True, which costs a walk of the graph in each step",
            "DDP 会等待每个参数的梯度：把未使用的参数冻结（requires_grad_(False)），或设置 find_unused_parameters=True，但每步需多遍历一次计算图",
        ),
        Kind::DuplicateCard => locale.pick(
            "each process must choose its own: torch.cuda.set_device(int(os.environ['LOCAL_RANK'])) before anything else, and no more processes than cards",
            "每个进程须选择自己的卡：最先执行 torch.cuda.set_device(int(os.environ['LOCAL_RANK']))，且进程数不超过卡数",
        ),
        Kind::WorkerCrashed => locale.pick(
            "a library crashed in it, not Python: run with num_workers=0 to see where, switch off the threads of OpenCV (cv2.setNumThreads(0)), open databases and videos in the worker, or start workers by spawn",
            "崩溃发生在库中而非 Python：用 num_workers=0 运行以定位，关闭 OpenCV 的线程（cv2.setNumThreads(0)），在工作进程内打开数据库与视频，或以 spawn 方式启动",
        ),
        Kind::WorkerKilled => locale.pick(
            "the system ended it, mostly for host memory: the kernel's log says so (dmesg); fewer workers, arrays in place of lists, more RAM, or a higher limit of the container",
            "被系统结束，多半因为内存不足：内核日志（dmesg）会说明；请减少工作进程、用数组代替列表、增加内存或提高容器上限",
        ),
        Kind::CollectiveError => locale.pick(
            "its own words are in the log with NCCL_DEBUG=INFO; mostly another process died first, the network or shared memory is at fault, or the versions of NCCL differ between nodes",
            "设置 NCCL_DEBUG=INFO 后日志中有其自身的说明；多半是另一进程先退出、网络或共享内存有问题，或各节点的 NCCL 版本不同",
        ),
        Kind::Rendezvous => locale.pick(
            "the address or port of the first node is wrong, taken or behind a firewall, or a process did not start: compare MASTER_ADDR, MASTER_PORT and the number of processes on all nodes",
            "首节点的地址或端口有误、被占用或被防火墙拦截，或有进程没有启动：请核对各节点的 MASTER_ADDR、MASTER_PORT 与进程数",
        ),
        Kind::CollectiveTimeout => locale.pick(
            "it tells what stood still, not why: one process failed, was late or went another way; read the earliest error of all processes",
            "这只说明在哪里停住，而不是原因：某个进程失败、落后或走了另一条路；请查看所有进程中最早的错误",
        ),
        Kind::ProcessKilled => locale.pick(
            "nobody sends it but the system or a scheduler: host memory, or a limit of time or memory; the kernel's log (dmesg) or the scheduler's says which",
            "只有系统或调度器会发送：内存不足，或超出时间、内存上限；内核日志（dmesg）或调度器日志会说明",
        ),
        Kind::AllocatorSummary => locale.pick(
            "its peaks are compared with the plan's; retries above zero say that the card was full and memory was given back and asked for again",
            "其峰值与方案比较；重试次数大于零说明显存曾满，需归还后再申请",
        ),
        Kind::MemorySnapshot => locale.pick(
            "what was reserved and in use when it was taken is compared with the plan's peak",
            "把当时已预留与在用的显存与方案的峰值比较",
        ),
        Kind::Profile => locale.pick(
            "the share of the time in which kernels run says whether the card waits; what it waits for is weighed below",
            "内核运行时间所占的比例说明显卡是否在等待；等待的原因在下文逐一比较",
        ),
        Kind::CardUse => locale.pick(
            "memory in use is compared with the plan's peak; utilization is of one moment: watch it for a minute",
            "已用显存与方案的峰值比较；利用率只是一瞬间的值：请观察一分钟",
        ),
        Kind::Pace => locale.pick(
            "the pace is compared with the plan's",
            "与方案的速度比较",
        ),
    }
}

/// What a cause is called, to stand behind the message's title.
#[must_use]
pub fn cause_title(cause: Cause, locale: Locale) -> &'static str {
    match cause {
        Cause::Limit => locale.pick("a limit, not the card", "受限制而非显存不足"),
        Cause::LargerThanTheCard => locale.pick("one tensor is larger than the card", "单个张量大于显存"),
        Cause::OtherProcesses => locale.pick("other processes hold it", "被其他进程占用"),
        Cause::Pieces => locale.pick("free memory lies in pieces", "空闲显存过于零散"),
        Cause::OwnTensors => locale.pick("the run itself fills it", "训练本身已占满"),
    }
}

/// What a cause means and what helps, a sentence without full stop.
#[must_use]
pub fn cause_answer(cause: Cause, locale: Locale) -> &'static str {
    match cause {
        Cause::Limit => locale.pick(
            "more was free than was asked for: something limits the process, such as set_per_process_memory_fraction, a container, a part of the card (MIG), or the largest single allocation of the driver",
            "空闲的比申请的还多：进程受到了限制，例如 set_per_process_memory_fraction、容器、显卡分区（MIG），或驱动对单次申请的上限",
        ),
        Cause::LargerThanTheCard => locale.pick(
            "no card of this size can hold that tensor: mostly attention scores or logits of a long text, or a batch meant for another card; use fused attention and a chunked loss, and make batch or length smaller",
            "这样大小的显卡放不下该张量：多半是长文本的注意力分数或 logits，或为其他显卡设置的批次；请使用融合注意力与分块损失，并减小批次或长度",
        ),
        Cause::OtherProcesses => locale.pick(
            "end them (nvidia-smi lists them, left-over processes and other ranks on the wrong card too), choose another card, or set the device of each rank before anything else; a smaller batch is no cure",
            "请结束这些进程（nvidia-smi 会列出，也可能是残留进程，或跑到错误卡上的其他进程），换一块卡，或让每个进程最先设置自己的设备；减小批次无济于事",
        ),
        Cause::Pieces => locale.pick(
            "what is reserved and not in use would do, but it lies between tensors: set PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True before the start, keep shapes alike, and only then make the batch smaller",
            "已预留而未使用的显存本来足够，但散布在张量之间：启动前设置 PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True，尽量保持形状一致，然后才考虑减小批次",
        ),
        Cause::OwnTensors => locale.pick(
            "nearly all of the card is this run's own tensors: a smaller micro-batch with accumulation, activation checkpointing, 8-bit optimizer states or adapters; the allocator's settings change little",
            "显存几乎全是训练自身的张量：用更小的微批次加梯度累积、激活检查点、8 位优化器状态或适配器；调整分配器设置作用不大",
        ),
    }
}

/// Title and answer of a message, with its cause where that is known.
#[must_use]
pub fn told(kind: Kind, cause: Option<Cause>, locale: Locale) -> (String, &'static str) {
    let title = title(kind, locale);
    match cause {
        Some(cause) => {
            let between = locale.pick(": ", "：");
            (format!("{title}{between}{}", cause_title(cause, locale)), cause_answer(cause, locale))
        }
        None => (title.to_owned(), answer(kind, locale)),
    }
}
