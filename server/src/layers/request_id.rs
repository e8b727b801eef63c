//! A name for each request: in the answer's header and in every line of the log, so that a report leads to its traces.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::http::{HeaderMap, HeaderName, HeaderValue};

/// The header, of requests and answers.
pub const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// Longest name that is taken over from a client: a UUID has 36, a trace context 55 characters.
const LONGEST: usize = 64;

/// The client's own name for the request, where it is one that a log can hold, else a fresh one.
#[must_use]
pub fn of(headers: &HeaderMap) -> HeaderValue {
    headers.get(X_REQUEST_ID).filter(|value| is_name(value.as_bytes())).cloned().unwrap_or_else(fresh)
}

/// Letters, digits and what names are joined by: nothing that could end a line or a field of a log.
fn is_name(text: &[u8]) -> bool {
    (1..=LONGEST).contains(&text.len()) && text.iter().all(|byte| byte.is_ascii_alphanumeric() || b"-_.:".contains(byte))
}

/// A name that no other request of this process has, and hardly one of another: it need not be hard to guess.
fn fresh() -> HeaderValue {
    static START: LazyLock<u64> = LazyLock::new(|| getrandom::u64().unwrap_or_else(|_| u64::from(std::process::id())));
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let text = format!("{:016x}-{:x}", *START, COUNT.fetch_add(1, Ordering::Relaxed));
    HeaderValue::try_from(text).unwrap_or(HeaderValue::from_static("none"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clients_name_is_taken_over_where_it_is_one() {
        let of_text = |text: &str| of(&HeaderMap::from_iter([(X_REQUEST_ID, text.parse().unwrap())]));
        for text in ["a", "order-17.b:3", "7f1c3a52-0d53-4a79-8a8c-0c6f7a1b2c3d"] {
            assert_eq!(of_text(text), text);
        }
        for text in ["", "a b", "a\"b", "a{b}", "ü", &"a".repeat(65)] {
            assert_ne!(of_text(text), text);
        }
        assert_ne!(of(&HeaderMap::new()), of(&HeaderMap::new()));
    }
}
