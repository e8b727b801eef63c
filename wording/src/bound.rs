//! Why there is only a lower bound.

use engine::estimate::{LowerBoundParts, Verdict};
use engine::training::Framework;
use engine::units::Bytes;

use crate::format::size;
use crate::framework_name as name;
use wire::locale::Locale;

/// Why there is only a lower bound of a run, and what it counts: a sentence or two without full stop.
#[must_use]
pub fn bound_reason(framework: Framework, parts: &LowerBoundParts, verdict: Verdict, locale: Locale) -> String {
    let framework = name(framework);
    let (total, parts) = (size(parts.total()), counted(parts, locale));
    let more = match (verdict, locale) {
        (Verdict::DoesNotFit, Locale::En) => "that alone is more than the card has",
        (Verdict::DoesNotFit, Locale::Zh) => "仅此已超出显卡容量",
        (_, Locale::En) => "activations, workspaces and its allocator come on top, so it is not known whether it fits",
        (_, Locale::Zh) => "此外还有激活值、工作区与分配器的占用，因此无法判断能否放下",
    };
    match locale {
        Locale::En => format!(
            "memory and time of {framework} are not modelled: its program is sure to hold {total} on each GPU ({parts}); {more}"
        ),
        Locale::Zh => format!("{framework} 的显存与用时未建模。其程序每卡至少占用 {total}（{parts}）；{more}"),
    }
}

/// The parts that are counted, with their amounts.
fn counted(parts: &LowerBoundParts, locale: Locale) -> String {
    let LowerBoundParts { parameters, gradients, optimizer_state } = *parts;
    [
        (parameters, locale.pick("weights", "权重")),
        (gradients, locale.pick("gradients", "梯度")),
        (optimizer_state, locale.pick("optimizer states", "优化器状态")),
    ]
    .into_iter()
    .filter(|(amount, _)| *amount > Bytes::ZERO)
    .map(|(amount, name)| format!("{name} {}", size(amount)))
    .collect::<Vec<_>>()
    .join(locale.pick(", ", "、"))
}
