//! The tests of stored plans once more, on PostgreSQL.

use std::process::Command;

use anyhow::{Result, ensure};

use super::rust;
use crate::cluster::Cluster;
use crate::process;

/// Where the tests look for the server.
const SERVER_VARIABLE: &str = "RIGWISE_TEST_DATABASE";

/// Starts a server of its own; each test makes a database of its own in it.
pub fn run() -> Result<()> {
    let list = process::output(suites().args(["--", "--list", "--format", "terse"]))?;
    let names = names(&list);
    ensure!(!names.is_empty(), "no test of stored plans was found");
    let cluster = Cluster::start()?;
    process::run(suites().args(["--", "--exact"]).args(names).env(SERVER_VARIABLE, cluster.url()))
}

/// The integration tests of the whole workspace, as the unit tests are compiled: libraries for fewer packages would be
/// compiled once more.
fn suites() -> Command {
    let mut command = rust::linting_cargo();
    command.args(["test", "--quiet", "--workspace", "--exclude", "xtask", "--test", "suite"]);
    command
}

/// The tests of the store, and of the tests over HTTP those that save plans.
fn names(list: &str) -> Vec<&str> {
    let tests = list.lines().filter_map(|line| line.strip_suffix(": test"));
    tests.filter(|name| name.starts_with("store::") || name.starts_with("http::") && name.contains("plan")).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn only_what_saves_plans_runs_again() {
        let list =
            "http::pages::a_page: test\nhttp::mcp::a_plan: test\nplans::a_law: test\nstore::sqlite::a_file: test\n\n4 tests\n";
        assert_eq!(super::names(list), ["http::mcp::a_plan", "store::sqlite::a_file"]);
    }
}
