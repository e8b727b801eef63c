//! Numbers as people type them: `8k`, `1.5e9`, `50,000`, `５万`.

use engine::units::EXACT_INTEGERS;

use crate::error::{Expected, Reason};

/// A number as typed; none where it is not one.
///
/// Understands suffixes (`k`, `M`, `G` or `B`, `T` by thousands; `Ki`, `Mi`, `Gi`, `Ti` by 1,024; `万`, `亿`),
/// exponents, groups of three set off by commas, spaces or underscores, and full-width characters.
#[must_use]
pub fn parse_number(text: &str) -> Option<f64> {
    let plain = normalized(text);
    let (digits, factor) = split_suffix(&plain);
    let digits = ungrouped(digits)?;
    // Rust would also read `inf`, `nan` and a sign; none of them is a quantity.
    if !digits.starts_with(|first: char| first.is_ascii_digit() || first == '.') {
        return None;
    }
    let value = decimal(&digits)? * factor;
    value.is_finite().then_some(value)
}

/// The float nearest to decimal digits with a point and an exponent.
#[cfg(not(target_arch = "wasm32"))]
fn decimal(digits: &str) -> Option<f64> {
    digits.parse().ok()
}

/// The float nearest to decimal digits, read by the browser itself, which rounds in the same way: Rust's tables of powers would
/// be a twentieth of the bundle. What is no number reads as NaN there, and other notations than decimal ones are left out
/// before.
#[cfg(target_arch = "wasm32")]
fn decimal(digits: &str) -> Option<f64> {
    let is_decimal = digits.chars().all(|digit| matches!(digit, '0'..='9' | '.' | 'e' | 'E' | '+' | '-'));
    is_decimal.then(|| wasm_bindgen::JsValue::from_str(digits).unchecked_into_f64())
}

/// A whole number as typed, not negative; none where it is not one. Beyond 2^53 only plain digits are exact enough.
#[must_use]
pub fn parse_integer(text: &str) -> Option<u64> {
    let plain = normalized(text);
    if let Some(value) = ungrouped(&plain).and_then(|digits| digits.parse().ok()) {
        return (!plain.starts_with('+')).then_some(value);
    }
    let value = parse_number(text)?;
    (value <= EXACT_INTEGERS && fraction(value) == 0.0).then_some(value as u64)
}

/// Why a text is no number that can be taken: only its sign speaks against it, or it is none.
pub(crate) fn no_number(text: &str) -> Reason {
    let plain = normalized(text);
    let is_negative = plain.strip_prefix(['-', '−']).is_some_and(|rest| parse_number(rest).is_some());
    Reason::WrongType { expected: if is_negative { Expected::NotNegative } else { Expected::Number } }
}

/// What is left of a value after its whole part; both are exact in floats below 2^53.
fn fraction(value: f64) -> f64 {
    value - value.floor()
}

/// Full-width characters become plain ones, and what only separates at the ends goes.
pub(crate) fn normalized(text: &str) -> String {
    let half = |character: char| match character {
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(character as u32 - 0xFEE0).unwrap_or(character),
        '\u{3000}' | '\u{00A0}' | '\u{2009}' | '\u{202F}' => ' ',
        '。' => '.',
        other => other,
    };
    text.chars().map(half).collect::<String>().trim().to_owned()
}

fn split_suffix(text: &str) -> (&str, f64) {
    const SUFFIXES: [(&str, f64); 15] = [
        ("Ki", 1024.0),
        ("Mi", 1_048_576.0),
        ("Gi", 1_073_741_824.0),
        ("Ti", 1_099_511_627_776.0),
        ("k", 1e3),
        ("K", 1e3),
        ("m", 1e6),
        ("M", 1e6),
        ("G", 1e9),
        ("B", 1e9),
        ("b", 1e9),
        ("T", 1e12),
        ("千", 1e3),
        ("万", 1e4),
        ("亿", 1e8),
    ];
    SUFFIXES
        .iter()
        .find_map(|(suffix, factor)| text.strip_suffix(suffix).map(|digits| (digits.trim_end(), *factor)))
        .unwrap_or((text, 1.0))
}

/// The digits without the separators of thousands; none where a separator does not set off a group of three.
fn ungrouped(text: &str) -> Option<String> {
    let (whole, fraction) = text.split_once('.').map_or((text, None), |(whole, fraction)| (whole, Some(fraction)));
    let mut groups = whole.split([',', ' ', '_']);
    let first = groups.next()?;
    let mut digits = first.to_owned();
    for group in groups {
        let is_group = group.len() == 3 && group.bytes().all(|byte| byte.is_ascii_digit());
        if !is_group || first.is_empty() || first.len() > 3 {
            return None;
        }
        digits.push_str(group);
    }
    if let Some(fraction) = fraction {
        digits.push('.');
        digits.push_str(fraction);
    }
    Some(digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_as_typed() {
        for (text, value) in [
            ("64", 64),
            (" 64 ", 64),
            ("8k", 8000),
            ("8 k", 8000),
            ("8Ki", 8192),
            ("1.5e9", 1_500_000_000),
            ("2M", 2_000_000),
            ("50,000", 50_000),
            ("1,281,167", 1_281_167),
            ("50 000", 50_000),
            ("50_000", 50_000),
            ("５０，０００", 50_000),
            ("５万", 50_000),
            ("1.2亿", 120_000_000),
            ("18446744073709551615", u64::MAX),
        ] {
            assert_eq!(parse_integer(text), Some(value), "{text}");
        }
    }

    #[test]
    fn what_is_not_a_whole_number() {
        for text in [
            "",
            "x",
            "-1",
            "+1",
            "1.5",
            "1,5",
            "1,0000",
            ",500",
            "0x10",
            "1e400",
            "nan",
            "inf",
            "1e3k e",
            "1..5",
            "99999999999999999999",
        ] {
            assert_eq!(parse_integer(text), None, "{text}");
        }
    }

    #[test]
    fn a_sign_alone_is_told_from_no_number() {
        for (text, expected) in [
            ("-7", Expected::NotNegative),
            ("−1.5k", Expected::NotNegative),
            ("－５万", Expected::NotNegative),
            ("x", Expected::Number),
            ("-", Expected::Number),
            ("+7", Expected::Number),
        ] {
            assert_eq!(no_number(text), Reason::WrongType { expected }, "{text}");
        }
    }

    #[test]
    fn numbers_as_typed() {
        assert_eq!(parse_number("0.05"), Some(0.05));
        assert_eq!(parse_number(".05"), Some(0.05));
        assert_eq!(parse_number("1e-4"), Some(1e-4));
        assert_eq!(parse_number("０．１"), Some(0.1));
        assert_eq!(parse_number("infinity"), None);
    }
}
