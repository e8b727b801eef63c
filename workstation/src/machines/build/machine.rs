//! A machine, and whether it holds its run.

use engine::desk::Figures;
use engine::units::{Bytes, GIB};
use wire::v1::Scenario;
use wire::v1::scenario::OwnedPart;

use crate::machines::balance::Imbalance;
use crate::machines::candidate::{Candidate, is_backed};
use crate::machines::circuit::Circuit;
use crate::machines::fed;
use crate::machines::frame::Frame;
use crate::machines::housed;
use crate::machines::part::{Bill, Part};
use crate::machines::refusal::Refusal;
use crate::machines::supply::efficiency;

/// A machine that holds the run.
#[derive(Debug, Clone, PartialEq)]
pub struct Build {
    /// Its cards.
    pub candidate: Candidate,
    /// The scenario on it, as asked and with the machine filled in.
    pub scenario: Scenario,
    /// The plan and what it needs.
    pub answer: Figures,
    /// What the run may take of each card.
    pub room: Bytes,
    /// What it is made of.
    pub parts: Vec<Part>,
    /// What carries, feeds and houses the cards.
    pub frame: Frame,
    /// What its host lacks beside its cards, whoever chose the parts.
    pub imbalance: Option<Imbalance>,
    /// What it lacks of that and could have: of parts that were neither named nor there already.
    pub open_imbalance: Option<Imbalance>,
}

impl Build {
    /// Whether it stands in the kind of case that was asked for, if one was.
    #[must_use]
    pub fn is_housed_as_asked(&self) -> bool {
        self.scenario.hardware.case.is_none_or(|style| housed::check(style, &self.frame).is_ok())
    }

    /// A part that was named and that it has no place for, or that does not go together with the rest of it.
    fn without_named(&self) -> Option<&'static str> {
        let is_listed = |id: &str| self.parts.iter().any(|part| part.id == id);
        let missing = self.scenario.hardware.parts.iter().flatten().find(|id| !is_listed(id));
        let missing = missing.and_then(|missing| scenario::parts::choosable().find(|id| id == missing));
        missing.or(self.frame.shell.misfit)
    }

    /// The circuit that feeds each of its nodes, where it is known.
    #[must_use]
    pub fn circuit(&self) -> Option<Circuit> {
        self.scenario.hardware.circuit.and_then(Circuit::of)
    }

    /// Share of the power from the wall that arrives inside a node, and the volts that it is taken at.
    #[must_use]
    pub fn efficiency(&self) -> (f64, u64) {
        efficiency(self.frame.shell.supplies, self.frame.draw.total(), self.circuit())
    }

    /// What it costs, without what is there already.
    #[must_use]
    pub fn bill(&self) -> Bill {
        Bill::of(&self.parts, self.owned())
    }

    /// Parts that are there already.
    #[must_use]
    pub fn owned(&self) -> &[OwnedPart] {
        self.scenario.hardware.owned.as_deref().unwrap_or_default()
    }

    /// The whole run, in seconds.
    #[must_use]
    pub fn run_seconds(&self) -> f64 {
        self.answer.run().get()
    }

    /// What keeps it from being one to recommend: a reserve of memory, or a host that suits its cards.
    #[must_use]
    pub fn lacks(&self) -> Option<Refusal> {
        self.short_of_reserve().or_else(|| self.imbalance.map(Refusal::Unbalanced))
    }

    /// Whether it is one to recommend, as far as its parts were open.
    #[must_use]
    pub fn is_comfortable(&self) -> bool {
        self.short_of_reserve().is_none() && self.open_imbalance.is_none()
    }

    /// What it lacks to hold the run with room to spare: even if the run takes the high end of what is expected of a card,
    /// and with the memory that is recommended. Nothing where it lacks neither.
    #[must_use]
    pub fn short_of_reserve(&self) -> Option<Refusal> {
        let Figures { vram, ram, scenario, .. } = &self.answer;
        if vram.range.1 > self.room || !vram.fit.fits() {
            let (high, room) = (vram.range.1.as_f64(), self.room.as_f64());
            return Some(Refusal::TightCard { high, room, cards: self.candidate.count });
        }
        let tight = ram.recommended > scenario.hardware.ram;
        tight.then_some(Refusal::TightHost { recommended_gib: ram.recommended.0 / GIB })
    }

    /// Whether card and host hold the run: what a run that they do not hold takes, costs or draws is said of no machine.
    #[must_use]
    pub fn holds(&self) -> bool {
        let Figures { ram, scenario, .. } = &self.answer;
        is_held(&self.answer, self.room) && ram.minimum <= scenario.hardware.ram
    }

    /// Whether times and memory of its kind of card were compared with measurements, which were all made on CUDA devices.
    #[must_use]
    pub fn is_backed(&self) -> bool {
        is_backed(&self.candidate)
    }

    /// Its cards, per node.
    #[must_use]
    pub const fn candidate(&self) -> &Candidate {
        &self.candidate
    }

    /// `2 x rtx-4090`, as people write it.
    #[must_use]
    pub fn name(&self) -> String {
        self.candidate.name()
    }

    /// Name of the card for reading.
    #[must_use]
    pub const fn card(&self) -> &'static str {
        self.candidate.entry.name
    }

    /// Cards per node.
    #[must_use]
    pub const fn cards(&self) -> u64 {
        self.candidate.count
    }

    /// Settles ties: the same order in every run.
    #[must_use]
    pub fn key(&self) -> (&'static str, u64, Vec<&'static str>) {
        (self.candidate.entry.id, self.candidate.count, self.parts.iter().map(|part| part.id).collect())
    }
}

/// Whether the card holds the run in the `room` that it has.
pub fn is_held(plan: &Figures, room: Bytes) -> bool {
    plan.vram.fit.fits() && plan.vram.needed <= room
}

/// Refuses a plan that a card does not hold.
///
/// # Errors
/// What it takes, and what the card has.
pub fn holds(candidate: &Candidate, plan: &Figures, room: Bytes) -> Result<(), Refusal> {
    if is_held(plan, room) {
        return Ok(());
    }
    Err(Refusal::DoesNotFit { needed: plan.vram.device_peak.as_f64(), capacity: room.as_f64(), cards: candidate.count })
}

/// The machine, where card and host hold the run.
///
/// # Errors
/// What is short.
pub fn check(build: Build) -> Result<Build, Refusal> {
    let answer = &build.answer;
    holds(&build.candidate, answer, build.room)?;
    if answer.ram.minimum > answer.scenario.hardware.ram {
        return Err(Refusal::NoMemory { needed_gib: answer.ram.minimum.0 / GIB });
    }
    if let Some(circuit) = build.circuit() {
        fed::check(circuit, &build.frame)?;
    }
    if let Some(style) = build.scenario.hardware.case {
        housed::check(style, &build.frame)?;
    }
    match build.without_named() {
        Some(id) => Err(Refusal::WithoutNamed { id }),
        None => Ok(build),
    }
}
