//! Compressed siblings, made once at build time so that the server compresses nothing.

use std::io::Write;

use anyhow::Result;
use brotli::enc::BrotliEncoderParams;
use flate2::Compression;
use flate2::write::GzEncoder;

/// Formats that are compressed already; a second time only costs the browser's time.
const COMPRESSED_FORMATS: [&str; 8] = ["avif", "br", "gz", "jpg", "png", "webp", "woff2", "zip"];

/// Whether a file of this name gains from compression.
pub fn gains(name: &str) -> bool {
    name.rsplit_once('.').is_none_or(|(_, extension)| !COMPRESSED_FORMATS.contains(&extension))
}

/// At brotli's highest quality: a second of build time for a tenth of the transfer.
pub fn brotli(content: &[u8]) -> Result<Vec<u8>> {
    let mut parameters = BrotliEncoderParams { quality: 11, lgwin: 22, size_hint: content.len(), ..Default::default() };
    // Distances that are written without their last bit: WebAssembly's take a thousandth less.
    parameters.dist.distance_postfix_bits = 1;
    let mut compressed = Vec::new();
    brotli::BrotliCompress(&mut &*content, &mut compressed, &parameters)?;
    Ok(compressed)
}

/// For clients that do not take brotli, which browsers do not ask for over plain HTTP.
pub fn gzip(content: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(content)?;
    Ok(encoder.finish()?)
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn both_formats_come_back_whole() {
        let content = b"rigwise ".repeat(1000);
        let mut plain = Vec::new();
        flate2::read::GzDecoder::new(&*gzip(&content).unwrap()).read_to_end(&mut plain).unwrap();
        assert_eq!(plain, content);
        let mut plain = Vec::new();
        brotli::BrotliDecompress(&mut &*brotli(&content).unwrap(), &mut plain).unwrap();
        assert_eq!(plain, content);
    }

    #[test]
    fn pictures_are_left_alone() {
        assert!(gains("pkg/rigwise.css"));
        assert!(!gains("planner.png"));
    }
}
