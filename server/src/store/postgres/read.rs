//! Reads plans.

use super::Database;
use crate::store::columns::{earlier_key, line, plan_state, revision};
use crate::store::records::{EarlierKey, PlanState, RevisionRow};
use crate::store::statements::{SELECT_KEY, SELECT_LINES, SELECT_PLAN, SELECT_REVISION};
use crate::store::{PlanId, RevisionLine, StoreError};

impl Database {
    /// A revision by its number, or the newest.
    pub async fn select_revision(&self, id: &PlanId, number: Option<i64>) -> Result<Option<RevisionRow>, StoreError> {
        let row = sqlx::query(SELECT_REVISION).bind(id.as_str()).bind(number).fetch_optional(&self.pool).await?;
        row.as_ref().map(revision).transpose()
    }

    /// What may be done with a plan.
    pub async fn select_plan(&self, id: &PlanId) -> Result<Option<PlanState>, StoreError> {
        let row = sqlx::query(SELECT_PLAN).bind(id.as_str()).fetch_optional(&self.pool).await?;
        row.as_ref().map(plan_state).transpose()
    }

    /// Revisions numbered below `below`, the newest first.
    pub async fn select_lines(&self, id: &PlanId, below: i64, limit: i64) -> Result<Vec<RevisionLine>, StoreError> {
        let rows = sqlx::query(SELECT_LINES).bind(id.as_str()).bind(below).bind(limit).fetch_all(&self.pool).await?;
        rows.iter().map(line).collect()
    }

    /// The request that came with an idempotency key after the horizon.
    pub async fn select_key(&self, key_hash: &[u8; 32], horizon: i64) -> Result<Option<EarlierKey>, StoreError> {
        let row = sqlx::query(SELECT_KEY).bind(&key_hash[..]).bind(horizon).fetch_optional(&self.pool).await?;
        row.as_ref().map(earlier_key).transpose()
    }
}
