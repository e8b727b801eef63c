//! What the databases give and take: rows without meaning, and the rules that are the same for every database.

use jiff::Timestamp;

use super::idempotency::KEY_SECONDS;
use super::{Content, EditKey, PlanId, Revision, StoreError};

/// Whether a plan may be shown, and who may change it.
#[derive(Debug)]
pub struct PlanState {
    pub edit_key_hash: Vec<u8>,
    pub revoked_at: Option<i64>,
    pub expires_at: Option<i64>,
    /// The newest revision's number.
    pub newest: i64,
}

impl PlanState {
    /// Fails where the plan is no longer to be shown.
    pub fn check_open(&self, now: i64) -> Result<(), StoreError> {
        check_open(self.revoked_at, self.expires_at, now)
    }

    /// Fails unless the plan may be changed with the key; returns the newest revision's number.
    pub fn authorize(&self, key: &EditKey, now: i64) -> Result<u64, StoreError> {
        self.check_open(now)?;
        if key.opens(&self.edit_key_hash) { Ok(self.newest.unsigned_abs()) } else { Err(StoreError::WrongKey) }
    }
}

/// A revision's row and what its plan says about showing it.
#[derive(Debug)]
pub struct RevisionRow {
    pub number: i64,
    pub newest: i64,
    pub content: Content,
    pub created_at: i64,
    pub expires_at: Option<i64>,
    pub revoked_at: Option<i64>,
}

impl RevisionRow {
    /// The revision, unless its plan is no longer to be shown.
    pub fn into_revision(self, id: &PlanId, now: i64) -> Result<Revision, StoreError> {
        check_open(self.revoked_at, self.expires_at, now)?;
        Ok(Revision {
            id: id.clone(),
            number: self.number.unsigned_abs(),
            newest: self.newest.unsigned_abs(),
            content: self.content,
            created_at: timestamp(self.created_at),
            expires_at: self.expires_at.map(timestamp),
        })
    }
}

/// A plan to be stored with its first revision.
#[derive(Debug, Clone)]
pub struct NewPlan {
    pub id: PlanId,
    pub edit_key_hash: [u8; 32],
    pub content: Content,
    pub created_at: i64,
    pub expires_at: Option<i64>,
    pub key: Option<NewKey>,
}

/// An idempotency key to be stored with the plan that it makes.
#[derive(Debug, Clone)]
pub struct NewKey {
    pub key_hash: [u8; 32],
    pub request_hash: [u8; 32],
    pub salt: [u8; 32],
}

/// What became of a plan that was to be stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inserted {
    /// It is stored.
    Stored,
    /// Its idempotency key was there already; nothing was stored.
    KeyTaken,
}

/// A request that came before, by its idempotency key.
#[derive(Debug)]
pub struct EarlierKey {
    pub request_hash: Vec<u8>,
    pub salt: Vec<u8>,
    pub plan_id: String,
}

/// A change of a plan by the holder of its key.
#[derive(Debug, Clone)]
pub enum Change {
    /// Adds a revision after the newest, which must be this one.
    Append { expected: u64, content: Box<Content>, expires_at: Option<i64> },
    /// Takes the plan back.
    Revoke,
}

/// Keys made until this second are forgotten.
pub const fn key_horizon(now: i64) -> i64 {
    now - KEY_SECONDS
}

/// A stored second as a time; what lies beyond the calendar is its end.
pub fn timestamp(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap_or(Timestamp::MAX)
}

fn check_open(revoked_at: Option<i64>, expires_at: Option<i64>, now: i64) -> Result<(), StoreError> {
    if revoked_at.is_some() {
        return Err(StoreError::Revoked);
    }
    match expires_at {
        Some(expires_at) if expires_at <= now => Err(StoreError::Expired),
        _ => Ok(()),
    }
}
