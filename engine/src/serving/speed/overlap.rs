//! Two things that a kernel does at once.

/// Time of two that overlap, the more the longer one of them is: the cube root of the sum of their cubes.
///
/// A play of a queue takes some million of these. The root is that of 1 to 2, by a chord and two steps of Halley's method, each of which
/// has three times as many digits as the one before it: the last of a double, from sums, products and quotients alone.
pub(super) fn overlapped(one: f64, other: f64) -> f64 {
    let (longer, shorter) = if one > other { (one, other) } else { (other, one) };
    if longer <= 0.0 {
        return 0.0;
    }
    let share = shorter / longer;
    let sum = 1.0 + share * share * share;
    let nearer = |root: f64| {
        let cube = root * root * root;
        root * (cube + 2.0 * sum) / (2.0 * cube + sum)
    };
    longer * nearer(nearer(CHORD.mul_add(sum - 1.0, 1.0)))
}

/// What the cube root of 2 is more than that of 1.
const CHORD: f64 = 0.26;

#[cfg(test)]
mod tests {
    use super::overlapped;

    /// As exact as the library's root, over all shares and sizes.
    #[test]
    fn it_is_the_root_of_the_sum_of_cubes() {
        for size in [1e-9, 3.7e-5, 1.0, 8e3] {
            for step in 0..=1000 {
                let (one, other) = (size, size * f64::from(step) / 1000.0);
                let exact = libm::cbrt(one * one * one + other * other * other);
                for found in [overlapped(one, other), overlapped(other, one)] {
                    assert!((found / exact - 1.0).abs() < 1e-15, "{one} {other}: {found} {exact}");
                }
            }
        }
        assert_eq!((overlapped(0.0, 0.0), overlapped(2.0, 0.0)), (0.0, 2.0));
    }
}
