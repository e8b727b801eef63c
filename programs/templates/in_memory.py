# % if loader.cache == "ram"


def in_memory(folder):
    import shutil

    is_first = int(os.environ.get("LOCAL_RANK", 0)) == 0
    if not folder or not os.path.isdir("/dev/shm"):
        # en: without a file system in memory: read once, the files stay in the system's cache
        # zh: 没有内存文件系统时：读取一遍，让文件留在系统缓存中
        for path, _, names in os.walk(folder or ""):
            for name in names if is_first else []:
                with open(os.path.join(path, name), "rb") as file:
                    while file.read(1 << 24):
                        pass
        return folder
    # en: {{ ram.dataset_cache|words }} of RAM, one copy for all processes; remove the folder when the training is over
    # zh: 占内存 {{ ram.dataset_cache|words }}，各进程共用一份；训练结束后请删除该目录
    copy = os.path.join("/dev/shm", os.path.abspath(folder).strip(os.sep).replace(os.sep, "-"))
    if is_first:
        # en: a copy of before may hold what is gone by now
        # zh: 之前的副本可能含有已删除的文件
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(folder, copy)
    # % if is_distributed
    if torch.distributed.is_initialized():
        torch.distributed.barrier()
    # % endif
    return copy


# % endif
