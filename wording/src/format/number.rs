//! Numbers without a unit.

use engine::units::EXACT_INTEGERS;

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

/// How many entries a collection has: `1,158`.
#[must_use]
pub fn tally(entries: usize) -> String {
    count(entries as u64)
}

/// A number with a fixed count of decimals, halves rounded up: `1,234.50`.
///
/// What rounds to nothing has no sign.
#[must_use]
pub fn decimal(value: f64, decimals: u32) -> String {
    let scale = 10_u64.pow(decimals);
    let size = value.abs();
    let (whole, rest) = match size * scale as f64 + 0.5 {
        scaled if scaled < EXACT_INTEGERS => (scaled as u64 / scale, scaled as u64 % scale),
        _ => apart(size, scale),
    };
    let sign = if value < 0.0 && (whole, rest) != (0, 0) { "-" } else { "" };
    let whole = count(whole);
    if decimals == 0 {
        return format!("{sign}{whole}");
    }
    let rest = rest.to_string();
    let zeros = "0".repeat(decimals as usize - rest.len());
    format!("{sign}{whole}.{zeros}{rest}")
}

/// Whole part and fraction of what is so large that both together would not be exact.
fn apart(size: f64, scale: u64) -> (u64, u64) {
    let whole = size as u64;
    let rest = if size < EXACT_INTEGERS { ((size - whole as f64) * scale as f64 + 0.5) as u64 } else { 0 };
    if rest < scale { (whole, rest) } else { (whole.saturating_add(1), 0) }
}

/// A number with a fixed count of decimals and no separators, as programs read it: `1234.50`.
#[must_use]
pub fn plain(value: f64, decimals: u32) -> String {
    decimal(value, decimals).replace(',', "")
}

/// A number with so many decimals at most, and no zeros behind them: `1.5`, `24`.
#[must_use]
pub fn trimmed(value: f64, decimals: u32) -> String {
    let text = decimal(value, decimals);
    if decimals == 0 { text } else { text.trim_end_matches('0').trim_end_matches('.').to_owned() }
}

/// A number as somebody may have typed it, with four decimals at most: `0.25`, `65,536`.
#[must_use]
pub fn number(value: f64) -> String {
    trimmed(value, 4)
}

/// A bound of an input as it is written in JSON, with separators where it is whole: `0.0001`, `100,000`.
#[must_use]
pub fn written(value: f64) -> String {
    if (1000.0..1e15).contains(&value) && value.fract() == 0.0 { count(value as u64) } else { value.to_string() }
}

/// Three significant digits, whole above 100, for columns: `3.50`, `31.5`, `1,240`.
#[must_use]
pub fn significant(value: f64) -> String {
    decimal(value, digits(value))
}

/// Three significant digits without zeros behind them, for sentences; what is below one keeps four decimals: `3.5`, `0.1235`.
#[must_use]
pub fn concise(value: f64) -> String {
    trimmed(value, if value < 0.9995 { 4 } else { digits(value) })
}

/// Decimals that leave three significant digits from one on.
fn digits(value: f64) -> u32 {
    match value {
        99.95.. => 0,
        9.995.. => 1,
        _ => 2,
    }
}

/// Three significant digits, and the first digits of what is small: `0.047`, `< 0.001`; nothing is `0`.
#[must_use]
pub fn small(value: f64) -> String {
    if value <= 0.0 {
        "0".to_owned()
    } else if value < 0.0005 {
        "< 0.001".to_owned()
    } else if value < 0.0995 {
        decimal(value, 3)
    } else {
        significant(value)
    }
}

/// One decimal below ten and none from there on, for what is known roughly: `2.5`, `47`.
#[must_use]
pub fn coarse(value: f64) -> String {
    trimmed(value, u32::from(value < 10.0))
}

/// How many times as much something is, in two digits: `3.4`, `12`.
#[must_use]
pub fn multiple(value: f64) -> String {
    decimal(value, u32::from(value < 9.95))
}

/// A second figure over a first: `× 1.9`, `× 0.29`, and below a tenth `÷ 16`.
#[must_use]
pub fn ratio(ratio: f64) -> String {
    match ratio {
        ..0.0995 => format!("÷ {}", multiple(1.0 / ratio)),
        ..0.995 => format!("× {}", decimal(ratio, 2)),
        _ => format!("× {}", multiple(ratio)),
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_grouped() {
        for (number, text) in [(0, "0"), (7, "7"), (999, "999"), (1000, "1,000"), (65_536, "65,536"), (25_557_032, "25,557,032")]
        {
            assert_eq!(count(number), text);
        }
        assert_eq!(count(u64::MAX), "18,446,744,073,709,551,615");
        assert_eq!(tally(1158), "1,158");
    }

    #[test]
    fn halves_are_rounded_up() {
        for (value, decimals, text) in [
            (0.0, 0, "0"),
            (0.0, 2, "0.00"),
            (0.5, 0, "1"),
            (1.5, 0, "2"),
            (2.5, 0, "3"),
            (0.05, 1, "0.1"),
            (0.25, 1, "0.3"),
            (21.25, 1, "21.3"),
            (0.125, 2, "0.13"),
            (9.96, 1, "10.0"),
            (999.95, 1, "1,000.0"),
            (1234.5, 2, "1,234.50"),
            (0.007, 2, "0.01"),
            (1e12, 4, "1,000,000,000,000.0000"),
            (1e15, 4, "1,000,000,000,000,000.0000"),
            (1e19, 1, "10,000,000,000,000,000,000.0"),
        ] {
            assert_eq!(decimal(value, decimals), text);
        }
    }

    #[test]
    fn a_sign_is_of_what_is_left_after_rounding() {
        for (value, text) in [(-1234.56, "-1,234.6"), (-0.05, "-0.1"), (-0.04, "0.0"), (-0.0, "0.0")] {
            assert_eq!(decimal(value, 1), text);
        }
        assert_eq!((plain(-1234.5, 2).as_str(), plain(0.0, 0).as_str()), ("-1234.50", "0"));
    }

    #[test]
    fn zeros_behind_a_number_are_left_out_and_those_before_the_point_are_kept() {
        for (value, decimals, text) in
            [(24.0, 2, "24"), (1.50, 2, "1.5"), (100.0, 2, "100"), (0.0, 1, "0"), (1_000.0, 0, "1,000")]
        {
            assert_eq!(trimmed(value, decimals), text);
        }
        for (value, text) in [
            (0.0, "0"),
            (1.0, "1"),
            (0.25, "0.25"),
            (0.1 + 0.2, "0.3"),
            (0.99, "0.99"),
            (1e-4, "0.0001"),
            (65_536.0, "65,536"),
            (1e12, "1,000,000,000,000"),
            (-1234.5, "-1,234.5"),
            (-0.000_01, "0"),
        ] {
            assert_eq!(number(value), text);
        }
    }

    #[test]
    fn bounds_are_those_of_json() {
        for (value, text) in
            [(0.0001, "0.0001"), (0.25, "0.25"), (64.0, "64"), (100_000.0, "100,000"), (1e12, "1,000,000,000,000")]
        {
            assert_eq!(written(value), text);
        }
    }

    #[test]
    fn three_digits_are_kept() {
        for (value, column, sentence) in [
            (0.0, "0.00", "0"),
            (0.123_45, "0.12", "0.1235"),
            (0.9996, "1.00", "1"),
            (3.5, "3.50", "3.5"),
            (9.996, "10.0", "10"),
            (31.46, "31.5", "31.5"),
            (99.96, "100", "100"),
            (1240.4, "1,240", "1,240"),
        ] {
            assert_eq!((significant(value).as_str(), concise(value).as_str()), (column, sentence));
        }
        for (value, text) in
            [(0.0, "0"), (0.000_4, "< 0.001"), (0.0047, "0.005"), (0.0994, "0.099"), (0.0996, "0.10"), (8.71, "8.71")]
        {
            assert_eq!(small(value), text);
        }
    }

    #[test]
    fn rough_figures_and_factors_have_two_digits() {
        for (value, rough, factor) in [
            (0.0, "0", "0.0"),
            (2.46, "2.5", "2.5"),
            (3.0, "3", "3.0"),
            (9.94, "9.9", "9.9"),
            (9.96, "10", "10"),
            (47.5, "48", "48"),
        ] {
            assert_eq!((coarse(value).as_str(), multiple(value).as_str()), (rough, factor));
        }
        for (value, text) in [(3.5 / 12.0, "× 0.29"), (0.996, "× 1.0"), (4.0, "× 4.0"), (1.0 / 16.0, "÷ 16"), (12.4, "× 12")]
        {
            assert_eq!(ratio(value), text);
        }
    }

    #[test]
    fn large_counts_are_short() {
        for (number, short) in [(0, "0"), (9_999, "9,999"), (10_000, "10.0 k"), (25_557_032, "25.6 M"), (6_738_415_616, "6.74 B")]
        {
            assert_eq!(short_count(number), short);
        }
        for (number, text) in
            [(109_482_240, "109.5 M"), (999_949_999, "999.9 M"), (999_990_000, "1.0 B"), (8_030_261_248, "8.0 B")]
        {
            assert_eq!(rounded_count(number), text);
        }
    }
}
