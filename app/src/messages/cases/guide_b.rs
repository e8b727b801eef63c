//! What is said of guide B's figures.

messages! {
    mistral_about {
        en: "Fine-tuning on 100,000 dialogues of 512 tokens. The levers: 92% of the card for the process, FP16, QLoRA of rank 8, Adafactor, activation checkpointing.",
        zh: "用 10 万条 512 token 的对话微调。手段：进程可用显存上限 92%、FP16、秩 8 的 QLoRA、Adafactor、激活检查点（activation checkpointing）。",
    }
    mistral_assumed {
        en: "Before: full training in FP32 with AdamW, which is where 28 GB of parameters come from; on one card, without offload.",
        zh: "调优前：用 AdamW 以 FP32 全参数训练，28 GB 参数即由此而来；单卡，不卸载（offload）。",
    }
    mistral_usable {
        en: "A cap on the process's share makes no memory: it leaves 8% to others. The model takes off what the driver and the system keep, before and after alike.",
        zh: "限制进程的占比不会多出显存，只是留 8% 给别人。估算扣除驱动与系统保留的部分，前后相同。",
    }
    mistral_batch {
        en: "28 GB of parameters do not go on a card of 24 GB, so no batch ran in that state; something that the guide does not name was different. Afterwards there is room for many more than 6.",
        zh: "28 GB 参数放不进 24 GB 的显卡，所以那种状态下跑不了任何批次；一定有指南没写的差别。调优后的余量远不止 6。",
    }
    mistral_parameters {
        en: "Before, 7.2 billion weights of 4 bytes agree. After, 2.8 GB would be 0.4 byte a weight: NF4 with double quantization takes 0.52, 3.6 GB for the linear layers, and embedding and output layer stay unquantized.",
        zh: "调优前，72 亿个 4 字节权重与报告相符。调优后 2.8 GB 相当于每个权重 0.4 字节，而双重量化的 NF4 需要 0.52 字节，线性层共 3.6 GB，嵌入层与输出层还不量化。",
    }
    mistral_optimizer {
        en: "AdamW keeps two FP32 values a weight, 58 GB; 42 is three times the FP16 weights. With QLoRA only the adapters have states, a few MB whichever the optimizer; 14 GB would be full training.",
        zh: "AdamW 每个权重保存两个 FP32 值，共 58 GB；42 是 FP16 权重的三倍。用 QLoRA 时只有适配器有状态，无论哪种优化器都只有几 MB；14 GB 属于全参数训练。",
    }
    mistral_activations {
        en: "The report does not say at which batch. The model's is the most within a step, for the batch of each state: 2 before, 6 after.",
        zh: "报告没有写明对应的批次。估算取一步之内的最大值，按各状态的批次：调优前 2，调优后 6。",
    }
    mistral_epoch {
        en: "51.2 million tokens in 3.5 hours are 4,063 a second. Forward pass, recomputation and backward pass through frozen layers take 6 FLOPs a weight and token: 173 TFLOP/s, more than the card's rated 165. Shorter or packed dialogues would explain it.",
        zh: "3.5 小时处理 5120 万 token，即每秒 4,063 个。前向、重计算和穿过冻结层的反向对每个权重、每个 token 需 6 次浮点运算，合 173 TFLOP/s，超过显卡额定的 165。只有对话更短或经过拼接才说得通。",
    }
    mistral_oom {
        en: "The model has no share of failures: a scenario fits or does not. As told, the state before would fail every time, not in 30% of the runs.",
        zh: "估算没有失败比例，只有放得下与放不下。按指南的描述，调优前应当次次失败，而不是 30%。",
    }

    unet_about {
        en: "Segmenting 10,000 medical images of 512 × 512. The levers: activation checkpointing, 4 accumulation steps, FP16, pinned memory, 8 workers with 2 batches ahead.",
        zh: "分割 1 万张 512 × 512 医学图像。手段：激活检查点、梯度累积 4 步、FP16、锁页内存（pinned memory）、8 个加载进程各预取 2 批。",
    }
    unet_assumed {
        en: "Before: FP32, and the loader as PyTorch sets it up when nothing is said: no workers, no pinned memory. JPEG-like files; AdamW.",
        zh: "调优前：FP32，加载器为 PyTorch 的默认设置：无加载进程、不锁页。文件类似 JPEG；AdamW。",
    }
    unet_batch {
        en: "The model's figure is the largest batch per GPU that fits, times the accumulation steps. 32 need no accumulation here; the report's 8 is what its authors set.",
        zh: "估算值 = 每卡最大批次 × 梯度累积步数。这里 32 不需要累积；报告中的 8 是作者的设置。",
    }
    unet_activations {
        en: "For a batch of 8. The direction agrees; FP16 and checkpointing together save more than the half that the guide states.",
        zh: "批次 8 时的值。方向一致；FP16 加检查点节省的比指南所说的一半更多。",
    }
    unet_epoch {
        en: "2.5 hours for 10,000 images are 1.1 a second, on a card that is said to be 85% busy. Volumes, larger originals or validation may be counted in; for single images of this size the model sees minutes.",
        zh: "1 万张图 2.5 小时，即每秒 1.1 张，而显卡据称忙碌 85%。其中可能算入了三维数据、更大的原图或验证；对这种尺寸的单张图像，估算得出的是几分钟。",
    }
    unet_utilization {
        en: "The direction agrees: without workers the card waits while pictures are decoded. The report's own figures do not: 0.5 s of loading is a small part of the 23 s that a batch of 8 takes at 8 hours an epoch.",
        zh: "方向一致：没有加载进程时，解码图片期间显卡在等待。但报告自相矛盾：按每轮 8 小时计，一个 8 张的批次要 23 秒，0.5 秒加载只是很小一部分。",
    }
    unet_accuracy {
        en: "The model does not predict accuracy. Accumulation gives the gradients of the larger batch, batch statistics aside; checkpointing changes nothing.",
        zh: "估算不涉及准确率。除批归一化的统计量外，梯度累积（gradient accumulation）得到的就是大批次的梯度；检查点不改变结果。",
    }
    unet_load {
        en: "Preparing 8 pictures, on one core before and on 8 workers after. The gain agrees, the level does not: medical formats and heavier augmentation take longer than JPEG files with a crop.",
        zh: "准备 8 张图片的时间：调优前单核，调优后 8 个加载进程。提升幅度一致，水平不同：医学格式和更重的增强比 JPEG 加裁剪更慢。",
    }
    unet_parameters {
        en: "The network has 51.5 million weights: 0.2 GB, and 0.8 GB with gradients and AdamW's states. Autocast keeps the weights in FP32 and halves nothing. The report must mean something else.",
        zh: "该网络有 5150 万个权重：0.2 GB，加上梯度和 AdamW 状态也只有 0.8 GB。自动混合精度（mixed precision）仍以 FP32 保存权重，不会减半。报告指的必是别的东西。",
    }

    loading_about {
        en: "LoRA on 50,000 pictures of 512 × 512. The levers: 8 processes for preparing, latents made beforehand and kept in RAM, a batch of 16.",
        zh: "用 5 万张 512 × 512 图片训练 LoRA。手段：8 个预处理进程、预先生成潜变量并缓存在内存、批次 16。",
    }
    loading_assumed {
        en: "Before: a batch of 8 encoded in every step, a loader without workers. FP16 with autocast and rank 8 in both.",
        zh: "调优前：批次 8，每步现场编码，加载器不用加载进程。两种状态都用 FP16 混合精度、秩 8。",
    }
    loading_load {
        en: "Decoding and scaling 8 pictures on one core, against copying 16 latents. The direction agrees, and the gain is larger than the guide states.",
        zh: "单核解码并缩放 8 张图片，对比拷贝 16 个潜变量。方向一致，收益比指南所说的更大。",
    }
    loading_utilization {
        en: "The direction agrees, the size does not: one core prepares 8 pictures in a fraction of a step. Nor does the report agree with itself: 0.8 s for each of 6,250 batches are 1.4 hours, and it has the card wait for 8.4.",
        zh: "方向一致，幅度不同：单核准备 8 张图片只需一步时间的一小部分。报告自身也对不上：6,250 批、每批 0.8 秒只有 1.4 小时，而其中显卡等待了 8.4 小时。",
    }
    loading_vram {
        en: "The rise comes from the larger batch. What the guide calls a better use of the card is twice the activations; speed hardly depends on it here.",
        zh: "上升来自更大的批次。指南所说的“更充分利用显存”就是两倍的激活值；这里速度几乎与它无关。",
    }
    loading_epoch {
        en: "In itself the report holds: 30% of 12 hours and 90% of 3.5 are the same work. But that is 4 pictures a second of a busy card; the model sees several times as many.",
        zh: "报告在这点上前后一致：12 小时的 30% 与 3.5 小时的 90% 是同样的工作量。但这意味着满载的显卡每秒只处理 4 张，估算得出的是数倍。",
    }
}
