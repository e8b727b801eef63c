//! Watches a run from outside, and the system's settings and the launch command around it.

use engine::training::Framework;
use engine::units::Bytes;

use super::run::{Run, Spread};
use super::script::Script;
use crate::locale::Locale;
use crate::text::{gib, process_vram, size};

/// What a monitor should show.
#[derive(Debug, Clone, Copy)]
pub(super) struct Expected {
    /// Device memory of the process.
    pub(super) peak: Bytes,
    /// Memory of the host.
    pub(super) ram: Bytes,
}

/// `monitor.sh`, or `monitor.ps1` on Windows; nothing is expected of a framework that is not modeled.
pub(super) fn program<F: Copy>(run: Run<'_, F>, expected: Option<Expected>) -> String {
    let mut script = Script::new(run.locale);
    script.note(
        "",
        match expected {
            Some(_) => (
                "Run each in a terminal of its own while training; the figures in the comments are the estimate's.",
                "训练时在各自的终端中运行；注释中的数值来自估算。",
            ),
            None => ("Run each in a terminal of its own while training.", "训练时在各自的终端中运行。"),
        },
    );
    let vram = match expected.map(|expected| gib(expected.peak)) {
        Some(peak) => (
            format!("{}: {peak} expected, and utilization", process_vram(Locale::En)),
            format!("{} {peak}（预计），以及利用率", process_vram(Locale::Zh)),
        ),
        None => ("memory of the GPU, and utilization".to_owned(), "显存与利用率".to_owned()),
    };
    match run.device_type() {
        "cuda" if run.is_nvidia() => {
            script.line("nvidia-smi dmon -s umt -d 1", vram);
            script.line(
                "nvidia-smi --query-compute-apps=pid,used_memory --format=csv --loop=1",
                ("the same by process", "按进程查看"),
            );
        }
        "cuda" => {
            script.line("rocm-smi --showmeminfo vram --showuse", vram);
        }
        "xpu" => {
            script.line("xpu-smi dump -d 0 -m 0,5,18", vram);
        }
        "npu" => {
            script.line("npu-smi info watch", vram);
        }
        _ => {
            script.line("sudo powermetrics --samplers gpu_power -i 1000", vram);
        }
    }
    let ram = match expected.map(|expected| size(expected.ram)) {
        Some(ram) => (format!("RAM: {ram} expected"), format!("内存：预计 {ram}")),
        None => ("RAM".to_owned(), "内存".to_owned()),
    };
    let workers = run.training().loader.num_workers;
    if run.is_windows() {
        script.line(
            "Get-Counter '\\Memory\\Available MBytes', '\\Memory\\Pages/sec' -Continuous",
            (format!("{}; pages that come and go mean too little of it", ram.0), format!("{}；持续换页说明内存不足", ram.1)),
        );
        script.line(
            "Get-Counter '\\GPU Adapter Memory(*)\\Shared Usage' -Continuous",
            ("memory that spilled to RAM: should stay near zero", "溢出到主机内存的显存：应接近零"),
        );
    } else {
        script.line("free --gibi --seconds 1", ram);
        script.line("vmstat 1", ("columns si and so: any swapping means too little RAM", "si 与 so 列：出现换页即内存不足"));
        script.line(
            "htop",
            (
                format!("cores: {workers} loader workers a GPU should be busy, none at a standstill"),
                format!("核心：每卡 {workers} 个加载进程应当忙碌"),
            ),
        );
        script.line(
            "iostat -x 1",
            ("the drive: near 100 % in %util means that it is the narrowest stage", "硬盘：%util 接近 100 % 即为最窄环节"),
        );
    }
    if run.training().framework == Framework::Pytorch {
        script.gap().note(
            "",
            (
                "Inside a PyTorch program: print(torch.cuda.memory_summary()) after a step shows allocated, reserved and fragments; torch.cuda.memory._record_memory_history() records who allocated what.",
                "在 PyTorch 程序内：某一步之后 print(torch.cuda.memory_summary()) 可见已分配、已预留与碎片；torch.cuda.memory._record_memory_history() 记录每次分配的来源。",
            ),
        );
    }
    script.finish()
}

/// `launch.sh`, or `launch.ps1` on Windows: settings of the system, then the command, which starts the Trainer's program too
/// where there is one.
pub(super) fn launch<F: Copy>(run: Run<'_, F>, framework: Framework, has_trainer: bool) -> String {
    let mut script = Script::new(run.locale);
    system(&mut script, run);
    let (gpus, nodes) = (run.hardware().gpu_count, run.hardware().nodes);
    let distributed = run.is_distributed();
    match framework {
        Framework::Pytorch => {
            let program = "train.py";
            if run.spread() == Spread::DeepSpeed {
                let hosts = if nodes > 1 { " --hostfile=HOSTFILE" } else { "" };
                script.line(
                    format!("deepspeed --num_gpus={gpus} --num_nodes={nodes}{hosts} {program}"),
                    ("one process a GPU; states are kept in RAM", "每卡一个进程；状态放在主机内存"),
                );
            } else if distributed && nodes > 1 {
                script.line(
                    format!("torchrun --nnodes={nodes} --nproc_per_node={gpus} --rdzv_backend=c10d --rdzv_endpoint=FIRST_NODE:29500 {program}"),
                    ("on every node; each process has a CUDA context and its loader workers", "在每个节点上运行；每个进程各有 CUDA 上下文与加载进程"),
                );
            } else if distributed {
                script.line(
                    format!("torchrun --standalone --nproc_per_node={gpus} {program}"),
                    (
                        "one process a GPU; each has a CUDA context and its loader workers",
                        "每卡一个进程；各有 CUDA 上下文与加载进程",
                    ),
                );
            } else {
                script.line(format!("python {program}"), ("one process on one GPU", "单卡单进程"));
            }
            if has_trainer {
                script.note(
                    "",
                    (
                        "The same line starts train_trainer.py, which keeps the same states on each GPU.",
                        "同样的命令可启动 train_trainer.py，每卡保存的状态相同。",
                    ),
                );
            }
        }
        Framework::Tensorflow => {
            if distributed && nodes > 1 {
                script.note(
                    "",
                    (
                        "On every node, with TF_CONFIG naming all nodes and this one's index; each holds whole replicas.",
                        "在每个节点上运行，用 TF_CONFIG 列出所有节点及本机序号；每节点都有完整副本。",
                    ),
                );
            }
            script.line("python train_tensorflow.py", ("one process drives every GPU of the node", "单进程驱动本节点所有 GPU"));
        }
        Framework::Mindspore => {
            if distributed {
                let workers = gpus * nodes;
                let node = if nodes > 1 { " --master_addr=FIRST_NODE --master_port=8118 --node_rank=THIS_NODE" } else { "" };
                script.line(
                    format!("msrun --worker_num={workers} --local_worker_num={gpus}{node} train_mindspore.py"),
                    (
                        "MindSpore 2.3 or later; before it: mpirun -n, one process a device",
                        "MindSpore 2.3 及以上；更早版本用 mpirun -n，每设备一个进程",
                    ),
                );
            } else {
                script.line("python train_mindspore.py", ("one process on one device", "单设备单进程"));
            }
        }
    }
    script.finish()
}

fn system<F: Copy>(script: &mut Script, run: Run<'_, F>) {
    if run.is_windows() {
        if run.is_nvidia() {
            script.note(
                "",
                (
                    "NVIDIA Control Panel, Manage 3D settings: set \"CUDA - Sysmem Fallback Policy\" to \"Prefer No Sysmem Fallback\". Otherwise the driver spills VRAM into RAM and training slows down instead of stopping.",
                    "NVIDIA 控制面板 → 管理 3D 设置：将“CUDA - 系统内存回退策略”设为“首选无系统内存回退”。否则驱动会把显存溢出到主机内存，训练变慢而不报错。",
                ),
            );
        }
    } else {
        script.line(
            "sudo sysctl vm.swappiness=10",
            (
                "keeps pages of loader and offloaded states in RAM rather than swapping them out",
                "尽量把加载进程与卸载状态的页面留在内存，减少换出",
            ),
        );
        if run.training().loader.num_workers > 0 {
            script.line(
                "ulimit -n 65535",
                (
                    "workers hand batches over through shared memory, by file descriptors",
                    "加载进程经共享内存传递批次，占用文件描述符",
                ),
            );
        }
    }
    // Updates on the host want every core; elsewhere threads of workers only stand in each other's way.
    if run.training().loader.num_workers > 0 && run.spread() != Spread::DeepSpeed {
        script.line(
            if run.is_windows() { "$env:OMP_NUM_THREADS = '1'" } else { "export OMP_NUM_THREADS=1" },
            ("each worker is one thread: no oversubscribed cores, less RAM", "每个加载进程单线程：不超订核心，内存更少"),
        );
    }
}
