def log(step, loss, rate):
    if RANK:
        return
    # en: waits for the GPU, which runs behind the program; only then is the time taken
    # zh: 等待异步执行的 GPU 完成后再计时
    loss = round(loss.item(), 4)
    figures = {"step": step, "loss": loss, "samples_per_second": rate()}
    # % if machine.device_type in ["cuda", "xpu"]
    if DEVICE_TYPE != "cpu":
        # en: of the first card, as the planner takes a measurement: the allocator's, without the context
        # zh: 第一块卡的峰值，可作为实测值填入规划器：为分配器所占，不含上下文
        peak = round(getattr(torch, DEVICE_TYPE).max_memory_reserved() / 2**30, 2)
        figures |= {"peak_memory_gib": peak, "peak_memory_of": "reserved"}
    # % endif
    print(json.dumps(figures), flush=True)


def main(on_step=lambda samples: None):
    # en: nothing that was trained is ever overwritten
    # zh: 绝不覆盖已训练的结果
    if unfinished() and not RESUME:
        raise SystemExit(f"{OUTPUT_DIR} holds an unfinished run: --resume goes on with it, another --output begins anew")
    if finished() and not unfinished():
        raise SystemExit(f"{OUTPUT_DIR} holds trained weights: name another --output")
    device = start()
    # % if machine.nodes > 1
    is_there = [bool(unfinished())]
    dist.broadcast_object_list(is_there, 0)
    if is_there[0] != bool(unfinished()):
        raise SystemExit(f"{OUTPUT_DIR} must be the same folder on all nodes")
    # % endif
    limit_memory(device)
    # en: the same weights in every process
    # zh: 各进程的初始权重相同
    torch.manual_seed(SEED)
    model = build_model(device)
    # en: and dropout and noise of its own in each
    # zh: 随机失活与噪声则各不相同
    torch.manual_seed(SEED + RANK)
    # % if loader.cache == "ram"
    global DATA_DIR
    DATA_DIR = in_memory(DATA_DIR)
    # % endif
    samples = Samples(DATA_DIR)
    # % if pictures
    if DATA_DIR:
        # en: names of classes belong to the model
        # zh: 类别名称随模型一起保存
        names = samples.classes + [f"LABEL_{number}" for number in range(len(samples.classes), NUM_CLASSES)]
        model.config.id2label = dict(enumerate(names))
        model.config.label2id = {name: number for number, name in enumerate(names)}
        if RANK == 0 and len(samples.classes) < NUM_CLASSES:
            print(f"{DATA_DIR} has {len(samples.classes)} classes, the plan {NUM_CLASSES}: the others stay unused", file=sys.stderr)
    # % endif
    loader, held_out = build_loader(samples), None
    if EVALUATION_DIR:
        others = Samples(EVALUATION_DIR, is_training=False)
        # % if task.name == "classify"
        if DATA_DIR and samples.classes != others.classes:
            raise SystemExit(f"{EVALUATION_DIR} has other classes than {DATA_DIR}")
        # % endif
        held_out = build_loader(others, is_training=False, num_workers={{1 if loader.num_workers else 0}})
    # en: micro-batches that fill no whole update are left out, so that no gradient outlives its epoch
    # zh: 凑不满一次更新的微批次不参与训练，梯度不会跨轮次残留
    updates = len(loader) // GRADIENT_ACCUMULATION_STEPS
    if not updates:
        raise SystemExit(f"{len(samples)} samples fill no batch of {MICRO_BATCH_SIZE * GRADIENT_ACCUMULATION_STEPS} on each of {PROCESSES} processes")
    steps = MAX_STEPS or EPOCHS * updates
    batch_size = MICRO_BATCH_SIZE * GRADIENT_ACCUMULATION_STEPS
    # en: what an interrupted run must have in common with the one that goes on with it
    # zh: 中断的运行与继续它的运行必须一致之处
    run = {"data": DATA_DIR, "samples": len(samples), "batch": batch_size * PROCESSES, "seed": SEED}
    # % if has_companions
    companions = load_companions(device)  # noqa: F841
    # % endif
    # % if spread.by == "deepspeed"
    model = distribute(model, steps)
    # % else
    # % if spread.by != "single"
    model = distribute(model, device)
    # % endif
    optimizer = build_optimizer(model)
    schedule = build_schedule(optimizer, steps)
    # % endif
    scaler = None
    # % if is_scaled
    # en: FP16 gradients underflow without scaling; takes next to no memory
    # zh: FP16 梯度不缩放会下溢；几乎不占显存
    scaler = torch.amp.GradScaler(DEVICE_TYPE)
    # % endif
    # % if spread.by == "deepspeed"
    step = resume(run, model) if unfinished() else 0
    # % else
    step = resume(run, model, optimizer, schedule, scaler) if unfinished() else 0
    # % endif
    torch.manual_seed(SEED + RANK + PROCESSES * step)
    begun = first = step
    started = time.perf_counter()
    while step < steps:
        epoch, done = divmod(step, updates)
        loader.sampler.set_epoch(epoch)
        loader.sampler.skipped = done * batch_size
        for index, batch in enumerate(itertools.islice(loader, (updates - done) * GRADIENT_ACCUMULATION_STEPS)):
            batch = to_device(batch, device)
            is_last = (index + 1) % GRADIENT_ACCUMULATION_STEPS == 0
            # % if spread.by == "deepspeed"
            # % filter indented(12)
            # % include "pytorch/forward.py"
            # % endfilter
            # % if training.offload != "none"
            # en: divides by the accumulation steps itself and moves gradients to the host
            # zh: 内部已按累积步数缩放，并把梯度移到内存
            # % else
            # en: divides by the accumulation steps itself
            # zh: 内部已按累积步数缩放
            # % endif
            model.backward(loss)
            # en: clips, updates and moves on in the schedule when the accumulation is full
            # zh: 累积满后裁剪梯度、更新并推进学习率
            model.step()
            if not is_last:
                continue
            # % else
            # % if spread.by == "replicas"
            # en: gradients travel once a step, not once a micro-batch
            # zh: 每次更新只同步一次梯度，而非每个微步
            with contextlib.nullcontext() if is_last else model.no_sync():
                # % filter indented(16)
                # % include "pytorch/forward.py"
                # % endfilter
                # en: frees activations layer by layer while gradients fill up
                # zh: 逐层释放激活值，同时写入梯度
                # % if is_scaled
                scaler.scale(loss / GRADIENT_ACCUMULATION_STEPS).backward()
                # % else
                (loss / GRADIENT_ACCUMULATION_STEPS).backward()
            # % endif
            # % else
            # % filter indented(12)
            # % include "pytorch/forward.py"
            # % endfilter
            # en: frees activations layer by layer while gradients fill up
            # zh: 逐层释放激活值，同时写入梯度
            # % if is_scaled
            scaler.scale(loss / GRADIENT_ACCUMULATION_STEPS).backward()
            # % else
            (loss / GRADIENT_ACCUMULATION_STEPS).backward()
            # % endif
            # % endif
            if not is_last:
                continue
            # % if is_scaled
            # % if training.max_gradient_norm > 0
            # en: in place, before their length is taken
            # zh: 求长度前先原地反缩放
            scaler.unscale_(optimizer)
            torch.nn.utils.clip_grad_norm_(trained(optimizer), MAX_GRADIENT_NORM)
            # % endif
            # en: skips a step that overflowed, and the schedule waits with it
            # zh: 溢出的步会被跳过，学习率计划随之等待
            scaler.step(optimizer)
            before = scaler.get_scale()
            scaler.update()
            if scaler.get_scale() >= before:
                schedule.step()
            # % else
            # % if training.max_gradient_norm > 0
            torch.nn.utils.clip_grad_norm_(trained(optimizer), MAX_GRADIENT_NORM)
            # % endif
            # en: allocates its states in the first step
            # zh: 首步分配优化器状态
            optimizer.step()
            schedule.step()
            # % endif
            # en: frees the gradients instead of filling them with zeros
            # zh: 释放梯度而不是清零
            optimizer.zero_grad(set_to_none=True)
            # % endif
            step += 1
            on_step(batch_size)
            if step == begun + WARMED_UP and step < steps:
                # en: workers have started, kernels are chosen, states are there: from here on the rate counts
                # zh: 加载进程已启动、内核已选定、优化器状态已分配：自此开始计速
                loss.item()
                first, started = step, time.perf_counter()
            if step % 10 == 0 or step == steps:
                log(step, loss, lambda: round((step - first) * batch_size * PROCESSES / (time.perf_counter() - started), 2))
            if step < steps and (step % updates == 0 or SAVE_EVERY and step % SAVE_EVERY == 0):
                # en: neither belongs to the speed of training, which ends when the GPU has caught up
                # zh: 二者不计入训练速度；先等 GPU 完成
                loss.item()
                paused = time.perf_counter()
                if OUTPUT_DIR and step % (SAVE_EVERY or updates) == 0:
                    # % if spread.by == "deepspeed"
                    keep(step, run, model)
                    # % else
                    keep(step, run, model, optimizer, schedule, scaler)
                    # % endif
                if held_out and step % updates == 0:
                    evaluate(model, held_out, device, step)
                started += time.perf_counter() - paused
            if step == steps:
                break
    if OUTPUT_DIR:
        save(model)
    if held_out:
        evaluate(model, held_out, device, step)
    if OUTPUT_DIR:
        forget()


def options():
    parser = argparse.ArgumentParser()
    # en: folder of the data set; without it random samples
    # zh: 数据集目录；不给出则用随机样本
    parser.add_argument("--data", dest="DATA_DIR", default=DATA_DIR)
    # % if task.name in ["prefer-answers", "read-pictures"]
    # en: folder with validation.jsonl, whose loss is told after every epoch
    # zh: 含 validation.jsonl 的目录，每轮结束后报告其损失
    # % elif is_text
    # en: folder with validation.txt, whose loss is told after every epoch
    # zh: 含 validation.txt 的目录，每轮结束后报告其损失
    # % else
    # en: folder of samples that are not trained on; their loss is told after every epoch
    # zh: 不参与训练的样本目录，每轮结束后报告其损失
    # % endif
    parser.add_argument("--evaluate", dest="EVALUATION_DIR")
    # % if task.name == "transcribe"
    # en: language of the texts, such as "en" or "zh"
    # zh: 文本的语言，如 "en"、"zh"
    parser.add_argument("--language", dest="LANGUAGE", default=LANGUAGE)
    # % endif
    # en: folder for what was trained; with --data it is "out", without it nothing is kept
    # zh: 训练结果的存放目录；给出 --data 时默认为 "out"，否则不保存
    parser.add_argument("--output", dest="OUTPUT_DIR")
    parser.add_argument("--epochs", dest="EPOCHS", type=int, default=EPOCHS)
    # en: another batch than the plan's: its memory is no longer the estimate's
    # zh: 改用方案以外的批次：显存不再与估算一致
    parser.add_argument("--micro-batch-size", dest="MICRO_BATCH_SIZE", type=int, default=MICRO_BATCH_SIZE)
    parser.add_argument("--accumulate", dest="GRADIENT_ACCUMULATION_STEPS", type=int, default=GRADIENT_ACCUMULATION_STEPS)
    # en: stop after so many updates; 0: never
    # zh: 在若干次更新后停止；0 表示不限
    parser.add_argument("--max-steps", dest="MAX_STEPS", type=int, default=MAX_STEPS)
    parser.add_argument("--seed", dest="SEED", type=int, default=SEED)
    # en: updates between two states to go on from; 0: one after every epoch
    # zh: 每隔多少次更新保存一次可续训的状态；0 表示每轮一次
    parser.add_argument("--save-every", dest="SAVE_EVERY", type=int, default=SAVE_EVERY)
    # en: goes on from the last state in the output's folder, or begins where there is none
    # zh: 从输出目录中最近的状态继续；没有则从头开始
    parser.add_argument("--resume", dest="RESUME", action="store_true")
    # % if loader.batched_preprocessing and is_text
    # en: texts of like length share a batch, which is as long as its longest
    # zh: 长度相近的文本同批，批次只补到其中最长者
    parser.add_argument("--by-length", dest="BY_LENGTH", action="store_true")
    # % endif
    # en: a few updates, and nothing is written: shows peak and speed
    # zh: 只更新几次且不写文件：查看峰值与速度
    parser.add_argument("--dry-run", action="store_true")
    # en: the launcher of DeepSpeed adds it
    # zh: DeepSpeed 启动器会附加此项
    parser.add_argument("--local_rank", type=int, help=argparse.SUPPRESS)
    chosen = vars(parser.parse_args())
    del chosen["local_rank"]
    chosen["OUTPUT_DIR"] = chosen["OUTPUT_DIR"] or ("out" if chosen["DATA_DIR"] else None)
    # en: what trains in smaller parts is evaluated in them
    # zh: 训练批次变小时，评估批次随之变小
    chosen["EVALUATION_BATCH_SIZE"] = min(EVALUATION_BATCH_SIZE, chosen["MICRO_BATCH_SIZE"])
    if chosen.pop("dry_run"):
        chosen |= {"MAX_STEPS": chosen["MAX_STEPS"] or 4 * WARMED_UP, "OUTPUT_DIR": None, "EVALUATION_DIR": None}
    elif not chosen["DATA_DIR"] and not chosen["MAX_STEPS"]:
        chosen["MAX_STEPS"] = 4 * WARMED_UP
        if RANK == 0:
            print(f"no --data: {4 * WARMED_UP} updates of random samples, to see peak and speed", file=sys.stderr)
    # % if machine.device_type == "cuda"
    if RANK == 0 and DEVICE_TYPE == "cpu":
        print("PyTorch sees no card here: this run is on the processor", file=sys.stderr)
    # % else
    if RANK == 0 and DEVICE_TYPE == "cpu":
        print("PyTorch sees no {{ machine.device_type|bare }} device here: this run is on the processor", file=sys.stderr)
    # % endif
    globals().update(chosen)
    # % if spread.by == "deepspeed"
    DEEPSPEED["train_micro_batch_size_per_gpu"] = MICRO_BATCH_SIZE
    DEEPSPEED["gradient_accumulation_steps"] = GRADIENT_ACCUMULATION_STEPS


# % endif


if __name__ == "__main__":
    options()
    main()
    # % if spread.by != "single"
    dist.destroy_process_group()
# % endif
