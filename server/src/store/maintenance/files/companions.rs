//! What SQLite keeps beside a database.

use std::fs::{self, File};
use std::io::Read as _;
use std::path::Path;

use super::paths::with_suffix;
use crate::store::maintenance::error::MaintenanceError;

/// What SQLite may keep beside a database.
pub const COMPANIONS: [&str; 3] = ["-wal", "-shm", "-journal"];
/// Those of them that hold what the database itself does not hold yet.
pub const LOGS: [&str; 2] = ["-wal", "-journal"];

/// Keeps what lies beside a database under a second name; returns whether there was anything.
///
/// A log that stays would be taken for the new database's; the one that it belongs to keeps it.
pub fn keep_companions(path: &Path, kept: &Path) -> Result<bool, MaintenanceError> {
    let mut any = false;
    for companion in COMPANIONS {
        let file = with_suffix(path, companion);
        if companion == "-journal" && is_spent(&file) {
            let _ = fs::remove_file(&file);
        } else if file.exists() {
            fs::rename(&file, with_suffix(kept, companion)).map_err(MaintenanceError::file(&file))?;
            any = true;
        }
    }
    Ok(any)
}

/// Whether a rollback journal has nothing to roll back: SQLite leaves one with an empty head behind where it has held a file for
/// itself.
fn is_spent(journal: &Path) -> bool {
    let mut head = [0; 8];
    let read = File::open(journal).and_then(|mut file| file.read(&mut head));
    read.is_ok() && head == [0; 8]
}
