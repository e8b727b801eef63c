//! What the system knows of a thread: the processor time that it has had, and how much it matters.

use std::io;
use std::thread::Builder;
use std::time::Duration;

/// How much less a search matters than everything else (`nice`): about a tenth of a core where all cores are wanted, all of
/// one where they are not.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

/// Counts the processor time of the thread that started it, so that nobody pays for having waited for a core.
#[derive(Debug, Clone, Copy)]
pub struct Stopwatch(Moment);

#[cfg(unix)]
type Moment = Duration;
#[cfg(not(unix))]
type Moment = std::time::Instant;

impl Stopwatch {
    /// Starts on this thread.
    #[cfg(unix)]
    pub fn start() -> Self {
        Self(thread_time())
    }

    /// Processor time since the start, to be asked on the same thread.
    #[cfg(unix)]
    pub fn elapsed(self) -> Duration {
        thread_time().saturating_sub(self.0)
    }

    /// Starts. Where the system does not say what a thread has had, time by the clock stands in for it.
    #[cfg(not(unix))]
    pub fn start() -> Self {
        Self(std::time::Instant::now())
    }

    /// Time since the start.
    #[cfg(not(unix))]
    pub fn elapsed(self) -> Duration {
        self.0.elapsed()
    }
}

#[cfg(unix)]
fn thread_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// Runs something on a thread of its own with the lowest priority.
///
/// A thread's priority cannot be raised again, so the thread does not come from a pool.
///
/// # Errors
/// Where the system gives no thread.
pub fn in_background(compute: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let run = move || {
        give_way();
        compute();
    };
    Builder::new().name("rigwise-search".to_owned()).spawn(run).map(drop)
}

/// On Linux a thread has a niceness of its own; elsewhere the places of the lane alone hold searches back. A server that was
/// started to matter less still keeps its own.
fn give_way() {
    #[cfg(target_os = "linux")]
    {
        let thread = Some(rustix::thread::gettid());
        if rustix::process::getpriority_process(thread).is_ok_and(|own| own >= NICENESS) {
            return;
        }
        if let Err(error) = rustix::process::setpriority_process(thread, NICENESS) {
            tracing::warn!(%error, "a search runs at full priority");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn waiting_costs_nothing() {
        let watch = Stopwatch::start();
        std::thread::sleep(Duration::from_millis(50));
        assert!(watch.elapsed() < Duration::from_millis(40));
        while watch.elapsed() < Duration::from_millis(5) {
            std::hint::spin_loop();
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_thread_in_the_background_gives_way_alone() {
        let (sender, receiver) = std::sync::mpsc::channel();
        let priority = || rustix::process::getpriority_process(Some(rustix::thread::gettid())).unwrap();
        let before = priority();
        in_background(move || sender.send(priority()).unwrap()).unwrap();
        assert_eq!(receiver.recv().unwrap(), NICENESS.max(before));
        assert_eq!(priority(), before);
    }
}
