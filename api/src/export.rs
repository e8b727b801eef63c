//! A bill of materials as a file: CSV, XLSX, Markdown, JSON or a purchase request, in either language.
//!
//! The model behind it: a bill is laid out once as [`Sheet`]s of typed cells ([`sheets`](fn@sheets)), and every writer draws
//! those, so that no two files can disagree. What a writer adds is its format's own: quotes and the guard against formulas in
//! CSV, number formats, formulas and the printed page in XLSX, escapes in Markdown.

mod csv;
mod guard;
mod markdown;
mod request;
mod sheets;
mod slug;
mod sources;
mod spoken;
mod table;
mod words;
mod xlsx;

pub use markdown::escaped as markdown_text;
pub use sheets::{lines, memory, power, sheets, title};
pub use slug::file_name;
pub use sources::{Source, Sources};
pub use spoken::{spoken_money, total_line};
pub use table::{Cell, Column, Product, Sheet, Sum, Unpriced};
pub use words::{assumptions, kind_name, level_name, list_separator, notes, sources, unknown};

use wire::locale::Locale;
use wire::v1::bom::Bom;
use wire::v1::{Problem, ProblemCode};

/// Parameter of a bill's address that names the format and goes before what a client accepts; `format` is one of a scenario's
/// own.
pub const FILE: &str = "file";

/// A format of a bill.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Format {
    /// The bill itself.
    #[default]
    Json,
    /// The lines of the order, with a mark by which spreadsheets know UTF-8.
    Csv,
    /// A workbook, a sheet a subject.
    Xlsx,
    /// Everything as tables of text.
    Markdown,
    /// A purchase request to fill in.
    Request,
}

impl Format {
    /// Every format, in the order in which pages offer them.
    pub const ALL: [Self; 5] = [Self::Csv, Self::Xlsx, Self::Markdown, Self::Request, Self::Json];

    /// The end of a file's name, and the word in addresses.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Csv => "csv",
            Self::Xlsx => "xlsx",
            Self::Markdown => "md",
            Self::Request => "request.md",
        }
    }

    /// The format with this extension.
    #[must_use]
    pub fn from_extension(extension: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.extension() == extension)
    }

    /// The media type, with its parameters.
    #[must_use]
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Json => "application/json",
            Self::Csv => "text/csv; charset=utf-8; header=present",
            Self::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            Self::Markdown | Self::Request => "text/markdown; charset=utf-8",
        }
    }

    /// What people call it.
    #[must_use]
    pub const fn name(self, locale: Locale) -> &'static str {
        match self {
            Self::Json => "JSON",
            Self::Csv => "CSV",
            Self::Xlsx => "XLSX",
            Self::Markdown => "Markdown",
            Self::Request => words::request(locale),
        }
    }
}

/// The bytes of a bill's file. The same bill gives the same bytes.
///
/// # Errors
/// A problem of the program's own where a writer fails, which none does on a bill of ours.
pub fn write(bom: &Bom, format: Format, locale: Locale) -> Result<Vec<u8>, Problem> {
    match format {
        Format::Json => serde_json::to_vec(bom).map_err(|error| failed(&error)),
        Format::Csv => csv::write(&lines(bom, locale), locale).map_err(|error| failed(&error)),
        Format::Xlsx => xlsx::write(bom, locale).map_err(|error| failed(&error)),
        Format::Markdown => Ok(markdown::write(bom, locale).into_bytes()),
        Format::Request => Ok(request::write(bom, locale).into_bytes()),
    }
}

fn failed(error: &dyn std::error::Error) -> Problem {
    Problem::new(ProblemCode::Internal, format!("the file cannot be written: {error}"))
}
