//! Listings as programs print them: the two folders that they are of, and what follows from each.
//!
//! Folder `a` has pictures in `train/{cat,dog}` and `val/{cat,dog}`, a name with a space and one in Chinese, and a note; `b` has Parquet
//! files, a README, an empty folder and a link.

use std::fs;
use std::path::Path;

use dataset::facts::Note;
use dataset::file::Format;
use dataset::{DataSet, words};
use wire::Locale;
use wire::v1::choices::DataKind;

fn listed(name: &str) -> DataSet {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/listings").join(name);
    dataset::read(&fs::read_to_string(path).unwrap()).decide()
}

/// Programs whose listings of both folders are there.
const PROGRAMS: [&str; 14] = [
    "find",
    "stat",
    "du",
    "ls",
    "ls-iso",
    "tar",
    "unzip",
    "unzip-verbose",
    "dir",
    "dir-zh",
    "children",
    "children-zh",
    "powershell",
    "aws",
];

#[test]
fn pictures_are_the_same_in_every_listing() {
    for program in PROGRAMS {
        let set = listed(&format!("{program}-a.txt"));
        let about = format!("{program}: {set:?}");
        assert_eq!((set.files, set.bytes), (6, 163_711), "{about}");
        assert_eq!(set.data.kind, Some(DataKind::Images), "{about}");
        assert_eq!((set.data.samples, set.data.bytes_on_disk), (Some(3), Some(160_368)), "{about}");
        assert_eq!(set.data.num_classes, Some(2), "{about}");
        let spread = set.file_bytes.unwrap();
        assert_eq!((spread.smallest, spread.largest), (2345, 123_456), "{about}");
        assert!(spread.median <= 34_567 && spread.median > 34_500, "{about}");
        let parts: Vec<_> = set.parts.iter().map(|part| (part.split.as_str(), part.samples, part.is_taken)).collect();
        assert_eq!(parts, [("train", Some(3), true), ("validation", Some(2), false)], "{about}");
        assert_eq!(set.lines.unwrap().1, 0, "every line is understood: {about}");
    }
}

#[test]
fn files_that_nobody_sees_into_are_counted_by_bytes() {
    for program in PROGRAMS {
        let set = listed(&format!("{program}-b.txt"));
        let about = format!("{program}: {set:?}");
        // `du` and ZIP have the link as a small file of its own.
        let link = match program {
            "du" | "unzip" | "unzip-verbose" => 33,
            _ => 0,
        };
        assert_eq!((set.files, set.bytes), (4 + link.min(1), 930_003 + link), "{about}");
        assert_eq!((set.data.kind, set.data.samples), (None, None), "{about}");
        assert_eq!(set.data.bytes_on_disk, Some(900_000), "{about}");
        assert!(
            set.notes.iter().any(|note| matches!(note, Note::BytesOnly { formats, .. } if *formats == [Format::Parquet])),
            "{about}"
        );
        assert_eq!(
            set.notes.contains(&Note::LinksLeft(1)),
            ["ls", "ls-iso", "tar", "dir", "dir-zh", "children", "children-zh"].contains(&program),
            "{about}"
        );
        assert_eq!(set.lines.unwrap().1, 0, "every line is understood: {about}");
    }
}

#[test]
fn sums_at_the_end_of_a_list_are_no_files() {
    let set = listed("gsutil-a.txt");
    assert_eq!((set.files, set.bytes, set.data.samples), (6, 163_711, Some(3)));
    assert_eq!(set.lines.unwrap(), (7, 1), "the sum of gsutil is left out");
}

#[test]
fn rounded_sizes_are_said_to_be_so() {
    for (name, bytes) in [("ls-human-a.txt", 163_711_u64), ("ls-human-b.txt", 930_003)] {
        let set = listed(name);
        assert!(set.notes.contains(&Note::SizesRounded), "{set:?}");
        assert!(set.bytes.abs_diff(bytes) * 50 < bytes, "{set:?}");
    }
    let set = dataset::read("2024-01-15 10:31:05    1.5 MiB a/b.jpg\n2024-01-15 10:31:05  512 Bytes a/c d.jpg\n").decide();
    assert_eq!((set.files, set.bytes, set.data.samples), (2, 3 * (1 << 19) + 512, Some(2)));
}

/// Single lines of programs and systems that differ from the ones above.
#[test]
fn lines_of_other_systems_are_known() {
    for (line, expected) in [
        // BSD's and macOS's ls and tar.
        ("-rw-r--r--@ 1 jane  staff  123456 Jan 15 10:31 a b.jpg", Some(123_456)),
        ("-rw-r--r--  0 jane   staff    123456 Jan 15  2024 train/a.jpg", Some(123_456)),
        ("-rw-r--r--  1 jane  staff  123456 11 23 14:45 a.jpg", Some(123_456)),
        ("-rw-r--r-- 1 root root 123456 12月 15 10:31 猫.jpg", Some(123_456)),
        ("-rw-r--r--. 1 DOM+jane DOM+domain users 123456 Jan 15 10:31 a.jpg", Some(123_456)),
        ("-rw-r--r-- 1 1000 1000 123456 Jan 15 10:31 a.jpg", Some(123_456)),
        ("-rw-r--r-- 1000/1000 123456 2024-01-15 10:31 a.jpg", Some(123_456)),
        ("-rw-r--r--   3 hdfs hadoop  123456 2024-01-15 10:31 /data/a.jpg", Some(123_456)),
        ("-rw-r--r-- 1 jane jane 123456 2024-01-15 10:31:05.123456789 +0800 a.jpg", Some(123_456)),
        ("-rw-r--r-- 1 jane jane 123456 Jan 15 10:31 'a b.jpg'", Some(123_456)),
        // Windows in other countries.
        ("15.01.2024  10:31           123.456 a.jpg", Some(123_456)),
        ("15/01/2024  10:31           123\u{a0}456 a.jpg", Some(123_456)),
        ("2024/01/15  上午 10:31           123,456 猫.jpg", Some(123_456)),
        ("2024/01/15 周一  10:31           123,456 猫.jpg", Some(123_456)),
        ("-a---          15.01.2024    10:31         123456 a.jpg", Some(123_456)),
        // What the page writes of a chosen folder.
        ("123456\t640x480\ttrain/a.jpg", Some(123_456)),
        ("123456\t\u{202e}gpj.a\u{202c}.jpg", Some(123_456)),
        ("1.5M\t./a.jpg", Some(1_572_864)),
        // No files.
        ("drwxr-xr-x 2 root root 4096 Jan 15 10:31 train", None),
        ("crw-rw-rw- 1 root root 1, 3 Jan 15 10:31 null", None),
        ("2024-01-15 10:31:05          0 train/", None),
        ("                           PRE train/", None),
        ("4096\t./empty", None),
        ("12345\ttotal", None),
        ("12 monkeys", None),
        ("99999999999999999999999999 ./a.jpg", None),
        ("-5 ./a.jpg", None),
    ] {
        let set = dataset::read(line).decide();
        assert_eq!((set.files, set.bytes), (u64::from(expected.is_some()), expected.unwrap_or(0)), "{line}");
        assert_eq!(set.data.samples, expected.map(|_| 1), "{line}");
    }
}

#[test]
fn a_folder_is_no_file_whichever_comes_first() {
    let sorted = "8192\t.\n4096\t./a\n5000\t./a/b\n100\t./a/b/1.jpg\n200\t./a/b/2.jpg\n";
    let backwards = sorted.lines().rev().collect::<Vec<_>>().join("\n");
    for listing in [sorted, &backwards] {
        let set = dataset::read(listing).decide();
        assert_eq!((set.files, set.bytes), (2, 300), "{listing}");
    }
}

/// A size that no file has is told and left out of the sum, which never was the largest number there is.
#[test]
fn sizes_beyond_any_disk_are_left_out_and_told() {
    let largest = u64::MAX;
    let set = dataset::read(&format!("{largest} ./a.jpg\n{largest} ./b.jpg\n123456 ./c.jpg\n")).decide();
    assert_eq!((set.files, set.bytes, set.data.samples), (1, 123_456, Some(1)));
    assert!(set.notes.contains(&Note::SizesImplausible(2)), "{:?}", set.notes);
    // Files of 64 TiB each, of which 8 PiB are 128.
    let many = (0..200).map(|place| format!("{} ./{place}.jpg\n", 1_u64 << 46)).collect::<Vec<_>>().concat();
    let set = dataset::read(&many).decide();
    assert_eq!((set.files, set.bytes), (127, 127 << 46));
    assert!(set.notes.contains(&Note::SizesImplausible(73)), "{:?}", set.notes);
    for locale in Locale::ALL {
        for count in [1, 73] {
            assert!(words::note(&Note::SizesImplausible(count), locale).contains("64 TiB"));
        }
    }
}
