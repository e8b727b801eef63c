//! Capacities of drives that one can buy.

use crate::units::Bytes;

/// Bytes of a TB, as drives are labeled.
const TB: u64 = 1_000_000_000_000;

/// Capacities in TB on price lists of 2026-08: flash up to 8, hard disks and data-center flash above.
pub const CAPACITIES_TB: [u64; 7] = [1, 2, 4, 8, 16, 24, 32];
/// Room that a data set's drive wants beside it: checkpoints, logs, the file system.
pub const ROOM: f64 = 0.1;

/// The smallest capacity that holds a data set with some room; beyond the largest drive, a whole multiple of it.
#[must_use]
pub fn smallest_for(data_set: Bytes) -> Bytes {
    let need = data_set.scaled(1.0 + ROOM);
    let largest = Bytes(CAPACITIES_TB[CAPACITIES_TB.len() - 1] * TB);
    CAPACITIES_TB
        .into_iter()
        .map(|tb| Bytes(tb * TB))
        .find(|drive| *drive >= need)
        .unwrap_or_else(|| need.rounded_up_to(largest.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_data_set_takes_the_next_drive_with_room() {
        for (data_set, drive) in [(Bytes(1), 1), (Bytes(TB), 2), (Bytes(3 * TB), 4), (Bytes(31 * TB), 64), (Bytes(40 * TB), 64)] {
            assert_eq!(smallest_for(data_set), Bytes(drive * TB), "{data_set:?}");
        }
    }
}
