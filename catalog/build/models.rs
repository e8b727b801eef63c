//! Reads and checks models; the name of a model's sub-table says which of the engine's architectures it is.

use std::ops::RangeInclusive;

use crate::emit::literal;
use crate::row::Row;

/// Any count or width of a model.
const COUNT: RangeInclusive<u64> = 1..=1 << 20;
const COUNT_OR_NONE: RangeInclusive<u64> = 0..=1 << 20;

/// A model.
pub fn model(row: &Row<'_>) -> String {
    let (family, data_kind, lora) = match () {
        () if row.table("resnet").is_some() => ("Cnn", "Images", false),
        () if row.table("encoder").is_some() => ("Encoder", "Text", true),
        () if row.table("decoder").is_some() => ("Decoder", "Text", true),
        () => ("Diffusion", "Latents", true),
    };
    let architecture = ["resnet", "encoder", "decoder", "diffusion_unet"]
        .into_iter()
        .filter_map(|key| row.table(key))
        .map(|table| architecture(family, &table));
    let architecture: Vec<String> = architecture.collect();
    row.check(architecture.len() == 1, "resnet, encoder, decoder or diffusion_unet", "must be the one table of hyper-parameters");
    let [classes, image, sequence] = defaults(row, family);
    format!(
        "ModelEntry {{ id: {:?}, name: {:?}, family: ModelFamily::{family}, architecture: {}, published_parameters: {}, data_kind: DataKind::{data_kind}, \
         default_num_classes: {classes}, default_image_size: {image}, default_sequence_length: {sequence}, lora: {lora}, source: {:?} }},",
        row.id,
        row.text("name"),
        architecture.concat(),
        row.whole("published_parameters", &(1_000_000..=2_000_000_000_000)),
        row.text("source"),
    )
}

/// Classes, image size and sequence length: required where they mean something, a harmless value elsewhere.
fn defaults(row: &Row<'_>, family: &str) -> [u64; 3] {
    let of = |key: &str, families: &[&str], otherwise: u64| {
        if families.contains(&family) { row.whole(key, &COUNT) } else { otherwise }
    };
    [
        of("num_classes", &["Cnn", "Encoder"], 2),
        of("image_size", &["Cnn", "Diffusion"], 224),
        of("sequence_length", &["Encoder", "Decoder"], 512),
    ]
}

fn architecture(family: &str, row: &Row<'_>) -> String {
    let source = match family {
        "Cnn" => resnet(row),
        "Encoder" => encoder(row),
        "Decoder" => decoder(row),
        _ => diffusion_unet(row),
    };
    row.finish();
    source
}

/// `name: value` for each count of a struct whose fields are called as in the file.
fn counts(row: &Row<'_>, names: &[&str], range: &RangeInclusive<u64>) -> String {
    let field = |name: &&str| format!("{name}: {}, ", row.whole(name, range));
    names.iter().map(field).collect::<Vec<_>>().concat()
}

fn resnet(row: &Row<'_>) -> String {
    let block = if row.choice("block", &["basic", "bottleneck"]) == "basic" { "Basic" } else { "Bottleneck" };
    let mut layers = row.wholes("layers", &COUNT);
    row.check(layers.len() == 4, "layers", "must have four stages");
    layers.resize(4, 1);
    let rest = counts(row, &["groups", "width_per_group"], &COUNT);
    format!("Architecture::Resnet(Resnet {{ block: ResnetBlock::{block}, layers: {layers:?}, {rest} }})")
}

fn encoder(row: &Row<'_>) -> String {
    let variant = match row.choice("variant", &["bert", "roberta", "distilbert"]).as_str() {
        "roberta" => "Roberta",
        "distilbert" => "DistilBert",
        _ => "Bert",
    };
    let names =
        ["vocab_size", "hidden_size", "num_hidden_layers", "num_attention_heads", "intermediate_size", "max_position_embeddings"];
    divides(row, "num_attention_heads", "hidden_size");
    let rest = counts(row, &names, &COUNT) + &counts(row, &["type_vocab_size"], &COUNT_OR_NONE);
    format!("Architecture::Encoder(Encoder {{ variant: EncoderVariant::{variant}, {rest} }})")
}

fn decoder(row: &Row<'_>) -> String {
    let names = [
        "vocab_size",
        "hidden_size",
        "intermediate_size",
        "num_hidden_layers",
        "num_attention_heads",
        "num_key_value_heads",
        "head_dim",
        "max_position_embeddings",
    ];
    divides(row, "num_key_value_heads", "num_attention_heads");
    let rest = counts(row, &names, &COUNT);
    let (tied, bias) = (row.flag("tie_word_embeddings"), row.flag("attention_bias"));
    format!("Architecture::Decoder(Decoder {{ {rest} tie_word_embeddings: {tied}, attention_bias: {bias} }})")
}

fn diffusion_unet(row: &Row<'_>) -> String {
    let channels = row.wholes("block_out_channels", &COUNT);
    let per_level = |key: &str, range: &RangeInclusive<u64>| {
        let list = row.wholes(key, range);
        row.check(list.len() == channels.len(), key, "must have an entry for each level of block_out_channels");
        borrowed(&list)
    };
    let (heads, transformers) =
        (per_level("num_attention_heads", &COUNT), per_level("transformer_layers_per_block", &COUNT_OR_NONE));
    let names =
        ["in_channels", "out_channels", "layers_per_block", "mid_transformer_layers", "cross_attention_dim", "text_tokens"];
    let rest = counts(row, &names, &COUNT)
        + &counts(row, &["addition_embed_input"], &COUNT_OR_NONE)
        + &counts(row, &["companion_parameters"], &(0..=1 << 40));
    format!(
        "Architecture::DiffusionUnet(DiffusionUnet {{ block_out_channels: {}, num_attention_heads: {heads}, transformer_layers_per_block: {transformers}, {rest} \
         use_linear_projection: {} }})",
        borrowed(&channels),
        row.flag("use_linear_projection"),
    )
}

fn borrowed(list: &[u64]) -> String {
    format!("Cow::Borrowed(&{})", literal(list))
}

fn divides(row: &Row<'_>, divisor: &str, whole: &str) {
    let (part, all) = (row.whole(divisor, &COUNT), row.whole(whole, &COUNT));
    row.check(part > 0 && all % part == 0, divisor, format!("must divide {whole}"));
}
