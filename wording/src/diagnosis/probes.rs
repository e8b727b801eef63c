//! Programs that show a cause on the machine, and what to look for in them (rule A9).

use engine::diagnosis::Probe;
use engine::hardware::{OperatingSystem, Vendor};
use engine::inputs::Scenario;

use wire::locale::Locale;

/// The command, or line of a program, for a scenario's system and card.
#[must_use]
pub const fn probe_command(probe: Probe, scenario: &Scenario) -> &'static str {
    let windows = matches!(scenario.hardware.os, OperatingSystem::Windows);
    let vendor = scenario.hardware.gpu.vendor;
    match probe {
        Probe::GpuLoad => match vendor {
            Vendor::Nvidia => "nvidia-smi dmon -s um -d 1",
            Vendor::Amd => "rocm-smi --showuse --showmeminfo vram",
            Vendor::Intel => "xpu-smi dump -d 0 -m 0,5,18",
            Vendor::Huawei => "npu-smi info watch",
            Vendor::Apple => "sudo powermetrics --samplers gpu_power -i 1000",
        },
        Probe::GpuClocks => match vendor {
            Vendor::Nvidia => "nvidia-smi -q -d CLOCK,PERFORMANCE,TEMPERATURE,POWER",
            Vendor::Amd => "rocm-smi --showclocks --showtemp --showpower",
            Vendor::Intel => "xpu-smi dump -d 0 -m 1,2,3",
            Vendor::Huawei => "npu-smi info -t temp -i 0",
            Vendor::Apple => "sudo powermetrics --samplers gpu_power,thermal -i 1000",
        },
        Probe::GpuPrograms => match vendor {
            Vendor::Nvidia => "nvidia-smi --query-compute-apps=pid,name,used_memory --format=csv",
            Vendor::Amd => "rocm-smi --showpids",
            Vendor::Intel => "xpu-smi ps",
            Vendor::Huawei => "npu-smi info",
            Vendor::Apple => "sudo powermetrics --samplers tasks --show-process-gpu",
        },
        Probe::GpuLinks => match vendor {
            Vendor::Nvidia => {
                "nvidia-smi --query-gpu=pcie.link.gen.current,pcie.link.width.current --format=csv; nvidia-smi topo -m"
            }
            Vendor::Amd => "rocm-smi --showbus --showtopo",
            Vendor::Intel => "xpu-smi topology -m",
            Vendor::Huawei => "npu-smi info -t topo",
            Vendor::Apple => "system_profiler SPDisplaysDataType",
        },
        Probe::Cores if windows => "Get-Counter '\\Processor(*)\\% Processor Time' -Continuous",
        Probe::Cores => "htop",
        Probe::Drive if windows => {
            "Get-Counter '\\PhysicalDisk(*)\\% Disk Time', '\\PhysicalDisk(*)\\Disk Read Bytes/sec' -Continuous"
        }
        Probe::Drive => "iostat -x 1",
        Probe::Swap if windows => "Get-Counter '\\Memory\\Available MBytes', '\\Memory\\Pages/sec' -Continuous",
        Probe::Swap => "vmstat 1; free --gibi",
        Probe::SharedMemory if windows => "Get-Counter '\\GPU Adapter Memory(*)\\Shared Usage' -Continuous",
        Probe::SharedMemory => "print(torch.cuda.memory_stats()['num_alloc_retries'])",
        Probe::AllocatorSummary => "print(torch.cuda.memory_summary())",
        Probe::AllocatorHistory => {
            "torch.cuda.memory._record_memory_history(); torch.cuda.memory._dump_snapshot('snapshot.pickle')"
        }
        Probe::Profiler => {
            "with torch.profiler.profile() as profile: step()\nprint(profile.key_averages().table(sort_by='cuda_time_total'))"
        }
        Probe::KernelLog if windows => "Get-WinEvent -LogName System -MaxEvents 50",
        Probe::KernelLog => "sudo dmesg --level=err,warn | tail -n 50",
        Probe::Processes => {
            "print(torch.cuda.device_count(), os.environ.get('CUDA_VISIBLE_DEVICES'), os.environ.get('WORLD_SIZE'))"
        }
        Probe::GradientNorm => "print(torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0))",
        Probe::FiniteBatch => "print({k: (v.isfinite().all().item(), (v != -100).sum().item()) for k, v in batch.items()})",
        Probe::Anomaly => "with torch.autograd.detect_anomaly(): loss.backward()",
        Probe::LossScale => "print(scaler.get_scale())",
        Probe::SharedFiles => "df -h /dev/shm",
        Probe::OpenFiles => "ulimit -n; lsof -p PID | wc -l",
        Probe::SingleProcess => "DataLoader(dataset, num_workers=0)",
        Probe::RankLogs => "torchrun --log-dir=logs --redirects=3 --tee=3 train.py",
        Probe::FlightRecorder => "TORCH_NCCL_TRACE_BUFFER_SIZE=2000 TORCH_NCCL_DUMP_ON_TIMEOUT=1 torchrun train.py",
        Probe::CollectiveLog => "NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,NET,P2P torchrun train.py",
    }
}

/// What to look for.
#[must_use]
pub fn probe_text(probe: Probe, locale: Locale) -> &'static str {
    match probe {
        Probe::GpuLoad => locale.pick(
            "utilization that falls to zero between steps is waiting; each card should show the same",
            "步与步之间利用率降到零即为等待；各卡应当一致",
        ),
        Probe::GpuClocks => locale.pick(
            "clocks well below the maximum under load, and an active slowdown reason",
            "负载下频率远低于上限，并有生效的降频原因",
        ),
        Probe::GpuPrograms => {
            locale.pick("programs other than this run, and the memory that they hold", "此训练之外的程序及其占用的显存")
        }
        Probe::GpuLinks => locale.pick(
            "generation and lanes under load (idle cards lower them), and how the cards are joined",
            "负载下的代数与通道数（空闲时会降低），以及各卡如何互联",
        ),
        Probe::Cores => locale.pick(
            "cores at 100% mean that the processor is the limit, idle ones that there are too few workers",
            "核心都在 100% 说明 CPU 是瓶颈；空闲说明加载进程太少",
        ),
        Probe::Drive => locale.pick("near 100% in %util means that the drive is the limit", "%util 接近 100% 说明硬盘是瓶颈"),
        Probe::Swap => locale.pick(
            "pages that keep coming and going (si, so) mean too little RAM; look at \"available\", not \"free\"",
            "持续换页（si、so）说明内存不足；看 available 而不是 free",
        ),
        Probe::SharedMemory => {
            locale.pick("should stay near zero; anything that grows says that the card is full", "应接近零；持续增长说明显存已满")
        }
        Probe::AllocatorSummary => locale.pick(
            "after a step: peak of allocated and reserved memory, retries, and what is reserved but not used",
            "某一步之后：已分配与已预留的峰值、重试次数、已预留但未使用的部分",
        ),
        Probe::AllocatorHistory => locale.pick(
            "every allocation with its line of code, drawn by pytorch.org/memory_viz; what never goes away is the leak",
            "每次分配及其代码行，可用 pytorch.org/memory_viz 查看；一直不释放的就是泄漏",
        ),
        Probe::Profiler => locale.pick(
            "gaps between kernels, copies and synchronizations, and which kernels take the time",
            "内核之间的空隙、复制与同步，以及耗时的内核",
        ),
        Probe::KernelLog => locale.pick(
            "Xid errors of the driver, \"out of memory\" kills, faults of drives",
            "驱动的 Xid 错误、内存不足而结束进程、硬盘故障",
        ),
        Probe::Processes => locale.pick(
            "in the program: cards that it sees, and how many processes train together",
            "在程序中：可见的卡数，以及一起训练的进程数",
        ),
        Probe::GradientNorm => locale.pick(
            "in each step before the update: a norm that rises over several steps comes before the loss that is lost",
            "每步更新之前：范数连续上升，随后损失就会失效",
        ),
        Probe::FiniteBatch => locale.pick(
            "for the batch at fault: whether all values are numbers, and how many labels are not ignored",
            "对出错的批次：数值是否都有效，有多少标签未被忽略",
        ),
        Probe::Anomaly => locale.pick(
            "the line of the forward pass whose gradient first is not a number; slow, so for a few steps",
            "梯度最先失效的那一行前向代码；较慢，只运行几步",
        ),
        Probe::LossScale => locale.pick(
            "a few halvings at the start are normal, a scale that falls without end is not",
            "开头减半几次是正常的，一直下降则不正常",
        ),
        Probe::SharedFiles => {
            locale.pick("size and use of shared memory, inside the container", "共享内存的大小与占用，请在容器内查看")
        }
        Probe::OpenFiles => {
            locale.pick("how many files a process may open, and how many it has open", "进程可打开多少文件、已打开多少")
        }
        Probe::SingleProcess => {
            locale.pick("without workers an exception shows where it comes from", "不用工作进程时，异常会显示其出处")
        }
        Probe::RankLogs => locale.pick(
            "what each process printed last; the first one that stopped is the cause",
            "每个进程最后的输出；最先停下的就是原因",
        ),
        Probe::FlightRecorder => locale.pick(
            "the last collectives of each process: where they differ is the fault",
            "每个进程最近的集合通信：不一致之处就是问题所在",
        ),
        Probe::CollectiveLog => locale.pick(
            "which interface and which way between cards are taken, and where it stops",
            "使用了哪个网络接口、卡间走哪条路，以及停在哪里",
        ),
    }
}
