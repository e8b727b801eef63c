//! The board with its processors and memory, and a whole computer.

use wording::format::count;

use super::facts::{Facts, Host, Memory, Place};
use super::pen::{Column, rect, rounded};
use super::{pen, said};
use crate::locale::Locale;
use crate::messages::bom_picture as text;

/// Side of a processor.
const PROCESSOR: f64 = 46.0;

/// Draws processors and memory of a board into the column.
pub fn draw(column: &mut Column, facts: &Facts, host: &Host, locale: Locale) {
    if let Some(board) = &host.board {
        column.write("name", board);
        column.skip(3.0);
    }
    let (processors, name) = &host.processors;
    let shown = (*processors).min(4);
    for number in 0..shown {
        let x = (PROCESSOR + 8.0).mul_add(number as f64, column.x);
        column.add(rounded("chip", [x, column.y, PROCESSOR, PROCESSOR], 3.0));
        column.add(rect("die", [x + 11.0, column.y + 11.0, PROCESSOR - 22.0, PROCESSOR - 22.0]));
    }
    if let Some(memory) = &host.memory {
        let x = (PROCESSOR + 8.0).mul_add(shown as f64, column.x + 6.0);
        modules(column, memory, [x, column.y, column.x + column.width - x, PROCESSOR]);
    }
    column.skip(PROCESSOR + 4.0);
    column.write("", &said::times(*processors, name, locale));
    let memory = host.memory.as_ref().map(|memory| said::of_memory(memory, locale));
    match memory.as_deref() {
        None => column
            .write("soft", &format!("{}{}{}", text::memory(locale), crate::locale::colon(locale), text::memory_unknown(locale))),
        Some([modules, places @ ..]) => {
            column.write("", modules);
            if !places.is_empty() {
                column.write("soft", &places.join(locale.pick(", ", "，")));
            }
        }
        Some([]) => {}
    }
    for flag in facts.flags.iter().filter(|flag| flag.place == Place::Memory) {
        column.write(flag.class(), flag.words(locale));
    }
    column.skip(6.0);
}

/// Slots by channel, those with a module filled: one a channel first, as boards want it. Slots that the catalog does not
/// count are not drawn, the modules alone are.
fn modules(column: &mut Column, memory: &Memory, [x, y, width, height]: [f64; 4]) {
    let (slots, channels) = memory.places.unwrap_or((memory.modules, memory.modules));
    let (slots, channels) = (slots.max(memory.modules).max(1), channels.max(1));
    let deep = slots.div_ceil(channels).max(1);
    let pitch = (width / ((slots as f64) + channels as f64 * 0.5)).min(11.0);
    for slot in 0..slots {
        let (channel, place) = (slot / deep, slot % deep);
        // The modules before this one when every channel gets its first before any gets its second.
        let rank = place * channels + channel;
        let class = if rank < memory.modules { "module" } else { "module open" };
        let x = (slot as f64 + channel as f64 * 0.5).mul_add(pitch, x);
        column.add(rect(class, [x, y, pitch * 0.64, height]));
    }
}

/// A whole computer: one box in which processor and graphics share the memory.
pub fn computer(column: &mut Column, facts: &Facts, locale: Locale) {
    column.write("name", &said::times(facts.cards.boards, &facts.cards.name, locale));
    column.skip(4.0);
    let chip = 84.0_f64.min(column.width * 0.3);
    column.add(rounded("chip", [column.x, column.y, chip, 64.0], 4.0));
    column.add(rect("die", [column.x + 20.0, column.y + 16.0, chip - 40.0, 32.0]));
    if let Some(size) = facts.cards.pool_gib {
        let x = column.x + chip + 10.0;
        column.add(rounded("card-body", [x, column.y, column.x + column.width - x, 64.0], 4.0));
        for (place, line) in
            pen::lines(&text::pool(locale, &count(size)), column.x + column.width - x - 16.0).into_iter().enumerate()
        {
            column.add(pen::letters("", x + 8.0, pen::LINE.mul_add(place as f64, column.y + 20.0), line));
        }
    }
    column.skip(72.0);
    column.write("soft", text::whole(locale));
    for flag in facts.flags.iter().filter(|flag| flag.place == Place::Cards) {
        column.write(flag.class(), flag.words(locale));
    }
}
