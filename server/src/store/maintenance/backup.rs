//! Copies a database to a file while servers use it.

use std::path::Path;

use super::error::MaintenanceError;
use super::files::Draft;
use super::rows::Inventory;
use super::transfer::{Session, copy, empty_file, existing_file, source};
use crate::store::address::Kind;
use crate::store::sqlite;

/// Writes all plans, as they are at this moment, to a new SQLite file; servers go on reading and writing meanwhile.
///
/// # Errors
/// Where the file is there already or cannot be written, or the database cannot be read.
pub async fn backup(url: &str, file: &Path) -> Result<Inventory, MaintenanceError> {
    if file.exists() {
        return Err(MaintenanceError::BackupExists(file.to_owned()));
    }
    let draft = Draft::beside(file)?;
    let copy_error = MaintenanceError::store(&file.display().to_string());
    let inventory = if Kind::of(url) == Some(Kind::Postgres) {
        let mut source = source(url).await?;
        let mut target = empty_file(draft.path(), &file.display().to_string()).await?;
        let inventory = copy(url, &mut source, &file.display().to_string(), &mut target).await?;
        target.close().await.map_err(copy_error)?;
        inventory
    } else {
        let path = existing_file(url)?;
        sqlite::whole::copy_into(&path, draft.path()).await.map_err(MaintenanceError::store(url))?;
        let mut connection = sqlite::whole::open_alone(draft.path()).await.map_err(&copy_error)?;
        let problem = sqlite::whole::integrity(&mut connection).await.map_err(&copy_error)?;
        if let Some(problem) = problem {
            return Err(MaintenanceError::Damaged { path, problem });
        }
        let mut session = Session::Sqlite(connection);
        let inventory = session.inventory().await.map_err(&copy_error)?;
        session.close().await.map_err(copy_error)?;
        inventory
    };
    draft.keep_as(file)?;
    Ok(inventory)
}
