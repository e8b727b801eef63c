//! Times and rates, explained.

use super::figure::{Input, bytes, count, figure, seconds};
use crate::device::roofline::{encoding, traffic, training_gpus};
use crate::estimate::{Estimate, Explanation, StageKind, Unit};
use crate::host::{cores, drives, path, sample};

/// Where kernels' times come from.
const ROOFLINE: &str = "roofline (Williams et al. 2009) per kernel; achievable shares calibrated on published single-GPU training runs (Lambda's benchmark of NVIDIA's scripts, timm and others), collected 2026-08 to 2026-11";
/// Where those of sound come from.
const SOUND: &str = "decoding of FLAC by soundfile and spectrograms by transformers, one core, measured 2026-11";
/// Where rates of the processor come from.
const LOADER: &str = "single-thread decoding of ternaus/imread_benchmark, albumentations' benchmark, Hugging Face tokenizers' README; collected 2026-08";

/// All times and rates.
pub(super) fn explanations(e: &Estimate) -> Vec<Explanation> {
    let mut all = step(e);
    all.extend(epoch(e));
    all.extend(stages(e));
    all
}

/// The step and its parts.
fn step(e: &Estimate) -> Vec<Explanation> {
    let speed = &e.speed;
    let gpu = &e.scenario.hardware.gpu;
    let parts = &speed.parts;
    let accumulation = count("accumulation steps", e.scenario.training.gradient_accumulation_steps as f64);
    let kernel = "sum over kernels of max(hypot(operations / (rate x share), feeding the units), bytes past the cache / (bandwidth x share)) + ramp; at least the host's launches";
    let rated: Vec<Input> = vec![
        ("FP32 rate", gpu.fp32.get(), Unit::FlopsPerSecond),
        ("tensor rate", gpu.bf16.or(gpu.fp16).or(gpu.tf32).unwrap_or(gpu.fp32).get(), Unit::FlopsPerSecond),
        ("memory bandwidth", gpu.memory_bandwidth.get(), Unit::BytesPerSecond),
        accumulation,
    ];
    vec![
        figure(
            "speed.step_seconds",
            "forward + backward + optimizer + communication + offload + wait",
            speed.step.get(),
            Unit::Seconds,
            vec![
                seconds("forward", parts.forward),
                seconds("backward", parts.backward),
                seconds("optimizer", parts.optimizer),
                seconds("communication", parts.communication),
                seconds("offload", parts.offload),
                seconds("wait", parts.wait),
            ],
            ROOFLINE,
        ),
        figure("speed.forward_seconds", kernel, parts.forward.get(), Unit::Seconds, rated.clone(), ROOFLINE),
        figure("speed.backward_seconds", kernel, parts.backward.get(), Unit::Seconds, rated, ROOFLINE),
        figure(
            "speed.optimizer_seconds",
            kernel,
            parts.optimizer.get(),
            Unit::Seconds,
            vec![count("trainable weights", e.parameters.trainable as f64)],
            ROOFLINE,
        ),
        figure(
            "speed.communication_seconds",
            "ring: (n - 1) / n x bytes / link + hops for each gather or scatter, twice for an all-reduce, less what computation hides; and waiting for the slowest GPU",
            parts.communication.get(),
            Unit::Seconds,
            vec![count("GPUs", training_gpus(&e.scenario.hardware, &e.scenario.training) as f64)],
            "Patarasuk and Yuan 2009 (ring all-reduce); Rajbhandari et al. 2020 (ZeRO) for the volumes",
        ),
        figure(
            "speed.offload_seconds",
            "bytes / PCIe + update's bytes / host memory bandwidth",
            parts.offload.get(),
            Unit::Seconds,
            vec![
                ("PCIe", e.scenario.hardware.gpu_link().bandwidth().get(), Unit::BytesPerSecond),
                ("host memory bandwidth", traffic::memory_rate(&e.scenario.hardware.cpu).get(), Unit::BytesPerSecond),
            ],
            "Ren et al. 2021 (ZeRO-Offload)",
        ),
        figure(
            "speed.flops_per_micro_step",
            "sum over kernels of operations, forward and backward",
            speed.flops_per_micro_step.get(),
            Unit::Flops,
            vec![count("micro-batch", e.scenario.training.micro_batch_size as f64)],
            "operator graph; a multiply-add counts as two",
        ),
        figure(
            "speed.mfu",
            "operations without recomputation / (step x rated rate)",
            speed.mfu,
            Unit::Count,
            vec![seconds("step", speed.step), accumulation],
            "Chowdhery et al. 2022 (PaLM), appendix B",
        ),
    ]
}

/// The epoch.
fn epoch(e: &Estimate) -> Vec<Explanation> {
    let speed = &e.speed;
    let training = &e.scenario.training;
    let global_batch =
        (training.micro_batch_size * training.gradient_accumulation_steps * training_gpus(&e.scenario.hardware, training)) as f64;
    let samples = count("samples", e.scenario.data.samples as f64);
    let batch = count("global batch", global_batch);
    vec![
        figure(
            "speed.compute_samples_per_second",
            "global batch / (step - wait)",
            speed.compute_rate.get(),
            Unit::SamplesPerSecond,
            vec![batch, seconds("step", speed.step), seconds("wait", speed.parts.wait)],
            ROOFLINE,
        ),
        figure(
            "speed.samples_per_second",
            "global batch / step",
            speed.rate.get(),
            Unit::SamplesPerSecond,
            vec![batch, seconds("step", speed.step)],
            "the narrowest stage of the data path sets the step",
        ),
        figure(
            "speed.first_epoch_seconds",
            "samples / global batch x max(compute, first-epoch data path) + start of the workers + encoding of latents that are cached",
            speed.first_epoch.get(),
            Unit::Seconds,
            vec![samples, batch, seconds("encoding", encoding(&e.scenario))],
            "nothing of the data set is in memory yet",
        ),
        figure(
            "speed.epoch_seconds",
            "samples / global batch x step",
            speed.epoch.get(),
            Unit::Seconds,
            vec![samples, batch, seconds("step", speed.step)],
            "the last, incomplete batch counts by its share; + start of the workers where they end with the epoch",
        ),
        figure(
            "speed.range",
            "high end: epoch x spread of measured over predicted",
            speed.range.1.get(),
            Unit::Seconds,
            vec![
                seconds("low", speed.range.0),
                seconds("epoch", speed.epoch),
                count("spread, low", speed.range.0.get() / speed.epoch.get()),
                count("spread, high", speed.range.1.get() / speed.epoch.get()),
            ],
            ROOFLINE,
        ),
        figure(
            "speed.gpu_utilization",
            "(step - wait) / step",
            speed.gpu_utilization,
            Unit::Count,
            vec![seconds("step", speed.step), seconds("wait", speed.parts.wait)],
            "share of time that the GPUs do not wait for data",
        ),
    ]
}

/// The stages of the data path.
fn stages(e: &Estimate) -> Vec<Explanation> {
    let scenario = &e.scenario;
    let hardware = &scenario.hardware;
    let loader = &scenario.training.loader;
    let mut all: Vec<Explanation> = e
        .path
        .stages
        .iter()
        .map(|stage| {
            let per_sample = bytes("bytes per sample", stage.bytes_per_sample);
            let first = ("first epoch", stage.first_epoch_rate.get(), Unit::SamplesPerSecond);
            let (id, formula, inputs, source): (_, _, Vec<Input>, _) = match stage.kind {
                StageKind::Storage => (
                    "path.storage",
                    "1 / (cold share x max(bytes / drive + accesses / IOPS, (accesses x latency + bytes / reader) / readers) + cached share x bytes / memory)",
                    vec![
                        per_sample,
                        ("drive", hardware.storage.sequential_read.get(), Unit::BytesPerSecond),
                        count("IOPS", hardware.storage.random_read_iops),
                        count("accesses per file", path::ACCESSES_PER_FILE),
                        seconds("latency", drives::ACCESS_LATENCY),
                        count("cached share", e.path.cached_share),
                        first,
                    ],
                    "the drive's data sheet; two accesses a file; files of texts are read in sequence",
                ),
                StageKind::Preprocess => (
                    "path.preprocess",
                    "cores' worth of the workers / time of a sample on one core",
                    vec![
                        count("cores' worth", cores::capacity(&hardware.cpu, loader.num_workers.max(1))),
                        seconds("time of a sample", sample::core_time(scenario, cores::clock_ghz(&hardware.cpu), false)),
                        count("workers", loader.num_workers as f64),
                        first,
                    ],
                    if scenario.data.kind == crate::training::DataKind::Audio { SOUND } else { LOADER },
                ),
                StageKind::Collate => (
                    "path.collate",
                    "min(processes x copy rate, host memory bandwidth / 3) / bytes",
                    vec![per_sample, ("copy rate", path::PIN_RATE.get(), Unit::BytesPerSecond), ("host memory bandwidth", traffic::memory_rate(&hardware.cpu).get(), Unit::BytesPerSecond)],
                    "one thread's copy; a copy crosses the memory bus twice",
                ),
                StageKind::Pcie => (
                    "path.pcie",
                    "cards x PCIe x share / bytes",
                    vec![per_sample, ("PCIe", hardware.gpu_link().bandwidth().get(), Unit::BytesPerSecond), count("lanes per card", hardware.gpu_link().lanes as f64), count("pinned", f64::from(u8::from(loader.pin_memory)))],
                    "PCI Express Base Specification; 80% of it reached from page-locked memory, 40% from pageable",
                ),
                StageKind::Compute => ("path.compute", "global batch / compute step / nodes", vec![], ROOFLINE),
            };
            figure(id, formula, stage.rate.get(), Unit::SamplesPerSecond, inputs, source)
        })
        .collect();
    all.push(figure(
        "path.cached_share",
        "min(1, (usable memory - training's parts + queued batches) / data set); with a cache of the loader's, the share of it that the memory holds",
        e.path.cached_share,
        Unit::Count,
        vec![
            bytes("installed", hardware.ram),
            bytes("training's parts", e.ram.phases.train.total()),
            bytes("queued batches", e.ram.phases.train.prefetch + e.ram.phases.train.pinned),
            bytes("loader's cache", e.ram.phases.train.dataset_cache),
            bytes("data set", scenario.data.bytes_on_disk),
        ],
        "the page cache keeps what was read while memory is free; queues are empty where the drive limits",
    ));
    all
}
