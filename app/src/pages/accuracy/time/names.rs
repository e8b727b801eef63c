//! What sections and units of the table are called.

use super::rows::Section;
use crate::locale::Locale;
use crate::messages::{accuracy as text, accuracy_time as time};

/// What a section's rows have in common.
pub(super) const fn section(section: Section, locale: Locale) -> &'static str {
    match section {
        Section::Complete => text::complete(locale),
        Section::ConditionOpen => text::condition_open(locale),
        Section::SeveralCards => time::several_cards(locale),
        Section::DecodeDefault => time::decode_default(locale),
        Section::DecodeOther => time::decode_other(locale),
        Section::Loader => time::loader(locale),
        Section::WorkerMemory => time::worker_memory(locale),
    }
}

/// A unit of the table in the reader's language; one that is not known stays as it is.
pub(super) fn unit(unit: &'static str, locale: Locale) -> &'static str {
    match unit {
        "images/s" => time::images(locale),
        "sequences/s" => time::sequences(locale),
        "tokens/s" => time::tokens(locale),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::words;
    use super::super::rows::rows;
    use super::*;

    #[test]
    fn words_of_the_table_have_names() {
        for row in rows().iter().filter(|row| row.section.is_step()) {
            assert_ne!(unit(&row.unit, Locale::Zh), row.unit, "no name for the unit");
            assert_ne!(words::family(&row.family, Locale::Zh), row.family, "no name for the family");
        }
    }
}
