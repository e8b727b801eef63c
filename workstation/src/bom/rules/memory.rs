//! Host memory: slots, kits, channels, rates, tiers, errors.

use engine::units::SECONDS_PER_HOUR;

use crate::bom::{Finding, View};
use crate::machines::standards::has_empty_channels;

/// Runs of more than this many node-hours gain from memory that corrects errors. Judgment: three days of one node.
const EXPOSED_HOURS: f64 = 72.0;

/// More modules than slots.
pub fn slots(view: &View) -> Option<Finding> {
    let memory = view.memory?;
    (memory.modules > memory.slots).then_some(Finding::TooManyModules { modules: memory.modules, slots: memory.slots })
}

/// More memory than processor and board take.
pub fn most(view: &View) -> Option<Finding> {
    let memory = view.memory?;
    let asked = memory.installed_gib;
    (asked > memory.most_gib).then_some(Finding::TooMuchMemory { asked, most: memory.most_gib })
}

/// A capacity that no kits give.
pub fn kits(view: &View) -> Option<Finding> {
    let memory = view.memory?;
    let (asked, listed) = (memory.installed_gib, memory.listed_gib);
    (asked != listed && asked <= memory.most_gib).then_some(Finding::NotAKit { asked, listed })
}

/// Two modules a channel, at a lower rate.
pub fn modules_per_channel(view: &View) -> Option<Finding> {
    let memory = view.memory?;
    let is_doubled = memory.modules > memory.channels;
    is_doubled.then_some(Finding::SlowModules { modules: memory.modules, rates: memory.rates })
}

/// Channels without a module.
pub fn channels(view: &View) -> Option<Finding> {
    let memory = view.memory?;
    let (modules, channels) = (memory.modules, memory.channels);
    has_empty_channels(modules, channels).then_some(Finding::EmptyChannels { modules, channels })
}

/// Less memory than the practitioners' tier.
pub fn tier(view: &View) -> Option<Finding> {
    let run = view.run?;
    let (low, high) = run.c1_gib?;
    let installed = view.memory?.installed_gib;
    let recommended = run.recommended_gib;
    ((installed as f64) < low).then_some(Finding::BelowTier { installed, low, high, recommended })
}

/// Memory that does not correct errors, for a run that is long or on many nodes.
pub fn ecc(view: &View) -> Option<Finding> {
    let hours = view.run?.seconds / SECONDS_PER_HOUR;
    let lacks = view.memory.is_some_and(|memory| !memory.has_ecc);
    (lacks && hours * view.nodes as f64 > EXPOSED_HOURS).then_some(Finding::NoEcc { hours, nodes: view.nodes })
}
