//! The tests of stored plans once more, on PostgreSQL.

use anyhow::Result;

use crate::cluster::Cluster;
use crate::process;

/// Where the tests look for the server.
const SERVER_VARIABLE: &str = "RIGWISE_TEST_DATABASE";

/// Starts a server of its own; each test makes a database of its own in it.
pub fn run() -> Result<()> {
    let cluster = Cluster::start()?;
    let tests = |arguments: &[&str]| {
        // Of the whole workspace, as the unit tests are: libraries compiled for fewer packages would be compiled once more.
        let mut command = process::cargo();
        command.args(["test", "--quiet", "--workspace", "--exclude", "xtask"]);
        process::run(command.args(arguments).env(SERVER_VARIABLE, cluster.url()))
    };
    tests(&["--test", "store"])?;
    // Of the tests over HTTP those that save plans.
    tests(&["--test", "http", "--", "plan"])
}
