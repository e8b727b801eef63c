//! Amounts of money and rates as people of any country write them.
//!
//! A comma or a point sets off a fraction in one country and thousands in another. Where only one of the two can be meant, it is
//! read; where both can, it is refused, since the one is a thousand times the other.

use crate::error::Reason;
use crate::number::{no_number, normalized, parse_number};

/// An amount as typed: `1000,50`, `1.599,50`, `1,599.50`.
///
/// # Errors
/// It is no number, or may be two (`1.500`, `1,500`).
pub fn amount(text: &str) -> Result<f64, Reason> {
    let plain = with_point(text);
    ambiguous(&plain).map_or_else(|| number(&plain), Err)
}

/// A rate, or a price of small things, as typed: `0,92`. Three digits behind a point are usual there, and no thousands.
///
/// # Errors
/// It is no number, or may be two (`1,085`).
pub fn rate(text: &str) -> Result<f64, Reason> {
    let plain = with_point(text);
    ambiguous(&plain).filter(|_| plain.contains(',')).map_or_else(|| number(&plain), Err)
}

/// An amount as [`amount`] reads it again.
#[must_use]
pub fn written(value: f64) -> String {
    let plain = value.to_string();
    // No country groups four digits.
    if ambiguous(&plain).is_some() { plain + "0" } else { plain }
}

fn number(plain: &str) -> Result<f64, Reason> {
    parse_number(plain).ok_or_else(|| no_number(plain))
}

/// A number with a decimal comma in place of a point, and points, spaces or apostrophes between thousands, as with a point; any
/// other text as it is. A comma before just three digits stays: it may stand between thousands.
fn with_point(text: &str) -> String {
    let plain: String = normalized(text).chars().filter(|sign| !matches!(sign, '\'' | '’')).collect();
    let Some((whole, fraction)) = plain.split_once(',') else { return plain };
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let groups: Vec<&str> = whole.split(['.', ' ']).collect();
    let is_grouped = groups.len() > 1 && groups[0].len() <= 3 && groups[1..].iter().all(|group| group.len() == 3);
    let is_whole = groups.iter().all(|group| is_digits(group)) && (groups.len() == 1 || is_grouped);
    if is_whole && is_digits(fraction) && (fraction.len() != 3 || is_grouped) {
        return format!("{}.{fraction}", groups.concat());
    }
    plain
}

/// A single sign before the last three digits sets off thousands in one country and a fraction in another: `1.500`, `1,500`.
/// Nothing but zero before a point leaves no doubt, and neither do several signs.
fn ambiguous(plain: &str) -> Option<Reason> {
    let (before, after) = plain.split_once([',', '.'])?;
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let is_group = (1..=3).contains(&before.len()) && after.len() == 3 && is_digits(before) && is_digits(after);
    if !is_group || (before == "0" && plain.contains('.')) {
        return None;
    }
    let whole = format!("{before}{after}").trim_start_matches('0').to_owned();
    let fraction = match after.trim_end_matches('0') {
        "" => before.to_owned(),
        // No country groups four digits.
        all if all.len() == 3 => format!("{before}.{all}0"),
        some => format!("{before}.{some}"),
    };
    Some(Reason::AmbiguousNumber { given: plain.to_owned(), whole, fraction })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Expected;

    #[test]
    fn a_comma_is_read_where_it_can_be_only_one_thing() {
        for (text, value) in [
            ("12,5", 12.5),
            ("1000,50", 1000.5),
            ("0,92", 0.92),
            ("1.599,50", 1599.5),
            ("1.599,500", 1599.5),
            ("1 599,5", 1599.5),
            ("1'599,5", 1599.5),
            ("１２，５", 12.5),
            ("1,599.5", 1599.5),
            ("1,234,567", 1_234_567.0),
            ("0.500", 0.5),
            ("3k", 3000.0),
        ] {
            assert_eq!(amount(text).map(f64::to_bits), Ok(f64::to_bits(value)), "{text}");
        }
        for text in ["1,000", "1.000", "0,500", "12,345", "'1,500"] {
            assert!(matches!(amount(text), Err(Reason::AmbiguousNumber { .. })), "{text}");
        }
        for text in ["", "much", "1,5,5", "1,5k"] {
            assert_eq!(amount(text), Err(Reason::WrongType { expected: Expected::Number }), "{text}");
        }
        for text in ["-1", "-1.500"] {
            assert_eq!(amount(text), Err(Reason::WrongType { expected: Expected::NotNegative }), "{text}");
        }
    }

    #[test]
    fn a_rate_has_as_many_decimals_as_it_needs() {
        for (text, value) in [("0,92", 0.92), ("1.085", 1.085), ("7,1", 7.1)] {
            assert_eq!(rate(text).map(f64::to_bits), Ok(f64::to_bits(value)), "{text}");
        }
        assert!(matches!(rate("1,085"), Err(Reason::AmbiguousNumber { .. })));
    }

    #[test]
    fn what_is_written_is_read_again() {
        for value in [0.0, 0.125, 1.5, 12.345, 999.125, 1000.0, 1234.567, 1e9] {
            assert_eq!(amount(&written(value)).map(f64::to_bits), Ok(value.to_bits()), "{value}");
        }
    }
}
