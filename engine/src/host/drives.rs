//! What a data set wants of the drives that hold it.

use crate::units::{Bytes, Seconds};
/// Latency of one such access for a reader that waits for it, on flash.
pub const ACCESS_LATENCY: Seconds = Seconds::new(100e-6);

/// Room that a data set's drive wants beside it: checkpoints, logs, the file system.
pub const ROOM: f64 = 0.1;

/// The least capacity, of one drive or of several together, that holds a data set with some room.
#[must_use]
pub fn least_for(data_set: Bytes) -> Bytes {
    data_set.scaled(1.0 + ROOM)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_data_set_wants_a_tenth_of_room() {
        assert_eq!(least_for(Bytes(10_000_000_000_000)), Bytes(11_000_000_000_000));
    }
}
