//! What the drives hold and take: the system beside the data, and what a run writes.

use crate::bom::{Finding, View};

/// Share of its endurance that a run may write without a word. Judgment: a drive is bought for ten such runs at the least.
const WRITTEN: f64 = 0.1;

/// The system on hard disks, where the board has no place for a drive of its own: a machine starts from flash.
pub fn system_drive(view: &View) -> Option<Finding> {
    view.drive.is_some_and(|drive| drive.is_hard_disk).then_some(Finding::SystemOnHardDisk)
}

/// A run writes a tenth or more of what the maker grants for the life of the drives.
pub fn endurance(view: &View) -> Option<Finding> {
    let drive = view.drive?;
    let (written, endurance) = (drive.written_tb, drive.endurance_tb?);
    (written >= endurance * WRITTEN).then_some(Finding::Worn { written, endurance })
}
