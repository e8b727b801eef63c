//! Drives: which one holds the data is the reader's to say, unless there is only one.

use crate::fact::{Drive, DriveKind, Fact};
use crate::found::{Found, drives_name};
use crate::lookup;
use crate::machine::{Item, Note};

pub(super) fn decide(found: &mut Found<'_>) {
    let mut drives: Vec<(usize, Drive)> = found.all(|fact| match fact {
        Fact::Drive(drive) => Some(drive.clone()),
        _ => None,
    });
    // Lists of PCI devices name controllers; those of drives name the drives behind them.
    let is_named = |drive: &Drive| drive.model.is_some() || drive.bytes.is_some();
    if drives.iter().any(|(_, drive)| is_named(drive)) {
        drives.retain(|(_, drive)| is_named(drive));
    }
    match &drives[..] {
        [] => {}
        [(line, drive)] => one(found, *line, drive),
        _ => several(found, &drives),
    }
}

fn one(found: &mut Found<'_>, line: usize, drive: &Drive) {
    if let Some(entry) = lookup::drive(drive) {
        found.machine.hardware.storage = Some(entry.id.to_owned());
        found.find(Item::Storage, entry.id.to_owned(), entry.name.to_owned(), &[line]);
        return;
    }
    unlisted(found, line, drive);
    if let Some(kind) = drive.kind {
        found.find(Item::Drives, kind.name().to_owned(), drives_name(kind, 1), &[line]);
    }
}

fn several(found: &mut Found<'_>, drives: &[(usize, Drive)]) {
    found.note(Note::DrivesOpen(drives.len()));
    for kind in [DriveKind::Nvme, DriveKind::SataSsd, DriveKind::Ssd, DriveKind::Hdd] {
        let lines: Vec<usize> = drives.iter().filter(|(_, drive)| drive.kind == Some(kind)).map(|(line, _)| *line).collect();
        if !lines.is_empty() {
            found.find(Item::Drives, kind.name().to_owned(), drives_name(kind, lines.len()), &lines);
        }
    }
    for (line, drive) in drives {
        if lookup::drive(drive).is_none() {
            unlisted(found, *line, drive);
        }
    }
}

/// A drive by a model that the catalog does not have; rows of other drives are not near it.
fn unlisted(found: &mut Found<'_>, line: usize, drive: &Drive) {
    if let Some(model) = &drive.model {
        found.stranger(Item::Storage, model, line, || None);
    }
}
