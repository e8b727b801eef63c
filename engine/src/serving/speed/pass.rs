//! What runs through a model at once.

use crate::serving::question::Question;

/// What runs through the model at once: requests that write a token each, and tokens of prompts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pass {
    /// Requests that write.
    pub writing: u64,
    /// Drafts that are checked for each of them, beside the token that is surely written.
    pub drafts: u64,
    /// Tokens that each of them attends to.
    pub depth: f64,
    /// Tokens of prompts.
    pub prompt_tokens: u64,
    /// Prompts that they belong to.
    pub prompts: u64,
    /// Tokens that a token of a prompt attends to, on the mean.
    pub prompt_depth: f64,
}

impl Pass {
    /// One new token for each of so many requests of this length.
    #[must_use]
    pub const fn decode(writing: u64, depth: f64) -> Self {
        Self { writing, drafts: 0, depth, prompt_tokens: 0, prompts: 0, prompt_depth: 0.0 }
    }

    /// This pass with the drafts of a question.
    #[must_use]
    pub const fn drafted(self, question: &Question) -> Self {
        let drafts = match question.settings.drafts {
            Some(drafts) => drafts.tokens,
            None => 0,
        };
        Self { drafts, ..self }
    }

    /// Tokens of requests that write.
    pub(super) const fn written(&self) -> u64 {
        self.writing * (1 + self.drafts)
    }

    pub(super) const fn tokens(&self) -> u64 {
        self.written() + self.prompt_tokens
    }

    /// Tokens whose next one is told.
    pub(super) const fn told(&self) -> u64 {
        self.written() + self.prompts
    }
}
