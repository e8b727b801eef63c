//! What to buy for a workload: machines of the catalog's parts, each with the plan that runs on it, by price and time.
//!
//! The model behind it: every card that is still sold, one to eight of it, is put beside every processor that carries it, with
//! every kit and every volume of drives that holds the data; the engine plans the run on each such machine, bounds saying
//! which need no plan; and of all that hold the run, within budget and deadline, the front of price and time is kept.
//! Prices are the catalog's, history with a date each: an unknown one is counted and never taken for nothing.

mod any_card;
mod around;
mod balance;
mod bare;
mod board;
mod bought;
mod bound;
mod bridged;
mod build;
mod candidate;
mod changes;
mod circuit;
mod fed;
/// What a node draws, part by part, with the judgments behind it.
pub mod draws {
    pub use super::draw::{
        DESKTOP_BOARD, DRIVE, EXCURSION, FURTHER_EXCURSION, LARGE_BOARD, MODULE_SERVER, RACK_FANS, REGISTERED_MODULE,
        UNBUFFERED_MODULE,
    };
}
mod base;
mod draw;
mod drive;
mod failure;
mod frame;
mod given;
mod hosts;
mod housed;
mod housing;
mod limits;
mod listing;
mod market;
mod memory;
mod network;
mod offers;
mod order;
mod part;
mod plan;
mod platform;
mod purse;
mod question;
mod rank;
mod reason;
mod refusal;
mod rejected;
mod relax;
mod running;
mod shell;
mod shortest;
pub(crate) mod standards;
mod styles;
mod supply;
mod survey;
mod swaps;
mod words;
mod workload;

pub use balance::Imbalance;
pub use bought::Bought;
pub use build::{Build, kit_name, name_on_pages};
pub use candidate::{Candidate, form};
pub use changes::{Change, ChangeKind, changes, mended};
pub use circuit::Circuit;
pub use draw::Draw;
pub use drive::{is_hard_disk, most as most_drives, written};
pub use failure::Failure;
pub use frame::Frame;
pub use given::{kits_of, machine_at, machine_of, of_figures};
pub use housing::{Housing, length_mm as usual_length_mm};
pub use listing::{named_scenario, outdated_months, parts, pinned_scenario, price};
pub use memory::{Kits, installed};
pub use part::{Bill, CURRENCY, Part, PartKind, PartNote, PartReason, RoomNote, ShopNote, there};
pub use platform::Platform;
pub use purse::Purse;
pub use question::assumed;
pub use rank::{Label, Machine};
pub use reason::Reason as LabelReason;
pub use refusal::Refusal;
pub use rejected::{Rejected, What};
pub use running::{LEAST_PACE, Running, kwh_per_million_tokens, machine_running, published_weights, running};
pub use shell::{
    Board as BoardInPlace, Cooler as CoolerInPlace, Shell, drive_places, longest_mm, rows_of_card, system_takes, takes_supplies,
};
pub use standards::{CORES_PER_CARD, card_gib};
pub use supply::{
    EXCURSION_ATX3, EXCURSION_OLDER, Fitted, OUTLET_120V, SUSTAINED_SHARE, Supplies, connectors_8pin, efficiency, is_atx3,
};
pub use swaps::swappable;
pub use words::{
    about_prices, label_name, label_why, objective, owned_note, part_kind, part_name, part_note, part_reason, refusal_reason,
    running_part,
};

use limits::Limits;
use question::survey;
use wire::v1::Scenario;

/// Machines that hold a workload, ranked, and what was dropped.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// At least one; the first is the recommended one.
    pub machines: Vec<Machine>,
    /// Grouped by reason, the nearest miss of each first.
    pub rejected: Vec<Rejected>,
}

/// Machines for a scenario that names no card.
///
/// # Errors
/// Every field at fault, or every constraint that no machine of the catalog keeps, with how far to relax it.
pub fn search(asked: &Scenario) -> Result<Outcome, Failure> {
    let limits = Limits::of(asked);
    let mut market = survey(asked)?;
    let machines = rank::rank(&mut market, limits);
    if machines.is_empty() {
        return Err(relax::contradictions(&mut market, limits, &Purse::of(asked)));
    }
    let rejected = rejected::group(&mut market, limits, &machines);
    Ok(Outcome { machines, rejected })
}
