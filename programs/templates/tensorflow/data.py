def read(folder, is_training):
    # % if is_text
    # % if task.name == "classify-text"
    ## en: The folder holds train.txt (validation.txt to evaluate): label, tab, text in every line.
    ## zh: 目录含 train.txt（评估时为 validation.txt），每行为标签、制表符、文本。
    # % else
    ## en: The folder holds train.txt (validation.txt to evaluate): a text in every line.
    ## zh: 目录含 train.txt（评估时为 validation.txt），每行为一条文本。
    # % endif
    path = os.path.join(folder, "train.txt" if is_training else "validation.txt")
    samples = tf.data.TextLineDataset(path).filter(lambda line: tf.strings.length(line) > 0)
    with open(path, "rb") as file:
        count = sum(1 for line in file if line.strip(b"\r\n"))
    return samples, count
    # % else
    ## en: A folder of pictures for every class.
    ## zh: 每个类别一个图片目录。
    pictures = tf.keras.utils.image_dataset_from_directory(folder, image_size=IMAGE_SIZE, batch_size=None, shuffle=is_training, crop_to_aspect_ratio=True)
    if len(pictures.class_names) > NUM_CLASSES:
        raise SystemExit(f"{folder} has {len(pictures.class_names)} classes, and the plan {NUM_CLASSES}")
    return pictures, pictures.cardinality().numpy()


# % endif


def random_sample(index):
    # % if is_text
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
    # % else
    return tf.random.uniform((*IMAGE_SIZE, 3), maxval=255.0), tf.cast(index % NUM_CLASSES, tf.int32)


# % endif


def build_dataset(folder, batch_size, is_training=True):
    # en: threads of this process, not worker processes: less RAM than PyTorch's; order is given up for speed
    # zh: 本进程内的线程而非独立进程：内存少于 PyTorch；以顺序换速度
    # % if loader.num_workers == 0
    threads = dict(num_parallel_calls=tf.data.AUTOTUNE, deterministic=False)
    # % else
    threads = dict(num_parallel_calls={{loader.num_workers}}, deterministic=False)
    # % endif
    # % if is_text
    prepare = build_preprocessor() if folder else None
    # % endif
    if folder:
        samples, count = read(folder, is_training)
        # % if is_text
        samples = samples.map(prepare, **threads)
        # % endif
    else:
        samples, count = tf.data.Dataset.range(SAMPLES).map(random_sample, **threads), SAMPLES
    # % if loader.cache != "none"
    # en: decoded samples in RAM after the first epoch: larger than the files; cache("file") puts them on the disk
    # zh: 首轮之后解码后的样本留在内存：大于原文件；cache("file") 则存到硬盘
    samples = samples.cache()
    # % endif
    if is_training:
        # en: a buffer of so many decoded samples in RAM; 10,000 where it fits
        # zh: 内存中的缓冲样本数；放得下时可用 10,000
        samples = samples.shuffle(1_000).repeat()
    # % if not is_text
    # en: behind the cache, so that a picture is not changed alike in every epoch
    # zh: 放在缓存之后，使图片每轮的随机变换不同
    samples = samples.map(functools.partial(prepare_picture, is_training=is_training), **threads)
    # % endif
    # en: every batch has the same size: one graph, steady memory
    # zh: 批次大小恒定：单一计算图，显存平稳
    samples = samples.batch(batch_size, drop_remainder=is_training)
    ## en: pin_memory and persistent_workers are PyTorch's: TensorFlow stages transfers itself.
    ## zh: pin_memory 与 persistent_workers 属于 PyTorch：TensorFlow 自行处理传输。
    # en: batches kept ready in RAM; tf.data.AUTOTUNE lets the runtime choose
    # zh: 内存中预备的批次；tf.data.AUTOTUNE 由运行时决定
    # % if loader.num_workers == 0
    return samples.prefetch(tf.data.AUTOTUNE), count
    # % else
    return samples.prefetch({{loader.prefetch_factor}}), count


# % endif
# % if is_text


def build_preprocessor():
    # % if task.name == "masked-tokens"
    preprocessor = keras_hub.models.MaskedLMPreprocessor.from_preset(
        {{published.name}}, sequence_length=SEQUENCE_LENGTH, mask_selection_length=SEQUENCE_LENGTH // 8
    )
    # % elif task.name == "classify-text"
    preprocessor = keras_hub.models.TextClassifierPreprocessor.from_preset({{published.name}}, sequence_length=SEQUENCE_LENGTH)
    # % else
    preprocessor = keras_hub.models.CausalLMPreprocessor.from_preset({{published.name}}, sequence_length=SEQUENCE_LENGTH)
    # % endif
    # % if task.name == "classify-text"

    def prepare(line):
        parts = tf.strings.split(line, "\t", maxsplit=1)
        return preprocessor(parts[1], tf.strings.to_number(parts[0], tf.int32))

    return prepare
    # % else
    return preprocessor


# % endif
# % else


def prepare_picture(picture, label, is_training):
    if is_training:
        picture = tf.image.random_flip_left_right(picture)
    # en: as the model's weights were trained; some of these models do it themselves, and then nothing is done here
    # zh: 与该模型权重训练时一致；部分模型自行处理，此处即不作改动
    return {{"tf.keras.applications" | dot(published.module) | dot("preprocess_input")}}(picture), label


# % endif
