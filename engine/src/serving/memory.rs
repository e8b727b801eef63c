//! Device and host memory of a model that is served, by what each engine does with a card.

pub mod activations;
mod exllama;
mod limits;
mod llama_cpp;
mod need;
mod parts;
mod pool;
mod tower;
mod transformers;

pub use exllama::{cache_tokens, chunk as exllama_chunk};
pub use limits::{Limits, MOST_OF_LLAMA_CPP, limits};
pub use llama_cpp::{drafted, whole_cache};
pub use need::{of, per_token};
pub use parts::{Memory, Parts, capacity};
pub use pool::{largest_share, sequence, sglang_share};
pub use tower::{of_llama_cpp as sight_buffer, traced};

pub use super::weights::projector;
