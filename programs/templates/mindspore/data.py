# % if is_text
## en: Token ids of full length; read your tokenized samples in __getitem__.
## zh: 满长度的 token 序列；请在 __getitem__ 中读取已分词的样本。
class Samples:
    def __len__(self):
        return SAMPLES

    def __getitem__(self, index):
        ids = np.random.randint(0, {{vocabulary}}, SEQUENCE_LENGTH).astype(np.int32)
        # % if task.name == "classify-text"
        return ids, np.array(index % NUM_CLASSES, np.int32)
        # % else
        return ids, ids


# % endif
# % else
class Samples:
    def __len__(self):
        return SAMPLES

    def __getitem__(self, index):
        return np.random.rand(3, *IMAGE_SIZE).astype(np.float32), np.array(index % NUM_CLASSES, np.int32)


# % endif


def build_dataset():
    # en: rows that each stage of the pipeline keeps ready in RAM
    # zh: 流水线每一级在内存中预备的行数
    ds.config.set_prefetch_size({{loader.prefetch_factor}})
    # % if is_text
    # en: worker processes, each with its own copy of Python
    # zh: 加载进程，各带一份 Python
    samples = ds.GeneratorDataset(  # one line
        Samples(),
        ["ids", "label"],
        num_parallel_workers={{workers}},
        python_multiprocessing={{workers > 1}},
        # % if is_distributed
        num_shards=get_group_size(),
        shard_id=get_rank(),
        # % endif
    )
    # % else
    if DATA_DIR:
        # en: reads encoded files in threads
        # zh: 以线程读取编码文件
        samples = ds.ImageFolderDataset(  # one line
            DATA_DIR,
            num_parallel_workers={{workers}},
            shuffle=True,
            # % if is_distributed
            num_shards=get_group_size(),
            shard_id=get_rank(),
            # % endif
        )
        changes = [ds.vision.RandomCropDecodeResize(IMAGE_SIZE), ds.vision.RandomHorizontalFlip(), ds.vision.Rescale(1 / 255, 0), ds.vision.HWC2CHW()]
        # en: decoding threads of this process: less RAM than worker processes
        # zh: 本进程的解码线程：内存少于独立进程
        samples = samples.map(changes, "image", num_parallel_workers={{workers}})
    # % if loader.cache == "ram"
    ## en: A RAM cache is `cache=ds.DatasetCache(...)` with the server that `cache_admin --start` runs.
    ## zh: 内存缓存：`cache=ds.DatasetCache(...)`，并用 `cache_admin --start` 启动服务。
    # % endif
    else:
        samples = ds.GeneratorDataset(  # one line
            Samples(),
            ["image", "label"],
            num_parallel_workers=1,
            # % if is_distributed
            num_shards=get_group_size(),
            shard_id=get_rank(),
            # % endif
        )
    # % endif
    # en: every batch has the same size: steady memory
    # zh: 批次大小恒定：显存平稳
    return samples.batch(MICRO_BATCH_SIZE, drop_remainder=True)
    ## en: pin_memory and persistent_workers are PyTorch's: MindSpore's pipeline lives on and stages transfers itself.
    ## zh: pin_memory 与 persistent_workers 属于 PyTorch：MindSpore 的流水线常驻并自行处理传输。
