//! What is named as a source where nobody else is.

use wire::locale::Locale;

/// What was judged here, of assumptions.
pub const fn judged(locale: Locale) -> &'static str {
    match locale {
        Locale::En => "judgment of Rigwise",
        Locale::Zh => "Rigwise 的判断",
    }
}
