//! Short names: of symptoms, as a person says them, of causes, and of verdicts.

use engine::diagnosis::{Alone, Finding, FixedPart, Occasion, Place, Supposition, Verdict};
use engine::estimate::StageKind;

use wire::locale::Locale;
use wire::v1::diagnose::Symptom;

/// A symptom as the person says it who sees it.
#[must_use]
pub fn symptom_title(symptom: Symptom, locale: Locale) -> &'static str {
    match symptom {
        Symptom::LowUtilization => locale.pick("GPU utilization is low", "GPU 利用率低"),
        Symptom::OutOfMemory => locale.pick("Out of memory on the card", "显存不足（OOM）"),
        Symptom::BatchCannotGrow => locale.pick("The batch cannot grow", "批次大小加不上去"),
        Symptom::ThroughputBelowEstimate => locale.pick("Slower than estimated", "吞吐远低于估算"),
        Symptom::SecondCardIdle => locale.pick("A second card does nothing", "第二块卡闲置"),
        Symptom::SystemFreezes => locale.pick("The system freezes", "系统卡死"),
        Symptom::NotANumber => locale.pick("The loss is NaN, or gradients overflow", "损失为 NaN 或梯度溢出"),
        Symptom::SharedMemoryTooSmall => locale.pick("Shared memory is too small", "共享内存不足"),
        Symptom::WorkerKilled => locale.pick("A process was killed", "进程被系统结束"),
        Symptom::CollectiveHang => locale.pick("Processes hang or time out", "多进程卡住或超时"),
        Symptom::SlowsDown => locale.pick("It becomes slower and slower", "越跑越慢"),
    }
}

/// What a symptom means, and what makes its diagnosis sharper.
#[must_use]
pub fn symptom_about(symptom: Symptom, locale: Locale) -> &'static str {
    match symptom {
        Symptom::LowUtilization => locale.pick(
            "the GPUs wait, or what they are given at once is too small; the stages of the data path are weighed against what the GPUs take",
            "GPU 在等待，或一次得到的工作太少；数据路径的各环节与 GPU 的消耗逐一比较",
        ),
        Symptom::OutOfMemory => locale.pick(
            "when it happens says why: the weights, the first pass, the first update that creates the optimizer's states, or something that grows later",
            "发生的时刻说明原因：权重、第一次前向/反向、首次更新时创建的优化器状态（optimizer state），或之后增长的部分",
        ),
        Symptom::BatchCannotGrow => locale.pick(
            "the card is full, the host is full, or a larger batch gains nothing",
            "显存已满、内存已满，或更大的批次没有收益",
        ),
        Symptom::ThroughputBelowEstimate => locale.pick(
            "each way in which a run may differ from its plan is played, and the rate that it would have is compared with yours",
            "逐一推演实际运行可能与方案不同之处，并把相应的速率与您的实测比较",
        ),
        Symptom::SecondCardIdle => locale.pick(
            "a second card does nothing until data parallelism is configured and one process a card is started",
            "配置数据并行并为每块卡启动一个进程之前，第二块卡不会工作",
        ),
        Symptom::SystemFreezes => locale.pick(
            "mostly host memory that does not suffice and is paged through the drive",
            "多半是内存不足，经硬盘换页",
        ),
        Symptom::NotANumber => locale.pick(
            "one infinite value spoils every weight within a step: the range of the precision, the rate of learning, the data and the loss are looked at in turn",
            "一个无穷大的值会在一步之内毁掉全部权重：依次查看精度的范围、学习率、数据与损失",
        ),
        Symptom::SharedMemoryTooSmall => locale.pick(
            "workers pass their batches on through /dev/shm; a container has 64 MiB of it unless it asks for more",
            "工作进程经 /dev/shm 传递批次；容器默认只有 64 MiB",
        ),
        Symptom::WorkerKilled => locale.pick(
            "a process that ends without an error of its own was ended by the system: mostly for host memory, at times by a crash in a library",
            "没有自身报错就结束的进程是被系统结束的：多半因内存不足，有时是库崩溃",
        ),
        Symptom::CollectiveHang => locale.pick(
            "the processes of a run wait for each other; where one is gone, late or elsewhere, all others stand still until they give up",
            "各进程互相等待；只要有一个退出、落后或走错分支，其余都会停住，直到超时",
        ),
        Symptom::SlowsDown => locale.pick(
            "each step does the same work, so something fills, heats or grows from step to step",
            "每步的工作量相同，因此必有某处在逐步填满、升温或增长",
        ),
    }
}

/// What the figures say of a cause.
#[must_use]
pub fn check_verdict(verdict: Verdict, locale: Locale) -> &'static str {
    match verdict {
        Verdict::Likely => locale.pick("likely", "很可能"),
        Verdict::Look => locale.pick("to check", "需查看"),
        Verdict::RuledOut => locale.pick("ruled out", "已排除"),
    }
}

/// A cause in a few words.
#[must_use]
pub fn check_title(finding: &Finding, locale: Locale) -> String {
    let title = match *finding {
        Finding::Stage { kind: StageKind::Storage, .. } => locale.pick("The drive is too slow", "硬盘太慢"),
        Finding::Stage { kind: StageKind::Preprocess, .. } => {
            locale.pick("The processor prepares too few samples", "CPU 预处理跟不上")
        }
        Finding::Stage { kind: StageKind::Collate, .. } => locale.pick("Batches are copied too slowly in RAM", "内存中组批太慢"),
        Finding::Stage { kind: StageKind::Pcie, .. } => locale.pick("Batches cross PCIe too slowly", "批次经 PCIe 传输太慢"),
        Finding::Stage { kind: StageKind::Compute, .. } => locale.pick("The GPU", "GPU"),
        Finding::Workers { .. } => locale.pick("Too few loader workers", "加载进程太少"),
        Finding::FirstEpoch { .. } => locale.pick("It is the first epoch", "正处于首轮"),
        Finding::Launch { .. } => locale.pick("Kernels are too small for what starting them costs", "内核太小，启动开销占主导"),
        Finding::SmallBatch { .. } => locale.pick("The batch is too small to fill the card", "批次太小，填不满显卡"),
        Finding::Traffic { offload: true, .. } => locale.pick("Offloaded states travel", "卸载（offload）的状态在传输"),
        Finding::Traffic { offload: false, .. } => locale.pick("GPUs wait for each other", "GPU 互相等待"),
        Finding::IdleGpus { total: 1, .. } => locale.pick("The plan has one card", "方案只有一块卡"),
        Finding::IdleGpus { .. } => locale.pick("No data parallelism is configured", "未配置数据并行"),
        Finding::Lanes { .. } => locale.pick("The cards share lanes", "多卡共用 PCIe 通道"),
        Finding::Moment { occasion: Occasion::Loading, .. } => locale.pick("The weights alone do not fit", "仅权重就放不下"),
        Finding::Moment { occasion: Occasion::FirstPass, .. } => {
            locale.pick("The first forward and backward pass", "第一次前向与反向传播")
        }
        Finding::Moment { occasion: Occasion::FirstUpdate, .. } => {
            locale.pick("The first update creates the optimizer's states", "首次更新时创建优化器状态")
        }
        Finding::Moment { occasion: Occasion::LaterPasses, .. } => {
            locale.pick("Activations beside the optimizer's states", "激活值与优化器状态并存")
        }
        Finding::FailsEarlier { .. } => locale.pick("By its plan the run fails earlier", "按方案应更早失败"),
        Finding::SupposedMemory { supposition, .. } | Finding::SupposedRate { supposition, .. } => {
            self::supposition(supposition, locale)
        }
        Finding::LongerSamples { tokens: true, .. } => locale.pick("A longer text than planned", "文本比计划的长"),
        Finding::LongerSamples { tokens: false, .. } => locale.pick("A larger picture than planned", "图片比计划的大"),
        Finding::Fragmentation { .. } | Finding::SeenFragmentation { .. } => locale.pick("Fragmentation", "显存碎片"),
        Finding::Evaluation { .. } => locale.pick("An evaluation beside training", "训练中的评估"),
        Finding::Leak { .. } => locale.pick("Graphs that are kept", "计算图未释放"),
        Finding::Taken { .. } => locale.pick("A desktop on the training card", "训练卡兼作桌面显示"),
        Finding::BatchLimit { .. } => locale.pick("The card is full", "显存已满"),
        Finding::HostBatchLimit { .. } => locale.pick("Host memory is full", "内存已满"),
        Finding::Part { part: FixedPart::Activations, .. } => locale.pick("Activations fill the card", "激活值占满显存"),
        Finding::Part { part: FixedPart::State, .. } => {
            locale.pick("Weights, gradients and states fill the card", "权重、梯度与状态占满显存")
        }
        Finding::Part { part: FixedPart::Temporary, .. } => locale.pick("Temporary tensors fill the card", "临时张量占满显存"),
        Finding::BatchGain { .. } => locale.pick("Would a larger batch be faster at all?", "更大的批次是否更快？"),
        Finding::Accumulation { .. } => locale.pick("A larger batch without memory", "不占显存的更大批次"),
        Finding::Range { measured: Some(measured), range, .. } if measured > range.1 => {
            locale.pick("It is faster than the estimate's range", "快于估算范围")
        }
        Finding::Range { .. } => locale.pick("It is within the estimate's range", "在估算范围之内"),
        Finding::Ram { .. } => locale.pick("Host memory is short and swaps", "内存不足而换页"),
        Finding::Staging { .. } => locale.pick("Weights pass through RAM", "权重经内存加载或保存"),
        Finding::WorkerMemory { .. } => locale.pick("Workers hold copies", "加载进程各占内存"),
        Finding::Pinned { .. } => locale.pick("Pinned memory", "锁页内存（pinned memory）"),
        Finding::PageCache { .. } => locale.pick("The page cache", "页缓存"),
        Finding::SharedMemory { .. } => locale.pick("VRAM spills into shared memory", "显存溢出到共享内存"),
        Finding::Threads { .. } => locale.pick("More busy processes than threads", "进程多于 CPU 线程"),
        Finding::OtherCard { .. } => locale.pick("Another card than planned", "与方案不同的显卡"),
        Finding::TakenByOthers { .. } => place(Place::OtherPrograms, locale),
        Finding::HeldBesidePlan { .. } => locale.pick("The run holds more than its plan", "实际占用超过方案"),
        Finding::LargerThanTheCard { .. } => locale.pick("One tensor is larger than the card", "单个张量大于显存"),
        Finding::RefusedThoughFree { .. } => locale.pick("A limit below the card's memory", "低于显存的限制"),
        Finding::WorkerQueue { .. } => locale.pick("Batches fill shared memory", "批次占满共享内存"),
        Finding::Resident { .. } => locale.pick("The process held more than planned", "进程占用超过方案"),
        Finding::AloneTooLong { what: Alone::Step, .. } => locale.pick("A step is longer than the timeout", "一步比超时还久"),
        Finding::AloneTooLong { what: Alone::Save, .. } => locale.pick("Saving is longer than the timeout", "保存比超时还久"),
        Finding::OneProcess => locale.pick("The plan has one process", "方案只有一个进程"),
        Finding::Elsewhere(place) => self::place(place, locale),
    };
    title.to_owned()
}

fn supposition(supposition: Supposition, locale: Locale) -> &'static str {
    match supposition {
        Supposition::NoWorkers => locale.pick("The training process loads its own data", "训练进程自己加载数据"),
        Supposition::FullPrecision => locale.pick("Mixed precision is not in effect", "混合精度未生效"),
        Supposition::EagerAttention => locale.pick("Attention is not fused", "注意力未融合"),
        Supposition::Checkpointing => locale.pick("Activation checkpointing is on", "激活检查点处于开启"),
        Supposition::NoCheckpointing => locale.pick("Activation checkpointing is off", "激活检查点未开启"),
        Supposition::OneGpu => locale.pick("One GPU trains alone", "只有一块 GPU 在训练"),
        Supposition::ColdCache => locale.pick("It is the first epoch", "正处于首轮"),
        Supposition::SlowDrive => locale.pick("The data lies on a slow drive", "数据在慢速硬盘上"),
        Supposition::SlowDriveAtFirst => locale.pick("A slow drive holds up the first epoch", "慢速硬盘拖慢首轮"),
        Supposition::FewCores => locale.pick("The process has two cores only", "进程只能用两个核心"),
        Supposition::FewLanes => locale.pick("The card has few PCIe lanes", "显卡的 PCIe 通道太少"),
        Supposition::HalfClock => locale.pick("The GPU runs at half its clock", "GPU 降到一半频率"),
        Supposition::AllWeightsTrain => locale.pick("Every weight trains", "全部权重都在训练"),
    }
}

fn place(place: Place, locale: Locale) -> &'static str {
    match place {
        Place::OtherPrograms => locale.pick("Other programs on the card", "显卡上有其他程序"),
        Place::Clocks => locale.pick("Heat or power limits", "温度或功耗限制"),
        Place::Synchronization => locale.pick("The program waits for the GPU in every step", "程序每步都等待 GPU"),
        Place::VisibleDevices => locale.pick("The process sees one card", "进程只能看到一块卡"),
        Place::Launcher => locale.pick("One process was started", "只启动了一个进程"),
        Place::TakingTurns => locale.pick("The cards take turns", "各卡轮流工作"),
        Place::MemoryFraction => locale.pick("The framework limits its own memory", "框架限制了自身显存"),
        Place::Faults => locale.pick("Power supply, driver or hardware", "电源、驱动或硬件故障"),
        Place::HalfRange => locale.pick("FP16 overflows", "FP16 溢出"),
        Place::LossScale => locale.pick("The loss scaler is still searching", "损失缩放仍在调整"),
        Place::LearningRate => locale.pick("The steps are too large", "步长太大"),
        Place::Labels => locale.pick("Labels or values that do not count", "标签或数值无效"),
        Place::MaskedRows => locale.pick("Attention with nothing to attend to", "注意力行被全部掩蔽"),
        Place::OwnLoss => locale.pick("The loss divides by zero", "损失函数除以零"),
        Place::OpenFiles => locale.pick("Too many open files", "打开的文件过多"),
        Place::ContainerLimit => locale.pick("A limit of the container or job", "容器或作业的限制"),
        Place::WorkerCode => locale.pick("A library crashes in a worker", "工作进程中的库崩溃"),
        Place::FailedRank => locale.pick("One process failed first", "某个进程先失败"),
        Place::UnevenBatches => locale.pick("Processes have unequal numbers of batches", "各进程批次数不同"),
        Place::UnequalCalls => locale.pick("Processes call different collectives", "各进程的集合通信不一致"),
        Place::PeerToPeer => locale.pick("Direct transfers between cards fail", "卡间直接传输失败"),
        Place::Network => locale.pick("The nodes do not reach each other", "节点之间无法互通"),
        Place::HostGrowth => locale.pick("The program keeps more and more", "程序越留越多"),
        Place::DriveFatigue => locale.pick("The drive becomes slower", "硬盘越来越慢"),
    }
}
