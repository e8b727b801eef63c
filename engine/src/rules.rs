//! What practitioners' rules say beside the model: a second opinion, shown and never followed.
//!
//! Each rule is evaluated exactly as its guide states it, in the guide's own unit (GB on the box of card and kit); the
//! model's figure stands beside it with a verdict and, where they differ, the reason.

mod batch;
mod facts;
mod levers;
mod memory;
mod opinion;
mod state;
mod vram;

pub use facts::{Checkpointing, Facts, Trials};

use crate::estimate::{RuleOpinion, RuleSubject};

/// All rules that apply, by id.
#[must_use]
pub fn opinions(facts: &Facts<'_>) -> Vec<RuleOpinion> {
    [
        Some(memory::a3(facts)),
        memory::a4(facts),
        state::a5(facts),
        memory::a6(facts),
        state::a8(facts),
        Some(vram::b2(facts)),
        batch::b4_usable(facts),
        batch::b4(facts),
        vram::b5(facts),
        batch::b6(facts),
        levers::b9_time(facts),
        levers::b9_memory(facts),
        Some(levers::b10(facts)),
        state::b12(facts),
        state::b13(facts),
        Some(memory::c1(facts)),
        levers::d6(facts),
        levers::d7(facts),
    ]
    .into_iter()
    .flatten()
    // Where host and device share one memory, none is bought beside it.
    .filter(|opinion| facts.scenario.hardware.gpu.pool.is_none() || opinion.subject != RuleSubject::RamGib)
    .collect()
}
