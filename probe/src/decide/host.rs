//! Processor, memory and system.

use scenario::limits::RAM_GIB;
use wire::v1::choices::OperatingSystem;

use crate::fact::{Fact, Reported};
use crate::found::{Found, MOST_LETTERS, MOST_NAMED};
use crate::kit::{Installed, installed};
use crate::lookup;
use crate::machine::{Item, Note};
use crate::names::sorted;
use crate::value::GIB;

pub(super) fn decide(found: &mut Found<'_>) {
    let shares = found.machine.notes.iter().any(|note| matches!(note, Note::SharedMemory(_)));
    if !shares {
        processor(found);
        memory(found);
    }
    if let Some((line, ())) = found.all(|fact| matches!(fact, Fact::Windows).then_some(())).first() {
        found.machine.hardware.os = Some(OperatingSystem::Windows);
        found.find(Item::Os, "windows".to_owned(), "Windows".to_owned(), &[*line]);
    }
}

fn processor(found: &mut Found<'_>) {
    let names = found.all(|fact| match fact {
        Fact::Processor(name) => Some(name.clone()),
        _ => None,
    });
    let Some((line, name)) = names.first().cloned() else { return };
    let own = sorted(&name);
    let mut others: Vec<String> = Vec::new();
    for (_, other) in &names {
        if sorted(other) != own && !others.contains(other) && others.len() < MOST_NAMED {
            others.push(other.chars().take(MOST_LETTERS).collect());
        }
    }
    if !others.is_empty() {
        others.insert(0, name.chars().take(MOST_LETTERS).collect());
        found.note(Note::CpusContradict(others));
        return;
    }
    match lookup::processor(&name) {
        Some(entry) => {
            found.machine.hardware.cpu = Some(entry.id.to_owned());
            found.find(Item::Cpu, entry.id.to_owned(), entry.name.to_owned(), &[line]);
        }
        // A chip that is processor and card in one is named there.
        None if name.starts_with("Apple ") => {}
        None => {
            found.stranger(Item::Cpu, &name, line, || {
                let id = lookup::nearest(&name, catalog::cpus().iter().map(|cpu| cpu.id));
                id.and_then(catalog::cpu).map(|entry| (entry.id, entry.name))
            });
        }
    }
    let sockets = found.all(|fact| match fact {
        Fact::Sockets(count) => Some(*count),
        _ => None,
    });
    if let Some((line, count)) = sockets.into_iter().max_by_key(|(_, count)| *count).filter(|(_, count)| (1..=16).contains(count))
    {
        found.machine.sockets = Some(count);
        found.find(Item::Sockets, count.to_string(), count.to_string(), &[line]);
        if count > 1 {
            found.note(Note::SeveralSockets(count));
        }
    }
}

fn memory(found: &mut Found<'_>) {
    let mut said: Vec<(usize, Reported)> = found.all(|fact| match fact {
        Fact::Memory(reported) => Some(reported.clone()),
        _ => None,
    });
    // What is said exactly counts, and rounded figures where there is nothing else.
    let width = |reported: &Reported| reported.high - reported.low;
    if said.iter().any(|(_, reported)| width(reported) == 0.0) {
        said.retain(|(_, reported)| width(reported) == 0.0);
    }
    let mut sizes: Vec<(usize, Reported, Installed)> = said
        .into_iter()
        .filter_map(|(line, reported)| {
            let size = installed(&reported)?;
            Some((line, reported, size))
        })
        .filter(|(_, _, size)| size.gib() <= RAM_GIB.max)
        .collect();
    // What is installed by its own report, then what was concluded.
    sizes.sort_by_key(|(_, reported, _)| !reported.is_installed);
    let Some((line, reported, size)) = sizes.first().cloned() else { return };
    let mut all: Vec<u64> = sizes.iter().map(|(_, _, size)| size.gib()).collect();
    all.sort_unstable();
    all.dedup();
    if all.len() > 1 {
        all.truncate(MOST_NAMED);
        found.note(Note::RamContradicts(all));
        return;
    }
    let left = reported.printed.unwrap_or_else(|| format!("{:.1} GiB", reported.low / GIB));
    match size {
        Installed::Said(_) => {}
        Installed::Kit(installed) => found.note(Note::RamConcluded { reported: left, installed }),
        Installed::NoKit(_) => found.note(Note::RamNoKit { reported: left }),
    }
    found.machine.hardware.ram_gib = Some(size.gib());
    found.find(Item::Ram, size.gib().to_string(), format!("{} GiB", size.gib()), &[line]);
}
