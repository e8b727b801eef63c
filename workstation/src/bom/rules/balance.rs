//! What the parts around the cards have beside them (rule D5), and rule C5: one memory that lies idle while the other is full.
//! Figures that the search asks for too stand in `machines/standards.rs`; the shares, of runs and so of bills alone, are
//! judgment.

use crate::bom::{Finding, View};
use crate::machines::standards::{brings_its_host, cores_wanted, has_few_cores, has_little_memory};

/// A memory is full from this share on.
const FULL: f64 = 0.9;
/// Device memory lies idle below this share.
const VRAM_IDLE: f64 = 0.5;
/// Host memory lies idle below this share, where smaller kits would do.
const RAM_IDLE: f64 = 0.25;

/// Device memory idle while host memory is full.
pub fn vram_idle(view: &View) -> Option<Finding> {
    let run = view.run?;
    let (vram, ram) = (run.vram_share, run.ram_share);
    (vram < VRAM_IDLE && ram >= FULL).then_some(Finding::VramIdle { vram, ram })
}

/// Host memory idle while device memory is full.
pub fn ram_idle(view: &View) -> Option<Finding> {
    let run = view.run?;
    let (vram, ram) = (run.vram_share, run.ram_share);
    let is_ample = view.memory.is_some_and(|memory| memory.installed_gib > run.recommended_gib);
    (vram >= FULL && ram < RAM_IDLE && is_ample).then_some(Finding::RamIdle { vram, ram })
}

/// Less host memory than one card has.
pub fn memory_of_a_card(view: &View) -> Option<Finding> {
    let (installed, card) = (view.memory?.installed_gib, view.cards.memory_gib);
    let is_bought_apart = !brings_its_host(view.cards.form);
    (is_bought_apart && has_little_memory(installed, card)).then_some(Finding::BelowCard { installed, card })
}

/// Fewer cores than loaders, launches and the system want for so many cards.
pub fn cores(view: &View) -> Option<Finding> {
    let (cores, cards) = (view.cores?, view.cards.devices);
    has_few_cores(cores, cards).then_some(Finding::FewCores { cores, cards, wanted: cores_wanted(cards) })
}

/// More drives than usual boards have places for.
pub fn drives(view: &View) -> Option<Finding> {
    let (drives, places) = view.drives?;
    (drives > places).then_some(Finding::TooManyDrives { drives, places })
}
