//! Commands for a shell.

use crate::call::shell_quoted;

/// A command with its options, each quoted where a shell would read it otherwise.
pub(super) fn command(program: &str, options: &[(&str, String)]) -> String {
    let mut words = vec![program.to_owned()];
    for (option, value) in options {
        if !option.is_empty() {
            words.push((*option).to_owned());
        }
        if !value.is_empty() {
            words.push(plain_or_quoted(value));
        }
    }
    words.join(" ")
}

fn plain_or_quoted(value: &str) -> String {
    let is_plain = value.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_./:".contains(letter));
    if is_plain { value.to_owned() } else { shell_quoted(value) }
}
