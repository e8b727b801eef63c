//! What was found, in English.

use engine::diagnosis::{Finding, FixedPart, Occasion, Supposition};
use engine::estimate::{RamPhase, StageKind, VramParts};
use engine::units::{Bytes, SamplesPerSecond};

use super::places::place_text;
use super::seen;
use crate::format::{concise, count, measured_time, percent, size};
use crate::{layer, phase};
use wire::locale::Locale;

#[expect(clippy::too_many_lines, reason = "one arm a finding")]
pub(super) fn finding(finding: &Finding) -> String {
    match *finding {
        Finding::Stage { kind, rate: carried, compute, wait, cached, workers } => {
            let what = match kind {
                StageKind::Storage if cached > 0.0 => {
                    format!("the drive and the page cache, which holds {} of the data set, deliver", percent(cached))
                }
                StageKind::Storage => "the drive delivers".to_owned(),
                StageKind::Preprocess if workers == 0 => "the training process prepares".to_owned(),
                StageKind::Preprocess => format!("the processor prepares, with {},", of_workers(workers)),
                StageKind::Collate => "copying batches in RAM carries".to_owned(),
                StageKind::Pcie => "the link to the card carries".to_owned(),
                StageKind::Compute => "the GPU takes".to_owned(),
            };
            let wait = if wait > 0.0 {
                format!("they wait {} of each step for it", percent(wait))
            } else {
                "it keeps them busy".to_owned()
            };
            format!("{what} {}, the GPUs take {}: {wait}", rate(carried), rate(compute))
        }
        Finding::Workers { now, advised, threads, all, wait, rates } => {
            let waiting = format!("the GPUs wait {} of the time", percent(wait));
            if now == 0 {
                format!(
                    "with num_workers=0 the training process loads its own data between steps, and {waiting}; {} raise {} to {}",
                    of_workers(advised),
                    rate(rates.0),
                    rate(rates.1)
                )
            } else if all > threads {
                format!("{all} workers share {threads} threads; {} are enough, and {waiting}", of_workers(advised))
            } else if now < advised {
                format!(
                    "{}, {} are advised: {waiting}; the advice raises {} to {}",
                    of_workers(now),
                    count(advised),
                    rate(rates.0),
                    rate(rates.1)
                )
            } else {
                format!("{} where {} are advised: more would not help", of_workers(now), count(advised))
            }
        }
        Finding::FirstEpoch { first, later, cached } if first.get() > later.get() * 1.01 => format!(
            "the first epoch takes {} and later ones {}, when the page cache holds {} of the data set: look again in the second",
            measured_time(first, Locale::En),
            measured_time(later, Locale::En),
            percent(cached)
        ),
        Finding::FirstEpoch { first, .. } => {
            format!("the first epoch takes {}, as long as later ones", measured_time(first, Locale::En))
        }
        Finding::Launch { share: part, kernels, batch, step, without } => format!(
            "a step of batch {} has {} kernels, and starting them is {} of its {}: without that it would take {}; CUDA graphs or torch.compile put more work into each launch",
            count(batch),
            count(kernels),
            percent(part),
            measured_time(step, Locale::En),
            measured_time(without, Locale::En)
        ),
        Finding::SmallBatch { batch, larger, rates } if larger > batch => {
            format!("batch {} computes {}, batch {} would compute {}", count(batch), rate(rates.0), count(larger), rate(rates.1))
        }
        Finding::SmallBatch { batch, rates, .. } => {
            format!("batch {} computes {}; no larger one that fits is faster", count(batch), rate(rates.0))
        }
        Finding::Traffic { time, share: part, offload: true, .. } => {
            format!("states and weights in host memory take {} of each step, {}", measured_time(time, Locale::En), percent(part))
        }
        Finding::Traffic { time, share: part, gpus, .. } => format!(
            "{} GPUs exchange gradients or weights for {} of each step that nothing hides, {}",
            count(gpus),
            measured_time(time, Locale::En),
            percent(part)
        ),
        Finding::IdleGpus { total: 1, rate: now, all, .. } => format!(
            "the plan counts on one GPU at {}{}",
            rate(now),
            all.map_or_else(String::new, |all| format!(
                "; two in data parallel would give {}: set the number of GPUs to 2",
                rate(all)
            ))
        ),
        Finding::IdleGpus { total, training, rate: now, all } if training < total => format!(
            "{} of {total} GPUs do nothing: without data parallelism one process uses one card at {}{}",
            total - training,
            rate(now),
            all.map_or_else(String::new, |all| together(now, all))
        ),
        Finding::IdleGpus { total, rate: now, .. } => {
            format!("all {total} GPUs of the plan train, {} together", rate(now))
        }
        Finding::Lanes { lanes, card, wait } if lanes < card => {
            format!("each card has x{lanes} instead of x{card}: batches over it make the GPUs wait {} of a step", percent(wait))
        }
        Finding::Lanes { lanes, .. } => format!("each card has its x{lanes}"),
        Finding::Moment { occasion, needed, available, phase: part, layer: place, operator, parts } => {
            let when = match occasion {
                Occasion::Loading => "with the weights on it the card must hold".to_owned(),
                Occasion::FirstPass => format!("before the optimizer has states, {} must hold", of_place(part, place, operator)),
                Occasion::FirstUpdate => "the first call of optimizer.step() creates the states and must hold".to_owned(),
                Occasion::LaterPasses => format!("from the second step on, {} must hold", of_place(part, place, operator)),
            };
            let verdict = if needed > available {
                format!("{} too many", size(needed - available))
            } else {
                format!("{} are left", size(available - needed))
            };
            format!("{when} {}, a run may take {}: {verdict}; {}", size(needed), size(available), of_parts(&parts))
        }
        Finding::FailsEarlier { expected, seen, short_by } => format!(
            "the plan lacks {} and would fail in step {}, but the run came to step {}: it is lighter than the plan, or what the plan counts on has changed; compare batch, precision and lengths",
            size(short_by),
            count(expected),
            count(seen)
        ),
        Finding::SupposedMemory { supposition, needed, available } => {
            let verdict = if needed > available { "more than" } else { "still within" };
            format!("{} the card must hold {}, {verdict} {}", supposition_text(supposition), size(needed), size(available))
        }
        Finding::LongerSamples { now, longest, limit, tokens } => {
            let unit = if tokens { "tokens" } else { "pixels a side" };
            let limit = limit.map_or_else(String::new, |limit| format!("; the model takes {}", count(limit)));
            format!(
                "planned are {} {unit}, at this batch the card holds up to {}{limit}: one longer sample ends the run",
                count(now),
                count(longest)
            )
        }
        Finding::Fragmentation { reserved, allocated, slack, headroom } => format!(
            "the allocator reserves {} for {} of tensors, {} between them cannot be used by others; {} of the card are left; expandable_segments:True in PYTORCH_CUDA_ALLOC_CONF lets segments grow",
            size(reserved),
            size(allocated),
            size(slack),
            size(headroom)
        ),
        Finding::Evaluation { steps_per_epoch, step, max_batch, headroom } => {
            let when = step.map_or_else(
                || format!("an epoch has {}", counted(steps_per_epoch, "step")),
                |step| format!("step {}, and an epoch has {}", count(step), counted(steps_per_epoch, "step")),
            );
            format!(
                "{when}: an evaluation without torch.no_grad() keeps activations as training does and finds {}; its batch must stay at {} or less",
                size(headroom),
                count(max_batch)
            )
        }
        Finding::Leak { headroom, per_step, graph, steps } => {
            let seen = per_step.map_or_else(String::new, |each| format!("; {} left behind a step would explain it", exact(each)));
            let kept = if graph == Bytes::ZERO || steps == u64::MAX {
                String::new()
            } else {
                format!(", a graph of {} kept in every step fills it in {}", size(graph), counted(steps, "step"))
            };
            format!("{} of the card are left{kept}{seen}; add up loss.item(), not loss", size(headroom))
        }
        Finding::Taken { taken, headroom, display: true } => format!(
            "the driver and the desktop take {} of the card, {} are left beside the run; browsers take more with every tab, and drawing waits for training",
            size(taken),
            size(headroom)
        ),
        Finding::Taken { taken, headroom, .. } => format!(
            "the plan counts on a card without a desktop: {} for the driver, {} left beside the run",
            size(taken),
            size(headroom)
        ),
        Finding::BatchLimit { batch, largest, per_sample, fixed, available } => format!(
            "batch {} of at most {}: each sample adds {} to {} that do not depend on it, of {}",
            count(batch),
            count(largest),
            size(per_sample),
            size(fixed),
            size(available)
        ),
        Finding::HostBatchLimit { largest, largest_on_card, peak, installed } => format!(
            "{} of RAM hold the loader of a batch of at most {}, the card one of {}; the run takes {} now",
            size(installed),
            at_most(largest),
            count(largest_on_card),
            size(peak)
        ),
        Finding::Part { part, size: held, share: of } => {
            let what = match part {
                FixedPart::Activations => "activations, which grow with the batch,",
                FixedPart::State => "weights, gradients and optimizer states, which do not depend on the batch,",
                FixedPart::Temporary => "temporary tensors (logits, gradients on their way, the optimizer's copies)",
            };
            format!("{what} are {} at the peak, {} of all", size(held), percent(of))
        }
        Finding::BatchGain { larger, rates } => format!(
            "batch {} would compute {}, this one computes {}: a batch that does not make a step more efficient need not grow",
            count(larger),
            rate(rates.1),
            rate(rates.0)
        ),
        Finding::Accumulation { global_batch, steps } => format!(
            "an update sees {} in {}; more micro-steps make it larger at the memory of one",
            counted(global_batch, "sample"),
            counted(steps, "micro-step")
        ),
        Finding::Range { measured, expected, range } => {
            let band = format!("{} are expected, {} to {} on runs of this family", rate(expected), rate(range.0), rate(range.1));
            measured.map_or_else(
                || format!("{band}; give your own rate to compare each cause with it"),
                |measured| {
                    if measured > range.1 {
                        return format!(
                            "{} measured, above the range: {band}; the run is another than the plan, or steps and samples are counted in another way (accumulation, several cards)",
                            rate(measured)
                        );
                    }
                    let verdict = if measured.get() >= range.0.get() { "within" } else { "below" };
                    format!("{} measured, {verdict} the range: {band}", rate(measured))
                },
            )
        }
        Finding::SupposedRate { supposition, rate: then, expected, .. } if then.get() > expected.get() * 0.99 => {
            format!("{} the run is as fast as planned, {}", supposition_text(supposition), rate(expected))
        }
        Finding::SupposedRate { supposition, rate: then, expected, measured } => format!(
            "{} the run does {} instead of {}{}",
            supposition_text(supposition),
            rate(then),
            rate(expected),
            measured.map_or_else(String::new, |measured| format!("; {} were measured", rate(measured)))
        ),
        Finding::Ram { peak, phase: when, installed, missing, paged_per_step, steps } => {
            let when = match when {
                RamPhase::Load => "while the weights are loaded",
                RamPhase::Train => "while training",
                RamPhase::Save => "while a checkpoint is saved",
            };
            let held = format!("the run takes {} {when}, {} of RAM are installed", size(peak), size(installed));
            if missing == Bytes::ZERO {
                format!("{held}: training does not page")
            } else {
                format!(
                    "{held} and {} are missing: each step pages {} through the drive and takes {} instead of {}, and everything else on the system waits with it",
                    size(missing),
                    size(paged_per_step),
                    measured_time(steps.0, Locale::En),
                    measured_time(steps.1, Locale::En)
                )
            }
        }
        Finding::Staging { staged, missing, time } => {
            let held = format!("loading or saving holds a copy of the weights of {}", size(staged));
            if missing == Bytes::ZERO {
                format!("{held}, which fits")
            } else {
                format!("{held}, {} of it are paged: {} more each time", size(missing), measured_time(time, Locale::En))
            }
        }
        Finding::WorkerMemory { workers, size: held, share: of, fitting } => format!(
            "{} hold {} with the batches that they keep ready, {} of the RAM{}; what Python objects they share is copied in time",
            of_workers(workers),
            size(held),
            percent(of),
            fitting.map_or_else(String::new, |fitting| format!("; {} per GPU would fit", count(fitting)))
        ),
        Finding::Pinned { size: held, share: of } => {
            format!("{} are page-locked, {} of the RAM; they can never be paged out", exact(held), percent(of))
        }
        Finding::PageCache { free, data_set, write_back } => format!(
            "training leaves {} to the cache of files of {}; that memory looks taken and is given back at once; a checkpoint of {} on its way to the drive is not",
            size(free),
            size(data_set),
            size(write_back)
        ),
        Finding::SharedMemory { spilled, windows: true } if spilled > Bytes::ZERO => format!(
            "the card lacks {}: instead of an error Windows moves it to shared memory and back over PCIe, and everything crawls; set CUDA's sysmem fallback policy to \"prefer no fallback\"",
            size(spilled)
        ),
        Finding::SharedMemory { windows: true, .. } => {
            "Windows moves what does not fit the card to shared memory instead of failing; by the estimate all fits".to_owned()
        }
        Finding::SharedMemory { spilled, .. } if spilled > Bytes::ZERO => {
            format!("the card lacks {}; on Linux that is an error, not a slow run", size(spilled))
        }
        Finding::SharedMemory { .. } => {
            "the card holds the run; where it is nearly full the allocator returns memory and asks again, which stalls".to_owned()
        }
        Finding::Threads { busy, threads } => {
            format!("{} workers and training processes share {} threads", count(busy), count(threads))
        }
        Finding::Elsewhere(place) => place_text(place, Locale::En).to_owned(),
        Finding::OtherCard { .. }
        | Finding::TakenByOthers { .. }
        | Finding::SeenFragmentation { .. }
        | Finding::HeldBesidePlan { .. }
        | Finding::LargerThanTheCard { .. }
        | Finding::RefusedThoughFree { .. }
        | Finding::WorkerQueue { .. }
        | Finding::Resident { .. }
        | Finding::AloneTooLong { .. }
        | Finding::OneProcess => seen::finding(finding, Locale::En),
    }
}

fn of_workers(workers: u64) -> String {
    counted(workers, "worker")
}

/// A count with its noun.
fn counted(number: u64, noun: &str) -> String {
    format!("{} {noun}{}", count(number), if number == 1 { "" } else { "s" })
}

fn rate(rate: SamplesPerSecond) -> String {
    format!("{} samples/s", concise(rate.get()))
}

/// What all GPUs together would do beside what one does.
fn together(now: SamplesPerSecond, all: SamplesPerSecond) -> String {
    if all > now {
        format!("; all together would give {}", rate(all))
    } else {
        format!(
            "; all together would give {}, because exchanging gradients takes longer than computing them: accumulate, or enlarge the batch",
            rate(all)
        )
    }
}

fn at_most(batch: u64) -> String {
    if batch >= engine::sizing::batch::LARGEST_SEARCHED { format!("{} or more", count(batch)) } else { count(batch) }
}

/// An amount that may be a few bytes.
fn exact(bytes: Bytes) -> String {
    if bytes.0 < 1024 { format!("{} bytes", bytes.0) } else { size(bytes) }
}

fn of_place(part: engine::estimate::Phase, place: engine::estimate::Layer, operator: Option<&str>) -> String {
    let (part, place) = (phase(part, Locale::En), layer(place, Locale::En));
    match operator {
        Some(operator) => format!("the {part} at {operator} ({place})"),
        None => format!("the {part} ({place})"),
    }
}

fn of_parts(parts: &VramParts) -> String {
    let VramParts { parameters, gradients, optimizer_state, activations, temporary, inputs } = *parts;
    let named = [
        ("parameters", parameters),
        ("gradients", gradients),
        ("optimizer state", optimizer_state),
        ("activations", activations),
        ("temporary", temporary),
        ("inputs", inputs),
    ];
    let listed: Vec<String> =
        named.iter().filter(|(_, held)| *held > Bytes::ZERO).map(|(name, held)| format!("{name} {}", size(*held))).collect();
    listed.join(", ")
}

const fn supposition_text(supposition: Supposition) -> &'static str {
    match supposition {
        Supposition::NoWorkers => "with num_workers=0, PyTorch's default,",
        Supposition::FullPrecision => "with products and activations in FP32 (autocast not entered)",
        Supposition::EagerAttention => {
            "with attention that writes its scores out (a mask or type that the fused kernels do not take)"
        }
        Supposition::Checkpointing => "with every block computed twice",
        Supposition::NoCheckpointing => "with all activations kept",
        Supposition::OneGpu => "with one GPU at work",
        Supposition::ColdCache => "in the first epoch, with a cold page cache,",
        Supposition::SlowDrive => "with the data on a hard disk (200 MB/s, 150 reads a second)",
        Supposition::SlowDriveAtFirst => "in the first epoch, with the data on a hard disk (200 MB/s, 150 reads a second),",
        Supposition::FewCores => "with two cores for the process (container or scheduler limit)",
        Supposition::FewLanes => "with a quarter of the card's PCIe lanes",
        Supposition::HalfClock => "with the GPU at half its clock",
        Supposition::AllWeightsTrain => "with the base model's weights not frozen",
    }
}
