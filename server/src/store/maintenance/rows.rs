//! Whole rows, as they are copied from one database to another.

use sha2::{Digest as _, Sha256};

use crate::store::{Content, StoreError};

/// A plan.
#[derive(Debug)]
pub struct PlanRow {
    pub id: String,
    pub edit_key_hash: Vec<u8>,
    pub created_at: i64,
    pub expires_at: Option<i64>,
    pub revoked_at: Option<i64>,
}

/// A revision.
#[derive(Debug)]
pub struct RevisionRow {
    pub plan_id: String,
    pub number: i64,
    pub content: Content,
    pub created_at: i64,
}

/// An idempotency key.
#[derive(Debug)]
pub struct KeyRow {
    pub key_hash: Vec<u8>,
    pub request_hash: Vec<u8>,
    pub salt: Vec<u8>,
    pub plan_id: String,
    pub created_at: i64,
}

/// A connection that reads and writes whole rows; what is read comes in pages, in the order of the primary key.
pub trait Rows {
    /// Plans after an id.
    async fn plans_after(&mut self, id: &str) -> Result<Vec<PlanRow>, StoreError>;
    /// Revisions after a plan's.
    async fn revisions_after(&mut self, plan_id: &str, number: i64) -> Result<Vec<RevisionRow>, StoreError>;
    /// Keys after a hash.
    async fn keys_after(&mut self, key_hash: &[u8]) -> Result<Vec<KeyRow>, StoreError>;
    async fn put_plan(&mut self, row: &PlanRow) -> Result<(), StoreError>;
    async fn put_revision(&mut self, row: &RevisionRow) -> Result<(), StoreError>;
    async fn put_key(&mut self, row: &KeyRow) -> Result<(), StoreError>;
}

/// A row of any table.
#[derive(Debug)]
pub enum Row {
    Plan(PlanRow),
    Revision(RevisionRow),
    Key(KeyRow),
}

impl Row {
    /// The plan that it belongs to.
    pub fn plan_id(&self) -> &str {
        match self {
            Self::Plan(row) => &row.id,
            Self::Revision(row) => &row.plan_id,
            Self::Key(row) => &row.plan_id,
        }
    }

    /// Stores the row.
    pub async fn put(&self, connection: &mut impl Rows) -> Result<(), StoreError> {
        match self {
            Self::Plan(row) => connection.put_plan(row).await,
            Self::Revision(row) => connection.put_revision(row).await,
            Self::Key(row) => connection.put_key(row).await,
        }
    }
}

/// How far a database is read: plans first, then revisions, then keys, so that nothing comes before what it refers to.
#[derive(Debug)]
pub enum Cursor {
    Plans(String),
    Revisions(String, i64),
    Keys(Vec<u8>),
}

impl Default for Cursor {
    fn default() -> Self {
        Self::Plans(String::new())
    }
}

impl Cursor {
    /// The next rows; none at the end.
    pub async fn next(&mut self, connection: &mut impl Rows) -> Result<Vec<Row>, StoreError> {
        if let Self::Plans(after) = self {
            let rows = connection.plans_after(after).await?;
            if let Some(last) = rows.last() {
                last.id.clone_into(after);
                return Ok(rows.into_iter().map(Row::Plan).collect());
            }
            *self = Self::Revisions(String::new(), 0);
        }
        if let Self::Revisions(plan_id, number) = self {
            let rows = connection.revisions_after(plan_id, *number).await?;
            if let Some(last) = rows.last() {
                last.plan_id.clone_into(plan_id);
                *number = last.number;
                return Ok(rows.into_iter().map(Row::Revision).collect());
            }
            *self = Self::Keys(Vec::new());
        }
        let Self::Keys(after) = self else { return Ok(Vec::new()) };
        let rows = connection.keys_after(after).await?;
        if let Some(last) = rows.last() {
            last.key_hash.clone_into(after);
        }
        Ok(rows.into_iter().map(Row::Key).collect())
    }
}

/// How much a database holds, and a checksum over every byte of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Inventory {
    /// Plans, those revoked and expired included.
    pub plans: u64,
    /// Their revisions.
    pub revisions: u64,
    /// Idempotency keys.
    pub keys: u64,
    /// SHA-256 over all rows in their order.
    pub checksum: [u8; 32],
}

/// An inventory that is being taken.
#[derive(Debug, Default)]
pub struct Count {
    inventory: Inventory,
    hash: Sha256,
}

impl Count {
    pub fn row(&mut self, row: &Row) {
        match row {
            Row::Plan(row) => self.plan(row),
            Row::Revision(row) => self.revision(row),
            Row::Key(row) => self.key(row),
        }
    }

    fn plan(&mut self, row: &PlanRow) {
        let PlanRow { id, edit_key_hash, created_at, expires_at, revoked_at } = row;
        self.inventory.plans += 1;
        self.bytes(id.as_bytes());
        self.bytes(edit_key_hash);
        self.seconds([Some(*created_at), *expires_at, *revoked_at]);
    }

    fn revision(&mut self, row: &RevisionRow) {
        let RevisionRow { plan_id, number, content, created_at } = row;
        let Content { title, note, scenario, prices, result, bill, engine_version, catalog_version } = content;
        self.inventory.revisions += 1;
        for text in [plan_id, title, note, scenario, result, engine_version, catalog_version] {
            self.bytes(text.as_bytes());
        }
        for text in [prices, bill] {
            self.hash.update([u8::from(text.is_some())]);
            self.bytes(text.as_deref().unwrap_or_default().as_bytes());
        }
        self.seconds([Some(*number), Some(*created_at), None]);
    }

    fn key(&mut self, row: &KeyRow) {
        let KeyRow { key_hash, request_hash, salt, plan_id, created_at } = row;
        self.inventory.keys += 1;
        for bytes in [key_hash, request_hash, salt] {
            self.bytes(bytes);
        }
        self.bytes(plan_id.as_bytes());
        self.seconds([Some(*created_at), None, None]);
    }

    pub fn finish(self) -> Inventory {
        Inventory { checksum: self.hash.finalize().into(), ..self.inventory }
    }

    /// With its length, so that no two rows read alike.
    fn bytes(&mut self, bytes: &[u8]) {
        self.hash.update((bytes.len() as u64).to_be_bytes());
        self.hash.update(bytes);
    }

    fn seconds(&mut self, seconds: [Option<i64>; 3]) {
        for second in seconds {
            self.hash.update([u8::from(second.is_some())]);
            self.hash.update(second.unwrap_or_default().to_be_bytes());
        }
    }
}
