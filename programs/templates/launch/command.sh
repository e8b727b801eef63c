# % if framework == "pytorch"
# % if spread.by == "deepspeed"
# % if training.offload == "none"
# en: one process a GPU
# zh: 每卡一个进程
# % else
# en: one process a GPU; states are kept in RAM
# zh: 每卡一个进程；状态放在内存
# % endif
# % if machine.nodes > 1
deepspeed --num_gpus={{ machine.gpus_per_node }} --num_nodes={{ machine.nodes }} --hostfile=HOSTFILE train.py
# % else
deepspeed --num_gpus={{ machine.gpus_per_node }} --num_nodes={{ machine.nodes }} train.py
# % endif
# % elif is_distributed and machine.nodes > 1
# en: on every node; each process has a CUDA context and its loader workers
# zh: 在每个节点上运行；每个进程各有 CUDA 上下文与加载进程
torchrun --nnodes={{ machine.nodes }} --nproc_per_node={{ machine.gpus_per_node }} --rdzv_backend=c10d --rdzv_endpoint=FIRST_NODE:29500 train.py
# % elif is_distributed
# en: one process a GPU; each has a CUDA context and its loader workers
# zh: 每卡一个进程；各有 CUDA 上下文与加载进程
torchrun --standalone --nproc_per_node={{ machine.gpus_per_node }} train.py
# % else
# % if machine.gpus > 1 and machine.device_type == "cuda" and not machine.is_windows
# en: one process on one GPU; the others stay idle in this plan
# zh: 单卡单进程；本方案中其余显卡空闲
CUDA_VISIBLE_DEVICES=0 python train.py
# % else
# en: one process on one GPU
# zh: 单卡单进程
python train.py
# % endif
# % endif
# % if machine.nodes == 1
## en: python largest_batch.py tries which micro-batch fits, trains with it, and goes on with a smaller one should memory run out.
## zh: python largest_batch.py 会试出放得下的微批次并开始训练；中途显存不足时改用更小的微批次继续。
# % endif
# % if has_trainer
## en: The same line starts train_trainer.py, which keeps the same states on each GPU.
## zh: 同样的命令可启动 train_trainer.py，每卡保存的状态相同。
# % endif
# % elif framework == "tensorflow"
# % if is_distributed and machine.nodes > 1
## en: On every node, with TF_CONFIG naming all nodes and this one's index; each holds whole replicas.
## zh: 在每个节点上运行，用 TF_CONFIG 列出所有节点及本机序号；每节点都有完整副本。
# % endif
# en: one process drives every GPU of the node
# zh: 单进程驱动本节点所有 GPU
python train_tensorflow.py
# % elif framework == "mindspore"
# % if is_distributed
# en: MindSpore 2.3 or later; before it: mpirun -n, one process a device
# zh: MindSpore 2.3 及以上；更早版本用 mpirun -n，每设备一个进程
# % if machine.nodes > 1
msrun --worker_num={{ machine.gpus }} --local_worker_num={{ machine.gpus_per_node }} --master_addr=FIRST_NODE --master_port=8118 --node_rank=THIS_NODE train_mindspore.py
# % else
msrun --worker_num={{ machine.gpus }} --local_worker_num={{ machine.gpus_per_node }} train_mindspore.py
# % endif
# % else
# en: one process on one device
# zh: 单设备单进程
python train_mindspore.py
# % endif
# % endif
