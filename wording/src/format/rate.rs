//! Rates: of transfer, of samples, of arithmetic; all in decimal units.

use engine::units::{BytesPerSecond, FlopsPerSecond, GB, SamplesPerSecond, TB, TFLOP};

use super::number::{decimal, significant, trimmed};

/// A transfer rate with three digits, as data sheets print it: `7.45 GB/s`, `560 MB/s`.
#[must_use]
pub fn rate(rate: BytesPerSecond) -> String {
    let value = rate.get();
    if value >= TB {
        format!("{} TB/s", significant(value / TB))
    } else if value >= GB {
        format!("{} GB/s", significant(value / GB))
    } else if value >= 1e6 {
        format!("{} MB/s", significant(value / 1e6))
    } else {
        format!("{} kB/s", significant(value / 1e3))
    }
}

/// A transfer rate in GB/s with all the digits that a data sheet has: `1008.1 GB/s` is `1,008.1 GB/s`.
#[must_use]
pub fn exact_rate(rate: BytesPerSecond) -> String {
    format!("{} GB/s", trimmed(rate.get() / GB, 2))
}

/// A rate of arithmetic with all the digits that a data sheet has: `82.58 TFLOP/s`.
#[must_use]
pub fn tflops(rate: FlopsPerSecond) -> String {
    format!("{} TFLOP/s", trimmed(rate.get() / TFLOP, 2))
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

/// Samples per second as a training loop prints them, for a sentence that names the unit: `45.67`, `1,240`.
#[must_use]
pub fn samples_number(rate: SamplesPerSecond) -> String {
    let value = rate.get();
    decimal(value, if value >= 100.0 { 0 } else { 2 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transfer_rates_are_decimal() {
        for (mb_per_s, text) in [
            (0.0, "0.00 kB/s"),
            (0.004, "4.00 kB/s"),
            (560.0, "560 MB/s"),
            (7450.0, "7.45 GB/s"),
            (1_008_000.0, "1.01 TB/s"),
            (8_000_000.0, "8.00 TB/s"),
        ] {
            assert_eq!(rate(BytesPerSecond::from_mb_per_s(mb_per_s)), text);
        }
        for (gb_per_s, text) in [(0.0, "0 GB/s"), (31.508, "31.51 GB/s"), (936.2, "936.2 GB/s"), (1008.0, "1,008 GB/s")] {
            assert_eq!(exact_rate(BytesPerSecond::from_gb_per_s(gb_per_s)), text);
        }
    }

    #[test]
    fn arithmetic_keeps_the_digits_of_data_sheets() {
        for (rate, text) in [(0.5, "0.5 TFLOP/s"), (82.58, "82.58 TFLOP/s"), (989.4, "989.4 TFLOP/s"), (2250.0, "2,250 TFLOP/s")]
        {
            assert_eq!(tflops(FlopsPerSecond::from_tflops(rate)), text);
        }
    }

    #[test]
    fn samples_are_short_on_cards_and_plain_in_sentences() {
        for (rate, card, sentence) in [
            (0.0, "0.00/s", "0.00"),
            (3.456, "3.46/s", "3.46"),
            (45.67, "45.7/s", "45.67"),
            (99.996, "100/s", "100.00"),
            (1240.4, "1,240/s", "1,240"),
            (99_949.0, "99,949/s", "99,949"),
            (488_281.0, "488 k/s", "488,281"),
            (1_464_844.0, "1.46 M/s", "1,464,844"),
        ] {
            let rate = SamplesPerSecond::new(rate);
            assert_eq!((samples(rate).as_str(), samples_number(rate).as_str()), (card, sentence));
        }
    }
}
