//! Cards in the slots of a board, modules on theirs: lengths and widths to scale.

use catalog::Cooling;
use wording::format::count;

use super::facts::{Facts, Place, Shape};
use super::pen::{Column, LETTERS, LINE, arrow, cut, fan, path, rect, rounded};
use super::{pen, said};
use crate::components::scatter::unit;
use crate::locale::Locale;
use crate::messages::bom_picture as text;

/// From one slot to the next in millimeters (ATX: 0.8 inches).
const SLOT_MM: f64 = 20.32;
/// The connector of sixteen lanes in millimeters.
const CONNECTOR_MM: f64 = 89.0;
/// A usual card, where its size is not known.
const USUAL: (f64, f64) = (267.0, 2.0);
/// The largest scale, in units a millimeter.
const SCALE: f64 = 0.75;
/// Cards that are drawn; more of them are told.
const MOST: u64 = 8;
/// More cards than this stand in two columns, where there is room.
const FEW: u64 = 2;
/// What a card on a riser is moved by.
const RISER: f64 = 16.0;

/// Draws the cards of a node below what is in the column.
pub fn draw(column: &mut Column, facts: &Facts, locale: Locale) {
    match facts.shape {
        Shape::Modules => modules(column, facts, locale),
        _ => in_slots(column, facts, locale),
    }
    for flag in facts.flags.iter().filter(|flag| flag.place == Place::Cards) {
        column.write(flag.class(), flag.words(locale));
    }
}

fn in_slots(column: &mut Column, facts: &Facts, locale: Locale) {
    let cards = &facts.cards;
    let shown = cards.boards.min(MOST);
    let columns: u32 = if shown > FEW && column.width > 380.0 { 2 } else { 1 };
    let width = column.width / f64::from(columns) - 6.0;
    let is_hung = facts.shape == Shape::OpenFrame;
    let moved = if is_hung { RISER } else { 0.0 };
    let (length, slots) = (cards.length_mm.unwrap_or(USUAL.0), cards.slots.unwrap_or(USUAL.1));
    let scale = SCALE.min((width - moved - 4.0) / length);
    let size = [length * scale, (slots * SLOT_MM * scale).max(LETTERS + 3.0)];
    let is_known = cards.length_mm.is_some() && cards.slots.is_some();
    let rows = shown.div_ceil(columns.into());
    let row = LINE + size[1] + 8.0;
    let top = column.y;
    for number in 0..shown {
        let x = column.x + (number / rows) as f64 * (width + 6.0);
        let y = top + (number % rows) as f64 * row;
        slot(column, facts, [x, y, width, scale], locale);
        if is_hung {
            let start = y + LINE - 6.0;
            column.add(path(
                "riser",
                format!("M{} {}v{}h{}", unit(x + 4.0), unit(start), unit(size[1] * 0.5 + 6.0), unit(RISER - 4.0)),
            ));
        }
        let owned = number < cards.owned / facts.nodes;
        card(column, facts, [x + moved, y + LINE, size[0], size[1]], (is_known, owned), locale);
    }
    if facts.bridge.is_some() && columns == 1 && shown > 1 {
        let (x, bottom) = (column.x + moved + size[0] - 34.0, top + (rows - 1) as f64 * row + LINE + size[1]);
        column.add(rounded("bridge", [x, top + LINE, 7.0, bottom - top - LINE], 2.0));
    }
    column.y = top + rows as f64 * row;
    if cards.boards > shown {
        column.write("soft", &text::more_cards(locale, &count(cards.boards - shown)));
    }
    if let Some(words) = said::free(facts.host.as_ref().and_then(|host| host.free), locale) {
        let connector = CONNECTOR_MM * scale;
        column.add(rect("lane open", [column.x, column.y + 5.0, connector, 5.0]));
        let mut beside = Column::at(column.x + connector + 6.0, column.y, column.width - connector - 8.0);
        beside.write("soft", &words);
        column.y = beside.y + 4.0;
        column.drawn.append(&mut beside.drawn);
    }
}

/// A connector of sixteen lanes, filled as far as lanes lead to it, and what they are.
fn slot(column: &mut Column, facts: &Facts, [x, y, width, scale]: [f64; 4], locale: Locale) {
    let connector = CONNECTOR_MM * scale;
    let lanes = facts.cards.link.map_or(0.0, |(link, _)| link.lanes.min(16) as f64 / 16.0);
    column.add(rect("lane", [x, y + 5.0, connector, 5.0]));
    column.add(rect("lane wired", [x, y + 5.0, connector * lanes, 5.0]));
    if let Some(words) = said::link(facts, locale) {
        column.add(pen::letters("", x + connector + 6.0, y + LETTERS, cut(&words, width - connector - 8.0)));
    }
}

fn card(column: &mut Column, facts: &Facts, [x, y, width, height]: [f64; 4], (is_known, is_owned): (bool, bool), locale: Locale) {
    let class = match (is_known, is_owned) {
        (false, _) => "card-body open",
        (true, true) => "card-body owned",
        (true, false) => "card-body",
    };
    column.add(rounded(class, [x, y, width, height], 2.0));
    // The bracket at the back.
    column.add(rect("bracket", [x - 3.0, y - 2.0, 3.0, height + 4.0]));
    let sign = if facts.cards.cooling.is_some() { 30.0 } else { 0.0 };
    let room = width - sign - 10.0;
    // A name that takes two lines leaves no room for the size, which the description has.
    let rows = if height >= 2.0 * LINE - 2.0 { 2 } else { 1 };
    let name = pen::lines(&facts.cards.name, room / pen::weight("name"));
    let names = if name.len() <= rows { name } else { vec![cut(&facts.cards.name, room / pen::weight("name"))] };
    let size = said::size(facts, locale).filter(|_| names.len() < rows).map(|size| cut(&size, room));
    let words: Vec<(&'static str, String)> =
        names.into_iter().map(|line| ("name", line)).chain(size.map(|line| ("soft", line))).collect();
    let first = y + (height - words.len() as f64 * LINE) / 2.0 + LETTERS - 0.5;
    for (place, (class, line)) in words.into_iter().enumerate() {
        column.add(pen::letters(class, x + 6.0, LINE.mul_add(place as f64, first), line));
    }
    let (right, middle) = (x + width, y + height / 2.0);
    let radius = (height / 2.0 - 3.0).min(11.0);
    match facts.cards.cooling {
        Some(Cooling::Fans) => column.add(fan(right - 15.0, middle, radius)),
        Some(Cooling::Blower) => {
            column.add(fan(right - 12.0, middle, radius.min(8.0)));
            column.add(arrow(right - 22.0, right - 34.0, middle));
        }
        Some(Cooling::Passive) => column.add(arrow(right + 8.0, right - 26.0, middle)),
        Some(Cooling::Server) | None => {}
    }
}

/// Modules side by side: their sizes are not in the catalog, so that they are told apart alone.
fn modules(column: &mut Column, facts: &Facts, locale: Locale) {
    let shown = facts.cards.boards.min(2 * MOST);
    let across: u32 = if column.width > 380.0 { 4 } else { 2 };
    let width = column.width / f64::from(across) - 6.0;
    let name = pen::lines(&facts.cards.name, (width - 10.0) / pen::weight("name"));
    let height = (name.len() as f64).mul_add(LINE, 14.0).max(44.0);
    let top = column.y;
    for number in 0..shown {
        let (x, y) = ((number % u64::from(across)) as f64, (number / u64::from(across)) as f64);
        let (x, y) = (column.x + x * (width + 6.0), top + y * (height + 6.0));
        let owned = number < facts.cards.owned / facts.nodes;
        column.add(rounded(if owned { "card-body owned" } else { "card-body" }, [x, y, width, height], 4.0));
        for (place, line) in name.iter().enumerate() {
            column.add(pen::letters("name", x + 6.0, LINE.mul_add(place as f64, y + LETTERS + 5.0), line.clone()));
        }
    }
    column.y = top + shown.div_ceil(across.into()) as f64 * (height + 6.0);
    if facts.cards.devices > 1 {
        column.write("soft", &text::devices(locale, &count(facts.cards.devices)));
    }
    if facts.cards.is_joined && facts.cards.boards > 1 {
        column.write("soft", text::joined(locale));
    }
}
