//! The two languages of every text that people read.

/// A language of the product.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Locale {
    /// English; the language of the API.
    #[default]
    En,
    /// Simplified Chinese.
    Zh,
}

impl Locale {
    /// Both, English first.
    pub const ALL: [Self; 2] = [Self::En, Self::Zh];

    /// The path segment and the start of the BCP 47 tag: `en` or `zh`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Zh => "zh",
        }
    }

    /// The language of a tag such as `zh-CN` or `en`; none for other languages.
    #[must_use]
    pub fn from_tag(tag: &str) -> Option<Self> {
        let primary = tag.split(['-', '_']).next()?;
        Self::ALL.into_iter().find(|locale| primary.eq_ignore_ascii_case(locale.as_str()))
    }

    /// The one of two texts that is in this language.
    #[must_use]
    pub fn pick<T>(self, english: T, chinese: T) -> T {
        match self {
            Self::En => english,
            Self::Zh => chinese,
        }
    }
}
