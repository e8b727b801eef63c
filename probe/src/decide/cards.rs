//! Cards: several programs may list the same ones, each knowing other things of them.

use std::collections::BTreeMap;

use catalog::GpuEntry;
use scenario::limits::GPU_COUNT;
use wire::v1::scenario::GpuChoice;

use crate::fact::{Fact, Lister, Place};
use crate::found::{Found, MOST_LETTERS, MOST_NAMED};
use crate::kit;
use crate::lookup::{self, is_display, nearest};
use crate::machine::{Item, Note};
use crate::names::words;

/// A card as its lines together describe it.
#[derive(Default)]
struct Card {
    name: String,
    is_cut: bool,
    mib: Option<f64>,
    is_divided: bool,
    line: usize,
    /// Another name for the same place.
    contradiction: Option<String>,
}

/// Cards of the catalog of one kind.
struct Group {
    entry: &'static GpuEntry,
    lines: Vec<usize>,
}

pub(super) fn decide(found: &mut Found<'_>) {
    let cards = of_best_lists(merged(found));
    let mut groups: Vec<Group> = Vec::new();
    let mut is_count_open = false;
    for (place, card) in &cards {
        let Some(entry) = entry(found, *place, card) else { continue };
        match groups.iter_mut().find(|group| group.entry.id == entry.id) {
            Some(_) if place.lister == Lister::Dxdiag => is_count_open = true,
            Some(group) => group.lines.push(card.line),
            None => groups.push(Group { entry, lines: vec![card.line] }),
        }
    }
    // With the most memory of all, the first of equals.
    groups.sort_by_key(|group| std::cmp::Reverse(group.entry.spec.memory.0.saturating_mul(group.lines.len() as u64)));
    let Some((group, others)) = groups.split_first() else { return };
    if !others.is_empty() {
        let others = others.iter().take(MOST_NAMED).map(|group| group.entry.name.to_owned()).collect();
        found.note(Note::CardsDiffer { taken: group.entry.name.to_owned(), others });
    }
    if is_count_open {
        found.note(Note::CardCountOpen(group.entry.name.to_owned()));
    }
    take(found, group, is_count_open);
    found.first(Item::Driver, |fact| match fact {
        Fact::Driver(version) => Some((version.clone(), version.clone())),
        _ => None,
    });
    found.first(Item::Cuda, |fact| match fact {
        Fact::Cuda(version) => Some((version.clone(), version.clone())),
        _ => None,
    });
}

/// The kind of card becomes the plan's.
fn take(found: &mut Found<'_>, group: &Group, is_count_open: bool) {
    let (entry, count) = (group.entry, group.lines.len() as u64);
    found.machine.hardware.gpu = Some(GpuChoice::Id(entry.id.to_owned()));
    // Some makers' names begin with the maker.
    let has_vendor = entry.name.split(' ').next() == Some(entry.vendor);
    let name = if has_vendor { entry.name.to_owned() } else { format!("{} {}", entry.vendor, entry.name) };
    found.find(Item::Gpu, entry.id.to_owned(), name, &group.lines);
    if entry.spec.pool.is_some() {
        found.note(Note::SharedMemory(entry.name));
    } else if count > GPU_COUNT.max {
        found.note(Note::TooManyCards(count));
    } else if !is_count_open {
        found.machine.hardware.gpu_count = Some(count);
        found.find(Item::GpuCount, count.to_string(), count.to_string(), &group.lines);
    }
    let lit = found.all(|fact| matches!(fact, Fact::Display).then_some(()));
    if let Some((line, ())) = lit.first() {
        found.machine.hardware.display_attached = Some(true);
        found.find(Item::Display, "yes".to_owned(), String::new(), &[*line]);
    }
}

/// Every card that is listed, by its place: what several lines say of one place is of one card.
fn merged(found: &Found<'_>) -> BTreeMap<Place, Card> {
    let mut cards: BTreeMap<Place, Card> = BTreeMap::new();
    for seen in found.facts {
        match &seen.fact {
            Fact::Card { place, name, is_cut } => {
                let card = cards.entry(*place).or_default();
                let (is_new, was_cut) = (card.name.is_empty(), card.is_cut);
                let agrees = is_new || agree((&card.name, was_cut), (name, *is_cut));
                if is_new || was_cut && !is_cut && agrees {
                    (card.name, card.is_cut, card.line) = (name.clone(), *is_cut, seen.line);
                } else if !agrees {
                    card.contradiction = Some(name.clone());
                }
            }
            Fact::CardMemory { place, mib } => cards.entry(*place).or_default().mib = Some(*mib),
            Fact::Divided { place } => cards.entry(*place).or_default().is_divided = true,
            _ => {}
        }
    }
    cards.retain(|_, card| !card.name.is_empty());
    cards
}

/// Whether two names, of which the end may be missing, can be those of one card.
fn agree((one, one_is_cut): (&str, bool), (other, other_is_cut): (&str, bool)) -> bool {
    let (one, other) = (words(one).join(" "), words(other).join(" "));
    one == other || one_is_cut && other.starts_with(&one) || other_is_cut && one.starts_with(&other)
}

/// Of each vendor's cards only the list that knows them best: others repeat them.
fn of_best_lists(cards: BTreeMap<Place, Card>) -> Vec<(Place, Card)> {
    let vendors: Vec<(Vendor, Place)> = cards.iter().map(|(place, card)| (vendor(&card.name, place.lister), *place)).collect();
    let best = |vendor: Vendor| {
        Lister::ALL.into_iter().find(|lister| vendors.iter().any(|(other, place)| *other == vendor && place.lister == *lister))
    };
    cards.into_iter().filter(|(place, card)| best(vendor(&card.name, place.lister)) == Some(place.lister)).collect()
}

/// Who made a card, as far as its name and the program that lists it tell.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Vendor {
    Nvidia,
    Amd,
    Apple,
    Other,
}

fn vendor(name: &str, lister: Lister) -> Vendor {
    let name = name.to_lowercase();
    let says = |words: &[&str]| words.iter().any(|word| name.contains(word));
    match lister {
        Lister::NvidiaSmi => Vendor::Nvidia,
        Lister::RocmSmi => Vendor::Amd,
        _ if says(&["apple"]) => Vendor::Apple,
        _ if says(&["amd", "radeon", "instinct"]) => Vendor::Amd,
        _ if says(&["nvidia", "geforce", "quadro", "tesla", "rtx", "gtx", "titan"]) => Vendor::Nvidia,
        _ => Vendor::Other,
    }
}

/// The catalog's row of a card, where it is beyond doubt; else what to say of it.
fn entry(found: &mut Found<'_>, place: Place, card: &Card) -> Option<&'static GpuEntry> {
    if let Some(other) = &card.contradiction {
        found.note(Note::CardsContradict { one: shortened(&card.name), other: shortened(other) });
        return None;
    }
    if card.is_divided {
        found.note(Note::CardDivided(shortened(&card.name)));
        return None;
    }
    if place.lister == Lister::Profiler && card.name.starts_with("Apple ") {
        return apple(found, card);
    }
    match lookup::card(&card.name, card.is_cut, card.mib) {
        lookup::Found::One(entry) => Some(entry),
        lookup::Found::Several(entries) => {
            let candidates = entries.iter().take(MOST_NAMED).map(|entry| entry.name).collect();
            found.note(Note::CardUnclear { name: shortened(&card.name), candidates });
            None
        }
        lookup::Found::None => {
            if !is_display(&card.name) {
                found.stranger(Item::Gpu, &card.name, card.line, || {
                    let near = || nearest(&card.name, catalog::gpus().iter().map(|gpu| gpu.id)).and_then(catalog::gpu);
                    lookup::namesake(&card.name).or_else(near).map(|entry| (entry.id, entry.name))
                });
            }
            None
        }
    }
}

/// A chip of Apple's is one with its memory.
fn apple(found: &mut Found<'_>, card: &Card) -> Option<&'static GpuEntry> {
    let cores = found.all(|fact| match fact {
        Fact::AppleCores(cores) => Some(*cores),
        _ => None,
    });
    let memory = found.all(|fact| match fact {
        Fact::Memory(reported) => kit::installed(reported).map(kit::Installed::gib),
        _ => None,
    });
    let (cores, gib) = (cores.first().map(|(_, cores)| *cores), memory.first().map(|(_, gib)| *gib));
    let entry = lookup::apple(&card.name, cores, gib);
    if entry.is_none() {
        let cores = cores.map_or(String::new(), |cores| format!(" ({cores}-core GPU)"));
        let gib = gib.map_or(String::new(), |gib| format!(" {gib}GB"));
        let name = format!("{}{cores}{gib}", card.name);
        let alike = || catalog::gpus().iter().filter(|entry| entry.vendor == "Apple");
        let same = alike().find(|entry| entry.name.starts_with(&format!("{} ", card.name)));
        let near = same.or_else(|| catalog::nearest(&card.name, alike().map(|gpu| gpu.id)).and_then(catalog::gpu));
        found.stranger(Item::Gpu, &name, card.line, || near.map(|entry| (entry.id, entry.name)));
    }
    entry
}

fn shortened(name: &str) -> String {
    name.chars().take(MOST_LETTERS).collect()
}
