//! Files of a bill of materials, read back with the libraries that others read them with.
#![cfg(feature = "wire")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

#[path = "export/agreement.rs"]
mod agreement;
#[path = "export/bills.rs"]
mod bills;
#[path = "export/csv_file.rs"]
mod csv_file;
#[path = "export/text_file.rs"]
mod text_file;
#[path = "export/workbook.rs"]
mod workbook;
