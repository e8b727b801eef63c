//! How many there are and how large, in memory that does not grow with what is counted.

use std::collections::BTreeMap;

/// Significant bits that a size keeps: a median is then at most a thousandth too low, and there are some 50,000 sizes at most.
const SIGNIFICANT_BITS: u32 = 11;

/// Sizes of many things, whatever order they come in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sizes {
    counts: BTreeMap<u64, u64>,
    count: u64,
    total: u64,
    largest: u64,
    smallest: u64,
}

/// How sizes spread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spread {
    /// Half of all are no larger.
    pub median: u64,
    /// 95 of 100 are no larger.
    pub high: u64,
    /// The smallest.
    pub smallest: u64,
    /// The largest.
    pub largest: u64,
}

impl Sizes {
    /// Adds one.
    pub fn add(&mut self, size: u64) {
        self.smallest = if self.count == 0 { size } else { self.smallest.min(size) };
        self.largest = self.largest.max(size);
        self.count += 1;
        self.total = self.total.saturating_add(size);
        *self.counts.entry(rounded(size)).or_default() += 1;
    }

    /// Adds all of others.
    pub fn merge(&mut self, other: &Self) {
        if other.count == 0 {
            return;
        }
        self.smallest = if self.count == 0 { other.smallest } else { self.smallest.min(other.smallest) };
        self.largest = self.largest.max(other.largest);
        self.count += other.count;
        self.total = self.total.saturating_add(other.total);
        for (size, count) in &other.counts {
            *self.counts.entry(*size).or_default() += count;
        }
    }

    /// How many there are.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// Their sum.
    #[must_use]
    pub const fn total(&self) -> u64 {
        self.total
    }

    /// How they spread; none where there are none.
    #[must_use]
    pub fn spread(&self) -> Option<Spread> {
        let Self { smallest, largest, .. } = *self;
        let at = |percent: u64| self.at(percent).clamp(smallest, largest);
        (self.count > 0).then(|| Spread { median: at(50), high: at(95), smallest, largest })
    }

    /// The least size that so many of a hundred do not exceed.
    fn at(&self, percent: u64) -> u64 {
        let rank = (u128::from(self.count) * u128::from(percent)).div_ceil(100);
        let mut seen = 0;
        for (size, count) in &self.counts {
            seen += u128::from(*count);
            if seen >= rank {
                return *size;
            }
        }
        self.largest
    }
}

/// A size without the bits that do not matter.
const fn rounded(size: u64) -> u64 {
    let bits = u64::BITS - size.leading_zeros();
    let dropped = bits.saturating_sub(SIGNIFICANT_BITS);
    size >> dropped << dropped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(sizes: impl IntoIterator<Item = u64>) -> Sizes {
        let mut all = Sizes::default();
        sizes.into_iter().for_each(|size| all.add(size));
        all
    }

    #[test]
    fn small_sizes_are_exact_and_large_ones_nearly() {
        let spread = of(1..=100).spread().unwrap();
        assert_eq!((spread.median, spread.high, spread.smallest, spread.largest), (50, 95, 1, 100));
        let exact = 123_456_789_u64;
        let spread = of([exact / 2, exact, exact * 2]).spread().unwrap();
        assert!(spread.median <= exact && exact - spread.median < exact / 1000, "{spread:?}");
        assert_eq!(of([7]).spread(), Some(Spread { median: 7, high: 7, smallest: 7, largest: 7 }));
        assert_eq!(of([u64::MAX, u64::MAX]).total(), u64::MAX);
        assert_eq!(Sizes::default().spread(), None);
    }

    #[test]
    fn the_order_and_the_parts_do_not_matter() {
        let sizes: Vec<u64> = (0..5000).map(|step| step * step * 7919 % 1_000_003).collect();
        let (mut one, other) = (of(sizes[..1234].iter().copied()), of(sizes[1234..].iter().copied()));
        one.merge(&other);
        assert_eq!(one, of(sizes.into_iter().rev()));
    }
}
