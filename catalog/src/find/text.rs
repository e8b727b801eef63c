//! A text as words, and words as parts: runs of letters and of digits.

/// A word as it stands between spaces and signs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// Its letters and digits, in lower case.
    pub text: String,
    /// Its runs of letters and of digits; digits may have points between them.
    pub parts: Vec<String>,
    /// What it measures, where it is a number with a unit and nothing else.
    pub size: Option<Size>,
}

/// What a number with a unit says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Size {
    /// Memory as boxes say it.
    Gigabytes(u64),
    /// Parameters of a model.
    Parameters(Count),
}

/// A count with so many of its digits as were written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count {
    /// The digits, without the point.
    digits: u64,
    /// What one of the last digit is worth.
    unit: u64,
    /// Whether it was written with a point.
    pub is_fine: bool,
}

impl Count {
    /// Whether two texts write the same count.
    pub const fn is(self, other: Self) -> bool {
        self.digits * self.unit == other.digits * other.unit
    }

    /// Whether a count, rounded to the digits that were written, is this one.
    pub const fn rounds(self, count: u64) -> bool {
        (count + self.unit / 2) / self.unit == self.digits
    }
}

/// What a character is to the division into words.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Letter,
    Digit,
    /// Scripts without spaces: what stands beside other letters is a word of its own.
    Ideograph,
    Point,
    Sign,
}

/// The words of a text, full-width characters and capitals as any others.
pub fn words(text: &str) -> Vec<Word> {
    let characters: Vec<char> = text.chars().map(half_width).flat_map(char::to_lowercase).collect();
    let class_at = |index: usize| {
        let class = characters.get(index).map_or(Class::Sign, |character| class(*character));
        let is_digit = |index: usize| characters.get(index).is_some_and(char::is_ascii_digit);
        // A point belongs to a number between its digits alone.
        if class == Class::Point && !(index > 0 && is_digit(index - 1) && is_digit(index + 1)) { Class::Sign } else { class }
    };
    let mut words: Vec<Word> = Vec::new();
    let mut before = Class::Sign;
    for (index, character) in characters.iter().enumerate() {
        let class = match class_at(index) {
            Class::Point => Class::Digit,
            class => class,
        };
        if class != Class::Sign {
            let begins = before == Class::Sign || (before == Class::Ideograph) != (class == Class::Ideograph);
            if begins {
                words.push(Word { text: String::new(), parts: Vec::new(), size: None });
            }
            if let Some(word) = words.last_mut() {
                if begins || class != before {
                    word.parts.push(String::new());
                }
                word.text.push(*character);
                word.parts.last_mut().into_iter().for_each(|part| part.push(*character));
            }
        }
        before = class;
    }
    join_units(words)
}

/// `24 GB` is one word, as `24GB` is.
fn join_units(words: Vec<Word>) -> Vec<Word> {
    let mut joined: Vec<Word> = Vec::with_capacity(words.len());
    for mut word in words {
        if let Some(number) = joined.last_mut()
            && let [digits] = number.parts.as_slice()
            && gigabytes(digits, &word.text).is_some()
        {
            number.size = gigabytes(digits, &word.text);
            number.text.push_str(&word.text);
            number.parts.append(&mut word.parts);
            continue;
        }
        word.size = match word.parts.as_slice() {
            [digits, unit] => gigabytes(digits, unit).or_else(|| parameters(digits, unit)),
            _ => None,
        };
        joined.push(word);
    }
    joined
}

fn gigabytes(digits: &str, unit: &str) -> Option<Size> {
    let is_unit = matches!(unit, "gb" | "gib") || (unit == "g" && digits.len() < 4);
    let digits = Some(digits).filter(|digits| is_unit && digits.len() < 6)?;
    digits.parse().ok().map(Size::Gigabytes)
}

fn parameters(digits: &str, unit: &str) -> Option<Size> {
    let scale: u64 = match unit {
        "b" => 1_000_000_000,
        "m" => 1_000_000,
        _ => return None,
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    if whole.len() > 5 || fraction.len() > 4 {
        return None;
    }
    let unit = scale / 10_u64.pow(fraction.len() as u32);
    let digits = format!("{whole}{fraction}").parse().ok()?;
    Some(Size::Parameters(Count { digits, unit, is_fine: !fraction.is_empty() }))
}

/// The usual character in the place of one of the width of an ideograph.
fn half_width(character: char) -> char {
    match character {
        '\u{3000}' => ' ',
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(character) - 0xfee0).unwrap_or(character),
        _ => character,
    }
}

fn class(character: char) -> Class {
    match character {
        '.' => Class::Point,
        '0'..='9' => Class::Digit,
        // Kana and ideographs, Hangul, and the planes of rare ideographs.
        '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{20000}'..='\u{3ffff}' => {
            Class::Ideograph
        }
        _ if character.is_alphabetic() => Class::Letter,
        _ => Class::Sign,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&[&str]]) {
        let found = words(text);
        let found: Vec<Vec<&str>> = found.iter().map(|word| word.parts.iter().map(String::as_str).collect()).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn letters_and_digits_are_told_apart() {
        check("RTX4090", &[&["rtx", "4090"]]);
        check("meta-llama/Llama-3.1-8B", &[&["meta"], &["llama"], &["llama"], &["3.1"], &["8", "b"]]);
        check("ＲＴＸ　４０９０", &[&["rtx"], &["4090"]]);
        check("英伟达24GB显存", &[&["英伟达"], &["24", "gb"], &["显存"]]);
        check("FLUX.1 v1.5. ", &[&["flux"], &["1"], &["v", "1.5"]]);
        check(" -/. ", &[]);
    }

    #[test]
    fn a_number_with_a_unit_is_a_size() {
        let size = |text: &str| words(text).last().and_then(|word| word.size);
        for text in ["24GB", "24 gb", "24 GiB", "24g", "A100 24 G"] {
            assert_eq!(size(text), Some(Size::Gigabytes(24)), "{text}");
        }
        assert_eq!(words("nvidia 24 GB").len(), 2);
        for text in ["24", "a10g", "gb 24", "1.5 gb", "8x7b", "99999999b", "1.23456b"] {
            assert_eq!(size(text), None, "{text}");
        }
        let Some(Size::Parameters(eight)) = size("8B") else { panic!("8B is a size") };
        assert!(eight.rounds(8_030_261_248) && !eight.rounds(7_241_732_096) && !eight.is_fine);
        let Some(Size::Parameters(fine)) = size("0.5b") else { panic!("0.5b is a size") };
        assert!(fine.rounds(494_032_768) && fine.is_fine && !fine.rounds(600_000_000));
        let Some(Size::Parameters(small)) = size("500m") else { panic!("500m is a size") };
        assert!(small.is(fine) && !small.is(eight));
    }
}
