//! Which networks a build of the engine knows.
//!
//! One plan has one network. The browser's bundle comes as two modules for that: each has the engine with half of the
//! networks, and the page loads the one that its plan needs. Everything else knows them all.

use crate::architecture::{Architecture, Family};

/// Whether this build knows networks of text: all builds do but one for [`Families::Media`].
const TEXT: bool = !cfg!(feature = "only-media") || cfg!(feature = "only-text");
/// Whether this build knows networks of pictures, sound and films: all builds do but one for [`Families::Text`].
const MEDIA: bool = !cfg!(feature = "only-text") || cfg!(feature = "only-media");

/// Networks that a build may know without the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Families {
    /// Text.
    Text,
    /// Pictures, sound and films.
    Media,
}

impl Families {
    /// The half that a network belongs to.
    #[must_use]
    pub const fn of(architecture: &Architecture) -> Self {
        match architecture.family() {
            Family::Decoder | Family::Encoder | Family::Seq2seq => Self::Text,
            Family::Convolutional
            | Family::VisionTransformer
            | Family::Segmentation
            | Family::Detection
            | Family::Speech
            | Family::Diffusion => Self::Media,
        }
    }

    /// Whether this build knows them.
    #[must_use]
    pub const fn are_known(self) -> bool {
        match self {
            Self::Text => TEXT,
            Self::Media => MEDIA,
        }
    }

    /// What `build` gives for a network of anybody's own, which no build with half of the networks is ever given.
    ///
    /// # Panics
    ///
    /// In such a build.
    pub(super) fn built_whole<T>(build: impl FnOnce() -> T) -> T {
        assert!(Self::Text.are_known() && Self::Media.are_known(), "the browser is given no traced networks");
        build()
    }

    /// What `build` gives.
    ///
    /// # Panics
    ///
    /// In a build without these networks, where the compiler drops `build`: callers there ask [`Families::are_known`] first.
    pub(super) fn built<T>(self, build: impl FnOnce() -> T) -> T {
        assert!(self.are_known(), "this build of the engine has no such networks");
        build()
    }
}
