//! What loading leaves in the allocator's segments: holes that weights in 16 bits left where they were packed on the card.

use super::format;
use crate::device::allocator::Allocator;
use crate::graph::{Graph, Param, rounded};
use crate::serving::WeightsFormat;
use crate::units::Bytes;

/// Whether weights are packed on the card while they are loaded, rather than before: bitsandbytes' formats.
const fn packs_on_card(format: WeightsFormat) -> bool {
    matches!(format, WeightsFormat::BnbNf4 | WeightsFormat::BnbInt8)
}

/// Share of the weights in 16 bits that segments held beyond all that is counted, where weights were packed on the card: 2.9 of 31.0
/// GiB in NF4 and 2.8 in 8 bits (FLUX.1 and its T5 on an H100, Hugging Face's blog, 2025-05-21; two runs of one pipeline, whose
/// mechanism is not known). It widens the range alone.
const SEEN_BEYOND: f64 = 0.095;

/// What loading was seen to leave empty beside [`holes`].
pub(super) fn seen_beyond(format: WeightsFormat, published: Bytes) -> Bytes {
    if packs_on_card(format) { published.scaled(SEEN_BEYOND) } else { Bytes::ZERO }
}

/// Bytes of segments beyond the weights in them once all are loaded, by the allocator's own rules: each matrix arrives in 16 bits, is
/// packed into new blocks, and leaves a hole that only smaller blocks can use.
pub(super) fn holes(graph: &Graph, format: WeightsFormat) -> Bytes {
    let mut allocator = Allocator::new(u64::MAX);
    let mut kept = 0;
    // Blocks in a row, as files list them.
    let most = graph.params.iter().map(|param| param.copies).max().unwrap_or(0);
    for instance in 0..most {
        for param in graph.params.iter().filter(|param| instance < param.copies) {
            if load(&mut allocator, param, format).is_none() {
                return Bytes::ZERO;
            }
            kept += format::stored(format, param);
        }
    }
    Bytes(allocator.most_reserved().saturating_sub(kept))
}

fn load(allocator: &mut Allocator, param: &Param, format: WeightsFormat) -> Option<()> {
    let wide = rounded(2 * param.elements());
    if !packs_on_card(format) || !format::is_packed(param) {
        return allocator.allocate(format::stored(format, param)).ok().map(|_| ());
    }
    let arrived = allocator.allocate(wide).ok()?;
    let (values, scales) = format::packed(format, param);
    allocator.allocate(values).ok()?;
    allocator.allocate(scales).ok()?;
    allocator.free(arrived);
    Some(())
}
