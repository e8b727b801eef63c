# % if expected
## en: Run each in a terminal of its own while training; the figures in the comments are the estimate's.
## zh: 训练时在各自的终端中运行；注释中的数值来自估算。
# en: {{ expected.name.en|words }}: {{ expected.peak|words }} expected, and utilization
# zh: {{ expected.name.zh|words }} {{ expected.peak|words }}（预计），以及利用率
# % else
## en: Run each in a terminal of its own while training.
## zh: 训练时在各自的终端中运行。
# en: memory of the GPU, and utilization
# zh: 显存与利用率
# % endif
# % if machine.vendor == "nvidia"
nvidia-smi dmon -s umt -d 1
# en: the same by process
# zh: 按进程查看
nvidia-smi --query-compute-apps=pid,used_memory --format=csv --loop=1
# % elif machine.vendor == "amd"
rocm-smi --showmeminfo vram --showuse
# % elif machine.vendor == "intel"
xpu-smi dump -d 0 -m 0,5,18
# % elif machine.vendor == "huawei"
npu-smi info watch
# % else
sudo powermetrics --samplers gpu_power -i 1000
# % endif
