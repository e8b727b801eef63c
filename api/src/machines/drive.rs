//! The drive: the cheapest that holds data set and checkpoints, or the cheapest that also keeps up.

use catalog::StorageEntry;
use engine::answer::desk::Figures;
use engine::estimate::StageKind;
use engine::host::drives::ROOM;
use engine::host::path::ACCESSES_PER_FILE;
use engine::training::DataKind;

use super::Order;
use super::part::known_first;

/// Checkpoints that a run keeps: the last and the best.
const CHECKPOINTS: f64 = 2.0;
/// Bytes of a checkpoint per weight that trains: the weight and two states of the optimizer in FP32.
const BYTES_PER_TRAINED_WEIGHT: f64 = 12.0;
/// Bytes of the base weights on the drive, per weight: FP32.
const BYTES_PER_WEIGHT: f64 = 4.0;
/// The operating system, the framework and their packages, in bytes.
const SYSTEM: f64 = 100e9;

/// What the drive of a run must hold, in bytes.
pub fn least_capacity(answer: &Figures) -> f64 {
    let data = answer.scenario.data.bytes_on_disk.as_f64() * (1.0 + ROOM);
    let checkpoints = CHECKPOINTS * BYTES_PER_TRAINED_WEIGHT * answer.parameters.trainable as f64;
    data + checkpoints + BYTES_PER_WEIGHT * answer.parameters.total as f64 + SYSTEM
}

/// Drives with how many of each hold the run, the cheapest first and unknown prices last; the one that was asked for alone.
pub fn drives(order: &Order) -> Vec<(&'static StorageEntry, u64)> {
    let enough = |drive: &StorageEntry| ((order.on_drive / drive.spec.capacity.as_f64()).ceil() as u64).max(1);
    if let Some(id) = &order.asked.hardware.storage {
        return catalog::storage(id).into_iter().map(|drive| (drive, enough(drive))).collect();
    }
    let models = catalog::storages().iter().filter(|drive| !drive.id.starts_with("class-"));
    let mut drives: Vec<(&StorageEntry, u64)> = models.map(|drive| (drive, enough(drive))).collect();
    // Several drives are for what no single one holds.
    if drives.iter().any(|(drive, count)| *count == 1 && drive.price.is_some()) {
        drives.retain(|(_, count)| *count == 1);
    }
    let cost =
        |drive: &StorageEntry, count: u64| drive.price.map(|price| catalog::Price { usd: price.usd * count as f64, ..price });
    drives.sort_by(|a, b| known_first(cost(a.0, a.1), cost(b.0, b.1)).then(a.0.id.cmp(b.0.id)));
    drives
}

/// The cheapest drive that holds the run.
pub fn cheapest(order: &Order) -> Option<(&'static StorageEntry, u64)> {
    drives(order).into_iter().next()
}

/// The cheapest drive that also serves a cold first epoch as fast as the GPUs take it, or the fastest of those with a price.
pub fn unwaited(order: &Order, answer: &Figures) -> Option<(&'static StorageEntry, u64)> {
    let stage = |kind| answer.path.stages.iter().find(|stage| stage.kind == kind);
    let taken = stage(StageKind::Compute)?.first_epoch_rate.get();
    let bytes = stage(StageKind::Storage)?.first_epoch_bytes_per_sample;
    let accesses = if answer.scenario.data.kind == DataKind::Text { 0.0 } else { ACCESSES_PER_FILE };
    let time = |drive: &StorageEntry| {
        bytes.as_f64() / drive.spec.sequential_read.get().max(1.0) + accesses / drive.spec.random_read_iops.max(1.0)
    };
    let drives = drives(order);
    let serving = drives.iter().find(|(drive, _)| time(drive) * taken <= 1.0 && drive.price.is_some());
    let fastest = || drives.iter().filter(|(drive, _)| drive.price.is_some()).min_by(|a, b| time(a.0).total_cmp(&time(b.0)));
    serving.or_else(fastest).copied()
}
