//! Two processors: memory and lanes are each socket's own (rule C4).

use crate::bom::{Finding, View};

/// Cards behind two sockets: a process runs beside the memory and the lanes of one of them.
pub fn two(view: &View) -> Option<Finding> {
    let (sockets, memory) = (view.sockets, view.memory?);
    if sockets < 2 {
        return None;
    }
    Some(Finding::Sockets {
        sockets,
        channels: memory.channels / sockets,
        modules: memory.modules.div_ceil(sockets),
        cards: view.cards.devices.div_ceil(sockets),
    })
}
