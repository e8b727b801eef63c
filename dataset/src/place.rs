//! What the folders of a file say of it.

/// The part of a data set that a file belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Split {
    /// What is trained on.
    Train,
    /// What is looked at while training.
    Validation,
    /// What is looked at afterwards.
    Test,
    /// No folder and no name says.
    Unsaid,
}

impl Split {
    /// The word on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Train => "train",
            Self::Validation => "validation",
            Self::Test => "test",
            Self::Unsaid => "unsaid",
        }
    }

    /// By the whole name of a folder.
    fn named(word: &str) -> Option<Self> {
        let word = word.trim_end_matches(|letter: char| letter.is_ascii_digit());
        WORDS.iter().find(|(known, _)| known.iter().any(|known| known.eq_ignore_ascii_case(word))).map(|(_, split)| *split)
    }

    /// By the first or the last word of a name: `train-00000-of-00011`, `wiki.train`.
    fn hinted(name: &str) -> Option<Self> {
        let mut words = name.split(['-', '_', '.', ' ']);
        let first = words.next().and_then(Self::named);
        first.or_else(|| words.next_back().and_then(Self::named))
    }
}

const WORDS: [(&[&str], Split); 3] = [
    (&["train", "training", "trn"], Split::Train),
    (&["val", "valid", "validation", "dev"], Split::Validation),
    (&["test", "testing", "tst", "eval", "evaluation"], Split::Test),
];

/// Folders whose pictures are answers, not questions.
const LABELS: [&str; 13] = [
    "mask",
    "masks",
    "label",
    "labels",
    "annotation",
    "annotations",
    "gt",
    "gtfine",
    "groundtruth",
    "ground_truth",
    "segmentationclass",
    "segmentationclassaug",
    "segmentationobject",
];

/// Folders in their order, whichever way they are parted.
fn parts(folder: &str) -> impl DoubleEndedIterator<Item = &str> {
    folder.split(['/', '\\']).filter(|part| !part.is_empty() && *part != ".")
}

/// The part of the set, by folders, and where `by_name` is set by the file's own name too.
///
/// A folder of just this name says more than one that only begins so, as a class may be called "test tube"; of equals the
/// innermost one counts, since those outside may be anybody's.
#[must_use]
pub fn split_of(folder: &str, name: &str, by_name: bool) -> Split {
    let whole = parts(folder).rev().find_map(Split::named);
    let stem = || name.split_once('.').map_or(name, |(stem, _)| stem);
    let named = || by_name.then(|| Split::hinted(stem()).or_else(|| Split::hinted(name.rsplit_once('.')?.0))).flatten();
    whole.or_else(named).or_else(|| parts(folder).rev().find_map(Split::hinted)).unwrap_or(Split::Unsaid)
}

/// Whether the pictures below are answers, such as masks.
#[must_use]
pub fn is_label(folder: &str) -> bool {
    parts(folder).any(|part| LABELS.iter().any(|label| label.eq_ignore_ascii_case(part)))
}

/// The innermost folder; none at the top.
#[must_use]
pub fn innermost(folder: &str) -> Option<&str> {
    parts(folder).next_back()
}

/// Folders and name of a path.
#[must_use]
pub fn parted(path: &str) -> (&str, &str) {
    // A name may hold the other system's separator.
    let separator = if path.contains('/') { '/' } else { '\\' };
    path.rsplit_once(separator).unwrap_or(("", path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_and_names_say_the_part() {
        for (folder, name, by_name, expected) in [
            ("./train/cat", "1.jpg", false, Split::Train),
            ("D:\\data\\Train\\cat", "1.jpg", false, Split::Train),
            ("/home/me/test/imagenet/train/n01440764", "1.jpg", false, Split::Train),
            ("train/test tube", "1.jpg", false, Split::Train),
            ("images/val2017", "1.jpg", false, Split::Validation),
            ("test_images", "1.jpg", false, Split::Test),
            ("", "train-00000-of-00011.parquet", true, Split::Train),
            ("", "wiki.train.raw", true, Split::Train),
            ("", "wiki.valid.tokens", true, Split::Validation),
            ("", "test_001.jpg", false, Split::Unsaid),
            ("data", "all.jsonl", true, Split::Unsaid),
            ("trainer", "a.jpg", false, Split::Unsaid),
            ("/", "", true, Split::Unsaid),
        ] {
            assert_eq!(split_of(folder, name, by_name), expected, "{folder} {name}");
        }
    }

    #[test]
    fn masks_are_answers() {
        assert!(is_label("VOC2012/SegmentationClass") && is_label("a\\masks\\b"));
        assert!(!is_label("with_mask") && !is_label(""));
        assert_eq!((innermost("a/b/"), innermost("./")), (Some("b"), None));
        assert_eq!(parted("D:\\a\\b.jpg"), ("D:\\a", "b.jpg"));
        assert_eq!(parted("./a/b\\c.jpg"), ("./a", "b\\c.jpg"));
        assert_eq!(parted("b.jpg"), ("", "b.jpg"));
    }
}
