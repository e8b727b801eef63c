//! The same run through Hugging Face's Trainer, with PEFT and bitsandbytes: its arguments, where they apply.

mod arguments;
mod data;
mod model;

use engine::host::loading::Loading;
use engine::training::{LossLogits, Method, Offload, Sharding};

use crate::code::pytorch::data::{in_memory, moved_into_memory, texts};
use crate::code::run::{Run, Spread, Task};
use crate::code::script::Script;
use data::LossBy;

use super::pytorch::distribute::configuration as deepspeed;
pub(super) use model::quantization;

/// Whether the Trainer runs this plan: text alone, not what `fully_shard` divides (the Trainer's own wrapping differs from the
/// estimate's), and no loss beside the model's own where several processes hook into the model.
pub(super) fn applies(run: Run<'_>) -> bool {
    let is_by_fsdp = matches!(run.spread(), Spread::Fsdp { .. });
    run.is_text() && !is_by_fsdp && !(run.is_distributed() && data::loss_by(run) == LossBy::Program)
}

/// `train_trainer.py`.
pub(super) fn program(run: Run<'_>) -> String {
    let mut script = Script::new(run.locale);
    let (training, data) = (run.training(), run.data());
    let title = run.title();
    script.note(
        "",
        (
            format!("{title}. Hugging Face Trainer (transformers 4.47 or later)."),
            format!("{title}。Hugging Face Trainer（transformers 4.47 及以上）。"),
        ),
    );
    script.note("", run.verdict());
    script.raw("import os").gap().raw("import torch");
    let loss_by = data::loss_by(run);
    if loss_by == LossBy::Program {
        script.raw("import torch.nn.functional as F");
    }
    script.raw("import transformers");
    match training.method {
        Method::Qlora(..) => script.raw("from peft import LoraConfig, get_peft_model, prepare_model_for_kbit_training"),
        Method::Lora(_) => script.raw("from peft import LoraConfig, get_peft_model"),
        _ => &mut script,
    };
    script.raw("from torch.utils.data import Dataset");
    if loss_by == LossBy::Program && training.loss_logits == LossLogits::Chunked {
        script.raw("from torch.utils.checkpoint import checkpoint");
    }
    script.gap();
    script.line(
        format!("MICRO_BATCH_SIZE = {}", training.micro_batch_size),
        ("samples a GPU: activations grow with it", "每卡样本数：激活值随之增长"),
    );
    script.line(
        format!("GRADIENT_ACCUMULATION_STEPS = {}", training.gradient_accumulation_steps),
        ("micro-batches an update: a larger batch at the same activations", "每次更新的微批次数：批次更大而激活值不变"),
    );
    script.line(
        format!("SEQUENCE_LENGTH = {}", data.sequence_length),
        ("tokens: activations and logits grow with it", "词元数：激活值与 logits 随之增长"),
    );
    if run.task() == Task::TextToText {
        script.line(format!("TARGET_LENGTH = {}", data.target_length), ("tokens of the answer", "目标文本的词元数"));
    }
    if run.task() == Task::ClassifyText {
        script.line(format!("NUM_CLASSES = {}", data.num_classes), ("outputs of the head", "输出头的类别数"));
    }
    script.line(
        r#"DATA_DIR = os.environ.get("DATA_DIR")"#,
        ("your data set; none: random samples", "数据集目录；为空则用随机样本"),
    );
    script.line(
        format!("LEARNING_RATE = {}", run.learning_rate()),
        ("a start, to be tuned; no effect on memory", "仅作起点，需自行调整；与内存无关"),
    );
    script.raw("MAX_STEPS = int(os.environ.get(\"MAX_STEPS\", \"0\"))");
    if run.loading() == Loading::Streamed {
        let kind = run.device_type();
        let (available, device) = match kind {
            "mps" => ("torch.backends.mps.is_available()".to_owned(), "\"mps\"".to_owned()),
            _ => (format!("torch.{kind}.is_available()"), format!("f\"{kind}:{{os.environ.get('LOCAL_RANK', 0)}}\"")),
        };
        script.raw(&format!("DEVICE = {device} if {available} else \"cpu\""));
    }
    script.gap();
    if run.is_distributed() && matches!(training.sharding, Sharding::Zero1 | Sharding::Zero2 | Sharding::Zero3)
        || training.offload != Offload::None
    {
        deepspeed(&mut script, run, "DEEPSPEED");
        script.gap();
    }
    model::write(&mut script, run);
    in_memory(&mut script, run);
    script.gap();
    texts::write(&mut script, run);
    data::loss(&mut script, run);
    arguments::write(&mut script, run);
    finish(&mut script, run);
    script.finish()
}

fn finish(script: &mut Script, run: Run<'_>) {
    script.gap().raw("def main():");
    if run.device_type() == "cuda" {
        script.raw("    if torch.cuda.is_available():");
        script.line(
            format!("        torch.cuda.set_per_process_memory_fraction({} / 100)", run.memory_percent()),
            ("caps the allocator: an error comes early, instead of spilling", "限制分配器：尽早报错，而不是溢出"),
        );
    }
    script.raw("    settings = arguments()\n    model = build_model()");
    moved_into_memory(script, run);
    let is_own = data::loss_by(run) == LossBy::Program;
    let trainer = if is_own { "Trainer" } else { "transformers.Trainer" };
    script.raw(&format!(
        "    trainer = {trainer}(\n        model=model,\n        args=settings,\n        train_dataset=Samples(),"
    ));
    if run.training().loader.batched_preprocessing {
        script.line("        data_collator=as_it_is,", ("the data set has put the batch together", "批次已由数据集组好"));
    }
    arguments::own_optimizer(script, run);
    script.raw("    )");
    if is_own {
        script.line(
            "    trainer.model_accepts_loss_kwargs = False",
            ("the Trainer divides the loss by the accumulation steps", "由 Trainer 按累积步数缩放损失"),
        );
    }
    script.raw("    trainer.train()");
    script.raw("    if torch.cuda.is_available():");
    script.line(
        "        print(f\"peak: {torch.cuda.max_memory_allocated() / 2**30:.2f} GiB\")",
        ("what to compare with the estimate", "用来与估算比较"),
    );
    script.gap().gap().raw("if __name__ == \"__main__\":\n    main()");
}
