//! Levers and recommendations.

mod figures;
mod names;
mod reasons;
mod titles;

pub use names::lever_name;

use engine::estimate::{Change, Effect, Lever, RejectionReason, Why};
use engine::training::QuantizationBits;

use wire::locale::Locale;

/// What a lever does, as the label of a switch.
#[must_use]
pub fn lever_title(lever: &Lever, locale: Locale) -> String {
    changes_title(&lever.change, locale)
}

/// Changes as the label of a switch.
#[must_use]
pub fn changes_title(changes: &[Change], locale: Locale) -> String {
    let titles: Vec<String> = changes.iter().map(|change| titles::title(change, locale)).collect();
    titles.join(locale.pick(", ", "，"))
}

/// Why a lever works and what it does here, in one sentence.
#[must_use]
pub fn lever_why(lever: &Lever, locale: Locale) -> String {
    let why = changes_why(&lever.change, locale);
    match figures::figures(lever, locale) {
        Some(figures) => [why, &figures].join(locale.pick("; ", "；")),
        None => why.to_owned(),
    }
}

/// Why changes work: the first is what they are about, the others keep the rest of the run as it was.
#[must_use]
pub fn changes_why(changes: &[Change], locale: Locale) -> &'static str {
    changes.first().map_or("", |change| reasons::reason(change, locale))
}

/// What a change does to the results of training.
#[must_use]
pub fn effect(effect: Effect, locale: Locale) -> &'static str {
    match effect {
        Effect::None => locale.pick("same results", "结果不变"),
        Effect::Small => locale.pick("small difference in results", "结果略有差异"),
        Effect::ChangesMethod => locale.pick("changes what is trained", "改变训练内容"),
    }
}

/// Why a plan is recommended.
#[must_use]
pub fn why(why: Why, locale: Locale) -> &'static str {
    match why {
        Why::FitsAsAsked => locale.pick(
            "it is what was asked for, it fits, and nothing that was left open makes it faster",
            "与所要求的一致，放得下，并且未指定的设置中没有更快的选择",
        ),
        Why::KeepsDeadline => locale.pick(
            "of the plans that fit and are done by the deadline, it changes the results least and, among those, runs fastest",
            "在放得下且能按期完成的方案中，它对结果影响最小，其中速度最快",
        ),
        Why::FastestThatFits => locale.pick(
            "of the plans that fit, it changes the results least and, among those, runs fastest",
            "在放得下的方案中，它对结果影响最小，其中速度最快",
        ),
        Why::NothingFits => {
            locale.pick("no plan fits this card; this one comes nearest", "没有方案能放进这块显卡；这是最接近的一个")
        }
    }
}

/// What plans are compared by, in order.
#[must_use]
pub fn objective(locale: Locale) -> &'static str {
    locale.pick(
        "fits the card, then the RAM; keeps the deadline; changes results least; has the shortest epoch; leaves most memory; \
         makes fewest changes",
        "显存放得下、内存放得下、按期完成、对结果影响最小、每轮最快、剩余显存最多、改动最少",
    )
}

/// Why something was considered and dropped.
#[must_use]
pub fn rejection_reason(reason: RejectionReason, locale: Locale) -> &'static str {
    match reason {
        RejectionReason::AlreadySet => locale.pick("it is set already", "已经设置"),
        RejectionReason::Covered => locale.pick("what is set covers it already", "已被当前设置涵盖"),
        RejectionReason::Quantized(QuantizationBits::Four) => {
            locale.pick("the base weights are in 4 bits already", "基座权重已量化为 4 位")
        }
        RejectionReason::Quantized(QuantizationBits::Eight) => {
            locale.pick("the base weights are in 8 bits already", "基座权重已量化为 8 位")
        }
        RejectionReason::NeedsGpus => locale.pick("it takes more than one GPU", "需要多块 GPU"),
        RejectionReason::OtherOptimizer => {
            locale.pick("it does not go with the optimizer that was asked for", "与所选优化器不搭配")
        }
        RejectionReason::UsesDora => locale.pick("it does not go with DoRA", "与 DoRA 不搭配"),
        RejectionReason::NoGain => locale.pick("it saves neither memory nor time here", "在这里既不省内存也不省时间"),
        RejectionReason::BreaksFit => locale.pick("it would no longer fit", "会放不下"),
        RejectionReason::Constrained => locale.pick("it would break a constraint", "会违反约束条件"),
        RejectionReason::Unsupported => locale.pick("the hardware or the model cannot do it", "硬件或模型不支持"),
    }
}
