//! Widths and heights of pictures: of all where there are few, else of a sample that the order of the files does not change.

use std::collections::BTreeMap;

/// Most pictures whose sizes are kept: the share of an uncommon size is then known to a hundredth.
const MOST_KEPT: usize = 8192;

/// Width and height in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pixels {
    /// From left to right.
    pub width: u32,
    /// From top to bottom.
    pub height: u32,
}

impl Pixels {
    /// How many pixels it has.
    #[must_use]
    pub const fn area(self) -> u64 {
        self.width as u64 * self.height as u64
    }
}

/// Sizes of pictures.
///
/// A picture is kept by a hash of its path, and fewer hashes are kept as more pictures come, so that any set gives an even
/// sample, whatever order it is walked in.
#[derive(Debug, Clone, Default)]
pub struct Shapes {
    kept: BTreeMap<u64, Pixels>,
    /// Hashes with so many zeros in front are kept.
    zeros: u32,
}

/// What the sizes of pictures say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Summary {
    /// Pictures that were looked at.
    pub looked_at: u64,
    /// The size in the middle, by pixels.
    pub median: Pixels,
    /// The size with the fewest pixels.
    pub smallest: Pixels,
    /// The size with the most pixels.
    pub largest: Pixels,
    /// The most common size.
    pub most_common: Pixels,
    /// Pictures of another size than the most common one.
    pub others: u64,
}

impl Shapes {
    /// Whether the picture at a path belongs to the sample; its header need not be read where it does not.
    #[must_use]
    pub fn wants(&self, path: &str) -> bool {
        hash(path).leading_zeros() >= self.zeros
    }

    /// Adds the size of the picture at a path.
    pub fn add(&mut self, path: &str, pixels: Pixels) {
        let hash = hash(path);
        if hash.leading_zeros() < self.zeros || pixels.width == 0 || pixels.height == 0 {
            return;
        }
        self.kept.insert(hash, pixels);
        self.thin();
    }

    /// Adds all of others.
    pub fn merge(&mut self, others: &Self) {
        self.zeros = self.zeros.max(others.zeros);
        self.kept.extend(&others.kept);
        let zeros = self.zeros;
        self.kept.retain(|hash, _| hash.leading_zeros() >= zeros);
        self.thin();
    }

    fn thin(&mut self) {
        while self.kept.len() > MOST_KEPT {
            self.zeros += 1;
            let zeros = self.zeros;
            self.kept.retain(|hash, _| hash.leading_zeros() >= zeros);
        }
    }

    /// What they say; none where none was looked at.
    #[must_use]
    pub fn summary(&self) -> Option<Summary> {
        let mut sizes: Vec<Pixels> = self.kept.values().copied().collect();
        sizes.sort_by_key(|pixels| (pixels.area(), *pixels));
        let (smallest, largest) = (*sizes.first()?, *sizes.last()?);
        let looked_at = sizes.len() as u64;
        let mut counts: BTreeMap<Pixels, u64> = BTreeMap::new();
        for pixels in &sizes {
            *counts.entry(*pixels).or_default() += 1;
        }
        let (most_common, count) = counts.into_iter().max_by_key(|(pixels, count)| (*count, pixels.area(), *pixels))?;
        let median = sizes[(sizes.len() - 1) / 2];
        Some(Summary { looked_at, median, smallest, largest, most_common, others: looked_at - count })
    }
}

/// FNV-1a, and a last step that lets every byte change the leading bits.
fn hash(path: &str) -> u64 {
    let hash =
        path.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    let hash = (hash ^ hash >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (hash ^ hash >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) ^ hash >> 32
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn pixels(width: u32, height: u32) -> Pixels {
        Pixels { width, height }
    }

    #[test]
    fn sizes_of_few_pictures_are_all_kept() {
        let mut shapes = Shapes::default();
        for (place, size) in
            [pixels(500, 375), pixels(500, 375), pixels(375, 500), pixels(32, 32), pixels(4000, 3000)].iter().enumerate()
        {
            shapes.add(&format!("{place}.jpg"), *size);
        }
        shapes.add("broken.jpg", pixels(0, 7));
        let summary = shapes.summary().unwrap();
        assert_eq!((summary.looked_at, summary.others, summary.most_common), (5, 3, pixels(500, 375)));
        assert_eq!((summary.smallest, summary.largest), (pixels(32, 32), pixels(4000, 3000)));
        assert_eq!(summary.median.area(), 500 * 375);
        assert_eq!(Shapes::default().summary(), None);
    }

    /// A tenth of the pictures, which come last, is a tenth of the sample.
    #[test]
    fn a_sample_is_even_and_bounded() {
        let mut shapes = Shapes::default();
        for place in 0..100_000_u32 {
            let path = format!("./train/{:03}/{place:08}.jpg", place / 1000);
            if shapes.wants(&path) {
                shapes.add(&path, if place < 90_000 { pixels(500, 375) } else { pixels(64, 64) });
            }
        }
        let summary = shapes.summary().unwrap();
        assert!(summary.looked_at > 4000 && summary.looked_at <= 8192, "{summary:?}");
        let share = summary.others as f64 / summary.looked_at as f64;
        assert!((share - 0.1).abs() < 0.02, "{share}");
    }
}
