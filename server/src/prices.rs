//! The price lists of the buyer's own shops: a folder of files, read at the start and again whenever one of them changes.
//!
//! What is broken is named with file, line and column, and the list before stays in force: a price is the shop's, or what it
//! was before, and never nothing.

mod folder;
mod workbook;

pub use folder::{Broken, read};

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::SystemTime;

use workstation::price_list::PriceList;

/// The list that answers go by; clones share it.
#[derive(Debug, Clone, Default)]
pub struct Prices(Arc<RwLock<InForce>>);

#[derive(Debug, Default)]
struct InForce {
    list: Option<Arc<PriceList>>,
    version: u64,
}

/// What tells that a folder's files are still the same: when each was changed last, and its size.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stamp(BTreeMap<PathBuf, (Option<SystemTime>, u64)>);

impl Prices {
    /// The list in force; none where prices are the catalog's.
    #[must_use]
    pub fn in_force(&self) -> Option<Arc<PriceList>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).list.clone()
    }

    /// Which list is in force since the start, 0 for none: another number with every list that says something else. What is
    /// kept of an answer is kept under the number from before it was computed, so that it is never that of an older list.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.0.read().unwrap_or_else(PoisonError::into_inner).version
    }

    /// Reads a folder for the first time.
    ///
    /// # Errors
    /// What is wrong in its files, all of them.
    pub fn load(&self, folder: &Path) -> Result<Stamp, Broken> {
        let stamp = stamp(folder);
        self.put(read(folder)?);
        Ok(stamp)
    }

    /// Reads a folder again where it is no longer what was seen of it, and says what is seen now.
    #[must_use]
    pub fn refresh(&self, folder: &Path, seen: Stamp) -> Stamp {
        let now = stamp(folder);
        if now == seen {
            return seen;
        }
        match read(folder) {
            Ok(list) => self.put(list),
            Err(broken) => tracing::error!("{broken}\nthe price list before stays in force"),
        }
        now
    }

    fn put(&self, list: PriceList) {
        tracing::info!(parts = list.len(), "price list read");
        let mut in_force = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if in_force.list.as_deref() != Some(&list) {
            in_force.list = Some(Arc::new(list));
            in_force.version += 1;
        }
    }
}

/// What is seen of a folder without reading its files; nothing where it cannot be listed.
fn stamp(folder: &Path) -> Stamp {
    let files = folder::files(folder).unwrap_or_default();
    let seen = files.into_iter().filter_map(|path| {
        let about = path.metadata().ok()?;
        Some((path, (about.modified().ok(), about.len())))
    });
    Stamp(seen.collect())
}
