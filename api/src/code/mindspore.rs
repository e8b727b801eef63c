//! The same run in MindSpore 2.2 or later: what it has for each setting, and what it has not.
//!
//! Its interfaces were checked against `MindSpore` 2.7.1 on the processor; those of `MindCV` and `MindNLP` were not installed.

use engine::architecture::Architecture;
use engine::hardware::Vendor;
use engine::training::{
    Attention, Cache, MemoryFormat, Method, Offload, Optimizer, OptimizerImplementation, Precision, Sharding,
};
use engine::units::GIB;

use super::constants::constants;
use super::run::{Origin, Run, Task};
use super::script::{Script, list, python, quoted};
use crate::text::{number, size};

/// Models of `MindCV` by our ids.
const MINDCV: [(&str, &str); 18] = [
    ("resnet18", "resnet18"),
    ("resnet34", "resnet34"),
    ("resnet50", "resnet50"),
    ("resnet101", "resnet101"),
    ("resnet152", "resnet152"),
    ("resnext50_32x4d", "resnext50_32x4d"),
    ("densenet121", "densenet121"),
    ("mobilenet_v2", "mobilenet_v2_100"),
    ("mobilenet_v3_large", "mobilenet_v3_large_100"),
    ("efficientnet_b0", "efficientnet_b0"),
    ("efficientnet_b4", "efficientnet_b4"),
    ("convnext_tiny", "convnext_tiny"),
    ("convnext_base", "convnext_base"),
    ("swin_t", "swin_tiny"),
    ("vit_b_16", "vit_b_16_224"),
    ("vit_l_16", "vit_l_16_224"),
    ("timm_vit_base", "vit_b_16_224"),
    ("timm_vit_large", "vit_l_16_224"),
];

/// `train_mindspore.py`.
pub(super) fn program(run: Run<'_>) -> String {
    let mut script = Script::new(run.locale);
    let title = run.title();
    script.note("", (format!("{title}. MindSpore 2.2 or later."), format!("{title}。MindSpore 2.2 及以上。")));
    script.note("", run.verdict());
    script.note(
        "",
        (
            "The estimate's memory model was checked against PyTorch: MindSpore reuses memory by its graph, so read the figures as estimates.",
            "估算的内存模型以 PyTorch 校验：MindSpore 按计算图复用内存，数值仅供估计。",
        ),
    );
    script
        .raw("import os\nimport time")
        .gap()
        .raw("import numpy as np\nimport mindspore as ms\nfrom mindspore import nn, ops\nimport mindspore.dataset as ds");
    if run.is_distributed() {
        script.raw("from mindspore.communication import get_group_size, get_rank, init");
    }
    script.gap();
    settings(&mut script, run);
    context(&mut script, run);
    model(&mut script, run);
    optimizer(&mut script, run);
    data(&mut script, run);
    main(&mut script, run);
    script.finish()
}

fn settings(script: &mut Script, run: Run<'_>) {
    constants(script, run, ("samples a device: activations grow with it", "每设备样本数：激活值随之增长"));
    let device = match run.hardware().gpu.vendor {
        Vendor::Huawei => "Ascend",
        Vendor::Nvidia => "GPU",
        Vendor::Amd | Vendor::Intel | Vendor::Apple => "CPU",
    };
    script.line(
        format!("DEVICE_TARGET = os.environ.get(\"DEVICE_TARGET\", \"{device}\")"),
        if device == "CPU" {
            ("MindSpore has no back end for this card", "MindSpore 不支持该显卡")
        } else {
            ("GPU, Ascend or CPU", "GPU、Ascend 或 CPU")
        },
    );
    script.gap();
}

fn context(script: &mut Script, run: Run<'_>) {
    let training = run.training();
    // Whole GiB: MindSpore parses a number and a unit.
    let limit = (run.memory_limit().0 / GIB).max(1);
    script.gap().raw("def start():");
    script.line(
        "    ms.set_context(mode=ms.PYNATIVE_MODE)",
        ("GRAPH_MODE compiles the whole step and reuses memory more", "GRAPH_MODE 编译整个训练步，内存复用更充分"),
    );
    script.raw("    if hasattr(ms, \"set_device\"):\n        ms.set_device(DEVICE_TARGET)\n    else:\n        ms.set_context(device_target=DEVICE_TARGET)");
    script.raw("    if DEVICE_TARGET != \"CPU\":");
    let words = (
        format!("at most {limit} GiB of the device for this process; the rest stays for driver and desktop"),
        format!("本进程最多使用设备的 {limit} GiB；其余留给驱动与桌面"),
    );
    script.raw("        if hasattr(ms, \"runtime\"):");
    script.line(format!("            ms.runtime.set_memory(max_size=\"{limit}GB\")"), words);
    script.raw("        else:");
    script.line(
        format!("            ms.set_context(max_device_memory=\"{limit}GB\")"),
        ("the same before MindSpore 2.5", "MindSpore 2.5 之前的写法"),
    );
    if training.offload != Offload::None {
        script.line(
            "        ms.set_context(memory_offload=\"ON\")",
            ("moves idle tensors to RAM when the device is full (graph mode)", "设备内存不足时把闲置张量移到主机内存（图模式）"),
        );
    }
    if run.is_distributed() {
        script.line("    init()", ("one process a device, each with its own context", "每设备一个进程，各有自己的上下文"));
        let level = match training.sharding {
            Sharding::Zero2 => ", parallel_optimizer_config={\"optimizer_level\": \"level2\"}",
            Sharding::Zero3 => ", parallel_optimizer_config={\"optimizer_level\": \"level3\"}",
            _ => "",
        };
        let divides = matches!(training.sharding, Sharding::Zero1 | Sharding::Zero2 | Sharding::Zero3);
        script.line(
            format!("    ms.set_auto_parallel_context(parallel_mode=ms.ParallelMode.DATA_PARALLEL, gradients_mean=True, enable_parallel_optimizer={}{level})", python(divides)),
            if divides {
                ("data parallel; the optimizer's states (and more at higher levels) are divided over the devices", "数据并行；优化器状态（更高级别还有更多）在设备间分片")
            } else {
                ("data parallel: a whole replica on every device", "数据并行：每设备一份完整副本")
            },
        );
    } else if run.hardware().total_gpus() > 1 {
        let idle = run.hardware().total_gpus() - 1;
        script.note("    ", (format!("{idle} devices stay idle in this plan."), format!("本方案有 {idle} 个设备空闲。")));
    }
    script.gap();
}

fn model(script: &mut Script, run: Run<'_>) {
    let weights = size(run.estimate.vram.parts.parameters);
    let words = (format!("weights take {weights} a device"), format!("权重每设备占 {weights}"));
    script.gap().raw("def load_model():");
    let id = run.inputs.model.id.as_deref();
    let mindcv = MINDCV.iter().find(|(ours, _)| id == Some(*ours)).map(|(_, theirs)| *theirs);
    match (mindcv, run.origin()) {
        (Some(name), _) => {
            script.raw("    import mindcv").gap();
            script.line(
                format!("    return mindcv.create_model({}, pretrained=False, num_classes=NUM_CLASSES)", quoted(name)),
                words,
            );
        }
        (None, Origin::Transformers(repository)) => {
            let class = match run.task() {
                Task::NextToken => "AutoModelForCausalLM",
                Task::TextToText => "AutoModelForSeq2SeqLM",
                Task::MaskedTokens => "AutoModelForMaskedLM",
                _ => "AutoModelForSequenceClassification",
            };
            let kind = match run.weights() {
                "bfloat16" => "ms.bfloat16",
                "float16" => "ms.float16",
                _ => "ms.float32",
            };
            script.line(
                format!("    from mindnlp.transformers import {class}"),
                ("MindNLP has the interfaces of transformers", "MindNLP 与 transformers 接口一致"),
            );
            script.gap().line(format!("    return {class}.from_pretrained({}, ms_dtype={kind})", quoted(repository)), words);
        }
        _ => {
            script.line(
                "    raise NotImplementedError(\"return your Cell here\")",
                ("neither MindCV nor MindNLP is known to have this model", "MindCV 与 MindNLP 均未见该模型"),
            );
        }
    }
    script.gap().gap().raw("def build_model():\n    net = load_model()");
    method(script, run);
    if run.has_checkpointing() {
        script.raw("    for cell in net.cells():\n        for block in cell.cells():");
        script.line(
            "            block.recompute()",
            (
                "keeps a block's input only and computes the rest again (graph mode; PyNative since 2.3)",
                "只保留块的输入，其余反向时重算（图模式；PyNative 自 2.3 起）",
            ),
        );
    }
    let (level, about) = match run.training().precision {
        Precision::Fp16Amp | Precision::Bf16Amp => {
            ("O1", ("activations of products in 16 bits, weights stay FP32", "矩阵运算的激活值为 16 位，权重保持 FP32"))
        }
        Precision::Bf16 => ("O3", ("everything in 16 bits, weights and states as well", "全部 16 位，包括权重与状态")),
        Precision::Fp32 | Precision::Tf32 => ("O0", ("FP32 throughout", "全程 FP32")),
    };
    let kind = if matches!(run.training().precision, Precision::Bf16Amp | Precision::Bf16) { ", dtype=ms.bfloat16" } else { "" };
    script.line(format!("    return ms.amp.auto_mixed_precision(net, \"{level}\"{kind})"), about);
    if run.training().attention == Attention::Eager || run.training().memory_format == MemoryFormat::ChannelsLast {
        script.note(
            "    ",
            (
                "Attention kernels and memory formats are chosen by MindSpore itself.",
                "注意力内核与内存布局由 MindSpore 自行选择。",
            ),
        );
    }
    script.gap();
}

fn method(script: &mut Script, run: Run<'_>) {
    match &run.training().method {
        Method::Full => {}
        Method::FrozenBackbone => {
            script.raw("    for parameter in net.get_parameters():");
            script.line(
                "        parameter.requires_grad = parameter.name.startswith((\"classifier\", \"head\", \"fc\"))",
                ("frozen weights have neither gradients nor states", "冻结的权重没有梯度和状态"),
            );
        }
        Method::Lora(lora) | Method::Qlora(lora, _) => {
            let targets = run.adapter_targets();
            let targets: Vec<&str> = targets.iter().map(String::as_str).collect();
            if run.quantization().is_some() {
                script.note(
                    "    ",
                    (
                        "MindSpore has no NF4 training: the frozen weights stay in 16 bits and take four times the plan's.",
                        "MindSpore 没有 NF4 训练：冻结权重保持 16 位，是方案的四倍。",
                    ),
                );
            }
            script.raw("    from mindnlp.peft import LoraConfig, get_peft_model").gap();
            script.line(
                format!(
                    "    net = get_peft_model(net, LoraConfig(r={}, lora_alpha={}, lora_dropout={}, target_modules={}))",
                    lora.rank,
                    lora.rank * 2,
                    lora.dropout,
                    list(&targets)
                ),
                ("only the adapters get gradients and states", "只有适配器有梯度和状态"),
            );
        }
    }
}

fn optimizer(script: &mut Script, run: Run<'_>) {
    let training = run.training();
    let decay = number(training.weight_decay);
    let state = size(run.estimate.vram.parts.optimizer_state);
    script.gap().raw("def build_optimizer(net):\n    parameters = net.trainable_params()");
    let words = (format!("states take {state} a device"), format!("状态每设备占 {state}"));
    match training.optimizer {
        Optimizer::Adamw => {
            script.line(
                format!("    return nn.AdamWeightDecay(parameters, learning_rate=LEARNING_RATE, weight_decay={decay})"),
                words,
            );
        }
        Optimizer::Adamw8bit => {
            script.note(
                "    ",
                (
                    "MindSpore has no 8-bit AdamW: states take 4 bytes each instead of 1.",
                    "MindSpore 没有 8 位 AdamW：每个状态占 4 字节而非 1 字节。",
                ),
            );
            script.line(
                format!("    return nn.AdamWeightDecay(parameters, learning_rate=LEARNING_RATE, weight_decay={decay})"),
                words,
            );
        }
        Optimizer::Adafactor => {
            script.line(
                format!("    return nn.AdaFactor(parameters, learning_rate=LEARNING_RATE, weight_decay={decay}, scale_parameter=False, relative_step=False)"),
                words,
            );
        }
        Optimizer::Sgd => {
            script.line(
                format!("    return nn.SGD(parameters, learning_rate=LEARNING_RATE, momentum=0.0, weight_decay={decay})"),
                words,
            );
        }
        Optimizer::SgdMomentum => {
            script.line(
                format!("    return nn.Momentum(parameters, learning_rate=LEARNING_RATE, momentum=0.9, weight_decay={decay})"),
                words,
            );
        }
    }
    if training.optimizer_implementation != OptimizerImplementation::Foreach {
        script.note(
            "    ",
            (
                "Fused and looped implementations are PyTorch's; MindSpore's optimizers are fused on Ascend.",
                "fused 与逐张量实现属于 PyTorch；MindSpore 的优化器在昇腾上已融合。",
            ),
        );
    }
    script.gap();
}

fn data(script: &mut Script, run: Run<'_>) {
    let loader = &run.training().loader;
    let workers = loader.num_workers.max(1);
    script.gap();
    if run.is_text() {
        let vocabulary = match run.model() {
            Architecture::Encoder(model) => model.vocab_size,
            Architecture::Decoder(model) => model.vocab_size,
            Architecture::Gpt2(model) => model.vocab_size,
            Architecture::T5(model) => model.vocab_size,
            _ => 1,
        };
        let label = if run.task() == Task::ClassifyText { "np.int32(index % NUM_CLASSES)" } else { "ids" };
        script.note(
            "",
            (
                "Token ids of full length; read your tokenized samples in __getitem__.",
                "满长度的词元；请在 __getitem__ 中读取已分词的样本。",
            ),
        );
        script.raw(&format!(
            "class Samples:\n    def __len__(self):\n        return SAMPLES\n\n    def __getitem__(self, index):\n        ids = np.random.randint(0, {vocabulary}, SEQUENCE_LENGTH).astype(np.int32)\n        return ids, {label}"
        ));
    } else {
        script.raw(
            "class Samples:\n    def __len__(self):\n        return SAMPLES\n\n    def __getitem__(self, index):\n        return np.random.rand(3, *IMAGE_SIZE).astype(np.float32), np.int32(index % NUM_CLASSES)",
        );
    }
    script.gap().gap().raw("def build_dataset():");
    script.line(
        format!("    ds.config.set_prefetch_size({})", loader.prefetch_factor),
        ("rows that each stage of the pipeline keeps ready in RAM", "流水线每一级在内存中预备的行数"),
    );
    let shard = if run.is_distributed() { ", num_shards=get_group_size(), shard_id=get_rank()" } else { "" };
    if run.is_text() {
        script.line(
            format!("    samples = ds.GeneratorDataset(Samples(), [\"ids\", \"label\"], num_parallel_workers={workers}, python_multiprocessing={}{shard})", python(workers > 1)),
            ("worker processes, each with its own copy of Python", "加载进程，各带一份 Python"),
        );
    } else {
        script.raw("    if DATA_DIR:");
        script.line(
            format!("        samples = ds.ImageFolderDataset(DATA_DIR, num_parallel_workers={workers}, shuffle=True{shard})"),
            ("reads encoded files in threads", "以线程读取编码文件"),
        );
        script.raw("        samples = samples.map([ds.vision.RandomCropDecodeResize(IMAGE_SIZE), ds.vision.RandomHorizontalFlip(), ds.vision.Rescale(1 / 255, 0), ds.vision.HWC2CHW()], \"image\",");
        script.line(
            format!("                              num_parallel_workers={workers})"),
            ("decoding threads of this process: less RAM than worker processes", "本进程的解码线程：内存少于独立进程"),
        );
        if loader.cache == Cache::Ram {
            script.note(
                "        ",
                (
                    "A RAM cache is `cache=ds.DatasetCache(...)` with the server that `cache_admin --start` runs.",
                    "内存缓存：`cache=ds.DatasetCache(...)`，并用 `cache_admin --start` 启动服务。",
                ),
            );
        }
        script.raw("    else:");
        script.raw(&format!(
            "        samples = ds.GeneratorDataset(Samples(), [\"image\", \"label\"], num_parallel_workers=1{shard})"
        ));
    }
    script.line(
        "    return samples.batch(MICRO_BATCH_SIZE, drop_remainder=True)",
        ("every batch has the same size: steady memory", "批次大小恒定：内存平稳"),
    );
    script.note(
        "    ",
        (
            "pin_memory and persistent_workers are PyTorch's: MindSpore's pipeline lives on and stages transfers itself.",
            "pin_memory 与 persistent_workers 属于 PyTorch：MindSpore 的流水线常驻并自行处理传输。",
        ),
    );
    script.gap();
}

fn main(script: &mut Script, run: Run<'_>) {
    let accumulates = run.training().gradient_accumulation_steps > 1;
    let scaled = run.has_scaler();
    script.gap().raw("def main():\n    start()\n    net = build_model()\n    optimizer = build_optimizer(net)");
    script.raw("    net.set_train()");
    if scaled {
        script.line(
            "    scaler = ms.amp.DynamicLossScaler(scale_value=2**16, scale_factor=2, scale_window=1000)",
            ("FP16 gradients underflow without it; next to no memory", "FP16 梯度不缩放会下溢；几乎不占显存"),
        );
    }
    script.gap().raw("    def forward(inputs, labels):");
    script.raw(match run.task() {
        Task::Denoise(_) | Task::Detect { .. } => "        loss = ops.mse_loss(net(inputs), labels)",
        Task::Segment { .. } | Task::Classify => "        loss = ops.cross_entropy(net(inputs), labels)",
        _ => "        loss = net(inputs, labels=labels)[0]",
    });
    script.raw("        loss = loss / GRADIENT_ACCUMULATION_STEPS");
    script.raw(if scaled { "        return scaler.scale(loss)" } else { "        return loss" });
    script.gap().line(
        "    step_of = ms.value_and_grad(forward, None, optimizer.parameters)",
        ("runs forward and backward; activations live between the two", "执行前向与反向；激活值在两者之间存活"),
    );
    if run.is_distributed() {
        script.line(
            "    reduce = nn.DistributedGradReducer(optimizer.parameters, mean=True)",
            ("averages gradients over the devices, bucket by bucket", "逐桶在设备间平均梯度"),
        );
    }
    if accumulates {
        script.line(
            "    sums = optimizer.parameters.clone(prefix=\"accumulated\", init=\"zeros\")",
            ("the sum of gradients: one more copy of them", "梯度之和：多一份梯度"),
        );
    }
    script.raw("    step, micro, samples, started = 0, 0, 0, time.perf_counter()");
    script.raw("    for epoch in range(EPOCHS):\n        for inputs, labels in build_dataset().create_tuple_iterator():\n            loss, gradients = step_of(inputs, labels)\n            micro, samples = micro + 1, samples + MICRO_BATCH_SIZE");
    if scaled {
        script.raw("            loss, gradients = scaler.unscale(loss), scaler.unscale(gradients)\n            is_finite = ms.amp.all_finite(gradients)\n            scaler.adjust(is_finite)\n            if not is_finite:\n                continue");
    }
    if accumulates {
        script.raw("            for total, gradient in zip(sums, gradients):\n                ops.assign_add(total, gradient)\n            if micro % GRADIENT_ACCUMULATION_STEPS != 0:\n                continue");
    }
    let gradients = if accumulates { "tuple(sums)" } else { "gradients" };
    let reduced = if run.is_distributed() { format!("reduce({gradients})") } else { gradients.to_owned() };
    script.line(
        format!("            optimizer({reduced})"),
        ("updates weights in place; states are there from the start", "原地更新权重；状态自始即已分配"),
    );
    if accumulates {
        script.raw("            for total in sums:\n                ops.assign(total, ops.zeros_like(total))");
    }
    script.raw("            step += 1\n            if step % 10 == 0 or step == MAX_STEPS:\n                print(f\"step {step}: loss {float(loss.asnumpy()) * GRADIENT_ACCUMULATION_STEPS:.4f}, {samples / (time.perf_counter() - started):.2f} samples a second\")\n            if step == MAX_STEPS:\n                return report()\n    return report()");
    script.gap().gap().raw("def report():\n    if DEVICE_TARGET != \"CPU\" and hasattr(ms, \"runtime\"):");
    script.line(
        "        print(f\"peak: {ms.runtime.max_memory_allocated() / 2**30:.2f} GiB\")",
        (
            "live tensors at their peak (MindSpore 2.5 or later): compare with the estimate",
            "存活张量的峰值（MindSpore 2.5 及以上）：与估算比较",
        ),
    );
    script.gap().gap().raw("if __name__ == \"__main__\":\n    main()");
}
