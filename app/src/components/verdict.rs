//! The verdict in one line.

use engine::estimate::{Estimate, Fit};
use engine::units::Bytes;

use super::path::bound_text;
use crate::draw::{Element, classed, el};
use crate::format;
use crate::locale::{Locale, colon};
use crate::messages::results as text;

/// The process's memory, the card's capacity and what the system takes beside it: how every verdict begins.
#[must_use]
pub fn of_card([used, capacity, system]: [Bytes; 3], locale: Locale) -> String {
    let name = api::text::process_vram(locale);
    text::verdict_card(locale, name, &format::gib_number(used), &format::gib_number(capacity), &beside(system, locale))
}

/// What the system takes beside the process, as the end of a sentence's part; nothing where it takes nothing of its own.
#[must_use]
pub fn beside(system: Bytes, locale: Locale) -> String {
    if system == Bytes::ZERO { String::new() } else { text::beside_system(locale, &format::bytes(system)) }
}

/// Draws the verdict; `stale` says which values it still stands for while a field is at fault.
#[must_use]
pub fn verdict(estimate: &Estimate, stale: Option<String>, locale: Locale) -> Element {
    let vram = &estimate.vram;
    let host_is_short = estimate.ram.minimum > estimate.scenario.hardware.ram;
    let (class, word) = match vram.fit {
        // A card that holds the run does not help a host that does not.
        Fit::Comfortable { .. } | Fit::Tight { .. } if host_is_short => ("verdict short", text::verdict_host(locale)),
        Fit::Comfortable { .. } => ("verdict fits", text::verdict_fits(locale)),
        Fit::Tight { .. } => ("verdict tight", text::verdict_tight(locale)),
        Fit::Short { .. } => ("verdict short", text::verdict_short(locale)),
    };
    let card = of_card([vram.device_peak, vram.capacity, vram.desktop], locale);
    let [ram, installed] = [estimate.ram.peak, estimate.scenario.hardware.ram].map(format::gib_number);
    let bound = bound_text(estimate.speed.bound_by, locale);
    let line = match estimate.scenario.hardware.gpu.pool {
        Some(_) => text::verdict_pool(locale, &card, &ram, &installed, bound),
        None => text::verdict_line(locale, &card, &ram, &installed, bound),
    };
    let speed =
        text::verdict_speed(locale, &format::samples(estimate.speed.rate), &format::duration(estimate.speed.epoch, locale));
    let measured = estimate.scenario.measured.is_any().then(|| (" ", classed("span", "tag").with(text::measured(locale))));
    classed("div", class)
        .attr("data-testid", "verdict")
        .attr("role", "status")
        .attr("aria-live", "polite")
        .attr("aria-atomic", "true")
        .with(classed("p", "verdict-line").with(el("strong").with(word)).with(colon(locale)).with(line))
        .with(classed("p", "verdict-speed").with(speed).with(measured))
        .with(classed("p", "stale").with(stale))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::outer_html;
    use crate::plan;

    #[test]
    fn the_worse_of_card_and_host_is_said() {
        for (settings, class, word) in [
            ("ram=64", "verdict fits", "Fits"),
            ("ram=4", "verdict short", "Too little RAM"),
            ("ram=4&batch=60000", "verdict short", "Does not fit"),
        ] {
            let reading = plan::read(api::query::decode(&format!("gpu=rtx-4090&model=resnet50&{settings}")));
            let html = outer_html(&verdict(&reading.plan.unwrap().estimate, None, Locale::En));
            assert!(html.contains(class) && html.contains(word), "{settings}: {html}");
        }
    }
}
