//! What a node draws and what a run takes from the wall.

use engine::device::roofline::training_gpus;
use engine::units::Watts;

use crate::machines::Build;
use wire::v1::bom as v1;

/// What a card draws while it waits for data or has no work, as a share of its power. Judgment: with a process on it a card
/// keeps its clocks and draws 20 to 30 %.
pub const WAITING_SHARE: f64 = 0.25;

/// Power of a node and energy of a run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Energy {
    /// All parts at their sustained most, inside.
    pub inside: Watts,
    /// All parts at their sustained most, at the wall.
    pub wall: Watts,
    /// Volts that the supply's efficiency is taken at.
    pub volts: u64,
    /// Inside, while every card takes its excursion.
    pub transient: Watts,
    /// At the wall on average over a later epoch; none where a part's power is not known, or where the machine does not hold the
    /// run.
    pub mean_wall: Option<Watts>,
    /// An epoch on all nodes, in kilowatt-hours; none as above.
    pub epoch_kwh: Option<f64>,
    /// The whole run on all nodes, in kilowatt-hours; none as above.
    pub run_kwh: Option<f64>,
}

/// Power of a machine's nodes and energy of its run: cards draw their power while they compute and a share of it while they
/// wait, all else draws its most throughout.
#[must_use]
pub fn energy(build: &Build) -> Energy {
    let draw = build.frame.draw;
    let hardware = &build.answer.scenario.hardware;
    let (share, volts) = build.efficiency();
    let working = training_gpus(hardware, &build.answer.scenario.training) as f64 / hardware.total_gpus().max(1) as f64;
    let busy = working * build.answer.speed.gpu_utilization;
    let inside = draw.cards * (1.0 - busy).mul_add(WAITING_SHARE, busy) + draw.beside_cards();
    let mean_wall = (draw.is_known() && build.holds()).then(|| inside / share);
    let kwh = |seconds: f64| mean_wall.map(|wall| wall.get() * hardware.nodes as f64 * seconds / 3.6e6);
    Energy {
        inside: draw.total(),
        wall: draw.total() / share,
        volts,
        transient: draw.transient(),
        mean_wall,
        epoch_kwh: kwh(build.answer.speed.epoch.get()),
        run_kwh: kwh(build.run_seconds()),
    }
}

/// Power and energy of a machine, as its bill says them.
#[must_use]
pub fn power(build: &Build) -> v1::Power {
    let energy = energy(build);
    let is_known = build.frame.draw.is_known();
    let whole = |watts: Watts| is_known.then(|| watts.get().round());
    v1::Power {
        node_dc_w: whole(energy.inside),
        node_wall_w: whole(energy.wall),
        node_transient_w: whole(energy.transient),
        complete: is_known,
        known_dc_w: energy.inside.get().round(),
        nodes: build.answer.scenario.hardware.nodes,
        epoch_kwh: energy.epoch_kwh,
        run_kwh: energy.run_kwh,
    }
}
