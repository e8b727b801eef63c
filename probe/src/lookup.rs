//! From a printed name to a row of the catalog: only where name and memory leave no other.

use std::sync::LazyLock;

use catalog::{CpuEntry, GpuEntry, StorageEntry};
use engine::hardware::Vendor;

use crate::fact::{Drive, DriveKind};
use crate::names::{is_capacity, sorted, words};

/// How far memory as reported may be from the catalog's, as a share: error correction takes a sixteenth, screens take some.
const MEMORY_SPREAD: f64 = 0.08;
/// How far the capacity of a drive may be from the catalog's: programs print two digits.
const CAPACITY_SPREAD: f64 = 0.04;

/// What the catalog has for a card.
#[derive(Debug, Clone, PartialEq)]
pub enum Found {
    /// This row and no other.
    One(&'static GpuEntry),
    /// Any of these, as far as the text tells.
    Several(Vec<&'static GpuEntry>),
    /// Nothing.
    None,
}

/// A name that a card may be printed by.
struct Known {
    words: Vec<String>,
    plain: String,
    mib: f64,
    entry: Option<&'static GpuEntry>,
}

impl Known {
    fn new(name: &str, mib: f64, entry: Option<&'static GpuEntry>) -> Self {
        Self { words: sorted(name), plain: words(name).join(" "), mib, entry }
    }
}

static KNOWN: LazyLock<Vec<Known>> = LazyLock::new(|| {
    let own = catalog::gpus().iter().filter(|entry| entry.spec.vendor != Vendor::Apple).flat_map(|entry| {
        let mib = mib_of(entry);
        // What stands in parentheses explains.
        let name = entry.name.split(" (").next().unwrap_or(entry.name);
        let bare: Vec<String> = words(name).into_iter().filter(|word| !is_capacity(word)).collect();
        [name.to_owned(), bare.join(" ")].map(|name| Known::new(&name, mib, Some(entry)))
    });
    let rows = include_str!("../data/names.csv").lines().filter(|line| !line.starts_with('#'));
    let others = rows.filter_map(|row| {
        let mut cells = row.split(',');
        let (name, mib, id) = (cells.next()?, cells.next()?.parse().ok()?, cells.next()?);
        Some(Known::new(name, mib, catalog::gpu(id)))
    });
    own.chain(others).collect()
});

fn mib_of(entry: &GpuEntry) -> f64 {
    entry.spec.memory.as_gib() * 1024.0
}

/// The card of a name, of which the end may be missing, with its memory where it is known.
pub fn card(name: &str, is_cut: bool, mib: Option<f64>) -> Found {
    let (own, plain) = (sorted(name), words(name).join(" "));
    if plain.is_empty() {
        return Found::None;
    }
    let is_meant = |known: &&Known| {
        if is_cut { known.plain.len() > plain.len() && known.plain.starts_with(&plain) } else { known.words == own }
    };
    let is_near = |known: &&Known| mib.is_none_or(|mib| (mib - known.mib).abs() <= MEMORY_SPREAD * known.mib);
    let mut others = 0;
    let mut entries: Vec<&'static GpuEntry> = Vec::new();
    for known in KNOWN.iter().filter(is_meant).filter(is_near) {
        match known.entry {
            Some(entry) if entries.iter().all(|other| other.id != entry.id) => entries.push(entry),
            Some(_) => {}
            None => others += 1,
        }
    }
    match entries[..] {
        [] => Found::None,
        [entry] if others == 0 => Found::One(entry),
        _ => Found::Several(entries),
    }
}

/// The chip of a Mac: the same name comes with several numbers of cores and amounts of memory.
pub fn apple(chip: &str, cores: Option<u64>, gib: Option<u64>) -> Option<&'static GpuEntry> {
    let cores = format!("({}-core GPU)", cores?);
    catalog::gpus().iter().filter(|entry| entry.spec.vendor == Vendor::Apple).find(|entry| {
        entry.name.starts_with(&format!("{chip} ")) && entry.name.contains(&cores) && Some(entry.marketing_gb) == gib
    })
}

/// The processor of a name.
pub fn processor(name: &str) -> Option<&'static CpuEntry> {
    static OWN: LazyLock<Vec<Vec<String>>> = LazyLock::new(|| catalog::cpus().iter().map(|entry| sorted(entry.name)).collect());
    let given = sorted(name);
    let place = OWN.iter().position(|own| *own == given)?;
    catalog::cpus().get(place)
}

/// The drive by its model, or by its class where that follows from how it is connected.
pub fn drive(drive: &Drive) -> Option<&'static StorageEntry> {
    let class = || (drive.kind == Some(DriveKind::SataSsd)).then(|| catalog::storage("class-sata-ssd")).flatten();
    drive.model.as_deref().and_then(|model| by_model(model, drive.bytes)).or_else(class)
}

/// A drive that is sold by a name of its own, with the words of that name, and those that say nothing of its capacity.
struct Product {
    words: Vec<String>,
    bare: Vec<String>,
    entry: &'static StorageEntry,
}

static PRODUCTS: LazyLock<Vec<Product>> = LazyLock::new(|| {
    let named = catalog::storages().iter().filter(|entry| !entry.id.starts_with("class-"));
    let product = |entry: &'static StorageEntry| {
        let words = sorted(entry.name);
        let bare = words.iter().filter(|word| !is_capacity(word)).cloned().collect();
        Product { words, bare, entry }
    };
    named.map(product).collect()
});

fn by_model(model: &str, bytes: Option<f64>) -> Option<&'static StorageEntry> {
    let given = sorted(model);
    let is_as_large = |product: &Product| {
        let own = product.entry.spec.capacity.0 as f64;
        bytes.is_some_and(|bytes| (bytes - own).abs() <= CAPACITY_SPREAD * own)
    };
    let says_capacity = given.iter().any(|word| is_capacity(word));
    let is_meant = |product: &&Product| {
        if says_capacity { product.words == given } else { product.bare == given && is_as_large(product) }
    };
    PRODUCTS.iter().find(is_meant).map(|product| product.entry)
}

/// The card of the same name with other memory.
pub fn namesake(name: &str) -> Option<&'static GpuEntry> {
    let own = sorted(name);
    KNOWN.iter().filter(|known| known.words == own).find_map(|known| known.entry)
}

/// The row that a name is nearest to, where the name says anything of a model.
pub fn nearest(name: &str, ids: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    let says_model = words(name).iter().any(|word| word.len() >= 3 && word.chars().any(|letter| letter.is_ascii_digit()));
    let name: String = name.chars().take(64).collect();
    says_model.then(|| catalog::nearest(&name, ids)).flatten()
}

/// Whether a name is of graphics that draw a screen and train nothing.
pub fn is_display(name: &str) -> bool {
    let name = name.to_lowercase();
    let fragments = include_str!("../data/displays.txt").lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    fragments.into_iter().any(|fragment| name.contains(fragment))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_names_is_of_the_catalog_or_says_that_it_is_not() {
        let rows: Vec<&str> = include_str!("../data/names.csv").lines().filter(|line| !line.starts_with('#')).collect();
        for row in &rows {
            let cells: Vec<&str> = row.split(',').collect();
            let [name, mib, id] = cells[..] else { panic!("{row}") };
            let mib: f64 = mib.parse().unwrap();
            match catalog::gpu(id) {
                // Of memory that is shared with the host, drivers report nothing.
                Some(entry) => {
                    assert!(
                        entry.spec.pool.is_some() || (mib - mib_of(entry)).abs() < 1.0,
                        "{row}: the catalog has other memory"
                    );
                }
                None => assert_eq!(id, "-", "{row}"),
            }
            let is_found = |entry: &GpuEntry| matches!(card(name, false, Some(mib_of(entry))), Found::One(one) if one.id == id);
            assert!(catalog::gpu(id).is_none_or(is_found), "{row}");
        }
        assert!(rows.len() > 30);
    }

    #[test]
    fn every_card_of_the_catalog_is_found_by_its_name_and_memory() {
        for entry in catalog::gpus().iter().filter(|entry| entry.spec.vendor != Vendor::Apple) {
            let name = entry.name.split(" (").next().unwrap();
            let found = card(&format!("{} {name}", entry.vendor), false, Some(mib_of(entry)));
            let ids = match &found {
                Found::One(one) => vec![one.id],
                Found::Several(several) => several.iter().map(|entry| entry.id).collect(),
                Found::None => vec![],
            };
            assert!(ids.contains(&entry.id), "{}: {ids:?}", entry.id);
        }
        for entry in catalog::cpus() {
            assert_eq!(processor(entry.name).map(|cpu| cpu.id), Some(entry.id));
        }
    }
}
