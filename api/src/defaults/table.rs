//! The defaults in words.

/// What a field is when it is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Default {
    /// JSON pointer of the field.
    pub pointer: &'static str,
    /// The value, or how it is chosen.
    pub value: &'static str,
    /// Why.
    pub reason: &'static str,
}

const fn row(pointer: &'static str, value: &'static str, reason: &'static str) -> Default {
    Default { pointer, value, reason }
}

/// Every field that has a default, in the order in which a scenario is written.
#[rustfmt::skip]
pub static TABLE: &[Default] = &[
    row("/hardware/gpu/pcie_gen", "4", "what cards of the last generations have at least"),
    row("/hardware/gpu/pcie_lanes", "16", "a full slot"),
    row("/hardware/gpu/tdp_w", "300", "between the usual 200 and 450 W"),
    row("/hardware/gpu/vendor", "nvidia", "the memory model was checked on CUDA"),
    row("/hardware/gpu_count", "1", "one card"),
    row("/hardware/nodes", "1", "one machine"),
    row("/hardware/display_attached", "false", "a training card without a desktop"),
    row("/hardware/cpu", "core-i9-13900k; epyc-9554 beside data-center cards or more than two cards a node", "what such cards are usually built with; desktop processors have lanes for two cards"),
    row("/hardware/ram_gib", "recommended, as kits for the processor add up to it", "the kit that holds the run and a stated reserve"),
    row("/hardware/storage", "samsung-990-pro-2tb", "a common fast drive of PCIe 4.0"),
    row("/hardware/os", "linux", "where most training runs"),
    row("/model/config/num_key_value_heads", "as many as query heads; 8 for mistral and mixtral, 4 for gemma2 and qwen3_moe", "the configuration's own default"),
    row("/model/config/head_dim", "hidden_size / num_attention_heads; 256 for gemma and gemma2, 128 for qwen3, 64 for t5", "the configuration's own default"),
    row("/model/config/max_position_embeddings", "512 for encoders, 2048 for decoders, 1024 for gpt2", "the configuration's own default"),
    row("/model/config/type_vocab_size", "2", "the configuration's own default"),
    row("/model/config/tie_word_embeddings", "false; true for gemma, gemma2 and t5", "the configuration's own default"),
    row("/model/config/attention_bias", "false; true for qwen2 and qwen2_moe", "the configuration's own default"),
    row("/model/config/decoder_sparse_step", "1", "the configuration's own default"),
    row("/model/config/norm_topk_prob", "false; always true for mixtral", "the configuration's own default"),
    row("/model/config/num_decoder_layers", "as many as the encoder's", "the configuration's own default"),
    row("/model/config/relative_attention_num_buckets", "32", "the configuration's own default"),
    row("/model/config/feed_forward_proj", "relu", "the configuration's own default"),
    row("/training/method", "full", "nothing is frozen unless asked"),
    row("/training/lora/rank", "8", "PEFT's default"),
    row("/training/lora/targets", "attention", "query, key, value and output, the usual choice"),
    row("/training/lora/dropout", "0", "PEFT's default"),
    row("/training/lora/adapter_dtype", "fp32; bf16 where the precision is bf16", "PEFT creates adapters in FP32"),
    row("/training/quantization/bits", "4", "NF4, as the QLoRA paper recommends"),
    row("/training/quantization/double_quantization", "true", "as in the QLoRA paper"),
    row("/training/quantization/upcast_unquantized", "true", "PEFT's preparation does it"),
    row("/training/precision", "bf16-amp; fp16-amp on cards without BF16, fp32 without either", "BF16 needs no loss scaling"),
    row("/training/optimizer", "adamw", "the usual optimizer for fine-tuning"),
    row("/training/optimizer_implementation", "foreach", "PyTorch's default on a GPU"),
    row("/training/weight_decay", "0.01; 0.0001 for SGD", "PyTorch's default for AdamW; the usual value for SGD on images"),
    row("/training/embedding_states_32bit", "false", "bitsandbytes' own default"),
    row("/training/activation_checkpointing", "none", "PyTorch's default"),
    row("/training/attention", "sdpa", "the default of current libraries"),
    row("/training/attention_mask", "none", "samples of one length need none"),
    row("/training/loss_logits", "upcast", "what current Hugging Face models do"),
    row("/training/memory_format", "contiguous", "PyTorch's default"),
    row("/training/resident_frozen_models", "false", "latents and text encodings can be made beforehand"),
    row("/training/micro_batch_size", "recommended", "the advisor's choice for the scenario"),
    row("/training/gradient_accumulation_steps", "1", "one micro-batch a step"),
    row("/training/sharding", "none", "a second GPU does nothing until it is configured"),
    row("/training/offload", "none", "everything on the GPU"),
    row("/training/framework", "pytorch", "the framework that the memory model was checked against"),
    row("/training/loader/num_workers", "recommended", "from the processor and the data"),
    row("/training/loader/prefetch_factor", "recommended", "from the processor and the data"),
    row("/training/loader/pin_memory", "recommended", "from the processor and the data"),
    row("/training/loader/persistent_workers", "recommended", "from the processor and the data"),
    row("/training/loader/cache", "recommended", "from the processor and the data"),
    row("/training/loader/batched_preprocessing", "false", "PyTorch fetches sample by sample unless the data set is written otherwise"),
    row("/training/epochs", "10", "a middling run; only the total time depends on it"),
    row("/data/kind", "what the model reads", "a model reads one kind"),
    row("/data/samples", "50000 images, 100000 texts", "the guides' example sizes"),
    row("/data/image_size", "what the model was published with (classifiers 224 or 380, segmentation 512 or 520, detection 800, diffusion 512 or 1024)", "pretrained weights expect it"),
    row("/data/sequence_length", "512, or the model's positions where they are fewer", "a usual length for fine-tuning"),
    row("/data/target_length", "128, or the sequence length where it is shorter", "a usual length of summaries"),
    row("/data/text_tokens", "512", "what T5 text encoders are run at"),
    row("/data/task", "classification", "the usual task of an encoder"),
    row("/data/num_classes", "the model's published head; 2 for texts", "pretrained heads have it"),
    row("/data/objects_per_image", "44", "memory peaks on crowded pictures: between the mean of COCO 2017 (7) and its most crowded picture (93)"),
    row("/data/bytes_on_disk", "samples x 110 kB a picture (more above 500 x 400 pixels; latents: of the pictures), 4 bytes a token",
        "ImageNet's pictures average 110 kB at about 500 x 400; English has about four characters a token"),
    row("/measured/peak_memory_of", "device", "what nvidia-smi shows, which every machine has"),
    row("/measured/micro_batch_size", "training.micro_batch_size", "figures are of the scenario beside them"),
    row("/measured/of_this_run", "true", "figures are of the scenario beside them"),
];
