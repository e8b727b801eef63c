//! One process a GPU: start, wrapping, and `DeepSpeed` where states live on the host.

use engine::host::loading::Loading;
use engine::training::{Offload, Optimizer, Precision, Sharding};

use crate::code::run::{Run, Spread};
use crate::code::script::{Script, python};
use crate::text::{number, size};

pub(super) fn write(script: &mut Script, run: Run<'_>) {
    start(script, run);
    match run.spread() {
        Spread::Single => {}
        Spread::Replicas => replicas(script, run),
        Spread::Fsdp { divides_parameters } => fsdp(script, run, divides_parameters),
        Spread::DeepSpeed => deepspeed(script, run),
    }
}

fn start(script: &mut Script, run: Run<'_>) {
    script.gap().raw("def start():");
    if run.spread() == Spread::Single {
        let total = run.hardware().total_gpus();
        if total > 1 {
            script.note(
                "    ",
                (
                    format!("{} GPUs stay idle: the plan has no sharding. DistributedDataParallel would use them at the same memory and a copy of the gradients.", total - 1),
                    format!("有 {} 块 GPU 空闲：方案未设分片。DistributedDataParallel 可用上它们，另占一份梯度副本。", total - 1),
                ),
            );
        }
        script.raw("    return torch.device(DEVICE_TYPE, 0) if DEVICE_TYPE != \"cpu\" else torch.device(\"cpu\")");
    } else {
        let backend = match (run.is_windows(), run.device_type()) {
            (true, _) => "gloo",
            (false, "xpu") => "xccl",
            (false, "npu") => "hccl",
            _ => "nccl",
        };
        script.line(
            format!("    dist.init_process_group(\"{backend}\" if DEVICE_TYPE != \"cpu\" else \"gloo\")"),
            ("one process a GPU, each with a context of its own", "每卡一个进程，各有自己的上下文"),
        );
        script.raw("    local_rank = int(os.environ[\"LOCAL_RANK\"])\n    if DEVICE_TYPE == \"cuda\":\n        torch.cuda.set_device(local_rank)\n    return torch.device(DEVICE_TYPE, local_rank) if DEVICE_TYPE != \"cpu\" else torch.device(\"cpu\")");
    }
    script.gap();
}

fn replicas(script: &mut Script, run: Run<'_>) {
    let copy = size(run.figures.vram.parts.gradients);
    script.gap().raw("def distribute(model, device):");
    script.line(
        "    return torch.nn.parallel.DistributedDataParallel(model, device_ids=[device.index] if device.type == \"cuda\" else None)",
        (
            format!("a whole replica on every GPU; buckets hold the gradients once more (in all {copy}). gradient_as_bucket_view=True would save the copy"),
            format!("每卡一份完整副本；通信桶再存一份梯度（合计 {copy}）。gradient_as_bucket_view=True 可省去这份副本"),
        ),
    );
    script.gap();
}

fn fsdp(script: &mut Script, run: Run<'_>, divides_parameters: bool) {
    script
        .gap()
        .raw("def distribute(model, device):\n    from torch.distributed.fsdp import MixedPrecisionPolicy, fully_shard\n");
    match run.mixed() {
        Some(kind) => script.line(
            format!("    policy = MixedPrecisionPolicy(param_dtype=torch.{kind}, reduce_dtype=torch.float32)"),
            (
                "FP32 shards, gathered and computed in 16 bits, gradients reduced in FP32; no autocast",
                "FP32 分片，以 16 位聚合和计算，梯度以 FP32 归约；不用 autocast",
            ),
        ),
        None => script.raw("    policy = MixedPrecisionPolicy()"),
    };
    let is_sent = run.loading() == Loading::FirstProcess;
    if is_sent {
        script.raw("    weights = model.state_dict() if dist.get_rank() == 0 else {}");
    }
    script.raw("    containers, blocks = (torch.nn.ModuleList, torch.nn.Sequential), []");
    script.line(
        "    for layers in model.modules():",
        ("the outermost repeated blocks are gathered one at a time", "最外层的重复块逐个聚合"),
    );
    script.raw(
        r"        if isinstance(layers, containers) and not any(layers is inner for block in blocks for inner in block.modules()):
            blocks += [part for part in layers if list(part.children()) and not isinstance(part, containers)]
    for block in blocks:",
    );
    let words = if divides_parameters {
        (
            "weights, gradients and states are divided; a block's weights are fetched when it runs (ZeRO-3)",
            "权重、梯度与状态都分片；运行到某块时再取其权重（ZeRO-3）",
        )
    } else {
        (
            "gradients and states are divided, weights stay whole between forward and backward (ZeRO-2)",
            "梯度与状态分片，前向与反向之间权重保持完整（ZeRO-2）",
        )
    };
    script.line(
        format!("        fully_shard(block, mp_policy=policy, reshard_after_forward={})", python(divides_parameters)),
        words,
    );
    script.line(
        "    fully_shard(model, mp_policy=policy)",
        (
            "the rest, such as embedding and head, stays whole from forward to backward",
            "其余部分（如嵌入与输出头）从前向到反向保持完整",
        ),
    );
    if is_sent {
        sent(script);
    }
    script.raw("    return model");
    script.gap();
}

/// The first process alone has read the weights.
fn sent(script: &mut Script) {
    script.raw(
        r"    from torch.distributed.checkpoint.state_dict import StateDictOptions, set_model_state_dict
    if dist.get_rank():
        model.to_empty(device=device)",
    );
    script.line(
        "    set_model_state_dict(model, weights, options=StateDictOptions(full_state_dict=True, broadcast_from_rank0=True))",
        ("sends the first process's weights to the others, tensor by tensor", "逐张量把首个进程的权重发给其余进程"),
    );
    script.raw("    for buffer in model.buffers():\n        dist.broadcast(buffer, 0)");
}

/// ZeRO's stages keep on the host what the plan says.
fn deepspeed(script: &mut Script, run: Run<'_>) {
    script.gap();
    configuration(script, run, "DEEPSPEED");
    script.gap().gap().raw("def distribute(model, device):\n    import deepspeed").gap();
    if matches!(run.training().optimizer, Optimizer::Adamw) {
        script.raw(
            "    engine, optimizer, _, _ = deepspeed.initialize(\n        model=model, model_parameters=[p for p in model.parameters() if p.requires_grad], config=DEEPSPEED\n    )",
        );
    } else {
        script.raw(
            "    engine, optimizer, _, _ = deepspeed.initialize(model=model, optimizer=build_optimizer(model), config=DEEPSPEED)",
        );
    }
    script.raw("    return engine, optimizer");
    script.gap();
}

/// The configuration as a dictionary, which the Trainer takes as well.
pub(in crate::code) fn configuration(script: &mut Script, run: Run<'_>, name: &str) {
    let training = run.training();
    let stage = match (training.sharding, training.offload) {
        (_, Offload::All) | (Sharding::Zero3, _) => 3,
        (Sharding::Zero1, _) => 1,
        _ => 2,
    };
    let host = size(run.figures.ram.phases.train.offload);
    script.raw(&format!("{name} = {{"));
    script.line("    \"train_micro_batch_size_per_gpu\": MICRO_BATCH_SIZE,", ("activations grow with it", "激活值随之增长"));
    script.line(
        "    \"gradient_accumulation_steps\": GRADIENT_ACCUMULATION_STEPS,",
        ("gradients are kept, divided, until the last of them", "最后一个微批次之前一直保存（分片的）梯度"),
    );
    script.raw("    \"zero_optimization\": {");
    script.line(
        format!("        \"stage\": {stage},"),
        match stage {
            1 => ("states are divided over the GPUs", "优化器状态分片"),
            2 => ("states and gradients are divided over the GPUs", "优化器状态与梯度分片"),
            _ => ("weights as well are divided, and fetched layer by layer", "权重也分片，逐层取用"),
        },
    );
    if training.offload != Offload::None {
        script.line(
            "        \"offload_optimizer\": {\"device\": \"cpu\", \"pin_memory\": True},",
            (
                format!("states live in RAM ({host} a node) and are updated there"),
                format!("状态放在主机内存（每节点 {host}）并在那里更新"),
            ),
        );
    }
    if training.offload == Offload::All {
        script.line(
            "        \"offload_param\": {\"device\": \"cpu\", \"pin_memory\": True},",
            ("weights live in RAM and cross PCIe for every layer", "权重放在主机内存，逐层经 PCIe 传输"),
        );
    }
    script.line(
        "        \"reduce_bucket_size\": 500_000_000,",
        ("elements of the bucket in which gradients travel", "梯度通信桶的元素数"),
    );
    script.raw("    },");
    let is_known = training.optimizer == Optimizer::Adamw;
    if is_known {
        script.line(
            format!(
                "    \"optimizer\": {{\"type\": \"AdamW\", \"params\": {{\"lr\": LEARNING_RATE, \"weight_decay\": {}}}}},",
                number(training.weight_decay)
            ),
            ("two FP32 states and a master copy of each weight", "每个权重两份 FP32 状态与一份主副本"),
        );
    } else {
        script.line(
            "    \"zero_allow_untested_optimizer\": True,",
            ("the optimizer is none of DeepSpeed's own", "该优化器不是 DeepSpeed 自带的"),
        );
        script.line(
            "    \"zero_force_ds_cpu_optimizer\": False,",
            ("accepts it for states in RAM as well", "状态在主机内存时也接受它"),
        );
    }
    let fp16 = training.precision == Precision::Fp16Amp;
    let bf16 = matches!(training.precision, Precision::Bf16 | Precision::Bf16Amp);
    script.line(
        format!("    \"fp16\": {{\"enabled\": {}}},", python(fp16)),
        (
            "16-bit weights on the GPU with loss scaling; the FP32 copy lives with the states",
            "GPU 上为 16 位权重并做损失缩放；FP32 副本与状态同处",
        ),
    );
    script.line(
        format!("    \"bf16\": {{\"enabled\": {}}},", python(bf16)),
        ("the same in BF16, without scaling", "BF16 同理，无需缩放"),
    );
    script.raw("}");
}
