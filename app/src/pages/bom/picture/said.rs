//! What the picture of a machine says, in sentences: for readers who do not see it.

use catalog::Cooling;
use wording::format::{count, decimal, trimmed};

use super::facts::{Cards, Draw, Facts, Memory, Place, Shape, Supply};
use crate::locale::{Locale, colon};
use crate::messages::bom_picture as text;

/// Every sentence, in the order in which the picture is read.
pub fn sentences(facts: &Facts, locale: Locale) -> Vec<String> {
    let mut said: Vec<String> = Vec::new();
    let joined = |words: Vec<String>| words.join(locale.pick(", ", "，"));
    let under = |heading: &str, words: &str| format!("{heading}{}{words}", colon(locale));
    said.extend((facts.nodes > 1).then(|| text::nodes(locale, &count(facts.nodes))));
    said.extend(facts.housing.clone());
    said.push(joined(of_cards(facts, locale)));
    said.extend(facts.bridge.clone());
    said.extend(facts.cards.pool_gib.map(|size| text::pool(locale, &count(size))));
    if facts.shape == Shape::Computer {
        said.push(text::whole(locale).to_owned());
    }
    if let Some(host) = &facts.host {
        let mut board: Vec<String> = host.board.iter().cloned().collect();
        board.extend(free(host.free, locale));
        said.extend((!board.is_empty()).then(|| under(text::board(locale), &joined(board))));
        said.push(under(text::processor(locale), &times(host.processors.0, &host.processors.1, locale)));
        let memory = host
            .memory
            .as_ref()
            .map_or_else(|| vec![text::memory_unknown(locale).to_owned()], |memory| of_memory(memory, locale));
        said.push(under(text::memory(locale), &joined(memory)));
    }
    said.extend(facts.drives.as_ref().map(|(number, name)| under(text::drives(locale), &times(*number, name, locale))));
    said.extend(facts.system_drive.as_ref().map(|name| text::starts_from(locale, name)));
    said.push(under(text::supply(locale), &joined(of_supply(facts.supply.as_ref(), &facts.draw, locale))));
    said.extend(air(facts, locale).map(str::to_owned));
    said.extend(facts.network.as_ref().map(|name| under(text::network(locale), name)));
    let flags: Vec<String> = facts.flags.iter().map(|flag| flag.words(locale).to_owned()).collect();
    said.extend((!flags.is_empty()).then(|| under(text::look_out(locale), &joined(flags))));
    said
}

/// A name, and how many there are of it where there are several.
pub fn times(number: u64, name: &str, locale: Locale) -> String {
    if number == 1 { name.to_owned() } else { text::several(locale, &count(number), name) }
}

fn of_cards(facts: &Facts, locale: Locale) -> Vec<String> {
    let cards = &facts.cards;
    let mut said = vec![times(cards.boards, &cards.name, locale)];
    said.extend((cards.owned > 0).then(|| text::there(locale, &count(cards.owned))));
    said.extend((cards.devices > 1).then(|| text::devices(locale, &count(cards.devices))));
    said.extend(link(facts, locale));
    said.extend(size(facts, locale));
    said.extend((facts.shape == Shape::Modules && cards.is_joined).then(|| text::joined(locale).to_owned()));
    said
}

/// The lanes of a card in a slot.
pub fn link(facts: &Facts, locale: Locale) -> Option<String> {
    let (link, own) = facts.cards.link.filter(|_| is_in_slot(facts))?;
    let [lanes, own, generation] = [link.lanes, own, link.generation].map(count);
    Some(if lanes == own { text::lanes(locale, &lanes, &generation) } else { text::lanes_of(locale, &lanes, &own, &generation) })
}

/// How large a card in a slot is, as far as it is known.
pub fn size(facts: &Facts, locale: Locale) -> Option<String> {
    let Cards { slots, length_mm, .. } = facts.cards;
    is_in_slot(facts).then(|| match (length_mm, slots) {
        (Some(length), Some(slots)) => {
            let (length, slots) = (decimal(length, 0), trimmed(slots, 1));
            if slots == "1" { text::size_one_slot(locale, &length) } else { text::size(locale, &length, &slots) }
        }
        (None, None) => text::size_unknown(locale).to_owned(),
        _ => text::size_partly(locale).to_owned(),
    })
}

const fn is_in_slot(facts: &Facts) -> bool {
    matches!(facts.shape, Shape::Case | Shape::OpenFrame)
}

/// Room for further cards.
pub fn free(free: Option<u64>, locale: Locale) -> Option<String> {
    free.filter(|free| *free > 0).map(|free| text::free_slots(locale, &count(free)))
}

/// Modules, and where they go.
pub fn of_memory(memory: &Memory, locale: Locale) -> Vec<String> {
    let [modules, size] = [memory.modules, memory.module_gb].map(count);
    let mut said = vec![text::modules(locale, &modules, &size, &memory.kind)];
    if let Some((slots, channels)) = memory.places {
        said.push(text::module_of(locale, &modules, &count(slots)));
        said.push(text::channels_of(locale, &count(memory.modules.min(channels)), &count(channels)));
    }
    said
}

/// What feeds a node and what it draws; a whole computer's supply is its own.
pub fn of_supply(supply: Option<&Supply>, draw: &Draw, locale: Locale) -> Vec<String> {
    let watts = |watts: f64| decimal(watts, 0);
    let mut said: Vec<String> = supply.map(|supply| times(supply.count, &supply.name, locale)).into_iter().collect();
    said.extend(supply.and_then(|supply| supply.rating).map(|rating| text::rating(locale, &watts(rating))));
    said.extend(draws(draw, locale));
    said
}

/// What a node draws.
pub fn draws(draw: &Draw, locale: Locale) -> Vec<String> {
    let watts = |watts: f64| decimal(watts, 0);
    let mut said = vec![match draw {
        Draw { is_whole: true, sustained, .. } => text::draws(locale, &watts(*sustained)),
        Draw { sustained, .. } if *sustained > 0.0 => text::draws_least(locale, &watts(*sustained)),
        _ => text::draws_unknown(locale).to_owned(),
    }];
    said.extend(draw.transient.filter(|_| draw.is_whole).map(|transient| text::transient(locale, &watts(transient))));
    said
}

/// Who moves the air; none for a whole computer, which cools itself.
pub fn air(facts: &Facts, locale: Locale) -> Option<&'static str> {
    Some(match (facts.shape, facts.cards.cooling) {
        (Shape::Computer, _) => return None,
        (_, None) => text::air_unknown(locale),
        (Shape::OpenFrame, Some(Cooling::Fans)) => text::air_open(locale),
        (_, Some(Cooling::Fans)) => text::air_fans(locale),
        (_, Some(Cooling::Blower)) => text::air_blower(locale),
        (_, Some(Cooling::Passive)) if facts.flags.iter().any(|flag| flag.place == Place::Air) => text::air_needed(locale),
        (_, Some(Cooling::Passive)) => text::air_passive(locale),
        (_, Some(Cooling::Server)) => text::air_server(locale),
    })
}
