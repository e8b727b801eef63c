//! A whole training program for PyTorch 2.1 or later: a plain loop, from the memory limit to the last step.

pub(super) mod data;
pub(super) mod distribute;
pub(super) mod loss;
mod model;
pub(super) mod optimizer;

use super::run::{Origin, Run, Spread, Task};
use super::script::{Script, quoted};
use crate::text::size;
use engine::architecture::Architecture;
use engine::training::{Attention, Optimizer, Precision};

/// `train.py`.
pub(super) fn program(run: Run<'_>) -> String {
    let mut script = Script::new(run.locale);
    header(&mut script, run);
    settings(&mut script, run);
    limits(&mut script, run);
    model::write(&mut script, run);
    data::write(&mut script, run);
    loss::write(&mut script, run);
    // DeepSpeed makes the optimizer that it knows itself, from its configuration.
    if run.spread() != Spread::DeepSpeed || run.training().optimizer != Optimizer::Adamw {
        optimizer::write(&mut script, run);
    }
    distribute::write(&mut script, run);
    main(&mut script, run);
    script.finish()
}

fn header(script: &mut Script, run: Run<'_>) {
    let title = run.title();
    let peak = run.verdict();
    script.note(
        "",
        (format!("{title}. PyTorch 2.1 or later, a plain loop."), format!("{title}。PyTorch 2.1 及以上，普通训练循环。")),
    );
    script.note("", peak);
    script.note(
        "",
        (
            "Without DATA_DIR random samples of the right size stand in, so that memory and speed can be measured at once.",
            "未设置 DATA_DIR 时以同样大小的随机样本代替，可直接测量显存与速度。",
        ),
    );
    script.raw("import contextlib\nimport functools\nimport os\nimport time").gap().raw("import torch");
    if run.spread() != Spread::Single {
        script.raw("import torch.distributed as dist");
    }
    script.raw("import torch.nn.functional as F\nfrom torch.utils.data import DataLoader, Dataset");
    model::imports(script, run);
    script.gap();
}

fn settings(script: &mut Script, run: Run<'_>) {
    let (training, data) = (run.training(), run.data());
    let vram = &run.figures.vram;
    // At the peak of the whole there may be none of them left.
    let activations = vram.timeline.iter().map(|point| point.parts.activations).fold(vram.parts.activations, Ord::max);
    script.line(
        format!("MICRO_BATCH_SIZE = {}", training.micro_batch_size),
        (
            format!("samples a GPU and forward pass: activations ({}) grow with it", size(activations)),
            format!("每卡每次前向的样本数：激活值（{}）随之增长", size(activations)),
        ),
    );
    let steps = training.gradient_accumulation_steps;
    let accumulation = if steps > 1 {
        ("imitates a larger batch; gradients stay allocated in between", "模拟更大批次；期间梯度一直占用显存")
    } else {
        ("1: no accumulation; raise it for a larger batch at the same activations", "1：不累积；激活值不变而增大批次时调高")
    };
    script.line(format!("GRADIENT_ACCUMULATION_STEPS = {steps}"), accumulation);
    if run.is_text() {
        script.line(
            format!("SEQUENCE_LENGTH = {}", data.sequence_length),
            ("tokens of a text: activations and logits grow with it", "每条文本的词元数：激活值与 logits 随之增长"),
        );
        if run.task() == Task::TextToText {
            script.line(
                format!("TARGET_LENGTH = {}", data.target_length),
                ("tokens of the answer: logits grow with it", "目标文本的词元数：logits 随之增长"),
            );
        }
    } else {
        script.line(
            format!("IMAGE_SIZE = ({}, {})", data.image_height, data.image_width),
            ("height and width in pixels: activations grow with their product", "高与宽（像素）：激活值随面积增长"),
        );
    }
    if matches!(run.task(), Task::Classify | Task::Segment { .. } | Task::Detect { .. } | Task::ClassifyText) {
        script.line(format!("NUM_CLASSES = {}", data.num_classes), ("outputs of the head", "输出头的类别数"));
    }
    script.line(format!("EPOCHS = {}", training.epochs), ("no effect on memory", "与内存无关"));
    script.line(
        format!("LEARNING_RATE = {}", run.learning_rate()),
        ("a start, to be tuned; no effect on memory", "仅作起点，需自行调整；与内存无关"),
    );
    script.line(
        r#"DATA_DIR = os.environ.get("DATA_DIR")"#,
        ("your data set; none: random samples", "数据集目录；为空则用随机样本"),
    );
    script.line(
        r#"MAX_STEPS = int(os.environ.get("MAX_STEPS", "0"))"#,
        ("stop after so many optimizer steps; 0: never", "在若干优化步后停止；0 表示不限"),
    );
    script.raw(&format!(
        "DEVICE_TYPE = {} if torch.{}.is_available() else \"cpu\"",
        quoted(run.device_type()),
        if run.device_type() == "mps" { "backends.mps" } else { run.device_type() }
    ));
    if run.device_type() == "npu" {
        script
            .note("", ("Needs `import torch_npu` first, which registers this device.", "需先 `import torch_npu` 以注册该设备。"));
    }
    script.gap();
}

fn limits(script: &mut Script, run: Run<'_>) {
    script.gap().raw("def limit_memory(device):");
    let (percent, limit) = (run.memory_percent(), size(run.memory_limit()));
    if run.device_type() == "cuda" {
        script.raw("    if device.type == \"cuda\":");
        script.line(
            format!("        torch.cuda.set_per_process_memory_fraction({percent} / 100, device)"),
            (
                format!("caps the allocator at {limit}: an error comes early, instead of spilling or starving the desktop"),
                format!("将分配器上限设为 {limit}：超出时尽早报错，而不是溢出或挤占桌面"),
            ),
        );
        script.note(
            "        ",
            (
                "The allocator keeps its default settings, which the estimate is for; where fragmentation is the trouble, PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True lowers what is reserved.",
                "分配器保持默认设置（估算即以此为准）；若碎片严重，PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True 可减少预留显存。",
            ),
        );
    } else {
        script.note(
            "    ",
            (
                "PyTorch has no cap a process for this device that is known to hold; the estimate's peak is above.",
                "PyTorch 在该设备上没有可靠的进程显存上限；峰值估算见上。",
            ),
        );
    }
    let (matmul, tf32, words) = match run.training().precision {
        Precision::Fp32 => (
            "highest",
            "False",
            ("FP32 arithmetic throughout; TF32 would be faster at the same memory", "全程 FP32 运算；改用 TF32 更快而内存不变"),
        ),
        _ => (
            "high",
            "True",
            (
                "what stays FP32 runs on TF32 tensor cores: faster, same memory",
                "保留 FP32 的部分走 TF32 张量核心：更快，内存不变",
            ),
        ),
    };
    script.line(format!("    torch.set_float32_matmul_precision({})", quoted(matmul)), words);
    script.line(format!("    torch.backends.cudnn.allow_tf32 = {tf32}"), ("the same for convolutions", "卷积同理"));
    // These models call the fused operator themselves: which of its kernels run is PyTorch's to say.
    let has_fused_only = matches!(run.model(), Architecture::Vit(_) | Architecture::DiffusionTransformer(_));
    if run.training().attention == Attention::Eager && has_fused_only && !matches!(run.origin(), Origin::Timm(_)) {
        script.line(
            "    for kernel in (\"flash\", \"mem_efficient\", \"cudnn\"):",
            (
                "without fused kernels attention scores are materialised: memory grows with the square of the tokens",
                "不用融合内核时会完整生成注意力分数：显存随词元数平方增长",
            ),
        );
        script.raw("        getattr(torch.backends.cuda, f\"enable_{kernel}_sdp\", lambda is_on: None)(False)");
    }
    if !run.is_text() {
        script.line(
            "    torch.backends.cudnn.benchmark = True",
            (
                "tries convolution kernels in the first steps; their workspaces may raise the first peak",
                "在最初几步试选卷积内核；其工作区可能抬高首次峰值",
            ),
        );
    }
    script.gap();
}

fn main(script: &mut Script, run: Run<'_>) {
    let spread = run.spread();
    script.gap().raw("def main(on_step=lambda samples: None):");
    script.raw(
        "    device = start()\n    limit_memory(device)\n    model = build_model(device)\n    loader, sampler = build_loader()",
    );
    if run.training().resident_frozen_models && matches!(run.origin(), Origin::Diffusers(_)) {
        script.raw("    companions = load_companions(device)  # noqa: F841");
    }
    if spread == Spread::DeepSpeed {
        script.raw("    model, optimizer = distribute(model, device)");
    } else {
        if spread != Spread::Single {
            script.raw("    model = distribute(model, device)");
        }
        script.raw("    optimizer = build_optimizer(model)");
    }
    let scaled = run.has_scaler() && spread != Spread::DeepSpeed;
    if scaled {
        optimizer::scaler(script);
    }
    script.raw(
        r"
    step, started = 0, time.perf_counter()
    for epoch in range(EPOCHS):
        if sampler is not None:
            sampler.set_epoch(epoch)
        for index, batch in enumerate(loader):
            batch = to_device(batch, device)
            is_last = (index + 1) % GRADIENT_ACCUMULATION_STEPS == 0",
    );
    if spread == Spread::DeepSpeed {
        autocast(script, run, "            ");
        script.line(
            "            model.backward(loss)",
            (
                "divides by the accumulation steps itself and moves gradients to the host",
                "内部已按累积步数缩放，并把梯度移到主机内存",
            ),
        );
        script.line("            model.step()", ("updates on the host when the accumulation is full", "累积满后在主机上更新"));
    } else {
        if spread == Spread::Replicas {
            script.line(
                "            with contextlib.nullcontext() if is_last else model.no_sync():",
                ("gradients travel once a step, not once a micro-batch", "每步只同步一次梯度，而非每个微批次"),
            );
        } else {
            script.raw("            with contextlib.nullcontext():");
        }
        autocast(script, run, "                ");
        let loss = "loss / GRADIENT_ACCUMULATION_STEPS";
        let backward = if scaled { format!("scaler.scale({loss}).backward()") } else { format!("({loss}).backward()") };
        script.line(
            format!("                {backward}"),
            ("frees activations layer by layer while gradients fill up", "逐层释放激活值，同时写入梯度"),
        );
        script.raw("            if not is_last:\n                continue");
        if scaled {
            script.line(
                "            scaler.step(optimizer)",
                ("unscales in place, then updates; skips a step that overflowed", "原地反缩放后更新；溢出的步会被跳过"),
            );
            script.raw("            scaler.update()");
        } else {
            script.line("            optimizer.step()", ("allocates its states in the first step", "首步分配优化器状态"));
        }
        script.line(
            "            optimizer.zero_grad(set_to_none=True)",
            ("frees the gradients instead of filling them with zeros", "释放梯度而不是清零"),
        );
    }
    if spread == Spread::DeepSpeed {
        script.raw("            if not is_last:\n                continue");
    }
    script.raw(
        r#"
            step += 1
            on_step(MICRO_BATCH_SIZE * GRADIENT_ACCUMULATION_STEPS)
            if step % 10 == 0 or step == MAX_STEPS:
                print(f"step {step}: loss {loss.item():.4f}, {time.perf_counter() - started:.1f} s")
            if step == MAX_STEPS:
                return"#,
    );
    script.gap().gap().raw("if __name__ == \"__main__\":\n    main()");
    if spread != Spread::Single {
        script.raw("    dist.destroy_process_group()");
    }
}

/// The forward pass.
fn autocast(script: &mut Script, run: Run<'_>, indent: &str) {
    match run.autocast() {
        Some(kind) => {
            script.line(
                format!("{indent}with torch.autocast(DEVICE_TYPE, dtype=torch.{kind}):"),
                if run.weights() == "float32" {
                    (
                        "activations take half; 16-bit copies of the weights are cached until this block ends",
                        "激活值减半；权重的 16 位副本缓存到此块结束",
                    )
                } else {
                    (
                        "16-bit products around the adapters; the frozen weights are 16-bit already",
                        "适配器附近以 16 位运算；冻结权重本已是 16 位",
                    )
                },
            );
            script.raw(&format!("{indent}    loss = loss_of(model, batch)"));
        }
        None => {
            script.raw(&format!("{indent}loss = loss_of(model, batch)"));
        }
    }
}
