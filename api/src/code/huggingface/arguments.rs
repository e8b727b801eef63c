//! `TrainingArguments`.

use engine::training::{Offload, Optimizer, OptimizerImplementation, Precision, Sharding, Training};

use super::data::{LossBy, loss_by};
use crate::code::pytorch::optimizer as pytorch;
use crate::code::run::Run;
use crate::code::script::{Script, python};
use crate::text::{number, size};

pub(super) fn write(script: &mut Script, run: Run<'_>) {
    let training = run.training();
    let loader = &training.loader;
    script.gap().raw("def arguments():\n    return transformers.TrainingArguments(\n        output_dir=\"out\",\n        report_to=\"none\",\n        max_steps=MAX_STEPS or -1,");
    script.raw(&format!(
        "        num_train_epochs={},\n        learning_rate=LEARNING_RATE,\n        weight_decay={},",
        training.epochs,
        number(training.weight_decay)
    ));
    script.line("        per_device_train_batch_size=MICRO_BATCH_SIZE,", ("activations grow with it", "激活值随之增长"));
    script.line(
        "        gradient_accumulation_steps=GRADIENT_ACCUMULATION_STEPS,",
        ("gradients stay allocated in between", "期间梯度一直占用显存"),
    );
    let autocast = run.mixed();
    script.line(
        format!("        fp16={},", python(autocast == Some("float16"))),
        ("autocast to FP16 with loss scaling: activations take half", "自动转换为 FP16 并缩放损失：激活值减半"),
    );
    script.line(
        format!("        bf16={},", python(autocast == Some("bfloat16"))),
        if training.precision == Precision::Bf16 {
            ("no autocast: the model itself is BF16", "不用自动转换：模型本身即 BF16")
        } else {
            ("autocast to BF16: activations take half", "自动转换为 BF16：激活值减半")
        },
    );
    script.line(
        format!("        gradient_checkpointing={},", python(run.has_checkpointing())),
        if run.has_checkpointing() {
            ("keeps each block's input only and computes the rest again", "只保留每块的输入，其余反向时重算")
        } else {
            (
                "True would keep each block's input only, for about a third more time",
                "设为 True 则只保留每块的输入，时间约多三分之一",
            )
        },
    );
    if run.has_checkpointing() {
        script.line(
            "        gradient_checkpointing_kwargs={\"use_reentrant\": False},",
            ("works with frozen inputs as well", "输入冻结时也可用"),
        );
    }
    optimizer(script, run);
    if loss_by(run) == LossBy::Liger {
        script.line(
            "        use_liger_kernel=True,",
            (
                "fuses head and loss: logits are never whole (needs liger-kernel and CUDA)",
                "融合输出头与损失：logits 从不完整存在（需 liger-kernel 与 CUDA）",
            ),
        );
    }
    script.line(
        format!("        dataloader_num_workers={},", loader.num_workers),
        (
            format!("worker processes, {} of RAM in all", size(run.figures.ram.phases.train.workers)),
            format!("加载进程，共占内存 {}", size(run.figures.ram.phases.train.workers)),
        ),
    );
    if loader.num_workers > 0 {
        script.line(
            format!("        dataloader_prefetch_factor={},", loader.prefetch_factor),
            ("batches that each worker keeps ready in RAM", "每个进程在内存中预备的批次"),
        );
        script.line(
            format!("        dataloader_persistent_workers={},", python(loader.persistent_workers)),
            ("whether workers keep their RAM between epochs", "进程是否跨轮次保留内存"),
        );
    }
    script.line(
        format!("        dataloader_pin_memory={},", python(loader.pin_memory)),
        ("page-locked copies in RAM: transfers overlap with computing", "内存中的锁页副本：传输与计算重叠"),
    );
    if loader.batched_preprocessing {
        script.line("        remove_unused_columns=False,", ("batches come whole", "批次已经完整"));
    }
    script.line("        dataloader_drop_last=True,", ("every batch has the same size", "批次大小恒定"));
    sharding(script, run);
    script.raw("    )");
    script.gap();
}

/// The Trainer's name of the optimizer, where it has one for exactly the plan's.
fn named(training: &Training) -> Option<&'static str> {
    match (training.optimizer, training.optimizer_implementation) {
        (Optimizer::Adamw, OptimizerImplementation::Foreach) => Some("adamw_torch"),
        (Optimizer::Adamw, OptimizerImplementation::Fused) => Some("adamw_torch_fused"),
        (Optimizer::Sgd, OptimizerImplementation::Foreach) => Some("sgd"),
        // By this name the states of embeddings stay in 32 bits.
        (Optimizer::Adamw8bit, _) if training.embedding_states_32bit => Some("adamw_bnb_8bit"),
        (Optimizer::Adafactor, _) => Some("adafactor"),
        _ => None,
    }
}

fn optimizer(script: &mut Script, run: Run<'_>) {
    if let Some(name) = named(run.training()) {
        script.line(format!("        optim=\"{name}\","), states(run));
    }
}

/// What the optimizer takes.
fn states(run: Run<'_>) -> (String, String) {
    let state = size(run.figures.vram.parts.optimizer_state);
    (format!("states take {state} a GPU"), format!("状态每卡占 {state}"))
}

/// The optimizer by its class, where the Trainer has no name for it.
pub(super) fn own_optimizer(script: &mut Script, run: Run<'_>) {
    let training = run.training();
    if named(training).is_some() {
        return;
    }
    let implementation = pytorch::implementation(training.optimizer_implementation).0;
    let (class, settings) = match training.optimizer {
        Optimizer::Adamw8bit => ("__import__(\"bitsandbytes\").optim.AdamW8bit", String::new()),
        Optimizer::Sgd | Optimizer::SgdMomentum => {
            let momentum = if training.optimizer == Optimizer::SgdMomentum { "0.9" } else { "0" };
            let kernels = implementation.replace('=', "\": ");
            ("torch.optim.SGD", format!(", \"momentum\": {momentum}, \"{kernels}"))
        }
        Optimizer::Adamw | Optimizer::Adafactor => ("torch.optim.AdamW", format!(", \"{}", implementation.replace('=', "\": "))),
    };
    script.line(format!("        optimizer_cls_and_kwargs=({class}, {{\"lr\": LEARNING_RATE{settings}}}),"), states(run));
}

fn sharding(script: &mut Script, run: Run<'_>) {
    let training = run.training();
    let is_sharded = run.is_distributed() && matches!(training.sharding, Sharding::Zero1 | Sharding::Zero2 | Sharding::Zero3);
    if is_sharded || training.offload != Offload::None {
        script.line(
            "        deepspeed=DEEPSPEED,",
            ("divides states over the GPUs or moves them to RAM, as configured above", "按上述配置分片状态或移到主机内存"),
        );
    } else if run.is_distributed() {
        script.line(
            "        ddp_find_unused_parameters=False,",
            ("one pass over the graph less; no memory", "少遍历一次计算图；不占内存"),
        );
    } else if run.hardware().total_gpus() > 1 {
        script.note(
            "        ",
            (
                "Started by plain python, the Trainer would wrap several visible GPUs in DataParallel; set CUDA_VISIBLE_DEVICES=0, as the plan uses one.",
                "直接用 python 启动时 Trainer 会对多卡使用 DataParallel；方案只用一张卡，请设 CUDA_VISIBLE_DEVICES=0。",
            ),
        );
    }
}
