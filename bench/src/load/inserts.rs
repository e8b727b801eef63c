//! What the database does at best: the rows of one plan, inserted again and again by the driver alone.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use sqlx::sqlite::{SqliteArguments, SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqliteRow, SqliteSynchronous};
use sqlx::{Arguments as _, AssertSqlSafe, Column as _, Connection as _, Row as _, TypeInfo as _, ValueRef as _};

/// A database of the server's schema, and a plan's rows to insert.
#[derive(Debug)]
pub struct Baseline {
    connection: SqliteConnection,
    tables: Vec<Rows>,
    inserted: u64,
}

/// A row of a table.
#[derive(Debug)]
struct Rows {
    insert: String,
    values: Vec<(String, Value)>,
}

/// A value as SQLite knows them.
#[derive(Debug, Clone)]
enum Value {
    Null,
    Integer(i64),
    Text(String),
    Blob(Vec<u8>),
}

/// Tables that creating a plan writes to, and the column that names the plan.
const TABLES: [(&str, &str); 2] = [("plans", "id"), ("revisions", "plan_id")];

impl Baseline {
    /// Copies the first plan's rows from the server's database, and makes an empty one of the same schema.
    ///
    /// # Errors
    /// Where either cannot be used.
    pub async fn like(source: &Path, path: &Path) -> Result<Self> {
        // The server's own migrations, so that triggers, checks and indexes are the same.
        server::store::Store::open(&format!("sqlite:{}", path.display())).await?.close().await;
        let mut source = SqliteConnection::connect_with(&SqliteConnectOptions::new().filename(source).read_only(true)).await?;
        let mut tables = Vec::new();
        for (table, key) in TABLES {
            let query = format!("SELECT * FROM {table} ORDER BY created_at LIMIT 1");
            let row = sqlx::query(AssertSqlSafe(query)).fetch_one(&mut source).await?;
            tables.push(Rows::of(table, key, &row)?);
        }
        let options = SqliteConnectOptions::new()
            .filename(path)
            .foreign_keys(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full);
        Ok(Self { connection: SqliteConnection::connect_with(&options).await?, tables, inserted: 0 })
    }

    /// Plans inserted a second, each in a transaction of its own.
    ///
    /// # Errors
    /// Where the database refuses.
    pub async fn rate(&mut self, time: Duration) -> Result<f64> {
        let (begin, before) = (Instant::now(), self.inserted);
        while begin.elapsed() < time {
            self.insert().await?;
        }
        Ok((self.inserted - before) as f64 / begin.elapsed().as_secs_f64())
    }

    async fn insert(&mut self) -> Result<()> {
        self.inserted += 1;
        // As random as the server's, so that the index grows as it does there.
        let number = self.inserted.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let digits = b"abcdefghijklmnopqrstuvwxyz234567";
        let id: String = (0..26).map(|place| char::from(digits[(number.rotate_left(place * 5) & 31) as usize])).collect();
        let mut transaction = self.connection.begin_with("BEGIN IMMEDIATE").await?;
        for rows in &self.tables {
            let arguments = rows.arguments(&id)?;
            sqlx::query_with(AssertSqlSafe(rows.insert.clone()), arguments).execute(&mut *transaction).await?;
        }
        Ok(transaction.commit().await?)
    }
}

impl Rows {
    fn of(table: &str, key: &str, row: &SqliteRow) -> Result<Self> {
        let names: Vec<&str> = row.columns().iter().map(sqlx::Column::name).collect();
        let places: Vec<String> = (1..=names.len()).map(|place| format!("?{place}")).collect();
        let mut values = Vec::new();
        for column in row.columns() {
            let raw = row.try_get_raw(column.ordinal())?;
            let kind = raw.type_info();
            let value = match kind.name() {
                _ if column.name() == key => Value::Null,
                _ if raw.is_null() => Value::Null,
                "INTEGER" | "INT4" | "INT8" | "BOOLEAN" => Value::Integer(row.try_get(column.ordinal())?),
                "BLOB" => Value::Blob(row.try_get(column.ordinal())?),
                _ => Value::Text(row.try_get(column.ordinal())?),
            };
            values.push((if column.name() == key { String::new() } else { column.name().to_owned() }, value));
        }
        let insert = format!("INSERT INTO {table} ({}) VALUES ({})", names.join(", "), places.join(", "));
        Ok(Self { insert, values })
    }

    fn arguments(&self, id: &str) -> Result<SqliteArguments> {
        let mut arguments = SqliteArguments::default();
        for (name, value) in &self.values {
            let added = match value {
                // The key's column has lost its name.
                _ if name.is_empty() => arguments.add(id.to_owned()),
                Value::Null => arguments.add(None::<i64>),
                Value::Integer(value) => arguments.add(*value),
                Value::Text(value) => arguments.add(value.clone()),
                Value::Blob(value) => arguments.add(value.clone()),
            };
            added.map_err(|error| anyhow::anyhow!("{error}")).context("a value cannot be bound")?;
        }
        Ok(arguments)
    }
}
