//! What the drives take: what a run writes.

use crate::bom::{Finding, View};

/// Share of its endurance that a run may write without a word. Judgment: a drive is bought for ten such runs at the least.
const WRITTEN: f64 = 0.1;

/// A run writes a tenth or more of what the maker grants for the life of the drives.
pub fn endurance(view: &View) -> Option<Finding> {
    let drive = view.drive?;
    let (written, endurance) = (drive.written_tb, drive.endurance_tb?);
    (written >= endurance * WRITTEN).then_some(Finding::Worn { written, endurance })
}
