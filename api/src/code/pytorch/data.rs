//! Samples and the loader that brings them to the GPU.

use engine::architecture::Architecture;
use engine::training::{AttentionMask, Cache, MemoryFormat, Precision};

use crate::code::run::{Denoiser, Origin, Run, Spread, Task};
use crate::code::script::{Script, python};
use crate::text::size;

pub(super) fn write(script: &mut Script, run: Run<'_>) {
    script.gap();
    match run.task() {
        Task::Classify => pictures(script, run),
        Task::Segment { .. } => maps(script, run),
        Task::Detect { has_masks } => objects(script, run, has_masks),
        Task::ClassifyText | Task::MaskedTokens | Task::NextToken | Task::TextToText => texts(script, run),
        Task::Denoise(denoiser) => latents(script, run, denoiser),
    }
    loader(script, run);
    to_device(script, run);
}

/// What decoding and cropping do.
const TRANSFORM: &str = r"
        self.transform = torchvision.transforms.Compose([
            torchvision.transforms.RandomResizedCrop(IMAGE_SIZE),
            torchvision.transforms.RandomHorizontalFlip(),
            torchvision.transforms.ToTensor(),
            torchvision.transforms.Normalize((0.485, 0.456, 0.406), (0.229, 0.224, 0.225)),
        ])";

fn pictures(script: &mut Script, run: Run<'_>) {
    script.raw("class Samples(Dataset):\n    def __init__(self):\n        self.folder = torchvision.datasets.ImageFolder(DATA_DIR) if DATA_DIR else None");
    script.raw(TRANSFORM);
    script
        .gap()
        .raw(&format!("    def __len__(self):\n        return len(self.folder) if self.folder else {}", run.data().samples));
    script.gap().raw(
        r"
    def __getitem__(self, index):
        if self.folder is None:
            return torch.randn(3, *IMAGE_SIZE), index % NUM_CLASSES
        path, label = self.folder.samples[index]",
    );
    script.raw("        image = self.folder.loader(path)");
    script.raw("        return self.transform(image), label");
    ram_note(script, run);
    script.gap();
}

fn maps(script: &mut Script, run: Run<'_>) {
    script.raw(&format!(
        r#"
class Samples(Dataset):
    def __init__(self):
        # DATA_DIR holds images/ and masks/ with files of the same order; a mask's grey value is the class.
        self.pairs = None
        if DATA_DIR:
            folders = [os.path.join(DATA_DIR, name) for name in ("images", "masks")]
            self.pairs = list(zip(*([os.path.join(folder, name) for name in sorted(os.listdir(folder))] for folder in folders)))

    def __len__(self):
        return len(self.pairs) if self.pairs else {}

    def __getitem__(self, index):
        if self.pairs is None:
            return torch.randn(3, *IMAGE_SIZE), torch.randint(NUM_CLASSES, IMAGE_SIZE)
        image, mask = (torchvision.io.read_image(path) for path in self.pairs[index])
        image = torchvision.transforms.functional.resize(image[:3], IMAGE_SIZE, antialias=True).float().div_(255)
        nearest = torchvision.transforms.InterpolationMode.NEAREST
        return image, torchvision.transforms.functional.resize(mask[:1], IMAGE_SIZE, nearest)[0].long()"#,
        run.data().samples
    ));
    ram_note(script, run);
    script.gap();
}

fn objects(script: &mut Script, run: Run<'_>, has_masks: bool) {
    let objects = match run.model() {
        Architecture::Detector(detector) => detector.objects_per_image,
        _ => 1,
    };
    let keys = if has_masks { r#"["boxes", "labels", "masks"]"# } else { r#"["boxes", "labels"]"# };
    let masks =
        if has_masks { "\n            target[\"masks\"] = torch.zeros(OBJECTS, *IMAGE_SIZE, dtype=torch.uint8)" } else { "" };
    script.line(
        format!("OBJECTS = {objects}"),
        ("of a crowded picture; losses and matching grow with it", "拥挤图片中的物体数；损失与匹配随之增长"),
    );
    script.gap().gap().raw(&format!(
        r#"
class Samples(Dataset):
    def __init__(self):
        # DATA_DIR is laid out as COCO: train2017/ and annotations/instances_train2017.json.
        self.coco = None
        if DATA_DIR:
            coco = torchvision.datasets.CocoDetection(
                os.path.join(DATA_DIR, "train2017"), os.path.join(DATA_DIR, "annotations", "instances_train2017.json")
            )
            self.coco = torchvision.datasets.wrap_dataset_for_transforms_v2(coco, target_keys={keys})

    def __len__(self):
        return len(self.coco) if self.coco else {}

    def __getitem__(self, index):
        if self.coco is None:
            corner = torch.rand(OBJECTS, 2) * 0.5
            boxes = torch.cat([corner, corner + 0.1 + torch.rand(OBJECTS, 2) * 0.4], dim=1)
            target = {{"boxes": boxes * torch.tensor(IMAGE_SIZE[::-1] * 2), "labels": torch.ones(OBJECTS, dtype=torch.long)}}{masks}
            return torch.rand(3, *IMAGE_SIZE), target
        image, target = self.coco[index]
        return torchvision.transforms.functional.to_tensor(image), target


def collate(samples):
    return tuple(zip(*samples))"#,
        run.data().samples
    ));
    ram_note(script, run);
    script.gap();
}

fn texts(script: &mut Script, run: Run<'_>) {
    let training = run.training();
    let is_padded = training.attention_mask == AttentionMask::Padded;
    let vocabulary = vocabulary(run);
    let Some(tokenizer) = (match run.origin() {
        Origin::Transformers(repository) => Some(repository),
        _ => None,
    }) else {
        script.raw("TOKENIZER = None");
        script.note(
            "",
            (
                "Name your tokenizer's repository or folder here; random ids need none.",
                "在此填写分词器的仓库或目录；随机词元不需要。",
            ),
        );
        return texts_of(script, run, vocabulary, is_padded);
    };
    script.raw(&format!("TOKENIZER = {}", crate::code::script::quoted(tokenizer)));
    texts_of(script, run, vocabulary, is_padded);
}

fn texts_of(script: &mut Script, run: Run<'_>, vocabulary: u64, is_padded: bool) {
    let has_token_cache = run.training().loader.cache == Cache::Tokens;
    script.gap().gap().raw("class Samples(Dataset):\n    def __init__(self):");
    script.raw(match run.task() {
        Task::ClassifyText => "        # DATA_DIR holds train.txt: label, tab, text in every line.",
        Task::TextToText => "        # DATA_DIR holds train.txt: text, tab, answer in every line.",
        _ => "        # DATA_DIR holds train.txt: a text in every line.",
    });
    script.raw(
        r#"
        self.lines = None
        if DATA_DIR:
            self.tokenizer = transformers.AutoTokenizer.from_pretrained(TOKENIZER)
            if self.tokenizer.pad_token is None:
                self.tokenizer.pad_token = self.tokenizer.eos_token
            with open(os.path.join(DATA_DIR, "train.txt"), encoding="utf-8") as file:
                self.lines = [line.rstrip("\n") for line in file if line.strip()]"#,
    );
    if has_token_cache {
        script.line(
            "            self.samples = [self.tokenized(line) for line in self.lines]",
            ("token ids of all texts in RAM: no tokenizing while training", "所有文本的词元留在内存：训练时不再分词"),
        );
    }
    script
        .gap()
        .raw(&format!("    def __len__(self):\n        return len(self.lines) if self.lines else {}", run.data().samples));
    script.gap().raw("    def __getitem__(self, index):\n        if self.lines is None:");
    script.raw(&format!("            sample = {{\"input_ids\": torch.randint({vocabulary}, (SEQUENCE_LENGTH,))}}"));
    if is_padded {
        script.line(
            "            sample[\"attention_mask\"] = torch.ones(SEQUENCE_LENGTH, dtype=torch.long)",
            ("a mask rules the flash kernel out: attention takes more memory", "有掩码时无法使用 flash 内核：注意力占用更多显存"),
        );
    }
    script.raw(match run.task() {
        Task::ClassifyText => "            sample[\"labels\"] = torch.tensor(index % NUM_CLASSES)",
        Task::TextToText => "            sample[\"labels\"] = sample[\"input_ids\"].new_zeros(TARGET_LENGTH)",
        _ => "            sample[\"labels\"] = sample[\"input_ids\"].clone()",
    });
    script.raw("            return sample");
    script.raw(if has_token_cache {
        "        return self.samples[index]"
    } else {
        "        return self.tokenized(self.lines[index])"
    });
    script.gap().raw("    def tokenized(self, line):");
    script.raw(match run.task() {
        Task::ClassifyText => "        label, text = line.split(\"\\t\", 1)",
        Task::TextToText => "        text, answer = line.split(\"\\t\", 1)",
        _ => "        text = line",
    });
    script.line(
        "        encoded = self.tokenizer(text, truncation=True, padding=\"max_length\", max_length=SEQUENCE_LENGTH, return_tensors=\"pt\")",
        ("every sample has the full length, as the estimate assumes", "每条样本都补到最大长度，与估算一致"),
    );
    script.raw("        sample = {\"input_ids\": encoded[\"input_ids\"][0]}");
    if is_padded {
        script.raw("        sample[\"attention_mask\"] = encoded[\"attention_mask\"][0]");
    }
    script.raw("        is_padding = encoded[\"attention_mask\"][0] == 0");
    script.raw(match run.task() {
        Task::ClassifyText => "        sample[\"labels\"] = torch.tensor(int(label))",
        Task::TextToText => {
            "        target = self.tokenizer(answer, truncation=True, padding=\"max_length\", max_length=TARGET_LENGTH, return_tensors=\"pt\")\n        sample[\"labels\"] = target[\"input_ids\"][0].masked_fill(target[\"attention_mask\"][0] == 0, -100)"
        }
        Task::MaskedTokens => {
            "        hidden = (torch.rand(SEQUENCE_LENGTH) < 0.15) & ~is_padding\n        sample[\"labels\"] = sample[\"input_ids\"].masked_fill(~hidden, -100)\n        sample[\"input_ids\"] = sample[\"input_ids\"].masked_fill(hidden, self.tokenizer.mask_token_id)"
        }
        _ => "        sample[\"labels\"] = sample[\"input_ids\"].masked_fill(is_padding, -100)",
    });
    script.raw("        return sample");
    ram_note(script, run);
    script.gap();
}

const fn vocabulary(run: Run<'_>) -> u64 {
    match run.model() {
        Architecture::Encoder(model) => model.vocab_size,
        Architecture::Decoder(model) => model.vocab_size,
        Architecture::Gpt2(model) => model.vocab_size,
        Architecture::T5(model) => model.vocab_size,
        _ => 1,
    }
}

fn latents(script: &mut Script, run: Run<'_>, denoiser: Denoiser) {
    let resident = run.training().resident_frozen_models;
    if run.training().loader.cache == Cache::Latents || !resident {
        script.note(
            "",
            (
                "DATA_DIR holds one .pt file a sample: what VAE and text encoders made of picture and caption, encoded once. Then neither is on the card while the model trains.",
                "DATA_DIR 中每个样本一个 .pt 文件：由 VAE 与文本编码器预先编码一次。训练时两者都不占显存。",
            ),
        );
    }
    if resident {
        script.note(
            "",
            (
                "The plan keeps VAE and text encoders on the card: keep them in memory beside this program's model, or encode with them in to_device().",
                "方案让 VAE 与文本编码器常驻显存：请在 to_device() 中用它们编码。",
            ),
        );
    }
    let (channels, sides) = match run.model() {
        Architecture::DiffusionUnet(unet) => (unet.in_channels, "IMAGE_SIZE[0] // 8, IMAGE_SIZE[1] // 8"),
        Architecture::DiffusionTransformer(model) => (model.in_channels, "IMAGE_SIZE[0] // 8, IMAGE_SIZE[1] // 8"),
        _ => (4, "IMAGE_SIZE[0] // 8, IMAGE_SIZE[1] // 8"),
    };
    let (tokens, width, pooled) = match run.model() {
        Architecture::DiffusionUnet(unet) => {
            (unet.text_tokens, unet.cross_attention_dim, unet.addition_embed_input.saturating_sub(1536))
        }
        Architecture::DiffusionTransformer(model) => {
            (run.data().text_tokens, model.joint_attention_dim, model.pooled_projection_dim)
        }
        _ => (77, 768, 0),
    };
    script.raw(&format!(
        r"
class Samples(Dataset):
    def __init__(self):
        self.files = sorted(os.listdir(DATA_DIR)) if DATA_DIR else None

    def __len__(self):
        return len(self.files) if self.files else {}

    def __getitem__(self, index):
        if self.files:
            return torch.load(os.path.join(DATA_DIR, self.files[index]), weights_only=True)",
        run.data().samples
    ));
    let latents = match denoiser {
        Denoiser::Flux => format!("torch.randn((IMAGE_SIZE[0] // 16) * (IMAGE_SIZE[1] // 16), {channels})"),
        _ => format!("torch.randn({channels}, {sides})"),
    };
    script.raw(&format!("        sample = {{\"latents\": {latents}, \"text\": torch.randn({tokens}, {width})}}"));
    if denoiser != Denoiser::Unet {
        script.raw(&format!("        sample[\"pooled\"] = torch.randn({pooled})"));
    }
    script.raw("        return sample");
    ram_note(script, run);
    script.gap();
}

/// What a cache of encoded samples is here, where the class above does not hold it itself.
fn ram_note(script: &mut Script, run: Run<'_>) {
    if run.training().loader.cache == Cache::Ram {
        let amount = size(run.estimate.ram.phases.train.dataset_cache);
        script.gap().gap().note(
            "",
            (
                format!(
                    "RAM cache ({amount}): put DATA_DIR on a memory file system (/dev/shm), so that all workers share one copy."
                ),
                format!("内存缓存（{amount}）：把 DATA_DIR 放在内存文件系统（/dev/shm），各加载进程共用一份。"),
            ),
        );
    }
}

fn loader(script: &mut Script, run: Run<'_>) {
    let loader = &run.training().loader;
    let ram = &run.estimate.ram.phases.train;
    script.gap().raw("def build_loader():\n    samples = Samples()");
    if run.spread() == Spread::Single {
        script.raw("    sampler = None");
    } else {
        script.line(
            "    sampler = torch.utils.data.distributed.DistributedSampler(samples)",
            ("each process reads its own share", "每个进程只读自己的一份"),
        );
    }
    let workers = loader.num_workers;
    script.raw("    loader = DataLoader(\n        samples,\n        batch_size=MICRO_BATCH_SIZE,\n        sampler=sampler,\n        shuffle=sampler is None,");
    script
        .line("        drop_last=True,", ("every batch has the same size, so memory stays the same", "批次大小恒定，显存不波动"));
    if matches!(run.task(), Task::Detect { .. }) {
        script.raw("        collate_fn=collate,");
    }
    script.line(
        format!("        num_workers={workers},"),
        (format!("worker processes, {} of RAM in all", size(ram.workers)), format!("加载进程，共占内存 {}", size(ram.workers))),
    );
    if workers > 0 {
        script.line(
            format!("        prefetch_factor={},", loader.prefetch_factor),
            (
                format!("batches that each worker keeps ready, {} of RAM", size(ram.prefetch)),
                format!("每个进程预备的批次，占内存 {}", size(ram.prefetch)),
            ),
        );
        script.line(
            format!("        persistent_workers={},", python(loader.persistent_workers)),
            if loader.persistent_workers {
                ("workers live on between epochs: no restart, their RAM stays taken", "进程跨轮次保留：无需重启，内存持续占用")
            } else {
                ("workers end with each epoch and give their RAM back", "每轮结束后进程退出并归还内存")
            },
        );
    } else {
        script.note(
            "        ",
            (
                "Without workers the training process loads: prefetch_factor and persistent_workers do not apply.",
                "无加载进程时由训练进程读取：prefetch_factor 与 persistent_workers 不适用。",
            ),
        );
    }
    script.line(
        format!("        pin_memory={},", python(loader.pin_memory)),
        if loader.pin_memory {
            (
                format!("page-locked copies ({} of RAM): transfers overlap with computing", size(ram.pinned)),
                format!("锁页副本（内存 {}）：传输与计算重叠", size(ram.pinned)),
            )
        } else {
            ("no page-locked copies: less RAM, transfers wait".to_owned(), "不锁页：内存更少，传输需等待".to_owned())
        },
    );
    script.raw("    )\n    return loader, sampler");
    script.gap();
}

fn to_device(script: &mut Script, run: Run<'_>) {
    script.gap().raw("def to_device(batch, device):");
    let is_channels_last = run.training().memory_format == MemoryFormat::ChannelsLast;
    let format = if is_channels_last { ", memory_format=torch.channels_last" } else { "" };
    let kind = if run.training().precision == Precision::Bf16 { ", dtype=torch.bfloat16" } else { "" };
    let words = ("the batch on the GPU; the copy overlaps where memory is pinned", "批次移到 GPU；锁页时与计算重叠");
    match run.task() {
        Task::Classify | Task::Segment { .. } => {
            script.raw("    images, labels = batch");
            script.line(
                format!("    return images.to(device{kind}, non_blocking=True{format}), labels.to(device, non_blocking=True)"),
                words,
            );
        }
        Task::Detect { .. } => {
            script.raw("    images, targets = batch");
            script.line(format!("    images = [image.to(device{kind}, non_blocking=True) for image in images]"), words);
            script.raw("    return images, [{name: value.to(device, non_blocking=True) for name, value in target.items()} for target in targets]");
        }
        Task::Denoise(_) => {
            // With adapters the frozen model takes 16 bits whatever autocast does around it.
            let kind = if run.weights() == "float32" { String::new() } else { format!(", dtype=torch.{}", run.weights()) };
            script.line(
                format!("    return {{name: value.to(device{kind}, non_blocking=True) for name, value in batch.items()}}"),
                words,
            );
        }
        _ => {
            script.line("    return {name: value.to(device, non_blocking=True) for name, value in batch.items()}", words);
        }
    }
    script.gap();
}
