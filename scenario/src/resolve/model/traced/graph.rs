//! A step of a traced network in one precision.

use engine::architecture::{BySamples, Dtype, TracedGraph, TracedKernel, TracedOperator, TracedOutput, backward_named};

use super::reader::{Place, Reading, beyond};
use crate::error::Reason;

/// Kernels of a step, tensors of a batch, and values that a kernel reads, gives out, saves or holds.
const MOST_KERNELS: usize = 20_000;
const MOST_INPUTS: usize = 256;
const MOST_VALUES: usize = 4096;
/// Values of a step, so that sums over all of them stay exact.
const MOST_ALL: usize = 1 << 15;

/// Reads the step of one precision.
pub fn read(graph: &Place, weights: usize, blocks: u32) -> Reading<TracedGraph> {
    let types = graph.member("weights")?;
    let dtypes = types.list(weights)?;
    if dtypes.len() != weights {
        return Err(types.fault(Reason::WrongCount { min: weights, max: weights }));
    }
    let dtypes = dtypes.iter().map(Place::dtype).collect::<Reading<Vec<_>>>()?;
    let tensors = |place: &Place| place.list(MOST_INPUTS)?.iter().map(read_tensor).collect::<Reading<Vec<_>>>();
    let inputs = tensors(&graph.member("inputs")?)?;
    let kept = graph.optional("kept").map_or(Ok(Vec::new()), |kept| tensors(&kept))?;
    let list = graph.member("kernels")?;
    let places = list.list(MOST_KERNELS)?;
    if places.is_empty() {
        return Err(list.fault(Reason::WrongCount { min: 1, max: MOST_KERNELS }));
    }
    let mut values = (weights + inputs.len() + kept.len()) as u32;
    let mut kernels = Vec::with_capacity(places.len());
    for place in &places {
        let kernel = read_kernel(place, values, blocks)?;
        values += kernel.outputs.len() as u32;
        if values as usize > MOST_ALL {
            return Err(list.fault(Reason::WrongCount { min: 1, max: MOST_ALL }));
        }
        kernels.push(kernel);
    }
    let loss = graph.member("loss")?.integer(0, kernels.len() as u64)? as u32;
    let buffer_bytes = graph.member("buffers")?.integer(0, 1 << 44)?;
    Ok(TracedGraph { weights: dtypes, inputs, kept, buffer_bytes, kernels, loss })
}

fn read_tensor(tensor: &Place) -> Reading<(BySamples, Dtype)> {
    let [size, dtype] = tensor.pair()?;
    Ok((size.size()?, dtype.dtype()?))
}

/// A kernel, before which there are `values`.
fn read_kernel(kernel: &Place, values: u32, blocks: u32) -> Reading<TracedKernel> {
    let outputs = kernel.member("out")?;
    let outputs = outputs.list(MOST_VALUES)?;
    let outputs = (values..).zip(&outputs).map(|(own, output)| read_output(output, own)).collect::<Reading<Vec<_>>>()?;
    let after = values + outputs.len() as u32;
    // What a value stands for is made before it is read, and a gradient goes to what was there before.
    let named = |member: &'static str, below: u32| {
        let list = kernel.list_or_none(member, MOST_VALUES)?;
        let is_known = list.iter().all(|&value| value < below);
        if is_known { Ok(list) } else { Err(fault(kernel, member, below)) }
    };
    let gradients = kernel.optional("grad").map(|list| read_gradients(&list, values)).transpose()?;
    let back = kernel.optional("back").map(|name| name.text().map(backward_named)).transpose()?;
    let block = kernel.optional("block").map(|block| block.id_below(blocks)).transpose()?;
    Ok(TracedKernel {
        operator: TracedOperator::named(kernel.member("op")?.text()?),
        block,
        inputs: named("in", values)?,
        saves: named("save", after)?,
        holds: named("hold", after)?,
        outputs,
        gradients,
        backward_name: back.unwrap_or("backward"),
        flops: both(kernel, "flops")?,
        temporary: both(kernel, "temp")?,
    })
}

fn fault(kernel: &Place, member: &'static str, below: u32) -> crate::error::FieldError {
    let beyond = beyond(u64::from(below).saturating_sub(1));
    kernel.optional(member).map_or_else(|| kernel.fault(Reason::Required), |list| list.fault(beyond))
}

fn read_output(output: &Place, values: u32) -> Reading<TracedOutput> {
    let parts = output.list(3)?;
    let [elements, dtype, shares @ ..] = parts.as_slice() else {
        return Err(output.fault(Reason::WrongCount { min: 2, max: 3 }));
    };
    let shares = shares.first().map(|of| of.id_below(values)).transpose()?;
    Ok(TracedOutput { elements: elements.size()?, dtype: dtype.dtype()?, shares })
}

fn read_gradients(list: &Place, values: u32) -> Reading<Vec<(u32, Option<BySamples>)>> {
    let read = |edge: &Place| {
        let parts = edge.list(2)?;
        let [value, bytes @ ..] = parts.as_slice() else {
            return Err(edge.fault(Reason::WrongCount { min: 1, max: 2 }));
        };
        let value = value.id_below(values)?;
        Ok((value, bytes.first().map(Place::size).transpose()?))
    };
    list.list(MOST_VALUES)?.iter().map(read).collect()
}

/// Two sizes, forward and backward; nothing where they are left out.
fn both(kernel: &Place, member: &'static str) -> Reading<[BySamples; 2]> {
    let Some(sizes) = kernel.optional(member) else { return Ok([BySamples::ZERO; 2]) };
    let [forward, backward] = sizes.pair()?;
    Ok([forward.size()?, backward.size()?])
}
