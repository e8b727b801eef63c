//! What a plan is at, without reading what it says.

use jiff::Timestamp;

use super::records::timestamp;
use super::{PlanId, Store, StoreError};

/// What a plan is at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Head {
    /// The number of its newest revision; all from 1 to it are there.
    pub newest: u64,
    /// When it stops being shown, if ever.
    pub expires_at: Option<Timestamp>,
}

impl Store {
    /// What a plan is at: enough to know whether a client's copy of it is still right, at a fraction of the cost of reading it.
    ///
    /// A change by another server on the same database is seen within half a second, one of this server at once.
    ///
    /// # Errors
    /// As [`Store::latest`].
    pub async fn head(&self, id: &PlanId, now: Timestamp) -> Result<Head, StoreError> {
        let plan = self.state(id).await?;
        plan.check_open(now.as_second())?;
        Ok(Head { newest: plan.newest.unsigned_abs(), expires_at: plan.expires_at.map(timestamp) })
    }
}
