//! Watches a run from outside, and the system's settings and the launch command around it.

use engine::units::Bytes;
use serde::Serialize;

use super::plan::Plan;
use super::run::{InBothLanguages, Run};
use super::template;
use wording::format::{gib, size};
use wording::process_vram;

/// What a monitor should show.
#[derive(Debug, Clone, Copy)]
pub(super) struct Expected {
    /// Device memory of the process.
    pub(super) peak: Bytes,
    /// Memory of the host.
    pub(super) ram: Bytes,
}

/// Facts for watching.
#[derive(Debug, Serialize)]
struct Watching<'a> {
    #[serde(flatten)]
    plan: Plan<'a>,
    expected: Option<Peaks>,
}

#[derive(Debug, Serialize)]
struct Peaks {
    /// What the peak of the card is counted in.
    name: InBothLanguages,
    peak: String,
    ram: String,
}

/// Facts for the start.
#[derive(Debug, Serialize)]
struct Launching<'a> {
    #[serde(flatten)]
    plan: Plan<'a>,
    has_trainer: bool,
}

/// `monitor.sh`, or `monitor.ps1` on Windows; nothing is expected of a framework that is not modeled.
pub(super) fn program<F: Copy>(run: Run<'_, F>, expected: Option<Expected>) -> String {
    let peaks = |Expected { peak, ram }| Peaks { name: InBothLanguages::of(process_vram), peak: gib(peak), ram: size(ram) };
    let path = if run.is_windows() { "monitor/monitor.ps1" } else { "monitor/monitor.sh" };
    template::program(path, &Watching { plan: Plan::of(run), expected: expected.map(peaks) }, run.locale)
}

/// `launch.sh`, or `launch.ps1` on Windows: settings of the system, then the command, which starts the Trainer's program too
/// where there is one.
pub(super) fn launch<F: Copy>(run: Run<'_, F>, has_trainer: bool) -> String {
    let path = if run.is_windows() { "launch/launch.ps1" } else { "launch/launch.sh" };
    template::program(path, &Launching { plan: Plan::of(run), has_trainer }, run.locale)
}

/// The command alone, with its comments.
pub(super) fn start<F: Copy>(run: Run<'_, F>) -> String {
    template::program("launch/command.sh", &Launching { plan: Plan::of(run), has_trainer: false }, run.locale)
}
