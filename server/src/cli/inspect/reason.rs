//! Why something could not be read.

use std::io;

/// Why something could not be read, in the words of the system.
pub fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::NotFound => "gone while it was looked at".to_owned(),
        _ => error.to_string(),
    }
}
