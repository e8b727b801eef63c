//! What a command says at its end: an answer on standard output, or why there is none on standard error.

use std::io::{Write as _, stdout};
use std::process::ExitCode;

/// Prints an answer; its reader may close the pipe early, as `head` does.
pub fn print(text: &str) -> ExitCode {
    match writeln!(stdout(), "{text}") {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => fail(&format!("cannot write: {error}")),
    }
}

/// Says what went wrong.
pub fn fail(message: &str) -> ExitCode {
    eprintln!("rigwise: {message}");
    ExitCode::FAILURE
}
