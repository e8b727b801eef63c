//! The workspace's own driver: one command builds and serves the site, one runs every test.
//!
//! It is a program of the workspace so that a fresh machine needs only rustup and a C compiler; every other tool is a
//! library linked in here, or is installed by the step that needs it.

mod accuracy;
mod bench;
mod bundle;
mod check;
mod cluster;
mod digest;
mod invariants;
mod prices;
mod process;
mod screens;
mod serve;
mod setup;
mod soak;
mod test;
mod workspace;

use std::process::ExitCode;

use anyhow::{Result, bail};

const USAGE: &str = "\
usage: cargo xtask <command>

  serve [--debug]     build everything and serve the site on http://127.0.0.1:3000 (RIGWISE_ADDR changes that)
  check [--all]       format, rules, lints and unit tests of the crates that have changed since the branch left main, in less
                      than a minute once compiled; --all lints and tests every crate
  test [STEP...]      set up and run every test, or the named steps only (`test --list` names them); ends with a table of
                      what each step took. A long step whose files have not changed since it passed here is left out
                      unless it is named; --fresh runs those as well
  bundle [--by-crate] build the browser's bundle and check its size; --by-crate prints what its WebAssembly is made of
  catalog-size        check what the catalog's tables weigh in the bundle
  accuracy [--write] [--gates] [--reference FILE]
                      compare estimates with the reference steps; --write renews docs/accuracy.md, --gates what may get no worse
  prices FILE... --source WHO [--date YYYY-MM-DD] [--confidence high|medium|low] [--accept ID[,ID]] [--write]
                      read public lists of prices (CSV or JSON: id, price, currency, date) into the catalog, or say what is
                      wrong in them; --write changes the tables
  digest [--write]    check that the engine answers as committed, with the same bits natively and in WebAssembly; --write
                      commits to what it answers now
  invariants          check the rules of ARCHITECTURE.md that the compiler does not
  soak [NAME...] [--write] [--minutes N]
                      proofs that nobody waits for, or the named ones: files (exported files in LibreOffice), measure (the
                      measuring kit), trace (the tracer), programs (they run, and the frameworks' own packages have their
                      names), deny (licenses and known flaws; --write commits to what has passed of these four, so that
                      tests need not run it again), properties (many cases),
                      load, connections, flood, kills, full (the server under load, crowded, flooded, killed, without
                      room) and pages (in a browser; --write renews bench/ of these six), schemathesis, fuzz
  screens             draw every page into docs/screens: both languages, desktop and phone, light and dark
  bench               time the engine, natively and in WebAssembly
";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["serve"] => serve::serve(serve::Profile::Release),
        ["serve", "--debug"] => serve::serve(serve::Profile::Debug),
        ["test", "--list"] => {
            test::list();
            Ok(())
        }
        // A step that runs beside others is a program of its own.
        ["test", "--here", step] => test::here(step),
        ["test", steps @ ..] => test::run(steps),
        ["check"] => check::run(false),
        ["check", "--all"] => check::run(true),
        ["bundle"] => bundle::build().and_then(|()| bundle::check()),
        ["bundle", "--by-crate"] => bundle::by_crate(),
        ["catalog-size"] => bundle::check_catalog(),
        ["prices", options @ ..] => prices::run(options),
        ["accuracy", options @ ..] => accuracy::run(options),
        ["digest"] => digest::check(),
        ["digest", "--write"] => digest::write(),
        ["invariants"] => invariants::check(),
        ["screens"] => screens::run(),
        ["soak", words @ ..] => soak::run(words),
        ["bench"] => bench::run(),
        [] | ["help" | "--help" | "-h"] => {
            print!("{USAGE}");
            Ok(())
        }
        [command, ..] => bail!("there is no command `{command}` with these arguments\n\n{USAGE}"),
    }
}
