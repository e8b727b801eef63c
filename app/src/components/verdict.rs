//! The verdict in one line.

use api::verdict::{Standing, Verdict};
use engine::units::{Bytes, SamplesPerSecond, Seconds};
use wording::format;

use super::stages::bound_text;
use crate::locale::{Locale, colon};
use crate::messages::results as text;
use crate::plan::Plan;
use markup::{Element, classed, el};

/// The process's memory, the card's capacity and what the system takes beside it: how every verdict begins.
#[must_use]
pub fn of_card([used, capacity, system]: [Bytes; 3], locale: Locale) -> String {
    let name = wording::process_vram(locale);
    text::verdict_card(locale, name, &format::gib_number(used), &format::gib_number(capacity), &beside_system(system, locale))
}

/// What the system takes beside the process, as the end of a sentence's part; nothing where it takes nothing of its own.
#[must_use]
pub fn beside_system(system: Bytes, locale: Locale) -> String {
    if system == Bytes::ZERO { String::new() } else { text::beside_system(locale, &format::bytes(system)) }
}

/// The style sheet's words for a verdict.
#[must_use]
pub const fn class(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Fits => "verdict fits",
        Verdict::Tight => "verdict tight",
        Verdict::Late | Verdict::Drive | Verdict::Host | Verdict::HostAndDrive | Verdict::Short => "verdict short",
    }
}

/// The reader's word for it.
#[must_use]
pub const fn word(verdict: Verdict, locale: Locale) -> &'static str {
    match verdict {
        Verdict::Fits => text::verdict_fits(locale),
        Verdict::Tight => text::verdict_tight(locale),
        Verdict::Late => text::verdict_late(locale),
        Verdict::Drive => text::verdict_drive(locale),
        Verdict::Host => text::verdict_host(locale),
        Verdict::HostAndDrive => text::verdict_host_and_drive(locale),
        Verdict::Short => text::verdict_short(locale),
    }
}

/// What stands against a plan beside its memory, each as the beginning of the verdict's line.
#[must_use]
pub fn against(standing: &Standing, locale: Locale) -> String {
    let mut line = String::new();
    let mut add = |part: String| line.extend([part.as_str(), locale.pick("; ", "；")]);
    if let Some(amount) = standing.data_set {
        add(text::verdict_data_set(locale, &format::stored(amount)));
    }
    if let Some((run, deadline)) = standing.late {
        add(text::verdict_run(locale, &format::duration(run, locale), &format::duration(deadline, locale)));
    }
    if let Some((idle, gpus)) = standing.idle {
        add(text::verdict_idle(locale, &idle.to_string(), &gpus.to_string()));
    }
    line
}

/// Samples per second, an epoch's time, and that of the whole run where it has more epochs than one; of a plan that does not
/// fit, what they would be.
#[must_use]
pub fn speed_line(verdict: Verdict, rate: SamplesPerSecond, epoch: Seconds, run: Option<Seconds>, locale: Locale) -> String {
    let time = |time| format::duration(time, locale);
    let line = text::verdict_speed(locale, &format::samples(rate), &time(epoch));
    let line = match run {
        Some(run) => text::verdict_in_all(locale, &line, &time(run)),
        None => line,
    };
    if verdict == Verdict::Short { text::if_fitted(locale, &line) } else { line }
}

/// Draws the verdict; `stale` says which values it still stands for while a field is at fault.
#[must_use]
pub fn verdict(plan: &Plan, stale: Option<String>, locale: Locale) -> Element {
    let estimate = &plan.estimate;
    let vram = &estimate.vram;
    let standing = plan.standing();
    let card = of_card([vram.device_peak, vram.capacity, vram.desktop], locale);
    let [ram, installed] = [estimate.ram.peak, estimate.scenario.hardware.ram].map(format::gib_number);
    let bound = bound_text(estimate.speed.bound_by, locale);
    let line = match estimate.scenario.hardware.gpu.pool {
        Some(_) => text::verdict_pool(locale, &card, &ram, &installed, bound),
        None => text::verdict_line(locale, &card, &ram, &installed, bound),
    };
    let speed = &estimate.speed;
    let epochs = estimate.scenario.training.epochs;
    let speed = speed_line(standing.verdict, speed.rate, speed.epoch, (epochs > 1).then(|| speed.run(epochs)), locale);
    let measured = estimate.scenario.measured.is_any().then(|| (" ", classed("span", "tag").with(text::measured(locale))));
    let line = against(&standing, locale) + &line;
    let word = el("strong").with(word(standing.verdict, locale));
    classed("div", class(standing.verdict))
        .attr("data-testid", "verdict")
        .attr("role", "status")
        .attr("aria-live", "polite")
        .attr("aria-atomic", "true")
        .with(classed("p", "verdict-line").with(word).with(colon(locale)).with(line))
        .with(classed("p", "verdict-speed").with(speed).with(measured))
        .with(classed("p", "stale").with(stale))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan;
    use markup::outer_html;

    #[test]
    fn the_worst_of_card_host_drive_and_deadline_is_said() {
        for (settings, class, word) in [
            ("ram=64", "verdict fits", "Fits"),
            ("ram=4", "verdict short", "Too little RAM"),
            ("ram=4&batch=60000", "verdict short", "Does not fit"),
            ("bytes=10000000000000&samples=100000000", "verdict short", "Drive too small"),
            ("ram=4&bytes=10000000000000&samples=100000000", "verdict short", "RAM and drive too small"),
            ("epochs=90&deadline=3600", "verdict short", "Too late"),
            ("epochs=90&deadline=36000000", "verdict fits", "Fits"),
            ("epochs=90&deadline=3600&ram=4", "verdict short", "Too little RAM"),
        ] {
            let reading = plan::read(scenario::query::decode(&format!("gpu=rtx-4090&model=resnet50&{settings}")));
            let html = outer_html(&verdict(&reading.plan.unwrap(), None, Locale::En));
            assert!(html.contains(class) && html.contains(&format!("<strong>{word}</strong>")), "{settings}: {html}");
        }
    }

    #[test]
    fn the_headline_says_how_long_the_whole_run_takes_and_what_it_breaks() {
        let said = |settings: &str, locale| {
            let reading = plan::read(scenario::query::decode(&format!("gpu=rtx-4090&model=resnet50&samples=1281167&{settings}")));
            let plan = reading.plan.unwrap();
            let run = format::duration(plan.estimate.speed.run(plan.estimate.scenario.training.epochs), locale);
            (outer_html(&verdict(&plan, None, locale)), run)
        };
        let (html, run) = said("epochs=90&deadline=3600", Locale::En);
        assert!(html.contains(&format!("{run} for all epochs, deadline 1 h; ")), "{html}");
        assert!(html.contains(&format!(" an epoch · {run} in all")), "{html}");
        let (html, run) = said("epochs=90&deadline=3600", Locale::Zh);
        assert!(html.contains(&format!("全部轮次需 {run}，期限 1 小时；")), "{html}");
        let (html, _) = said("epochs=1", Locale::En);
        assert!(!html.contains("in all") && !html.contains("deadline"), "{html}");
        let (html, _) = said("gpus=2", Locale::En);
        assert!(html.contains("1 of 2 GPUs idle; "), "{html}");
        let (html, _) = said("gpus=2&sharding=ddp", Locale::En);
        assert!(!html.contains("idle"), "{html}");
        let (html, _) = said("bytes=10000000000000", Locale::En);
        assert!(html.contains("the data set of 10.0 TB exceeds the drive; "), "{html}");
    }
}
