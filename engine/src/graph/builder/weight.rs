//! Shapes of new weights.

use crate::graph::WeightKind;
use crate::graph::part::Part;

/// The shape and nature of a new weight.
#[derive(Debug, Clone, Copy)]
pub struct Weight {
    /// Outer dimension.
    pub rows: u64,
    /// Inner dimension.
    pub columns: u64,
    /// Matrices in it.
    pub matrices: u64,
    /// Length of its first dimension.
    pub leading: u64,
    /// Its shape, as far as optimizers treat it differently.
    pub kind: WeightKind,
    /// The part of the model that it is for; none where its place says it.
    pub part: Option<Part>,
}

impl Weight {
    /// A matrix.
    #[must_use]
    pub const fn matrix(rows: u64, columns: u64) -> Self {
        Self { rows, columns, matrices: 1, leading: rows, kind: WeightKind::Matrix, part: None }
    }

    /// A vector: bias, scale or shift.
    #[must_use]
    pub const fn vector(length: u64) -> Self {
        Self { rows: length, columns: 1, matrices: 1, leading: length, kind: WeightKind::Vector, part: None }
    }

    /// A tensor of `length` numbers in three dimensions of which only the first is longer than one (a layer scale over maps).
    #[must_use]
    pub const fn scale_of_maps(length: u64) -> Self {
        Self { rows: 1, columns: 1, matrices: length, leading: length, kind: WeightKind::Matrix, part: None }
    }

    /// The table of an embedding.
    #[must_use]
    pub const fn table(rows: u64, columns: u64) -> Self {
        Self { rows, columns, matrices: 1, leading: rows, kind: WeightKind::Table, part: Some(Part::Embedding) }
    }

    /// This weight, said to be of a part of the model.
    #[must_use]
    pub const fn of(self, part: Option<Part>) -> Self {
        Self { part, ..self }
    }

    /// A vector of a normalization.
    #[must_use]
    pub const fn of_norm(length: u64) -> Self {
        Self::vector(length).of(Some(Part::Norm))
    }
}
