DEEPSPEED = {
    # en: activations grow with it
    # zh: 激活值随之增长
    "train_micro_batch_size_per_gpu": MICRO_BATCH_SIZE,
    # en: gradients are kept, divided, until the last of them
    # zh: 最后一个微步之前一直保存（分片的）梯度
    "gradient_accumulation_steps": GRADIENT_ACCUMULATION_STEPS,
    # en: its default is 1: 0 clips nothing
    # zh: 默认值为 1：设为 0 则不裁剪
    "gradient_clipping": {{training.max_gradient_norm | short}},
    "zero_optimization": {
        # % if zero_stage == 1
        # en: states are divided over the GPUs
        # zh: 优化器状态分片
        # % elif zero_stage == 2
        # en: states and gradients are divided over the GPUs
        # zh: 优化器状态与梯度分片
        # % else
        # en: weights as well are divided, and fetched layer by layer
        # zh: 权重也分片，逐层取用
        # % endif
        "stage": {{zero_stage}},
        # % if zero_stage == 3
        # en: what is saved is whole weights, not shards
        # zh: 保存的是完整权重而非分片
        "stage3_gather_16bit_weights_on_model_save": True,
        # % endif
        # % if training.offload != "none"
        # en: states live in RAM ({{ ram.offload|words }} a node) and are updated there
        # zh: 状态放在内存（每节点 {{ ram.offload|words }}）并在那里更新
        "offload_optimizer": {"device": "cpu", "pin_memory": True},
        # % endif
        # % if training.offload == "all"
        # en: weights live in RAM and cross PCIe for every layer
        # zh: 权重放在内存，逐层经 PCIe 传输
        "offload_param": {"device": "cpu", "pin_memory": True},
        # % endif
        # en: elements of the bucket in which gradients travel
        # zh: 梯度通信桶的元素数
        "reduce_bucket_size": 500_000_000,
    },
    # % if training.optimizer == "adamw"
    ## en: DeepSpeed compiles this optimizer when it is first used: it needs the CUDA toolkit and ninja.
    ## zh: DeepSpeed 首次使用该优化器时会编译它：需要 CUDA 工具包与 ninja。
    # en: two FP32 states and a master copy of each weight
    # zh: 每个权重两份 FP32 状态与一份主副本
    "optimizer": {"type": "AdamW", "params": {"lr": LEARNING_RATE, "weight_decay": {{training.weight_decay | rounded}}}},
    # % else
    # en: the optimizer is none of DeepSpeed's own
    # zh: 该优化器不是 DeepSpeed 自带的
    "zero_allow_untested_optimizer": True,
    # en: accepts it for states in RAM as well
    # zh: 状态在内存时也接受它
    "zero_force_ds_cpu_optimizer": False,
    # % endif
    # en: 16-bit weights on the GPU with loss scaling; the FP32 copy lives with the states
    # zh: GPU 上为 16 位权重并做损失缩放；FP32 副本与状态同处
    "fp16": {"enabled": {{training.precision == "fp16-amp"}}},
    # en: the same in BF16, without scaling
    # zh: BF16 同理，无需缩放
    "bf16": {"enabled": {{training.precision in ["bf16", "bf16-amp"]}}},
}
