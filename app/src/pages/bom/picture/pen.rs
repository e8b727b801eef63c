//! Shapes and letters of the picture, and what goes below what.

use crate::components::scatter::unit;
use markup::{Chars, Element, classed};

/// Height of letters, in the drawing's units: pixels, as no drawing is shown smaller than it is.
pub const LETTERS: f64 = 12.0;
/// From one line of letters to the next.
pub const LINE: f64 = 15.0;

/// A drawing that grows downward in a column of its own.
#[derive(Debug, Default)]
pub struct Column {
    /// Left end.
    pub x: f64,
    /// Where the next thing goes.
    pub y: f64,
    /// Width.
    pub width: f64,
    /// What is there already.
    pub drawn: Vec<Element>,
}

impl Column {
    /// An empty column.
    pub const fn at(x: f64, y: f64, width: f64) -> Self {
        Self { x, y, width, drawn: Vec::new() }
    }

    /// Writes a text, in as many lines as it takes.
    pub fn write(&mut self, class: &'static str, words: &str) {
        for line in lines(words, self.width / weight(class)) {
            self.drawn.push(letters(class, self.x, self.y + LETTERS, line));
            self.y += LINE;
        }
    }

    /// Adds what stands at its own place.
    pub fn add(&mut self, element: Element) {
        self.drawn.push(element);
    }

    /// Leaves room.
    pub fn skip(&mut self, height: f64) {
        self.y += height;
    }
}

/// How much wider the letters of a class are than plain ones: names and warnings are bold.
pub fn weight(class: &str) -> f64 {
    if class == "name" || class.starts_with("flag") { 1.13 } else { 1.0 }
}

/// A box.
pub fn rect(class: &'static str, [x, y, width, height]: [f64; 4]) -> Element {
    let rect = classed("rect", class).attr("x", unit(x)).attr("y", unit(y));
    rect.attr("width", unit(width.max(0.0))).attr("height", unit(height.max(0.0)))
}

/// A box with round corners.
pub fn rounded(class: &'static str, sides: [f64; 4], radius: f64) -> Element {
    rect(class, sides).attr("rx", unit(radius))
}

/// A line of letters that begins at a place.
pub fn letters(class: &'static str, x: f64, y: f64, words: impl Into<Chars>) -> Element {
    let words: Chars = words.into();
    classed("text", class).attr("x", unit(x)).attr("y", unit(y)).with(words)
}

/// A path, by its steps.
pub fn path(class: &'static str, steps: String) -> Element {
    classed("path", class).attr("d", steps)
}

/// A ring with blades: a fan.
pub fn fan(x: f64, y: f64, radius: f64) -> Element {
    let [x, y, r, blade] = [x, y, radius, radius * 0.62].map(unit);
    let ring = format!("M{x} {y}m-{r} 0a{r} {r} 0 1 0 {} 0a{r} {r} 0 1 0 -{} 0", unit(radius * 2.0), unit(radius * 2.0));
    path(
        "air",
        format!("{ring}M{x} {y}l{blade} -{blade}M{x} {y}l-{blade} {blade}M{x} {y}l{blade} {blade}M{x} {y}l-{blade} -{blade}"),
    )
}

/// An arrow to the left: where air goes.
pub fn arrow(from: f64, to: f64, y: f64) -> Element {
    path("air", format!("M{} {}H{}m5 -4l-5 4l5 4", unit(from), unit(y), unit(to)))
}

/// A text in lines that are no wider than so many units, by what plain letters of wide fonts take.
pub fn lines(words: &str, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in pieces(words) {
        let would = format!("{line}{word}");
        if !line.trim().is_empty() && width_of(would.trim_end()) > width {
            lines.push(line.trim_end().to_owned());
            line.clear();
            line.push_str(word.trim_start());
        } else {
            line = would;
        }
    }
    lines.extend((!line.trim().is_empty()).then(|| line.trim_end().to_owned()));
    lines
}

/// A text that is no wider than so many units: its end left out where it is.
pub fn cut(words: &str, width: f64) -> String {
    if width_of(words) <= width {
        return words.to_owned();
    }
    let mut kept = String::new();
    for letter in words.chars() {
        if width_of(&kept) + width_of("…") + letter_width(letter) > width {
            break;
        }
        kept.push(letter);
    }
    format!("{}…", kept.trim_end())
}

/// Words with the space behind them; Chinese may break behind every sign that opens no bracket and has no mark behind it.
fn pieces(words: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut start = 0;
    for (place, letter) in words.char_indices() {
        let end = place + letter.len_utf8();
        let is_held = letter == '（' || words[end..].starts_with(['）', '，', '。', '、', '；', '：']);
        if letter == ' ' || is_wide(letter) && !is_held {
            pieces.push(&words[start..end]);
            start = end;
        }
    }
    pieces.push(&words[start..]);
    pieces
}

/// How wide a text in plain letters is at the most.
pub fn width_of(words: &str) -> f64 {
    words.chars().map(letter_width).sum()
}

fn letter_width(letter: char) -> f64 {
    LETTERS
        * match letter {
            _ if is_wide(letter) => 1.0,
            'i' | 'l' | 'j' | 't' | 'f' | 'r' | ' ' | '.' | ',' | ':' | '(' | ')' | '/' | 'I' => 0.42,
            'm' | 'w' | 'M' | 'W' | '%' | '…' => 1.0,
            'A'..='Z' => 0.75,
            _ => 0.64,
        }
}

const fn is_wide(letter: char) -> bool {
    letter as u32 >= 0x2E80
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_and_marks_stay_with_their_words() {
        let found = lines("同类主板通常还可装 1 块（x8）", 150.0);
        assert_eq!(found, ["同类主板通常还可装 1 块", "（x8）"]);
        assert_eq!(lines("供电，散热", 30.0), ["供", "电，", "散热"]);
    }

    #[test]
    fn a_text_keeps_its_words_and_no_line_is_too_wide() {
        for text in ["2 of 4 memory slots, DDR5 UDIMM", "散热：显卡风扇将热风留在机箱内，AM5 主板", "word", ""]
        {
            let found = lines(text, 80.0);
            assert_eq!(found.concat().replace(' ', ""), text.replace(' ', ""));
            assert!(found.iter().all(|line| width_of(line) <= 80.0), "{found:?}");
            assert!(width_of(&cut(text, 60.0)) <= 60.0);
        }
    }
}
