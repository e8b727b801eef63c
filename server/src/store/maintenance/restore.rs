//! Puts a backup in place of a database.

use std::path::{Path, PathBuf};

use jiff::Timestamp;

use super::error::MaintenanceError;
use super::files::{Aside, Draft, keep_companions, resolve, with_suffix};
use super::rows::Inventory;
use super::transfer::{Session, copy, file_of, file_session, target};
use crate::store::address::Kind;
use crate::store::{StoreError, Unavailable, sqlite};

/// What was restored.
#[derive(Debug)]
pub struct Restored {
    /// What the database holds now.
    pub inventory: Inventory,
    /// Where the database is that was there before.
    pub kept: Option<PathBuf>,
}

/// Puts a copy of a backup in place of the database that `url` names.
///
/// The backup is checked first. A database that is there is replaced only on demand, when no server uses it, and is kept beside.
///
/// # Errors
/// Where the backup is damaged, or there is a database and it may not be replaced; then nothing was changed.
pub async fn restore(url: &str, file: &Path, replace: bool) -> Result<Restored, MaintenanceError> {
    if !file.exists() {
        return Err(MaintenanceError::Missing(file.to_owned()));
    }
    if Kind::of(url) == Some(Kind::Postgres) {
        return if replace { Err(MaintenanceError::NoReplaceOnServer) } else { restore_to_server(url, file).await };
    }
    let place = resolve(&file_of(url)?)?;
    if place.exists() && !replace {
        return Err(MaintenanceError::DatabaseExists(place));
    }
    let draft = Draft::beside(&place)?;
    let inventory = check_copy(file, &draft).await?;
    draft.adopt_owner(&place);
    let kept = if place.exists() { Some(put_aside(&place, url, draft).await?) } else { put_in_place(&place, draft)? };
    Ok(Restored { inventory, kept })
}

/// Gives the draft the name of a database that is not there; returns where a log that had lost its database is kept, if there
/// was one.
fn put_in_place(place: &Path, draft: Draft) -> Result<Option<PathBuf>, MaintenanceError> {
    let kept = kept_name(place);
    // SQLite would write a log of that name into the restored database.
    let orphans = keep_companions(place, &kept)?;
    draft.keep_as(place).map_err(|error| match error {
        MaintenanceError::BackupExists(path) => MaintenanceError::DatabaseExists(path),
        error => error,
    })?;
    Ok(orphans.then_some(kept))
}

/// What a database that gives way is called from now on.
fn kept_name(place: &Path) -> PathBuf {
    with_suffix(place, &format!(".before-{}", Timestamp::now().strftime("%Y%m%dT%H%M%SZ")))
}

/// Copies the backup, checks the copy, and brings its schema up to date; the backup itself is only read.
async fn check_copy(file: &Path, draft: &Draft) -> Result<Inventory, MaintenanceError> {
    let error = MaintenanceError::store(&file.display().to_string());
    draft.take_database(file)?;
    let draft = draft.path();
    if !sqlite::whole::has_plans(draft).await.map_err(&error)? {
        return Err(MaintenanceError::Foreign(file.to_owned()));
    }
    let mut connection = sqlite::whole::open_alone(draft).await.map_err(&error)?;
    if let Some(problem) = sqlite::whole::integrity(&mut connection).await.map_err(&error)? {
        return Err(MaintenanceError::Damaged { path: file.to_owned(), problem });
    }
    let mut session = Session::Sqlite(connection);
    let inventory = session.inventory().await.map_err(&error)?;
    session.close().await.map_err(error)?;
    Ok(inventory)
}

/// Puts the draft in place of a database that no server uses; returns where the old one is kept.
async fn put_aside(place: &Path, url: &str, draft: Draft) -> Result<PathBuf, MaintenanceError> {
    let error = MaintenanceError::store(url);
    let held = match sqlite::whole::hold(place).await {
        Ok(connection) => Some(connection),
        // A damaged database is often why a backup is restored, and nobody serves from one.
        Err(StoreError::Unavailable { kind: Unavailable::Corrupt, .. }) => None,
        Err(source) => return Err(error(source)),
    };
    let aside = Aside::put(place, &kept_name(place))?;
    draft.replace(place)?;
    let kept = aside.keep();
    if let Some(connection) = held {
        sqlx::Connection::close(connection).await.map_err(|source| error(source.into()))?;
    }
    Ok(kept)
}

/// Fills an empty database on a server from a checked copy.
async fn restore_to_server(url: &str, file: &Path) -> Result<Restored, MaintenanceError> {
    let draft = Draft::beside(file)?;
    check_copy(file, &draft).await?;
    let from = file.display().to_string();
    let mut source = file_session(draft.path(), &from).await?;
    let mut target = target(url).await?;
    let inventory = copy(&from, &mut source, url, &mut target).await?;
    source.release().await.map_err(MaintenanceError::store(&from))?;
    target.close().await.map_err(MaintenanceError::store(url))?;
    Ok(Restored { inventory, kept: None })
}
