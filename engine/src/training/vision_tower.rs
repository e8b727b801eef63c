//! What trains of the tower that reads a model's pictures.

/// What trains of the tower that reads a model's pictures: its weights, or adapters beside them, as the method has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum VisionTower {
    /// Nothing: the model is taught to answer by what the tower sees already.
    Frozen,
    /// What brings its features to the decoder's width, and nothing before.
    Projector,
    /// All of it.
    Trained,
}

impl VisionTower {
    /// Whether the tower's own blocks train.
    #[must_use]
    pub fn trains_blocks(self) -> bool {
        self == Self::Trained
    }

    /// Whether what brings its features to the decoder's width trains.
    #[must_use]
    pub fn trains_projector(self) -> bool {
        self != Self::Frozen
    }
}
