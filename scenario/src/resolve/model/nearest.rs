//! The kind that is modelled and most like one that is not.

use super::model_type::MODEL_TYPES;

/// Kinds by the blocks that they are made of; where a name says it already, the rule below finds it.
const LIKE: [(&str, &str); 64] = [
    ("afmoe", "olmoe"),
    ("albert", "bert"),
    ("apertus", "arcee"),
    ("bitnet", "llama"),
    ("blenderbot", "pegasus"),
    ("bloom", "gpt_neox"),
    ("chatglm", "glm"),
    ("codegen", "gptj"),
    ("convbert", "bert"),
    ("data2vec-text", "roberta"),
    ("dbrx", "mixtral"),
    ("deberta", "deberta-v2"),
    ("deberta-v3", "deberta-v2"),
    ("deberta_v2", "deberta-v2"),
    ("deepseek_v32", "deepseek_v3"),
    ("deepseek_v4", "deepseek_v3"),
    ("dots_ocr", "qwen2"),
    ("ernie", "bert"),
    ("ernie4_5_vl_moe", "ernie4_5_moe"),
    ("eurobert", "llama"),
    ("exaone", "llama"),
    ("falcon", "gpt_neox"),
    ("flex_olmo", "olmoe"),
    ("gemma3", "gemma3_text"),
    ("gemma3n", "gemma4_text"),
    ("gemma3n_text", "gemma4_text"),
    ("gemma4", "gemma4_text"),
    ("gemma4_unified", "gemma4_unified_text"),
    ("glm_moe_dsa", "deepseek_v3"),
    ("gpt-j", "gptj"),
    ("gpt_bigcode", "gpt2"),
    ("gpt_j", "gptj"),
    ("gpt_neo", "gpt2"),
    ("hunyuan", "hunyuan_v1_dense"),
    ("hunyuan_v1_moe", "qwen3_moe"),
    ("hy_v3", "qwen3_moe"),
    ("internlm", "llama"),
    ("internlm2", "llama"),
    ("internlm3", "llama"),
    ("led", "bart"),
    ("llama4", "qwen2_moe"),
    ("llama4_text", "qwen2_moe"),
    ("longt5", "t5"),
    ("m2m_100", "mbart"),
    ("megatron-bert", "bert"),
    ("minicpm3", "deepseek_v2"),
    ("minimax", "minimax_m2"),
    ("minimax_m3", "minimax_m2"),
    ("mobilebert", "bert"),
    ("mpnet", "bert"),
    ("mpt", "gpt_neox"),
    ("nomic_bert", "bert"),
    ("phi4_multimodal", "phi3"),
    ("phi4mm", "phi3"),
    ("phimoe", "mixtral"),
    ("plbart", "mbart"),
    ("qwen2_5_vl_text", "qwen2"),
    ("qwen2_vl_text", "qwen2"),
    ("starcoder", "gpt2"),
    ("switch_transformers", "t5"),
    ("t5gemma", "t5"),
    ("umt5", "mt5"),
    ("vaultgemma", "gemma2"),
    ("xglm", "opt"),
];

/// Letters of the shortest name of a kind that others are taken for one of the family of.
const SHORTEST_NAME: usize = 3;

/// The kind that is modelled and most like `word`: by its blocks, or else the one whose whole name it begins with and goes on from.
pub(super) fn nearest(word: &str) -> Option<&'static str> {
    let by_blocks = LIKE.iter().find(|(kind, _)| *kind == word).map(|&(_, like)| like);
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
        for (kind, like) in LIKE {
            assert!(ModelType::of_word(kind).is_none() && ModelType::of_word(like).is_some(), "{kind} {like}");
        }
        assert!(LIKE.is_sorted());
    }

    #[test]
    fn names_of_a_family_find_it_and_others_nothing() {
        for (word, like) in [
            ("qwen3_vl_text", Some("qwen3")),
            ("qwen3_vl_moe_text", Some("qwen3_moe")),
            ("qwen3_5_moe", Some("qwen3_moe")),
            ("qwen3_6_text", Some("qwen3")),
            ("glm4v_moe", Some("glm4_moe")),
            ("mistral4", Some("mistral")),
            ("gemma4_unified", Some("gemma4_unified_text")),
            ("LLAMA", Some("llama")),
            ("granite_swa", Some("granite")),
            ("mamba", None),
            ("vit", None),
            ("", None),
            ("t", None),
        ] {
            assert_eq!(nearest(word), like, "{word}");
        }
    }
}
