//! Answers for models that are served.

use super::rented::rented;
use crate::notes::with_unread_keys;
use crate::start::start;
use engine::device::memory::desktop;
use engine::serving::{self as found, Effect, Lever, Limits, Note, Plain};
use scenario::resolve::{Served, ways_to_draft, without_drafts};
use wire::locale::Locale;
use wire::v1::Scenario;
use wire::v1::choices::{WeightsFormat, Workload};
use wire::v1::estimate as v1;

/// The engine's answer to what was asked, with its sentences in the reader's language.
#[must_use]
pub fn served(asked: &Scenario, served: &Served, locale: Locale) -> v1::Served {
    let question = &served.question;
    let answer = found::answer(question);
    let memory = &answer.memory;
    v1::Served {
        id: asked.id.clone(),
        task: Workload::Inference,
        engine_version: engine::VERSION.to_owned(),
        catalog_version: ::catalog::VERSION.to_owned(),
        inputs: served.inputs.clone(),
        parameters: v1::Parameters { total: answer.parameters, trainable: 0 },
        fits: memory.works(),
        vram: v1::ServedMemory {
            parts: parts(&memory.parts),
            device_peak_bytes: memory.total.0,
            range_bytes: [memory.range.0.0, memory.range.1.0],
            needed_bytes: memory.needed.0,
            capacity_bytes: question.hardware.gpu.memory.0,
            desktop_bytes: desktop(&question.hardware).0,
            fits: memory.fits,
            verdict: verdict(memory),
            headroom_bytes: memory.capacity.0.cast_signed() - memory.total.0.cast_signed(),
            kv_in_use_bytes: memory.kv_in_use.0,
            kv_bytes_per_token: answer.kv_bytes_per_token.0,
        },
        limits: limits(answer.limits),
        within_targets: answer
            .within
            .map(|within| v1::ServedWithin { concurrency: within.concurrency, request_rate: within.request_rate }),
        ram: v1::ServedRam {
            peak_bytes: memory.host.0,
            weights_bytes: memory.weights.on_host.0,
            installed_bytes: question.hardware.ram.0,
            fits: memory.host_fits(),
        },
        speed: speed(question, &answer),
        images: images(question, &answer),
        queue: answer.queue.as_ref().map(queue),
        loads: answer.loads.iter().map(load).collect(),
        levers: levers(asked, served, &answer, locale),
        rented: rented(served, &answer),
        instead: if memory.works() { None } else { instead(asked) },
        start: memory
            .works()
            .then(|| start(asked, question, served.inputs.serving.weights_format.unwrap_or(WeightsFormat::Bf16), &answer)),
        notes: notes(asked, &answer, locale),
    }
}

/// The first usual way that works.
fn instead(asked: &Scenario) -> Option<v1::ServedInstead> {
    let other = scenario::resolve::serving_that_fits(asked)?;
    Some(v1::ServedInstead { serving: other.inputs.serving, after: plain(&found::plain(&other.question)) })
}

const fn parts(parts: &found::Parts) -> v1::ServedParts {
    let found::Parts { weights, kv_cache, activations, cuda_graphs, framework } = *parts;
    v1::ServedParts {
        parameters: weights.0,
        kv_cache: kv_cache.0,
        activations: activations.0,
        cuda_graphs: cuda_graphs.0,
        framework: framework.0,
    }
}

const fn limits(limits: Limits) -> v1::ServedLimits {
    let Limits { max_context, max_concurrency, kv_tokens } = limits;
    v1::ServedLimits { max_context, max_concurrency, kv_tokens }
}

fn verdict(memory: &found::Memory) -> v1::Verdict {
    if !memory.fits {
        v1::Verdict::Short
    } else if memory.range.1 > memory.capacity {
        v1::Verdict::Tight
    } else {
        v1::Verdict::Comfortable
    }
}

fn speed(question: &found::Question, answer: &found::Answer) -> v1::ServedSpeed {
    let alone = &answer.speed;
    let load = answer.load;
    let (low, high) = found::speed::spread(question);
    let decode = load.map_or(alone.decode_tokens_per_second, |load| load.tokens_per_second_per_request);
    v1::ServedSpeed {
        concurrency: load.map_or(0, |load| load.concurrency),
        time_to_first_token_seconds: load.map_or(alone.time_to_first_token, |load| load.time_to_first_token).get(),
        inter_token_seconds: load.map_or(alone.inter_token, |load| load.inter_token).get(),
        prefill_tokens_per_second: alone.prefill_tokens_per_second,
        decode_tokens_per_second: decode,
        total_tokens_per_second: load.map_or(0.0, |load| load.output_tokens_per_second),
        requests_per_second: load.map_or(0.0, |load| load.requests_per_second),
        alone_tokens_per_second: alone.decode_tokens_per_second,
        decode_range: [decode * low, decode * high],
        load_seconds: answer.reading.get(),
    }
}

/// What the pictures of a prompt take.
fn images(question: &found::Question, answer: &found::Answer) -> Option<v1::ServedImages> {
    let (_, pictures) = question.seen()?;
    Some(v1::ServedImages {
        tokens_per_image: found::pictures::tokens(question),
        prepare_seconds: found::pictures::preparing(question).get(),
        encode_seconds: found::speed::sight::of(question).get(),
        images_per_second: answer.load.map_or(0.0, |load| load.requests_per_second) * pictures.count as f64,
    })
}

/// What would change it: the engine's single changes, and the way to draft ahead that pays most, where one does.
fn levers(asked: &Scenario, served: &Served, answer: &found::Answer, locale: Locale) -> Vec<v1::ServedLever> {
    let mut levers: Vec<v1::ServedLever> = answer.levers.iter().map(|found| lever(served, found, locale)).collect();
    if let Some(drafting) = drafting(asked, served, answer, locale).or_else(|| undrafted(asked, served, answer, locale)) {
        // Those that cost nothing come first.
        let place = levers.iter().position(|lever| lever.effect_on_results != v1::ServingEffect::None);
        levers.insert(place.unwrap_or(levers.len()), drafting);
    }
    levers
}

/// How much faster answers must come to be worth a second model.
const FASTER: f64 = 1.2;

/// The answer without what drafts ahead, where that works while this does not, or where answers come sooner so.
fn undrafted(asked: &Scenario, served: &Served, answer: &found::Answer, locale: Locale) -> Option<v1::ServedLever> {
    let way = without_drafts(asked, served)?;
    let after = found::plain(&way.question);
    let is_sooner = after.decode_tokens_per_second > answer.speed.decode_tokens_per_second;
    (after.fits && (!answer.memory.works() || is_sooner)).then(|| v1::ServedLever {
        title: wording::undrafted(locale).to_owned(),
        serving: way.inputs.serving,
        effect_on_results: v1::ServingEffect::None,
        after: plain(&after),
    })
}

/// The way to draft ahead with which answers come soonest; none where that is hardly sooner, alone or under the load that was asked for.
fn drafting(asked: &Scenario, served: &Served, answer: &found::Answer, locale: Locale) -> Option<v1::ServedLever> {
    let load = answer.load?;
    if !answer.memory.works() {
        return None;
    }
    let ways = ways_to_draft(asked, served).into_iter().map(|(drafter, way)| (drafter, found::plain(&way.question), way));
    let pays = |after: &Plain| {
        let alone = after.decode_tokens_per_second >= answer.speed.decode_tokens_per_second * FASTER;
        after.fits && alone && after.total_tokens_per_second >= load.output_tokens_per_second * FASTER
    };
    let paying = ways.filter(|(_, after, _)| pays(after));
    let (drafter, after, way) =
        paying.max_by(|one, other| one.1.decode_tokens_per_second.total_cmp(&other.1.decode_tokens_per_second))?;
    let acceptance = way.question.settings.drafts?.acceptance;
    Some(v1::ServedLever {
        title: wording::drafting_ahead(drafter.map(|entry| entry.name), acceptance, locale),
        serving: way.inputs.serving,
        effect_on_results: v1::ServingEffect::None,
        after: plain(&after),
    })
}

fn lever(served: &Served, lever: &Lever, locale: Locale) -> v1::ServedLever {
    v1::ServedLever {
        title: wording::serving_change(&lever.change, locale),
        serving: scenario::resolve::changed(served, lever.change),
        effect_on_results: effect(lever.effect),
        after: plain(&lever.after),
    }
}

/// What a change does to answers.
pub(super) const fn effect(effect: Effect) -> v1::ServingEffect {
    match effect {
        Effect::None => v1::ServingEffect::None,
        Effect::Small => v1::ServingEffect::Small,
        Effect::Better => v1::ServingEffect::Better,
        Effect::Noticeable => v1::ServingEffect::Noticeable,
        Effect::Strong => v1::ServingEffect::Strong,
        Effect::Shorter => v1::ServingEffect::Shorter,
    }
}

const fn plain(plain: &Plain) -> v1::ServedPlain {
    v1::ServedPlain {
        fits: plain.fits,
        device_peak_bytes: plain.total.0,
        limits: limits(plain.limits),
        alone_tokens_per_second: plain.decode_tokens_per_second,
        total_tokens_per_second: plain.total_tokens_per_second,
        ram_peak_bytes: plain.host.0,
    }
}

/// The engine's notes, and what was passed over in the question.
fn notes(asked: &Scenario, answer: &found::Answer, locale: Locale) -> Vec<v1::Note> {
    let unread = with_unread_keys(asked, &[]);
    let unread = unread.iter().map(|found| super::estimate::note(found, locale));
    let found = answer.notes.iter().map(|found| note(found, locale));
    found.chain(unread).collect()
}

fn queue(queue: &found::Queue) -> v1::ServedQueue {
    let of =
        |found: found::queue::Percentiles| v1::Percentiles { p50: found.p50.get(), p95: found.p95.get(), p99: found.p99.get() };
    v1::ServedQueue {
        request_rate: queue.request_rate,
        max_request_rate: queue.max_request_rate,
        seen: queue.seen.map(|seen| v1::ServedSeen {
            time_to_first_token_seconds: of(seen.time_to_first_token),
            inter_token_seconds: of(seen.inter_token),
            request_seconds: of(seen.whole),
            under_way: seen.under_way,
        }),
    }
}

const fn load(load: &found::Load) -> v1::ServedLoad {
    v1::ServedLoad {
        concurrency: load.concurrency,
        time_to_first_token_seconds: load.time_to_first_token.get(),
        decode_tokens_per_second: load.tokens_per_second_per_request,
        total_tokens_per_second: load.output_tokens_per_second,
    }
}

fn note(note: &Note, locale: Locale) -> v1::Note {
    let level = if note.is_problem() {
        v1::NoteLevel::Problem
    } else if note.is_warning() {
        v1::NoteLevel::Warning
    } else {
        v1::NoteLevel::Note
    };
    v1::Note { code: note.code().to_owned(), level, detail: wording::serving_note(note, locale) }
}
