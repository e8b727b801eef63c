//! What is said of guide A's figures.

messages! {
    resnet_about {
        en: "Classifying 50,000 pictures of 224 × 224 with a Core i9-13900K and a 990 Pro under Windows.",
        zh: "在 Core i9-13900K、990 Pro 和 Windows 上对 5 万张 224 × 224 图片分类。",
    }
    resnet_assumed {
        en: "AdamW, as the guide names no optimizer; JPEG files of the usual size; 4 workers on every machine, so that RAM alone tells them apart. FP32 is the guide's own.",
        zh: "指南未写明优化器，按 AdamW 计；JPEG 文件按通常大小；三台机器都用 4 个加载进程，使差别只在内存。FP32 为指南所写。",
    }
    resnet_load {
        en: "The guide does not say what it counts. Here it is taken as reading every file once from the drive, which needs the same time with any amount of RAM; decoding the pictures takes many times as long and runs beside training.",
        zh: "指南没有说明统计口径。这里理解为从硬盘把每个文件读一遍，这与内存容量无关；解码图片要长得多，但与训练同时进行。",
    }
    resnet_batch {
        en: "FP32 ResNet-50 keeps some 80 MB of activations for a sample: a batch of 16 takes a few GB of 24. RAM hardly limits the batch either, as 16 prepared pictures are 10 MB; it limits how many workers and cached samples there can be.",
        zh: "FP32 的 ResNet-50 每个样本约保留 80 MB 激活值，批次 16 只占 24 GB 中的几 GB。内存也几乎不限制批次：16 张预处理好的图片只有 10 MB；它限制的是加载进程数和缓存样本数。",
    }
    resnet_speed {
        en: "A step of 16 is about 0.4 TFLOP. At 3.5 steps a second that is below 2% of the FP32 rate of this card, which can rate 82.6 TFLOP/s; something else than card, RAM or drive held these runs back.",
        zh: "批次 16 的一步约 0.4 TFLOP。每秒 3.5 步不到这张卡 FP32 额定算力（82.6 TFLOP/s）的 2%；拖慢这些训练的不是显卡、内存或硬盘，而是别的因素。",
    }
    resnet_ram {
        en: "The model counts the system and the training process. A task manager counts every program, and the report grows with the RAM installed: part of it is what happened to fit, not what was needed.",
        zh: "估算只计系统与训练进程。任务管理器会计入所有程序；报告值随安装的内存增长，说明其中一部分是“恰好能放下”，而不是“需要”。",
    }
    resnet_vram {
        en: "The report is higher for a batch of 8 than for one of 16, so it is not the need of a step. Tools show what an allocator once took and keeps, and what other programs hold.",
        zh: "报告中批次 8 比批次 16 还高，因此它不是一步训练的需要。工具显示的是分配器曾经取得并保留的量，以及其他程序占用的量。",
    }
    resnet_spill {
        en: "Memory spills once a card is full, but the reported peak leaves 3.8 GB of it free. In the model the step needs a small part of the card with any amount of RAM.",
        zh: "显存占满才会溢出，而报告的峰值还剩 3.8 GB。按估算，无论内存多大，这一步只需要显存的一小部分。",
    }
    resnet_spill_share {
        en: "8.4 GB are 35% of the card's 24 GB. The other two studies take the share of something else.",
        zh: "8.4 GB 是显卡 24 GB 的 35%。另外两项案例的占比用的是别的分母。",
    }
    interrupted {
        en: "Share of runs that broke off. The model has no such figure: it says whether a run fits, and one that fits does not break off for want of memory.",
        zh: "中途失败的训练所占比例。估算没有这样的数字：它只回答放不放得下，放得下的训练不会因显存不足而中断。",
    }
    resnet_duration {
        en: "The report contradicts itself: 500,000 pictures at 3.5 steps of 16 take 149 minutes, not 55, and at 1.8 steps of 8 take 579, not 102. Both agree that 64 GB gain next to nothing over 32.",
        zh: "报告自相矛盾：按每秒 3.5 步、批次 16，50 万张图片需 149 分钟而不是 55；按每秒 1.8 步、批次 8，需 579 分钟而不是 102。双方都认为 64 GB 比 32 GB 几乎没有提升。",
    }

    bert_about {
        en: "Fine-tuning on 100,000 texts, on the same machine.",
        zh: "在同一台机器上用 10 万条文本微调。",
    }
    bert_assumed {
        en: "FP32, as the guide counts 440 MB of parameters; 512 tokens a text, the most that BERT takes; AdamW; two classes; 4 workers.",
        zh: "FP32（指南按 440 MB 参数计）；每条文本 512 个 token，即 BERT 的上限；AdamW；两个类别；4 个加载进程。",
    }
    bert_load {
        en: "100,000 texts are some hundred MB, which a drive of this class reads within a second. Seconds go to tokenizing, which the model counts beside training.",
        zh: "10 万条文本只有几百 MB，这个档次的硬盘一秒内就能读完。花时间的是分词，估算把它算在与训练并行的环节。",
    }
    bert_batch {
        en: "16 texts of 512 tokens keep some 5 GB of activations, and shorter texts less. RAM holds 12 KB a prepared text: 16 GB of it are no reason to halve the batch.",
        zh: "16 条 512 token 的文本约保留 5 GB 激活值，文本更短则更少。内存里每条处理好的文本只占 12 KB，16 GB 内存不是批次减半的理由。",
    }
    bert_ram {
        en: "The model counts the system and the training process; a task manager counts all programs and may count the file cache.",
        zh: "估算只计系统与训练进程；任务管理器会计入所有程序，还可能计入文件缓存。",
    }
    bert_vram {
        en: "The same 18 GB for 8 texts as for 16: not the need of a step, but what tools show of a card in use.",
        zh: "8 条和 16 条文本都是约 18 GB：这不是一步训练的需要，而是工具显示的显卡占用。",
    }
    bert_spill {
        en: "A peak of 18.5 GB leaves room on a card of 24 GB, so nothing had to spill.",
        zh: "峰值 18.5 GB 在 24 GB 的显卡上还有余量，没有理由溢出。",
    }
    bert_spill_share {
        en: "6.2 GB are 26% of the card; 33% is their share of the reported peak.",
        zh: "6.2 GB 是显卡的 26%；33% 是它占报告峰值的比例。",
    }
    bert_time {
        en: "Accuracy is beyond the model; beside the report stands the time of one epoch. BERT is usually fine-tuned for two to four. Half the batch costs the model some tenth of its speed, not half.",
        zh: "估算不涉及准确率，旁边给出的是一轮的时间；BERT 通常微调两到四轮。按估算，批次减半只慢一成左右，而不是一半。",
    }

    sd_about {
        en: "LoRA on 50,000 pictures of 512 × 512, on the same machine.",
        zh: "在同一台机器上用 5 万张 512 × 512 图片训练 LoRA。",
    }
    sd_assumed {
        en: "FP32, as in the guide's other cases; rank 8; pictures encoded in every step, so that VAE and text encoder stay on the card; AdamW; 4 workers.",
        zh: "FP32，与该指南其他案例一致；秩 8；每步现场编码图片，因此 VAE 与文本编码器留在显卡上；AdamW；4 个加载进程。",
    }
    sd_load {
        en: "Taken as reading every file once. Pictures of this size are larger files than those of 224 × 224, but a drive of this class still needs only seconds.",
        zh: "理解为把每个文件读一遍。图片比 224 × 224 的大，但这个档次的硬盘仍只需几秒。",
    }
    sd_batch {
        en: "The nearest of the three: a batch of 8 fits in FP32 with room for some more. Why 16 GB of RAM should halve it the model does not see.",
        zh: "三项中最接近的：FP32 下批次 8 放得下，还能略增。从估算看不出 16 GB 内存为何会使它减半。",
    }
    sd_speed {
        en: "12 pictures a second at a batch of 8 is the right order for FP32. With 16 GB the report has a quarter of that for half the batch, for which the model sees no cause.",
        zh: "批次 8 时每秒 12 张图片，对 FP32 是合理的量级。16 GB 时批次减半，报告的速度却只有四分之一，从估算看不出原因。",
    }
    sd_ram {
        en: "The report includes other programs and perhaps cached files; the model counts the system, the process, its workers and the weights on their way to the card. With 8 workers it comes to nearly 16 GB: of the three, this is where RAM of that size is tight.",
        zh: "报告含其他程序，可能还有文件缓存；估算计入系统、训练进程、加载进程以及送往显卡途中的权重。若用 8 个加载进程会接近 16 GB：三项之中，这一项的 16 GB 内存确实吃紧。",
    }
    sd_vram {
        en: "At a batch of 8 plausible for FP32. At a batch of 4 it should be little more than half: the activations halve.",
        zh: "批次 8 时对 FP32 是可信的。批次 4 时应当只有一半多一点：激活值会减半。",
    }
    sd_spill {
        en: "A batch of 8 is reported to fit the card, so one of 4 cannot overflow it.",
        zh: "报告说批次 8 放得下，那么批次 4 就不可能溢出。",
    }
    sd_spill_share {
        en: "9.5 GB are 40% of the card and 42% of the reported peak; 41% is neither.",
        zh: "9.5 GB 是显卡的 40%，是报告峰值的 42%；41% 两者都不是。",
    }
    sd_time {
        en: "The guide does not say how many epochs; 10 hours at its own speed are 8.6. Beside it stands one epoch of the model.",
        zh: "指南没有写明轮数；按它自己的速度，10 小时是 8.6 轮。旁边是估算的一轮。",
    }
}
