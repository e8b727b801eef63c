//! A traced network from its document: everything that a hostile one could say is checked here, and nothing after.

mod graph;
mod reader;

use engine::architecture::{Architecture, Traced, TracedInput, TracedNetwork, TracedWeight};
use serde_json::{Value as Json, json};
use std::sync::Arc;
use wire::v1::scenario::Graph;

use crate::error::Reason;
use crate::pointer;
use crate::resolve::errors::Errors;
use crate::visible::line;
use reader::{Place, Reading};

/// The format that is read.
const FORMAT: &str = "rigwise-trace/1";
/// Weights, blocks, and dimensions of a weight that a network may have.
const MOST_WEIGHTS: usize = 20_000;
const MOST_BLOCKS: usize = 4096;
const MOST_DIMENSIONS: usize = 8;
/// Characters of a name that are repeated.
const LONGEST_NAME: usize = 80;
/// Elements of a weight (16 TiB in FP32 are no weight).
const MOST_ELEMENTS: u64 = 1 << 42;
/// Channels of what counts as a picture.
const CHANNELS: std::ops::RangeInclusive<u64> = 1..=4;
/// Pixels of a side of a picture.
const SIDE: std::ops::RangeInclusive<u64> = 8..=16_384;

/// The network that a document describes; none where it is at fault.
pub(super) fn resolve(graph: &Graph, errors: &mut Errors) -> Option<Architecture> {
    match read(&Place::root(&graph.0, pointer::GRAPH)) {
        Ok(model) => Some(Architecture::Traced(model)),
        Err(fault) => {
            errors.push(&fault.pointer, fault.reason);
            None
        }
    }
}

/// What a network calls itself: one line that shows what it says, no longer than a name; empty where it says nothing.
#[must_use]
pub fn name_of(graph: &Graph) -> String {
    let said = graph.0.get("name").and_then(Json::as_str).unwrap_or_default();
    line(said).chars().take(LONGEST_NAME).collect()
}

fn read(document: &Place) -> Reading<Traced> {
    let format = document.member("format")?;
    if format.text()? != FORMAT {
        let given = format.text()?.chars().take(crate::limits::TEXT_LENGTH).collect();
        return Err(format.fault(Reason::UnknownValue { given, allowed: vec![FORMAT.to_owned()] }));
    }
    let blocks = document.member("blocks")?.list(MOST_BLOCKS)?.len() as u32;
    let listed = document.member("weights")?;
    let weights = listed.list(MOST_WEIGHTS)?;
    let weights = weights.iter().map(read_weight).collect::<Reading<Vec<_>>>()?;
    let graphs = document.member("graphs")?;
    let one = |precision| graph::read(&graphs.member(precision)?, weights.len(), blocks);
    let graphs = [one("fp32")?, one("bf16")?, one("amp")?];
    let reads = read_input(&document.member("reads")?)?;
    let family = Traced::kind_of(reads, &graphs[0].kernels);
    let inputs = graphs[0].inputs.iter();
    let sample_bytes = inputs.map(|(size, dtype)| size.at(2).saturating_sub(size.at(1)).saturating_mul(dtype.bytes())).sum();
    Ok(Traced { reads, family, sample_bytes, network: Arc::new(TracedNetwork { weights, graphs }) })
}

/// A document's format and name alone, as answers repeat it: they may have many scenarios.
#[must_use]
pub fn brief(graph: &Graph) -> Graph {
    Graph(Arc::new(json!({ "format": FORMAT, "name": name_of(graph) })))
}

fn read_weight(weight: &Place) -> Reading<TracedWeight> {
    let dimensions = weight.member("shape")?;
    let sizes = dimensions.list(MOST_DIMENSIONS)?;
    let shape = sizes.iter().map(|size| size.integer(0, MOST_ELEMENTS)).collect::<Reading<Vec<_>>>()?;
    if shape
        .iter()
        .try_fold(1_u64, |product, &size| product.checked_mul(size.max(1)))
        .is_none_or(|product| product > MOST_ELEMENTS)
    {
        return Err(dimensions.fault(reader::beyond(MOST_ELEMENTS)));
    }
    Ok(TracedWeight { shape, trainable: !weight.flag("frozen")?, is_table: weight.flag("table")? })
}

/// What the network reads, told from the shape of its first input without the batch.
fn read_input(reads: &Place) -> Reading<TracedInput> {
    let [shape, dtype] = reads.pair()?;
    let sizes = shape.list(MOST_DIMENSIONS)?;
    let sizes = sizes.iter().map(|size| size.integer(0, MOST_ELEMENTS)).collect::<Reading<Vec<_>>>()?;
    let is_float = !matches!(dtype.text()?, "i64" | "u8");
    Ok(match *sizes.as_slice() {
        [channels, height, width]
            if is_float && CHANNELS.contains(&channels) && SIDE.contains(&height) && SIDE.contains(&width) =>
        {
            TracedInput::Images { height, width }
        }
        [length] if dtype.text()? == "i64" && (1..=crate::limits::SEQUENCE_LENGTH.max).contains(&length) => {
            TracedInput::Tokens { length }
        }
        _ => TracedInput::Tensors,
    })
}
