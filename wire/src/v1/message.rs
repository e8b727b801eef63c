//! What a run says when it fails.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::choices::ServingEngine;
use super::code::CommentLanguage;
use super::diagnose::{Observed, Symptom};

/// What a run printed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MessageRequest {
    /// The text: an error with the lines around it, the kernel's log, `nvidia-smi`, `torch.cuda.memory_summary()`. The last 256 KiB
    /// of it are read, and nothing of it is kept.
    pub text: String,
    /// Language of the sentences; default English.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub language: Option<CommentLanguage>,
}

/// What was read of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct MessageReading {
    /// What it says, nearest to the cause first; none where no known message is in the text.
    pub messages: Vec<RunMessage>,
    /// What an engine of serving says of its memory when it starts; absent where the text says nothing of it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub startup: Option<StartupFigures>,
    /// The causes of the first message weighed, as a path of this site that a plan's parameters are added to; none where it names its
    /// cause itself.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(example = "/diagnose?see=out-of-memory&seen_requested_bytes=20971520")]
    pub diagnosis: Option<String>,
}

/// What an engine of serving says of its memory when it starts: vLLM, `SGLang` and TensorRT-LLM of one card, llama.cpp of all; `TabbyAPI`
/// says only how many tokens it keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct StartupFigures {
    /// Whose lines they are.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub engine: Option<ServingEngine>,
    /// Weights as loaded; `vram.parts.parameters` of an answer.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub weights_bytes: Option<u64>,
    /// The pool of keys and values, or the cache; `vram.parts.kv_cache`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub kv_cache_bytes: Option<u64>,
    /// Tokens that are kept; `limits.kv_tokens`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub kv_tokens: Option<u64>,
    /// Buffers of a pass; `vram.parts.activations`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub compute_bytes: Option<u64>,
}

/// A message that is known.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct RunMessage {
    /// Stable id of what it says.
    #[schema(example = "card-memory")]
    pub id: String,
    /// Why a card refused memory, where the figures say so: `limit`, `larger-than-the-card`, `other-processes`, `pieces` or
    /// `own-tensors`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(example = "other-processes")]
    pub cause: Option<String>,
    /// What it says, in a few words.
    pub title: String,
    /// What it means and what helps.
    pub answer: String,
    /// Its own words, or the first of them.
    pub quote: String,
    /// The symptom that `POST /api/v1/diagnose` takes; none where the message names its cause itself.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub symptom: Option<Symptom>,
    /// Its figures, as `POST /api/v1/diagnose` takes them.
    pub observed: Observed,
}
