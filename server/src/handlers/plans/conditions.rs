//! What a request says in its headers about who asks and which revision it knows.

use axum::http::HeaderMap;
use axum::http::header::{AUTHORIZATION, HeaderName, IF_MATCH, IF_NONE_MATCH};

use crate::problem::ApiError;
use crate::store::EditKey;

/// The key of `Authorization: Bearer`.
pub fn edit_key(headers: &HeaderMap) -> Result<EditKey, ApiError> {
    let (scheme, key) = text(headers, &AUTHORIZATION).and_then(|value| value.split_once(' ')).ok_or(ApiError::EditKeyRequired)?;
    if scheme.eq_ignore_ascii_case("bearer") { Ok(EditKey::presented(key.trim())) } else { Err(ApiError::EditKeyRequired) }
}

/// The revision of `If-Match`. `*` would mean "whatever is there", which is how changes get lost.
pub fn base_revision(headers: &HeaderMap) -> Result<u64, ApiError> {
    text(headers, &IF_MATCH).and_then(number).ok_or(ApiError::RevisionRequired)
}

/// Whether the client has this revision already, by `If-None-Match`.
pub fn knows_already(headers: &HeaderMap, revision: u64) -> bool {
    text(headers, &IF_NONE_MATCH).is_some_and(|tags| tags.split(',').any(|tag| number(tag) == Some(revision)))
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

/// The number in an `ETag` of ours, which a proxy that compresses may have marked as weak.
fn number(tag: &str) -> Option<u64> {
    tag.trim().trim_start_matches("W/").strip_prefix('"')?.strip_suffix('"')?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(name: HeaderName, value: &str) -> HeaderMap {
        HeaderMap::from_iter([(name, value.parse().unwrap())])
    }

    #[test]
    fn a_revision_is_a_number_in_quotes() {
        assert_eq!(base_revision(&headers(IF_MATCH, "\"12\"")).ok(), Some(12));
        assert_eq!(base_revision(&headers(IF_MATCH, "W/\"12\"")).ok(), Some(12));
        for value in ["*", "12", "\"\"", "\"x\"", "\"-1\""] {
            assert!(base_revision(&headers(IF_MATCH, value)).is_err(), "{value}");
        }
        assert!(knows_already(&headers(IF_NONE_MATCH, "\"1\", \"2\""), 2));
        assert!(!knows_already(&HeaderMap::new(), 2));
    }

    #[test]
    fn a_key_comes_as_a_bearer_token() {
        assert!(edit_key(&headers(AUTHORIZATION, "bearer abc")).is_ok_and(|key| key.expose() == "abc"));
        for value in ["abc", "Basic abc", "Bearer"] {
            assert!(edit_key(&headers(AUTHORIZATION, value)).is_err(), "{value}");
        }
    }
}
