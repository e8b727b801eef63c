//! Pictures of stored plans as they were drawn, so that a link that many share costs one drawing.

use std::sync::Arc;

use axum::body::Bytes;
use axum::http::HeaderValue;
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use crate::limits::ROOM_FOR_PICTURES;

/// Bytes of a picture, for the size of the table.
const USUAL_PICTURE: usize = 40 << 10;

/// Pictures as they were drawn, by their tags, which name all that they depend on; cheap to clone.
#[derive(Debug, Clone)]
pub struct KeptPictures(Arc<Cache<HeaderValue, Bytes, Size>>);

impl Default for KeptPictures {
    fn default() -> Self {
        Self(Arc::new(Cache::with_weighter(ROOM_FOR_PICTURES / USUAL_PICTURE, ROOM_FOR_PICTURES as u64, Size)))
    }
}

impl KeptPictures {
    /// A picture that was drawn before.
    #[must_use]
    pub fn get(&self, tag: &HeaderValue) -> Option<Bytes> {
        self.0.get(tag)
    }

    /// Keeps a picture, in place of those that nobody asks for.
    pub fn keep(&self, tag: HeaderValue, picture: Bytes) {
        self.0.insert(tag, picture);
    }
}

/// A picture weighs what it takes in memory.
#[derive(Debug, Clone, Copy)]
struct Size;

impl Weighter<HeaderValue, Bytes> for Size {
    fn weight(&self, tag: &HeaderValue, picture: &Bytes) -> u64 {
        (tag.len() + picture.len() + size_of::<(HeaderValue, Bytes)>()) as u64
    }
}
