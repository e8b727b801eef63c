//! Plans and their revisions as the store gives them.

use jiff::Timestamp;

use super::{EditKey, PlanId};

/// What a revision says; stored as it is given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    /// The plan's name; may be empty.
    pub title: String,
    /// What its author adds; may be empty.
    pub note: String,
    /// The scenario as JSON.
    pub scenario: String,
    /// Prices that the author entered, as JSON.
    pub prices: Option<String>,
    /// The estimate for the scenario as JSON.
    pub result: String,
    /// The bill of materials as JSON, as it was shown.
    pub bill: Option<String>,
    /// The formulas that made the result.
    pub engine_version: String,
    /// The device data that made the result.
    pub catalog_version: String,
}

/// One revision of a plan, as it was stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Revision {
    /// The plan.
    pub id: PlanId,
    /// 1 for the first.
    pub number: u64,
    /// The number of the plan's newest revision.
    pub newest: u64,
    /// What it says.
    pub content: Content,
    /// When it was made.
    pub created_at: Timestamp,
    /// When the plan stops being shown, if ever.
    pub expires_at: Option<Timestamp>,
}

/// A new plan's name and key.
#[derive(Debug)]
pub struct Created {
    /// Lets people read the plan.
    pub id: PlanId,
    /// Lets its owner change and revoke it; not stored, so shown now or never.
    pub edit_key: EditKey,
    /// Whether the plan was there already, made by the same request before.
    pub replayed: bool,
}

/// A revision in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RevisionLine {
    /// 1 for the first.
    pub number: u64,
    /// The plan's name in this revision; may be empty.
    pub title: String,
    /// The formulas that made its result.
    pub engine_version: String,
    /// The device data that made its result.
    pub catalog_version: String,
    /// When it was made.
    pub created_at: Timestamp,
}

/// Some of a plan's revisions, the newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RevisionPage {
    /// The number of the plan's newest revision.
    pub newest: u64,
    /// The revisions asked for.
    pub revisions: Vec<RevisionLine>,
    /// Whether there are older ones.
    pub more: bool,
}
