//! Any text has an answer, in time that grows with its length and no faster.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::time::Instant;

use dataset::rows::Reader;
use dataset::words;
use proptest::prelude::*;
use wire::Locale;

/// Lines of all listings, to be cut and mixed.
fn lines() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/listings");
    let texts = fs::read_dir(folder).unwrap().map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap());
    let mut lines: Vec<String> = texts.flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>()).collect();
    lines.sort();
    lines
}

/// Reads a listing and says all that there is to say of it.
fn answer(text: &str) -> dataset::DataSet {
    let set = dataset::read(text).decide();
    for locale in Locale::ALL {
        assert!(set.notes.iter().all(|note| !words::note(note, locale).is_empty()));
    }
    let (lines, not_understood) = set.lines.unwrap();
    assert!(not_understood <= lines && set.files <= lines);
    let limits = &set.data;
    assert!(limits.samples.is_none_or(|samples| scenario::limits::SAMPLES.contains(samples)));
    assert!(limits.bytes_on_disk.is_none_or(|bytes| scenario::limits::BYTES_ON_DISK.contains(bytes)));
    assert!(limits.sequence_length.is_none_or(|length| scenario::limits::SEQUENCE_LENGTH.contains(length)));
    set
}

proptest! {
    #[test]
    fn any_text_has_an_answer(text in any::<String>()) {
        answer(&text);
    }

    /// Known lines in any order, each cut anywhere and continued with anything.
    #[test]
    fn any_mixture_of_listings_has_an_answer(cuts in proptest::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), "[\\PC]{0,12}"), 0..60)) {
        let lines = lines();
        let mixed: Vec<String> = cuts.iter().map(|(line, cut, rest)| {
            let line: Vec<char> = line.get(&lines).chars().collect();
            let end = cut.index(line.len() + 1);
            format!("{}{rest}", line[..end].iter().collect::<String>())
        }).collect();
        answer(&mixed.join("\n"));
    }

    /// Rows of any bytes, cut anywhere, are counted alike.
    #[test]
    fn any_bytes_have_rows(bytes in proptest::collection::vec(prop_oneof![Just(b'"'), Just(b'\n'), Just(b','), Just(b'{'), Just(b']'), Just(b'\\'), Just(b'u'), any::<u8>()], 0..200), size in 1_usize..20) {
        for format in [dataset::file::Format::Jsonl, dataset::file::Format::Json, dataset::file::Format::Csv, dataset::file::Format::Tsv] {
            let read = |size: usize| {
                let mut reader = Reader::new(format).unwrap();
                bytes.chunks(size).for_each(|chunk| reader.feed(chunk));
                reader.finish().map(|rows| rows.lengths)
            };
            prop_assert_eq!(read(size), read(usize::MAX));
        }
    }
}

/// Names that are markup, commands, directions or other lines' beginnings.
#[test]
fn names_are_names() {
    for name in [
        "<script>alert(1)</script>.jpg",
        "a\u{202e}gpj.exe.jpg",
        "$(rm -rf).jpg",
        "5 evil.jpg",
        "-rw-r--r-- 1 a b 7 Jan 15 10:31 x.jpg",
        "a  b   c.jpg",
        "训练/猫 \u{200f}.jpg",
    ] {
        let set = answer(&format!("123 ./{name}\n"));
        assert_eq!((set.files, set.bytes, set.data.samples), (1, 123, Some(1)), "{name}");
    }
    // `find` prints a line feed in a name as it is: the rest is a line of its own, and no file where it has no size.
    let set = answer("123 ./a\nb.jpg\n124 ./c.jpg\n");
    assert_eq!((set.data.samples, set.lines), (Some(1), Some((3, 1))));
}

/// Texts that make each form do the most, at a size and at four times it.
#[test]
fn time_grows_with_the_length_and_no_faster() {
    for line in [
        "123456 ./train/class 9999/9999.jpg",
        "-rw-r--r-- 1 user group 123456 Jan 15 10:31 9999.jpg",
        "-rw-r--r-- 1 2 3 4 5 6 7 8 9 10",
        "2024/01/15  10:31           123,456 9999.jpg",
        "4096\t./9999",
        "./folder 9999:",
        " X:\\X:\\X:\\X:\\X:\\X:\\X:\\X:\\X:\\X:\\X:\\X:\\9999",
        "::::::::::::::::::::::::::::::::",
        "-----",
    ] {
        let time = |bytes: usize| {
            let mut text = String::new();
            let mut count = 0;
            while text.len() < bytes {
                count += 1;
                text.push_str(&line.replace("9999", &count.to_string()));
                text.push('\n');
            }
            let begin = Instant::now();
            answer(&text);
            begin.elapsed().as_secs_f64()
        };
        time(1 << 18);
        let (quarter, whole) = (time(1 << 18), time(1 << 20));
        // Four times and a margin for a busy machine; a square would be sixteen times.
        assert!(whole < 10.0 * quarter + 0.3, "{line}: {quarter} s, {whole} s");
    }
}

/// A million files: the answer is that of a thousand, and the memory too.
#[test]
fn a_million_lines_are_read() {
    let mut listing = dataset::Listing::default();
    let mut line = String::new();
    for place in 0..1_000_000_u32 {
        line.clear();
        let _ = write!(line, "{} ./train/n{:04}/{place:08}.jpg", 100_000 + place % 1000, place % 1000);
        listing.add(&line);
    }
    let set = listing.finish().decide();
    assert_eq!((set.data.samples, set.files), (Some(1_000_000), 1_000_000));
    let spread = set.file_bytes.unwrap();
    assert!((100_400..=100_500).contains(&spread.median) && (100_900..=100_950).contains(&spread.high), "{spread:?}");
    assert!(set.notes.contains(&dataset::facts::Note::ClassesPossible(1000)));
}
