//! Installed memory from what a system reports.
//!
//! Firmware, the kernel and graphics in the processor keep a part, so that a system reports less than is installed. The rule:
//! what is installed is the smallest amount that modules of the catalog make up in equal numbers and that is not below what is
//! reported, if at most a twentieth of it is missing. Otherwise (virtual machines, graphics that take much) no kit is named.
//! The twentieth: Linux keeps 1.6% for the pages' own records (64 bytes for 4 KiB), and small machines lose some hundred MiB more.

use crate::fact::Reported;
use crate::value::GIB;

/// What may be missing of what is installed, as a share.
const KEPT: f64 = 0.05;
/// Modules of one size that boards take together.
const MODULES: [u64; 8] = [1, 2, 4, 6, 8, 12, 16, 24];

/// Installed memory in GiB.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Installed {
    /// As the report itself says.
    Said(u64),
    /// Concluded from what is left for programs.
    Kit(u64),
    /// No number of modules comes to it; whole GiB of what is reported.
    NoKit(u64),
}

impl Installed {
    /// In GiB.
    pub const fn gib(self) -> u64 {
        match self {
            Self::Said(gib) | Self::Kit(gib) | Self::NoKit(gib) => gib,
        }
    }
}

/// What is installed; none where it is less than a GiB.
pub fn installed(reported: &Reported) -> Option<Installed> {
    // The figure itself, where it is rounded; the millionth is what fractions of it lose in binary.
    let gib = (f64::midpoint(reported.low, reported.high) / GIB + 1e-6) as u64;
    if reported.is_installed {
        return (gib > 0).then_some(Installed::Said(gib));
    }
    let module = |gib: u64| MODULES.iter().map(move |count| gib * count);
    let sizes = catalog::memory_kits().iter().flat_map(|kit| module(kit.module_gib)).chain([4, 12]);
    let kit = sizes.filter(|size| *size as f64 * GIB >= reported.low).min();
    match kit.filter(|kit| *kit as f64 * GIB * (1.0 - KEPT) <= reported.high) {
        Some(kit) => Some(Installed::Kit(kit)),
        None => (gib > 0).then_some(Installed::NoKit(gib)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(gib: f64, expected: Option<Installed>) {
        let reported = Reported { low: gib * GIB, high: gib * GIB, is_installed: false, printed: None };
        assert_eq!(installed(&reported), expected, "{gib}");
    }

    #[test]
    fn what_is_left_says_what_is_installed() {
        for (left, kit) in [(7.65, 8), (15.5, 16), (31.2, 32), (46.9, 48), (62.6, 64), (94.0, 96), (125.6, 128), (188.5, 192)] {
            check(left, Some(Installed::Kit(kit)));
        }
        for (left, kit) in [(251.5, 256), (503.7, 512), (1007.5, 1024), (2015.4, 2048)] {
            check(left, Some(Installed::Kit(kit)));
        }
        check(64.0, Some(Installed::Kit(64)));
        check(13.6, Some(Installed::NoKit(13)));
        check(43.1, Some(Installed::NoKit(43)));
        check(100_000.0, Some(Installed::NoKit(100_000)));
        check(0.4, None);
        assert_eq!(installed(&Reported { low: f64::NAN, high: f64::NAN, is_installed: false, printed: None }), None);
    }
}
