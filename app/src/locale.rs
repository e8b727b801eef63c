//! The reader's language.

pub use wire::Locale;

/// The value of `<html lang>`.
#[must_use]
pub const fn html_lang(locale: Locale) -> &'static str {
    match locale {
        Locale::En => "en",
        Locale::Zh => "zh-CN",
    }
}

/// A colon with its space, as the language sets it.
#[must_use]
pub const fn colon(locale: Locale) -> &'static str {
    match locale {
        Locale::En => ": ",
        Locale::Zh => "：",
    }
}

/// A remark in brackets behind other words, as the language sets it.
#[cfg(feature = "ssr")]
#[must_use]
pub fn in_brackets(remark: &str, locale: Locale) -> String {
    match locale {
        Locale::En => format!(" ({remark})"),
        Locale::Zh => format!("（{remark}）"),
    }
}

/// Where a content page is in a language, by its path without a prefix.
#[cfg(feature = "ssr")]
#[must_use]
pub fn path_in(locale: Locale, path: &str) -> String {
    let rest = if path == "/" { "" } else { path };
    format!("/{}{rest}", locale.as_str())
}
