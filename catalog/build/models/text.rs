//! Language models.

use super::{COUNT, COUNT_OR_NONE, counts, divides, flags};
use crate::row::Row;

pub fn encoder(row: &Row<'_>) -> String {
    let variant = match row.choice("variant", &["bert", "roberta", "distilbert"]).as_str() {
        "roberta" => "Roberta",
        "distilbert" => "DistilBert",
        _ => "Bert",
    };
    let names =
        ["vocab_size", "hidden_size", "num_hidden_layers", "num_attention_heads", "intermediate_size", "max_position_embeddings"];
    divides(row, "num_attention_heads", "hidden_size");
    let rest = counts(row, &names, &COUNT) + &counts(row, &["type_vocab_size"], &COUNT_OR_NONE);
    let options = if variant == "DistilBert" { "DISTILBERT" } else { "BERT" };
    format!("Encoder(Encoder {{ variant: EncoderVariant::{variant}, {rest} options: EncoderOptions::{options} }})")
}

pub fn decoder(row: &Row<'_>) -> String {
    let variant = match row.choice("variant", &["llama", "phi3", "gemma2", "mixtral", "qwen2_moe", "qwen3_moe"]).as_str() {
        "phi3" => "Phi3".to_owned(),
        "gemma2" => "Gemma2".to_owned(),
        "mixtral" => mixture(row, "Mixtral"),
        "qwen2_moe" => mixture(row, "Qwen2Moe"),
        "qwen3_moe" => mixture(row, "Qwen3Moe"),
        _ => "Llama".to_owned(),
    };
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
    let rest = counts(row, &names, &COUNT) + &flags(row, &["tie_word_embeddings", "attention_bias"]);
    let options = match row.optional_whole("sliding_window", &COUNT) {
        _ if variant == "Gemma2" => "DecoderOptions::GEMMA2".to_owned(),
        None => "DecoderOptions::LLAMA".to_owned(),
        Some(tokens) => {
            let window = format!("Window {{ tokens: {tokens}, layers: Layers::ALL }}");
            format!("DecoderOptions {{ window: Some({window}), ..DecoderOptions::LLAMA }}")
        }
    };
    let normed = row.optional_flag("query_key_norm").unwrap_or(false);
    format!(
        "Decoder(Decoder {{ variant: DecoderVariant::{variant}, {rest} attention_output_bias: false, query_key_norm: {normed}, \
         options: {options} }})"
    )
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
