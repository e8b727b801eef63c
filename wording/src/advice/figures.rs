//! What a lever does to this plan, in figures.

use engine::estimate::{Change, Lever, VramParts};
use engine::units::Bytes;

use super::names::lever_name;
use crate::format::{decimal, size, whole_percent};
use crate::process_vram;
use wire::locale::Locale;

/// Shares below this are not worth a word.
const WORTH_A_WORD: f64 = 0.01;
/// Times from this ratio on are told as a multiple.
const MULTIPLE: f64 = 1.95;
/// A part that changes by more than this much of what the whole does has only changed with the moment of the peak.
const PART_OF_THE_WHOLE: f64 = 1.25;

/// Half a sentence: the part of memory that changes most, and time; none where neither does.
pub(super) fn figures(lever: &Lever, locale: Locale) -> Option<String> {
    let clauses: Vec<String> =
        [memory(lever, locale), host(lever, locale), time(lever, locale), partner(lever, locale)].into_iter().flatten().collect();
    (!clauses.is_empty()).then(|| clauses.join(locale.pick(", ", "，")))
}

/// The part of the card's memory that changes most, at the peak.
fn memory(lever: &Lever, locale: Locale) -> Option<String> {
    let (whole, changed) = (lever.before.vram, lever.after.vram);
    if !differs(whole, changed) {
        return None;
    }
    let most = named(&lever.before.parts, locale)
        .into_iter()
        .zip(named(&lever.after.parts, locale))
        .map(|((name, before), (_, after))| (name, before, after))
        .filter(|(_, before, after)| (after > before) == (changed > whole) && size(*before) != size(*after))
        .max_by_key(|(_, before, after)| before.0.abs_diff(after.0));
    let is_cause = |before: &Bytes, after: &Bytes| {
        before.0.abs_diff(after.0) as f64 <= whole.0.abs_diff(changed.0) as f64 * PART_OF_THE_WHOLE
    };
    let (name, before, after) =
        most.filter(|(_, before, after)| is_cause(before, after)).unwrap_or((process_vram(locale), whole, changed));
    let (before, after) = (size(before), size(after));
    Some(match locale {
        Locale::En => format!("it takes {name} from {before} to {after} at the peak"),
        Locale::Zh => format!("峰值时{name} {before} → {after}"),
    })
}

/// Parts by their names.
fn named(parts: &VramParts, locale: Locale) -> [(&'static str, Bytes); 5] {
    let VramParts { parameters, gradients, optimizer_state, activations, temporary, inputs: _ } = *parts;
    [
        (locale.pick("parameters", "参数"), parameters),
        (locale.pick("gradients", "梯度"), gradients),
        (locale.pick("optimizer state", "优化器状态"), optimizer_state),
        (locale.pick("activations", "激活值"), activations),
        (locale.pick("temporary tensors", "临时张量"), temporary),
    ]
}

/// Host memory that it asks for, where that is a reason to think twice: as much as goes along with it, where the memory to buy
/// was open.
fn host(lever: &Lever, locale: Locale) -> Option<String> {
    let (before, after) = (lever.before.ram_minimum, lever.after.ram_minimum);
    let is_bought = lever.change.iter().any(|change| matches!(change, Change::Ram(_)));
    let kit = lever.follows.iter().find_map(|change| if let Change::Ram(kit) = change { Some(*kit) } else { None });
    let needed = match kit {
        Some(kit) => locale.pick("needs RAM of ", "需内存 ").to_owned() + &size(kit),
        None => locale.pick("needs RAM of ", "至少需内存 ").to_owned() + &size(after),
    };
    (after > before && !is_bought).then_some(needed)
}

/// What it does to the time of a sample, which does not depend on how many a step has.
fn time(lever: &Lever, locale: Locale) -> Option<String> {
    let ratio = lever.before.rate.get() / lever.after.rate.get();
    // From twice on, a multiple is read more easily than a share.
    if ratio >= MULTIPLE {
        let factor = decimal(ratio, 1);
        return Some(locale.pick("a sample takes {} times the time", "每个样本用时为原来的 {} 倍").replace("{}", &factor));
    }
    let change = whole_percent((ratio - 1.0).abs());
    let (english, chinese) = if ratio > 1.0 + WORTH_A_WORD {
        ("a sample takes {} more time", "每个样本多用 {} 时间")
    } else if ratio < 1.0 - WORTH_A_WORD {
        ("a sample takes {} less time", "每个样本少用 {} 时间")
    } else {
        return None;
    };
    Some(locale.pick(english, chinese).replace("{}", &change))
}

/// Another lever without which it saves nothing.
fn partner(lever: &Lever, locale: Locale) -> Option<String> {
    let other = lever_name(lever.requires.iter().find(|id| **id != "more-ram")?, locale);
    Some(locale.pick("saves memory only together with ", "仅与以下措施同用才省显存：").to_owned() + &other)
}

fn differs(one: Bytes, other: Bytes) -> bool {
    size(one) != size(other) && one.0.abs_diff(other.0) as f64 > one.as_f64().max(other.as_f64()) * WORTH_A_WORD
}
