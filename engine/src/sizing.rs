//! Sizes card and host for a scenario and times the run: every figure of an answer.
//!
//! A step is played once for its memory and its kernels ([`plays`]); all that is asked of like scenarios is worked out of that.

pub mod batch;
pub(crate) mod card;
pub(crate) mod evaluate;
pub(crate) mod ladder;
mod notes;
pub(crate) mod open;
pub(crate) mod plain;
pub(crate) mod played;
pub(crate) mod plays;
pub(crate) mod time;
mod timeline;
