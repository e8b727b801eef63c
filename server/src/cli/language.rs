//! The languages that texts can be asked for in.

use wire::Locale;

/// Language of comments and texts.
#[derive(Debug, Clone, Copy, Default, clap::ValueEnum)]
pub enum Language {
    /// English.
    #[default]
    En,
    /// Simplified Chinese.
    Zh,
}

impl From<Language> for Locale {
    fn from(language: Language) -> Self {
        match language {
            Language::En => Self::En,
            Language::Zh => Self::Zh,
        }
    }
}
