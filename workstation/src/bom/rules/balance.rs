//! Rule C5: one memory that lies idle while the other is full. The shares are judgment.

use crate::bom::{Finding, View};

/// A memory is full from this share on.
const FULL: f64 = 0.9;
/// Device memory lies idle below this share.
const VRAM_IDLE: f64 = 0.5;
/// Host memory lies idle below this share, where smaller kits would do.
const RAM_IDLE: f64 = 0.25;

/// Device memory idle while host memory is full.
pub fn vram_idle(view: &View) -> Option<Finding> {
    let (vram, ram) = (view.run.vram_share, view.run.ram_share);
    (vram < VRAM_IDLE && ram >= FULL).then_some(Finding::VramIdle { vram, ram })
}

/// Host memory idle while device memory is full.
pub fn ram_idle(view: &View) -> Option<Finding> {
    let (vram, ram) = (view.run.vram_share, view.run.ram_share);
    let is_ample = view.memory.is_some_and(|memory| memory.installed_gib > view.run.recommended_gib);
    (vram >= FULL && ram < RAM_IDLE && is_ample).then_some(Finding::RamIdle { vram, ram })
}
