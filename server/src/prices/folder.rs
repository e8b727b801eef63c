//! What the files of a folder say together.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use scenario::limits::PRICE_BYTES;
use scenario::prices::list::{Sheet, parse_json, parse_table};
use scenario::{FieldError, Reason};
use wire::Locale;
use workstation::price_list::{Fault, PriceList, Source};

use super::workbook;

/// Endings of the files that are read; all others are left alone.
const ENDINGS: [&str; 4] = ["csv", "tsv", "json", "xlsx"];
/// The day of a file of which the system knows none.
const LONG_AGO: &str = "1970-01-01";

/// Why there is no list.
#[derive(Debug)]
pub enum Broken {
    /// The folder or a file in it cannot be read.
    Unreadable {
        /// Where.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// What is wrong in the files.
    Faults(Vec<Fault>),
}

impl Broken {
    /// What is wrong, a line a fault.
    #[must_use]
    pub fn told(&self, locale: Locale) -> String {
        match self {
            Self::Unreadable { path, source } => match locale {
                Locale::En => format!("cannot read the price list {}: {source}", path.display()),
                Locale::Zh => format!("无法读取价格表 {}：{source}", path.display()),
            },
            Self::Faults(faults) => faults.iter().map(|fault| fault.told(locale)).collect::<Vec<_>>().join("\n"),
        }
    }
}

impl fmt::Display for Broken {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.told(Locale::En))
    }
}

impl std::error::Error for Broken {}

/// The price list of a folder.
///
/// # Errors
/// Everything that is wrong in its files.
pub fn read(folder: &Path) -> Result<PriceList, Broken> {
    let unreadable = |path: &Path| {
        let path = path.to_owned();
        move |source| Broken::Unreadable { path, source }
    };
    let (mut sources, mut faults) = (Vec::new(), Vec::new());
    for path in files(folder).map_err(unreadable(folder))? {
        let about = path.metadata().map_err(unreadable(&path))?;
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let day = about.modified().ok().and_then(|time| Timestamp::try_from(time).ok()).map(|time| time.to_string());
        let day = day.as_deref().and_then(|time| time.get(..10)).unwrap_or(LONG_AGO).to_owned();
        let sheets = if about.len() > PRICE_BYTES as u64 {
            vec![(file.clone(), Err(vec![FieldError::new("", Reason::TooLarge { max_bytes: PRICE_BYTES })]))]
        } else {
            sheets(&path, &file, fs::read(&path).map_err(unreadable(&path))?)
        };
        for (name, sheet) in sheets {
            match sheet {
                Ok(sheet) => sources.push(Source { name, day: day.clone(), sheet }),
                Err(errors) => faults.extend(errors.into_iter().map(|error| Fault { file: name.clone(), error })),
            }
        }
    }
    if faults.is_empty() { PriceList::of(&sources).map_err(Broken::Faults) } else { Err(Broken::Faults(faults)) }
}

/// The lists of a folder by name; what editors and spreadsheets keep beside them is none.
pub(super) fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if !name.starts_with(['.', '~']) && ending(&path).is_some() && path.is_file() {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn ending(path: &Path) -> Option<&'static str> {
    let given = path.extension()?.to_str()?;
    ENDINGS.into_iter().find(|known| known.eq_ignore_ascii_case(given))
}

/// What was read of a file, or of each sheet of a workbook, under the name that messages have.
type Sheets = Vec<(String, Result<Sheet, Vec<FieldError>>)>;

fn sheets(path: &Path, file: &str, bytes: Vec<u8>) -> Sheets {
    match ending(path) {
        Some("xlsx") => workbook::sheets(file, bytes),
        Some("json") => vec![(file.to_owned(), parse_json(&bytes))],
        _ => vec![(file.to_owned(), parse_table(&bytes))],
    }
}
