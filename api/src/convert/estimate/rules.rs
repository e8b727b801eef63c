//! Practitioners' rules on the wire.

use engine::estimate::{self as answer, Bound, RuleFinding, RuleSubject, RuleVerdict};

use wire::locale::Locale;
use wire::v1::estimate as v1;

/// A rule's opinion, in words of both languages.
pub(super) fn rule(opinion: &answer::RuleOpinion, locale: Locale) -> v1::RuleOpinion {
    let answer::RuleOpinion { rule, guide, subject, finding, verdict, reason } = opinion;
    let sentence = |locale| wording::rule_sentence(rule, *subject, locale).to_owned();
    let reason = |locale| wording::rule_reason(*reason, locale).to_owned();
    let ids = |ids: &[&'static str]| ids.iter().map(|id| (*id).to_owned()).collect::<Vec<_>>();
    let (says, model, says_ids, model_ids) = match finding {
        RuleFinding::Range { says, model } => (Some([says.0, says.1]), Some(*model), Vec::new(), Vec::new()),
        RuleFinding::Order { says, model } => (None, None, ids(says), ids(model)),
        RuleFinding::Limit { says, model } => (None, None, ids(&[bound_id(*says)]), ids(&[bound_id(*model)])),
    };
    v1::RuleOpinion {
        rule: (*rule).to_owned(),
        source: wording::rule_source(*guide, locale).to_owned(),
        sentence: sentence(locale),
        sentence_zh: sentence(Locale::Zh),
        subject: subject_of(*subject),
        says,
        model,
        says_ids,
        model_ids,
        verdict: match verdict {
            RuleVerdict::Agrees => v1::RuleVerdict::Agrees,
            RuleVerdict::RuleHigher => v1::RuleVerdict::RuleHigher,
            RuleVerdict::RuleLower => v1::RuleVerdict::RuleLower,
            RuleVerdict::Differs => v1::RuleVerdict::Differs,
            RuleVerdict::NotComparable => v1::RuleVerdict::NotComparable,
        },
        reason: reason(locale),
        reason_zh: reason(Locale::Zh),
    }
}

const fn subject_of(subject: RuleSubject) -> v1::RuleSubject {
    match subject {
        RuleSubject::RamGib => v1::RuleSubject::RamGib,
        RuleSubject::UsableVramGib => v1::RuleSubject::UsableVramGib,
        RuleSubject::MicroBatchSize => v1::RuleSubject::MicroBatchSize,
        RuleSubject::CacheGb => v1::RuleSubject::CacheGb,
        RuleSubject::StateGb => v1::RuleSubject::StateGb,
        RuleSubject::WeightsGb => v1::RuleSubject::WeightsGb,
        RuleSubject::CheckpointingTimePercent => v1::RuleSubject::CheckpointingTimePercent,
        RuleSubject::CheckpointingMemoryPercent => v1::RuleSubject::CheckpointingMemoryPercent,
        RuleSubject::Workers => v1::RuleSubject::Workers,
        RuleSubject::Limit => v1::RuleSubject::Limit,
        RuleSubject::FirstAid => v1::RuleSubject::FirstAid,
    }
}

/// The id that `speed.bound_by` has.
const fn bound_id(bound: Bound) -> &'static str {
    match bound {
        Bound::Compute => "compute",
        Bound::MemoryBandwidth => "memory-bandwidth",
        Bound::Interconnect => "interconnect",
        Bound::Launch | Bound::Preprocess | Bound::Collate => "cpu",
        Bound::Storage => "storage",
        Bound::Pcie | Bound::Offload => "pcie",
    }
}
