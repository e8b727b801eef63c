//! Creates, reads, extends and revokes plans.

use std::sync::Arc;

use jiff::Timestamp;

use super::id::random_bytes;
use super::recent::Recent;
use super::records::{Change, EarlierKey, Inserted, NewKey, NewPlan, PlanState, key_horizon};
use super::revision::{Content, Created, Revision, RevisionPage};
use super::{EditKey, Idempotency, PlanId, Store, StoreError, Unavailable};

impl Store {
    /// Stores a plan's first revision under a fresh id.
    ///
    /// With an idempotency key the same request makes one plan, however often it comes within a day: those after the first get the
    /// first one's id and edit key.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`]; then nothing was stored. [`StoreError::KeyReused`] where the idempotency key came with another
    /// request before.
    pub async fn create(
        &self,
        content: &Content,
        expires_at: Option<Timestamp>,
        idempotency: Option<&Idempotency>,
        now: Timestamp,
    ) -> Result<Created, StoreError> {
        let horizon = key_horizon(now.as_second());
        if let Some(idempotency) = idempotency
            && let Some(earlier) = self.database.select_key(idempotency.key_hash(), horizon).await?
        {
            return replay(idempotency, &earlier);
        }
        let (edit_key, key) = match idempotency {
            Some(idempotency) => {
                let salt = random_bytes()?;
                let (key_hash, request_hash) = (*idempotency.key_hash(), *idempotency.request_hash());
                (idempotency.edit_key(&salt), Some(NewKey { key_hash, request_hash, salt }))
            }
            None => (EditKey::random()?, None),
        };
        let id = PlanId::random()?;
        let plan = NewPlan {
            id: id.clone(),
            edit_key_hash: edit_key.hash(),
            content: storable(content),
            created_at: now.as_second(),
            expires_at: expires_at.map(Timestamp::as_second),
            key,
        };
        match (self.database.insert_plan(plan).await?, idempotency) {
            (Inserted::KeyTaken, Some(idempotency)) => {
                // The same request came at the same time and was first.
                let winner = self.database.select_key(idempotency.key_hash(), horizon).await?;
                replay(idempotency, &winner.ok_or(StoreError::unavailable(Unavailable::Failed))?)
            }
            _ => Ok(Created { id, edit_key, replayed: false }),
        }
    }

    /// The newest revision of a plan.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], [`StoreError::Revoked`], [`StoreError::Expired`] or [`StoreError::Unavailable`].
    pub async fn latest(&self, id: &PlanId, now: Timestamp) -> Result<Revision, StoreError> {
        let row = self.database.select_revision(id, None).await?.ok_or(StoreError::NotFound)?;
        row.into_revision(id, now.as_second())
    }

    /// A revision by its number.
    ///
    /// # Errors
    /// As [`Store::latest`].
    pub async fn revision(&self, id: &PlanId, number: u64, now: Timestamp) -> Result<Revision, StoreError> {
        let number = i64::try_from(number).map_err(|_| StoreError::NotFound)?;
        let row = self.database.select_revision(id, Some(number)).await?.ok_or(StoreError::NotFound)?;
        row.into_revision(id, now.as_second())
    }

    /// At most `limit` revisions of a plan, the newest first; those numbered below `before`, if given.
    ///
    /// # Errors
    /// As [`Store::latest`].
    pub async fn revisions(
        &self,
        id: &PlanId,
        before: Option<u64>,
        limit: u32,
        now: Timestamp,
    ) -> Result<RevisionPage, StoreError> {
        let plan = self.database.select_plan(id).await?.ok_or(StoreError::NotFound)?;
        plan.check_open(now.as_second())?;
        // A revision that comes between the two questions is left to the next reader.
        let end = plan.newest + 1;
        let below = before.map_or(end, |before| i64::try_from(before).unwrap_or(i64::MAX).min(end));
        let mut revisions = self.database.select_lines(id, below, i64::from(limit) + 1).await?;
        let more = revisions.len() > limit as usize;
        revisions.truncate(limit as usize);
        Ok(RevisionPage { newest: plan.newest.unsigned_abs(), revisions, more })
    }

    /// Whether the key may change the plan; returns the newest revision's number.
    ///
    /// # Errors
    /// As [`Store::latest`]; also [`StoreError::WrongKey`].
    pub async fn check_key(&self, id: &PlanId, key: &EditKey, now: Timestamp) -> Result<u64, StoreError> {
        let plan = self.database.select_plan(id).await?.ok_or(StoreError::NotFound)?;
        plan.authorize(key, now.as_second())
    }

    /// Adds a revision after `expected`, which must be the newest, and sets when the plan expires; returns the new one's number.
    ///
    /// # Errors
    /// As [`Store::latest`]; also [`StoreError::WrongKey`], and [`StoreError::Stale`] where another revision came in between.
    pub async fn append(
        &self,
        id: &PlanId,
        key: &EditKey,
        expected: u64,
        content: &Content,
        expires_at: Option<Timestamp>,
        now: Timestamp,
    ) -> Result<u64, StoreError> {
        let expires_at = expires_at.map(Timestamp::as_second);
        let change = Change::Append { expected, content: Box::new(storable(content)), expires_at };
        self.change(id, key, change, now).await
    }

    /// Takes a plan back: from now on reading it is [`StoreError::Revoked`].
    ///
    /// # Errors
    /// As [`Store::latest`]; also [`StoreError::WrongKey`].
    pub async fn revoke(&self, id: &PlanId, key: &EditKey, now: Timestamp) -> Result<(), StoreError> {
        self.change(id, key, Change::Revoke, now).await.map(|_| ())
    }

    /// The plan's state as it is, or was a moment ago.
    pub(super) async fn state(&self, id: &PlanId) -> Result<Arc<PlanState>, StoreError> {
        if let Some(plan) = self.recent.get(id) {
            return Ok(plan);
        }
        let before = self.recent.before();
        let plan = Arc::new(self.database.select_plan(id).await?.ok_or(StoreError::NotFound)?);
        self.recent.remember(id, &plan, before);
        Ok(plan)
    }

    async fn change(&self, id: &PlanId, key: &EditKey, change: Change, now: Timestamp) -> Result<u64, StoreError> {
        let _forget = Forget { recent: &self.recent, id };
        self.database.change_plan(id, key, change, now.as_second()).await
    }
}

/// Forgets a plan when its change ends, whether it is confirmed, refused or given up.
struct Forget<'a> {
    recent: &'a Recent,
    id: &'a PlanId,
}

impl Drop for Forget<'_> {
    fn drop(&mut self) {
        self.recent.forget(self.id);
    }
}

/// What people typed, without the one character that PostgreSQL cannot store; in JSON it is always escaped.
fn storable(content: &Content) -> Content {
    let typed = |text: &str| text.replace('\0', "\u{FFFD}");
    Content { title: typed(&content.title), note: typed(&content.note), ..content.clone() }
}

/// The plan that the same request made before.
fn replay(idempotency: &Idempotency, earlier: &EarlierKey) -> Result<Created, StoreError> {
    if earlier.request_hash != idempotency.request_hash() {
        return Err(StoreError::KeyReused);
    }
    let id = PlanId::parse(&earlier.plan_id).ok_or(StoreError::unavailable(Unavailable::Corrupt))?;
    Ok(Created { id, edit_key: idempotency.edit_key(&earlier.salt), replayed: true })
}
