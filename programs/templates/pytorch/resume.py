# % if machine.nodes > 1
## en: The folder lies on a file system that all nodes share.
## zh: 该目录须位于所有节点共享的文件系统。
# % endif
def finished():
    return OUTPUT_DIR and glob.glob(os.path.join(OUTPUT_DIR, "*.safetensors"))


def checked(kept, run):
    if kept["run"] != run:
        raise SystemExit(f"{OUTPUT_DIR} holds another run: {kept['run']}, and this one is {run}")
    return kept


# % if spread.by == "deepspeed"
def unfinished():
    return OUTPUT_DIR and os.path.exists(os.path.join(OUTPUT_DIR, "resume", "latest"))


# en: every process writes its shards of weights and states; the file that names them comes last
# zh: 各进程写出自己的权重与状态分片；指明它们的文件最后写出
def keep(step, run, engine):
    folder = os.path.join(OUTPUT_DIR, "resume")
    engine.save_checkpoint(folder, tag=f"step-{step}", client_state={"step": step, "run": run}, save_latest=False, exclude_frozen_parameters=True)
    dist.barrier()
    if RANK == 0:
        with open(os.path.join(folder, "latest.new"), "w") as file:
            file.write(f"step-{step}")
        os.replace(os.path.join(folder, "latest.new"), os.path.join(folder, "latest"))
        for other in os.listdir(folder):
            if other.startswith("step-") and other != f"step-{step}":
                shutil.rmtree(os.path.join(folder, other))


def resume(run, engine):
    kept = engine.load_checkpoint(os.path.join(OUTPUT_DIR, "resume"), load_module_strict=False)[1]
    return checked(kept, run)["step"]


def forget():
    if RANK == 0:
        shutil.rmtree(os.path.join(OUTPUT_DIR, "resume"), ignore_errors=True)


# % elif spread.by == "fsdp"
def unfinished():
    # en: a state is whole when its run.pt is there
    # zh: 有 run.pt 的状态才是完整的
    whole = glob.glob(os.path.join(OUTPUT_DIR, "resume", "step-*", "run.pt")) if OUTPUT_DIR else []
    return max(whole, key=lambda path: int(os.path.dirname(path).rsplit("-", 1)[1]), default=None)


def sharded(model, optimizer):
    from torch.distributed.checkpoint.state_dict import StateDictOptions, get_state_dict

    weights, states = get_state_dict(model, optimizer, options=StateDictOptions(ignore_frozen_params=True))
    return {"model": weights, "optimizer": states}


def keep(step, run, model, optimizer, schedule, scaler):
    import torch.distributed.checkpoint as dcp

    # en: every process writes its shards of weights and states; what was kept before stays until they are whole
    # zh: 各进程写出自己的权重与状态分片；写完之前保留上一份
    folder = os.path.join(OUTPUT_DIR, "resume", f"step-{step}")
    before = unfinished()
    dcp.save(sharded(model, optimizer), checkpoint_id=folder)
    if RANK == 0:
        kept = {"step": step, "run": run, "schedule": schedule.state_dict(), "scaler": scaler and scaler.state_dict()}
        torch.save(kept, os.path.join(folder, "run.pt.new"))
        os.replace(os.path.join(folder, "run.pt.new"), os.path.join(folder, "run.pt"))
        if before:
            shutil.rmtree(os.path.dirname(before))


def resume(run, model, optimizer, schedule, scaler):
    import torch.distributed.checkpoint as dcp
    from torch.distributed.checkpoint.state_dict import StateDictOptions, set_state_dict

    path, state = unfinished(), sharded(model, optimizer)
    dcp.load(state, checkpoint_id=os.path.dirname(path))
    options = StateDictOptions(strict=False)
    set_state_dict(model, optimizer, model_state_dict=state["model"], optim_state_dict=state["optimizer"], options=options)
    kept = checked(torch.load(path, map_location="cpu", weights_only=True), run)
    schedule.load_state_dict(kept["schedule"])
    if scaler:
        scaler.load_state_dict(kept["scaler"])
    return kept["step"]


def forget():
    if RANK == 0:
        shutil.rmtree(os.path.join(OUTPUT_DIR, "resume"), ignore_errors=True)


# % else
def unfinished():
    return OUTPUT_DIR and os.path.exists(os.path.join(OUTPUT_DIR, "resume.pt"))


def changing(model):
    # en: frozen weights are loaded anew and need no copy
    # zh: 冻结的权重会重新加载，不必保存
    trained = ((name, value) for name, value in model.named_parameters() if value.requires_grad)
    return dict(itertools.chain(trained, model.named_buffers()))


def keep(step, run, model, optimizer, schedule, scaler):
    if RANK:
        return
    os.makedirs(OUTPUT_DIR, exist_ok=True)
    path = os.path.join(OUTPUT_DIR, "resume.pt")
    # en: trained weights and {{ memory.states|words }} of the optimizer's states
    # zh: 训练中的权重与 {{ memory.states|words }} 的优化器状态
    kept = {"step": step, "run": run, "model": changing(model), "optimizer": optimizer.state_dict(), "schedule": schedule.state_dict()}
    kept["scaler"] = scaler and scaler.state_dict()
    torch.save(kept, path + ".new")
    # en: what was kept before stays until the new one is whole
    # zh: 新文件写完之前保留上一份
    os.replace(path + ".new", path)


def resume(run, model, optimizer, schedule, scaler):
    # en: mapped, so that RAM holds a tensor at a time
    # zh: 以映射方式读取，内存中同时只有一个张量
    kept = torch.load(os.path.join(OUTPUT_DIR, "resume.pt"), map_location="cpu", weights_only=True, mmap={{not machine.is_windows}})
    checked(kept, run)
    with torch.no_grad():
        for name, value in changing(model).items():
            value.copy_(kept["model"][name])
    optimizer.load_state_dict(kept["optimizer"])
    schedule.load_state_dict(kept["schedule"])
    if scaler:
        scaler.load_state_dict(kept["scaler"])
    return kept["step"]


def forget():
    if RANK == 0 and unfinished():
        os.remove(os.path.join(OUTPUT_DIR, "resume.pt"))


# % endif
