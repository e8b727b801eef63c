//! The compressed forms of a file, and what a browser accepts (RFC 9110, section 12.5.3).

use std::io::Write as _;

use axum::body::Bytes;
use axum::http::HeaderValue;

/// Bytes that Brotli works on at once.
const BUFFER: usize = 32 << 10;
/// Brotli's quality of eleven: what is beyond costs seconds for a few percent.
const QUALITY: u32 = 6;
/// Brotli's window of 2^22 bytes, which holds any of our texts.
const WINDOW: u32 = 22;

/// A form in which a file is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// Brotli, the smaller of the two.
    Brotli,
    /// Gzip, which everything understands.
    Gzip,
    /// As it is.
    Identity,
}

impl Encoding {
    /// The forms that the build makes, best first.
    pub const COMPRESSED: [Self; 2] = [Self::Brotli, Self::Gzip];

    /// The end of the file's name on the disk.
    pub const fn suffix(self) -> &'static str {
        match self {
            Self::Brotli => ".br",
            Self::Gzip => ".gz",
            Self::Identity => "",
        }
    }

    /// The bytes in this form. It is made once for each text that never changes, so it may take some time, but whoever asks first
    /// waits for it.
    pub fn compress(self, bytes: &[u8]) -> Bytes {
        let mut compressed = Vec::with_capacity(bytes.len() / 4);
        let written = match self {
            Self::Brotli => brotli::CompressorWriter::new(&mut compressed, BUFFER, QUALITY, WINDOW).write_all(bytes),
            Self::Gzip => {
                let mut writer = flate2::write::GzEncoder::new(&mut compressed, flate2::Compression::default());
                writer.write_all(bytes).and_then(|()| writer.finish().map(drop))
            }
            Self::Identity => compressed.write_all(bytes),
        };
        // A list of bytes takes all that is written to it.
        debug_assert!(written.is_ok(), "{written:?}");
        compressed.into()
    }

    /// The value of `Content-Encoding`, where there is one.
    pub fn header(self) -> Option<HeaderValue> {
        (self != Self::Identity).then(|| HeaderValue::from_static(self.name()))
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
            Self::Identity => "identity",
        }
    }

    /// Whether an `Accept-Encoding` takes this form: named with a weight above zero, or not named where `*` is.
    pub fn is_in(self, accepted: &str) -> bool {
        let weight = |wanted: &str| {
            accepted.split(',').find_map(|entry| {
                let mut parts = entry.split(';').map(str::trim);
                let name = parts.next()?;
                let weight = parts.find_map(|part| part.strip_prefix("q=")).map_or(Some(1.0), |q| q.parse::<f64>().ok());
                name.eq_ignore_ascii_case(wanted).then_some(weight.unwrap_or(0.0))
            })
        };
        weight(self.name()).or_else(|| weight("*")).is_some_and(|weight| weight > 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_is_sent_only_where_it_is_accepted() {
        for (accepted, brotli, gzip) in [
            ("gzip, deflate, br", true, true),
            ("gzip", false, true),
            ("BR;q=0.5", true, false),
            ("br;q=0, gzip;q=0.1", false, true),
            ("*", true, true),
            ("*;q=0", false, false),
            ("identity", false, false),
            ("", false, false),
            ("br;q=much", false, false),
        ] {
            assert_eq!(Encoding::Brotli.is_in(accepted), brotli, "br in {accepted:?}");
            assert_eq!(Encoding::Gzip.is_in(accepted), gzip, "gzip in {accepted:?}");
        }
    }
}
