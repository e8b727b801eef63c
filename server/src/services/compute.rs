//! Where the engine runs, on whose account, and what happens when more is asked of it than the machine can do: admission control
//! by what a client has had, bounded queues for backpressure, and load shedding where they are full.
//!
//! Three lanes, so that none starves another. Estimates take about a millisecond and run right where the request is, as handing
//! them to another thread would cost more than they do. Pages, stored plans and saves take some tens and run on threads of their
//! own, one more than the machine has cores. Searches through the whole catalog and batches take up to seconds; they have one
//! core less than there are, on threads of low priority. The runtime has twice as many threads as cores
//! (`serve::runtime`), so that plans and health are answered while all lanes are busy.
//!
//! In each lane a client has its share of places, and the waiting client that has had the least goes first ([`lane`]).
//! What a client computes is metered in processor time ([`meter`]), searches and all else apart: a client that searches
//! more than its share is rate-limited (429), and its pages are drawn all the same.

mod cpu;
mod effort;
mod lane;
mod meter;
mod share;
mod tab;
mod turn;
mod workers;

pub use effort::Effort;
pub use share::{Batched, Share};
pub use turn::Cancelled;
pub use workers::Workers;
