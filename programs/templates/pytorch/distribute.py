def start():
    # % if spread.by == "single"
    # % if machine.gpus > 1
    ## en: {{ machine.gpus - 1 }} GPUs stay idle: the plan has no sharding. DistributedDataParallel would use them at the same memory and a copy of the gradients.
    ## zh: 有 {{ machine.gpus - 1 }} 块 GPU 空闲：方案未设分片。DistributedDataParallel 可用上它们，另占一份梯度副本。
    # % endif
    return torch.device(DEVICE_TYPE, 0) if DEVICE_TYPE != "cpu" else torch.device("cpu")
    # % else
    # en: one process a GPU, each with a context of its own
    # zh: 每卡一个进程，各有自己的上下文
    # % if machine.is_windows
    dist.init_process_group("gloo")
    # % elif machine.device_type == "xpu"
    dist.init_process_group("xccl" if DEVICE_TYPE != "cpu" else "gloo")
    # % elif machine.device_type == "npu"
    dist.init_process_group("hccl" if DEVICE_TYPE != "cpu" else "gloo")
    # % else
    dist.init_process_group("nccl" if DEVICE_TYPE != "cpu" else "gloo")
    # % endif
    local_rank = int(os.environ["LOCAL_RANK"])
    if DEVICE_TYPE == "cuda":
        torch.cuda.set_device(local_rank)
    return torch.device(DEVICE_TYPE, local_rank) if DEVICE_TYPE != "cpu" else torch.device("cpu")


# % endif
# % if spread.by == "replicas"


def distribute(model, device):
    # en: a whole replica on every GPU; buckets hold the gradients once more (in all {{ memory.gradients|words }}). gradient_as_bucket_view=True would save the copy
    # zh: 每卡一份完整副本；通信桶再存一份梯度（合计 {{ memory.gradients|words }}）。gradient_as_bucket_view=True 可省去这份副本
    return torch.nn.parallel.DistributedDataParallel(model, device_ids=[device.index] if device.type == "cuda" else None)


# % elif spread.by == "fsdp"


def distribute(model, device):
    from torch.distributed.fsdp import MixedPrecisionPolicy, fully_shard

    # % if mixed
    # en: FP32 shards, gathered and computed in 16 bits, gradients reduced in FP32; no autocast
    # zh: FP32 分片，以 16 位聚合和计算，梯度以 FP32 归约；不用 autocast
    policy = MixedPrecisionPolicy(param_dtype={{"torch" | dot(mixed)}}, reduce_dtype=torch.float32)
    # % else
    policy = MixedPrecisionPolicy()
    # % endif
    # % if loading == "first-process"
    weights = model.state_dict() if dist.get_rank() == 0 else {}
    # % endif
    containers, blocks = (torch.nn.ModuleList, torch.nn.Sequential), []
    # en: the outermost repeated blocks are gathered one at a time
    # zh: 最外层的重复块逐个聚合
    for layers in model.modules():
        if isinstance(layers, containers) and not any(layers is inner for block in blocks for inner in block.modules()):
            blocks += [part for part in layers if list(part.children()) and not isinstance(part, containers)]
    # % if mixed and has_batch_norm
    for module in model.modules():
        if isinstance(module, torch.nn.modules.batchnorm._BatchNorm):
            # en: statistics and weights of batch norms stay in FP32; inputs come in 16 bits
            # zh: 批归一化的统计量与权重保持 FP32；输入为 16 位
            fully_shard(module, mp_policy=MixedPrecisionPolicy(cast_forward_inputs=False))
    # % endif
    # % if has_wide_routers and not mixed
    for name, module in model.named_modules():
        if name.endswith("mlp.gate"):
            # en: routers stay in FP32, and shards have one type
            # zh: 路由器保持 FP32，而每个分片只能有一种类型
            fully_shard(module, mp_policy=MixedPrecisionPolicy(cast_forward_inputs=False))
    # % endif
    for block in blocks:
        # % if spread.divides_parameters
        # en: weights, gradients and states are divided; a block's weights are fetched when it runs (ZeRO-3)
        # zh: 权重、梯度与状态都分片；运行到某块时再取其权重（ZeRO-3）
        # % else
        # en: gradients and states are divided, weights stay whole between forward and backward (ZeRO-2)
        # zh: 梯度与状态分片，前向与反向之间权重保持完整（ZeRO-2）
        # % endif
        fully_shard(block, mp_policy=policy, reshard_after_forward={{spread.divides_parameters}})
    # % if mixed and task.name == "denoise"
    # en: samples are cast already; times keep their digits
    # zh: 样本已转换类型；时间步保留精度
    policy = MixedPrecisionPolicy(param_dtype={{"torch" | dot(mixed)}}, reduce_dtype=torch.float32, cast_forward_inputs=False)
    # % endif
    # en: the rest, such as embedding and head, stays whole from forward to backward
    # zh: 其余部分（如嵌入与输出头）从前向到反向保持完整
    fully_shard(model, mp_policy=policy)
    # % if loading == "first-process"
    from torch.distributed.checkpoint.state_dict import StateDictOptions, set_model_state_dict

    if dist.get_rank():
        model.to_empty(device=device)
    # en: sends the first process's weights to the others, tensor by tensor
    # zh: 逐张量把首个进程的权重发给其余进程
    set_model_state_dict(model, weights, options=StateDictOptions(full_state_dict=True, broadcast_from_rank0=True))
    for buffer in model.buffers():
        dist.broadcast(buffer, 0)
    # % endif
    return model


# % elif spread.by == "deepspeed"


# % include "deepspeed.py"


def distribute(model, steps):
    import deepspeed

    # % if training.optimizer == "adamw"
    engine, *_ = deepspeed.initialize(
        model=model,
        model_parameters=[p for p in model.parameters() if p.requires_grad],
        lr_scheduler=lambda optimizer: build_schedule(optimizer, steps),
        config=DEEPSPEED,
    )
    # % else
    optimizer = build_optimizer(model)
    engine, *_ = deepspeed.initialize(model=model, optimizer=optimizer, lr_scheduler=lambda optimizer: build_schedule(optimizer, steps), config=DEEPSPEED)
    # % endif
    # % if mixed and has_batch_norm
    for module in engine.module.modules():
        if isinstance(module, torch.nn.modules.batchnorm._BatchNorm):
            for buffer in module.buffers():
                # en: DeepSpeed casts weights alone: batch norms want statistics of the same type
                # zh: DeepSpeed 只转换权重：批归一化的统计量须为同一类型
                buffer.data = buffer.data.to({{"torch" | dot(mixed)}}) if buffer.is_floating_point() else buffer.data
    # % endif
    return engine


# % endif
