def arguments():
    return transformers.TrainingArguments(
        output_dir=OUTPUT_DIR,
        # en: no checkpoints on the way, each with the optimizer's states; what was trained is saved at the end
        # zh: 途中不存检查点（每个都含优化器状态）；训练结束时保存结果
        save_strategy="no",
        report_to="none",
        max_steps=MAX_STEPS or (-1 if DATA_DIR else 12),
        num_train_epochs={{training.epochs}},
        learning_rate=LEARNING_RATE,
        weight_decay={{training.weight_decay | rounded}},
        lr_scheduler_type="linear",
        # en: below 1: the share of the steps in which the learning rate rises
        # zh: 小于 1 时为学习率上升阶段所占步数比例
        warmup_steps={{training.warm_up | short}},
        max_grad_norm={{training.max_gradient_norm | short}},
        # en: activations grow with it
        # zh: 激活值随之增长
        per_device_train_batch_size=MICRO_BATCH_SIZE,
        # en: evaluation keeps no activations: at the training's batch it stays below its peak
        # zh: 评估不保存激活值：批次与训练相同时低于训练峰值
        per_device_eval_batch_size=MICRO_BATCH_SIZE,
        eval_strategy="epoch" if EVALUATION_DIR else "no",
        # en: the Trainer would gather the logits of the whole data set otherwise
        # zh: 否则 Trainer 会汇集整个数据集的 logits
        prediction_loss_only=True,
        # en: gradients stay allocated in between
        # zh: 期间梯度一直占用显存
        gradient_accumulation_steps=GRADIENT_ACCUMULATION_STEPS,
        # en: autocast to FP16 with loss scaling: activations take half
        # zh: 自动转换为 FP16 并缩放损失：激活值减半
        fp16={{training.precision == "fp16-amp"}},
        # % if training.precision == "bf16"
        # en: no autocast: the model itself is BF16
        # zh: 不用自动转换：模型本身即 BF16
        # % else
        # en: autocast to BF16: activations take half
        # zh: 自动转换为 BF16：激活值减半
        # % endif
        bf16={{training.precision == "bf16-amp"}},
        # % if has_checkpointing
        # en: keeps each block's input only and computes the rest again
        # zh: 只保留每块的输入，其余反向时重算
        # % else
        # en: True would keep each block's input only, for about a third more time
        # zh: 设为 True 则只保留每块的输入，时间约多三分之一
        # % endif
        activation_checkpointing={{has_checkpointing}},
        # % if has_checkpointing
        # en: works with frozen inputs as well
        # zh: 输入冻结时也可用
        activation_checkpointing_kwargs={"use_reentrant": False},
        # % endif
        # % if optimizer_name
        # en: states take {{ memory.states|words }} a GPU
        # zh: 状态每卡占 {{ memory.states|words }}
        optim={{optimizer_name}},
        # % if training.optimizer in ["lion", "lion-8bit"]
        # en: its own default, as in train.py; the Trainer would take AdamW's
        # zh: Lion 自己的默认值，与 train.py 一致；Trainer 会沿用 AdamW 的
        adam_beta2=0.99,
        # % endif
        # % endif
        # % if loss_by == "liger"
        # en: fuses head and loss: logits are never whole (needs liger-kernel and CUDA)
        # zh: 融合输出头与损失：logits 从不完整存在（需 liger-kernel 与 CUDA）
        use_liger_kernel=True,
        # % endif
        # en: worker processes, {{ ram.workers|words }} of RAM in all
        # zh: 加载进程，共占内存 {{ ram.workers|words }}
        dataloader_num_workers={{loader.num_workers}},
        # % if loader.num_workers > 0
        # en: batches that each worker keeps ready in RAM
        # zh: 每个进程在内存中预备的批次
        dataloader_prefetch_factor={{loader.prefetch_factor}},
        # en: whether workers keep their RAM between epochs
        # zh: 进程是否跨轮次保留内存
        dataloader_persistent_workers={{loader.persistent_workers}},
        # % endif
        # en: page-locked copies in RAM: transfers overlap with computing
        # zh: 内存中的锁页副本：传输与计算重叠
        dataloader_pin_memory={{loader.pin_memory}},
        # en: samples have what the model takes and nothing else
        # zh: 样本只含模型所需的字段
        remove_unused_columns=False,
        # en: every batch has the same size; what fills none is left out, in evaluation too
        # zh: 批次大小恒定；凑不满的样本不参与，评估时亦然
        dataloader_drop_last=True,
        # % if has_deepspeed
        # en: divides states over the GPUs or moves them to RAM, as configured above
        # zh: 按上述配置分片状态或移到内存
        deepspeed=DEEPSPEED,
        # % elif is_distributed
        # en: one pass over the graph less; no memory
        # zh: 少遍历一次计算图；不占显存
        ddp_find_unused_parameters=False,
        # % if machine.is_windows
        # en: NCCL is not there on Windows
        # zh: Windows 上没有 NCCL
        ddp_backend="gloo" if "WORLD_SIZE" in os.environ else None,
        # % endif
        # % elif machine.gpus > 1
        ## en: Started by plain python, the Trainer would wrap several visible GPUs in DataParallel; set CUDA_VISIBLE_DEVICES=0, as the plan uses one.
        ## zh: 直接用 python 启动时 Trainer 会对多卡使用 DataParallel；方案只用一张卡，请设 CUDA_VISIBLE_DEVICES=0。
        # % endif
    )
