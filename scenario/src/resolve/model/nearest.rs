//! The kind that is modelled and most like one that is not.

use super::model_type::MODEL_TYPES;

/// Kinds that are modelled, and those that are made of blocks like theirs, with spaces between them; where a name says it already, the
/// rule below finds it.
const LIKE: [(&str, &str); 34] = [
    ("arcee", "apertus"),
    ("bart", "led"),
    ("bert", "albert convbert ernie megatron-bert mobilebert nomic_bert"),
    ("clip_vision_model", "altclip chinese_clip chinese_clip_vision_model metaclip_2"),
    ("deberta-v2", "deberta deberta-v3 deberta_v2"),
    ("deepseek_v2", "minicpm3"),
    ("deepseek_v3", "deepseek_v32 deepseek_v4 glm_moe_dsa"),
    ("dinov2", "dinov3_vit"),
    ("ernie4_5_moe", "ernie4_5_vl_moe"),
    ("gemma2", "vaultgemma"),
    ("gemma4_text", "gemma3n gemma3n_text gemma4"),
    ("gemma4_unified_text", "gemma4_unified"),
    ("glm", "chatglm"),
    ("gpt2", "gpt_bigcode gpt_neo starcoder"),
    ("gpt_neox", "bloom falcon mpt"),
    ("gptj", "codegen gpt-j gpt_j"),
    ("hunyuan_v1_dense", "hunyuan"),
    ("llama", "bitnet eurobert exaone internlm internlm2 internlm3"),
    ("mbart", "m2m_100 plbart"),
    ("minimax_m2", "minimax minimax_m3"),
    ("mixtral", "dbrx phimoe"),
    ("mt5", "umt5"),
    ("olmoe", "afmoe flex_olmo"),
    ("opt", "xglm"),
    ("pegasus", "blenderbot"),
    ("phi3", "phi4_multimodal phi4mm"),
    ("qwen2", "dots_ocr qwen2_5_vl_text qwen2_vl qwen2_vl_text"),
    ("qwen2_moe", "llama4 llama4_text"),
    ("qwen3", "qwen3_vl_text"),
    ("qwen3_moe", "hunyuan_v1_moe hy_v3 qwen3_vl_moe_text"),
    ("roberta", "data2vec-text"),
    ("siglip_vision_model", "siglip2 siglip2_vision_model"),
    ("t5", "longt5 switch_transformers t5gemma"),
    ("vit", "beit data2vec-vision ijepa vit_hybrid vit_mae vit_msn vivit yolos"),
];

/// Letters of the shortest name of a kind that others are taken for one of the family of.
const SHORTEST_NAME: usize = 3;

/// The kind that is modelled and most like `word`: by its blocks, or else the one whose whole name it begins with and goes on from.
pub(super) fn nearest(word: &str) -> Option<&'static str> {
    let by_blocks = LIKE.iter().find(|(_, kinds)| kinds.split(' ').any(|kind| kind == word)).map(|&(like, _)| like);
    let begins = |kind: &&str| kind.len() >= SHORTEST_NAME && word.to_ascii_lowercase().starts_with(*kind);
    let family = || MODEL_TYPES.iter().filter(|(kind, _)| begins(kind));
    // A mixture is like a mixture, of its family where that has one.
    let is_mixture = word.contains("moe");
    let of_family = || family().filter(|(_, kind)| kind.has_experts() == is_mixture).max_by_key(|(word, _)| word.len());
    let related = || {
        let dense = family().max_by_key(|(word, _)| word.len())?;
        MODEL_TYPES
            .iter()
            .filter(|(word, kind)| kind.has_experts() && word.starts_with(dense.0))
            .min_by_key(|(word, _)| word.len())
    };
    by_blocks.or_else(|| of_family().or_else(|| if is_mixture { related() } else { None }).map(|&(word, _)| word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resolve::model::model_type::ModelType;

    #[test]
    fn what_is_like_a_kind_is_not_modelled_itself_and_what_it_is_like_is() {
        let mut kinds = Vec::new();
        for (like, unmodelled) in LIKE {
            assert!(ModelType::of_word(like).is_some(), "{like}");
            kinds.extend(unmodelled.split(' '));
        }
        assert!(kinds.iter().all(|kind| !kind.is_empty() && ModelType::of_word(kind).is_none()), "{kinds:?}");
        assert!(kinds.iter().collect::<std::collections::BTreeSet<_>>().len() == kinds.len() && LIKE.is_sorted(), "{kinds:?}");
    }

    #[test]
    fn names_of_a_family_find_it_and_others_nothing() {
        for (word, like) in [
            ("qwen3_vl_text", Some("qwen3")),
            ("qwen3_vl_moe_text", Some("qwen3_moe")),
            ("qwen2_vl", Some("qwen2")),
            ("qwen2_5_vl_text", Some("qwen2")),
            ("qwen3_6_text", Some("qwen3")),
            ("glm4v_moe", Some("glm4_moe")),
            ("mistral4", Some("mistral")),
            ("gemma4_unified", Some("gemma4_unified_text")),
            ("LLAMA", Some("llama")),
            ("granite_swa", Some("granite")),
            ("mamba", None),
            ("swin", None),
            ("dinov3_vit", Some("dinov2")),
            ("vit_mae", Some("vit")),
            ("", None),
            ("t", None),
        ] {
            assert_eq!(nearest(word), like, "{word}");
        }
    }
}
