//! Practitioners' rules on the wire.

use engine::estimate::{self as answer, Bound, RuleFinding, RuleSubject, RuleVerdict};

use crate::locale::Locale;
use crate::text;
use crate::v1::estimate as wire;

/// A rule's opinion, in words of both languages.
pub(super) fn rule(opinion: &answer::RuleOpinion) -> wire::RuleOpinion {
    let answer::RuleOpinion { rule, guide, subject, finding, verdict, reason } = opinion;
    let sentence = |locale| text::rule_sentence(rule, *subject, locale).to_owned();
    let reason = |locale| text::rule_reason(*reason, locale).to_owned();
    let ids = |ids: &[&'static str]| ids.iter().map(|id| (*id).to_owned()).collect::<Vec<_>>();
    let (says, model, says_ids, model_ids) = match finding {
        RuleFinding::Range { says, model } => (Some([says.0, says.1]), Some(*model), Vec::new(), Vec::new()),
        RuleFinding::Order { says, model } => (None, None, ids(says), ids(model)),
        RuleFinding::Limit { says, model } => (None, None, ids(&[bound_id(*says)]), ids(&[bound_id(*model)])),
    };
    wire::RuleOpinion {
        rule: (*rule).to_owned(),
        source: text::rule_source(*guide, Locale::En).to_owned(),
        sentence: sentence(Locale::En),
        sentence_zh: sentence(Locale::Zh),
        subject: subject_of(*subject),
        says,
        model,
        says_ids,
        model_ids,
        verdict: match verdict {
            RuleVerdict::Agrees => wire::RuleVerdict::Agrees,
            RuleVerdict::RuleHigher => wire::RuleVerdict::RuleHigher,
            RuleVerdict::RuleLower => wire::RuleVerdict::RuleLower,
            RuleVerdict::Differs => wire::RuleVerdict::Differs,
            RuleVerdict::NotComparable => wire::RuleVerdict::NotComparable,
        },
        reason: reason(Locale::En),
        reason_zh: reason(Locale::Zh),
    }
}

const fn subject_of(subject: RuleSubject) -> wire::RuleSubject {
    match subject {
        RuleSubject::RamGib => wire::RuleSubject::RamGib,
        RuleSubject::UsableVramGib => wire::RuleSubject::UsableVramGib,
        RuleSubject::MicroBatchSize => wire::RuleSubject::MicroBatchSize,
        RuleSubject::CacheGb => wire::RuleSubject::CacheGb,
        RuleSubject::StateGb => wire::RuleSubject::StateGb,
        RuleSubject::WeightsGb => wire::RuleSubject::WeightsGb,
        RuleSubject::CheckpointingTimePercent => wire::RuleSubject::CheckpointingTimePercent,
        RuleSubject::CheckpointingMemoryPercent => wire::RuleSubject::CheckpointingMemoryPercent,
        RuleSubject::Workers => wire::RuleSubject::Workers,
        RuleSubject::Limit => wire::RuleSubject::Limit,
        RuleSubject::FirstAid => wire::RuleSubject::FirstAid,
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
