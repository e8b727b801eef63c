//! What words find in the catalog.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What words find in several lists.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Found {
    /// Version of the hardware and model data.
    pub catalog_version: String,
    /// How many items have all of the words.
    pub found: u64,
    /// The likeliest of them, the likeliest first.
    pub matches: Vec<Match>,
}

/// An item that words find, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Match {
    /// The list that it is in: `gpus`, `models` or `cpus`.
    pub list: String,
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Whether it has every word; if not, `nearest` says what it has in their place.
    pub exact: bool,
    /// By what it was found; empty where the words only ask for items of its list.
    pub because: Vec<MatchReason>,
    /// The words that no item has, with what this one has in their place.
    pub nearest: Vec<NearestWord>,
}

/// By what an item was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MatchReason {
    /// Its id, its name or another of its names.
    Name,
    /// Who makes it.
    Vendor,
    /// The architecture of a device, the family of a model.
    Family,
    /// Capacity or kind of its memory.
    Memory,
    /// How many parameters it has.
    Parameters,
    /// What a device is made for.
    Segment,
    /// A processor's socket.
    Socket,
}

/// A word that no item has, and what is nearest to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct NearestWord {
    /// As it was asked for.
    pub given: String,
    /// As the item has it.
    pub taken: String,
}
