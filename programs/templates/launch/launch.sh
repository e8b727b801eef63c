# % if machine.vendor != "apple"
# en: keeps pages of loader and offloaded states in RAM rather than swapping them out
# zh: 尽量把加载进程与卸载状态的页面留在内存，减少换出
sudo sysctl vm.swappiness=10
# % endif
# % if loader.num_workers > 0
# en: workers hand batches over through shared memory, by file descriptors
# zh: 加载进程经共享内存传递批次，占用文件描述符
ulimit -n 65535
# % endif
# % if loader.num_workers > 0 and spread.by != "deepspeed"
# en: each worker is one thread: no oversubscribed cores, less RAM
# zh: 每个加载进程单线程：不超订核心，内存更少
export OMP_NUM_THREADS=1
# % endif
# % include "launch/command.sh"
