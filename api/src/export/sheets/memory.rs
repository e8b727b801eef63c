//! What the run takes of card and host, part by part.

use engine::units::GIB;

use crate::export::table::{Cell, Column, Sheet, Sum};
use crate::export::words::{self, Memory};
use wire::locale::Locale;
use wire::v1::Estimate;
use wire::v1::estimate::{Answer, PassedParts, RamParts, RunFigures, ServedParts, VramParts};
use wire::v1::scenario::GpuChoice;

/// Decimals of an amount in GiB.
const GIB_DECIMALS: u8 = 2;

/// The table of memory, of the fullest card and of a node.
#[must_use]
pub fn memory(answer: &Answer, locale: Locale) -> Sheet {
    let columns = vec![
        Column::text(words::place(locale), 22.0),
        Column::text(words::memory_part(locale), 40.0),
        Column::id(words::id(locale), 34.0),
        Column::number(words::bytes(locale), 18.0),
        Column::number(words::gib(locale), 12.0),
    ];
    let rows = match answer {
        Answer::Estimate(estimate) => {
            let mut rows = vram(estimate, locale);
            let ram = ram(estimate, rows.len(), locale);
            rows.extend(ram);
            rows
        }
        Answer::Serving(found) => {
            let ServedParts { parameters, kv_cache, activations, cuda_graphs, framework } = found.vram.parts;
            let parts = [
                (Memory::Parameters, parameters),
                (Memory::KvCache, kv_cache),
                (Memory::Activations, activations),
                (Memory::CudaGraphs, cuda_graphs),
                (Memory::Framework, framework),
            ];
            of_run(&parts, found.figures(), locale)
        }
        Answer::Passes(found) => {
            let PassedParts { parameters, activations, framework } = found.vram.parts;
            let parts = [(Memory::Parameters, parameters), (Memory::Activations, activations), (Memory::Framework, framework)];
            of_run(&parts, found.figures(), locale)
        }
        // Of a framework that is not modelled there is no bill.
        Answer::LowerBound(_) => Vec::new(),
    };
    Sheet { title: words::memory(locale), columns, rows }
}

/// Memory of a card and of the host where a model runs: its parts, the peak with what the system takes, the capacity.
fn of_run(parts: &[(Memory, u64)], run: RunFigures, locale: Locale) -> Vec<Vec<Cell>> {
    let ([low, high], host) = (run.range_bytes, run.ram);
    let on_card = |memory: Memory, bytes: f64| row(words::vram(locale), memory, bytes, locale);
    let on_host = |memory: Memory, bytes: u64| row(words::ram(locale), memory, bytes as f64, locale);
    let mut rows: Vec<_> = parts.iter().map(|&(memory, bytes)| on_card(memory, bytes as f64)).collect();
    rows.push(sum(words::vram(locale), Memory::Device, run.device_peak_bytes, parts, 0, locale));
    let beside = [
        (Memory::Low, low as f64),
        (Memory::High, high as f64),
        (Memory::Desktop, run.desktop_bytes as f64),
        (Memory::Capacity, run.capacity_bytes as f64),
        (Memory::Headroom, run.headroom_bytes as f64),
    ];
    rows.extend(beside.map(|(memory, bytes)| on_card(memory, bytes)));
    let host =
        [(Memory::RamPeak, host.peak_bytes), (Memory::RamWeights, host.weights_bytes), (Memory::Bought, host.installed_bytes)];
    rows.extend(host.map(|(memory, bytes)| on_host(memory, bytes)));
    rows
}

fn vram(estimate: &Estimate, locale: Locale) -> Vec<Vec<Cell>> {
    let vram = &estimate.vram;
    let VramParts { parameters, gradients, optimizer_state, activations, temporary, inputs } = vram.parts;
    let place = words::vram(locale);
    let row = |memory: Memory, bytes: f64| row(place, memory, bytes, locale);
    let parts = [
        (Memory::Parameters, parameters),
        (Memory::Gradients, gradients),
        (Memory::OptimizerState, optimizer_state),
        (Memory::Activations, activations),
        (Memory::Temporary, temporary),
        (Memory::Inputs, inputs),
    ];
    let mut rows: Vec<_> = parts.into_iter().map(|(memory, bytes)| row(memory, bytes as f64)).collect();
    rows.push(sum(place, Memory::Allocated, vram.allocated_peak_bytes, &parts, 0, locale));
    let [low, high] = vram.range_bytes;
    rows.extend([
        row(Memory::TorchAllocated, vram.torch_allocated_peak_bytes as f64),
        row(Memory::Reserved, vram.reserved_peak_bytes as f64),
        row(Memory::Device, vram.device_peak_bytes as f64),
        row(Memory::Low, low as f64),
        row(Memory::High, high as f64),
        row(Memory::Desktop, vram.desktop_bytes as f64),
        row(Memory::Capacity, vram.capacity_bytes as f64),
        row(Memory::Headroom, vram.headroom_bytes as f64),
    ]);
    rows
}

fn ram(estimate: &Estimate, above: usize, locale: Locale) -> Vec<Vec<Cell>> {
    let ram = &estimate.ram;
    let RamParts { system, runtime, workers, prefetch, pinned, checkpoint_staging, offload, dataset_cache } = ram.parts;
    let place = words::ram(locale);
    let row = |memory: Memory, bytes: f64| row(place, memory, bytes, locale);
    let parts = [
        (Memory::System, system),
        (Memory::Runtime, runtime),
        (Memory::Workers, workers),
        (Memory::Prefetch, prefetch),
        (Memory::Pinned, pinned),
        (Memory::CheckpointStaging, checkpoint_staging),
        (Memory::Offload, offload),
        (Memory::DatasetCache, dataset_cache),
    ];
    let mut rows: Vec<_> = parts.into_iter().map(|(memory, bytes)| row(memory, bytes as f64)).collect();
    rows.push(sum(place, Memory::RamPeak, ram.peak_bytes, &parts, above, locale));
    let capacity = |memory: Memory, gib: u64| row(memory, gib as f64 * GIB as f64);
    // A pool that the device shares is of one size.
    let card = estimate.inputs.hardware.gpu.as_ref().and_then(GpuChoice::id).and_then(catalog::gpu);
    if let Some(pool) = card.and_then(|card| card.spec.pool) {
        rows.push(row(Memory::Pool, pool.as_f64()));
        return rows;
    }
    rows.push(row(Memory::Reserve, ram.reserve_bytes as f64));
    rows.extend([
        capacity(Memory::Minimum, ram.minimum_gib),
        capacity(Memory::Recommended, ram.recommended_gib),
        capacity(Memory::Comfortable, ram.comfortable_gib),
    ]);
    rows.extend(estimate.inputs.hardware.ram_gib.map(|installed| capacity(Memory::Installed, installed)));
    rows
}

fn row(place: &str, memory: Memory, bytes: f64, locale: Locale) -> Vec<Cell> {
    let [place, name, id] = labels(place, memory, locale);
    vec![place, name, id, Cell::number(bytes, 0), Cell::number(bytes / GIB as f64, GIB_DECIMALS)]
}

/// The sum of the parts above it, where they add up to it.
fn sum(place: &str, memory: Memory, bytes: u64, parts: &[(Memory, u64)], above: usize, locale: Locale) -> Vec<Cell> {
    let added: u64 = parts.iter().map(|(_, bytes)| bytes).fold(0, |sum, bytes| sum.saturating_add(*bytes));
    if added != bytes {
        return row(place, memory, bytes as f64, locale);
    }
    let [place, name, id] = labels(place, memory, locale);
    let rows = above..above + parts.len();
    let cell = |value: f64, decimals: u8| Cell::Sum(Sum { value: Some(value), rows: rows.clone(), decimals, currency: None });
    vec![place, name, id, cell(bytes as f64, 0), cell(bytes as f64 / GIB as f64, GIB_DECIMALS)]
}

fn labels(place: &str, memory: Memory, locale: Locale) -> [Cell; 3] {
    [Cell::text(place), Cell::text(memory.name(locale)), Cell::text(memory.id())]
}
