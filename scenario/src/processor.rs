//! The processor that a scenario counts with.

use catalog::{CpuEntry, SocketClass};

use crate::defaults;
use wire::v1::scenario::{GpuChoice, Hardware};

/// Lanes that each card must get: a slot of half width, as desktop boards with two cards give them.
pub const LEAST_LANES: u64 = 8;

/// Id of the processor: the one that was asked for; where none was, the strongest that is there already and goes in place of
/// the usual one, or else that.
#[must_use]
pub fn processor(asked: &Hardware) -> &str {
    if let Some(id) = &asked.cpu {
        return id;
    }
    let card = asked.gpu.as_ref().and_then(GpuChoice::id).and_then(catalog::gpu);
    let cards = asked.gpu_count.unwrap_or(1);
    let usual = defaults::cpu(card, cards);
    let nodes = asked.nodes.unwrap_or(1);
    let owned = asked.owned.iter().flatten().filter(|part| part.quantity >= nodes);
    let fitting = owned.filter_map(|part| catalog::cpu(&part.id)).filter(|cpu| stands_in(cpu, usual, cards));
    fitting.max_by(|a, b| strength(a).total_cmp(&strength(b)).then(b.id.cmp(a.id))).map_or(usual, |cpu| cpu.id)
}

/// Whether a processor goes in place of the usual one: on the same kind of board, with lanes for the cards.
fn stands_in(cpu: &CpuEntry, usual: &str, cards: u64) -> bool {
    let is_desktop = |cpu: &CpuEntry| cpu.socket_class == SocketClass::Desktop;
    let is_alike = catalog::cpu(usual).is_some_and(|usual| cpu.socket == usual.socket || (is_desktop(cpu) && is_desktop(usual)));
    is_alike && cpu.spec.lanes_per_card(cards) >= LEAST_LANES
}

fn strength(cpu: &CpuEntry) -> f64 {
    (cpu.spec.performance_cores + cpu.spec.efficiency_cores / 2) as f64 * cpu.spec.boost_ghz
}
