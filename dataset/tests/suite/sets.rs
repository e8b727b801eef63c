//! Sets of many kinds, and the fields of a plan that follow from each.

use dataset::facts::{Item, Note, TextUnit};
use dataset::file::Format;
use dataset::rows::Reader;
use dataset::script::Script;
use dataset::shapes::Pixels;
use dataset::{DataSet, Entry, Holdings, words};
use wire::Locale;
use wire::v1::choices::DataKind;
use wire::v1::scenario::ImageSize;

fn of(files: &[(&str, u64)]) -> Holdings {
    let mut holdings = Holdings::default();
    for (path, bytes) in files {
        holdings.add(Entry { path, bytes: *bytes, pixels: None });
    }
    holdings
}

fn pictures(sizes: &[(u32, u32)]) -> DataSet {
    let mut holdings = Holdings::default();
    for (place, (width, height)) in sizes.iter().enumerate() {
        let pixels = Some(Pixels { width: *width, height: *height });
        holdings.add(Entry { path: &format!("{place}.png"), bytes: 1000, pixels });
    }
    holdings.decide()
}

#[test]
fn a_size_that_all_pictures_have_is_the_plans() {
    let set = pictures(&[(640, 480); 5]);
    assert_eq!(set.data.image_size, Some(ImageSize { height: 480, width: 640 }));
    assert_eq!(set.missing, []);
    let set = pictures(&[(640, 480), (640, 480), (480, 640)]);
    assert_eq!(set.data.image_size, None);
    assert!(matches!(set.notes[0], Note::PicturesDiffer(summary) if summary.others == 1 && summary.looked_at == 3), "{set:?}");
    let set = pictures(&[(4000, 3000); 3]);
    assert_eq!((set.data.image_size, &set.notes[0]), (None, &Note::PicturesLarge(Pixels { width: 4000, height: 3000 })));
    let set = pictures(&[(28, 28); 3]);
    assert_eq!((set.data.image_size, &set.notes[0]), (None, &Note::PicturesSmall(Pixels { width: 28, height: 28 })));
    assert_eq!(set.missing, [Item::Image]);
}

#[test]
fn what_is_beside_the_samples_is_no_sample() {
    // Masks beside pictures, and a list of what they show.
    let set = of(&[
        ("JPEGImages/1.jpg", 1000),
        ("JPEGImages/2.jpg", 1000),
        ("SegmentationClass/1.png", 100),
        ("Annotations/1.xml", 50),
        ("README.md", 5000),
    ])
    .decide();
    assert_eq!((set.data.samples, set.data.bytes_on_disk, set.files), (Some(2), Some(2100), 5));
    assert!(set.notes.contains(&Note::LabelsNotCounted(1)), "{set:?}");
    // Labels of a detector.
    let set = of(&[("images/train/1.jpg", 9000), ("labels/train/1.txt", 100), ("images/val/2.jpg", 9000)]).decide();
    assert_eq!((set.data.kind, set.data.samples, set.data.bytes_on_disk), (Some(DataKind::Images), Some(1), Some(9000)));
    assert!(set.notes.contains(&Note::SplitTaken(dataset::facts::PartFacts::clone(&set.parts[0]).split)));
    // Both in good part.
    let set = of(&[("1.jpg", 1000), ("a.txt", 1500)]).decide();
    assert!(set.notes.contains(&Note::Mixed { takes_pictures: true, left_out: 1500 }), "{set:?}");
    // A figure beside texts.
    let set = of(&[("figure.png", 1000), ("a.txt", 6000)]).decide();
    assert_eq!((set.data.kind, set.data.samples), (Some(DataKind::Text), Some(1)));
    // Clips are sound whatever table says what is said in them; film is said, and nothing is made of it.
    let set = of(&[("clips/1.flac", 9000), ("clips/2.mp3", 3000), ("metadata.csv", 500), ("3.mp4", 90_000)]).decide();
    assert_eq!((set.data.kind, set.data.samples, set.data.bytes_on_disk), (Some(DataKind::Audio), Some(2), Some(12_000)));
    assert!(set.missing.is_empty() && set.notes.contains(&Note::Unmodeled(1)), "{set:?}");
    let set = of(&[("train/1.wav", 9000), ("test/2.wav", 3000)]).decide();
    assert_eq!((set.data.samples, set.parts.len()), (Some(1), 2));
    // Beside pictures it is left out, and that is said.
    let set = of(&[("1.jpg", 9000), ("1.wav", 1000)]).decide();
    assert_eq!((set.data.kind, set.data.samples), (Some(DataKind::Images), Some(1)));
    assert!(set.notes.contains(&Note::Unmodeled(1)), "{set:?}");
    let set = of(&[("1.mp4", 1000)]).decide();
    assert_eq!((set.data.kind, set.data.samples), (None, None));
    let set = Holdings::default().decide();
    assert_eq!((set.files, set.missing), (0, vec![Item::Samples, Item::Kind]));
}

#[test]
fn a_file_that_is_called_train_is_no_part_by_itself() {
    let set = of(&[("src/train.py", 1000), ("src/model.py", 9000), ("tests/test_model.py", 500)]).decide();
    assert_eq!((set.data.samples, set.data.bytes_on_disk), (Some(3), Some(10_500)));
    assert!(!set.notes.iter().any(|note| matches!(note, Note::SplitTaken(_))), "{set:?}");
    let set = of(&[("train.txt", 4000), ("extra.txt", 1000), ("test.txt", 500)]).decide();
    assert_eq!((set.data.samples, set.data.bytes_on_disk), (Some(1), Some(4000)));
}

/// A file of rows with the text of each.
fn rows(path: &str, text: &str, holdings: &mut Holdings) {
    let mut reader = Reader::new(Format::of(path)).unwrap();
    reader.feed(text.as_bytes());
    holdings.add(Entry { path, bytes: text.len() as u64, pixels: None });
    holdings.add_rows(path, text.len() as u64, &reader.finish().unwrap());
}

#[test]
fn rows_are_texts_of_so_many_tokens() {
    let mut holdings = Holdings::default();
    let line = |length: usize| format!("{{\"text\": \"{}\"}}\n", "word ".repeat(length / 5));
    rows("train.jsonl", &(0..100).map(|row| line(if row < 95 { 400 } else { 4000 })).collect::<String>(), &mut holdings);
    rows("test.jsonl", &line(100_000), &mut holdings);
    let set = holdings.decide();
    let texts = set.texts.unwrap();
    assert_eq!((set.data.kind, set.data.samples, texts.unit), (Some(DataKind::Text), Some(100), TextUnit::Row));
    assert_eq!((texts.bytes.median, texts.bytes.high, texts.rule.script), (400, 400, Script::Latin));
    assert_eq!(set.data.sequence_length, Some(128), "100 tokens, rounded up to a multiple of 64");
    assert_eq!(set.parts.len(), 2);
    assert!(set.missing.is_empty(), "{set:?}");
}

#[test]
fn chinese_rows_are_seen_by_their_bytes() {
    let mut holdings = Holdings::default();
    let row = format!("{{\"instruction\": \"{}\"}}\n", "训练模型需要显存".repeat(20));
    rows("data.jsonl", &row.repeat(50), &mut holdings);
    let texts = holdings.decide().texts.unwrap();
    assert_eq!((texts.rule.script, texts.bytes.median), (Script::Chinese, 480));
    assert_eq!((texts.rule.tokens(480), texts.rule.range(480)), (120, (96, 240)));
}

#[test]
fn rows_that_were_not_counted_are_concluded_or_left_open() {
    let mut holdings = Holdings::default();
    rows("a.jsonl", &"{\"text\": \"abcd\"}\n".repeat(100), &mut holdings);
    holdings.add(Entry { path: "b.jsonl", bytes: 3 * 17 * 100, pixels: None });
    let set = holdings.decide();
    assert_eq!(set.data.samples, Some(400));
    assert!(set.notes.contains(&Note::RowsConcluded(25)), "{set:?}");
    let set = of(&[("a.jsonl", 1000), ("b.csv", 10)]).decide();
    assert_eq!((set.data.samples, set.data.bytes_on_disk), (None, Some(1010)));
    assert!(set.notes.contains(&Note::RowsUnseen(2)) && set.missing == [Item::Samples, Item::Sequence], "{set:?}");
}

#[test]
fn long_texts_are_cut_into_windows() {
    let set = of(&[("a.txt", 4_000_000), ("b.txt", 4_000_000), ("c.md", 4_000_000)]).decide();
    assert_eq!((set.data.sequence_length, set.data.samples), (Some(2048), Some(1465)));
    assert!(set.notes.iter().any(|note| matches!(note, Note::TextsCut { .. })), "{set:?}");
    // Most are short and some are books: padding all to the longest would be mostly padding.
    let few: Vec<(String, u64)> =
        (0..20).map(|place| (format!("{place}.txt"), if place < 17 { 2000 } else { 400_000 })).collect();
    let few: Vec<(&str, u64)> = few.iter().map(|(name, bytes)| (name.as_str(), *bytes)).collect();
    assert_eq!(of(&few).decide().data.sequence_length, Some(2048));
    let code = of(&[("a.py", 3300), ("b.rs", 3300), ("c.txt", 10)]).decide();
    assert_eq!(code.texts.unwrap().rule.script, Script::Code);
    assert_eq!((code.data.samples, code.data.sequence_length), (Some(3), Some(1024)));
}

#[test]
fn limits_and_what_could_not_be_read_are_said() {
    let mut holdings = of(&[("1.jpg", 10)]);
    holdings.add_link();
    holdings.add_unreadable("a\nb\u{202e}<i>", "permission denied");
    holdings.stop(1);
    let set = holdings.decide();
    assert_eq!(set.unreadable, ["a b<i>: permission denied"]);
    for note in [Note::LinksLeft(1), Note::Unreadable(1), Note::LimitReached(1)] {
        assert!(set.notes.contains(&note), "{note:?}");
    }
}

/// One of a thing is not several.
#[test]
fn a_single_file_is_told_as_one() {
    for (notes, said) in [
        ([1, 2].map(Note::RowsUnseen), ["The rows of 1 file were", "The rows of 2 files were"]),
        ([1, 2].map(Note::Unreadable), ["1 entry could", "2 entries could"]),
        ([1, 2].map(Note::Unmodeled), ["1 file is sound", "2 files are sound"]),
        ([1, 2].map(Note::LabelsNotCounted), ["1 image is", "2 images are"]),
        (
            [1, 2].map(|files| Note::BytesOnly { formats: vec![Format::Parquet], files, bytes: 5 }),
            ["1 file is counted", "2 files are counted"],
        ),
    ] {
        for (note, said) in notes.iter().zip(said) {
            let text = words::note(note, Locale::En);
            assert!(text.contains(said), "{text}");
        }
    }
}
