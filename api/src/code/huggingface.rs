//! The same run through Hugging Face's Trainer, with PEFT and bitsandbytes: its arguments, where they apply.

use engine::architecture::Architecture;
use engine::training::{
    Attention, AttentionMask, LossLogits, Method, Offload, Optimizer, OptimizerImplementation, Precision, Quantization,
    QuantizationBits, Sharding,
};

use super::pytorch::distribute::configuration as deepspeed;
use super::run::{Origin, Run, Task};
use super::script::{Script, list, python, quoted};
use crate::text::{number, size};

/// Whether the Trainer takes this model: text alone.
pub(super) fn applies(run: Run<'_>) -> bool {
    run.is_text()
}

/// `train_trainer.py`.
pub(super) fn program(run: Run<'_>) -> String {
    let mut script = Script::new(run.locale);
    let (training, data) = (run.training(), run.data());
    let title = run.title();
    script.note(
        "",
        (
            format!("{title}. Hugging Face Trainer (transformers 4.46 or later)."),
            format!("{title}。Hugging Face Trainer（transformers 4.46 及以上）。"),
        ),
    );
    script.note("", run.verdict());
    script.raw("import os").gap().raw("import torch\nimport transformers");
    match training.method {
        Method::Qlora(..) => script.raw("from peft import LoraConfig, get_peft_model, prepare_model_for_kbit_training"),
        Method::Lora(_) => script.raw("from peft import LoraConfig, get_peft_model"),
        _ => &mut script,
    };
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
    script.raw(&format!("LEARNING_RATE = {}", run.learning_rate()));
    script.raw("MAX_STEPS = int(os.environ.get(\"MAX_STEPS\", \"0\"))").gap();
    if run.is_distributed() && matches!(training.sharding, Sharding::Zero1 | Sharding::Zero2 | Sharding::Zero3)
        || training.offload != Offload::None
    {
        deepspeed(&mut script, run, "DEEPSPEED");
        script.gap();
    }
    model(&mut script, run);
    samples(&mut script, run);
    loss(&mut script, run);
    arguments(&mut script, run);
    finish(&mut script, run);
    script.finish()
}

/// How frozen weights are quantized.
pub(super) fn quantization(script: &mut Script, run: Run<'_>, quantization: Quantization, indent: &str) {
    let library = if run.is_text() { "transformers" } else { "diffusers" };
    script.raw(&format!("{indent}quantization = {library}.BitsAndBytesConfig("));
    match quantization.bits {
        QuantizationBits::Four => {
            script.line(
                format!("{indent}    load_in_4bit=True,"),
                ("frozen weights take half a byte each", "冻结权重每个占半字节"),
            );
            script.line(
                format!("{indent}    bnb_4bit_quant_type=\"nf4\","),
                ("levels spaced for weights; same memory as fp4", "按权重分布取值；显存与 fp4 相同"),
            );
            script.line(
                format!("{indent}    bnb_4bit_use_double_quant={},", python(quantization.double_quantization)),
                if quantization.double_quantization {
                    (
                        "scales are quantized as well: 0.127 instead of 0.5 bit a weight",
                        "缩放系数也被量化：每权重 0.127 位而非 0.5 位",
                    )
                } else {
                    ("scales stay FP32: half a bit a weight", "缩放系数保持 FP32：每权重 0.5 位")
                },
            );
            script.line(
                format!("{indent}    bnb_4bit_compute_dtype=torch.{},", run.weights()),
                ("weights are unpacked to this for each product, a layer at a time", "每次乘法时逐层解包为该类型"),
            );
            if run.training().sharding == Sharding::Zero3 {
                script.line(
                    format!("{indent}    bnb_4bit_quant_storage=torch.{},", run.weights()),
                    ("a storage type that sharding can cut", "分片可切分的存储类型"),
                );
            }
        }
        QuantizationBits::Eight => {
            script.line(format!("{indent}    load_in_8bit=True,"), ("frozen weights take a byte each", "冻结权重每个占一字节"));
        }
    }
    script.raw(&format!("{indent})"));
}

fn model(script: &mut Script, run: Run<'_>) {
    let kind = match run.task() {
        Task::NextToken => "AutoModelForCausalLM",
        Task::TextToText => "AutoModelForSeq2SeqLM",
        Task::MaskedTokens => "AutoModelForMaskedLM",
        _ => "AutoModelForSequenceClassification",
    };
    let classes =
        if run.task() == Task::ClassifyText { format!(", num_labels={}", run.data().num_classes) } else { String::new() };
    let attention = match run.training().attention {
        Attention::Eager => "eager",
        Attention::Sdpa => "sdpa",
    };
    let weights = size(run.estimate.vram.parts.parameters);
    script.gap().raw("def load_model():");
    if run.origin() == Origin::Configuration {
        script.raw(&format!("    config = transformers.AutoConfig.for_model({}{classes})", super::configuration::arguments(run)));
        script.raw(&format!("    return transformers.{kind}.from_config("));
        script.raw("        config,");
    } else {
        let Origin::Transformers(repository) = run.origin() else {
            script.raw("    raise NotImplementedError(\"return your model here\")");
            return;
        };
        if let Some(settings) = run.quantization() {
            quantization(script, run, settings, "    ");
        }
        script.raw(&format!("    return transformers.{kind}.from_pretrained(\n        {}{classes},", quoted(repository)));
        if run.quantization().is_some() {
            script.raw("        quantization_config=quantization,");
        }
    }
    script.line(
        format!("        torch_dtype=torch.{},", run.weights()),
        (format!("storage of the weights: {weights} a GPU"), format!("权重的存储类型：每卡 {weights}")),
    );
    script.line(
        format!("        attn_implementation=\"{attention}\","),
        if attention == "sdpa" {
            ("fused attention: scores never reach memory", "融合注意力：注意力分数不落显存")
        } else {
            ("scores are materialised: memory grows with the square of the sequence", "完整生成分数：显存随长度平方增长")
        },
    );
    script.raw("    )").gap().gap().raw("def build_model():\n    model = load_model()");
    adapters(script, run);
    script.raw("    return model");
    script.gap();
}

fn adapters(script: &mut Script, run: Run<'_>) {
    let Some(lora) = run.training().method.lora() else { return };
    if run.quantization().is_some_and(|quantization| quantization.upcast_unquantized) {
        script.line(
            "    model = prepare_model_for_kbit_training(model, use_gradient_checkpointing=False)",
            ("embeddings, norms and head become FP32: 4 bytes a weight", "嵌入、归一化与输出头转为 FP32：每权重 4 字节"),
        );
    }
    let targets = run.adapter_targets();
    let targets: Vec<&str> = targets.iter().map(String::as_str).collect();
    script.raw("    adapters = LoraConfig(");
    script.line(
        format!("        r={},", lora.rank),
        ("weights, gradients and states of the adapters grow with it", "适配器的权重、梯度与状态随之增长"),
    );
    script.line(format!("        lora_alpha={},", lora.rank * 2), ("scale of the adapters; no memory", "适配器的缩放；不占内存"));
    script.line(
        format!("        lora_dropout={},", lora.dropout),
        ("above 0 each adapted layer keeps a mask and a copy of its input", "大于 0 时每个被适配层多存一份掩码与输入副本"),
    );
    script.line(
        format!("        target_modules={},", list(&targets)),
        ("more layers: more adapters, and more inputs kept for them", "层越多：适配器越多，为其保存的输入也越多"),
    );
    if matches!(run.model(), Architecture::Gpt2(_)) {
        script.raw("        fan_in_fan_out=True,");
    }
    script.raw("    )");
    script.line(
        format!("    model = get_peft_model(model, adapters, autocast_adapter_dtype={})", python(run.has_fp32_adapters())),
        ("only the adapters get gradients and states", "只有适配器有梯度和优化器状态"),
    );
    if run.has_checkpointing() {
        script
            .line("    model.enable_input_require_grads()", ("lets gradients through frozen embeddings", "让梯度穿过冻结的嵌入"));
    }
}

/// Random samples of the right size; whoever has data puts them here.
fn samples(script: &mut Script, run: Run<'_>) {
    let vocabulary = match run.model() {
        Architecture::Encoder(model) => model.vocab_size,
        Architecture::Decoder(model) => model.vocab_size,
        Architecture::Gpt2(model) => model.vocab_size,
        Architecture::T5(model) => model.vocab_size,
        _ => 1,
    };
    script.gap().note(
        "",
        (
            "Random samples of full length, to measure with; put a tokenized datasets.Dataset in their place.",
            "满长度的随机样本，用于测量；请换成已分词的 datasets.Dataset。",
        ),
    );
    script.raw(&format!(
        "class Samples(torch.utils.data.Dataset):\n    def __len__(self):\n        return {}\n\n    def __getitem__(self, index):\n        ids = torch.randint({vocabulary}, (SEQUENCE_LENGTH,))",
        run.data().samples
    ));
    let labels = match run.task() {
        Task::ClassifyText => format!("index % {}", run.data().num_classes),
        Task::TextToText => "ids.new_zeros(TARGET_LENGTH)".to_owned(),
        _ => "ids".to_owned(),
    };
    if run.training().attention_mask == AttentionMask::Padded {
        script.line(
            format!("        return {{\"input_ids\": ids, \"attention_mask\": torch.ones_like(ids), \"labels\": {labels}}}"),
            ("a mask rules the flash kernel out: attention takes more memory", "有掩码时无法使用 flash 内核：注意力占用更多显存"),
        );
    } else {
        script.raw(&format!("        return {{\"input_ids\": ids, \"labels\": {labels}}}"));
    }
    script.gap();
}

fn loss(script: &mut Script, run: Run<'_>) {
    if run.task() != Task::NextToken {
        return;
    }
    match run.training().loss_logits {
        LossLogits::Upcast | LossLogits::Chunked => {}
        LossLogits::UpcastShiftedCopy => {
            script.gap().note(
                "",
                (
                    "The shifted copy of FP32 logits was made by transformers before 4.46; this Trainer only makes the FP32 copy and needs less than the estimate.",
                    "FP32 logits 的移位副本出现在 transformers 4.46 之前；此 Trainer 只有 FP32 副本，所需少于估算。",
                ),
            );
        }
        LossLogits::LowPrecision => {
            script.gap().raw("def compute_loss(outputs, labels, num_items_in_batch=None):");
            script.line(
                "    logits = outputs.logits[:, :-1].flatten(0, 1)",
                ("kept in 16 bits: no FP32 copy of tokens x vocabulary", "保持 16 位：没有“词元 × 词表”的 FP32 副本"),
            );
            script.raw(
                "    total = torch.nn.functional.cross_entropy(logits, labels[:, 1:].flatten(), ignore_index=-100, reduction=\"sum\")\n    return total / (num_items_in_batch if num_items_in_batch is not None else max(labels[:, 1:].numel(), 1))",
            );
            script.gap();
        }
    }
}

fn arguments(script: &mut Script, run: Run<'_>) {
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
    let autocast = run.autocast();
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
    if run.task() == Task::NextToken && training.loss_logits == LossLogits::Chunked {
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
            format!("worker processes, {} of RAM in all", size(run.estimate.ram.phases.train.workers)),
            format!("加载进程，共占内存 {}", size(run.estimate.ram.phases.train.workers)),
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
    script.line("        dataloader_drop_last=True,", ("every batch has the same size", "批次大小恒定"));
    sharding(script, run);
    script.raw("    )");
    script.gap();
}

/// The Trainer's name of the optimizer, and what it does.
fn optimizer(script: &mut Script, run: Run<'_>) {
    let training = run.training();
    let state = size(run.estimate.vram.parts.optimizer_state);
    let words = (format!("states take {state} a GPU"), format!("状态每卡占 {state}"));
    let name = match (training.optimizer, training.optimizer_implementation) {
        (Optimizer::Adamw, OptimizerImplementation::Fused) => "adamw_torch_fused",
        (Optimizer::Adamw, _) => "adamw_torch",
        (Optimizer::Adamw8bit, _) => "adamw_bnb_8bit",
        (Optimizer::Adafactor, _) => "adafactor",
        (Optimizer::Sgd | Optimizer::SgdMomentum, _) => "sgd",
    };
    script.line(format!("        optim=\"{name}\","), words);
    match (training.optimizer, training.optimizer_implementation) {
        (Optimizer::Adamw8bit, _) if !training.embedding_states_32bit => {
            script.note(
                "        ",
                (
                    "The Trainer keeps the states of embeddings in 32 bits, which the plan does not count: 6 bytes more for each of their weights.",
                    "Trainer 把嵌入的状态保持为 32 位，方案未计入：其每个权重多 6 字节。",
                ),
            );
        }
        (Optimizer::SgdMomentum, _) => {
            script.note(
                "        ",
                (
                    "The Trainer's sgd has no momentum; the plan's state for it is not needed here.",
                    "Trainer 的 sgd 没有动量；此处不需要方案中的动量状态。",
                ),
            );
        }
        (Optimizer::Adamw | Optimizer::Sgd, OptimizerImplementation::ForLoop) => {
            script.note(
                "        ",
                (
                    "The Trainer has no name for the loop over single tensors; this one needs temporaries as large as the weights.",
                    "Trainer 没有逐张量实现的名称；此实现需要与权重同量级的临时张量。",
                ),
            );
        }
        (Optimizer::Sgd, OptimizerImplementation::Fused) => {
            script.note(
                "        ",
                ("The Trainer has no fused sgd; foreach runs instead.", "Trainer 没有 fused 的 sgd；以 foreach 代替。"),
            );
        }
        _ => {}
    }
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

fn finish(script: &mut Script, run: Run<'_>) {
    script.gap().raw("def main():");
    if run.device_type() == "cuda" {
        script.raw("    if torch.cuda.is_available():");
        script.line(
            format!("        torch.cuda.set_per_process_memory_fraction({} / 100)", run.memory_percent()),
            ("caps the allocator: an error comes early, instead of spilling", "限制分配器：尽早报错，而不是溢出"),
        );
    }
    let compute = if run.task() == Task::NextToken && run.training().loss_logits == LossLogits::LowPrecision {
        ", compute_loss_func=compute_loss"
    } else {
        ""
    };
    script.raw(&format!(
        "    model = build_model()\n    trainer = transformers.Trainer(model=model, args=arguments(), train_dataset=Samples(){compute})\n    trainer.train()"
    ));
    script.raw("    if torch.cuda.is_available():");
    script.line(
        "        print(f\"peak: {torch.cuda.max_memory_allocated() / 2**30:.2f} GiB\")",
        ("what to compare with the estimate", "用来与估算比较"),
    );
    script.gap().gap().raw("if __name__ == \"__main__\":\n    main()");
}
