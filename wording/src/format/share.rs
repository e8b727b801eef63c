//! Shares of a whole as percentages, and differences from a figure.

use super::number::{decimal, multiple, trimmed};

/// Below this many percent one decimal is kept, so that little is not told as nothing.
const LITTLE: f64 = 0.95;

/// A share as a percentage, with a decimal where it is little: `35%`, `0.4%`.
#[must_use]
pub fn percent(share: f64) -> String {
    let value = share * 100.0;
    format!("{}%", decimal(value, u32::from(value > 0.0 && value < LITTLE)))
}

/// A share as a whole percentage: `35%`, `0%`.
#[must_use]
pub fn whole_percent(share: f64) -> String {
    format!("{}%", decimal(share * 100.0, 0))
}

/// A share as a percentage with one decimal at most: `12.5%`, `1%`.
#[must_use]
pub fn tenth_percent(share: f64) -> String {
    format!("{}%", trimmed(share * 100.0, 1))
}

/// A share with digits enough to tell good from very good: `0.02%`, `4.1%`, `37%`.
#[must_use]
pub fn fine_percent(share: f64) -> String {
    let value = share * 100.0;
    let decimals = if value < 0.995 { 2 } else { u32::from(value < 9.95) };
    format!("{}%", decimal(value, decimals))
}

/// An estimate's deviation with its sign and the digits of [`fine_percent`]: `+15%`, `−0.33%`.
#[must_use]
pub fn fine_deviation(deviation: f64) -> String {
    format!("{}{}", sign(deviation), fine_percent(deviation.abs()))
}

/// A figure's change against an earlier one, with a decimal where it is small: `+200%`, `−4.5%`.
#[must_use]
pub fn change(relative: f64) -> String {
    let value = relative.abs() * 100.0;
    format!("{}{}%", sign(relative), decimal(value, u32::from(value < 10.0)))
}

/// A figure over a reported one as a deviation: `+12%`, `−8%`, and from a factor of two on `× 3.4` or `÷ 12`.
#[must_use]
pub fn deviation(ratio: f64) -> String {
    if (0.5..2.0).contains(&ratio) {
        let percent = decimal((ratio - 1.0).abs() * 100.0, 0);
        let sign = if percent == "0" { "" } else { sign(ratio - 1.0) };
        format!("{sign}{percent}%")
    } else if ratio >= 2.0 {
        format!("× {}", multiple(ratio))
    } else if ratio > 0.0 {
        format!("÷ {}", multiple(1.0 / ratio))
    } else {
        "−100%".to_owned()
    }
}

const fn sign(difference: f64) -> &'static str {
    if difference < 0.0 { "−" } else { "+" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_has_the_digits_that_its_place_needs() {
        for (share, usual, whole, tenth, fine) in [
            (0.0, "0%", "0%", "0%", "0.00%"),
            (0.000_22, "0.0%", "0%", "0%", "0.02%"),
            (0.004, "0.4%", "0%", "0.4%", "0.40%"),
            (0.0096, "1%", "1%", "1%", "0.96%"),
            (0.012, "1%", "1%", "1.2%", "1.2%"),
            (0.0996, "10%", "10%", "10%", "10%"),
            (0.125, "13%", "13%", "12.5%", "13%"),
            (0.354, "35%", "35%", "35.4%", "35%"),
            (1.0, "100%", "100%", "100%", "100%"),
            (12.5, "1,250%", "1,250%", "1,250%", "1,250%"),
        ] {
            let written = [percent(share), whole_percent(share), tenth_percent(share), fine_percent(share)];
            assert_eq!(written, [usual, whole, tenth, fine]);
        }
    }

    #[test]
    fn differences_have_a_sign() {
        for (difference, fine, changed) in [
            (0.0, "+0.00%", "+0.0%"),
            (-0.0033, "−0.33%", "−0.3%"),
            (0.15, "+15%", "+15%"),
            (-0.045, "−4.5%", "−4.5%"),
            (2.0, "+200%", "+200%"),
            (12.0, "+1,200%", "+1,200%"),
        ] {
            assert_eq!([fine_deviation(difference), change(difference)], [fine, changed]);
        }
    }

    #[test]
    fn deviations_are_percent_up_to_a_factor_of_two() {
        for (ratio, text) in [
            (0.0, "−100%"),
            (0.9, "−10%"),
            (0.996, "0%"),
            (1.001, "0%"),
            (1.9, "+90%"),
            (3.4, "× 3.4"),
            (12.4, "× 12"),
            (1.0 / 12.0, "÷ 12"),
        ] {
            assert_eq!(deviation(ratio), text);
        }
    }
}
