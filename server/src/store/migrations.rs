//! The schema's history, inside the binary.
//!
//! The rules for a new file are in `migrations/README.md`.

use std::borrow::Cow;

use sqlx::SqlSafeStr as _;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// Every migration of SQLite, by file name, oldest first.
const SQLITE: [(&str, &str); 2] = [
    ("0001_plans.sql", include_str!("../../../migrations/0001_plans.sql")),
    ("0002_bills_and_keys.sql", include_str!("../../../migrations/0002_bills_and_keys.sql")),
];

/// Every migration of PostgreSQL.
const POSTGRES: [(&str, &str); 1] = [("0001_plans.sql", include_str!("../../../migrations/postgres/0001_plans.sql"))];

/// The migrations of SQLite.
pub fn sqlite() -> Migrator {
    migrator(&SQLITE)
}

/// The migrations of PostgreSQL; the migrator holds a lock of the database, so that servers that start at once take turns.
pub fn postgres() -> Migrator {
    migrator(&POSTGRES)
}

/// Migrations in the form that the driver runs.
///
/// Files that the database knows and this binary does not are ignored: the binary before an expanding migration keeps working.
fn migrator(files: &[(&'static str, &'static str)]) -> Migrator {
    let migrations = files.iter().zip(1_i64..).map(|(&(name, sql), version)| {
        let description = name.trim_end_matches(".sql").split_once('_').map_or(name, |(_, words)| words);
        Migration::new(version, Cow::Borrowed(description), MigrationType::Simple, sql.into_sql_str(), false)
    });
    let mut migrator = Migrator::with_migrations(migrations.collect());
    migrator.set_ignore_missing(true);
    migrator
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    /// A file that is written but not listed would never run.
    #[track_caller]
    fn check_listed(folder: &str, files: &[(&str, &str)]) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder);
        let mut names: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|name| Path::new(name).extension().is_some_and(|extension| extension == "sql"))
            .collect();
        names.sort();
        assert_eq!(names, files.iter().map(|(name, _)| *name).collect::<Vec<_>>());
        for ((name, _), number) in files.iter().zip(1..) {
            assert!(name.starts_with(&format!("{number:04}_")), "{name} is number {number}");
        }
    }

    #[test]
    fn every_file_of_the_folders_is_listed_in_order() {
        check_listed("migrations", &SQLITE);
        check_listed("migrations/postgres", &POSTGRES);
    }
}
