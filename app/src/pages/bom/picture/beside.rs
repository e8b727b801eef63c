//! What stands beside the board: power supply, drives, air, network.

use wording::format::decimal;

use super::facts::{Facts, Place, Supply};
use super::pen::{self, Column, LINE, path, rect, rounded};
use super::said;
use crate::components::scatter::unit;
use crate::locale::Locale;
use crate::messages::bom_picture as text;

/// Drives that are drawn; the words say how many there are.
const MOST_DRIVES: u64 = 8;

/// Draws all of it below what is in the column.
pub fn draw(column: &mut Column, facts: &Facts, locale: Locale) {
    supply(column, facts, locale);
    if let Some((number, name)) = &facts.drives {
        column.skip(8.0);
        for place in 0..(*number).min(MOST_DRIVES) {
            let x = (place as f64).mul_add(27.0, column.x);
            if x + 22.0 <= column.x + column.width {
                column.add(rounded("chip", [x, column.y, 22.0, 13.0], 2.0));
            }
        }
        column.skip(16.0);
        column.write("", &said::times(*number, name, locale));
    }
    if let Some(name) = &facts.system_drive {
        column.skip(8.0);
        column.add(rounded("chip", [column.x, column.y, 22.0, 9.0], 2.0));
        column.skip(12.0);
        column.write("", &text::starts_from(locale, name));
    }
    if let Some(words) = said::air(facts, locale) {
        column.skip(8.0);
        column.write("", words);
    }
    flags(column, facts, Place::Air, locale);
    if let Some(name) = &facts.network {
        column.skip(8.0);
        column.add(rect("chip", [column.x, column.y, 22.0, 12.0]));
        column.add(rect("die", [column.x + 6.0, column.y + 4.0, 10.0, 8.0]));
        column.skip(15.0);
        column.write("", name);
    }
    flags(column, facts, Place::Network, locale);
}

fn flags(column: &mut Column, facts: &Facts, place: Place, locale: Locale) {
    for flag in facts.flags.iter().filter(|flag| flag.place == place) {
        column.write(flag.class(), flag.words(locale));
    }
}

/// The supply, with what the node draws on an axis that ends at its rating or beyond.
fn supply(column: &mut Column, facts: &Facts, locale: Locale) {
    let top = column.y;
    let mut inside = Column::at(column.x + 9.0, top + 6.0, column.width - 18.0);
    let rating = facts.supply.as_ref().and_then(|supply| supply.rating);
    if let Some(Supply { name, count, .. }) = &facts.supply {
        inside.write("name", &said::times(*count, name, locale));
    }
    if let Some(rating) = rating.filter(|_| facts.draw.sustained > 0.0) {
        gauge(&mut inside, rating, facts.draw.sustained, locale);
    }
    for (place, words) in said::draws(&facts.draw, locale).into_iter().enumerate() {
        inside.write(if place == 0 { "" } else { "soft" }, &words);
    }
    flags(&mut inside, facts, Place::Supply, locale);
    let is_known = rating.is_some() || facts.supply.is_none();
    let class = if is_known { "supply" } else { "supply open" };
    column.add(rounded(class, [column.x, top, column.width, inside.y + 6.0 - top], 4.0));
    column.drawn.append(&mut inside.drawn);
    column.y = inside.y + 6.0;
}

/// A bar of what is drawn, and a line where the rating is.
fn gauge(column: &mut Column, rating: f64, drawn: f64, locale: Locale) {
    let axis = rating.max(drawn) * 1.02;
    let (end, width) = (column.width * rating / axis, column.width * drawn / axis);
    let y = column.y + LINE + 4.0;
    let words = text::rating_short(locale, &decimal(rating, 0));
    let start = (column.x + end - pen::width_of(&words)).max(column.x);
    column.add(pen::letters("", start, column.y + pen::LETTERS, words));
    column.add(rect("gauge", [column.x, y, end, 9.0]));
    column.add(rect(if drawn > rating { "gauge over" } else { "gauge drawn" }, [column.x, y, width, 9.0]));
    column.add(path("limit", format!("M{} {}v15", unit(column.x + end), unit(y - 3.0))));
    column.skip(LINE + 20.0);
}
