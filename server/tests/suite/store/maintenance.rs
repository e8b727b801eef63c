//! Backups, restores and moves: nothing is lost, nothing is overwritten.

mod backups;
mod filled;
#[cfg(unix)]
mod links;
mod moves;
mod restores;
#[cfg(unix)]
mod rights;
