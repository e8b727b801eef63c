//! Reads and checks models; the name of a model's sub-table says which of the engine's architectures it is.

#[path = "models/diffusion.rs"]
mod diffusion;
#[path = "models/segmentation.rs"]
mod segmentation;
#[path = "models/text.rs"]
mod text;
#[path = "models/vision.rs"]
mod vision;

use std::ops::RangeInclusive;

use crate::emit::{aliases, literal};
use crate::parts::GATE;
use crate::row::Row;

/// Any count or width of a model.
const COUNT: RangeInclusive<u64> = 1..=1 << 20;
const COUNT_OR_NONE: RangeInclusive<u64> = 0..=1 << 20;
/// Parameters of frozen companions.
const COMPANIONS: RangeInclusive<u64> = 0..=1 << 40;
/// A probability that is not certainty.
const CHANCE: RangeInclusive<f64> = 0.0..=0.99;

/// Libraries that build models, as `load_as` names them.
const LIBRARIES: [&str; 6] = ["torchvision", "timm", "smp", "milesial", "transformers", "diffusers"];

/// A kind of sub-table: its name, the family and the data of such models, and who reads it.
struct Kind {
    table: &'static str,
    family: &'static str,
    data: &'static str,
    read: fn(&Row<'_>) -> String,
}

const fn kind(table: &'static str, family: &'static str, data: &'static str, read: fn(&Row<'_>) -> String) -> Kind {
    Kind { table, family, data, read }
}

const KINDS: [Kind; 18] = [
    kind("resnet", "Cnn", "Images", vision::resnet),
    kind("vgg", "Cnn", "Images", vision::vgg),
    kind("densenet", "Cnn", "Images", vision::densenet),
    kind("inverted_residual", "Cnn", "Images", vision::inverted_residual),
    kind("convnext", "Cnn", "Images", vision::convnext),
    kind("swin", "Cnn", "Images", vision::swin),
    kind("vit", "VisionTransformer", "Images", vision::vit),
    kind("unet", "Segmentation", "Images", segmentation::unet),
    kind("segmenter", "Segmentation", "Images", segmentation::segmenter),
    kind("detector", "Detection", "Images", segmentation::detector),
    kind("encoder", "Encoder", "Text", text::encoder),
    kind("decoder", "Decoder", "Text", text::decoder),
    kind("gpt2", "Decoder", "Text", text::gpt2),
    kind("t5", "Seq2seq", "Text", text::t5),
    kind("whisper", "Speech", "Audio", text::whisper),
    kind("diffusion_unet", "Diffusion", "Latents", diffusion::unet),
    kind("diffusion_transformer", "Diffusion", "Latents", diffusion::transformer),
    kind("video_transformer", "Diffusion", "Latents", diffusion::video),
];

/// A model.
pub fn model(row: &Row<'_>) -> String {
    let tables: Vec<(&Kind, Row<'_>)> = KINDS.iter().filter_map(|kind| Some((kind, row.table(kind.table)?))).collect();
    let names: Vec<&str> = KINDS.iter().map(|kind| kind.table).collect();
    row.check(tables.len() == 1, "hyper-parameters", format!("must be one table of {}", names.join(", ")));
    let architectures: Vec<String> = tables
        .iter()
        .map(|(kind, table)| {
            let source = (kind.read)(table);
            table.finish();
            format!("Architecture::{source}")
        })
        .collect();
    let hyper_parameters = tables.first().map(|(_, table)| written(table)).unwrap_or_default();
    let (family, data) = tables.first().map_or(("Cnn", "Images"), |(kind, _)| (kind.family, kind.data));
    let [classes, image, sequence] = defaults(row, family, data);
    let train_as = library_and_name(row, "train_as", row.optional_text("train_as").unwrap_or_else(|| row.text("load_as")));
    format!(
        "ModelEntry {{ id: {:?}, name: {:?}, {} family: ModelFamily::{family}, architecture: {}, published_parameters: {}, data_kind: DataKind::{data}, \
         default_num_classes: {classes}, default_image_size: {image}, default_sequence_length: {sequence}, source: sourced({:?}), {GATE}checkpoint: WeightsFormat::{}, {GATE}drafts: {}, load_as: sourced({:?}), train_as: sourced({:?}), processor: sourced({:?}), \
         hyper_parameters: listed(&{hyper_parameters:?}) }},",
        row.id,
        row.text("name"),
        aliases(row),
        architectures.concat(),
        row.whole("published_parameters", &(1_000_000..=2_000_000_000_000)),
        row.text("source"),
        checkpoint(row),
        row.optional_flag("drafts").unwrap_or(false),
        library_and_name(row, "load_as", row.text("load_as")),
        train_as,
        row.optional_text("processor")
            .unwrap_or_else(|| train_as.split_once(':').map(|(_, name)| name.to_owned()).unwrap_or_default()),
    )
}

/// Every hyper-parameter by name; those of a tower under the name that configurations keep them by.
fn written(table: &Row<'_>) -> Vec<(String, String)> {
    let tower = table.table("tower").map(|tower| tower.written()).unwrap_or_default();
    let tower = tower.into_iter().map(|(name, value)| (format!("vision_config.{name}"), value));
    table.written().into_iter().filter(|(name, _)| name != "tower").chain(tower).collect()
}

/// What the weights of its repository are stored as; 16 bits where nothing is said.
fn checkpoint(row: &Row<'_>) -> &'static str {
    const WORDS: [(&str, &str); 2] = [("fp8", "Fp8"), ("mxfp4", "Mxfp4")];
    let given = row.optional_text("checkpoint");
    let known = given.as_deref().map(|given| WORDS.iter().find(|(word, _)| *word == given));
    row.check(known != Some(None), "checkpoint", "must be fp8 or mxfp4, or left out");
    known.flatten().map_or("Bf16", |(_, name)| name)
}

/// A library and its own name of the model.
fn library_and_name(row: &Row<'_>, key: &str, name: String) -> String {
    let library = name.split_once(':').map(|(library, _)| library);
    row.check(
        library.is_some_and(|library| LIBRARIES.contains(&library)),
        key,
        format!("must start with one of {} and a colon", LIBRARIES.join(", ")),
    );
    name
}

/// Classes, image size and sequence length: required where they mean something, a harmless value elsewhere.
fn defaults(row: &Row<'_>, family: &str, data: &str) -> [u64; 3] {
    let of = |key: &str, required: bool, otherwise: u64| if required { row.whole(key, &COUNT) } else { otherwise };
    [
        of("num_classes", (data == "Images") || family == "Encoder", 2),
        of("image_size", data != "Text" && data != "Audio", 224),
        of("sequence_length", data == "Text" || data == "Audio", 512),
    ]
}

/// `name: value` for each count of a struct whose fields are called as in the file.
fn counts(row: &Row<'_>, names: &[&str], range: &RangeInclusive<u64>) -> String {
    let field = |name: &&str| format!("{name}: {}, ", row.whole(name, range));
    names.iter().map(field).collect::<Vec<_>>().concat()
}

/// `name: value` for each yes or no of a struct whose fields are called as in the file.
fn flags(row: &Row<'_>, names: &[&str]) -> String {
    let field = |name: &&str| format!("{name}: {}, ", row.flag(name));
    names.iter().map(field).collect::<Vec<_>>().concat()
}

/// `name: value` for each number between 0 and 1 of a struct whose fields are called as in the file.
fn chances(row: &Row<'_>, names: &[&str]) -> String {
    let field = |name: &&str| format!("{name}: {:?}, ", row.number(name, &CHANCE));
    names.iter().map(field).collect::<Vec<_>>().concat()
}

/// `name: value` for each list of `N` counts of a struct whose fields are called as in the file; lists become arrays.
fn stages<const N: usize>(row: &Row<'_>, names: &[&str]) -> String {
    let field = |name: &&str| {
        let mut list = row.wholes(name, &COUNT);
        row.check(list.len() == N, name, format!("must have {N} stages"));
        list.resize(N, 1);
        format!("{name}: {list:?}, ")
    };
    names.iter().map(field).collect::<Vec<_>>().concat()
}

fn borrowed(list: &[u64]) -> String {
    format!("Cow::Borrowed(&{})", literal(list))
}

fn divides(row: &Row<'_>, divisor: &str, whole: &str) {
    let (part, all) = (row.whole(divisor, &COUNT), row.whole(whole, &COUNT));
    row.check(part > 0 && all % part == 0, divisor, format!("must divide {whole}"));
}
