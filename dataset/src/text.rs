//! Bytes as text, whatever program has written them.

use std::borrow::Cow;

/// The text of bytes: UTF-8, or UTF-16 where they begin with its mark, as the redirections of Windows PowerShell do.
#[must_use]
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let units = |order: fn([u8; 2]) -> u16| {
        let units = bytes[2..].chunks_exact(2).map(|pair| order([pair[0], pair[1]]));
        char::decode_utf16(units).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER)).collect::<String>()
    };
    match bytes {
        [0xff, 0xfe, ..] => Cow::Owned(units(u16::from_le_bytes)),
        [0xfe, 0xff, ..] => Cow::Owned(units(u16::from_be_bytes)),
        _ => String::from_utf8_lossy(bytes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_encodings_are_read() {
        let text = "12 .\\猫.jpg\r\n";
        let little: Vec<u8> = [0xfeff].into_iter().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = [0xfeff].into_iter().chain(text.encode_utf16()).flat_map(u16::to_be_bytes).collect();
        assert_eq!(decode(&little), text);
        assert_eq!(decode(&big), text);
        assert_eq!(decode(text.as_bytes()), text);
        assert_eq!(decode(&[0xff, 0xfe, 0x41]), "");
        assert_eq!(decode(&[0xff]), "\u{fffd}");
    }
}
