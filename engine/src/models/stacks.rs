//! What models of an encoder and a decoder have in common.

/// Which of the two stacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Sees the whole input.
    Encoder,
    /// Sees what it has written, and the encoder's output.
    Decoder,
}
