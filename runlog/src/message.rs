//! What a text says once.

use wire::v1::diagnose::{Observed, Symptom};

use crate::cause::Cause;
use crate::kind::Kind;

/// What a text says once.
#[derive(Debug, Clone, PartialEq)]
pub struct Message {
    /// What it says.
    pub kind: Kind,
    /// The symptom whose causes are to be weighed; none where the message names its cause itself.
    pub symptom: Option<Symptom>,
    /// Why a card refused memory, where the figures say so.
    pub cause: Option<Cause>,
    /// Its own words, or the first of them.
    pub quote: String,
    /// Its figures, as a diagnosis takes them.
    pub observed: Observed,
}
