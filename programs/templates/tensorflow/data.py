def build_dataset(batch_size):
    # % if is_text
    ## en: Token ids of full length; put your tokenized tf.data.Dataset in their place.
    ## zh: 满长度的 token 序列；请换成已分词的 tf.data.Dataset。
    def sample(index):
        ids = tf.random.uniform((SEQUENCE_LENGTH,), maxval={{vocabulary}}, dtype=tf.int32)
        inputs = {"token_ids": ids, "padding_mask": tf.ones_like(ids)}
        # % if has_segments
        inputs["segment_ids"] = tf.zeros_like(ids)
        # % endif
        # % if task.name == "classify-text"
        return inputs, tf.cast(index % NUM_CLASSES, tf.int32)
        # % elif task.name == "masked-tokens"
        inputs["mask_positions"] = tf.range(SEQUENCE_LENGTH // 8)
        return inputs, ids[: SEQUENCE_LENGTH // 8]
        # % else
        return inputs, tf.roll(ids, -1, axis=0)

    # % endif

    samples = tf.data.Dataset.range(SAMPLES)

    # % else
    def sample(index):
        return tf.random.normal((*IMAGE_SIZE, 3)), tf.cast(index % NUM_CLASSES, tf.int32)

    def prepare(image, label):
        return tf.image.random_flip_left_right(image), label

    if DATA_DIR:
        samples = tf.keras.utils.image_dataset_from_directory(DATA_DIR, image_size=IMAGE_SIZE, batch_size=None)
        sample = prepare
    else:
        samples = tf.data.Dataset.range(SAMPLES)
    # % endif
    # en: threads of this process, not worker processes: less RAM than PyTorch's; order is given up for speed
    # zh: 本进程内的线程而非独立进程：内存少于 PyTorch；以顺序换速度
    # % if loader.num_workers == 0
    samples = samples.map(sample, num_parallel_calls=tf.data.AUTOTUNE, deterministic=False)
    # % else
    samples = samples.map(sample, num_parallel_calls={{loader.num_workers}}, deterministic=False)
    # % endif
    # % if loader.cache != "none"
    # en: decoded samples in RAM after the first epoch: larger than the files; cache("file") puts them on the disk
    # zh: 首轮之后解码后的样本留在内存：大于原文件；cache("file") 则存到硬盘
    samples = samples.cache()
    # % endif
    # en: a buffer of so many decoded samples in RAM; 10,000 where it fits
    # zh: 内存中的缓冲样本数；放得下时可用 10,000
    samples = samples.shuffle(1_000)
    # en: every batch has the same size: one graph, steady memory
    # zh: 批次大小恒定：单一计算图，显存平稳
    samples = samples.repeat().batch(batch_size, drop_remainder=True)
    ## en: pin_memory and persistent_workers are PyTorch's: TensorFlow stages transfers itself.
    ## zh: pin_memory 与 persistent_workers 属于 PyTorch：TensorFlow 自行处理传输。
    # en: batches kept ready in RAM; tf.data.AUTOTUNE lets the runtime choose
    # zh: 内存中预备的批次；tf.data.AUTOTUNE 由运行时决定
    # % if loader.num_workers == 0
    return samples.prefetch(tf.data.AUTOTUNE)
    # % else
    return samples.prefetch({{loader.prefetch_factor}})


# % endif
