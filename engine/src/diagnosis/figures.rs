//! The figures of findings by name, for those who read numbers rather than sentences.

use super::finding::{Figure, Finding};
use crate::estimate::{Unit, VramParts};
use crate::units::{Bytes, SamplesPerSecond, Seconds};

impl Finding {
    /// Every figure of the finding with its name and unit; shares and counts are plain numbers.
    #[must_use]
    #[expect(clippy::too_many_lines, reason = "one arm a finding, so that none is forgotten")]
    pub fn figures(&self) -> Vec<Figure> {
        match *self {
            Self::Stage { kind: _, rate: carried, compute, wait, cached, workers } => vec![
                rate("samples_per_second", carried),
                rate("compute_samples_per_second", compute),
                plain("wait_share", wait),
                plain("cached_share", cached),
                count("num_workers", workers),
            ],
            Self::Workers { now, advised, threads, all, wait, rates } => vec![
                count("num_workers", now),
                count("advised_workers", advised),
                count("workers_per_node", all),
                count("threads", threads),
                plain("wait_share", wait),
                rate("samples_per_second", rates.0),
                rate("advised_samples_per_second", rates.1),
            ],
            Self::FirstEpoch { first, later, cached } => {
                vec![time("first_epoch_seconds", first), time("epoch_seconds", later), plain("cached_share", cached)]
            }
            Self::Launch { share, kernels, batch, step, without } => vec![
                plain("launch_share", share),
                count("kernels_per_step", kernels),
                count("micro_batch_size", batch),
                time("compute_seconds", step),
                time("compute_seconds_without_launches", without),
            ],
            Self::SmallBatch { batch, larger, rates } => vec![
                count("micro_batch_size", batch),
                count("advised_micro_batch_size", larger),
                rate("compute_samples_per_second", rates.0),
                rate("advised_compute_samples_per_second", rates.1),
            ],
            Self::Traffic { time: traffic, share, gpus, offload: _ } => {
                vec![time("traffic_seconds", traffic), plain("traffic_share", share), count("training_gpus", gpus)]
            }
            Self::IdleGpus { total, training, rate: now, all } => {
                let mut figures = vec![count("gpus", total), count("training_gpus", training), rate("samples_per_second", now)];
                figures.extend(all.map(|all| rate("samples_per_second_with_all", all)));
                figures
            }
            Self::Lanes { lanes, card, wait } => {
                vec![count("lanes", lanes), count("card_lanes", card), plain("wait_share", wait)]
            }
            Self::Moment { occasion, needed, available, phase: _, layer: _, operator: _, parts } => {
                let mut figures =
                    vec![count("step", occasion.step()), size("needed_bytes", needed), size("available_bytes", available)];
                figures.extend(of_parts(&parts));
                figures
            }
            Self::FailsEarlier { expected, seen, short_by } => {
                vec![count("expected_step", expected), count("step", seen), size("short_by_bytes", short_by)]
            }
            Self::SupposedMemory { supposition: _, needed, available } => {
                vec![size("needed_bytes", needed), size("available_bytes", available)]
            }
            Self::LongerSamples { now, longest, limit, tokens: _ } => {
                let mut figures = vec![count("planned", now), count("largest_that_fits", longest)];
                figures.extend(limit.map(|limit| count("model_limit", limit)));
                figures
            }
            Self::Fragmentation { reserved, allocated, slack, headroom } => vec![
                size("reserved_bytes", reserved),
                size("allocated_bytes", allocated),
                size("fragmentation_bytes", slack),
                size("headroom_bytes", headroom),
            ],
            Self::Evaluation { steps_per_epoch, step, max_batch, headroom } => {
                let mut figures = vec![
                    count("steps_per_epoch", steps_per_epoch),
                    count("max_micro_batch_size", max_batch),
                    size("headroom_bytes", headroom),
                ];
                figures.extend(step.map(|step| count("step", step)));
                figures
            }
            Self::Leak { headroom, per_step, graph, steps } => {
                let mut figures =
                    vec![size("headroom_bytes", headroom), size("activations_bytes", graph), count("steps_until_full", steps)];
                figures.extend(per_step.map(|per_step| size("bytes_per_step", per_step)));
                figures
            }
            Self::Taken { taken, headroom, display: _ } => vec![size("desktop_bytes", taken), size("headroom_bytes", headroom)],
            Self::BatchLimit { batch, largest, per_sample, fixed, available } => vec![
                count("micro_batch_size", batch),
                count("max_micro_batch_size", largest),
                size("bytes_per_sample", per_sample),
                size("fixed_bytes", fixed),
                size("available_bytes", available),
            ],
            Self::HostBatchLimit { largest, largest_on_card, peak, installed } => vec![
                count("max_micro_batch_size_in_ram", largest),
                count("max_micro_batch_size", largest_on_card),
                size("ram_peak_bytes", peak),
                size("installed_bytes", installed),
            ],
            Self::Part { part: _, size: bytes, share } => vec![size("part_bytes", bytes), plain("part_share", share)],
            Self::BatchGain { larger, rates } => vec![
                count("larger_micro_batch_size", larger),
                rate("compute_samples_per_second", rates.0),
                rate("larger_compute_samples_per_second", rates.1),
            ],
            Self::Accumulation { global_batch, steps } => {
                vec![count("global_batch_size", global_batch), count("gradient_accumulation_steps", steps)]
            }
            Self::Range { measured, expected, range } => {
                let mut figures = vec![
                    rate("expected_samples_per_second", expected),
                    rate("low_samples_per_second", range.0),
                    rate("high_samples_per_second", range.1),
                ];
                figures.extend(measured.map(|measured| rate("measured_samples_per_second", measured)));
                figures
            }
            Self::SupposedRate { supposition: _, rate: supposed, expected, measured } => {
                let mut figures = vec![rate("samples_per_second", supposed), rate("expected_samples_per_second", expected)];
                figures.extend(measured.map(|measured| rate("measured_samples_per_second", measured)));
                figures
            }
            Self::Ram { peak, phase: _, installed, missing, paged_per_step, steps } => vec![
                size("ram_peak_bytes", peak),
                size("installed_bytes", installed),
                size("missing_bytes", missing),
                size("paged_per_step_bytes", paged_per_step),
                time("step_seconds", steps.0),
                time("step_seconds_without_paging", steps.1),
            ],
            Self::Staging { staged, missing, time: added } => {
                vec![size("staged_bytes", staged), size("missing_bytes", missing), time("added_seconds", added)]
            }
            Self::WorkerMemory { workers, size: held, share, fitting } => {
                let mut figures =
                    vec![count("workers_per_node", workers), size("workers_bytes", held), plain("ram_share", share)];
                figures.extend(fitting.map(|workers| count("workers_that_fit", workers)));
                figures
            }
            Self::Pinned { size: locked, share } => vec![size("pinned_bytes", locked), plain("ram_share", share)],
            Self::PageCache { free, data_set, write_back } => {
                vec![size("free_bytes", free), size("data_set_bytes", data_set), size("write_back_bytes", write_back)]
            }
            Self::SharedMemory { spilled, windows: _ } => vec![size("spilled_bytes", spilled)],
            Self::Threads { busy, threads } => vec![count("busy_processes", busy), count("threads", threads)],
            Self::OtherCard { seen, planned } => vec![size("seen_capacity_bytes", seen), size("capacity_bytes", planned)],
            Self::TakenByOthers { others, requested, free } => {
                vec![size("other_programs_bytes", others), size("requested_bytes", requested), size("free_bytes", free)]
            }
            Self::SeenFragmentation { unallocated, allocated, requested } => vec![
                size("unallocated_bytes", unallocated),
                size("allocated_bytes", allocated),
                size("requested_bytes", requested),
            ],
            Self::HeldBesidePlan { held, planned, high } => {
                vec![size("held_bytes", held), size("planned_bytes", planned), size("planned_high_bytes", high)]
            }
            Self::LargerThanTheCard { requested, capacity } => {
                vec![size("requested_bytes", requested), size("seen_capacity_bytes", capacity)]
            }
            Self::RefusedThoughFree { requested, free } => vec![size("requested_bytes", requested), size("free_bytes", free)],
            Self::WorkerQueue { workers, size: held, container, system } => vec![
                count("workers_per_node", workers),
                size("queue_bytes", held),
                size("container_default_bytes", container),
                size("system_default_bytes", system),
            ],
            Self::Resident { resident, planned, installed } => {
                vec![size("resident_bytes", resident), size("ram_peak_bytes", planned), size("installed_bytes", installed)]
            }
            Self::AloneTooLong { what: _, time: taken, timeout } => {
                vec![time("alone_seconds", taken), time("timeout_seconds", timeout)]
            }
            Self::OneProcess | Self::Elsewhere(_) => Vec::new(),
        }
    }
}

fn of_parts(parts: &VramParts) -> [Figure; 6] {
    let VramParts { parameters, gradients, optimizer_state, activations, temporary, inputs } = *parts;
    [
        size("parameters_bytes", parameters),
        size("gradients_bytes", gradients),
        size("optimizer_state_bytes", optimizer_state),
        size("activations_bytes", activations),
        size("temporary_bytes", temporary),
        size("inputs_bytes", inputs),
    ]
}

fn size(name: &'static str, amount: Bytes) -> Figure {
    (name, amount.as_f64(), Unit::Bytes)
}

const fn rate(name: &'static str, rate: SamplesPerSecond) -> Figure {
    (name, rate.get(), Unit::SamplesPerSecond)
}

const fn time(name: &'static str, time: Seconds) -> Figure {
    (name, time.get(), Unit::Seconds)
}

const fn plain(name: &'static str, value: f64) -> Figure {
    (name, value, Unit::Count)
}

const fn count(name: &'static str, value: u64) -> Figure {
    (name, value as f64, Unit::Count)
}
