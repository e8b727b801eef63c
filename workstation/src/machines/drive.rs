//! The drives: one or several as a volume, the cheapest that holds data set and checkpoints, or the cheapest that also keeps up.

use catalog::StorageEntry;
use engine::desk::Figures;
use engine::host::drives::ROOM;

use super::order::Order;
use super::part::{known_first, there};
use super::platform::Platform;
use crate::price_list;
use scenario::error::{FieldError, Reason, Relax};
use scenario::limits;

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

/// What a run writes to its drive, in bytes: the data set once, and a checkpoint after every epoch.
#[must_use]
pub fn written(answer: &Figures) -> f64 {
    let checkpoint = BYTES_PER_TRAINED_WEIGHT * answer.parameters.trainable as f64;
    answer.scenario.data.bytes_on_disk.as_f64() + checkpoint * answer.scenario.training.epochs as f64
}

/// Slots for M.2 drives on usual boards of a kind, and bays that a server has for flash: judgment from board makers' tables
/// (ATX boards of the current desktop sockets have three to five, workstation boards two to four).
const M2_SLOTS: [(Platform, u64); 3] = [(Platform::Desktop, 3), (Platform::Workstation, 4), (Platform::Server, 8)];
/// Ports for SATA drives. Judgment: four on usual boards, a backplane's eight in servers.
const SATA_PORTS: [(Platform, u64); 3] = [(Platform::Desktop, 4), (Platform::Workstation, 4), (Platform::Server, 8)];

/// How many of a drive a kind of machine takes.
#[must_use]
pub fn most(drive: &StorageEntry, platform: Platform) -> u64 {
    let places = if drive.interface.starts_with("SATA") { SATA_PORTS } else { M2_SLOTS };
    places.iter().find(|(kind, _)| *kind == platform).map_or(1, |(_, places)| *places)
}

/// The fewest of a drive that hold the run.
fn fewest(order: &Order, drive: &StorageEntry) -> u64 {
    ((order.on_drive / drive.spec.capacity.as_f64()).ceil() as u64).max(1)
}

/// Least capacity of a drive that a machine starts from, in bytes. Judgment: system, framework and packages five times over, and
/// the smallest flash that is sold widely.
const SYSTEM_DRIVE: f64 = 5.0 * SYSTEM;

/// Whether a drive, or a class of them, turns.
#[must_use]
pub fn is_hard_disk(drive: &StorageEntry) -> bool {
    drive.class.starts_with("hdd")
}

/// What a machine starts from apart from a drive for data: none beside flash, which takes the system too.
pub fn system_drive(order: &Order, data: &StorageEntry) -> Option<&'static StorageEntry> {
    if is_hard_disk(data) { start(order) } else { None }
}

/// What a machine starts from beside hard disks: flash that is there, or the cheapest by the catalog, so that it is the same one
/// whatever prices a machine was found by.
pub fn start(order: &Order) -> Option<&'static StorageEntry> {
    let flash = catalog::storages().iter().filter(|drive| !is_hard_disk(drive));
    let large = flash.filter(|drive| drive.spec.capacity.as_f64() >= SYSTEM_DRIVE);
    let is_bought = |drive: &StorageEntry| there(order.owned(), drive.id) < order.nodes;
    // A class is nothing that one buys, but may be what somebody has.
    let is_sold = |drive: &StorageEntry| drive.price.is_some() && !drive.id.starts_with("class-");
    let offered = large.filter(|drive| is_sold(drive) || !is_bought(drive));
    offered.min_by(|a, b| is_bought(a).cmp(&is_bought(b)).then(known_first(a.price, b.price)).then(a.id.cmp(b.id)))
}

/// The price of a drive.
pub fn price(drive: &StorageEntry) -> Option<catalog::Price> {
    price_list::price(drive.id, drive.price)
}

/// What a volume costs in one node with the drive that the machine starts from beside it.
pub fn cost(order: &Order, (drive, count): Volume) -> Option<catalog::Price> {
    let beside = system_drive(order, drive).filter(|system| there(order.owned(), system.id) < order.nodes).and_then(price);
    let beside = beside.map_or(0.0, |price| price.usd);
    price(drive).map(|price| catalog::Price { usd: price.usd * count as f64 + beside, ..price })
}

fn by_price(order: &Order, drives: &mut [Volume]) {
    let mut priced: Vec<_> = drives.iter().map(|volume| (cost(order, *volume), *volume)).collect();
    priced.sort_by(|(x, a), (y, b)| known_first(*x, *y).then(a.1.cmp(&b.1)).then(a.0.id.cmp(b.0.id)));
    drives.iter_mut().zip(priced).for_each(|(place, (_, volume))| *place = volume);
}

/// What is wrong with drives that were asked for in a number that does not hold the run: a machine with them would be named
/// as one that works.
pub fn too_few(order: &Order) -> Option<FieldError> {
    let hardware = &order.asked.hardware;
    let count = hardware.storage_count?;
    let suited = |drive: &&StorageEntry| match &hardware.storage {
        Some(id) => drive.id == id,
        None => !drive.id.starts_with("class-"),
    };
    let least = catalog::storages().iter().filter(suited).map(|drive| fewest(order, drive)).min()?;
    (count < least).then(|| {
        if least <= limits::STORAGE_COUNT.max {
            FieldError::new("/hardware/storage_count", Reason::Contradictory(Relax::Drives { least }))
        } else {
            FieldError::new("/hardware/storage", Reason::Contradictory(Relax::Parts))
        }
    })
}

/// Equal drives, as one volume.
pub type Volume = (&'static StorageEntry, u64);

/// Drives with the fewest of each that hold the run, the cheapest first and unknown prices last; the one that was asked for
/// alone, as often as it was asked for.
pub fn drives(order: &Order) -> Vec<Volume> {
    let hardware = &order.asked.hardware;
    let count = |drive: &StorageEntry| hardware.storage_count.unwrap_or_else(|| fewest(order, drive));
    if let Some(id) = &hardware.storage {
        return catalog::storage(id).into_iter().map(|drive| (drive, count(drive))).collect();
    }
    let models = catalog::storages().iter().filter(|drive| !drive.id.starts_with("class-"));
    let mut drives: Vec<Volume> = models.map(|drive| (drive, count(drive))).collect();
    // What holds the run goes before what was asked for in too small a number.
    if drives.iter().any(|(drive, count)| *count >= fewest(order, drive)) {
        drives.retain(|(drive, count)| *count >= fewest(order, drive));
    }
    by_price(order, &mut drives);
    drives
}

/// Volumes that a kind of machine may be built with, the cheapest first: of every drive as many as hold the run, and more where
/// there is room for them, as each adds its rate. Where data is more than all places hold, the fewest drives stand in.
pub fn volumes(order: &Order, platform: Platform) -> Vec<Volume> {
    let least = drives(order);
    if order.asked.hardware.storage_count.is_some() {
        return least;
    }
    let counts = |(drive, fewest): &Volume| {
        let drive: &'static StorageEntry = drive;
        (*fewest..=most(drive, platform)).map(move |count| (drive, count))
    };
    let mut volumes: Vec<Volume> = least.iter().flat_map(counts).collect();
    if volumes.is_empty() {
        let fewest = least.iter().map(|(_, count)| *count).min();
        volumes.extend(least.iter().copied().filter(|(_, count)| Some(*count) == fewest));
    }
    if order.asked.hardware.storage.is_none() {
        // What is there already is no dearer for its price.
        let is_there = |volume: &Volume| there(order.owned(), volume.0.id) > 0;
        if volumes.iter().any(|(drive, _)| price(drive).is_some()) {
            volumes.retain(|volume| price(volume.0).is_some() || is_there(volume));
        }
        let beats = |a: &Volume, b: &Volume| beats(order, a, b);
        let is_beaten = |own: &Volume, other: &Volume| beats(other, own) && (!beats(own, other) || other.0.id < own.0.id);
        let beaten: Vec<bool> =
            volumes.iter().map(|own| !is_there(own) && volumes.iter().any(|other| is_beaten(own, other))).collect();
        let mut beaten = beaten.into_iter();
        volumes.retain(|_| !beaten.next().unwrap_or_default());
    }
    by_price(order, &mut volumes);
    volumes
}

/// Of volumes, the cheapest first, those that may stand in the cheapest machine: each asks for places that none before it does with.
/// Two cheap drives may ask for a board that costs more than one dear drive.
pub fn lean(volumes: &[Volume]) -> Vec<Volume> {
    let mut lean: Vec<Volume> = Vec::new();
    for volume in volumes {
        let asks_no_more =
            |other: &Volume| (other.0.interface, other.0.form) == (volume.0.interface, volume.0.form) && other.1 <= volume.1;
        if !lean.iter().any(asks_no_more) {
            lean.push(*volume);
        }
    }
    lean
}

/// Whether a volume reads and writes at least as fast as another, with no more drives and for no more money.
fn beats(order: &Order, a: &Volume, b: &Volume) -> bool {
    let (x, y) = (a.0.spec.striped(a.1), b.0.spec.striped(b.1));
    let usd = |volume: &Volume| cost(order, *volume).map_or(f64::INFINITY, |price| price.usd);
    a.0.id != b.0.id
        && usd(a) <= usd(b)
        && a.1 <= b.1
        && x.sequential_read >= y.sequential_read
        && x.sequential_write >= y.sequential_write
        && x.random_read_iops >= y.random_read_iops
}

/// The cheapest volume that holds the run.
pub fn cheapest(order: &Order) -> Option<Volume> {
    drives(order).into_iter().next()
}

/// The cheapest volume that holds the run and that a kind of machine has room for.
pub fn cheapest_on(order: &Order, platform: Platform) -> Option<Volume> {
    volumes(order, platform).into_iter().next()
}
