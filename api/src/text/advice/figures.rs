//! What a lever does to this plan, in figures.

use engine::estimate::{Change, Lever, VramParts};
use engine::units::Bytes;

use crate::locale::Locale;
use crate::text::{percent, size};

/// Shares below this are not worth a word.
const WORTH_A_WORD: f64 = 0.01;

/// Half a sentence: the part of memory that changes most, and time; none where neither does.
pub(super) fn figures(lever: &Lever, locale: Locale) -> Option<String> {
    let clauses: Vec<String> =
        [memory(lever, locale), host(lever, locale), time(lever, locale)].into_iter().flatten().collect();
    (!clauses.is_empty()).then(|| clauses.join(locale.pick(", ", "，")))
}

/// The part of the card's memory that changes most, at the peak.
fn memory(lever: &Lever, locale: Locale) -> Option<String> {
    let (before, after) = (lever.before.vram, lever.after.vram);
    if !differs(before, after) {
        return None;
    }
    let named = |parts: &VramParts| {
        let VramParts { parameters, gradients, optimizer_state, activations, temporary, inputs: _ } = *parts;
        [parameters, gradients, optimizer_state, activations, temporary]
    };
    let names = [
        locale.pick("parameters", "参数"),
        locale.pick("gradients", "梯度"),
        locale.pick("optimizer state", "优化器状态"),
        locale.pick("activations", "激活值"),
        locale.pick("temporary memory", "临时内存"),
    ];
    let changed = names.into_iter().zip(named(&lever.before.parts)).zip(named(&lever.after.parts));
    // The part that goes the way of the whole, most of all.
    let most = changed
        .map(|((name, before), after)| (name, before, after))
        .filter(|(_, one, other)| (other > one) == (after > before) && differs(*one, *other))
        .max_by_key(|(_, one, other)| one.0.abs_diff(other.0));
    let (name, before, after) = most.unwrap_or((locale.pick("VRAM", "显存"), before, after));
    Some(match locale {
        Locale::En => format!("at the peak {name} {} from {} to {}", goes(before, after), size(before), size(after)),
        Locale::Zh => format!("峰值时{name}由 {} {} {}", size(before), locale_goes(before, after), size(after)),
    })
}

const fn goes(before: Bytes, after: Bytes) -> &'static str {
    if after.0 < before.0 { "go" } else { "grow" }
}

const fn locale_goes(before: Bytes, after: Bytes) -> &'static str {
    if after.0 < before.0 { "降至" } else { "升至" }
}

/// Host memory that it asks for, where that is a reason to think twice.
fn host(lever: &Lever, locale: Locale) -> Option<String> {
    let (before, after) = (lever.before.ram_minimum, lever.after.ram_minimum);
    let bought = lever.change.iter().any(|change| matches!(change, Change::Ram(_)));
    (after > before && !bought).then(|| match locale {
        Locale::En => format!("{} of RAM become the least", size(after)),
        Locale::Zh => format!("内存至少需 {}", size(after)),
    })
}

/// What it does to the time of a sample.
fn time(lever: &Lever, locale: Locale) -> Option<String> {
    let (before, after) = (lever.before.rate.get(), lever.after.rate.get());
    // The rate says what a sample takes, whatever the batch; its inverse is what people wait for.
    let ratio = before / after;
    if ratio > 1.0 + WORTH_A_WORD {
        let more = percent(ratio - 1.0);
        return Some(match locale {
            Locale::En => format!("a sample takes {more} more time"),
            Locale::Zh => format!("每个样本多用 {more} 时间"),
        });
    }
    if ratio < 1.0 - WORTH_A_WORD {
        let less = percent(1.0 - ratio);
        return Some(match locale {
            Locale::En => format!("a sample takes {less} less time"),
            Locale::Zh => format!("每个样本少用 {less} 时间"),
        });
    }
    None
}

fn differs(one: Bytes, other: Bytes) -> bool {
    one.0.abs_diff(other.0) as f64 > one.as_f64().max(other.as_f64()) * WORTH_A_WORD
}
