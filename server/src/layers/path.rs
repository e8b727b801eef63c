//! Paths as they are meant, and which of them name nothing.

use std::borrow::Cow;

/// Whether a path goes up or stays, which routes do not and libraries that resolve addresses do: the two must never see
/// different pages in one path.
pub fn wanders(path: &[u8]) -> bool {
    // Browsers, and what resolves addresses as they do, take a backslash for a slash.
    path.contains(&b'\\') || path.split(|byte| *byte == b'/').any(|part| matches!(part, b"." | b".."))
}

/// A path with its percent-encoded bytes as they are meant.
pub fn decode(path: &str) -> Cow<'_, [u8]> {
    let Some(first) = path.find('%') else { return path.as_bytes().into() };
    let mut bytes = path.as_bytes().get(first..).unwrap_or_default().iter().copied();
    let mut decoded = path.as_bytes().get(..first).unwrap_or_default().to_vec();
    let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
    while let Some(byte) = bytes.next() {
        let mut ahead = bytes.clone();
        match (byte, digit(ahead.next()), digit(ahead.next())) {
            (b'%', Some(high), Some(low)) => {
                decoded.push((high * 16 + low) as u8);
                bytes = ahead;
            }
            _ => decoded.push(byte),
        }
    }
    decoded.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_text_or_nothing() {
        for (path, expected) in [
            ("/api/v1/plans/a", true),
            ("/api/%E4%B8%AD", true),
            ("/api/%ff", false),
            ("/api/%c3%28", false),
            ("/api/100%", true),
            ("/api/%zz", true),
            ("/api/%4", true),
        ] {
            assert_eq!(std::str::from_utf8(&decode(path)).is_ok(), expected, "{path}");
        }
    }

    #[test]
    fn no_path_goes_up_or_stays_in_any_spelling() {
        for path in ["/./need", "/x/../need", "/%2e/need", "/need/x/..", "/p/..%2f..%2fneed", "/a\\b", "/a/%2E%2e", "/a/.%2E/b"] {
            assert!(wanders(&decode(path)), "{path}");
        }
        for path in ["/", "/...", "/.well-known/x", "/pkg/rigwise.css", "/a..b", "/%252e/need", "//need"] {
            assert!(!wanders(&decode(path)), "{path}");
        }
    }
}
