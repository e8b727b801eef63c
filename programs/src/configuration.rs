//! A model that the reader described, as arguments of `AutoConfig.for_model`.

mod argument;
mod joined;

use engine::architecture::{Architecture, BartVariant, EncoderVariant};

pub(super) use argument::Argument;
use argument::{Value, settings};

use super::run::Run;

/// `"llama", hidden_size=4096, ...`, under the names of that model's own configuration; nothing where the catalog has the model.
pub(super) fn arguments(run: Run<'_>) -> Vec<Argument> {
    let Some(config) = run.inputs.model.config.as_deref() else { return Vec::new() };
    let kind = config.model_type.as_deref().unwrap_or("llama");
    // Their classifiers take the configuration of the whole, whose part they are.
    if let Some(whole) = kind.strip_suffix("_vision_model") {
        let part = settings(run, kind).collect();
        let arguments = [Argument(None, Value::Word(whole.to_owned())), Argument(Some("vision_config"), Value::Part(part))];
        return arguments.into_iter().chain(single_label(run)).collect();
    }
    if let Some(tower) = run.model().tower() {
        return joined::arguments(run, kind, tower);
    }
    let mut arguments = vec![Argument(None, Value::Word(kind.to_owned()))];
    arguments.extend(settings(run, kind).map(|(name, value)| Argument(Some(name), value)));
    if matches!(run.model(), Architecture::Vit(_)) {
        arguments.extend(single_label(run));
    }
    // Its class counts where windows are by a pattern that it has not where there are none.
    if kind == "exaone4" && config.sliding_window == Some(0) && config.layer_types.is_none() {
        let blocks = config.num_hidden_layers.unwrap_or_default();
        let words = (0..blocks).map(|_| "full_attention".to_owned()).collect();
        arguments.push(Argument(Some("layer_types"), Value::Words(words)));
    }
    // Its class has positions that turn nothing by default, and heads of blocks with a state that would have to suit its width.
    if kind == "granitemoehybrid" {
        arguments.push(Argument(Some("position_embedding_type"), Value::Word("rope".to_owned())));
        arguments.push(Argument(Some("mamba_n_heads"), Value::Count(1)));
    }
    // Their classes have figures of their own for the decoder, which are the encoder's here, and tokens that may lie beyond a vocabulary.
    if let Architecture::Bart(model) = run.model() {
        let count = |name, value| Argument(Some(name), Value::Count(value));
        arguments.extend([count("decoder_attention_heads", model.attention_heads), count("decoder_ffn_dim", model.ffn_dim)]);
        arguments.extend(config.num_decoder_layers.is_none().then(|| count("decoder_layers", model.decoder_layers)));
        if model.variant == BartVariant::Marian {
            let padding = model.vocab_size.saturating_sub(1);
            arguments.extend([count("pad_token_id", padding), count("decoder_start_token_id", padding)]);
            arguments.push(count("decoder_vocab_size", model.vocab_size));
        }
    }
    // What published files of DeBERTa V3 say, and its class does not by default.
    if kind == "deberta-v2" {
        let word = |word: &str| Value::Word(word.to_owned());
        arguments.extend([
            Argument(Some("relative_attention"), Value::Flag(true)),
            Argument(Some("position_biased_input"), Value::Flag(false)),
            Argument(Some("share_att_key"), Value::Flag(true)),
            Argument(Some("pos_att_type"), word("p2c|c2p")),
            Argument(Some("norm_rel_ebd"), word("layer_norm")),
        ]);
        arguments.extend(single_label(run));
    }
    // A class's own token for padding may lie beyond a smaller vocabulary; encoders count their positions from theirs.
    if matches!(run.model(), Architecture::Decoder(_)) || is_modern(run.model()) {
        arguments.push(Argument(Some("pad_token_id"), Value::Absent(None)));
    }
    arguments
}

/// A class would look at every label otherwise; one class alone it would take for a quantity, and refuses to classify.
fn single_label(run: Run<'_>) -> Option<Argument> {
    let word = || Value::Word("single_label_classification".to_owned());
    (run.data().num_classes > 1).then(|| Argument(Some("problem_type"), word()))
}

/// Whether positions go by no token for padding, though it is an encoder.
fn is_modern(model: &Architecture) -> bool {
    matches!(model, Architecture::Encoder(encoder) if encoder.variant == EncoderVariant::ModernBert)
}
