//! The verdict in one line.

use engine::estimate::{Estimate, Fit};
use leptos::prelude::*;

use super::path::bound_text;
use crate::format;
use crate::locale::{Locale, colon};
use crate::messages::results as text;

/// Draws the verdict; `stale` says which values it still stands for while a field is at fault.
#[must_use]
pub fn verdict(estimate: &Estimate, stale: Option<String>, locale: Locale) -> AnyView {
    let vram = &estimate.vram;
    let (class, word) = match vram.fit {
        Fit::Comfortable { .. } => ("verdict fits", text::verdict_fits(locale)),
        Fit::Tight { .. } => ("verdict tight", text::verdict_tight(locale)),
        Fit::Short { .. } => ("verdict short", text::verdict_short(locale)),
    };
    let line = text::verdict_line(
        locale,
        &format::gib_number(vram.device_peak + vram.desktop),
        &format::gib_number(vram.capacity),
        &format::gib_number(estimate.ram.peak),
        &format::gib_number(estimate.scenario.hardware.ram),
        bound_text(estimate.speed.bound_by, locale),
    );
    let speed =
        text::verdict_speed(locale, &format::samples(estimate.speed.rate), &format::duration(estimate.speed.epoch, locale));
    view! {
        <div class=class data-testid="verdict" role="status" aria-live="polite" aria-atomic="true">
            <p class="verdict-line">
                <strong>{word}</strong>
                {colon(locale)}
                {line}
            </p>
            <p class="verdict-speed">{speed}</p>
            <p class="stale">{stale}</p>
        </div>
    }
    .into_any()
}
