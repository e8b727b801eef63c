//! The picture as SVG: a verdict, a line on what runs where, two bars, two figures.

use std::fmt::Write as _;

use app::pages::run::standing::Tone;
use engine::units::{Bytes, Seconds};
use wire::Locale;
use wording::format;

use super::facts::{Facts, Verdict};
use super::words::{self, Word};

/// Width in pixels: what link previews are laid out for.
pub const WIDTH: u32 = 1200;
/// Height in pixels.
pub const HEIGHT: u32 = 630;
/// Left edge of everything.
const LEFT: f64 = 72.0;
/// Width of the content.
const CONTENT: f64 = 1056.0;
/// Height of a bar.
const BAR: f64 = 44.0;
/// A need above the capacity is drawn up to this share of the bar's width; its line moves left accordingly.
const LARGEST_OVERFLOW: f64 = 3.0;
/// Colors of the parts: those of the site's light theme.
const COLORS: [&str; 7] = ["#2c6e9e", "#7fb3d5", "#5b5ea6", "#d98a3d", "#e8c07d", "#6aa56f", "#a9b4bf"];
const INK: &str = "#14202b";
const SOFT: &str = "#4a5866";

/// Draws the picture.
#[must_use]
pub fn svg(facts: &Facts, language: Option<Locale>) -> String {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" viewBox=\"0 0 {WIDTH} {HEIGHT}\">\
         <defs><pattern id=\"over\" width=\"14\" height=\"14\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">\
         <rect width=\"14\" height=\"14\" fill=\"#fdeae8\"/><rect width=\"7\" height=\"14\" fill=\"#a8241c\"/></pattern></defs>\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#f6f7f9\"/>"
    );
    brand(&mut svg, language);
    let (word, color) = verdict(facts.verdict);
    rect(&mut svg, (0.0, 0.0, 14.0, f64::from(HEIGHT)), color);
    let word = word.in_language(language);
    text(&mut svg, (LEFT, 208.0), fitting(&word, 84.0), true, color, &word);
    let subject = subject(facts, language);
    text(&mut svg, (LEFT, 272.0), fitting(&subject, 38.0), false, INK, &subject);
    if let Some((need, capacity)) = facts.vram {
        bar(&mut svg, 316.0, &words::VRAM.in_language(language), (need, capacity), &colored(facts, need));
        legend(&mut svg, 426.0, facts, need, language);
    }
    if let Some((need, capacity)) = facts.ram {
        bar(&mut svg, 462.0, &words::RAM.in_language(language), (need, capacity), &[(need, COLORS[0])]);
    }
    figures(&mut svg, facts, language);
    svg.push_str("</svg>");
    svg
}

const fn verdict(verdict: Verdict) -> (Word, &'static str) {
    use api::verdict::Verdict as Known;
    let bad = "#a8241c";
    match verdict {
        Verdict::Known(Known::Fits) => (words::FITS, "#19683f"),
        Verdict::Known(Known::Tight) => (words::TIGHT, "#855400"),
        Verdict::Known(Known::Late) => (words::LATE, bad),
        Verdict::Known(Known::Drive) => (words::DRIVE, bad),
        Verdict::Known(Known::Host) => (words::HOST, bad),
        Verdict::Known(Known::HostAndDrive) => (words::HOST_AND_DRIVE, bad),
        Verdict::Known(Known::Short) => (words::SHORT, bad),
        Verdict::Run(Tone::Good, word) => (word, "#19683f"),
        Verdict::Run(Tone::Fair, word) => (word, "#855400"),
        Verdict::Run(Tone::Bad, word) => (word, bad),
        Verdict::NotModeled => (words::NOT_MODELED, "#0b5f8a"),
        Verdict::Unknown => (words::UNKNOWN, "#0b5f8a"),
    }
}

/// The size in which a text fits a line, at most `most`: a Latin letter is about half as wide as it is high, a Chinese one
/// as wide.
fn fitting(line: &str, most: f64) -> f64 {
    let width: f64 = line.chars().map(|letter| if letter.is_ascii() { 0.56 } else { 1.0 }).sum();
    (CONTENT / width.max(1.0)).min(most)
}

fn brand(svg: &mut String, language: Option<Locale>) {
    for (place, (width, color)) in [(52.0, COLORS[0]), (36.0, COLORS[3]), (20.0, COLORS[5])].into_iter().enumerate() {
        rect(svg, (LEFT, 52.0 + 17.0 * place as f64, width, 12.0), color);
    }
    text(svg, (LEFT + 70.0, 94.0), 44.0, true, INK, "Rigwise");
    let Word(english, chinese) = words::SITE;
    let site = language.map_or_else(|| format!("{english} · {chinese}"), |locale| locale.pick(english, chinese).to_owned());
    let _ = write!(
        svg,
        "<text x=\"{}\" y=\"92\" font-size=\"24\" fill=\"{SOFT}\" text-anchor=\"end\">{}</text>",
        LEFT + CONTENT,
        escape(&site)
    );
}

/// What runs where: `ResNet-50 · 2 × GeForce RTX 4090`.
fn subject(facts: &Facts, language: Option<Locale>) -> String {
    let model = facts.model.map_or_else(|| words::OWN_MODEL.in_language(language), str::to_owned);
    let gpu = facts.gpu.map_or_else(|| words::OWN_GPU.in_language(language), str::to_owned);
    match facts.cards {
        0 => model,
        1 => format!("{model} · {gpu}"),
        cards => format!("{model} · {} × {gpu}", format::count(cards)),
    }
}

/// Parts of the card's memory with their names and colors; what is in none of them comes last.
fn segments(facts: &Facts, need: u64) -> Vec<(u64, Word, &'static str)> {
    let told = facts.parts.iter().fold(0_u64, |sum, (part, ..)| sum.saturating_add(*part));
    let [.., other] = words::PARTS;
    let last = COLORS.len() - 1;
    let rest = (need.saturating_sub(told), other, last);
    let parts = facts.parts.iter().copied().chain([rest]);
    parts.map(|(part, word, color)| (part, word, COLORS[color.min(last)])).collect()
}

/// Those parts without their names.
fn colored(facts: &Facts, need: u64) -> Vec<(u64, &'static str)> {
    segments(facts, need).into_iter().map(|(part, _, color)| (part, color)).collect()
}

/// A bar: the capacity is the axis, the need fills it and passes its end where it is larger.
fn bar(svg: &mut String, top: f64, label: &str, (need, capacity): (u64, u64), segments: &[(u64, &str)]) {
    let line = top + 26.0;
    text(svg, (LEFT, line), 28.0, true, INK, label);
    let amount = |bytes: u64| format::gib_number(Bytes(bytes));
    let figures = format!("{} / {} GiB", amount(need), amount(capacity));
    let _ = write!(
        svg,
        "<text x=\"{}\" y=\"{line}\" font-size=\"28\" font-weight=\"700\" fill=\"{INK}\" text-anchor=\"end\">{figures}</text>",
        LEFT + CONTENT
    );
    let share = (need as f64 / capacity.max(1) as f64).min(LARGEST_OVERFLOW);
    let axis = CONTENT / share.max(1.0);
    let bar_top = top + 40.0;
    rect(svg, (LEFT, bar_top, axis, BAR), "#d8dee5");
    let total: f64 = segments.iter().map(|(part, _)| *part as f64).sum();
    let filled = CONTENT.min(axis * share);
    let mut from = LEFT;
    for (part, color) in segments {
        let width = filled * *part as f64 / total.max(1.0);
        if width > 0.0 {
            rect(svg, (from, bar_top, width, BAR), color);
        }
        from += width;
    }
    if share > 1.0 {
        rect(svg, (LEFT + axis, bar_top, CONTENT - axis, BAR), "url(#over)");
        rect(svg, (LEFT + axis - 2.0, bar_top - 6.0, 4.0, BAR + 12.0), INK);
    }
}

/// Names of the largest parts, as many as fit one line.
fn legend(svg: &mut String, baseline: f64, facts: &Facts, need: u64, language: Option<Locale>) {
    let mut parts = segments(facts, need);
    parts.sort_by_key(|(part, _, _)| std::cmp::Reverse(*part));
    let mut from = LEFT;
    for (part, word, color) in parts.into_iter().take(4).filter(|(part, _, _)| *part > 0) {
        let label = format!("{} {}", word.in_language(language), format::gib(Bytes(part)));
        let width: f64 = label.chars().map(|letter| if letter.is_ascii() { 10.6 } else { 20.0 }).sum();
        if from + width + 30.0 > LEFT + CONTENT {
            break;
        }
        rect(svg, (from, baseline - 15.0, 16.0, 16.0), color);
        text(svg, (from + 24.0, baseline), 20.0, false, SOFT, &label);
        from += width + 52.0;
    }
}

fn figures(svg: &mut String, facts: &Facts, language: Option<Locale>) {
    let epoch = facts.epoch_seconds.map(|seconds| {
        format!(
            "{} {}",
            words::EPOCH.in_language(language),
            format::duration(Seconds::new(seconds.min(1e12)), language.unwrap_or_default())
        )
    });
    let figures = facts.figures.iter().map(|(word, figure)| format!("{} {figure}", word.in_language(language)));
    let line: Vec<String> = figures.chain(epoch).collect();
    text(svg, (LEFT, 594.0), 30.0, false, INK, &line.join("  ·  "));
}

fn text(svg: &mut String, (x, y): (f64, f64), size: f64, bold: bool, color: &str, content: &str) {
    let weight = if bold { "700" } else { "400" };
    let _ = write!(
        svg,
        "<text x=\"{x}\" y=\"{y}\" font-size=\"{size:.1}\" font-weight=\"{weight}\" fill=\"{color}\" xml:space=\"preserve\">{}</text>",
        escape(content)
    );
}

fn rect(svg: &mut String, (x, y, width, height): (f64, f64, f64, f64), fill: &str) {
    let _ = write!(svg, "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{fill}\"/>");
}

/// Names of the catalog may hold what SVG reads as markup.
fn escape(content: &str) -> String {
    content.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
