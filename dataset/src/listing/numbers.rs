//! Sizes, dates and times as programs print them.

use super::words::Words;

/// A size in bytes; true where it is rounded (`1.2M`).
pub fn size(word: &str) -> Option<(u64, bool)> {
    if word.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some((word.parse().ok()?, false));
    }
    let end = word.find(|letter: char| !(letter.is_ascii_digit() || matches!(letter, '.' | ',')))?;
    let (number, unit) = word.split_at(end);
    Some((scaled(number, unit)?, true))
}

/// A number with its unit, both by themselves: `1.2` and `MiB`.
pub fn scaled(number: &str, unit: &str) -> Option<u64> {
    let number: f64 = number.replace(',', ".").parse().ok()?;
    let unit = unit.trim_end_matches("iB").trim_end_matches(['B', 'b']);
    let power = match unit {
        "" => 0,
        "K" | "k" => 1,
        "M" => 2,
        "G" => 3,
        "T" => 4,
        "P" => 5,
        _ => return None,
    };
    let bytes = number * 1024_f64.powi(power);
    (number.is_finite() && (0.0..1e18).contains(&bytes)).then_some(bytes as u64)
}

/// A whole number with marks between its thousands, whatever the country takes for them: `1,234,567`.
pub fn grouped(word: &str) -> Option<u64> {
    let is_mark = |letter: char| matches!(letter, ',' | '.' | '\'' | '’' | '\u{a0}' | '\u{202f}');
    if word.bytes().all(|byte| byte.is_ascii_digit()) {
        return word.parse().ok();
    }
    let mut groups = word.split(is_mark);
    let is_number = |group: &str| !group.is_empty() && group.bytes().all(|byte| byte.is_ascii_digit());
    let first = groups.next().filter(|group| is_number(group) && group.len() <= 3)?;
    let mut number: u64 = first.parse().ok()?;
    for group in groups {
        if group.len() != 3 || !is_number(group) {
            return None;
        }
        number = number.checked_mul(1000)?.checked_add(group.parse().ok()?)?;
    }
    Some(number)
}

/// A date in digits: `2024-01-15`, `01/15/2024`, `15.01.24`, `01-15`.
pub fn is_date(word: &str) -> bool {
    let mut parts = word.split(['-', '/', '.']);
    let is_number = |part: &str| matches!(part.len(), 1..=4) && part.bytes().all(|byte| byte.is_ascii_digit());
    let count = parts.by_ref().take_while(|part| is_number(part)).count();
    parts.next().is_none() && (2..=3).contains(&count) && count == word.split(['-', '/', '.']).count() && word.len() >= 5
}

/// A time of day: `10:31`, `9:05:31.123`.
pub fn is_time(word: &str) -> bool {
    let mut parts = word.split(':');
    let is_number = |part: &str| matches!(part.len(), 1..=2) && part.bytes().all(|byte| byte.is_ascii_digit());
    let hours = parts.next().is_some_and(is_number);
    let minutes = parts.next().is_some_and(is_number);
    let seconds = parts.next().is_none_or(|part| is_number(part.split(['.', ',']).next().unwrap_or_default()));
    hours && minutes && seconds && parts.next().is_none()
}

fn is_year(word: &str) -> bool {
    word.len() == 4 && (word.starts_with("19") || word.starts_with("20")) && word.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_day(word: &str) -> bool {
    matches!(word.trim_end_matches(['.', '日']).parse::<u8>(), Ok(1..=31))
}

/// A month by its name or number: `Jan`, `janv.`, `12月`.
fn is_month(word: &str) -> bool {
    let number = word.trim_end_matches('月');
    matches!(number.parse::<u8>(), Ok(1..=12))
        || (word.chars().count() <= 5 && word.chars().all(|letter| letter.is_alphabetic() || letter == '.'))
}

/// What is left behind the date of a long list; none where there is no date.
pub fn behind_date(words: Words<'_>) -> Option<Words<'_>> {
    let mut after = words;
    let first = after.next()?;
    if is_date(first) {
        let mut behind = after.clone();
        if !behind.next().is_some_and(is_time) {
            // The list has dates alone.
            return Some(after);
        }
        let mut zone = behind.clone();
        let is_zone =
            |word: &str| word.len() == 5 && word.starts_with(['+', '-']) && word[1..].bytes().all(|byte| byte.is_ascii_digit());
        return Some(if zone.next().is_some_and(is_zone) { zone } else { behind });
    }
    let (second, third) = (after.next()?, after.next()?);
    let is_named = is_month(first) && is_day(second) || is_day(first) && is_month(second);
    if !is_named || !(is_time(third) || is_year(third)) {
        return None;
    }
    let mut year = after.clone();
    // `ls -lT` has the year behind a time with seconds.
    let has_year = third.matches(':').count() == 2 && year.next().is_some_and(is_year);
    Some(if has_year { year } else { after })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_are_printed() {
        for (word, expected) in [
            ("0", Some((0, false))),
            ("123456", Some((123_456, false))),
            ("1.5K", Some((1536, true))),
            ("2,0M", Some((2 << 20, true))),
            ("1.0GiB", Some((1 << 30, true))),
            ("512B", Some((512, true))),
            ("99999999999999999999999", None),
            ("9e9M", None),
            ("K", None),
            ("", None),
            ("1..2M", None),
        ] {
            // An empty word has no digit that is wrong, and is no number either.
            assert_eq!(size(word), expected, "{word}");
        }
        for (word, expected) in [
            ("1,234,567", Some(1_234_567)),
            ("1.234", Some(1234)),
            ("12\u{202f}345", Some(12_345)),
            ("123", Some(123)),
            ("12,34", None),
            ("1234,567", None),
            (",123", None),
            ("99,999,999,999,999,999,999", None),
        ] {
            assert_eq!(grouped(word), expected, "{word}");
        }
    }

    #[test]
    fn dates_of_many_countries_are_known() {
        for (text, rest) in [
            ("Jan 15 10:31 a b.jpg", Some("a b.jpg")),
            ("Jan  5  2024 a.jpg", Some("a.jpg")),
            ("15 janv. 10:31 a.jpg", Some("a.jpg")),
            ("12月 15 10:31 猫.jpg", Some("猫.jpg")),
            ("11 23 14:45 a.jpg", Some("a.jpg")),
            ("2024-01-15 10:31 a.jpg", Some("a.jpg")),
            ("2024-01-15 10:31:05.123456789 +0800 a.jpg", Some("a.jpg")),
            ("2024-01-15 a.jpg", Some("a.jpg")),
            ("Jan 15 10:31:05 2024 a.jpg", Some("a.jpg")),
            ("Jan 15 10:31  spaced.jpg", Some(" spaced.jpg")),
            ("user group 12", None),
            ("Jan 45 10:31 a", None),
            ("", None),
        ] {
            assert_eq!(behind_date(Words::of(text)).map(|behind| behind.rest()), rest, "{text}");
        }
        assert!(is_date("01/15/2024") && is_date("15.01.24") && is_date("2024/1/5") && !is_date("1.5") && !is_date("1-2-3-4"));
        assert!(is_time("9:05") && is_time("10:31:05") && !is_time("10") && !is_time("1:2:3:4") && !is_time("a:b"));
    }
}
