//! Parts and notes in both languages.

use scenario::json::VISION_KEY;
use wire::Locale;
use wording::format;

use crate::note::Note;
use crate::part::Part;
use crate::same::Same;

/// What a part is called.
#[must_use]
pub fn part(part: Part, locale: Locale) -> &'static str {
    match part {
        Part::Embedding => locale.pick("Embedding", "嵌入"),
        Part::Attention => locale.pick("Attention", "注意力"),
        Part::FeedForward => locale.pick("Feed-forward (MLP)", "前馈层（MLP）"),
        Part::Experts => locale.pick("Experts", "专家"),
        Part::Router => locale.pick("Router", "路由"),
        Part::Mixer => locale.pick("State space and convolution", "状态空间与卷积"),
        Part::Norm => locale.pick("Norms", "归一化"),
        Part::Stem => locale.pick("Before the blocks", "块之前的层"),
        Part::Block => locale.pick("Other layers of the blocks", "块内其他层"),
        Part::Head => locale.pick("Head", "输出头"),
        Part::Beside => locale.pick("Vision and audio", "视觉与音频"),
        Part::Adapter => locale.pick("Adapters", "适配器"),
        Part::Quantization => locale.pick("Scales of quantized weights", "量化比例与零点"),
        Part::Buffer => locale.pick("Buffers (not trained)", "缓冲区（不参与训练）"),
        Part::Other => locale.pick("Other", "其他"),
    }
}

/// What of a model of the catalog is as many.
#[must_use]
pub fn same(same: Same, locale: Locale) -> &'static str {
    match same {
        Same::Whole => locale.pick("the same number of parameters", "参数量相同"),
        Same::Body => locale.pick("the same number without the head", "除输出头外参数量相同"),
    }
}

/// The stable word for a note.
#[must_use]
pub const fn code(note: &Note) -> &'static str {
    match note {
        Note::Inside { .. } => "nested-configuration",
        Note::UnknownKind(_) => "unknown-kind",
        Note::NoModel => "no-model",
        Note::AdapterConfig(_) => "adapter-configuration",
        Note::Diffusers(_) => "diffusion-component",
        Note::Quantized(_) => "quantized",
        Note::Classes(_) => "head-counted",
        Note::Several(_) => "several-documents",
        Note::MoreKeys(_) => "keys-not-listed",
        Note::Packed(_) => "packed-weights",
        Note::Partial => "partial",
        Note::Unreadable(_) => "unreadable-entries",
        Note::OtherLength(_) => "length-differs",
        Note::NoShapes => "no-shapes",
        Note::NoTotal => "no-total",
    }
}

/// A note as a sentence.
#[must_use]
pub fn note(note: &Note, locale: Locale) -> String {
    match locale {
        Locale::En => english(note),
        Locale::Zh => chinese(note),
    }
}

fn english(note: &Note) -> String {
    match note {
        Note::Inside { outer, key, beside, has_tower } => {
            let outer = if outer.is_empty() { String::new() } else { format!(" (\u{201c}{outer}\u{201d})") };
            let beside =
                if beside.is_empty() { String::new() } else { format!(" Not counted and not planned: {}.", beside.join(", ")) };
            if *has_tower {
                let place = if key.is_empty() { String::new() } else { format!(", below `{key}`,") };
                return format!(
                    "This configuration joins several networks{outer}. Its language model{place} and the tower that reads pictures, below `{VISION_KEY}`, were read.{beside}"
                );
            }
            let (part, role) =
                if key.starts_with(VISION_KEY) { ("image encoder", ", as a classifier of images") } else { ("language model", "") };
            format!("This configuration joins several networks{outer}. Only its {part}, below `{key}`, was read{role}.{beside}")
        }
        Note::UnknownKind(kind) => format!(
            "\u{201c}{kind}\u{201d} is not among the kinds of model that are modelled, so nothing is counted or planned. Keys are told by their names alone. The header or the index of its safetensors files gives the parameters by part."
        ),
        Note::NoModel => "None of its keys describes a model. The file that does is called config.json.".to_owned(),
        Note::AdapterConfig(None) => {
            "This is the configuration of an adapter (PEFT). Paste the config.json of the model that it adapts.".to_owned()
        }
        Note::AdapterConfig(Some(base)) => {
            format!(
                "This is the configuration of an adapter (PEFT) for \u{201c}{base}\u{201d}. Paste the config.json of that model."
            )
        }
        Note::Diffusers(class) => {
            format!(
                "This is a configuration of diffusers (\u{201c}{class}\u{201d}), which is not read. The catalog lists the diffusion models that can be planned."
            )
        }
        Note::Quantized(method) => {
            format!("The stored weights are quantized ({method}). The count is of the model before quantization.")
        }
        Note::Classes(count) => format!("The head is counted as a classifier with {} classes.", format::count(*count)),
        Note::Several(1) => "One more document follows the first and was not read.".to_owned(),
        Note::Several(count) => format!("{} more documents follow the first and were not read.", format::tally(*count)),
        Note::MoreKeys(1) => "One more key is not listed.".to_owned(),
        Note::MoreKeys(count) => format!("{} more keys are not listed.", format::tally(*count)),
        Note::Packed(1) => {
            "One tensor holds packed codes of quantized weights. It counts in bytes and not in parameters, since its shape does not say how many weights it stands for.".to_owned()
        }
        Note::Packed(count) => format!(
            "{} tensors hold packed codes of quantized weights. They count in bytes and not in parameters, since their shapes do not say how many weights they stand for.",
            format::count(*count)
        ),
        Note::Partial => {
            "Blocks are missing: this looks like one file of several. Paste the headers of all of them, one after the other."
                .to_owned()
        }
        Note::Unreadable(count) => {
            let (entries, were) = if *count == 1 { ("entry has", "was") } else { ("entries have", "were") };
            format!("{} {entries} no type and shape that can be read and {were} left out.", format::count(*count))
        }
        Note::OtherLength(1) => "Of one tensor the file has more or fewer bytes than type and shape say.".to_owned(),
        Note::OtherLength(count) => {
            format!("Of {} tensors the file has more or fewer bytes than type and shape say.", format::count(*count))
        }
        Note::NoShapes => {
            "An index names tensors and gives no shapes: parameters by part need the headers of the files.".to_owned()
        }
        Note::NoTotal => "It does not say how many bytes its files have (`metadata.total_size`).".to_owned(),
    }
}

fn chinese(note: &Note) -> String {
    match note {
        Note::Inside { outer, key, beside, has_tower } => {
            let outer = if outer.is_empty() { String::new() } else { format!("（\u{201c}{outer}\u{201d}）") };
            let beside = if beside.is_empty() {
                String::new()
            } else {
                format!("未计入、也不参与规划：{}。", beside.join("、"))
            };
            if *has_tower {
                let place = if key.is_empty() { String::new() } else { format!("`{key}` 下的") };
                return format!("此配置由多个网络组成{outer}，已读取 {place}语言模型和 `{VISION_KEY}` 下的视觉塔。{beside}");
            }
            let part =
                if key.starts_with(VISION_KEY) { "图像编码器，并按图像分类模型规划" } else { "语言模型" };
            format!("此配置由多个网络组成{outer}，仅读取了 `{key}` 下的{part}。{beside}")
        }
        Note::UnknownKind(kind) => format!(
            "\u{201c}{kind}\u{201d} 不在已建模的模型类型之列，因此不计算参数，也不生成方案；各键仅按名称列出。粘贴其 safetensors 文件头或索引，可得到各部分的参数量。"
        ),
        Note::NoModel => "其中没有描述模型的键。描述模型的文件名为 config.json。".to_owned(),
        Note::AdapterConfig(None) => "这是适配器（PEFT）的配置。请粘贴其基础模型的 config.json。".to_owned(),
        Note::AdapterConfig(Some(base)) => {
            format!("这是 \u{201c}{base}\u{201d} 的适配器（PEFT）配置。请粘贴该模型的 config.json。")
        }
        Note::Diffusers(class) => {
            format!("这是 diffusers 的配置（\u{201c}{class}\u{201d}），无法读取。可规划的扩散模型见模型目录。")
        }
        Note::Quantized(method) => format!("存储的权重经过量化（{method}）。此处统计的是量化前的模型。"),
        Note::Classes(count) => format!("输出头按 {} 类分类器计入。", format::count(*count)),
        Note::Several(count) => format!("后面还有 {} 个文档，未读取。", format::tally(*count)),
        Note::MoreKeys(count) => format!("另有 {} 个键未列出。", format::tally(*count)),
        Note::Packed(count) => {
            format!(
                "{} 个张量存放的是量化权重的打包编码，只计字节，不计参数：仅凭形状无法得知其对应的权重数。",
                format::count(*count)
            )
        }
        Note::Partial => "缺少部分块：这似乎只是多个文件之一。请依次粘贴全部文件头。".to_owned(),
        Note::Unreadable(count) => format!("{} 个条目没有可识别的类型和形状，已略过。", format::count(*count)),
        Note::OtherLength(count) => format!("{} 个张量在文件中的字节数与类型和形状不符。", format::count(*count)),
        Note::NoShapes => "索引只列出张量名称，不含形状；要得到各部分的参数量，请粘贴各文件的文件头。".to_owned(),
        Note::NoTotal => "其中没有给出文件的总字节数（`metadata.total_size`）。".to_owned(),
    }
}
