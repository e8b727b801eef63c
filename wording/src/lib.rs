//! What the engine says, in words of either language: pages print both, the API the English ones.
//!
//! Sentences are lower case without full stop in English where they stand in lists, as error messages do.
//!
//! ```
//! use engine::units::Bytes;
//! use wire::Locale;
//!
//! assert_eq!(wording::number(1234567.0), "1,234,567");
//! assert_eq!(wording::gib(Bytes::from_gib(24)), "24 GiB");
//! assert_ne!(wording::process_vram(Locale::En), wording::process_vram(Locale::Zh));
//! ```

mod advice;
mod bound;
#[cfg(feature = "json")]
mod diagnosis;
mod feeding;
mod framework;
mod machine;
mod notes;
#[cfg(feature = "json")]
mod price;
mod rules;
mod vram;

pub use advice::{changes_title, changes_why, effect, lever_name, lever_title, lever_why, objective, rejection_reason, why};
pub use bound::bound_reason;
#[cfg(feature = "json")]
pub use diagnosis::{check_text, check_title, check_verdict, probe_command, probe_text, symptom_about, symptom_title};
pub use feeding::{cost, setting_name, setting_value, setting_why};
pub use framework::name as framework_name;
pub use machine::{bound, layer, phase, stage};
pub use notes::{note_detail, note_level, stored};
#[cfg(feature = "json")]
pub use price::price_in_words;
pub use rules::{rule_reason, rule_sentence, rule_source, rule_subject, rule_verdict};
pub use vram::{card_capacity, gib, gib_number, live_tensors, process_vram, reserved_vram, system_vram, usable_vram};

use engine::units::{Bytes, KIB, MIB};

/// A number with its thousands set off and at most four decimals.
#[must_use]
pub fn number(value: f64) -> String {
    let text = format!("{:.4}", value.abs());
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let fraction = fraction.trim_end_matches('0');
    let mut grouped = String::new();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    let sign = if value < 0.0 { "-" } else { "" };
    if fraction.is_empty() { format!("{sign}{grouped}") } else { format!("{sign}{grouped}.{fraction}") }
}

/// An amount of memory in GiB with one decimal, or in MiB or KiB where it is small.
#[must_use]
pub fn size(bytes: Bytes) -> String {
    if bytes.0 < MIB {
        format!("{} KiB", bytes.0.div_ceil(KIB))
    } else if bytes.as_gib() < 0.95 {
        format!("{:.0} MiB", bytes.as_f64() / MIB as f64)
    } else {
        format!("{:.1} GiB", bytes.as_gib())
    }
}

/// A share as a whole percentage.
#[must_use]
pub fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        for (value, text) in
            [(1.0, "1"), (0.25, "0.25"), (65_536.0, "65,536"), (1e12, "1,000,000,000,000"), (0.99, "0.99"), (-1234.5, "-1,234.5")]
        {
            assert_eq!(number(value), text);
        }
    }

    #[test]
    fn sizes_choose_their_unit() {
        assert_eq!(size(Bytes::from_gib(24)), "24.0 GiB");
        assert_eq!(size(Bytes::from_mib(512)), "512 MiB");
        assert_eq!(size(Bytes(1)), "1 KiB");
    }
}
