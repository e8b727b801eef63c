//! Creates, reads, extends and revokes plans.

use jiff::Timestamp;
use sqlx::sqlite::SqliteRow;
use sqlx::{Row as _, Sqlite, Transaction};

use super::{EditKey, PlanId, Store, StoreError};

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
}

/// A revision and its plan, for one or all numbers; the newest first.
const SELECT_REVISION: &str = "SELECT number, title, note, scenario, prices, result, engine_version, catalog_version, \
     revisions.created_at AS created_at, expires_at, revoked_at \
     FROM plans JOIN revisions ON revisions.plan_id = plans.id \
     WHERE plans.id = ?1 AND (?2 IS NULL OR number = ?2) ORDER BY number DESC LIMIT 1";

const INSERT_PLAN: &str = "INSERT INTO plans (id, edit_key_hash, created_at, expires_at) VALUES (?1, ?2, ?3, ?4)";

const INSERT_REVISION: &str = "INSERT INTO revisions \
     (plan_id, number, title, note, scenario, prices, result, engine_version, catalog_version, created_at) \
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)";

const SELECT_PLAN: &str = "SELECT edit_key_hash, revoked_at, expires_at, \
     (SELECT max(number) FROM revisions WHERE plan_id = plans.id) AS newest FROM plans WHERE id = ?1";

impl Store {
    /// Stores a plan's first revision under a fresh id.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`]; then nothing was stored.
    pub async fn create(&self, content: &Content, expires_at: Option<Timestamp>, now: Timestamp) -> Result<Created, StoreError> {
        let created = Created { id: PlanId::random()?, edit_key: EditKey::random()? };
        let mut transaction = self.begin_write().await?;
        sqlx::query(INSERT_PLAN)
            .bind(created.id.as_str())
            .bind(created.edit_key.hash().to_vec())
            .bind(now.as_second())
            .bind(expires_at.map(Timestamp::as_second))
            .execute(&mut *transaction)
            .await?;
        insert_revision(&mut transaction, &created.id, 1, content, now).await?;
        self.commit(transaction).await?;
        Ok(created)
    }

    /// The newest revision of a plan.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], [`StoreError::Revoked`], [`StoreError::Expired`] or [`StoreError::Unavailable`].
    pub async fn latest(&self, id: &PlanId, now: Timestamp) -> Result<Revision, StoreError> {
        self.read(id, None, now).await
    }

    /// A revision by its number.
    ///
    /// # Errors
    /// As [`Store::latest`].
    pub async fn revision(&self, id: &PlanId, number: u64, now: Timestamp) -> Result<Revision, StoreError> {
        let number = i64::try_from(number).map_err(|_| StoreError::NotFound)?;
        self.read(id, Some(number), now).await
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
        let mut transaction = self.begin_write().await?;
        let newest = authorize(&mut transaction, id, key, now).await?;
        if newest != expected {
            return Err(StoreError::Stale { current: newest });
        }
        insert_revision(&mut transaction, id, newest + 1, content, now).await?;
        sqlx::query("UPDATE plans SET expires_at = ?2 WHERE id = ?1")
            .bind(id.as_str())
            .bind(expires_at.map(Timestamp::as_second))
            .execute(&mut *transaction)
            .await?;
        self.commit(transaction).await?;
        Ok(newest + 1)
    }

    /// Takes a plan back: from now on reading it is [`StoreError::Revoked`].
    ///
    /// # Errors
    /// As [`Store::latest`]; also [`StoreError::WrongKey`].
    pub async fn revoke(&self, id: &PlanId, key: &EditKey, now: Timestamp) -> Result<(), StoreError> {
        let mut transaction = self.begin_write().await?;
        authorize(&mut transaction, id, key, now).await?;
        sqlx::query("UPDATE plans SET revoked_at = ?2 WHERE id = ?1")
            .bind(id.as_str())
            .bind(now.as_second())
            .execute(&mut *transaction)
            .await?;
        self.commit(transaction).await
    }

    async fn read(&self, id: &PlanId, number: Option<i64>, now: Timestamp) -> Result<Revision, StoreError> {
        self.file.check()?;
        let row = sqlx::query(SELECT_REVISION).bind(id.as_str()).bind(number).fetch_optional(&self.readers).await?;
        let row = row.ok_or(StoreError::NotFound)?;
        check_open(&row, now)?;
        revision(id, &row)
    }

    /// Takes the write lock at once: a transaction that reads first may not get it afterwards.
    pub(super) async fn begin_write(&self) -> Result<Transaction<'static, Sqlite>, StoreError> {
        self.file.check()?;
        Ok(self.writer.begin_with("BEGIN IMMEDIATE").await?)
    }

    /// Writes to the disk, and confirms only what is still in the file that people will open tomorrow.
    async fn commit(&self, transaction: Transaction<'static, Sqlite>) -> Result<(), StoreError> {
        transaction.commit().await?;
        self.file.check()
    }
}

/// Fails unless the plan may be changed with the key; returns the newest revision's number.
async fn authorize(
    transaction: &mut Transaction<'static, Sqlite>,
    id: &PlanId,
    key: &EditKey,
    now: Timestamp,
) -> Result<u64, StoreError> {
    let row = sqlx::query(SELECT_PLAN).bind(id.as_str()).fetch_optional(&mut **transaction).await?.ok_or(StoreError::NotFound)?;
    check_open(&row, now)?;
    if !key.opens(row.try_get::<&[u8], _>("edit_key_hash")?) {
        return Err(StoreError::WrongKey);
    }
    Ok(row.try_get::<i64, _>("newest")?.unsigned_abs())
}

async fn insert_revision(
    transaction: &mut Transaction<'static, Sqlite>,
    id: &PlanId,
    number: u64,
    content: &Content,
    now: Timestamp,
) -> Result<(), StoreError> {
    let Content { title, note, scenario, prices, result, engine_version, catalog_version } = content;
    sqlx::query(INSERT_REVISION)
        .bind(id.as_str())
        .bind(number.cast_signed())
        .bind(title)
        .bind(note)
        .bind(scenario)
        .bind(prices.as_deref())
        .bind(result)
        .bind(engine_version)
        .bind(catalog_version)
        .bind(now.as_second())
        .execute(&mut **transaction)
        .await?;
    Ok(())
}

/// Fails where the plan is no longer to be shown.
fn check_open(row: &SqliteRow, now: Timestamp) -> Result<(), StoreError> {
    if row.try_get::<Option<i64>, _>("revoked_at")?.is_some() {
        return Err(StoreError::Revoked);
    }
    match row.try_get::<Option<i64>, _>("expires_at")? {
        Some(expires_at) if expires_at <= now.as_second() => Err(StoreError::Expired),
        _ => Ok(()),
    }
}

fn revision(id: &PlanId, row: &SqliteRow) -> Result<Revision, StoreError> {
    Ok(Revision {
        id: id.clone(),
        number: row.try_get::<i64, _>("number")?.unsigned_abs(),
        content: Content {
            title: row.try_get("title")?,
            note: row.try_get("note")?,
            scenario: row.try_get("scenario")?,
            prices: row.try_get("prices")?,
            result: row.try_get("result")?,
            engine_version: row.try_get("engine_version")?,
            catalog_version: row.try_get("catalog_version")?,
        },
        created_at: timestamp(row.try_get("created_at")?),
        expires_at: row.try_get::<Option<i64>, _>("expires_at")?.map(timestamp),
    })
}

/// A stored second as a time; what lies beyond the calendar is its end.
fn timestamp(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap_or(Timestamp::MAX)
}
