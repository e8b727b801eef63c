//! An opinion on a figure: the rule's range, the model's figure, and the verdict between them.

use crate::estimate::{Guide, RuleFinding, RuleOpinion, RuleReason, RuleSubject, RuleVerdict};
use crate::units::{Bytes, GB};

/// An opinion on a figure; `higher` and `lower` say why the rule's is above or below the model's.
pub(super) fn opinion(
    rule: &'static str,
    subject: RuleSubject,
    says: (f64, f64),
    model: f64,
    higher: RuleReason,
    lower: RuleReason,
) -> RuleOpinion {
    let verdict = verdict_on(says, model);
    let reason = match verdict {
        RuleVerdict::RuleHigher => higher,
        RuleVerdict::RuleLower => lower,
        RuleVerdict::Agrees | RuleVerdict::Differs | RuleVerdict::NotComparable => RuleReason::None,
    };
    RuleOpinion { rule, guide: guide(rule), subject, finding: RuleFinding::Range { says, model }, verdict, reason }
}

/// An opinion on a figure that the guide rounds ("about 8 GB"): a tenth more or less agrees.
pub(super) fn about(rule: &'static str, subject: RuleSubject, says: f64, model: f64, reason: RuleReason) -> RuleOpinion {
    let verdict = verdict_on((says * (1.0 - ABOUT), says * (1.0 + ABOUT)), model);
    let reason = if verdict == RuleVerdict::Agrees { RuleReason::None } else { reason };
    RuleOpinion { rule, guide: guide(rule), subject, finding: RuleFinding::Range { says: (says, says), model }, verdict, reason }
}

/// What "about" leaves open, as a share.
const ABOUT: f64 = 0.1;

/// Where the model's figure lies.
fn verdict_on(says: (f64, f64), model: f64) -> RuleVerdict {
    if model < says.0 {
        RuleVerdict::RuleHigher
    } else if model > says.1 {
        RuleVerdict::RuleLower
    } else {
        RuleVerdict::Agrees
    }
}

/// The guide that a rule's id names.
pub(super) fn guide(rule: &str) -> Guide {
    match rule.as_bytes().first() {
        Some(b'A') => Guide::A,
        Some(b'B') => Guide::B,
        Some(b'C') => Guide::C,
        _ => Guide::D,
    }
}

/// GB of 10^9 bytes, as the guides count weights.
pub(super) fn gb(bytes: Bytes) -> f64 {
    bytes.as_f64() / GB
}
