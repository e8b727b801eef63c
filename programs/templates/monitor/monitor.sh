# % include "monitor/devices.sh"
# % if expected
# en: RAM: {{ expected.ram|words }} expected
# zh: 内存：预计 {{ expected.ram|words }}
# % else
# en: RAM
# zh: 内存
# % endif
# % if machine.vendor == "apple"
vm_stat 1
# en: cores: {{ loader.num_workers }} loader workers should be busy, none at a standstill
# zh: 核心：{{ loader.num_workers }} 个加载进程应当忙碌
top -o cpu
# en: the drive
# zh: 硬盘
iostat -w 1
# % else
free --gibi --seconds 1
# en: columns si and so: any swapping means too little RAM
# zh: si 与 so 列：出现换页即内存不足
vmstat 1
# en: cores: {{ loader.num_workers }} loader workers a GPU should be busy, none at a standstill
# zh: 核心：每卡 {{ loader.num_workers }} 个加载进程应当忙碌
htop
# en: the drive: near 100 % in %util means that it is the narrowest stage
# zh: 硬盘：%util 接近 100% 即为瓶颈
iostat -x 1
# % endif
# % include "monitor/inside.sh"
