//! What cards say to each other: those that split matrices sum, those that hold blocks one after another hand on.

use super::shares;
use crate::device::roofline::traffic::PCIE_PEER_SHARE;
use crate::serving::question::{Question, ServingEngine};

/// Seconds of so many sums over all cards, of so many bytes each.
pub(super) fn sums(question: &Question, count: u64, bytes: f64) -> f64 {
    let cards = question.ranks();
    if cards < 2 {
        return 0.0;
    }
    let peers = (cards - 1) as f64;
    let (rate, latency) = match linked(question, cards) {
        Some(rate) => (rate, shares::NVLINK_REDUCE + shares::NVLINK_PEER * peers),
        None => (over_pcie(question), shares::PCIE_REDUCE * peers),
    };
    let ring = 2.0 * peers / cards as f64;
    count as f64 * (latency + ring * bytes / rate)
}

/// Seconds for which the host delays a stage in vLLM and `SGLang`, which tell the next one by messages over TCP what comes before it
/// does (`send_tensor_dict`): a calibration, two such messages by `torch.distributed` with gloo between two processes of one machine with
/// slow cores (0.32 to 0.36 ms, 2026-11; rounded down).
const TOLD: f64 = 0.3e-3;

/// Seconds in which the stages of a pipeline hand so many tokens on: the residual stream and what is added to it, in 16 bits.
pub(super) fn handed_on(question: &Question, tokens: u64) -> f64 {
    let hops = (question.batches() - 1) as f64;
    let (rate, latency) = match linked(question, question.cards()) {
        Some(rate) => (rate, shares::NVLINK_REDUCE),
        None => (over_pcie(question), shares::PCIE_REDUCE),
    };
    let told = if question.settings.engine == ServingEngine::TensorrtLlm { 0.0 } else { TOLD };
    hops * (told + latency + 4.0 * tokens as f64 * question.model.hidden_size as f64 / rate)
}

/// Bytes a second that sums reach over the link that joins so many cards.
fn linked(question: &Question, cards: u64) -> Option<f64> {
    question.linked(cards).map(|rate| rate.get() * shares::NVLINK_REDUCE_SHARE)
}

/// Bytes a second from card to card over PCI Express.
fn over_pcie(question: &Question) -> f64 {
    question.hardware.gpu_link().bandwidth().get() * PCIE_PEER_SHARE
}
