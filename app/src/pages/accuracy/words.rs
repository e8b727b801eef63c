//! Names of sets, metrics and families, and figures as the page prints them.

use std::borrow::Cow;

use catalog::ModelFamily;

use super::rows::{Metric, Row, Section, Set, Standing};
use crate::fields::options::family_name;
use crate::locale::Locale;
use crate::messages::accuracy as text;

/// A set's name.
#[must_use]
pub const fn set(set: Set, locale: Locale) -> &'static str {
    match set {
        Set::Simulated => text::simulated(locale),
        Set::Published => text::published(locale),
        Set::Measured => text::measured(locale),
    }
}

/// What a set's rows say, and what they do not.
#[must_use]
pub const fn about(set: Set, locale: Locale) -> &'static str {
    match set {
        Set::Simulated => text::simulated_about(locale),
        Set::Published => text::published_about(locale),
        Set::Measured => text::measured_about(locale),
    }
}

/// The class by which the style sheet tells a set's marks and words apart.
#[must_use]
pub const fn class(set: Set) -> &'static str {
    match set {
        Set::Simulated => "simulated",
        Set::Published => "published",
        Set::Measured => "measured",
    }
}

/// A metric's name.
#[must_use]
pub const fn metric(metric: Metric, locale: Locale) -> &'static str {
    match metric {
        Metric::Live => text::tensors(locale),
        Metric::Allocated => text::allocated(locale),
        Metric::Reserved => text::reserved(locale),
        Metric::Device => text::device(locale),
    }
}

/// What a section's rows have in common.
#[must_use]
pub const fn section(section: Section, locale: Locale) -> &'static str {
    match section {
        Section::Tensors => text::tensors(locale),
        Section::Replay(Metric::Live | Metric::Allocated) => text::replay_allocated(locale),
        Section::Replay(Metric::Reserved | Metric::Device) => text::replay_reserved(locale),
        Section::Published(Standing::Complete) => text::complete(locale),
        Section::Published(Standing::ConditionOpen) => text::condition_open(locale),
        Section::Published(Standing::NearModel) => text::near_model(locale),
        Section::Published(Standing::Sharded) => text::sharded(locale),
        Section::Measured(measured) => metric(measured, locale),
    }
}

/// A family's name as the planner has it; one that the planner does not tell apart keeps the table's word.
#[must_use]
pub fn family(code: &str, locale: Locale) -> Cow<'_, str> {
    Cow::Borrowed(match code {
        "cnn" | "cnn-cls" => family_name(ModelFamily::Cnn, locale),
        "vit" => family_name(ModelFamily::VisionTransformer, locale),
        "segmentation" | "cnn-seg" => family_name(ModelFamily::Segmentation, locale),
        "detection" | "detector" => family_name(ModelFamily::Detection, locale),
        "encoder" => family_name(ModelFamily::Encoder, locale),
        "decoder" => family_name(ModelFamily::Decoder, locale),
        "decoder-moe" => text::mixtures(locale),
        "seq2seq" => family_name(ModelFamily::Seq2seq, locale),
        "speech" => family_name(ModelFamily::Speech, locale),
        "diffusion" => family_name(ModelFamily::Diffusion, locale),
        "ddp" => text::sharded_ddp(locale),
        "fsdp2" => text::sharded_fsdp2(locale),
        "deepspeed" => text::sharded_deepspeed(locale),
        other => other,
    })
}

/// Why a row is off, where that is known.
#[must_use]
pub fn reason(row: &Row, locale: Locale) -> Option<&str> {
    let reason = match locale {
        Locale::En => &row.reason_en,
        Locale::Zh => &row.reason_zh,
    };
    (!reason.is_empty()).then_some(reason)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_of_the_table_have_names() {
        for row in super::super::rows::rows() {
            assert_ne!(family(&row.family, Locale::Zh), row.family, "no name for the family");
        }
    }
}
