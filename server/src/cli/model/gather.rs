//! The texts of files, as the page takes them: of weights the header alone.

use std::fs::File;
use std::io::{self, Read, stdin};

use api::model::MOST_BYTES;

/// Bytes that say how long the header of a `.safetensors` file is.
const LENGTH_BYTES: usize = 8;

/// The texts of files, one after the other.
///
/// # Errors
/// A file that cannot be read, is too long or is no text, in words.
pub fn gather(files: &[String]) -> Result<String, String> {
    let mut text = String::new();
    for name in files {
        let read = if name == "-" { read(stdin().lock()) } else { File::open(name).and_then(read) };
        let bytes = read.map_err(|error| format!("cannot read {name}: {error}"))?;
        if text.len() + bytes.len() > MOST_BYTES {
            return Err(format!("{name} is too long: {} MiB are read at most", MOST_BYTES >> 20));
        }
        // What is no UTF-8 is no JSON either, and the reader says where.
        text.push_str(&String::from_utf8_lossy(&bytes));
        text.push('\n');
    }
    Ok(text)
}

/// A text, or the header of weights, which are longer than memory.
fn read(mut from: impl Read) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    from.by_ref().take(LENGTH_BYTES as u64 + 1).read_to_end(&mut start)?;
    let is_text = |bytes: &[u8]| bytes.iter().all(|byte| *byte >= b' ' || byte.is_ascii_whitespace());
    let most = MOST_BYTES as u64 + 1;
    match start.split_first_chunk::<LENGTH_BYTES>() {
        // A length of text would be beyond all that is read, so that one is never taken for the other.
        Some((length, b"{")) if !is_text(length) => {
            let length = u64::from_le_bytes(*length);
            let mut header = vec![b'{'];
            from.take(length.min(most).saturating_sub(1)).read_to_end(&mut header)?;
            Ok(header)
        }
        _ => {
            from.take(most).read_to_end(&mut start)?;
            Ok(start)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_weights_the_header_is_read_and_of_a_text_all() {
        let header = br#"{"w":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}   "#;
        let file = [&(header.len() as u64).to_le_bytes()[..], header, &[0, 1, 2, 255]].concat();
        assert_eq!(read(&file[..]).unwrap(), header);
        for text in [&b"{\"model_type\": \"gpt2\"}"[..], b"\n\n\n\n\n\n\n\n{}", b"gpt2", b""] {
            assert_eq!(read(text).unwrap(), text);
        }
    }
}
