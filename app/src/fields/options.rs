//! The lists of products, grouped as people look for them.

use super::Catalog;
use crate::locale::Locale;

/// The attribute of a list that says where its products are searched.
pub const SEARCHED: &str = "data-find";

/// A group of a list: its label, then id and name of each product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// What the products have in common.
    pub label: &'static str,
    /// Id and name.
    pub options: Vec<(&'static str, String)>,
}

/// The groups of a list, in the catalog's order.
#[must_use]
pub fn groups(catalog: Catalog, locale: Locale) -> Vec<Group> {
    match catalog {
        Catalog::Gpus => grouped(::catalog::gpus().iter().map(|gpu| (gpu.vendor, gpu.id, gpu_name(gpu)))),
        Catalog::Cpus => grouped(::catalog::cpus().iter().map(|cpu| (cpu.vendor, cpu.id, cpu.name.to_owned()))),
        Catalog::Storages => {
            grouped(::catalog::storages().iter().map(|drive| (drive_group(drive.id, locale), drive.id, drive.name.to_owned())))
        }
        Catalog::Models => {
            grouped(::catalog::models().iter().map(|model| (family_name(model.family, locale), model.id, model.name.to_owned())))
        }
        #[cfg(feature = "ssr")]
        Catalog::Answering => {
            let mut models: Vec<_> =
                ::catalog::listed_models().into_iter().filter(|model| model.answers() || model.answers_in_passes()).collect();
            models.sort_by_key(|model| (maker(model), model.published_parameters, model.id));
            grouped(models.into_iter().map(|model| (maker(model), model.id, model.name.to_owned())))
        }
    }
}

/// The list of the API that words are looked up in; none where few products are told apart at a glance.
#[must_use]
pub const fn searched(catalog: Catalog) -> Option<&'static str> {
    match catalog {
        Catalog::Gpus => Some("gpus"),
        Catalog::Cpus => Some("cpus"),
        Catalog::Models => Some("models"),
        #[cfg(feature = "ssr")]
        Catalog::Answering => Some("models"),
        Catalog::Storages => None,
    }
}

/// Who made a model, by the owner of the repository that it is loaded from.
#[cfg(feature = "ssr")]
fn maker(model: &::catalog::ModelEntry) -> &'static str {
    let owner = model.load_as.split_once(':').map_or("", |(_, name)| name.split('/').next().unwrap_or_default());
    match owner {
        "meta-llama" | "codellama" => "Meta",
        "mistralai" => "Mistral AI",
        "google" => "Google",
        "microsoft" => "Microsoft",
        "openai" => "OpenAI",
        "deepseek-ai" => "DeepSeek",
        "moonshotai" => "Moonshot AI",
        "zai-org" => "Z.ai",
        "MiniMaxAI" => "MiniMax",
        "ibm-granite" => "IBM",
        "ByteDance-Seed" => "ByteDance",
        "HuggingFaceTB" => "Hugging Face",
        "01-ai" => "01.AI",
        other => other,
    }
}

/// The name of a product.
#[must_use]
pub fn name_of(catalog: Catalog, id: &str) -> Option<&'static str> {
    match catalog {
        Catalog::Gpus => ::catalog::gpu(id).map(|gpu| gpu.name),
        Catalog::Cpus => ::catalog::cpu(id).map(|cpu| cpu.name),
        Catalog::Storages => ::catalog::storage(id).map(|drive| drive.name),
        Catalog::Models => ::catalog::model(id).map(|model| model.name),
        #[cfg(feature = "ssr")]
        Catalog::Answering => {
            ::catalog::listed_model(id).filter(|model| model.answers() || model.answers_in_passes()).map(|model| model.name)
        }
    }
}

/// A card's name with its capacity as the box says it, where the name does not have it.
fn gpu_name(gpu: &::catalog::GpuEntry) -> String {
    if gpu.name.contains("GB") { gpu.name.to_owned() } else { format!("{} · {} GB", gpu.name, gpu.marketing_gb) }
}

fn drive_group(id: &str, locale: Locale) -> &'static str {
    if id.starts_with("class-") {
        locale.pick("Any drive of a class", "按类别")
    } else {
        locale.pick("Drives", "具体型号")
    }
}

/// A family's name.
#[must_use]
pub fn family_name(family: ::catalog::ModelFamily, locale: Locale) -> &'static str {
    use ::catalog::ModelFamily;
    match family {
        ModelFamily::Cnn => locale.pick("Image classifiers", "图像分类"),
        ModelFamily::VisionTransformer => locale.pick("Vision transformers", "视觉 Transformer"),
        ModelFamily::Segmentation => locale.pick("Segmentation", "图像分割"),
        ModelFamily::Detection => locale.pick("Object detection", "目标检测"),
        ModelFamily::Encoder => locale.pick("Text encoders", "文本编码器"),
        ModelFamily::Decoder => locale.pick("Language models", "语言模型"),
        ModelFamily::Seq2seq => locale.pick("Encoder-decoder models", "编码器-解码器模型"),
        ModelFamily::Speech => locale.pick("Speech recognition", "语音识别"),
        ModelFamily::Diffusion => locale.pick("Diffusion", "扩散模型"),
        _ => locale.pick("Other", "其他"),
    }
}

/// Rows by their label: groups in the order in which they first appear, rows as they come.
fn grouped(rows: impl Iterator<Item = (&'static str, &'static str, String)>) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (label, id, name) in rows {
        match groups.iter_mut().find(|group| group.label == label) {
            Some(group) => group.options.push((id, name)),
            None => groups.push(Group { label, options: vec![(id, name)] }),
        }
    }
    groups
}
