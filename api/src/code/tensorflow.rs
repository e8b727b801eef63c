//! The same run in TensorFlow 2.13 or later with Keras: what it has for each setting, and what it has not.
//!
//! Its interfaces and the presets were checked against TensorFlow 2.21 with Keras 3.15 and `KerasHub` 0.32, on the processor.

use engine::training::{Cache, MemoryFormat, Method, Offload, Optimizer, OptimizerImplementation, Precision, Sharding};
use engine::units::MIB;

use super::constants::constants;
use super::run::{Run, Task};
use super::script::{Script, quoted};
use crate::text::{number, size};

/// Models of `tf.keras.applications` by our ids.
const APPLICATIONS: [(&str, &str); 10] = [
    ("resnet50", "ResNet50"),
    ("resnet101", "ResNet101"),
    ("resnet152", "ResNet152"),
    ("densenet121", "DenseNet121"),
    ("mobilenet_v2", "MobileNetV2"),
    ("mobilenet_v3_large", "MobileNetV3Large"),
    ("efficientnet_b0", "EfficientNetB0"),
    ("efficientnet_b4", "EfficientNetB4"),
    ("convnext_tiny", "ConvNeXtTiny"),
    ("convnext_base", "ConvNeXtBase"),
];

/// Presets of `KerasHub` by our ids.
const PRESETS: [(&str, &str); 19] = [
    ("bert-base", "bert_base_en_uncased"),
    ("bert-large", "bert_large_en_uncased"),
    ("roberta-base", "roberta_base_en"),
    ("distilbert", "distil_bert_base_en_uncased"),
    ("gpt2", "gpt2_base_en"),
    ("gpt2-medium", "gpt2_medium_en"),
    ("gpt2-large", "gpt2_large_en"),
    ("gpt2-xl", "gpt2_extra_large_en"),
    ("llama-2-7b", "llama2_7b_en"),
    ("llama-3-8b", "llama3_8b_en"),
    ("llama-3.2-1b", "llama3.2_1b"),
    ("llama-3.2-3b", "llama3.2_3b"),
    ("mistral-7b", "mistral_7b_en"),
    ("qwen2.5-0.5b", "qwen2.5_0.5b_en"),
    ("qwen2.5-7b", "qwen2.5_7b_en"),
    ("phi-3-mini", "phi3_mini_4k_instruct_en"),
    ("gemma-2-2b", "gemma2_2b_en"),
    ("mixtral-8x7b", "mixtral_8_7b_en"),
    ("qwen1.5-moe-a2.7b", "qwen1.5_moe_2.7b_en"),
];

fn found(table: &[(&str, &'static str)], run: Run<'_>) -> Option<&'static str> {
    let id = run.inputs.model.id.as_deref()?;
    table.iter().find(|(ours, _)| *ours == id).map(|(_, theirs)| *theirs)
}

/// `train_tensorflow.py`.
pub(super) fn program(run: Run<'_>) -> String {
    let mut script = Script::new(run.locale);
    let title = run.title();
    script.note(
        "",
        (format!("{title}. TensorFlow 2.13 or later with Keras."), format!("{title}。TensorFlow 2.13 及以上，Keras。")),
    );
    script.note("", run.verdict());
    script.note(
        "",
        (
            "The estimate's memory model was checked against PyTorch: TensorFlow's allocator (BFC) differs, so leave a margin.",
            "估算的内存模型以 PyTorch 校验：TensorFlow 的分配器（BFC）不同，请留出余量。",
        ),
    );
    script.raw("import os\nimport time").gap().raw("import tensorflow as tf");
    if run.is_text() {
        script.line("import keras_hub", ("keras_nlp before TensorFlow 2.16", "TensorFlow 2.16 之前为 keras_nlp"));
    }
    script.gap();
    settings(&mut script, run);
    limits(&mut script, run);
    model(&mut script, run);
    optimizer(&mut script, run);
    data(&mut script, run);
    main(&mut script, run);
    script.finish()
}

fn settings(script: &mut Script, run: Run<'_>) {
    constants(script, run, ("samples a GPU: activations grow with it", "每卡样本数：激活值随之增长"));
    script.gap();
}

fn limits(script: &mut Script, run: Run<'_>) {
    let mib = run.memory_limit().0 / MIB;
    script.gap().raw("def limit_memory():\n    for gpu in tf.config.list_physical_devices(\"GPU\"):");
    script.line(
        format!(
            "        tf.config.set_logical_device_configuration(gpu, [tf.config.LogicalDeviceConfiguration(memory_limit={mib})])"
        ),
        (
            format!("at most {} of the card, in MiB; without it TensorFlow takes all of it at once", size(run.memory_limit())),
            format!("最多使用显卡的 {}（单位 MiB）；否则 TensorFlow 一次占满", size(run.memory_limit())),
        ),
    );
    script.note(
        "        ",
        (
            "Or instead, never both: tf.config.experimental.set_memory_growth(gpu, True) takes memory as it is needed and gives none back.",
            "或改用（不可同时）：tf.config.experimental.set_memory_growth(gpu, True) 按需增长，且不归还。",
        ),
    );
    let (policy, words) = match run.training().precision {
        Precision::Fp16Amp => (
            "mixed_float16",
            ("activations in FP16, weights in FP32; Keras scales the loss", "激活值 FP16，权重 FP32；Keras 自动缩放损失"),
        ),
        Precision::Bf16Amp => ("mixed_bfloat16", ("activations in BF16, weights in FP32", "激活值 BF16，权重 FP32")),
        Precision::Bf16 => ("bfloat16", ("weights, gradients and states in BF16", "权重、梯度与状态均为 BF16")),
        Precision::Fp32 | Precision::Tf32 => ("float32", ("4 bytes a weight and an activation", "权重与激活值均为 4 字节")),
    };
    script.line(format!("    tf.keras.mixed_precision.set_global_policy({})", quoted(policy)), words);
    let tf32 = if run.training().precision == Precision::Fp32 { "False" } else { "True" };
    script.line(
        format!("    tf.config.experimental.enable_tensor_float_32_execution({tf32})"),
        ("TF32 tensor cores for what stays FP32; same memory", "保留 FP32 的部分走 TF32 张量核心；内存不变"),
    );
    script.gap();
}

fn model(script: &mut Script, run: Run<'_>) {
    script.gap().raw("def build_model():");
    if run.has_checkpointing() {
        script.line(
            "    with tf.keras.RematScope(mode=\"full\"):",
            ("layers keep their inputs and compute the rest again (Keras 3.9 or later; before it wrap calls in tf.recompute_grad)", "各层只保留输入，其余反向时重算（Keras 3.9 及以上；更早请用 tf.recompute_grad 包装）"),
        );
        script.raw("        model = load_model()");
    } else {
        script.raw("    model = load_model()");
    }
    method(script, run);
    script.raw("    return model");
    script.gap().gap().raw("def load_model():");
    let weights = size(run.estimate.vram.parts.parameters);
    let words = (format!("weights take {weights} a GPU"), format!("权重每卡占 {weights}"));
    if let Some(name) = found(&APPLICATIONS, run) {
        script.line(
            format!("    return tf.keras.applications.{name}(weights=None, input_shape=(*IMAGE_SIZE, 3), classes=NUM_CLASSES, classifier_activation=None)"),
            words,
        );
    } else if let (true, Some(name)) = (run.is_text(), found(&PRESETS, run)) {
        let (class, classes) = match run.task() {
            Task::MaskedTokens => ("MaskedLM", ""),
            Task::ClassifyText => ("TextClassifier", ", num_classes=NUM_CLASSES"),
            _ => ("CausalLM", ""),
        };
        script.line(
            format!("    return keras_hub.models.{class}.from_preset({}{classes}, preprocessor=None)", quoted(name)),
            words,
        );
    } else {
        script.line(
            "    raise NotImplementedError(\"return your Keras model here\")",
            (
                "neither tf.keras.applications nor KerasHub publishes this model",
                "tf.keras.applications 与 KerasHub 均未提供该模型",
            ),
        );
    }
    script.gap();
}

fn method(script: &mut Script, run: Run<'_>) {
    match &run.training().method {
        Method::Full => {}
        Method::FrozenBackbone => {
            script.raw("    for layer in model.layers[:-1]:");
            script.line(
                "        layer.trainable = False",
                ("frozen weights have neither gradients nor states", "冻结的权重没有梯度和状态"),
            );
        }
        Method::Lora(lora) | Method::Qlora(lora, _) => {
            if let Some(quantization) = run.quantization() {
                let mode = if quantization.bits == engine::training::QuantizationBits::Four { "int4" } else { "int8" };
                script.line(
                    format!("    model.quantize(\"{mode}\")"),
                    ("Keras has whole numbers of 8 bits (3.4 or later) and 4 bits (3.12 or later), not NF4: about the same memory", "Keras 提供 8 位（3.4 及以上）与 4 位（3.12 及以上）整数而非 NF4：显存相近"),
                );
            }
            script.line(
                format!("    model.backbone.enable_lora({})", lora.rank),
                (
                    "adapters at query and value alone, whatever targets the plan has; the rest is frozen",
                    "适配器仅加在 query 与 value 上，与方案的目标模块无关；其余冻结",
                ),
            );
            if lora.dropout > 0.0 {
                script.note("    ", ("Keras' adapters have no dropout.", "Keras 的适配器没有 dropout。"));
            }
        }
    }
}

fn optimizer(script: &mut Script, run: Run<'_>) {
    let training = run.training();
    let decay = number(training.weight_decay);
    let state = size(run.estimate.vram.parts.optimizer_state);
    script.gap().raw("def build_optimizer():");
    if training.gradient_accumulation_steps > 1 {
        script.line(
            "    accumulation = {\"gradient_accumulation_steps\": GRADIENT_ACCUMULATION_STEPS}",
            (
                "Keras 3.1 or later; earlier releases need a train_step of their own",
                "Keras 3.1 及以上；更早版本需自写 train_step",
            ),
        );
    } else {
        script.raw("    accumulation = {}");
    }
    let words = (
        format!("states take {state} a GPU in PyTorch; Keras keeps them in the weights' type"),
        format!("在 PyTorch 中状态每卡占 {state}；Keras 以权重的类型保存"),
    );
    match training.optimizer {
        Optimizer::Adamw8bit => {
            script.note(
                "    ",
                (
                    "Keras has no 8-bit AdamW: states take 4 bytes each instead of 1.",
                    "Keras 没有 8 位 AdamW：每个状态占 4 字节而非 1 字节。",
                ),
            );
            script.line(
                format!("    return tf.keras.optimizers.AdamW(LEARNING_RATE, weight_decay={decay}, **accumulation)"),
                words,
            );
        }
        Optimizer::Adamw => {
            script.line(
                format!("    return tf.keras.optimizers.AdamW(LEARNING_RATE, weight_decay={decay}, **accumulation)"),
                words,
            );
        }
        Optimizer::Adafactor => {
            script.line(
                format!("    return tf.keras.optimizers.Adafactor(LEARNING_RATE, weight_decay={decay}, **accumulation)"),
                words,
            );
        }
        Optimizer::Sgd | Optimizer::SgdMomentum => {
            let momentum = if training.optimizer == Optimizer::Sgd { "0.0" } else { "0.9" };
            script.line(
                format!(
                    "    return tf.keras.optimizers.SGD(LEARNING_RATE, momentum={momentum}, weight_decay={decay}, **accumulation)"
                ),
                words,
            );
        }
    }
    if training.optimizer_implementation != OptimizerImplementation::Foreach {
        script.note(
            "    ",
            (
                "Fused and looped implementations are PyTorch's; XLA (jit_compile) fuses updates here.",
                "fused 与逐张量实现属于 PyTorch；此处由 XLA（jit_compile）融合更新。",
            ),
        );
    }
    script.gap();
}

fn data(script: &mut Script, run: Run<'_>) {
    let loader = &run.training().loader;
    script.gap().raw("def build_dataset(batch_size):");
    match run.task() {
        Task::ClassifyText | Task::MaskedTokens | Task::NextToken | Task::TextToText => {
            script.note(
                "    ",
                (
                    "Token ids of full length; put your tokenized tf.data.Dataset in their place.",
                    "满长度的词元；请换成已分词的 tf.data.Dataset。",
                ),
            );
            let vocabulary = match run.model() {
                engine::architecture::Architecture::Encoder(model) => model.vocab_size,
                engine::architecture::Architecture::Decoder(model) => model.vocab_size,
                engine::architecture::Architecture::Gpt2(model) => model.vocab_size,
                engine::architecture::Architecture::T5(model) => model.vocab_size,
                _ => 1,
            };
            script.raw(&format!(
                "    def sample(index):\n        ids = tf.random.uniform((SEQUENCE_LENGTH,), maxval={vocabulary}, dtype=tf.int32)\n        inputs = {{\"token_ids\": ids, \"padding_mask\": tf.ones_like(ids)}}"
            ));
            if let engine::architecture::Architecture::Encoder(encoder) = run.model()
                && matches!(encoder.variant, engine::architecture::EncoderVariant::Bert)
            {
                script.raw("        inputs[\"segment_ids\"] = tf.zeros_like(ids)");
            }
            script.raw(match run.task() {
                Task::ClassifyText => "        return inputs, tf.cast(index % NUM_CLASSES, tf.int32)",
                Task::MaskedTokens => "        inputs[\"mask_positions\"] = tf.range(SEQUENCE_LENGTH // 8)\n        return inputs, ids[: SEQUENCE_LENGTH // 8]",
                _ => "        return inputs, tf.roll(ids, -1, axis=0)",
            });
            script.gap().raw("    samples = tf.data.Dataset.range(SAMPLES)");
        }
        _ => {
            script.raw(
                r"
    def sample(index):
        return tf.random.normal((*IMAGE_SIZE, 3)), tf.cast(index % NUM_CLASSES, tf.int32)

    def prepare(image, label):
        return tf.image.random_flip_left_right(image), label

    if DATA_DIR:
        samples = tf.keras.utils.image_dataset_from_directory(DATA_DIR, image_size=IMAGE_SIZE, batch_size=None)
        sample = prepare
    else:
        samples = tf.data.Dataset.range(SAMPLES)",
            );
        }
    }
    let workers = if loader.num_workers == 0 { "tf.data.AUTOTUNE".to_owned() } else { loader.num_workers.to_string() };
    script.line(
        format!("    samples = samples.map(sample, num_parallel_calls={workers}, deterministic=False)"),
        (
            "threads of this process, not worker processes: less RAM than PyTorch's; order is given up for speed",
            "本进程内的线程而非独立进程：内存少于 PyTorch；以顺序换速度",
        ),
    );
    if loader.cache != Cache::None {
        script.line(
            "    samples = samples.cache()",
            (
                "decoded samples in RAM after the first epoch: larger than the files; cache(\"file\") puts them on the disk",
                "首轮之后解码后的样本留在内存：大于原文件；cache(\"file\") 则存到硬盘",
            ),
        );
    }
    script.line(
        "    samples = samples.shuffle(1_000)",
        ("a buffer of so many decoded samples in RAM; 10,000 where it fits", "内存中的缓冲样本数；放得下时可用 10,000"),
    );
    script.line(
        "    samples = samples.repeat().batch(batch_size, drop_remainder=True)",
        ("every batch has the same size: one graph, steady memory", "批次大小恒定：单一计算图，内存平稳"),
    );
    script.line(
        format!(
            "    return samples.prefetch({})",
            if loader.num_workers == 0 { "tf.data.AUTOTUNE".to_owned() } else { loader.prefetch_factor.to_string() }
        ),
        (
            "batches kept ready in RAM; tf.data.AUTOTUNE lets the runtime choose",
            "内存中预备的批次；tf.data.AUTOTUNE 由运行时决定",
        ),
    );
    script.note(
        "    ",
        (
            "pin_memory and persistent_workers are PyTorch's: TensorFlow stages transfers itself.",
            "pin_memory 与 persistent_workers 属于 PyTorch：TensorFlow 自行处理传输。",
        ),
    );
    script.gap();
}

fn main(script: &mut Script, run: Run<'_>) {
    let training = run.training();
    script.gap().raw("def main():\n    limit_memory()");
    let gpus = run.hardware().total_gpus();
    if run.is_distributed() && run.hardware().nodes > 1 {
        script.line(
            "    strategy = tf.distribute.MultiWorkerMirroredStrategy()",
            (
                "a whole replica on every GPU of every node; TF_CONFIG names the nodes",
                "每节点每卡一份完整副本；由 TF_CONFIG 指明节点",
            ),
        );
    } else if run.is_distributed() {
        script.line(
            "    strategy = tf.distribute.MirroredStrategy()",
            ("a whole replica on every GPU; gradients are averaged", "每卡一份完整副本；平均梯度"),
        );
    } else {
        script.line("    strategy = tf.distribute.get_strategy()", ("one GPU", "单卡"));
    }
    if matches!(training.sharding, Sharding::Zero1 | Sharding::Zero2 | Sharding::Zero3) {
        script.note(
            "    ",
            (
                "TensorFlow has no ZeRO: states are whole on every GPU, so it needs more than the estimate.",
                "TensorFlow 没有 ZeRO：每卡状态完整，所需多于估算。",
            ),
        );
    }
    if training.offload != Offload::None {
        script.note(
            "    ",
            (
                "TensorFlow has no offload to RAM: what the estimate puts there stays on the GPU.",
                "TensorFlow 没有卸载到主机内存的功能：相应部分仍在 GPU 上。",
            ),
        );
    }
    if gpus > 1 && !run.is_distributed() {
        script
            .note("    ", (format!("{} GPUs stay idle in this plan.", gpus - 1), format!("本方案有 {} 块 GPU 空闲。", gpus - 1)));
    }
    script.raw("    with strategy.scope():\n        model = build_model()\n        optimizer = build_optimizer()");
    let loss = match run.task() {
        Task::Classify | Task::Segment { .. } | Task::ClassifyText | Task::MaskedTokens | Task::NextToken | Task::TextToText => {
            "tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)"
        }
        Task::Detect { .. } | Task::Denoise(_) => "tf.keras.losses.MeanSquaredError()",
    };
    script.line(
        format!("        model.compile(optimizer, loss={loss}, jit_compile=False)"),
        (
            "True lets XLA fuse operators: often less memory, never counted in the estimate",
            "设为 True 由 XLA 融合算子：通常更省显存，估算未计入",
        ),
    );
    if training.memory_format == MemoryFormat::ChannelsLast || !run.is_text() {
        script.note("    ", ("Pictures are NHWC (channels last) in Keras anyway.", "Keras 中图片本就是 NHWC（channels last）。"));
    }
    script.raw("    batch = MICRO_BATCH_SIZE * strategy.num_replicas_in_sync\n    steps = MAX_STEPS * GRADIENT_ACCUMULATION_STEPS or max(SAMPLES // batch, 1)\n    started = time.perf_counter()");
    script.raw("    model.fit(build_dataset(batch), epochs=1 if MAX_STEPS else EPOCHS, steps_per_epoch=steps)");
    script.raw("    print(f\"{steps * batch / (time.perf_counter() - started):.2f} samples a second, start included\")");
    script.raw("    if tf.config.list_physical_devices(\"GPU\"):");
    script.line(
        "        peak = tf.config.experimental.get_memory_info(\"GPU:0\")[\"peak\"]",
        ("live tensors at their peak: compare with the estimate", "存活张量的峰值：与估算比较"),
    );
    script.raw("        print(f\"peak: {peak / 2**30:.2f} GiB\")");
    script.gap().gap().raw("if __name__ == \"__main__\":\n    main()");
}
