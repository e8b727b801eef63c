//! From bytes of text to tokens: a rule for each script, with how far tokenizers differ.
//!
//! The figures are those of published tokenizers, in bytes of UTF-8 a token:
//!
//! | Script | Rule | From | To | Because |
//! |---|---|---|---|---|
//! | Latin | 4 | 3.3 | 4.8 | English: 4 characters (OpenAI), 3.3 (`DeepSeek`), 4.8 (Cohere), 3.8 to 4.4 over the vocabularies of Tokenizer Arena |
//! | code | 3.3 | 3 | 4.2 | `StarCoder`'s 783 to 882 GB are some 250 billion tokens; Python with GPT-4's vocabulary 4.2 |
//! | Chinese | 4 | 2 | 5 | 3 bytes a character; 0.7 characters a token with LLaMA's vocabulary, 1.24 with Llama 3's, 1.5 to 1.8 with Qwen's and `DeepSeek`'s |
//! | other | 4 | 2 | 7 | Japanese 3.9, Korean 6, Arabic 7 bytes (Cohere); 2 to 2.7 with the vocabularies of GPT-2 and GPT-4 for Indian languages |

use scenario::defaults::TEXT_BYTES_PER_TOKEN;

use crate::script::Script;

/// How many bytes of a text are a token.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TokenRule {
    /// What the text is written in.
    pub script: Script,
    /// Bytes a token.
    pub bytes: f64,
    /// With the tokenizer that cuts such texts finest.
    pub low: f64,
    /// With the tokenizer that cuts them coarsest.
    pub high: f64,
}

/// Where the figures come from: name and address.
pub const SOURCES: [(&str, &str); 6] = [
    ("OpenAI: What are tokens", "https://help.openai.com/en/articles/4936856-what-are-tokens-and-how-to-count-them"),
    ("DeepSeek: Token usage", "https://api-docs.deepseek.com/quick_start/token_usage"),
    ("Tokenizer Arena: compression on cc-100", "https://huggingface.co/spaces/eson/tokenizer-arena"),
    (
        "Alibaba Cloud: Qwen, 1.5 to 1.8 characters a token",
        "https://help.aliyun.com/zh/dashscope/developer-reference/tongyi-thousand-questions-metering-and-billing",
    ),
    ("Cohere: multilingual-22-12, characters a token", "https://huggingface.co/Cohere/multilingual-22-12"),
    ("BigCode: StarCoder data", "https://huggingface.co/datasets/bigcode/starcoderdata"),
];

/// The rule for a script.
#[must_use]
pub const fn rule(script: Script) -> TokenRule {
    let usual = TEXT_BYTES_PER_TOKEN as f64;
    let (bytes, low, high) = match script {
        Script::Latin => (usual, 3.3, 4.8),
        Script::Code => (3.3, 3.0, 4.2),
        Script::Chinese | Script::Unseen => (usual, 2.0, 5.0),
        Script::Other => (usual, 2.0, 7.0),
    };
    TokenRule { script, bytes, low, high }
}

impl TokenRule {
    /// Tokens of so many bytes.
    #[must_use]
    pub fn tokens(&self, bytes: u64) -> u64 {
        (bytes as f64 / self.bytes).round() as u64
    }

    /// The fewest and the most tokens that so many bytes may be.
    #[must_use]
    pub fn range(&self, bytes: u64) -> (u64, u64) {
        ((bytes as f64 / self.high).floor() as u64, (bytes as f64 / self.low).ceil() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts with the number of tokens that a published tokenizer makes of them.
    #[test]
    fn published_counts_lie_within_the_spread() {
        for (script, bytes, tokens) in [
            // Frankenstein and Romeo and Juliet with GPT-4's vocabulary.
            (Script::Latin, 446_583, 102_397),
            (Script::Latin, 167_470, 43_738),
            // "通义千问具有强大的能力。" with Qwen's vocabulary.
            (Script::Chinese, 36, 8),
            // cc-100, simplified Chinese, 3.52 and 1.98 bytes a token: Llama 3's and LLaMA's vocabularies.
            (Script::Chinese, 3_520_000, 1_000_000),
            (Script::Chinese, 2_000_000, 1_000_000),
            // StarCoder's data.
            (Script::Code, 882_000_000_000, 250_000_000_000),
        ] {
            let rule = rule(script);
            let (fewest, most) = rule.range(bytes);
            assert!((fewest..=most).contains(&tokens), "{script:?}: {tokens} in {fewest} to {most}");
        }
        assert_eq!(rule(Script::Latin).tokens(4000), 1000);
    }
}
