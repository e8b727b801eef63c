//! Backups, restores and moves by the program's own commands.

use std::process::Command;

use super::program::rigwise;
use super::served::{get, start, store_plan};

/// What an answer says below its head.
fn body_of(answer: &str) -> &str {
    answer.split_once("\r\n\r\n").unwrap().1
}

/// Runs a command on a database; returns whether it succeeded, and all that it said.
fn on_database(url: &str, arguments: &[&str]) -> (bool, String) {
    let output = rigwise(arguments[0]).args(&arguments[1..]).env("DATABASE_URL", url).output().unwrap();
    let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat();
    (output.status.success(), said)
}

#[cfg(unix)]
#[test]
fn a_database_is_backed_up_while_served_and_restored_and_moved_when_not() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let url = format!("sqlite:{}", path("rigwise.db"));
    let (mut server, address) = start(folder.path());
    let plan = store_plan(&address);
    let stored = get(&address, &plan);

    let (copied, said) = on_database(&url, &["backup", &path("copy.db")]);
    assert!(copied && said.contains("saved 1 plans"), "{said}");
    let (copied, said) = on_database(&url, &["backup", &path("copy.db")]);
    assert!(!copied && said.contains("exists already"), "{said}");
    let (restored, said) = on_database(&url, &["restore", &path("copy.db")]);
    assert!(!restored && said.contains("--replace"), "{said}");
    let (restored, said) = on_database(&url, &["restore", &path("copy.db"), "--replace"]);
    assert!(!restored && said.contains("locked by another process"), "{said}");

    assert!(Command::new("kill").args(["-TERM", &server.id().to_string()]).status().unwrap().success());
    server.wait().unwrap();
    let (restored, said) = on_database(&url, &["restore", &path("copy.db"), "--replace"]);
    assert!(restored && said.contains("is kept as"), "{said}");
    let (moved, said) = on_database(&url, &["move", &url, &format!("sqlite:{}", path("other.db"))]);
    assert!(moved && said.contains("moved 1 plans"), "{said}");
    let elsewhere = folder.path().join("elsewhere");
    std::fs::create_dir(&elsewhere).unwrap();
    let new = elsewhere.join("rigwise.db");
    let (restored, said) = on_database(&format!("sqlite:{}", new.display()), &["restore", &path("copy.db")]);
    assert!(restored && said.contains("restored 1 plans"), "{said}");
    // What was said counts for nothing: the plan must be served from each of them.
    std::fs::create_dir(folder.path().join("moved")).unwrap();
    std::fs::rename(path("other.db"), folder.path().join("moved/rigwise.db")).unwrap();
    for place in [folder.path(), &elsewhere, &folder.path().join("moved")] {
        let (mut server, address) = start(place);
        assert_eq!(body_of(&get(&address, &plan)), body_of(&stored), "{}", place.display());
        server.kill().unwrap();
        server.wait().unwrap();
    }
}

#[test]
fn a_password_of_the_database_is_never_printed() {
    let url = "postgres://rigwise:s3cret@127.0.0.1:1/plans";
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("copy.db").display().to_string();
    for arguments in [&["serve"][..], &["backup", &file], &["restore", file!()], &["move", url, "sqlite:x.db"]] {
        let (succeeded, said) = on_database(url, arguments);
        assert!(!succeeded && !said.contains("s3cret"), "{arguments:?}: {said}");
    }
    let (_, said) = on_database(url, &["serve"]);
    assert!(said.contains("postgres://rigwise:***@127.0.0.1:1/plans") && said.contains("does not answer"), "{said}");
    let (_, said) = on_database("mysql://rigwise:s3cret@db/plans", &["serve"]);
    assert!(said.contains("DATABASE_URL is `mysql://rigwise:***@db/plans`"), "{said}");
}
