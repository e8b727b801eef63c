//! Encoder-decoders of the T5 kind.
use super::Recipe;
use crate::architecture::T5;
use crate::graph::Graph;
/// The graph.
#[must_use]
pub fn build(_model: &T5, recipe: Recipe) -> Graph { recipe.builder().finish() }
