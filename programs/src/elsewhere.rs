//! Programs for frameworks that are not modeled: TensorFlow and `MindSpore`, with what is sure to be held.
//!
//! The names and presets that programs use are held against a list that was looked up in the packages (`server/tests/code`).

use engine::architecture::{Architecture, EncoderVariant};
use engine::units::{Bytes, GIB, MIB};
use serde::Serialize;

use super::plan::Plan;
use super::run::{Bounded, InBothLanguages};
use super::template;
use scenario::frameworks::Published;
use wording::format::size;

/// Facts of a plan in another framework.
#[derive(Debug, Serialize)]
struct Facts<'a> {
    #[serde(flatten)]
    plan: Plan<'a>,
    /// What is said of the memory.
    bound: InBothLanguages,
    limit: Limit,
    weights: Weights,
    /// What the optimizer's states take at least, where they are counted.
    states: Option<String>,
    published: Option<Release>,
    /// Whether the model reads which of two texts a token belongs to.
    has_segments: bool,
    /// Threads or processes that load, at least one.
    workers: u64,
}

/// What the process may take of the card.
#[derive(Debug, Serialize)]
struct Limit {
    amount: String,
    mib: u64,
    /// Whole ones: `MindSpore` parses a number and a unit.
    gib: u64,
}

#[derive(Debug, Serialize)]
struct Weights {
    amount: String,
    dtype: &'static str,
}

/// Where the framework has the model.
#[derive(Debug, Serialize)]
struct Release {
    at: &'static str,
    name: &'static str,
    /// Of `tf.keras.applications`, where the constructor lies.
    module: &'static str,
}

/// `train_tensorflow.py`, for TensorFlow 2.13 or later with Keras.
pub(super) fn tensorflow(run: Bounded<'_>) -> String {
    template::program("tensorflow/train.py", &Facts::of(run), run.locale)
}

/// `train_mindspore.py`, for `MindSpore` 2.2 or later.
pub(super) fn mindspore(run: Bounded<'_>) -> String {
    template::program("mindspore/train.py", &Facts::of(run), run.locale)
}

impl<'a> Facts<'a> {
    fn of(run: Bounded<'a>) -> Self {
        let limit = run.memory_limit();
        Self {
            plan: Plan::of(run),
            bound: run.verdict(),
            limit: Limit { amount: size(limit), mib: limit.0 / MIB, gib: (limit.0 / GIB).max(1) },
            weights: Weights { amount: size(run.figures.parts.parameters), dtype: run.weights() },
            states: Some(run.figures.parts.optimizer_state).filter(|states| *states != Bytes::ZERO).map(size),
            published: run.published().map(Release::of),
            has_segments: matches!(run.model(), Architecture::Encoder(encoder) if encoder.variant == EncoderVariant::Bert),
            workers: run.training().loader.num_workers.max(1),
        }
    }
}

impl Release {
    const fn of(published: Published) -> Self {
        match published {
            Published::Application { module, name } => Self { at: "application", name, module },
            Published::Preset(name) => Self { at: "preset", name, module: "" },
            Published::Mindcv(name) => Self { at: "mindcv", name, module: "" },
            Published::Mindnlp => Self { at: "mindnlp", name: "", module: "" },
        }
    }
}
