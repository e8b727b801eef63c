//! Host memory, explained.

use super::figure::{amount, bytes, count, figure};
use crate::estimate::{Estimate, Explanation, RamPhase, Shortage, Unit};
use crate::hardware::OperatingSystem;
use crate::host::loading::{Loading, loading};
use crate::host::processes::processes;
use crate::host::{kits, sample, sizes};

/// Where sizes of processes come from.
const PROCESSES: &str =
    "ppwwyyxx/RAM-multiprocess-dataloader (PSS per worker) and PEFT's README (whole processes), collected 2026-08";
/// Where capacities come from.
const KITS: &str = "capacities of memory kits on price lists of 2026-08; 3% of a kit is kept for firmware and kernel tables";
/// Where the cost of paging comes from.
const PAGING: &str =
    "Linux reads clusters of 8 pages back (vm.page-cluster); which part of a process is idle is assumed; the drive's data sheet";

/// How loading is known.
const LOADING: &str = "safetensors are mapped: their pages are page cache, which the system drops under pressure, and no need; transformers' core_model_loading.py copies up to four tensors at a time to the device (one where it quantizes); measured on Linux with transformers 5.23, 2026-11; frozen weights beside adapters stay in 16 bits, trained ones are widened to FP32 under AMP; safetensors writes shards of up to 50 GB";

/// How the program loads or saves the weights.
fn loading_formula(e: &Estimate) -> &'static str {
    if e.ram.phase == RamPhase::Save {
        return "the weights (adapters alone) as saved, a shard of up to 50 GB at a time";
    }
    match loading(&e.scenario) {
        Loading::Streamed => {
            "processes x largest tensors that are copied at a time (four, or one where they are quantized) x bytes as loaded"
        }
        Loading::FirstProcess => "base weights x bytes as loaded, in the first process, which hands the others their shards",
        Loading::EachProcess => "processes x base weights x bytes as loaded, and the pickled file where there is one",
    }
}

/// All figures of the host.
pub(super) fn explanations(e: &Estimate) -> Vec<Explanation> {
    let mut all = parts(e);
    all.extend(totals(e));
    all.extend(capacities(e));
    if let Some(shortage) = &e.ram.shortage {
        all.extend(below(e, shortage));
    }
    all
}

/// The parts.
fn parts(e: &Estimate) -> Vec<Explanation> {
    let scenario = &e.scenario;
    let loader = &scenario.training.loader;
    let parts = &e.ram.parts;
    let local = count("training processes per node", processes(scenario).per_node as f64);
    let workers = count("workers per process", loader.num_workers as f64);
    let batch = sample::prepared_bytes(scenario) * scenario.training.micro_batch_size;
    let worker = match scenario.hardware.os {
        OperatingSystem::Linux => sizes::WORKER_LINUX,
        OperatingSystem::Windows => sizes::WORKER_WINDOWS,
    };
    vec![
        amount(
            "ram.system",
            "system + desktop",
            parts.system,
            vec![],
            "idle systems: Linux 2 GiB (3 with a desktop), Windows 4 GiB; rule A3 says 2 to 4 GB",
        ),
        amount("ram.runtime", "processes x runtime", parts.runtime, vec![local, bytes("runtime", sizes::RUNTIME)], PROCESSES),
        amount(
            "ram.workers",
            "processes x workers x (worker + index) + processes x index; none while the weights are loaded",
            parts.workers,
            vec![
                local,
                workers,
                bytes("worker", worker),
                bytes("index", crate::units::Bytes(scenario.data.samples * sizes::INDEX_BYTES_PER_SAMPLE)),
            ],
            PROCESSES,
        ),
        amount(
            "ram.prefetch",
            "processes x workers x (prefetch factor + 1) x batch; none while the weights are loaded",
            parts.prefetch,
            vec![local, workers, count("prefetch factor", loader.prefetch_factor as f64), bytes("batch", batch)],
            "PyTorch's DataLoader: each worker keeps prefetch_factor batches ready and assembles one more",
        ),
        amount(
            "ram.pinned",
            "processes x 2 x batch rounded up to a power of two; none while the weights are loaded",
            parts.pinned,
            vec![local, bytes("batch", batch)],
            "PyTorch's caching host allocator rounds page-locked blocks up to a power of two",
        ),
        amount(
            "ram.checkpoint_staging",
            loading_formula(e),
            parts.checkpoint_staging,
            vec![
                count("weights", e.parameters.total as f64),
                local,
                bytes("while loading", e.ram.phases.load.checkpoint_staging),
                bytes("while saving", e.ram.phases.save.checkpoint_staging),
            ],
            LOADING,
        ),
        amount(
            "ram.offload",
            "states + trainable weights x 8 (+ weights, where they live on the host); states only once the weights are loaded",
            parts.offload,
            vec![count("trainable weights", e.parameters.trainable as f64)],
            "Rajbhandari et al. 2021 (ZeRO-Infinity): FP32 master weight, gradient and states in host memory",
        ),
        amount(
            "ram.dataset_cache",
            "samples x bytes as cached; encoded samples only once training runs",
            parts.dataset_cache,
            vec![count("samples", scenario.data.samples as f64)],
            "latents: 4 channels, an eighth of the side, FP32; tokens: 4 bytes; encoded samples: as on the disk",
        ),
    ]
}

/// Peak, page cache and reserve.
fn totals(e: &Estimate) -> Vec<Explanation> {
    let ram = &e.ram;
    let parts = &ram.parts;
    let reserve = &ram.reserve_parts;
    vec![
        amount(
            "ram.peak_bytes",
            "system + runtime + workers + prefetch + pinned + staging + offload + cache",
            ram.peak,
            vec![
                bytes("system", parts.system),
                bytes("runtime", parts.runtime),
                bytes("workers", parts.workers),
                bytes("prefetch", parts.prefetch),
                bytes("pinned", parts.pinned),
                bytes("staging", parts.checkpoint_staging),
                bytes("offload", parts.offload),
                bytes("cache", parts.dataset_cache),
            ],
            "sum of the parts that are alive together: while the weights are loaded, while steps run, or while a checkpoint is saved, whichever needs most",
        ),
        amount(
            "ram.page_cache_bytes",
            "base weights x bytes as published, once a node, beside the peak",
            ram.page_cache,
            vec![count("weights", e.parameters.total as f64)],
            LOADING,
        ),
        amount(
            "ram.reserve",
            "evaluation's loader + checkpoint being written + tools + data set's files + base weights' files (and the copy that is merged)",
            ram.reserve,
            vec![
                bytes("evaluation's loader", reserve.evaluation),
                bytes("checkpoint being written", reserve.write_back),
                bytes("tools", reserve.tools),
                bytes("data set's files", reserve.data_set),
                bytes("base weights' files", reserve.base_weights),
            ],
            "the loader lives twice during an evaluation; Linux lets a fifth of memory fill with unwritten pages (vm.dirty_ratio); up to 16 GiB of the data set and of the weights' files; quantized weights that exceed the card are merged on the host",
        ),
    ]
}

/// Kits, or the one pool that the device shares.
fn capacities(e: &Estimate) -> Vec<Explanation> {
    let ram = &e.ram;
    if let Some(pool) = e.scenario.hardware.gpu.pool {
        return [
            ("ram.minimum_gib", ram.minimum),
            ("ram.recommended_gib", ram.recommended),
            ("ram.comfortable_gib", ram.comfortable),
        ]
        .map(|(id, capacity)| {
            amount(id, "the memory that machine and device share", capacity, vec![bytes("pool", pool)], "the device's data sheet")
        })
        .into();
    }
    let held_back = count("share held back", kits::HELD_BACK);
    vec![
        amount(
            "ram.minimum_gib",
            "smallest kit x (1 - held back) >= peak",
            ram.minimum,
            vec![bytes("peak", ram.peak), held_back],
            KITS,
        ),
        amount(
            "ram.recommended_gib",
            "smallest kit x (1 - held back) >= peak + reserve",
            ram.recommended,
            vec![bytes("peak", ram.peak), bytes("reserve", ram.reserve), held_back],
            KITS,
        ),
        amount(
            "ram.comfortable_gib",
            "smallest kit x (1 - held back) >= 1.5 x peak + reserve + whole data set",
            ram.comfortable,
            vec![
                bytes("peak", ram.peak),
                bytes("reserve", ram.reserve),
                bytes("data set", e.scenario.data.bytes_on_disk),
                held_back,
            ],
            KITS,
        ),
    ]
}

/// What follows where the installed memory is too small.
fn below(e: &Estimate, shortage: &Shortage) -> Vec<Explanation> {
    let train = e.ram.phases.train;
    let usable = bytes("usable", kits::usable(e.scenario.hardware.ram));
    let storage = &e.scenario.hardware.storage;
    let page_in = ("page-in rate", shortage.page_in_rate.get(), Unit::BytesPerSecond);
    let write = ("write rate", storage.sequential_write.get(), Unit::BytesPerSecond);
    vec![
        amount(
            "ram.shortage_bytes",
            "training's parts without the loader's cache - usable",
            shortage.missing,
            vec![bytes("training's parts", train.total()), bytes("loader's cache", train.dataset_cache), usable],
            KITS,
        ),
        amount(
            "ram.paged_bytes_per_step",
            "what does not fit, least used first, x touches per step, read and written",
            shortage.paged_per_step,
            vec![
                bytes("missing", shortage.missing),
                bytes("system and libraries", train.system + train.runtime),
                bytes("waiting batches", train.prefetch),
                bytes("workers", train.workers),
                bytes("offload", train.offload),
            ],
            PAGING,
        ),
        figure(
            "speed.paging_seconds",
            "read back / min(sequential read, IOPS x 32 KiB, readers x 32 KiB / latency) + written / write rate",
            e.speed.paging.get(),
            Unit::Seconds,
            vec![bytes("paged per step", shortage.paged_per_step), page_in, write],
            PAGING,
        ),
        figure(
            "ram.staging_paging_seconds",
            "missing while loading or saving x (1 / page-in rate + 1 / write rate)",
            shortage.staging_time.get(),
            Unit::Seconds,
            vec![bytes("missing while loading or saving", shortage.staging_missing), page_in, write],
            PAGING,
        ),
        amount(
            "ram.cache_missing_bytes",
            "cache - what the rest leaves free of the usable memory",
            shortage.cache_missing,
            vec![bytes("cache", train.dataset_cache), bytes("the rest", train.total() - train.dataset_cache), usable],
            "samples that the cache cannot hold are read from the drive in every epoch",
        ),
    ]
}
