//! The program as a server: its settings, the folder it runs in, and whether it is ready.

use std::process::Command;

use super::program::{rigwise, run};
use super::served::{get, start, store_plan};

#[test]
fn unknown_arguments_and_bad_settings_are_named() {
    assert_eq!(run("estimat", b"").status.code(), Some(2));
    let output = rigwise("serve").env("RIGWISE_ADDR", "nowhere").output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).unwrap().contains("RIGWISE_ADDR is `nowhere`"));
    let output =
        rigwise("serve").envs([("RIGWISE_ADDR", "x"), ("RIGWISE_LOG_FORMAT", "y"), ("RUST_LOG", "=,")]).output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(["RIGWISE_ADDR is `x`", "RIGWISE_LOG_FORMAT is `y`"].iter().all(|part| message.contains(part)), "{message}");
    let help = String::from_utf8(rigwise("--help").output().unwrap().stdout).unwrap();
    for setting in server::config::SETTINGS {
        assert!(help.contains(setting.name), "{help}");
    }
    let output =
        rigwise("serve").env("DATABASE_URL", "sqlite:/nowhere/at/all.db").env("RIGWISE_ADDR", "127.0.0.1:0").output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).unwrap().contains("cannot open the plans' database sqlite:/nowhere/at/all.db"));
}

/// Without an argument the program serves; it needs nothing but a folder it may write to.
#[cfg(unix)]
#[test]
fn the_server_runs_from_any_folder_and_keeps_its_plans() {
    let folder = tempfile::tempdir().unwrap();
    let (mut server, address) = start(folder.path());
    assert!(get(&address, "/readyz").starts_with("HTTP/1.1 200"));
    assert!(get(&address, "/").starts_with("HTTP/1.1 200"));
    let path = store_plan(&address);

    assert!(Command::new("kill").args(["-TERM", &server.id().to_string()]).status().unwrap().success());
    assert!(server.wait().unwrap().success(), "a signal to stop is not a failure");
    assert!(folder.path().join("rigwise.db").exists());
    assert!(!folder.path().join("rigwise.db-wal").exists(), "the log is written back");

    let (mut server, address) = start(folder.path());
    assert!(get(&address, &path).starts_with("HTTP/1.1 200"));
    server.kill().unwrap();
    server.wait().unwrap();
}

/// What a container asks, which has no other program to ask with.
#[cfg(unix)]
#[test]
fn the_program_asks_its_own_server_whether_it_is_ready() {
    let folder = tempfile::tempdir().unwrap();
    let (mut server, address) = start(folder.path());
    let health = || rigwise("health").env("RIGWISE_ADDR", &address).output().unwrap();
    let ready = health();
    assert_eq!((ready.status.code(), ready.stdout.as_slice()), (Some(0), &b"ready\n"[..]));
    let rights = std::fs::metadata(folder.path().join("rigwise.db")).unwrap();
    assert_eq!(std::os::unix::fs::PermissionsExt::mode(&rights.permissions()) & 0o077, 0, "plans are for this account alone");
    std::fs::remove_file(folder.path().join("rigwise.db")).unwrap();
    let unready = health();
    assert_eq!(unready.status.code(), Some(1));
    assert!(String::from_utf8(unready.stderr).unwrap().contains("503 Service Unavailable"));
    server.kill().unwrap();
    server.wait().unwrap();
    let gone = health();
    assert_eq!(gone.status.code(), Some(1));
    assert!(String::from_utf8(gone.stderr).unwrap().contains("does not answer"));
}
