//! Numbers with units, names with values: what every report is made of.

/// Bytes of a KiB, a MiB, a GiB and a TiB.
pub const KIB: f64 = 1024.0;
pub const MIB: f64 = KIB * 1024.0;
pub const GIB: f64 = MIB * 1024.0;
pub const TIB: f64 = GIB * 1024.0;

/// A name and its value around the first colon, be it that of Chinese texts; the name in small letters.
pub fn pair(line: &str) -> Option<(String, &str)> {
    let (place, colon) = line.char_indices().find(|(_, letter)| matches!(letter, ':' | '：'))?;
    let name = line[..place].trim().to_lowercase();
    (!name.is_empty()).then(|| (name, line[place + colon.len_utf8()..].trim()))
}

/// The number at the beginning of a text, and what follows it. A comma before three digits groups them, another one is a point.
pub fn number(text: &str) -> Option<(f64, &str)> {
    let text = text.trim_start();
    let end = text.find(|letter: char| !letter.is_ascii_digit() && !matches!(letter, '.' | ',')).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    let grouped = digits.split(',').skip(1).all(|group| group.len() == 3) && !digits.ends_with(',');
    let plain = if grouped { digits.replace(',', "") } else { digits.replace(',', ".") };
    let value: f64 = plain.trim_end_matches('.').parse().ok()?;
    value.is_finite().then_some((value, rest.trim_start()))
}

/// A whole number that is all of a text.
pub fn whole(text: &str) -> Option<u64> {
    text.trim().parse().ok()
}

/// Bytes of a unit, which counts by 1,024 as programs that list memory do; drives are told apart by more than that.
pub fn unit(text: &str) -> Option<f64> {
    let word: String = text.chars().take_while(char::is_ascii_alphabetic).flat_map(char::to_lowercase).collect();
    match word.as_str() {
        "b" | "bytes" => Some(1.0),
        "k" | "ki" | "kib" | "kb" => Some(KIB),
        "m" | "mi" | "mib" | "mb" => Some(MIB),
        "g" | "gi" | "gib" | "gb" => Some(GIB),
        "t" | "ti" | "tib" | "tb" => Some(TIB),
        _ => None,
    }
}

/// Bytes of a number with its unit, such as `24564MiB` or `32,560 MB`.
pub fn bytes(text: &str) -> Option<f64> {
    let (value, rest) = number(text)?;
    Some(value * unit(rest)?)
}

/// A version such as `550.54.14`.
pub fn version(text: &str) -> Option<String> {
    let word = text.split_whitespace().next()?.trim_end_matches(['|', ',']);
    let is_version = word.len() <= 20
        && word.starts_with(|letter: char| letter.is_ascii_digit())
        && word.contains('.')
        && word.chars().all(|letter| letter.is_ascii_digit() || letter == '.');
    is_version.then(|| word.to_owned())
}

/// What follows a label anywhere in a line.
pub fn after<'a>(line: &'a str, label: &str) -> Option<&'a str> {
    line.split_once(label).map(|(_, rest)| rest.trim_start())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_with_units_and_groups() {
        for (text, expected) in [
            ("24564MiB", Some(24564.0 * MIB)),
            (" 32,560 MB", Some(32560.0 * MIB)),
            ("62Gi", Some(62.0 * GIB)),
            ("1,8T", Some(1.8 * TIB)),
            ("1.8T", Some(1.8 * TIB)),
            ("65690000 kB", Some(65690000.0 * KIB)),
            ("192 GB", Some(192.0 * GIB)),
            ("N/A", None),
            ("12", None),
            (".", None),
            ("", None),
        ] {
            assert_eq!(bytes(text), expected, "{text}");
        }
        assert_eq!(pair("型号名称：  X").map(|(name, value)| (name, value.to_owned())), Some(("型号名称".into(), "X".into())));
        assert_eq!(version("550.54.14  CUDA"), Some("550.54.14".to_owned()));
        assert_eq!(version("N/A"), None);
    }
}
