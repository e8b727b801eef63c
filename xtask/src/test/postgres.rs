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
        process::run(
            process::cargo().args(["test", "--quiet", "--package", "server"]).args(arguments).env(SERVER_VARIABLE, cluster.url()),
        )
    };
    tests(&["--test", "store"])?;
    // Of the tests over HTTP those that save plans.
    tests(&["--test", "http", "--", "plan"])
}
