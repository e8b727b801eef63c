//! A purchase request: what goes with an order to whoever approves it, filled in as far as a bill knows.
//!
//! The bill knows why the machine is asked for and what it costs; who asks, for which budget and until when is left to be written.

use engine::units::Bytes;
use wire::locale::Locale;
use wire::v1::bom::Bom;
use wire::v1::estimate::{Answer, Estimate, Passed, RunFigures, Served, ServedRam, Verdict};
use wording::format::{concise, count, gib, spelled_time};
use wording::{price_in_words, process_vram};

use super::markdown::{escaped, table};
use super::sheets::{about, by_level, parts, title};
use super::spoken::spoken_money;
use super::table::clean;
use super::words;

/// A line to write on.
const BLANK: &str = "\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_";

/// The request as Markdown.
#[must_use]
pub fn write(bom: &Bom, locale: Locale) -> String {
    let colon = words::colon(locale);
    let name = bom.plan.as_deref().and_then(|plan| plan.title.clone()).unwrap_or_else(|| title(bom));
    let mut text = format!("# {}{colon}{}\n\n", words::request(locale), escaped(&clean(&name)));
    for blank in [words::requester, words::department, words::cost_center, words::request_date, words::needed_by] {
        item(&mut text, &format!("{}{colon}{BLANK}", blank(locale)));
    }
    heading(&mut text, words::justification(locale));
    for reason in reasons(&bom.estimate, locale) {
        item(&mut text, &escaped(&reason));
    }
    for part in bom.parts.iter().filter(|part| part.bought() > 0) {
        item(&mut text, &escaped(&clean(&format!("{}{colon}{}", part.name, part.reason))));
    }
    for sheet in [about(bom, locale), parts(bom, locale)].iter().filter(|sheet| !sheet.rows.is_empty()) {
        heading(&mut text, sheet.title);
        table(&mut text, sheet, locale);
    }
    heading(&mut text, words::total(locale));
    let total = price_in_words(&bom.price, |amount| spoken_money(amount, &bom.price.currency), locale);
    text.push_str(&escaped(&total));
    text.push('\n');
    heading(&mut text, words::conditions(locale));
    for note in by_level(&bom.notes) {
        let level = words::level_name(note.level, locale);
        item(&mut text, &escaped(&clean(&format!("{level}{colon}{}", note.detail))));
    }
    heading(&mut text, words::approval(locale));
    for blank in [words::approved_by, words::request_date, words::signature] {
        item(&mut text, &format!("{}{colon}{BLANK}", blank(locale)));
    }
    text
}

fn heading(text: &mut String, words: &str) {
    for piece in ["\n## ", words, "\n\n"] {
        text.push_str(piece);
    }
}

fn item(text: &mut String, words: &str) {
    for piece in ["- ", words, "\n"] {
        text.push_str(piece);
    }
}

/// What the machine is asked for: whether it holds the run, and how fast it is.
fn reasons(answer: &Answer, locale: Locale) -> Vec<String> {
    let (taken, found, speed) = match answer {
        Answer::Estimate(estimate) => {
            let vram = &estimate.vram;
            ([vram.device_peak_bytes, vram.capacity_bytes], vram.verdict, time(estimate, locale))
        }
        Answer::Serving(found) => of_run(found.figures(), || pace(found, locale), locale),
        Answer::Passes(found) => of_run(found.figures(), || rate(found, locale), locale),
        Answer::LowerBound(_) => ([0, 0], Verdict::NotModeled, None),
    };
    [Some(verdict(taken, found, locale)), speed].into_iter().flatten().collect()
}

/// Memory of the card, whether it suffices, and how fast the model is, or that it does not run.
fn of_run(run: RunFigures, speed: impl FnOnce() -> String, locale: Locale) -> ([u64; 2], Verdict, Option<String>) {
    let speed = if run.fits { speed() } else { fails(run.ram, locale) };
    ([run.device_peak_bytes, run.capacity_bytes], run.verdict, Some(speed))
}

/// That the model does not run here.
fn fails(ram: ServedRam, locale: Locale) -> String {
    let (needed, installed) = (gib(Bytes(ram.peak_bytes)), gib(Bytes(ram.installed_bytes)));
    match locale {
        Locale::En if ram.fits => "the model does not run on this machine".to_owned(),
        Locale::Zh if ram.fits => "该模型无法在此机器上运行".to_owned(),
        Locale::En => format!("the model does not run on this machine: it needs {needed} of RAM, of which there are {installed}"),
        Locale::Zh => format!("该模型无法在此机器上运行：需要内存 {needed}，只有 {installed}"),
    }
}

/// How fast a model answers, where it runs.
fn pace(found: &Served, locale: Locale) -> String {
    let (rate, requests) = (concise(found.speed.decode_tokens_per_second), count(found.speed.concurrency));
    let is_overloaded = found.figures().is_overloaded;
    match locale {
        Locale::En if is_overloaded => "more requests come than this machine can finish".to_owned(),
        Locale::Zh if is_overloaded => "请求多于此机器的处理能力".to_owned(),
        Locale::En if found.speed.concurrency == 1 => format!("an answer comes at about {rate} tokens a second"),
        Locale::En => format!("answers come at about {rate} tokens a second for each of {requests} requests at a time"),
        Locale::Zh => format!("同时 {requests} 个请求时，每个请求每秒约输出 {rate} 个 token"),
    }
}

/// How fast a model is that answers in passes.
fn rate(found: &Passed, locale: Locale) -> String {
    let batch = spelled_time(found.speed.batch_seconds, locale);
    let size = count(found.speed.concurrency);
    let hours = found.speed.audio_seconds_per_second.map(concise);
    match (locale, hours) {
        (Locale::En, Some(hours)) => {
            format!("it transcribes some {hours} hours of sound an hour, {size} windows of 30 seconds at a time in about {batch}")
        }
        (Locale::Zh, Some(hours)) => format!("每小时约可转写 {hours} 小时音频，每批 {size} 个 30 秒片段约需 {batch}"),
        (Locale::En, None) => format!("a batch of {size} takes about {batch}"),
        (Locale::Zh, None) => format!("每批 {size} 个约需 {batch}"),
    }
}

/// Whether the machine holds the run, under the name that the figure has everywhere.
fn verdict([need, room]: [u64; 2], verdict: Verdict, locale: Locale) -> String {
    let (need, room, name) = (gib(Bytes(need)), gib(Bytes(room)), process_vram(locale));
    match (verdict, locale) {
        (Verdict::Comfortable, Locale::En) => format!("{name}: {need} of {room} on each GPU, which fits with room to spare"),
        (Verdict::Comfortable, Locale::Zh) => format!("{name}：每块 GPU 占用 {need}，共 {room}，余量充足"),
        (Verdict::Tight, Locale::En) => {
            format!("{name}: {need} of {room} on each GPU, which fits, but not at the high end of the estimate")
        }
        (Verdict::Tight, Locale::Zh) => format!("{name}：每块 GPU 占用 {need}，共 {room}，可以运行，但按估算上限则不足"),
        (Verdict::Short, Locale::En) => format!("{name}: {need} of {room} on each GPU, which does not fit: the plan cannot run"),
        (Verdict::Short, Locale::Zh) => format!("{name}：每块 GPU 需要 {need}，共 {room}，容纳不下，此方案无法运行"),
        (Verdict::NotModeled, Locale::En) => {
            "whether the run fits is not known: the memory of its framework is not modelled".to_owned()
        }
        (Verdict::NotModeled, Locale::Zh) => "所用框架的显存未建模，能否运行未知".to_owned(),
    }
}

/// How long the run takes, where it can run.
fn time(estimate: &Estimate, locale: Locale) -> Option<String> {
    let seconds = estimate.speed.total_seconds;
    (estimate.vram.fits && seconds.is_finite() && seconds > 0.0).then(|| match locale {
        Locale::En => format!("the whole run takes about {}", spelled_time(seconds, locale)),
        Locale::Zh => format!("整个训练约需 {}", spelled_time(seconds, locale)),
    })
}
