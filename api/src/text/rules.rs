//! The practitioners' rules beside the model.

use engine::estimate::{RuleReason, RuleSubject, RuleVerdict};

use crate::locale::Locale;

/// What a rule speaks of.
#[must_use]
pub fn rule_subject(subject: RuleSubject, locale: Locale) -> &'static str {
    match subject {
        RuleSubject::RamGib => locale.pick("RAM", "内存"),
        RuleSubject::UsableVramGib => locale.pick("usable VRAM", "可用显存"),
        RuleSubject::MicroBatchSize => locale.pick("batch size per GPU", "单卡批次大小"),
    }
}

/// Whether a rule and the model agree.
#[must_use]
pub fn rule_verdict(verdict: RuleVerdict, locale: Locale) -> &'static str {
    match verdict {
        RuleVerdict::Agrees => locale.pick("agrees", "一致"),
        RuleVerdict::RuleHigher => locale.pick("the rule asks for more", "规则要求更多"),
        RuleVerdict::RuleLower => locale.pick("the rule asks for less", "规则要求更少"),
    }
}

/// Why a rule and the model differ; empty where they agree.
#[must_use]
pub fn rule_reason(reason: RuleReason, locale: Locale) -> &'static str {
    match reason {
        RuleReason::None => "",
        RuleReason::FactorTwoTooHigh => locale.pick(
            "the rule's factor 2 counts copies that do not exist at the same time; its own guide calls it too high",
            "规则中的系数 2 把并不同时存在的副本都算了进去；该指南自己也认为偏高",
        ),
        RuleReason::ReserveDiffers => locale.pick(
            "the rule keeps about 20 GB for bursts; the model states its own reserve",
            "规则为突发占用预留约 20 GB；模型使用自己写明的余量",
        ),
        RuleReason::RunIsLighter => locale.pick(
            "the rule has one figure per card; this run needs less than the typical one",
            "规则按显卡只给一个数；这次训练的需求低于典型情况",
        ),
        RuleReason::RunIsHeavier => locale.pick(
            "the rule has one figure per card; this run needs more than the typical one",
            "规则按显卡只给一个数；这次训练的需求高于典型情况",
        ),
        RuleReason::CapacityMeasured => locale.pick(
            "the rule takes a share of the nominal capacity; the model knows what the driver reports",
            "规则按标称容量取比例；模型采用驱动报告的容量",
        ),
        RuleReason::FragmentationModelled => locale.pick(
            "the rule keeps a share for fragmentation; the model computes the allocator's slack",
            "规则为碎片预留一定比例；模型直接计算分配器的余量",
        ),
    }
}
