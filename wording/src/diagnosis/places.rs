//! Where to look for what only the machine can show.

use engine::diagnosis::Place;
use wire::locale::Locale;

/// A sentence without full stop.
pub(super) fn place_text(place: Place, locale: Locale) -> &'static str {
    match place {
        Place::OtherPrograms => locale.pick(
            "programs beside this run, or what is left of a crashed one, take memory and time of the card",
            "其他程序或崩溃后残留的进程会占用显存与算力",
        ),
        Place::Clocks => locale.pick(
            "a card that is too hot or short of power lowers its clocks; compare them with the maximum under load",
            "过热或供电不足的显卡会降频；请在负载下与最高频率比较",
        ),
        Place::Synchronization => locale.pick(
            "calls of .item(), print(loss), .cpu() or torch.cuda.synchronize() in every step make the GPU wait for Python; log every 50 steps",
            "每步调用 .item()、print(loss)、.cpu() 或 torch.cuda.synchronize() 会让 GPU 等待 Python；每 50 步记录一次即可",
        ),
        Place::VisibleDevices => locale.pick(
            "CUDA_VISIBLE_DEVICES, a container or a scheduler may show the process one card only",
            "CUDA_VISIBLE_DEVICES、容器或调度器可能只让进程看到一块卡",
        ),
        Place::Launcher => locale.pick(
            "data parallelism needs one process a card: torchrun --nproc_per_node=NUMBER, not python",
            "数据并行需要每卡一个进程：用 torchrun --nproc_per_node=数量，而不是 python",
        ),
        Place::TakingTurns => locale.pick(
            "layers on different cards, as device_map=\"auto\" puts them, compute one after the other: each card is idle while another works",
            "以 device_map=\"auto\" 把各层放在不同卡上依次计算：一块工作时其余闲置",
        ),
        Place::MemoryFraction => locale.pick(
            "a cap (set_per_process_memory_fraction, a logical device) keeps the process below the card's memory; the message names it",
            "用 set_per_process_memory_fraction 或逻辑设备会把进程限制在显存以下；报错信息会写明上限",
        ),
        Place::Faults => locale.pick(
            "a weak power supply, a driver fault or a failing drive may be behind it as well; the kernel's log names it",
            "电源不足、驱动错误或硬盘故障也可能是原因；内核日志会指明",
        ),
        Place::HalfRange => locale.pick(
            "FP16 ends at 65,504: weights that were trained in BF16 (most language models, T5) hold values beyond it, and what is larger becomes infinite and then not a number; BF16 reaches as far as FP32",
            "FP16 最大只能表示 65504：用 BF16 训练的权重（多数语言模型、T5）会超出范围，先变为无穷大，再变为 NaN；BF16 的范围与 FP32 相同",
        ),
        Place::LossScale => locale.pick(
            "the first updates of a run with a loss scaler are skipped until its scale fits, which is as it should be; a scale that keeps falling below 1 says that the gradients themselves are infinite",
            "使用损失缩放（GradScaler）时，开头几次更新会被跳过，直到缩放系数合适，这是正常的；系数一直降到 1 以下则说明梯度本身为无穷大",
        ),
        Place::LearningRate => locale.pick(
            "a learning rate too high for these weights, no warm-up, or gradients that are not clipped: the norm of the gradients rises for some steps before the loss is lost",
            "学习率对这些权重过高、没有预热（warm-up）或未裁剪梯度：损失失效之前，梯度范数会先连续上升几步",
        ),
        Place::Labels => locale.pick(
            "a batch in which every label is ignored (-100) has a mean over nothing, and one value of a picture or a target that is not a number spoils all weights",
            "若一个批次的标签全部被忽略（-100），其平均值无定义；图片或目标中只要有一个数值无效，就会毁掉全部权重",
        ),
        Place::MaskedRows => locale.pick(
            "a row of attention whose mask leaves nothing is a softmax over minus infinities: empty texts, padding on the wrong side, a mask of the wrong type",
            "掩码未留下任何位置的注意力行，相当于对负无穷做 softmax：空文本、填充方向错误、掩码类型错误",
        ),
        Place::OwnLoss => locale.pick(
            "logarithms of zero, roots at zero, divisions by a count that may be zero in the loss itself: anomaly detection names the operator",
            "损失函数自身中零的对数、零处的平方根、除以可能为零的计数：异常检测会指出是哪个算子",
        ),
        Place::OpenFiles => locale.pick(
            "each tensor that waits holds an open file, and a process may often open 1,024: raise the limit (ulimit -n 65535), or torch.multiprocessing.set_sharing_strategy('file_system')",
            "每个等待中的张量都占用一个打开的文件，而进程通常只能打开 1024 个：提高上限（ulimit -n 65535），或使用 torch.multiprocessing.set_sharing_strategy('file_system')",
        ),
        Place::ContainerLimit => locale.pick(
            "a container or a job has limits of its own: give it shared memory (docker run --shm-size=16g or --ipc=host, an emptyDir of medium Memory in Kubernetes) and as much memory as the plan's peak",
            "容器或作业有自己的上限：请给足共享内存（docker run --shm-size=16g 或 --ipc=host，Kubernetes 用 medium 为 Memory 的 emptyDir），内存不低于方案的峰值",
        ),
        Place::WorkerCode => locale.pick(
            "a crash (signal 11, signal 7) in a library that a worker calls: decoders, OpenCV with its own threads, a database or a CUDA context that was open before the workers started",
            "工作进程调用的库自身崩溃（信号 11、信号 7）：解码器、自带线程的 OpenCV、在工作进程启动前就已打开的数据库或 CUDA 上下文",
        ),
        Place::FailedRank => locale.pick(
            "one process failed first, out of memory or by an exception, and the others wait for it: read what each one printed, the earliest error is the cause",
            "某个进程先因内存不足或异常而失败，其余进程都在等它：查看每个进程的输出，最早的错误才是原因",
        ),
        Place::UnevenBatches => locale.pick(
            "processes with unequal numbers of batches call collectives unequally often: a sampler that divides the data (DistributedSampler), drop_last, or join()",
            "各进程的批次数不同，集合通信的次数就不同：请用能均分数据的采样器（DistributedSampler）、drop_last 或 join()",
        ),
        Place::UnequalCalls => locale.pick(
            "parameters that only some processes use, or a branch that only one takes (an evaluation or a save on the first process that calls a collective): every process must call the same in the same order",
            "某些参数只在部分进程中用到，或只有一个进程走入某个分支（只在首个进程做评估或保存，其中又有集合通信）：每个进程必须以相同顺序做相同的调用",
        ),
        Place::PeerToPeer => locale.pick(
            "direct transfers between cards that the board or its IOMMU does not carry hang in the first collective; if NCCL_P2P_DISABLE=1 ends it, switch off PCI access control (ACS) or leave it so",
            "主板或 IOMMU 不支持的卡间直接传输会使首次集合通信卡住；若设置 NCCL_P2P_DISABLE=1 后不再卡住，请关闭 PCI 访问控制（ACS），或保留此设置",
        ),
        Place::Network => locale.pick(
            "the nodes do not reach each other: the wrong interface (NCCL_SOCKET_IFNAME), a firewall, an address of localhost for the first node",
            "节点之间无法互通：网络接口不对（NCCL_SOCKET_IFNAME）、防火墙、首节点地址为 localhost",
        ),
        Place::HostGrowth => locale.pick(
            "what the program keeps from step to step (lists of outputs, metrics that hold tensors, logs) fills host memory, and so do Python objects that workers share: keep numbers, not tensors, and samples in arrays",
            "程序逐步积累的内容（输出列表、持有张量的指标、日志）会占满内存，工作进程共享的 Python 对象也一样：只保留数值而非张量，样本用数组存放",
        ),
        Place::DriveFatigue => locale.pick(
            "drives of flash write and read slower once their fast cells are full or they are hot, and hard disks toward the end of the disk: watch the drive's rate and its temperature",
            "闪存盘在高速缓存区写满或过热后变慢，机械硬盘越靠近盘末越慢：请观察硬盘的速率与温度",
        ),
    }
}
