//! What `docs/operations.md` says of settings and limits, written from the values that the server runs by.

use std::time::Duration;

use scenario::limits::BATCH_ITEMS;

use crate::config::{SETTINGS, Setting};
use crate::limits::{
    BATCH_BODY_LIMIT, BODY_LIMIT, BYTES_OF_A_WRITE, FINISH_TIMEOUT, LISTING_BODY_LIMIT, LONGEST_WAIT, LONGEST_WAIT_FOR_SEARCH,
    PATIENCE, PATIENCE_WHEN_CROWDED, REQUEST_TIMEOUT, ROOM_FOR_BODIES, ROOM_FOR_PAGES, ROOM_FOR_PICTURES, SMALL_BODY,
};

/// Every variable of the environment with its meaning and its default.
fn settings() -> String {
    SETTINGS.iter().fold("| Variable | Meaning | Default |\n|---|---|---|\n".to_owned(), |table, setting| {
        let Setting { name, meaning, default, .. } = setting;
        let default = if default.is_empty() { String::new() } else { format!("`{default}`") };
        format!("{table}| `{name}` | {meaning} | {default} |\n")
    })
}

/// What a client may send and how long it may take.
fn limits() -> String {
    let rows = [
        ("body of a request", mebibytes(BODY_LIMIT)),
        ("body of a batch", format!("{}, {BATCH_ITEMS} scenarios", mebibytes(BATCH_BODY_LIMIT))),
        ("body with a listing of files", mebibytes(LISTING_BODY_LIMIT)),
        ("head of a request, and a connection that is kept idle", seconds(PATIENCE)),
        (
            "head of a request, and an idle connection, where three quarters of all connections are taken",
            seconds(PATIENCE_WHEN_CROWDED),
        ),
        ("a request as a whole", seconds(REQUEST_TIMEOUT)),
        ("longest wait of an estimate or a page in its queue", seconds(LONGEST_WAIT)),
        ("longest wait of a search or a batch in its queue", seconds(LONGEST_WAIT_FOR_SEARCH)),
        ("memory for pages of stored plans as they were drawn", mebibytes(ROOM_FOR_PAGES)),
        ("memory for their pictures", mebibytes(ROOM_FOR_PICTURES)),
        ("memory for bodies on their way in, and one client's share of it", bodies()),
        (
            "what one write of `RIGWISE_WRITES_PER_MINUTE` stores; a larger plan takes several",
            format!("{} KiB", BYTES_OF_A_WRITE >> 10),
        ),
        ("requests that have begun when the server stops", seconds(FINISH_TIMEOUT)),
    ];
    rows.iter().fold("| What | Limit |\n|---|---|\n".to_owned(), |table, (what, limit)| format!("{table}| {what} | {limit} |\n"))
}

fn bodies() -> String {
    let [(small, of_small), (large, of_large)] = ROOM_FOR_BODIES.map(|(room, share)| (mebibytes(room), mebibytes(share)));
    let each = SMALL_BODY >> 10;
    format!("{small} ({of_small}) for the first {each} KiB of each, {large} ({of_large}) for the rest")
}

fn mebibytes(bytes: usize) -> String {
    format!("{} MiB", bytes >> 20)
}

fn seconds(duration: Duration) -> String {
    format!("{} s", duration.as_secs())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::{CONNECTIONS, CONNECTIONS_OF_CLIENT};

    /// The text of a document with what stands between two markers replaced.
    fn with_section(document: &str, name: &str, section: &str) -> String {
        let (begin, end) = (format!("<!-- {name}: written from the code -->\n\n"), format!("\n<!-- end of {name} -->"));
        let (before, rest) = document.split_once(&begin).unwrap_or_else(|| panic!("no marker of {name}"));
        let (_, after) = rest.split_once(&end).unwrap_or_else(|| panic!("no end of {name}"));
        format!("{before}{begin}{section}{end}{after}")
    }

    /// The help text and the page both name the number of connections in words.
    #[test]
    fn the_setting_of_connections_says_how_many_there_are() {
        let meaning = SETTINGS.iter().find(|setting| setting.name == "RIGWISE_MAX_CONNECTIONS").map(|setting| setting.meaning);
        assert!(
            meaning.is_some_and(|meaning| meaning.ends_with(&format!("up to {},{:03}", CONNECTIONS / 1000, CONNECTIONS % 1000))),
            "{meaning:?}"
        );
    }

    #[test]
    fn the_setting_of_one_clients_connections_says_how_many_there_are() {
        let meaning = SETTINGS.iter().find(|setting| setting.name == "RIGWISE_MAX_CONNECTIONS_PER_CLIENT").unwrap().meaning;
        assert!(
            meaning.contains(&format!("{},{:03} or a quarter", CONNECTIONS_OF_CLIENT / 1000, CONNECTIONS_OF_CLIENT % 1000)),
            "{meaning}"
        );
    }

    /// Operators set their proxies by this page, so it is the code that says what stands there.
    #[test]
    fn the_page_for_operators_says_what_the_server_does() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/operations.md");
        let document = std::fs::read_to_string(&path).unwrap();
        let renewed = with_section(&with_section(&document, "settings", &settings()), "limits", &limits());
        if std::env::var_os("RENEW_DOCS").is_some() {
            std::fs::write(&path, &renewed).unwrap();
        } else {
            assert!(
                document == renewed,
                "docs/operations.md is not what the code says: `RENEW_DOCS=1 cargo test -p server --lib operations`, and review it"
            );
        }
    }
}
