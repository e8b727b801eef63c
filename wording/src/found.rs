//! Why a row of the catalog is among the hits of a search.

use catalog::find::{Hit, Nearest, Reason};
use wire::Locale;

/// By what a hit was found, such as `vendor, memory`; empty where the words only ask for rows of its kind.
#[must_use]
pub fn found_by(hit: &Hit, locale: Locale) -> String {
    let reasons: Vec<&str> = hit.because.iter().filter_map(|reason| name(*reason, locale)).collect();
    reasons.join(locale.pick(", ", "、"))
}

/// What stands in for the words that no row has; none where the hit has all of them.
#[must_use]
pub fn found_instead(hit: &Hit, locale: Locale) -> Option<String> {
    let said = hit.nearest.iter().map(|Nearest { given, taken }| match locale {
        Locale::En => format!("the catalog has no \u{201c}{given}\u{201d}, the nearest is \u{201c}{taken}\u{201d}"),
        Locale::Zh => format!("目录中没有\u{201c}{given}\u{201d}，最接近的是\u{201c}{taken}\u{201d}"),
    });
    let said: Vec<String> = said.collect();
    (!said.is_empty()).then(|| said.join(locale.pick("; ", "；")))
}

fn name(reason: Reason, locale: Locale) -> Option<&'static str> {
    Some(match reason {
        Reason::Name => locale.pick("name", "名称"),
        Reason::Vendor => locale.pick("vendor", "厂商"),
        Reason::Family => locale.pick("family", "架构或类别"),
        Reason::Memory => locale.pick("memory", "显存或内存"),
        Reason::Parameters => locale.pick("parameters", "参数量"),
        Reason::Segment => locale.pick("use", "用途"),
        Reason::Socket => locale.pick("socket", "插槽"),
        Reason::Kind => return None,
    })
}
