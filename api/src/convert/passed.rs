//! Answers for models that answer in passes.

use super::served::effect;
use crate::notes::with_unread_keys;
use crate::start::of_passes;
use engine::architecture::Architecture;
use engine::device::memory::desktop;
use engine::passes::{self as found, ComponentKind, Lever, Memory, Plain, Stage};
use scenario::resolve::{Passing, changed_passing};
use wire::locale::Locale;
use wire::v1::Scenario;
use wire::v1::choices::Workload;
use wire::v1::estimate as v1;

/// The engine's answer to what was asked, with its sentences in the reader's language.
#[must_use]
pub fn passed(asked: &Scenario, passing: &Passing, locale: Locale) -> v1::Passed {
    let question = &passing.question;
    let answer = found::answer(question);
    let memory = &answer.memory;
    v1::Passed {
        id: asked.id.clone(),
        task: Workload::Inference,
        engine_version: engine::VERSION.to_owned(),
        catalog_version: ::catalog::VERSION.to_owned(),
        inputs: passing.inputs.clone(),
        parameters: v1::Parameters { total: answer.parameters, trainable: 0 },
        fits: memory.works(),
        vram: v1::PassedMemory {
            parts: v1::PassedParts {
                parameters: memory.parts.weights.0,
                activations: memory.parts.activations.0,
                framework: memory.parts.framework.0,
            },
            device_peak_bytes: memory.total.0,
            range_bytes: [memory.range.0.0, memory.range.1.0],
            needed_bytes: memory.needed.0,
            capacity_bytes: question.hardware.gpu.memory.0,
            desktop_bytes: desktop(&question.hardware).0,
            fits: memory.fits(),
            verdict: verdict(memory),
            headroom_bytes: memory.capacity.0.cast_signed() - memory.total.0.cast_signed(),
        },
        limits: v1::PassedLimits { max_concurrency: answer.largest_batch },
        ram: v1::ServedRam {
            peak_bytes: memory.host.0,
            weights_bytes: memory.host_weights.0,
            installed_bytes: question.hardware.ram.0,
            fits: memory.host_lacks.0 == 0,
        },
        speed: speed(question, &answer),
        stages: answer.stages.iter().map(stage).collect(),
        levers: answer.levers.iter().map(|found| lever(passing, found, locale)).collect(),
        start: memory.works().then(|| of_passes(passing, &answer, locale)).flatten(),
        notes: notes(asked, question, &answer, locale),
    }
}

fn verdict(memory: &Memory) -> v1::Verdict {
    if !memory.fits() {
        v1::Verdict::Short
    } else if memory.is_comfortable() {
        v1::Verdict::Comfortable
    } else {
        v1::Verdict::Tight
    }
}

fn speed(question: &found::Question, answer: &found::Answer) -> v1::PassedSpeed {
    let batch = answer.batch_time.get();
    let cards = question.hardware.gpu_count.max(1);
    // A batch of nothing but views takes no time.
    let rate = if batch > 0.0 { (question.settings.batch * cards) as f64 / batch } else { 0.0 };
    let of_pictures = found::has_pictures(&question.model);
    let of_videos = question.model.makes_videos();
    let window = match &question.model {
        Architecture::Whisper(model) => Some(model.window_seconds()),
        _ => None,
    };
    let (low, high) = answer.spread;
    v1::PassedSpeed {
        concurrency: question.settings.batch,
        batch_seconds: batch,
        batch_seconds_range: [batch * low, batch * high],
        images_per_second: (of_pictures && !of_videos).then_some(rate),
        videos_per_second: of_videos.then_some(rate),
        texts_per_second: (!of_pictures && window.is_none()).then_some(rate),
        audio_seconds_per_second: window.map(|seconds| rate * seconds as f64),
        load_seconds: answer.reading.get(),
    }
}

fn stage(stage: &Stage) -> v1::PassedStage {
    v1::PassedStage {
        kind: match stage.kind {
            ComponentKind::Loading => v1::StageOfPasses::Loading,
            ComponentKind::Model => v1::StageOfPasses::Model,
            ComponentKind::PromptEncoder => v1::StageOfPasses::PromptEncoder,
            ComponentKind::Denoiser => v1::StageOfPasses::Denoiser,
            ComponentKind::Decoder => v1::StageOfPasses::Decoder,
            ComponentKind::AudioEncoder => v1::StageOfPasses::AudioEncoder,
            ComponentKind::CrossAttention => v1::StageOfPasses::CrossAttention,
            ComponentKind::TextDecoder => v1::StageOfPasses::TextDecoder,
        },
        parameters_bytes: stage.own_weights.0,
        resident_bytes: stage.weights.0,
        activations_bytes: stage.activations.0,
        passes: stage.passes,
        pass_seconds: stage.pass_time.get(),
        moving_seconds: stage.moving.get(),
    }
}

fn lever(passing: &Passing, lever: &Lever, locale: Locale) -> v1::PassedLever {
    v1::PassedLever {
        title: wording::passes_change(&lever.change, locale),
        serving: changed_passing(passing, lever.change),
        effect_on_results: effect(lever.effect),
        after: plain(&lever.after),
    }
}

fn plain(plain: &Plain) -> v1::PassedPlain {
    v1::PassedPlain {
        fits: plain.works,
        device_peak_bytes: plain.memory.total.0,
        batch_seconds: plain.batch_time.get(),
        ram_peak_bytes: plain.memory.host.0,
    }
}

/// What keeps it from working, what rests on one source, and what was passed over in the question.
fn notes(asked: &Scenario, question: &found::Question, answer: &found::Answer, locale: Locale) -> Vec<v1::Note> {
    let found = found::notes(question, answer).into_iter().map(|note| v1::Note {
        code: note.code().to_owned(),
        level: super::estimate::level(note.level()),
        detail: wording::passes_note(&note, locale),
    });
    let unread = with_unread_keys(asked, &[]);
    let unread = unread.iter().map(|found| super::estimate::note(found, locale));
    found.chain(unread).collect()
}
