//! The answer to a pinned scenario, in types: memory, time and host needs, part by part, and what is advised.
//!
//! The types hold figures and say nothing of how these come about: whatever works a part out fills it in.

mod advice;
mod bound;
mod change;
mod contradiction;
mod explanation;
mod feeding;
mod full;
mod ladder;
mod lever;
mod note;
mod offer;
mod opinion;
mod ram;
mod speed;
mod verdict;
mod vram;

pub use crate::course::{Layer, Moment, Phase, StageKind};
pub use advice::{Advice, FrontPlan, Nearest, Plan, Recommendation, Rejection, RejectionReason, Why, run_time};
pub use bound::{Answer, LowerBound, LowerBoundParts};
pub use change::Change;
pub use contradiction::Contradiction;
pub use explanation::{Explanation, Unit};
pub use feeding::{Cost, Feeding, LoaderAdvice, LoaderSetting, Market, Remedies, Remedy, SettingAdvice, SettingValue, Timing};
pub use full::Estimate;
pub use ladder::{RamLadder, Rung};
pub use lever::{Effect, Figures, Lever, LeverKind};
pub use note::{HostNote, MeasuredNote, Note, NoteLevel};
pub use offer::Offer;
pub use opinion::{Guide, RuleFinding, RuleOpinion, RuleReason, RuleSubject, RuleVerdict};
pub use ram::{Ram, RamParts, RamPhase, RamPhases, RamReserve, Shortage};
pub use speed::{Bound, DataPath, Speed, Stage, StepTime};
pub use verdict::Verdict;
pub use vram::{Fit, ParameterCounts, TimelinePoint, Vram, VramParts};
