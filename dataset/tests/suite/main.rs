//! Listings of real forms, and any other text.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod any_text;
mod listings;
mod sets;
