//! `cargo xtask test`: everything that must hold before a change is merged, in one command.
//!
//! Steps run side by side where the machine has room for them, and all of them run even if one fails, so that one run tells
//! everything; a step that needs another's result is skipped where that one failed.
//! What is compiled is compiled once, by the step `compile`; the steps after it run the programs that it leaves.

pub mod browser;
pub mod deny;
mod known;
pub mod measure;
mod passed;
mod postgres;
pub mod programs;
mod run;
pub mod rust;
mod schedule;
mod step;
mod table;
pub mod trace;

use std::time::Instant;

use anyhow::{Context, Result};

use crate::{accuracy, bundle, digest, invariants, serve, setup, soak};
use known::Known;
use step::{Folder, Share, Step};

/// The step whose programs the others run; it stands in the table by its name, where other readers look for it.
const COMPILE: &str = "compile";

/// What the server is compiled from, with all that it carries.
const PRODUCT: &[&str] = &[
    "Cargo.toml",
    "Cargo.lock",
    "rust-toolchain.toml",
    ".cargo",
    "engine",
    "catalog",
    "wire",
    "wording",
    "scenario",
    "workstation",
    "programs",
    "api",
    "markup",
    "app",
    "server",
    "migrations",
    "style",
    "public",
    "docs",
    "xtask/accuracy",
];
/// How its parts are built and the tests are driven.
const DRIVER: &[&str] = &["xtask/src"];

/// In the order in which they begin where there is room for several.
const STEPS: [Step; 22] = [
    Step::new("setup", set_up).takes(Share::Waiting),
    Step::new("fmt", rust::formatting).needs(&["setup"]),
    Step::new("invariants", invariants::check),
    // With lints; the browser's half is linted apart.
    Step::new("compile", rust::compile).needs(&["setup"]).takes(Share::All).fills(Folder::Debug),
    Step::new("clippy-wasm", rust::lints_wasm).needs(&["setup"]).takes(Share::All).fills(Folder::Debug),
    Step::new("bundle", bundle::build).needs(&["setup"]).fills(Folder::Wasm),
    Step::new("budget", bundle::check).needs(&["bundle"]),
    Step::new("deny", deny::run).needs(&["setup"]),
    Step::new("catalog-size", bundle::check_catalog).needs(&["setup"]).fills(Folder::Wasm),
    Step::new("unit-xtask", rust::driver_tests).needs(&["setup"]),
    // Without `compile` it builds what the browser tests and the proofs drive.
    Step::new("server", || serve::build_server(serve::Profile::Debug)).needs(&["setup"]).after(&[COMPILE]),
    Step::new("doc", rust::doc_tests).needs(&["setup"]).after(&[COMPILE]).takes(Share::All).fills(Folder::Debug),
    Step::new("browser", browser::run).needs(&["server", "bundle"]).takes(Share::All).rests_on(&[PRODUCT, DRIVER, &["end2end"]]),
    Step::new("digest", digest::check).needs(&["setup"]).after(&[COMPILE]).fills(Folder::Wasm),
    Step::new("accuracy", || accuracy::run(&[])).after(&[COMPILE]),
    Step::new("schemathesis", soak::schemathesis::short).needs(&["server"]).rests_on(&[PRODUCT, DRIVER]),
    Step::new("measure", measure::run).needs(&["setup"]),
    // In the environment of the kit, as the programs are.
    Step::new("trace", trace::run).needs(&["setup"]).after(&["measure"]),
    // In the environment of the kit, which it makes itself where that one has not run.
    Step::new("programs", programs::run).needs(&["setup"]).after(&[COMPILE, "measure"]),
    // Its tests wait for the database more than they compute.
    Step::new("postgres", postgres::run).needs(&["setup"]).after(&[COMPILE]).rests_on(&[PRODUCT, DRIVER]),
    // The assets that it asks for are the bundle's, and cargo lets one in at a time. Beside it pages and answers are held against a
    // clock: they have the processors when they want them, which is half of the time.
    Step::new("unit", rust::tests)
        .needs(&["setup"])
        .after(&[COMPILE, "bundle", "clippy-wasm", "doc"])
        .takes(Share::Rest)
        .rests_on(&[&["."]]),
    Step::new("soak", soak::server::short).needs(&["server"]).takes(Share::Alone).rests_on(&[PRODUCT, DRIVER, &["bench"]]),
];

/// Prints the names of the steps.
pub fn list() {
    for step in &STEPS {
        println!("{}", step.name);
    }
}

/// Runs all steps, or those named; `--fresh` in place of names also those that have passed and rest on nothing that changed.
pub fn run(names: &[&str]) -> Result<()> {
    let is_fresh = names == ["--fresh"] || !names.is_empty();
    let names = if names == ["--fresh"] { &[] } else { names };
    for name in names {
        find_step(name)?;
    }
    if let [name] = names {
        let begin = Instant::now();
        here(name)?;
        println!("==> {name} passed, {:.1} s", begin.elapsed().as_secs_f64());
        return Ok(());
    }
    let chosen = STEPS.into_iter().filter(|step| names.is_empty() || names.contains(&step.name));
    let table = run::all(chosen.collect(), &Known::read(is_fresh)?)?;
    println!("\n==> summary\n{table}");
    table.check()
}

/// Runs one step in this very program.
pub fn here(name: &str) -> Result<()> {
    (find_step(name)?.run)()
}

fn find_step(name: &str) -> Result<&'static Step> {
    let step = STEPS.iter().find(|step| step.name == name);
    step.with_context(|| format!("there is no step `{name}`; `cargo xtask test --list` names them"))
}

fn set_up() -> Result<()> {
    setup::system_tools()?;
    setup::rust_components()?;
    setup::wasm_target()?;
    setup::postgres()?;
    setup::browser()?;
    setup::browser_test_packages()
}

#[cfg(test)]
mod tests {
    use super::STEPS;

    #[test]
    fn steps_need_only_what_stands_above_them() {
        for (position, step) in STEPS.iter().enumerate() {
            for other in step.needs.iter().chain(step.after) {
                assert!(STEPS[..position].iter().any(|before| before.name == *other), "{} waits for {other}", step.name);
            }
        }
    }
}
