//! What the engine says, in words of either language: pages print both, the API the English ones.
//!
//! Sentences are lower case without full stop in English where they stand in lists, as error messages do.
//!
//! ```
//! use engine::units::Bytes;
//! use wire::Locale;
//!
//! assert_eq!(wording::format::number(1234567.0), "1,234,567");
//! assert_eq!(wording::format::gib(Bytes::from_gib(24)), "24 GiB");
//! assert_ne!(wording::process_vram(Locale::En), wording::process_vram(Locale::Zh));
//! ```

mod advice;
mod bound;
#[cfg(feature = "json")]
mod diagnosis;
mod feeding;
pub mod format;
#[cfg(feature = "json")]
mod found;
mod framework;
mod machine;
mod notes;
mod passes;
#[cfg(feature = "json")]
mod price;
mod rules;
mod serving;
mod vram;

pub use advice::{changes_title, changes_why, effect, lever_name, lever_title, lever_why, objective, rejection_reason, why};
pub use bound::bound_reason;
#[cfg(feature = "json")]
pub use diagnosis::{
    check_text, check_title, check_verdict, probe_command, probe_text, remedy_title, remedy_why, symptom_about, symptom_title,
};
pub use feeding::{cost, setting_name, setting_value, setting_why};
#[cfg(feature = "json")]
pub use found::{found_by, found_instead};
pub use framework::name as framework_name;
pub use machine::{bound, layer, phase, stage};
pub use notes::{note_detail, note_level};
pub use passes::{passes_change, passes_effect, passes_note, passes_stage};
#[cfg(feature = "json")]
pub use price::{price_age, price_in_words};
pub use rules::{rule_reason, rule_sentence, rule_source, rule_subject, rule_verdict};
pub use serving::{cache_dtype, drafting_ahead, serving_change, serving_effect, serving_note, undrafted, weights_format};
pub use vram::{card_capacity, live_tensors, process_vram, reserved_vram, system_vram, usable_vram};
