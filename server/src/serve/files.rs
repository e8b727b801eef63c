//! How many connections the system lets the process have: each is an open file.

use std::num::NonZeroUsize;

use crate::limits::CONNECTIONS;

/// Files for everything else: the database, its log, metrics, and connections that are refused with 503.
const RESERVED: u64 = 256;
/// Files where the system does not say.
const USUAL_FILES: u64 = 1024;

/// Raises the limit of open files as far as the process may, and gives the number of connections at once.
pub fn connections(asked: Option<NonZeroUsize>) -> usize {
    let files = rlimit::increase_nofile_limit(u64::MAX).unwrap_or(USUAL_FILES);
    let possible = usize::try_from(files.saturating_sub(RESERVED)).unwrap_or(usize::MAX).max(1);
    let most = asked.map_or(CONNECTIONS.min(possible), NonZeroUsize::get);
    if most > possible {
        tracing::warn!(
            files,
            "the limit of open files allows only {possible} connections; raise it, or lower RIGWISE_MAX_CONNECTIONS"
        );
    }
    most.min(possible)
}
