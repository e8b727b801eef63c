//! How far a long walk has come, for whoever sits in front of it.

use std::io::{IsTerminal as _, Write as _, stderr};
use std::time::{Duration, Instant};

use wording::format;

/// How often it is said: a walk of a second says nothing.
const PAUSE: Duration = Duration::from_secs(2);

/// Says on a terminal how many files there have been; programs that read standard error see nothing.
#[derive(Debug)]
pub struct Progress {
    /// When it was said last; none where nobody sits there.
    last: Option<Instant>,
    has_said: bool,
}

impl Progress {
    /// From now on.
    pub fn new() -> Self {
        Self { last: stderr().is_terminal().then(Instant::now), has_said: false }
    }

    /// So many files have been looked at.
    pub fn at(&mut self, files: u64) {
        if self.last.is_some_and(|last| last.elapsed() >= PAUSE) {
            self.last = Some(Instant::now());
            self.has_said = true;
            // Whoever has closed the terminal misses nothing.
            let _ = write!(stderr(), "\r{} files", format::count(files));
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.has_said {
            let _ = write!(stderr(), "\r\x1b[K");
        }
    }
}
