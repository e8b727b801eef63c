//! Stages of the data path on the wire.

use engine::estimate::StageKind;
use wire::v1::estimate as v1;

/// A stage on the wire.
pub const fn kind(kind: StageKind) -> v1::StageKind {
    match kind {
        StageKind::Storage => v1::StageKind::Storage,
        StageKind::Preprocess => v1::StageKind::Preprocess,
        StageKind::Collate => v1::StageKind::Collate,
        StageKind::Pcie => v1::StageKind::Pcie,
        StageKind::Compute => v1::StageKind::Compute,
    }
}
