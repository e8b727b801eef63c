//! What the system, a training process and its workers hold of host memory.

use crate::units::{Bytes, MIB};

/// System and background services, no desktop.
pub const SYSTEM_LINUX: Bytes = Bytes::from_gib(2);
/// macOS with its desktop (about 4 GB of 64 at idle on a headless M2 Max: jundot/omlx#1533, 2026-05).
pub const SYSTEM_MACOS: Bytes = Bytes::from_gib(4);
/// Windows with its desktop.
pub const SYSTEM_WINDOWS: Bytes = Bytes::from_gib(4);
/// A Linux desktop on top.
pub const DESKTOP_LINUX: Bytes = Bytes::from_gib(1);
/// Python, framework, CUDA context and its libraries, per training process; PEFT reports 3.0 to 3.8 GB for whole
/// processes whose weights are on the card.
pub const RUNTIME: Bytes = Bytes::from_gib(3);
/// What a forked worker holds of its own: 5 processes of a loader share 1.6 GiB, 0.5 GiB of it the data set's index
/// (ppwwyyxx/RAM-multiprocess-dataloader, measured as PSS).
pub const WORKER_LINUX: Bytes = Bytes(256 * MIB);
/// A spawned worker imports the framework itself: 0.2 to 0.4 GiB on Linux by the same measurement, more on Windows, where
/// pages of libraries are shared less.
pub const WORKER_WINDOWS: Bytes = Bytes(512 * MIB);
/// The data set's index (a path and a label, or an offset) as Python objects; counting references copies it into every
/// worker in time.
pub const INDEX_BYTES_PER_SAMPLE: u64 = 200;
