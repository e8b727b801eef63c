//! The folders that hold pictures, each of which may be a class.

use std::collections::BTreeMap;

use crate::place::Split;

/// Most names that are kept: ImageNet-21k has 21,841 classes. Beyond, nothing is said of classes.
const MOST_NAMES: usize = 30_000;
/// Folders that hold pictures of all classes.
const CONTAINERS: [&str; 11] =
    ["images", "image", "imgs", "img", "jpegimages", "pictures", "photos", "data", "raw", "rgb", "leftimg8bit"];

/// Names of folders that hold pictures, with how many each part of the set has there.
#[derive(Debug, Clone, Default)]
pub struct Folders {
    names: BTreeMap<String, [u64; 4]>,
    is_full: bool,
}

/// What the folders say of classes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Classes {
    /// Nothing.
    Unsaid,
    /// There are so many folders with pictures, and each may be a class.
    Possible(u64),
    /// The parts of the set have the same folders, as sets of classes do.
    Certain(u64),
}

impl Folders {
    /// Adds a picture in a folder.
    pub fn add(&mut self, folder: &str, split: Split) {
        if self.is_full {
            return;
        }
        if let Some(counts) = self.names.get_mut(folder) {
            counts[split as usize] += 1;
            return;
        }
        if self.names.len() == MOST_NAMES {
            self.is_full = true;
            self.names.clear();
            return;
        }
        let mut counts = [0; 4];
        counts[split as usize] = 1;
        self.names.insert(folder.to_owned(), counts);
    }

    /// What they say of the classes of a part of the set.
    pub fn classes(&self, taken: Split) -> Classes {
        let is_container = |name: &str| {
            CONTAINERS.iter().any(|container| container.eq_ignore_ascii_case(name))
                || crate::place::split_of(name, "", false) != Split::Unsaid
        };
        let classes = || self.names.iter().filter(|(name, _)| !is_container(name)).map(|(_, counts)| counts);
        let has = |counts: &[u64; 4], split: Split| counts[split as usize] > 0;
        let of_taken = classes().filter(|counts| has(counts, taken)).count() as u64;
        let elsewhere = |counts: &[u64; 4]| has(counts, Split::Validation) || has(counts, Split::Test);
        let shared = classes().filter(|counts| has(counts, taken) && elsewhere(counts)).count() as u64;
        let strange = classes().any(|counts| !has(counts, taken) && elsewhere(counts));
        if of_taken < 2 {
            Classes::Unsaid
        } else if taken == Split::Train && !strange && shared * 10 >= of_taken * 9 {
            Classes::Certain(of_taken)
        } else {
            Classes::Possible(of_taken)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_classes_where_the_parts_agree() {
        let of = |added: &[(&str, Split)], taken| {
            let mut folders = Folders::default();
            for (name, split) in added {
                folders.add(name, *split);
            }
            folders.classes(taken)
        };
        let (train, validation) = (Split::Train, Split::Validation);
        assert_eq!(of(&[("cat", train), ("dog", train), ("cat", validation), ("dog", validation)], train), Classes::Certain(2));
        assert_eq!(of(&[("cat", train), ("dog", train)], train), Classes::Possible(2));
        assert_eq!(of(&[("cat", train), ("dog", train), ("fox", validation)], train), Classes::Possible(2));
        assert_eq!(of(&[("2023", Split::Unsaid), ("2024", Split::Unsaid)], Split::Unsaid), Classes::Possible(2));
        assert_eq!(of(&[("images", train), ("val", validation)], train), Classes::Unsaid);
        let mut many = Folders::default();
        (0..40_000).for_each(|name| many.add(&name.to_string(), train));
        assert_eq!(many.classes(train), Classes::Unsaid);
    }
}
