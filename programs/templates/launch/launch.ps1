# % if machine.vendor == "nvidia"
## en: NVIDIA Control Panel, Manage 3D settings: set "CUDA - Sysmem Fallback Policy" to "Prefer No Sysmem Fallback". Otherwise the driver spills VRAM into RAM and training slows down instead of stopping.
## zh: NVIDIA 控制面板 → 管理 3D 设置：将“CUDA - 系统内存回退策略”设为“首选无系统内存回退”。否则驱动会把显存溢出到内存，训练变慢而不报错。
# % endif
# % if loader.num_workers > 0 and spread.by != "deepspeed"
# en: each worker is one thread: no oversubscribed cores, less RAM
# zh: 每个加载进程单线程：不超订核心，内存更少
$env:OMP_NUM_THREADS = '1'
# % endif
# % include "launch/command.sh"
