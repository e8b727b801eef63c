//! What cards that split matrices say to each other.

use super::shares;
use crate::device::roofline::traffic::PCIE_PEER_SHARE;
use crate::serving::question::Question;

/// Seconds of so many sums over all cards, of so many bytes each.
pub(super) fn sums(question: &Question, count: u64, bytes: f64) -> f64 {
    let cards = question.hardware.gpu_count.max(1);
    if cards < 2 || !question.settings.engine.splits_matrices() {
        return 0.0;
    }
    let gpu = &question.hardware.gpu;
    let linked = gpu.nvlink.filter(|_| gpu.nvlink_reach.joins(cards));
    let peers = (cards - 1) as f64;
    let (rate, latency) = if let Some(rate) = linked {
        (rate.get() * shares::NVLINK_REDUCE_SHARE, shares::NVLINK_REDUCE + shares::NVLINK_PEER * peers)
    } else {
        let rate = question.hardware.gpu_link().bandwidth().get() * PCIE_PEER_SHARE;
        (rate, shares::PCIE_REDUCE * peers)
    };
    let ring = 2.0 * peers / cards as f64;
    count as f64 * (latency + ring * bytes / rate)
}
