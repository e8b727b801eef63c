//! The stages of the data path and what limits a run, in words.

use engine::estimate::{Bound, StageKind};

use crate::locale::Locale;
use crate::messages::results as text;

/// A rate from which on a stage limits nothing that exists.
pub(crate) const UNLIMITED: f64 = 1e8;

/// What a stage of the data path is called.
pub(crate) const fn stage_name(kind: StageKind, locale: Locale) -> &'static str {
    match kind {
        StageKind::Storage => text::stage_storage(locale),
        StageKind::Preprocess => text::stage_preprocess(locale),
        StageKind::Collate => text::stage_collate(locale),
        StageKind::Pcie => text::stage_pcie(locale),
        StageKind::Compute => text::stage_compute(locale),
    }
}

/// The id under which the engine explains a stage's rate.
pub(crate) const fn stage_id(kind: StageKind) -> &'static str {
    match kind {
        StageKind::Storage => "path.storage",
        StageKind::Preprocess => "path.preprocess",
        StageKind::Collate => "path.collate",
        StageKind::Pcie => "path.pcie",
        StageKind::Compute => "path.compute",
    }
}

/// What limits a run, in words.
#[must_use]
pub const fn bound_text(bound: Bound, locale: Locale) -> &'static str {
    match bound {
        Bound::Compute => text::bound_compute(locale),
        Bound::MemoryBandwidth => text::bound_memory_bandwidth(locale),
        Bound::Interconnect => text::bound_interconnect(locale),
        Bound::Launch => text::bound_launch(locale),
        Bound::Preprocess => text::bound_preprocess(locale),
        Bound::Collate => text::bound_collate(locale),
        Bound::Storage => text::bound_storage(locale),
        Bound::Pcie => text::bound_pcie(locale),
        Bound::Offload => text::bound_offload(locale),
    }
}
