# en: each process reads its own share, in an order that epoch and seed tell: an interrupted run goes on where it was
# zh: 每个进程只读自己的一份，顺序由轮次与种子决定：中断后可从原处继续
class Order(torch.utils.data.distributed.DistributedSampler):
    skipped = 0

    def __iter__(self):
        # % if loader.batched_preprocessing and is_text
        order = list(super().__iter__())
        if BY_LENGTH and self.shuffle and self.dataset.starts is not None:
            order = self.dataset.by_length(order)
        return iter(order[self.skipped :])
        # % elif task.name == "classify"
        order = list(super().__iter__())
        if self.shuffle and self.dataset.packed is not None:
            order = self.dataset.by_file(order, self.epoch)
        return iter(order[self.skipped :])
        # % else
        return itertools.islice(super().__iter__(), self.skipped, None)


# % endif


def build_loader(samples, is_training=True, num_workers={{loader.num_workers}}):
    return DataLoader(
        samples,
        batch_size=MICRO_BATCH_SIZE if is_training else EVALUATION_BATCH_SIZE,
        sampler=Order(samples, num_replicas=PROCESSES, rank=RANK, shuffle=is_training, seed=SEED),
        # en: every batch has the same size, so memory stays the same
        # zh: 批次大小恒定，显存不波动
        drop_last=is_training,
        # % if loader.batched_preprocessing and is_text
        # en: the data set has put the batch together
        # zh: 批次已由数据集组好
        # % endif
        # % if task.name in ["detect", "read-pictures"] or loader.batched_preprocessing and is_text
        collate_fn={{("collate" if task.name in ["detect", "read-pictures"] else "as_it_is") | bare}},
        # % endif
        # en: worker processes, {{ ram.workers|words }} of RAM in all
        # zh: 加载进程，共占内存 {{ ram.workers|words }}
        num_workers=num_workers,
        # % if loader.num_workers > 0
        # en: batches that each worker keeps ready, {{ ram.prefetch|words }} of RAM
        # zh: 每个进程预备的批次，占内存 {{ ram.prefetch|words }}
        prefetch_factor={{loader.prefetch_factor}},
        # % if loader.persistent_workers
        # en: workers live on between epochs: no restart, their RAM stays taken
        # zh: 进程跨轮次保留：无需重启，内存持续占用
        # % else
        # en: workers end with each epoch and give their RAM back
        # zh: 每轮结束后进程退出并归还内存
        # % endif
        persistent_workers={{("is_training" if loader.persistent_workers else "False") | bare}},
        # % else
        ## en: Without workers the training process loads: prefetch_factor and persistent_workers do not apply.
        ## zh: 无加载进程时由训练进程读取：prefetch_factor 与 persistent_workers 不适用。
        # % endif
        # % if loader.pin_memory
        # en: page-locked copies ({{ ram.pinned|words }} of RAM): transfers overlap with computing
        # zh: 锁页副本（内存 {{ ram.pinned|words }}）：传输与计算重叠
        # % else
        # en: no page-locked copies: less RAM, transfers wait
        # zh: 不锁页：内存更少，传输需等待
        # % endif
        pin_memory={{loader.pin_memory}},
    )


def to_device(batch, device):
    # % if task.name in ["classify", "segment"]
    images, labels = batch
    # en: the batch on the GPU; the copy overlaps where memory is pinned
    # zh: 批次移到 GPU；锁页时与计算重叠
    return images.to(  # one line
        device,
        # % if input_dtype
        dtype={{"torch" | dot(input_dtype)}},
        # % endif
        non_blocking=True,
        # % if training.memory_format == "channels-last"
        memory_format=torch.channels_last,
        # % endif
    ), labels.to(device, non_blocking=True)
    # % elif task.name == "detect"
    images, targets = batch
    # en: the batch on the GPU; the copy overlaps where memory is pinned
    # zh: 批次移到 GPU；锁页时与计算重叠
    # % if input_dtype
    images = [image.to(device, dtype={{"torch" | dot(input_dtype)}}, non_blocking=True) for image in images]
    # % else
    images = [image.to(device, non_blocking=True) for image in images]
    # % endif
    return images, [{name: value.to(device, non_blocking=True) for name, value in target.items()} for target in targets]
    # % elif task.name == "denoise" and input_dtype
    # en: the batch on the GPU; the copy overlaps where memory is pinned
    # zh: 批次移到 GPU；锁页时与计算重叠
    return {name: value.to(device, dtype={{"torch" | dot(input_dtype)}}, non_blocking=True) for name, value in batch.items()}
    # % elif task.name == "transcribe" and input_dtype
    # en: the batch on the GPU, its spectrograms in the type of the weights; the copy overlaps where memory is pinned
    # zh: 批次移到 GPU，频谱转为权重的类型；锁页时与计算重叠
    features = batch["input_features"].to(device, dtype={{"torch" | dot(input_dtype)}}, non_blocking=True)
    return {"input_features": features, "labels": batch["labels"].to(device, non_blocking=True)}
    # % else
    # en: the batch on the GPU; the copy overlaps where memory is pinned
    # zh: 批次移到 GPU；锁页时与计算重叠
    return {name: value.to(device, non_blocking=True) for name, value in batch.items()}


# % endif
