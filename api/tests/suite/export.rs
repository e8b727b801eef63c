//! Files of a bill of materials, read back with the libraries that others read them with.
#![cfg(feature = "json")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod agreement;
mod bills;
mod csv_file;
mod request_file;
mod text_file;
mod workbook;
