//! Language models.

use std::ops::RangeInclusive;

use super::{CHANCE, COUNT, COUNT_OR_NONE, counts, divides, flags};
use crate::row::Row;

/// Pixels of a picture.
const PIXELS: RangeInclusive<u64> = 1..=1 << 30;

pub fn encoder(row: &Row<'_>) -> String {
    let variant = match row.choice("variant", &["bert", "roberta", "distilbert", "modernbert", "deberta-v2", "mpnet"]).as_str() {
        "roberta" => "Roberta",
        "distilbert" => "DistilBert",
        "modernbert" => "ModernBert",
        "deberta-v2" => "DebertaV2",
        "mpnet" => "Mpnet",
        _ => "Bert",
    };
    let names =
        ["vocab_size", "hidden_size", "num_hidden_layers", "num_attention_heads", "intermediate_size", "max_position_embeddings"];
    divides(row, "num_attention_heads", "hidden_size");
    let rest = counts(row, &names, &COUNT) + &counts(row, &["type_vocab_size"], &COUNT_OR_NONE);
    let options = match variant {
        "DistilBert" => "EncoderOptions::DISTILBERT".to_owned(),
        "ModernBert" => {
            let (layers, every) = (row.whole("num_hidden_layers", &COUNT), row.whole("global_attn_every_n_layers", &COUNT));
            // To each side, of what the configuration counts on both.
            let tokens = row.whole("local_attention", &COUNT) / 2;
            let local = blocks(layers, |block| block % every != 0);
            format!(
                "EncoderOptions {{ window: Some(Window {{ tokens: {tokens}, layers: {local} }}), ..EncoderOptions::MODERNBERT }}"
            )
        }
        "DebertaV2" => {
            let span = row.whole("position_buckets", &COUNT);
            format!("EncoderOptions {{ relative_span: Some({span}), ..EncoderOptions::BERT }}")
        }
        "Mpnet" => {
            let rows = row.whole("relative_attention_num_buckets", &COUNT);
            format!("EncoderOptions {{ relative_span: Some({rows}), ..EncoderOptions::BERT }}")
        }
        _ => "EncoderOptions::BERT".to_owned(),
    };
    format!("Encoder(Encoder {{ variant: EncoderVariant::{variant}, {rest} options: {options} }})")
}

/// Words of a decoder's layout of blocks, and the engine's options that blocks of such a layout begin from.
const VARIANTS: [(&str, &str); 30] = [
    ("llama", "LLAMA"),
    ("ministral3", "MINISTRAL3"),
    ("granite", "GRANITE"),
    ("granite4", "GRANITE4"),
    ("smollm3", "LLAMA"),
    ("phi3", "LLAMA"),
    ("gemma", "GEMMA"),
    ("gemma2", "GEMMA2"),
    ("gemma3", "GEMMA3"),
    ("olmo2", "OLMO2"),
    ("olmo3", "OLMO2"),
    ("starcoder2", "STARCODER2"),
    ("cohere", "COHERE"),
    ("cohere2", "COHERE"),
    ("stablelm", "STABLELM"),
    ("phi", "PHI"),
    ("glm4", "GLM4"),
    ("ernie4_5", "ERNIE45"),
    ("gpt_neox", "GPT_NEOX"),
    ("opt", "OPT"),
    ("exaone4", "EXAONE4"),
    ("hunyuan", "HUNYUAN"),
    ("mixtral", "LLAMA"),
    ("qwen2_moe", "LLAMA"),
    ("qwen3_moe", "LLAMA"),
    ("olmoe", "OLMOE"),
    ("deepseek_v2", "LLAMA"),
    ("sigmoid_moe", "LLAMA"),
    ("minimax_m2", "OLMOE"),
    ("gpt_oss", "GPT_OSS"),
];

pub fn decoder(row: &Row<'_>) -> String {
    let words: Vec<&str> = VARIANTS.iter().map(|(word, _)| *word).collect();
    let word = row.choice("variant", &words);
    let variant = match word.as_str() {
        "phi3" => "Phi3".to_owned(),
        "gemma" => "Gemma".to_owned(),
        "gemma2" => "Gemma2".to_owned(),
        "gemma3" => "Gemma3".to_owned(),
        "mixtral" => mixture(row, "Mixtral"),
        "qwen2_moe" | "olmoe" => mixture(row, "Qwen2Moe"),
        "deepseek_v2" => mixture(row, "DeepseekV2"),
        "minimax_m2" => mixture(row, "MiniMaxM2"),
        "qwen3_moe" => mixture(row, "Qwen3Moe"),
        "sigmoid_moe" => mixture(row, "Sigmoid"),
        "gpt_oss" => mixture(row, "GptOss"),
        _ => "Llama".to_owned(),
    };
    let names = [
        "vocab_size",
        "hidden_size",
        "num_hidden_layers",
        "num_attention_heads",
        "num_key_value_heads",
        "head_dim",
        "max_position_embeddings",
    ];
    divides(row, "num_key_value_heads", "num_attention_heads");
    let rest = counts(row, &names, &COUNT)
        // Where all blocks have experts, there is no other MLP.
        + &counts(row, &["intermediate_size"], &COUNT_OR_NONE)
        + &flags(row, &["tie_word_embeddings", "attention_bias"]);
    let flag = |key: &str| row.optional_flag(key).unwrap_or(false);
    let (output_bias, normed) = (flag("attention_output_bias"), flag("query_key_norm"));
    let options = options(row, &word);
    format!(
        "Decoder(Decoder {{ variant: DecoderVariant::{variant}, {rest} attention_output_bias: {output_bias}, query_key_norm: {normed}, \
         options: {options} }})"
    )
}

/// What a row says beside the usual hyper-parameters, over those that its layout was published with.
fn options(row: &Row<'_>, variant: &str) -> String {
    let layers = row.whole("num_hidden_layers", &COUNT);
    let interval = row.optional_whole("full_attention_interval", &COUNT);
    // Of so many blocks the last attends to all tokens.
    let others =
        interval.map_or_else(|| "Layers::ALL".to_owned(), |interval| blocks(layers, |block| (block + 1) % interval != 0));
    let mut fields = Vec::new();
    if let Some(tokens) = row.optional_whole("sliding_window", &COUNT) {
        fields.push(format!("window: Some(Window {{ tokens: {tokens}, layers: {others} }})"));
    }
    if let Some(dense) = row.optional_whole("first_k_dense_replace", &COUNT_OR_NONE) {
        fields.push(format!("dense_layers: {}", blocks(layers, |block| block < dense)));
    }
    if let Some(features) = row.optional_whole("rotary_dim", &COUNT) {
        fields.push(format!("rotary_dim: Some({features})"));
    }
    if row.optional_whole("kv_lora_rank", &COUNT).is_some() {
        let widths = counts(row, &["kv_lora_rank", "qk_nope_head_dim", "qk_rope_head_dim", "v_head_dim"], &COUNT)
            + &counts(row, &["q_lora_rank"], &COUNT_OR_NONE);
        fields.push(format!("attention: AttentionLayout::Latent(LatentAttention {{ {widths} }})"));
    }
    if row.optional_whole("linear_num_key_heads", &COUNT).is_some() {
        let names = [
            "linear_num_key_heads",
            "linear_num_value_heads",
            "linear_key_head_dim",
            "linear_value_head_dim",
            "linear_conv_kernel_dim",
        ];
        let state = row.optional_flag("float32_state").unwrap_or(false);
        let joined = row.optional_flag("joined_projections").unwrap_or(false);
        let widths = counts(row, &names, &COUNT) + &format!("float32_state: {state}, joined_projections: {joined}, ");
        fields.push(format!("attention: AttentionLayout::Hybrid(LinearAttention {{ layers: {others}, {widths} }})"));
    }
    for key in ["gated_attention", "norms_all_heads", "mlp_bias"] {
        if row.optional_flag(key).unwrap_or(false) {
            fields.push(format!("{key}: true"));
        }
    }
    // Of four blocks the last turns nothing by positions, or turns nothing where it has no window.
    if variant == "smollm3" {
        fields.push(format!("unturned: {}", blocks(layers, |block| (block + 1) % 4 == 0)));
    } else if matches!(variant, "cohere2" | "exaone4") && interval.is_some() {
        fields.push(format!("unturned: {}", blocks(layers, |block| interval.is_some_and(|every| (block + 1) % every == 0))));
    }
    for key in ["attention_dropout", "residual_dropout", "embedding_dropout"] {
        if let Some(chance) = row.optional_number(key, &CHANCE) {
            fields.push(format!("{key}: {chance:?}"));
        }
    }
    // An activation of its own; that of its layout where it says none.
    if let Some(activation) = row.optional_text("hidden_act") {
        row.check(activation == "gelu_fast", "hidden_act", "is gelu_fast, or left out for that of the layout");
        fields.push("activation: Activation::GeluFast".to_owned());
    }
    if let Some(rows) = row.optional_whole("learned_positions", &COUNT) {
        fields.push(format!("learned_positions: {rows}"));
    }
    if let Some(tower) = row.table("tower") {
        fields.push(format!("tower: Some({})", self::tower(&tower)));
    }
    let published = VARIANTS.iter().find(|(word, _)| *word == variant).map_or("LLAMA", |(_, options)| *options);
    if fields.is_empty() {
        return format!("DecoderOptions::{published}");
    }
    format!("DecoderOptions {{ {}, ..DecoderOptions::{published} }}", fields.join(", "))
}

/// What reads pictures before a decoder.
fn tower(row: &Row<'_>) -> String {
    let word = row.choice("variant", &["siglip", "pixtral", "qwen2_5_vl", "qwen3_vl"]);
    let within = || {
        let (fewest, most) = (row.whole("min_pixels", &PIXELS), row.whole("max_pixels", &PIXELS));
        row.check(fewest <= most, "min_pixels", "must be at most max_pixels");
        format!("Within {{ min_pixels: {fewest}, max_pixels: {most}, halves: Halves::Even }}")
    };
    let (variant, resizing) = match word.as_str() {
        "pixtral" => ("Pixtral".to_owned(), format!("Longest({})", row.whole("longest_edge", &COUNT))),
        "qwen2_5_vl" => ("Qwen25".to_owned(), within()),
        "qwen3_vl" => (format!("Qwen3 {{ deepstack: {} }}", row.whole("deepstack", &COUNT_OR_NONE)), within()),
        _ => ("Siglip".to_owned(), format!("Fixed({})", row.whole("image_size", &COUNT))),
    };
    let names = ["depth", "hidden_size", "intermediate_size", "num_heads", "patch_size", "spatial_merge_size"];
    divides(row, "num_heads", "hidden_size");
    let rest = counts(row, &names, &COUNT);
    row.finish();
    format!("Tower {{ variant: TowerVariant::{variant}, {rest} resizing: Resizing::{resizing} }}")
}

/// A set of blocks as the engine's constant.
fn blocks(layers: u64, is_in: impl Fn(u64) -> bool) -> String {
    let mut words = [0_u64; 4];
    for layer in (0..layers.min(256)).filter(|&layer| is_in(layer)) {
        words[(layer / 64) as usize] |= 1 << (layer % 64);
    }
    format!("Layers::from_words({words:?})")
}

fn mixture(row: &Row<'_>, router: &str) -> String {
    let (chosen, experts) = (row.whole("num_experts_per_tok", &COUNT), row.whole("num_experts", &COUNT));
    row.check(chosen <= experts, "num_experts_per_tok", "must be at most num_experts");
    let rest = counts(row, &["num_experts", "num_experts_per_tok", "moe_intermediate_size"], &COUNT)
        + &counts(row, &["shared_expert_intermediate_size"], &COUNT_OR_NONE);
    format!("MixtureOfExperts(MixtureOfExperts {{ router: Router::{router}, {rest} }})")
}

pub fn gpt2(row: &Row<'_>) -> String {
    divides(row, "n_head", "n_embd");
    let rest = counts(row, &["vocab_size", "n_positions", "n_embd", "n_layer", "n_head"], &COUNT);
    let inner = 4 * row.whole("n_embd", &COUNT);
    format!("Gpt2(Gpt2 {{ {rest} n_inner: {inner}, options: Gpt2Options::PUBLISHED }})")
}

pub fn t5(row: &Row<'_>) -> String {
    let names = [
        "vocab_size",
        "d_model",
        "d_kv",
        "d_ff",
        "num_layers",
        "num_decoder_layers",
        "num_heads",
        "relative_attention_num_buckets",
    ];
    let rest = counts(row, &names, &COUNT);
    let as_published = "tie_word_embeddings: true, scale_decoder_outputs: true, dropout_rate: 0.1";
    format!("T5(T5 {{ {rest} feed_forward: T5FeedForward::RELU, {as_published} }})")
}

pub fn whisper(row: &Row<'_>) -> String {
    for heads in ["encoder_attention_heads", "decoder_attention_heads"] {
        divides(row, heads, "d_model");
    }
    let names = [
        "vocab_size",
        "d_model",
        "encoder_layers",
        "encoder_attention_heads",
        "encoder_ffn_dim",
        "decoder_layers",
        "decoder_attention_heads",
        "decoder_ffn_dim",
        "num_mel_bins",
        "max_source_positions",
        "max_target_positions",
    ];
    let width = if row.choice("torch_dtype", &["float16", "float32"]) == "float16" { 2 } else { 4 };
    format!("Whisper(Whisper {{ {} published_bytes: {width} }})", counts(row, &names, &COUNT))
}
