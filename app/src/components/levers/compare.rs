//! Before and after: bars by part, and in words what moves.

use engine::estimate::{Change, Figures, Recommendation};
use engine::units::Bytes;
use wording::format;

use crate::components::bar::{swatch, thin_bar};
use crate::components::vram::{amounts, part_names};
use crate::locale::Locale;
use crate::messages::{advice as words, results as text};
use crate::plan::Plan;
use markup::{Element, classed, el};

/// Pattern of what allocator and driver add to the live tensors; the same as in the large bar.
const REST: usize = 6;

/// What all bars of the card share.
pub(super) struct Scale {
    /// What a run may take of the card.
    pub(super) capacity: Bytes,
    /// What system and desktop take of any card.
    desktop: Bytes,
    /// The right end of the axis.
    axis: f64,
}

impl Scale {
    pub(super) fn of(plan: &Plan, advice: &Recommendation) -> Self {
        let vram = &plan.estimate.vram;
        let capacity = vram.capacity.saturating_sub(vram.desktop);
        let scale = Self { capacity, desktop: vram.desktop, axis: 0.0 };
        let sizes = advice.levers.iter().flat_map(|lever| [lever.after.vram, scale.capacity_after(&lever.change)]);
        let largest = sizes.chain([capacity, vram.device_peak, advice.recommended.vram.device_peak]).max().unwrap_or(capacity);
        Self { axis: largest.as_f64() * 1.02, ..scale }
    }

    /// What a run may take once something is changed: another card has its own capacity.
    pub(super) fn capacity_after(&self, change: &[Change]) -> Bytes {
        let card = change.iter().find_map(|change| if let Change::Gpu(offer) = change { Some(offer.spec.memory) } else { None });
        card.map_or(self.capacity, |memory| memory.saturating_sub(self.desktop))
    }
}

/// What the bars are of, bars of both and, under them, every figure that moves; `change` is what lies between them.
pub(super) fn comparison(before: &Figures, after: &Figures, change: &[Change], scale: &Scale, locale: Locale) -> [Element; 4] {
    let moment = |label: &'static str, figures: &Figures, capacity: Bytes| {
        let short = figures.vram > capacity;
        let total = classed("span", if short { "short" } else { "total" }).with(format::gib(figures.vram));
        (el("dt").with(label), el("dd").with(thin_bar(&parts(figures), capacity, scale.axis)).with(total))
    };
    let bars = classed("dl", "before-after").with(moment(text::lever_before(locale), before, scale.capacity)).with(moment(
        text::lever_after(locale),
        after,
        scale.capacity_after(change),
    ));
    let duration = |time| format::duration(time, locale);
    let facts = [
        (text::lever_step(locale), duration(before.step), duration(after.step)),
        (text::epoch_time(locale), duration(before.epoch), duration(after.epoch)),
        (words::ram(locale), format::gib(before.ram), format::gib(after.ram)),
    ];
    let (mut gains, mut moves) = (classed("ul", "gains"), classed("ul", "gains"));
    for (place, (label, was, is)) in facts.into_iter().enumerate() {
        // Time is always said; what else stays the same is not.
        if place < 2 || was != is {
            gains = gains.with(el("li").with(label).with(" ").with(draw_change(was, is)));
        }
    }
    let names = part_names(locale).into_iter().chain([words::rest(locale)]);
    for (((pattern, was), (_, is)), name) in parts(before).into_iter().zip(parts(after)).zip(names) {
        // A part is worth a line where it moves by more than a hundredth of the plan.
        if was.0.abs_diff(is.0) > before.vram.0.max(after.vram.0) / 100 {
            let (was, is) = (format::gib(was), format::gib(is));
            moves = moves.with(el("li").with(swatch(pattern)).with(" ").with(name).with(" ").with(draw_change(was, is)));
        }
    }
    [classed("p", "fine").with(wording::process_vram(locale)), bars, gains, moves]
}

/// The old figure and the new one; one of them where they read the same. A unit that both have is said once.
fn draw_change(was: String, is: String) -> Element {
    if was == is {
        return el("b").with(is);
    }
    let was = match (was.rsplit_once(' '), is.rsplit_once(' ')) {
        (Some((figure, unit)), Some((_, same)))
            if unit == same && !figure.contains(' ') && !is[..is.len() - same.len() - 1].contains(' ') =>
        {
            figure.to_owned()
        }
        _ => was,
    };
    el("b").with(format!("{was} → {is}"))
}

/// Live parts in the order of the drawings, then the rest.
fn parts(figures: &Figures) -> Vec<(usize, Bytes)> {
    let rest = figures.vram.saturating_sub(figures.parts.total());
    amounts(&figures.parts).into_iter().chain([rest]).enumerate().map(|(place, amount)| (place.min(REST), amount)).collect()
}
