//! Names of the figures that few ask for: a part's name, and what it is a part of.

use crate::locale::{Locale, colon};
use crate::messages::{results, shared as text};

/// The name of a figure of the cards below; none where this version has no such figure.
pub(super) fn name(pointer: &str, locale: Locale) -> Option<String> {
    let of = |whole: &str, part: Option<&'static str>| part.map(|part| format!("{whole}{}{part}", colon(locale)));
    if let Some(part) = pointer.strip_prefix("/ram/parts/") {
        return of(results::ram(locale), memory(part, locale));
    }
    if let Some(rest) = pointer.strip_prefix("/ram/phases/") {
        let (phase, part) = rest.split_once('/')?;
        return of(phase_name(phase, locale)?, memory(part, locale));
    }
    if let Some(part) = pointer.strip_prefix("/ram/reserve/") {
        return of(results::reserve(locale), reserve(part, locale));
    }
    if let Some(part) = pointer.strip_prefix("/ram/shortage/") {
        return of(results::ram_short(locale), shortage(part, locale));
    }
    if let Some(part) = pointer.strip_prefix("/vram/lower_bound_parts/") {
        return of(results::bound(locale), tensors(part, locale));
    }
    if let Some(part) = pointer.strip_prefix("/speed/step_parts/") {
        return of(results::step_time(locale), step(part, locale));
    }
    let name = match pointer {
        "/parameters/total" => text::all_parameters(locale),
        "/parameters/trainable" => text::trained_parameters(locale),
        "/vram/torch_allocated_peak_bytes" => text::torch_peak(locale),
        "/vram/range_bytes/0" => text::vram_low(locale),
        "/vram/range_bytes/1" => text::vram_high(locale),
        "/vram/needed_bytes" => text::vram_needed(locale),
        "/vram/lower_bound_bytes" => results::bound(locale),
        "/ram/page_cache_bytes" => results::page_cache(locale),
        "/ram/peak_phase" => text::fullest_phase(locale),
        "/ram/reserve_bytes" => results::reserve(locale),
        "/speed/compute_samples_per_second" => text::compute_rate(locale),
        "/speed/range/0" => text::epoch_low(locale),
        "/speed/range/1" => text::epoch_high(locale),
        "/speed/bound_detail" => text::bound_detail(locale),
        "/speed/model_flops_utilization" => results::mfu(locale),
        "/speed/flops_per_micro_step" => text::flops(locale),
        _ => return None,
    };
    Some(name.to_owned())
}

/// A word of an answer as the cards say it; none for unknown words.
pub(super) fn word(pointer: &str, word: &str, locale: Locale) -> Option<&'static str> {
    Some(match (pointer, word) {
        ("/vram/verdict", "comfortable") => results::verdict_fits(locale),
        ("/vram/verdict", "tight") => results::verdict_tight(locale),
        ("/vram/verdict", "short") => results::verdict_short(locale),
        ("/vram/verdict", "not-modelled") => results::verdict_not_modeled(locale),
        ("/ram/peak_phase", phase) => phase_name(phase, locale)?,
        ("/speed/bound_by", "compute") => locale.pick("the GPU's arithmetic", "GPU 算力"),
        ("/speed/bound_by", "memory-bandwidth") => locale.pick("the GPU's memory bandwidth", "显存带宽"),
        ("/speed/bound_by", "interconnect") => locale.pick("traffic between GPUs", "卡间通信"),
        ("/speed/bound_by", "cpu") => locale.pick("the processor", "处理器"),
        ("/speed/bound_by" | "/path/narrowest", "storage") => results::stage_storage(locale),
        ("/speed/bound_by" | "/path/narrowest", "pcie") => results::stage_pcie(locale),
        ("/path/narrowest", "preprocess") | ("/speed/bound_detail", "preprocessing") => results::stage_preprocess(locale),
        ("/path/narrowest", "collate") | ("/speed/bound_detail", "collating") => results::stage_collate(locale),
        ("/path/narrowest", "compute") => results::stage_compute(locale),
        ("/speed/bound_detail", "launches") => locale.pick("Launching kernels", "发起内核"),
        ("/speed/bound_detail", "batches") => locale.pick("Batches", "批次"),
        ("/speed/bound_detail", "offload") => results::offload_traffic(locale),
        _ => return None,
    })
}

fn phase_name(phase: &str, locale: Locale) -> Option<&'static str> {
    Some(match phase {
        "load" => results::ram_phase_load(locale),
        "train" => results::ram_phase_train(locale),
        "save" => results::ram_phase_save(locale),
        _ => return None,
    })
}

fn memory(part: &str, locale: Locale) -> Option<&'static str> {
    Some(match part {
        "system" => results::system(locale),
        "runtime" => results::runtime(locale),
        "workers" => results::workers(locale),
        "prefetch" => results::prefetch(locale),
        "pinned" => results::pinned(locale),
        "checkpoint_staging" => results::checkpoint_staging(locale),
        "offload" => results::offload(locale),
        "dataset_cache" => results::dataset_cache(locale),
        _ => return None,
    })
}

fn reserve(part: &str, locale: Locale) -> Option<&'static str> {
    Some(match part {
        "evaluation" => results::reserve_evaluation(locale),
        "write_back" => results::reserve_write_back(locale),
        "tools" => results::reserve_tools(locale),
        "data_set" => results::reserve_data_set(locale),
        "base_weights" => results::reserve_base_weights(locale),
        _ => return None,
    })
}

fn shortage(part: &str, locale: Locale) -> Option<&'static str> {
    Some(match part {
        "missing_bytes" => results::ram_short_missing(locale),
        "paged_bytes_per_step" => results::ram_short_paged(locale),
        "paging_seconds" => results::ram_short_time(locale),
        "staging_missing_bytes" => text::short_staging(locale),
        "staging_paging_seconds" => results::ram_short_staging(locale),
        "cache_missing_bytes" => results::ram_short_cache(locale),
        "below_system_bytes" => text::short_system(locale),
        "workers_that_fit" => results::ram_short_workers(locale),
        "micro_batch_that_fits" => results::ram_short_batch(locale),
        _ => return None,
    })
}

fn tensors(part: &str, locale: Locale) -> Option<&'static str> {
    Some(match part {
        "parameters" => results::parameters(locale),
        "gradients" => results::gradients(locale),
        "optimizer_state" => results::optimizer_state(locale),
        _ => return None,
    })
}

fn step(part: &str, locale: Locale) -> Option<&'static str> {
    Some(match part {
        "forward_seconds" => results::forward(locale),
        "backward_seconds" => results::backward(locale),
        "optimizer_seconds" => results::optimizer_step(locale),
        "communication_seconds" => results::communication(locale),
        "offload_seconds" => results::offload_traffic(locale),
        "wait_seconds" => results::waiting(locale),
        "paging_seconds" => results::paging(locale),
        _ => return None,
    })
}
