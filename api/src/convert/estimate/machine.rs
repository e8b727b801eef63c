//! Host memory, time and the data path.

use engine::estimate as answer;
use engine::estimate::Bound;
use engine::units::{Bytes, GIB};

use wire::locale::Locale;
use wire::v1::estimate as v1;

use super::feeding;
use super::stage::kind;

pub(super) fn ram(ram: &answer::Ram, ladder: Option<v1::RamLadder>) -> v1::Ram {
    let answer::Ram {
        parts: at_peak,
        phase,
        phases,
        shortage,
        peak,
        page_cache,
        minimum,
        recommended,
        comfortable,
        reserve,
        reserve_parts,
    } = ram;
    let answer::RamPhases { load, train, save } = phases;
    let answer::RamReserve { evaluation, write_back, tools, data_set, base_weights } = *reserve_parts;
    let gib = |bytes: &Bytes| bytes.0.div_ceil(GIB);
    v1::Ram {
        parts: parts(at_peak),
        peak_bytes: peak.0,
        page_cache_bytes: Some(page_cache.0),
        peak_phase: match phase {
            answer::RamPhase::Load => v1::RamPhase::Load,
            answer::RamPhase::Train => v1::RamPhase::Train,
            answer::RamPhase::Save => v1::RamPhase::Save,
        },
        phases: v1::RamPhases { load: parts(load), train: parts(train), save: parts(save) },
        minimum_gib: gib(minimum),
        recommended_gib: gib(recommended),
        comfortable_gib: gib(comfortable),
        reserve_bytes: reserve.0,
        reserve: v1::RamReserve {
            evaluation: evaluation.0,
            write_back: write_back.0,
            tools: tools.0,
            data_set: data_set.0,
            base_weights: base_weights.0,
        },
        shortage: shortage.as_ref().map(self::shortage),
        ladder,
    }
}

const fn parts(parts: &answer::RamParts) -> v1::RamParts {
    let answer::RamParts { system, runtime, workers, prefetch, pinned, checkpoint_staging, offload, dataset_cache } = *parts;
    v1::RamParts {
        system: system.0,
        runtime: runtime.0,
        workers: workers.0,
        prefetch: prefetch.0,
        pinned: pinned.0,
        checkpoint_staging: checkpoint_staging.0,
        offload: offload.0,
        dataset_cache: dataset_cache.0,
    }
}

const fn shortage(shortage: &answer::Shortage) -> v1::RamShortage {
    let answer::Shortage {
        missing,
        paged_per_step,
        paging,
        page_in_rate: _,
        staging_missing,
        staging_time,
        cache_missing,
        below_system,
        workers_that_fit,
        micro_batch_that_fits,
    } = *shortage;
    v1::RamShortage {
        missing_bytes: missing.0,
        paged_bytes_per_step: paged_per_step.0,
        paging_seconds: paging.get(),
        staging_missing_bytes: staging_missing.0,
        staging_paging_seconds: staging_time.get(),
        cache_missing_bytes: cache_missing.0,
        below_system_bytes: below_system.0,
        workers_that_fit,
        micro_batch_that_fits,
    }
}

pub(super) fn speed(speed: &answer::Speed, epochs: u64, locale: Locale) -> v1::Speed {
    let answer::Speed {
        step,
        compute_rate,
        rate,
        first_epoch,
        epoch,
        range,
        gpu_utilization,
        bound_by,
        mfu,
        flops_per_micro_step,
        parts,
        paging,
    } = speed;
    let answer::StepTime { forward, backward, optimizer, communication, offload, wait } = *parts;
    v1::Speed {
        step_seconds: step.get(),
        compute_samples_per_second: compute_rate.get(),
        samples_per_second: rate.get(),
        first_epoch_seconds: first_epoch.get(),
        epoch_seconds: epoch.get(),
        range: [range.0.get(), range.1.get()],
        gpu_utilization: *gpu_utilization,
        bound_by: match bound_by {
            Bound::Compute => v1::Bound::Compute,
            Bound::MemoryBandwidth => v1::Bound::MemoryBandwidth,
            Bound::Interconnect => v1::Bound::Interconnect,
            Bound::Launch | Bound::Preprocess | Bound::Collate => v1::Bound::Cpu,
            Bound::Storage => v1::Bound::Storage,
            Bound::Pcie | Bound::Offload => v1::Bound::Pcie,
        },
        bound_detail: match bound_by {
            Bound::Launch => Some(v1::BoundDetail::Launches),
            Bound::Preprocess => Some(v1::BoundDetail::Preprocessing),
            Bound::Collate => Some(v1::BoundDetail::Collating),
            Bound::Pcie => Some(v1::BoundDetail::Batches),
            Bound::Offload => Some(v1::BoundDetail::Offload),
            Bound::Compute | Bound::MemoryBandwidth | Bound::Interconnect | Bound::Storage => None,
        },
        bound_text: wording::bound(*bound_by, locale).to_owned(),
        total_seconds: speed.run(epochs).get(),
        model_flops_utilization: *mfu,
        flops_per_micro_step: flops_per_micro_step.get(),
        step_parts: v1::StepParts {
            forward_seconds: forward.get(),
            backward_seconds: backward.get(),
            optimizer_seconds: optimizer.get(),
            communication_seconds: communication.get(),
            offload_seconds: offload.get(),
            wait_seconds: wait.get(),
            paging_seconds: paging.get(),
        },
    }
}

pub(super) fn path(path: &answer::DataPath, feeding: &answer::Feeding, locale: Locale) -> v1::Path {
    let answer::DataPath { stages, narrowest, cached_share, recommended_workers, storage_rate } = path;
    v1::Path {
        stages: stages
            .iter()
            .map(|stage| v1::Stage {
                kind: kind(stage.kind),
                first_epoch_samples_per_second: stage.first_epoch_rate.get(),
                samples_per_second: stage.rate.get(),
                first_epoch_sample_bytes: stage.first_epoch_bytes_per_sample.0,
                sample_bytes: stage.bytes_per_sample.0,
            })
            .collect(),
        narrowest: kind(*narrowest),
        cached_share: *cached_share,
        recommended_workers: *recommended_workers,
        storage_bytes_per_second: storage_rate.get(),
        settings: feeding::settings(&feeding.loader, locale),
        settings_together: feeding::together(&feeding.loader),
        remedy: feeding.remedies.cheapest().map(|remedy| feeding::remedy(&feeding.remedies, remedy, locale)),
        remedies: feeding.remedies.all.iter().map(|remedy| feeding::remedy(&feeding.remedies, remedy, locale)).collect(),
    }
}
