//! Quantities with their unit in the type, so that a formula cannot mix bytes with rates or GiB with GB.
//!
//! Memory is exact and binary (`Bytes(u64)`); rates are decimal and finite by construction.

use std::iter::Sum;
use std::ops::{Add, AddAssign, Div, Mul, Sub};

/// Bytes in one KiB.
pub const KIB: u64 = 1 << 10;
/// Bytes in one MiB.
pub const MIB: u64 = 1 << 20;
/// Bytes in one GiB.
pub const GIB: u64 = 1 << 30;

/// Bytes in one GB, the decimal unit of drives and links.
pub const GB: f64 = 1e9;
/// Bytes in one TB.
pub const TB: f64 = 1e12;
/// Operations in one TFLOP, as data sheets count rates of arithmetic.
pub const TFLOP: f64 = 1e12;

/// Below this a float holds every whole number: 2^53.
pub const EXACT_INTEGERS: f64 = 9_007_199_254_740_992.0;

/// Seconds in a minute.
pub const SECONDS_PER_MINUTE: f64 = 60.0;
/// Seconds in an hour.
pub const SECONDS_PER_HOUR: f64 = 3600.0;
/// Seconds in a day.
pub const SECONDS_PER_DAY: f64 = 86_400.0;

/// An exact amount of memory or storage, in bytes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bytes(pub u64);

impl Bytes {
    /// No memory at all.
    pub const ZERO: Self = Self(0);

    /// A whole number of KiB (2^10 bytes), as drivers report caches.
    #[must_use]
    pub const fn from_kib(kib: u64) -> Self {
        Self(kib * 1024)
    }

    /// A whole number of MiB (2^20 bytes), as drivers report capacities.
    #[must_use]
    pub const fn from_mib(mib: u64) -> Self {
        Self(mib * MIB)
    }

    /// A whole number of GiB (2^30 bytes), as memory kits are sold.
    #[must_use]
    pub const fn from_gib(gib: u64) -> Self {
        Self(gib * GIB)
    }

    /// A share or a multiple of this amount, rounded to the nearest byte; `factor` must be finite and not negative.
    #[must_use]
    pub fn scaled(self, factor: f64) -> Self {
        let exact = self.as_f64() * factor;
        let whole = exact as u64;
        // What a float leaves after its whole part is exact, so that halves go up as in any rounding, for a third of the time.
        Self(if exact - whole as f64 >= 0.5 { whole.saturating_add(1) } else { whole })
    }

    /// This amount in GiB, for display and for ratios.
    #[must_use]
    pub fn as_gib(self) -> f64 {
        self.as_f64() / GIB as f64
    }

    /// This amount as a float, for rates; exact below 2^53 bytes (8 PiB).
    #[must_use]
    pub fn as_f64(self) -> f64 {
        self.0 as f64
    }

    /// The difference, or nothing where `other` is larger.
    #[must_use]
    pub fn saturating_sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }

    /// The smallest multiple of `unit` that holds this amount; `unit` must not be zero.
    #[must_use]
    pub const fn rounded_up_to(self, unit: u64) -> Self {
        Self(self.0.div_ceil(unit) * unit)
    }
}

impl Add for Bytes {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Bytes {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sub for Bytes {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Mul<u64> for Bytes {
    type Output = Self;
    fn mul(self, times: u64) -> Self {
        Self(self.0 * times)
    }
}

impl Div<u64> for Bytes {
    type Output = Self;
    fn div(self, parts: u64) -> Self {
        Self(self.0 / parts)
    }
}

impl Sum for Bytes {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::ZERO, Add::add)
    }
}

/// The time that `Bytes` take over a link: a rate of zero is not a rate, so it cannot be built.
impl Div<BytesPerSecond> for Bytes {
    type Output = Seconds;
    fn div(self, rate: BytesPerSecond) -> Seconds {
        Seconds::new(self.as_f64() / rate.get())
    }
}

/// Defines a float quantity that is finite and not negative by construction.
macro_rules! quantity {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, Default, PartialEq, PartialOrd)]
        pub struct $name(f64);

        impl $name {
            /// Nothing of it.
            pub const ZERO: Self = Self(0.0);

            /// Wraps a value in the base unit; a value that is not finite or is negative is a bug of the caller.
            #[must_use]
            pub const fn new(value: f64) -> Self {
                assert!(value >= 0.0 && value < f64::INFINITY, "a quantity must be finite and not negative");
                Self(value)
            }

            /// The value in the base unit.
            #[must_use]
            pub const fn get(self) -> f64 {
                self.0
            }

            /// The larger of the two.
            #[must_use]
            pub const fn max(self, other: Self) -> Self {
                if self.0 >= other.0 { self } else { other }
            }

            /// The smaller of the two.
            #[must_use]
            pub const fn min(self, other: Self) -> Self {
                if self.0 <= other.0 { self } else { other }
            }
        }

        impl Add for $name {
            type Output = Self;
            fn add(self, other: Self) -> Self {
                Self::new(self.0 + other.0)
            }
        }

        impl AddAssign for $name {
            fn add_assign(&mut self, other: Self) {
                *self = *self + other;
            }
        }

        impl Mul<f64> for $name {
            type Output = Self;
            fn mul(self, factor: f64) -> Self {
                Self::new(self.0 * factor)
            }
        }

        impl Div<f64> for $name {
            type Output = Self;
            fn div(self, divisor: f64) -> Self {
                Self::new(self.0 / divisor)
            }
        }

        impl Sum for $name {
            fn sum<I: Iterator<Item = Self>>(values: I) -> Self {
                values.fold(Self::ZERO, Add::add)
            }
        }
    };
}

quantity! {
    /// Work in floating-point operations; one multiply-add counts as two.
    Flops
}
quantity! {
    /// A rate of floating-point work, in operations per second.
    FlopsPerSecond
}
quantity! {
    /// A rate of transfer, in bytes per second (decimal: 1 GB/s is 10^9).
    BytesPerSecond
}
quantity! {
    /// A duration in seconds.
    Seconds
}
quantity! {
    /// A rate of samples (images, sequences, latents), per second.
    SamplesPerSecond
}
quantity! {
    /// Electrical power, in watts.
    Watts
}

impl FlopsPerSecond {
    /// From the TFLOP/s (10^12 per second) that data sheets print; dense, never sparse.
    #[must_use]
    pub const fn from_tflops(tflops: f64) -> Self {
        Self::new(tflops * TFLOP)
    }
}

impl BytesPerSecond {
    /// From GB/s (10^9 bytes per second).
    #[must_use]
    pub const fn from_gb_per_s(gb_per_s: f64) -> Self {
        Self::new(gb_per_s * GB)
    }

    /// From MB/s (10^6 bytes per second), as drives are specified.
    #[must_use]
    pub const fn from_mb_per_s(mb_per_s: f64) -> Self {
        Self::new(mb_per_s * 1e6)
    }
}

impl Div<FlopsPerSecond> for Flops {
    type Output = Seconds;
    fn div(self, rate: FlopsPerSecond) -> Seconds {
        Seconds::new(self.0 / rate.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transfer_takes_bytes_over_rate() {
        let time = Bytes(3_000_000_000) / BytesPerSecond::from_gb_per_s(1.5);
        assert_eq!(time, Seconds::new(2.0));
    }

    #[test]
    fn rounding_up_keeps_exact_multiples() {
        assert_eq!(Bytes(512).rounded_up_to(512), Bytes(512));
        assert_eq!(Bytes(513).rounded_up_to(512), Bytes(1024));
    }
}
