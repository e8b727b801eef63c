//! The kind that is modelled and most like one that is not.

use super::model_type::MODEL_TYPES;

/// Kinds by the blocks that they are made of; where a name says it already, the rule below finds it.
const LIKE: [(&str, &str); 46] = [
    ("afmoe", "olmoe"),
    ("albert", "bert"),
    ("apertus", "arcee"),
    ("bart", "t5"),
    ("bitnet", "llama"),
    ("bloom", "gpt_neox"),
    ("codegen", "gpt_neox"),
    ("data2vec-text", "roberta"),
    ("dbrx", "mixtral"),
    ("deberta", "bert"),
    ("deberta-v2", "bert"),
    ("ernie", "bert"),
    ("ernie4_5_moe", "qwen3_moe"),
    ("eurobert", "llama"),
    ("falcon", "gpt_neox"),
    ("flex_olmo", "olmoe"),
    ("gemma3n_text", "gemma3_text"),
    ("gemma4_text", "gemma3_text"),
    ("gpt_bigcode", "gpt2"),
    ("gpt_neo", "gpt2"),
    ("gptj", "gpt_neox"),
    ("helium", "llama"),
    ("hunyuan_v1_moe", "qwen3_moe"),
    ("internlm", "llama"),
    ("internlm2", "llama"),
    ("internlm3", "llama"),
    ("kimi_k2", "deepseek_v3"),
    ("lfm2", "llama"),
    ("llama4_text", "qwen2_moe"),
    ("longt5", "t5"),
    ("mbart", "t5"),
    ("minicpm3", "deepseek_v2"),
    ("mpnet", "bert"),
    ("mpt", "gpt_neox"),
    ("nemotron", "arcee"),
    ("nomic_bert", "bert"),
    ("olmo", "llama"),
    ("pegasus", "t5"),
    ("phimoe", "mixtral"),
    ("qwen2_5_vl_text", "qwen2"),
    ("qwen2_vl_text", "qwen2"),
    ("qwen3_next", "qwen3_moe"),
    ("solar_open", "glm4_moe"),
    ("umt5", "mt5"),
    ("vaultgemma", "gemma2"),
    ("xglm", "opt"),
];

/// Letters that a name must share with a kind's, from its first on, to be taken for one of its family.
const SHARED: usize = 4;

/// The kind that is modelled and most like `word`: by its blocks, or else the one whose whole name it begins with and goes on from.
pub(super) fn nearest(word: &str) -> Option<&'static str> {
    let by_blocks = LIKE.iter().find(|(kind, _)| *kind == word).map(|&(_, like)| like);
    let begins = |kind: &&str| kind.len() >= SHARED && word.to_ascii_lowercase().starts_with(*kind);
    by_blocks.or_else(|| MODEL_TYPES.iter().map(|&(kind, _)| kind).filter(begins).max_by_key(|kind| kind.len()))
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
            ("qwen3_vl_moe_text", Some("qwen3")),
            ("gemma4_text", Some("gemma3_text")),
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
