//! What all blocks of a decoder share: masks and rotary tables, and the weights of their norms.

use crate::graph::VarId;
use crate::graph::builder::{Builder, Weight};
use crate::graph::norm::Norm;
use crate::graph::rotary::Rotary;
use crate::models::Recipe;

/// What all blocks share.
#[derive(Debug, Clone, Copy)]
pub struct Shared {
    pub(super) rotary: Rotary,
    /// The mask that eager attention adds.
    pub(super) mask: Option<VarId>,
}

pub(super) fn norm_weights(b: &mut Builder, width: u64, recipe: Recipe) -> Norm {
    let trainable = b.mode.trainable;
    let weight = b.weight_as(Weight::of_norm(width), recipe.unquantized_dtype(), trainable, true);
    Norm { weight, bias: None, width }
}
