//! Figures for people: memory in GiB, rates in decimal units, durations by their size.

use engine::units::{Bytes, BytesPerSecond, GIB, KIB, MIB, SamplesPerSecond, Seconds};

pub use wording::{gib, gib_number};

use crate::locale::Locale;

/// Memory in the largest binary unit that leaves a digit before the point: `1.2 GiB`, `97.5 MiB`, `512 B`.
#[must_use]
pub fn bytes(amount: Bytes) -> String {
    let value = amount.as_f64();
    match amount.0 {
        GIB.. => format!("{} GiB", decimal(value / GIB as f64, if amount.0 < 10 * GIB { 2 } else { 1 })),
        MIB.. => format!("{} MiB", decimal(value / MIB as f64, u32::from(amount.0 < 100 * MIB))),
        KIB.. => format!("{} KiB", decimal(value / KIB as f64, 0)),
        _ => format!("{} B", amount.0),
    }
}

/// A transfer rate in decimal units, as data sheets print it: `7.4 GB/s`, `560 MB/s`.
#[must_use]
pub fn rate(rate: BytesPerSecond) -> String {
    let value = rate.get();
    if value >= 1e12 {
        format!("{} TB/s", significant(value / 1e12))
    } else if value >= 1e9 {
        format!("{} GB/s", significant(value / 1e9))
    } else if value >= 1e6 {
        format!("{} MB/s", significant(value / 1e6))
    } else {
        format!("{} kB/s", significant(value / 1e3))
    }
}

/// Samples per second with three significant digits: `31.5/s`, `1,240/s`, `488 k/s`.
#[must_use]
pub fn samples(rate: SamplesPerSecond) -> String {
    let value = rate.get();
    if value >= 999_500.0 {
        format!("{} M/s", significant(value / 1e6))
    } else if value >= 99_950.0 {
        format!("{} k/s", significant(value / 1e3))
    } else {
        format!("{}/s", significant(value))
    }
}

/// A duration by its size: `85 ms`, `3.2 s`, `4 min 10 s`, `2 h 14 min`, `3 d 4 h`.
#[must_use]
pub fn duration(time: Seconds, locale: Locale) -> String {
    let seconds = time.get();
    let (d, h, min, s, ms, us) = match locale {
        Locale::En => ("d", "h", "min", "s", "ms", "µs"),
        Locale::Zh => ("天", "小时", "分", "秒", "毫秒", "微秒"),
    };
    if seconds < 1e-3 {
        return format!("{} {us}", significant(seconds * 1e6));
    }
    if seconds < 0.9995 {
        return format!("{} {ms}", significant(seconds * 1e3));
    }
    if seconds < 59.95 {
        return format!("{} {s}", significant(seconds));
    }
    let whole = (seconds + 0.5) as u64;
    let (large, small, large_unit, small_unit) = match whole {
        ..3600 => (whole / 60, whole % 60, min, s),
        3600..86400 => ((whole + 30) / 3600, (whole + 30) % 3600 / 60, h, min),
        _ => ((whole + 1800) / 86400, (whole + 1800) % 86400 / 3600, d, h),
    };
    if small == 0 {
        format!("{} {large_unit}", count(large))
    } else {
        format!("{} {large_unit} {small} {small_unit}", count(large))
    }
}

/// A whole number with separators of thousands: `25,557,032`.
#[must_use]
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// A large count in words of the field: `25.6 M`, `6.74 B`.
#[must_use]
pub fn short_count(number: u64) -> String {
    let value = number as f64;
    match number {
        1_000_000_000.. => format!("{} B", significant(value / 1e9)),
        1_000_000.. => format!("{} M", significant(value / 1e6)),
        10_000.. => format!("{} k", significant(value / 1e3)),
        _ => count(number),
    }
}

/// A large count with one decimal, as people speak of a model's size: `8.0 B`, `109.5 M`.
#[must_use]
pub fn rounded_count(number: u64) -> String {
    let value = number as f64;
    if number >= 999_950_000 { format!("{} B", decimal(value / 1e9, 1)) } else { format!("{} M", decimal(value / 1e6, 1)) }
}

/// A share as a percentage: `35 %`, `0.4 %`.
#[must_use]
pub fn percent(share: f64) -> String {
    let value = share * 100.0;
    if value > 0.0 && value < 0.95 { format!("{} %", decimal(value, 1)) } else { format!("{} %", decimal(value, 0)) }
}

/// Three significant digits, whole above 100, with separators of thousands.
#[must_use]
pub fn significant(value: f64) -> String {
    if value >= 99.95 {
        count((value + 0.5) as u64)
    } else if value >= 9.995 {
        decimal(value, 1)
    } else {
        decimal(value, 2)
    }
}

/// A number with a fixed count of decimals, rounded half up.
///
/// Integer arithmetic keeps the standard library's exact float printing, some 20 kB of it, out of the browser's bundle.
#[must_use]
pub fn decimal(value: f64, decimals: u32) -> String {
    let scale = 10_u64.pow(decimals);
    let sign = if value < 0.0 { "-" } else { "" };
    let scaled = (value.abs() * scale as f64 + 0.5) as u64;
    let whole = count(scaled / scale);
    if decimals == 0 {
        format!("{sign}{whole}")
    } else {
        let fraction = (scaled % scale).to_string();
        let zeros = "0".repeat(decimals as usize - fraction.len());
        format!("{sign}{whole}.{zeros}{fraction}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_has_one_decimal_in_gib() {
        assert_eq!(gib(Bytes::from_mib(24564)), "24.0 GiB");
        assert_eq!(gib(Bytes::from_gib(64)), "64 GiB");
        assert_eq!(gib(Bytes(22_977_000_000)), "21.4 GiB");
        assert_eq!(bytes(Bytes::from_mib(97) + Bytes(512 * KIB)), "97.5 MiB");
        assert_eq!(bytes(Bytes(512)), "512 B");
        assert_eq!(bytes(Bytes(0)), "0 B");
        assert_eq!(bytes(Bytes::from_mib(1536)), "1.50 GiB");
    }

    #[test]
    fn rates_are_decimal() {
        assert_eq!(rate(BytesPerSecond::from_mb_per_s(7450.0)), "7.45 GB/s");
        assert_eq!(rate(BytesPerSecond::from_mb_per_s(560.0)), "560 MB/s");
        assert_eq!(samples(SamplesPerSecond::new(1240.4)), "1,240/s");
        assert_eq!(samples(SamplesPerSecond::new(3.456)), "3.46/s");
        assert_eq!(samples(SamplesPerSecond::new(488_281.0)), "488 k/s");
        assert_eq!(samples(SamplesPerSecond::new(1_464_844.0)), "1.46 M/s");
    }

    #[test]
    fn durations_use_the_unit_of_their_size() {
        let en = |seconds| duration(Seconds::new(seconds), Locale::En);
        assert_eq!(en(0.0846), "84.6 ms");
        assert_eq!(en(3.2), "3.20 s");
        assert_eq!(en(59.97), "1 min");
        assert_eq!(en(250.0), "4 min 10 s");
        assert_eq!(en(8040.0), "2 h 14 min");
        assert_eq!(en(7199.0), "2 h");
        assert_eq!(en(273_600.0), "3 d 4 h");
        assert_eq!(duration(Seconds::new(250.0), Locale::Zh), "4 分 10 秒");
    }

    #[test]
    fn counts_are_grouped() {
        assert_eq!(count(0), "0");
        assert_eq!(count(999), "999");
        assert_eq!(count(25_557_032), "25,557,032");
        assert_eq!(short_count(6_738_415_616), "6.74 B");
        assert_eq!(short_count(25_557_032), "25.6 M");
        assert_eq!(rounded_count(8_030_261_248), "8.0 B");
        assert_eq!(rounded_count(999_990_000), "1.0 B");
        assert_eq!(rounded_count(109_482_240), "109.5 M");
    }

    #[test]
    fn rounding_is_half_up() {
        assert_eq!(decimal(0.05, 1), "0.1");
        assert_eq!(decimal(9.96, 1), "10.0");
        assert_eq!(percent(0.354), "35 %");
        assert_eq!(percent(0.004), "0.4 %");
        assert_eq!(significant(99.96), "100");
    }
}
