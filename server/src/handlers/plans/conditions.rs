//! What a request says in its headers about who asks and which revision it knows.

use axum::http::header::{AUTHORIZATION, HeaderName, IF_MATCH};
use axum::http::{HeaderMap, HeaderValue};

use crate::problem::ApiError;
use crate::store::{EditKey, StoreError};

/// What `If-Match` should look like.
const TAGS: &str = "send If-Match as a tag in quotes, such as \"3\", or as several set off by commas";

/// The key of `Authorization: Bearer`.
pub fn edit_key(headers: &HeaderMap) -> Result<EditKey, ApiError> {
    let text = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    let (scheme, key) = text.and_then(|value| value.split_once(' ')).ok_or(ApiError::EditKeyRequired)?;
    let key = key.trim();
    if scheme.eq_ignore_ascii_case("bearer") && !key.is_empty() {
        Ok(EditKey::from_caller(key))
    } else {
        Err(ApiError::EditKeyRequired)
    }
}

/// The newest revision, if it is one that `If-Match` names as what the change is based on.
///
/// `*` would mean "whatever is there", which is how changes get lost: it names no revision. A tag that a proxy has marked as
/// weak while it compressed the answer counts as what it was, because its number tells revisions apart all the same.
pub fn base_revision(headers: &HeaderMap, newest: u64) -> Result<u64, ApiError> {
    match if_match(headers)? {
        Some(Named::Tags(tags)) if tags.contains(&Some(newest)) => Ok(newest),
        Some(Named::Tags(_)) => Err(StoreError::Stale { current: newest }.into()),
        Some(Named::Any) | None => Err(ApiError::RevisionRequired),
    }
}

/// Fails where there is an `If-Match` that the newest revision is not in.
pub fn check_revision(headers: &HeaderMap, newest: u64) -> Result<(), ApiError> {
    match if_match(headers)? {
        Some(Named::Tags(tags)) if !tags.contains(&Some(newest)) => Err(StoreError::Stale { current: newest }.into()),
        _ => Ok(()),
    }
}

/// What `If-Match` names (RFC 9110, section 13.1.1).
enum Named {
    /// Whatever is there.
    Any,
    /// Revisions by their numbers; none for a tag that is not of ours.
    Tags(Vec<Option<u64>>),
}

fn if_match(headers: &HeaderMap) -> Result<Option<Named>, ApiError> {
    let malformed = || ApiError::MalformedHeader(TAGS);
    let lines: Vec<&HeaderValue> = headers.get_all(IF_MATCH).iter().collect();
    if lines.is_empty() {
        return Ok(None);
    }
    let lines: Result<Vec<&str>, _> = lines.into_iter().map(HeaderValue::to_str).collect();
    let list = lines.map_err(|_| malformed())?.join(",");
    if list.trim() == "*" {
        return Ok(Some(Named::Any));
    }
    let tags = tags(&list).filter(|tags| !tags.is_empty()).ok_or_else(malformed)?;
    Ok(Some(Named::Tags(tags.into_iter().map(number).collect())))
}

/// What stands in the quotes of a list of tags; none where it is no such list.
fn tags(list: &str) -> Option<Vec<&str>> {
    let mut tags = Vec::new();
    let mut rest = list.trim_start();
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix(',') {
            rest = after.trim_start();
            continue;
        }
        let opened = rest.strip_prefix("W/").unwrap_or(rest).strip_prefix('"')?;
        let (tag, after) = opened.split_once('"')?;
        if !tag.bytes().all(|byte| byte.is_ascii_graphic()) {
            return None;
        }
        tags.push(tag);
        rest = after.trim_start();
        if !rest.is_empty() && !rest.starts_with(',') {
            return None;
        }
    }
    Some(tags)
}

/// The revision of a tag of ours: its number, and after a hyphen what else the answer showed.
fn number(tag: &str) -> Option<u64> {
    let number = tag.split('-').next().unwrap_or(tag);
    number.parse().ok().filter(|_| number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The header's one value: visible characters, at most so many of them.
pub fn visible<'a>(
    headers: &'a HeaderMap,
    name: &HeaderName,
    most: usize,
    expected: &'static str,
) -> Result<Option<&'a str>, ApiError> {
    let mut values = headers.get_all(name).iter();
    let Some(value) = values.next() else { return Ok(None) };
    let is_fine =
        values.next().is_none() && (1..=most).contains(&value.len()) && value.as_bytes().iter().all(u8::is_ascii_graphic);
    value.to_str().ok().filter(|_| is_fine).map(Some).ok_or(ApiError::MalformedHeader(expected))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(name: HeaderName, value: &[u8]) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_bytes(value).unwrap())])
    }

    fn status(result: Result<u64, ApiError>) -> u16 {
        result.map_or_else(|error| error.problem().status, |_| 200)
    }

    #[test]
    fn a_change_names_the_revision_that_it_is_based_on() {
        for (value, expected) in [
            ("\"12\"", 200),
            ("W/\"12\"", 200),
            ("\"12-1hge135\"", 200),
            ("\"11\", \"12\"", 200),
            (" , \"12\" ,,", 200),
            ("\"11\"", 412),
            ("\"11\",W/\"x,y\"", 412),
            ("\"+12\"", 412),
            ("\"-12\"", 412),
            ("\"\"", 412),
            ("\"99999999999999999999999\"", 412),
            ("*", 428),
            ("12", 400),
            ("\"12", 400),
            ("\"12\" \"13\"", 400),
            ("w/\"12\"", 400),
            ("\"12\", *", 400),
            ("", 400),
            (",", 400),
            ("\"1 2\"", 400),
        ] {
            assert_eq!(status(base_revision(&headers(IF_MATCH, value.as_bytes()), 12)), expected, "{value}");
        }
        assert_eq!(status(base_revision(&headers(IF_MATCH, b"\"\xff\""), 12)), 400);
        assert_eq!(status(base_revision(&HeaderMap::new(), 12)), 428);
        let mut lines = headers(IF_MATCH, b"\"11\"");
        lines.append(IF_MATCH, HeaderValue::from_static("\"12\""));
        assert_eq!(status(base_revision(&lines, 12)), 200);
        assert!(check_revision(&HeaderMap::new(), 12).is_ok() && check_revision(&headers(IF_MATCH, b"*"), 12).is_ok());
        assert!(check_revision(&headers(IF_MATCH, b"\"11\""), 12).is_err());
    }

    #[test]
    fn a_key_comes_as_a_bearer_token() {
        assert!(edit_key(&headers(AUTHORIZATION, b"bearer abc")).is_ok_and(|key| key.expose() == "abc"));
        for value in ["abc", "Basic abc", "Bearer", "Bearer ", "Bearer \t"] {
            assert!(edit_key(&headers(AUTHORIZATION, value.as_bytes())).is_err(), "{value}");
        }
    }

    #[test]
    fn a_header_of_visible_characters() {
        let name = HeaderName::from_static("idempotency-key");
        let read = |value: &[u8]| visible(&headers(name.clone(), value), &name, 4, "").map(|text| text.map(str::to_owned));
        assert!(read(b"a\"~!").is_ok_and(|text| text.as_deref() == Some("a\"~!")));
        for bad in [&b""[..], b"a b", b"abcde", b"\xc3\xa4", b"a\tb"] {
            assert!(read(bad).is_err(), "{bad:?}");
        }
        assert!(visible(&HeaderMap::new(), &name, 4, "").is_ok_and(|text| text.is_none()));
        let mut twice = headers(name.clone(), b"a");
        twice.append(&name, HeaderValue::from_static("a"));
        assert!(visible(&twice, &name, 4, "").is_err());
    }
}
