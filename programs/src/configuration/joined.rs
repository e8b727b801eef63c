//! A decoder and the tower that reads pictures before it, each in the words of its own part.

use std::collections::BTreeMap;

use engine::architecture::{Architecture, Decoder, Tower, TowerVariant};
use scenario::resolve::{TOWER_KEYS, key_of};

use super::argument::{Argument, Value, settings};
use crate::run::Run;

/// Width of the heads that Qwen2.5-VL's class has its shares of positions for.
const MROPE_HEAD_DIM: u64 = 128;
/// What the tokens are called that stand for pictures and films, and around them.
const PICTURE_TOKENS: [&str; 4] = ["image_token_id", "video_token_id", "vision_start_token_id", "vision_end_token_id"];

/// Both, with what such a model is always made with where its class has another default.
pub(super) fn arguments(run: Run<'_>, kind: &str, tower: &Tower) -> Vec<Argument> {
    let (mut text, mut vision) = (BTreeMap::new(), vision(kind, tower));
    for (name, value) in settings(run, kind) {
        match name.strip_prefix(TOWER_KEYS) {
            Some(name) => vision.insert(name, value),
            None => text.insert(if name == "text_model_type" { "model_type" } else { name }, value),
        };
    }
    text.insert("pad_token_id", Value::Absent(None));
    let mut whole = vec![Argument(None, Value::Word(kind.to_owned()))];
    if let Architecture::Decoder(model) = run.model() {
        if !matches!(tower.variant, TowerVariant::Siglip | TowerVariant::Pixtral) {
            vision.insert("out_hidden_size", Value::Count(model.hidden_size));
        }
        if tower.variant == TowerVariant::Qwen25 && model.head_dim != MROPE_HEAD_DIM {
            text.insert("rope_parameters", Value::Part(turned_by(model.head_dim / 2)));
        }
        whole.push(Argument(Some("tie_word_embeddings"), Value::Flag(model.tie_word_embeddings)));
        whole.extend(tokens(kind, tower, model));
    }
    whole.extend([Argument(Some("text_config"), Value::Part(text)), Argument(Some("vision_config"), Value::Part(vision))]);
    whole
}

/// The figures of a tower; Gemma 3's class has those of another by default.
fn vision(kind: &str, tower: &Tower) -> BTreeMap<&'static str, Value> {
    let figures = [
        ("vision_depth", tower.depth),
        ("vision_hidden_size", tower.hidden_size),
        ("vision_intermediate_size", tower.intermediate_size),
        ("vision_num_heads", tower.num_heads),
    ];
    let named = figures.map(|(field, figure)| Some((key_of(kind, field).strip_prefix(TOWER_KEYS)?, Value::Count(figure))));
    let mut vision: BTreeMap<_, _> = named.into_iter().flatten().collect();
    if tower.variant == TowerVariant::Siglip {
        let side = tower.patches(1, 1).rows * tower.patch_size;
        vision.extend([("image_size", Value::Count(side)), ("patch_size", Value::Count(tower.patch_size))]);
        vision.insert("vision_use_head", Value::Flag(false));
    }
    if tower.variant == TowerVariant::Pixtral {
        vision.insert("patch_size", Value::Count(tower.patch_size));
        vision.insert("hidden_act", Value::Word("silu".to_owned()));
    }
    vision
}

/// Which tokens are pictures': those of the class, unless the vocabulary ends before them.
fn tokens(kind: &str, tower: &Tower, model: &Decoder) -> Vec<Argument> {
    let (last, names): (u64, &[&str]) = match tower.variant {
        TowerVariant::Siglip => (262_144, &["image_token_index"]),
        TowerVariant::Pixtral => (10, &["image_token_index"]),
        _ if kind.starts_with("qwen3_5") => (248_057, &PICTURE_TOKENS),
        TowerVariant::Qwen25 | TowerVariant::Qwen3 { .. } => (151_656, &PICTURE_TOKENS),
    };
    let of_end = (0..model.vocab_size).rev().chain(std::iter::repeat(0));
    let named = names.iter().zip(of_end).map(|(&name, token)| Argument(Some(name), Value::Count(token)));
    named.filter(|_| model.vocab_size <= last).collect()
}

/// Which of a head's pairs turn by time, by rows and by columns (`mrope_section`), in the shares that published files have.
fn turned_by(pairs: u64) -> BTreeMap<&'static str, Value> {
    let (time, rows) = (pairs / 4, pairs * 3 / 8);
    let sections = Value::Counts(vec![time, rows, pairs - time - rows]);
    BTreeMap::from([("rope_type", Value::Word("default".to_owned())), ("mrope_section", sections)])
}
