//! Capacities of host memory that one can buy.

use crate::hardware::{Cpu, Gpu};
use crate::units::{Bytes, GIB};

/// Capacities in GiB that memory kits add up to, ascending: two and four unbuffered modules up to 256, eight to sixteen
/// registered ones above.
///
/// 8 and 24 GiB are absent on purpose: no current kit of that size is on the market's price lists (2026-08).
pub const CAPACITIES_GIB: [u64; 14] = [16, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048];

/// Share of the installed memory that firmware, the kernel's own tables and integrated graphics keep from programs.
pub const HELD_BACK: f64 = 0.03;

/// What programs can use of installed memory.
#[must_use]
pub fn usable(installed: Bytes) -> Bytes {
    installed.scaled(1.0 - HELD_BACK)
}

/// The smallest kit whose usable memory holds `need`; beyond the largest kit, the next whole multiple of it.
#[must_use]
pub fn smallest_for(need: Bytes) -> Bytes {
    let largest = Bytes::from_gib(CAPACITIES_GIB[CAPACITIES_GIB.len() - 1]);
    CAPACITIES_GIB
        .into_iter()
        .map(Bytes::from_gib)
        .find(|kit| usable(*kit) >= need)
        .unwrap_or_else(|| need.scaled(1.0 / (1.0 - HELD_BACK)).rounded_up_to(largest.0))
}

/// What is bought for a processor where so much is wanted: the next capacity that its own kits add up to, or the most that it
/// takes. A server's processor takes several modules, so that its machines begin higher than a desktop's.
#[must_use]
pub fn size_to_buy(cpu: &Cpu, wanted: Bytes) -> Bytes {
    let kits = || cpu.kits_gib.iter().map(|gib| Bytes::from_gib(*gib));
    kits().find(|kit| *kit >= wanted).or_else(|| kits().next_back()).unwrap_or(wanted)
}

/// What is bought where a model runs and the host needs so much: at least as much as one device has, for weights pass through it (RAM to
/// match the largest card's memory is the figure of Tim Dettmers, A Full Hardware Guide to Deep Learning).
#[must_use]
pub fn beside(cpu: &Cpu, gpu: &Gpu, need: Bytes) -> Bytes {
    size_to_buy(cpu, smallest_for(need).max(gpu.memory))
}

/// The memory beside a device that holds `need`: a kit, or the pool that the device shares, of which there is one size.
#[must_use]
pub fn holding(gpu: &Gpu, need: Bytes) -> Bytes {
    gpu.pool.unwrap_or_else(|| smallest_for(need))
}

/// The smallest kit of at least this nominal size, as practitioners' rules round their sums.
#[must_use]
pub fn rounded_up_gib(gib: f64) -> u64 {
    CAPACITIES_GIB
        .into_iter()
        .find(|kit| *kit as f64 >= gib)
        .unwrap_or_else(|| Bytes((gib * GIB as f64) as u64).rounded_up_to(2048 * GIB).0 / GIB)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_need_equal_to_the_label_takes_the_next_kit() {
        assert_eq!(smallest_for(Bytes::from_gib(31)), Bytes::from_gib(32));
        assert_eq!(smallest_for(Bytes::from_gib(32)), Bytes::from_gib(48));
    }

    #[test]
    fn nothing_needs_the_smallest_and_too_much_a_multiple_of_the_largest() {
        assert_eq!(smallest_for(Bytes::ZERO), Bytes::from_gib(16));
        assert_eq!(smallest_for(Bytes::from_gib(2100)), Bytes::from_gib(4096));
    }
}
