//! What models of an encoder and a decoder have in common.

pub mod block;

use crate::dtype::Dtype;
use crate::graph::VarId;
use crate::graph::builder::Builder;
use crate::graph::elementwise::Keeps;

/// Which of the two stacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Sees the whole input.
    Encoder,
    /// Sees what it has written, and the encoder's output.
    Decoder,
}

impl Builder {
    /// Hidden states of FP16 are clamped against infinities.
    pub fn clamped(&mut self, x: VarId) -> VarId {
        if self.var(x).dtype == Dtype::F16 { self.activation(x, "clamp", "clamp_backward", Keeps::Input) } else { x }
    }
}
