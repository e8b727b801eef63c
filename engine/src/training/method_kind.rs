//! What trains, without any settings.

use super::Method;

/// A method without its settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MethodKind {
    /// All weights train.
    Full,
    /// Adapters train.
    Lora,
    /// Adapters train beside quantized weights.
    Qlora,
    /// The head trains.
    FrozenBackbone,
}

impl MethodKind {
    /// The kind of a method.
    #[must_use]
    pub const fn of(method: &Method) -> Self {
        match method {
            Method::Full => Self::Full,
            Method::Lora(_) => Self::Lora,
            Method::Qlora(..) => Self::Qlora,
            Method::FrozenBackbone => Self::FrozenBackbone,
        }
    }
}
