//! `cargo xtask test`: everything that must hold before a change is merged, in one command.
//!
//! The steps run in order and all of them run even if one fails, so that one run tells everything; a step that needs
//! another's result is skipped where that one failed.
//! Browser tests drive the debug server, which the tests before have mostly compiled, with the release bundle.

mod browser;
pub mod deny;
mod measure;
mod postgres;
pub mod programs;
mod rust;

use std::time::{Duration, Instant};

use anyhow::{Result, bail};

use crate::{accuracy, bundle, digest, invariants, serve, setup, soak};

/// One thing to set up or to check.
struct Step {
    name: &'static str,
    run: fn() -> Result<()>,
    /// Names of steps without which this one means nothing.
    needs: &'static [&'static str],
}

const STEPS: [Step; 21] = [
    Step { name: "setup", run: set_up, needs: &[] },
    Step { name: "fmt", run: rust::formatting, needs: &["setup"] },
    Step { name: "invariants", run: invariants::check, needs: &[] },
    Step { name: "deny", run: deny::run, needs: &["setup"] },
    Step { name: "clippy-native", run: rust::lints_native, needs: &["setup"] },
    Step { name: "clippy-wasm", run: rust::lints_wasm, needs: &["setup"] },
    // Before the server is compiled, which looks for the site when it is.
    Step { name: "bundle", run: bundle::build, needs: &["setup"] },
    Step { name: "budget", run: bundle::check, needs: &["bundle"] },
    Step { name: "catalog-size", run: bundle::check_catalog, needs: &["setup"] },
    Step { name: "unit", run: rust::tests, needs: &["setup"] },
    Step { name: "postgres", run: postgres::run, needs: &["setup"] },
    Step { name: "unit-xtask", run: rust::driver_tests, needs: &["setup"] },
    Step { name: "doc", run: rust::doc_tests, needs: &["setup"] },
    Step { name: "digest", run: digest::check, needs: &["setup"] },
    Step { name: "accuracy", run: || accuracy::run(&[]), needs: &[] },
    Step { name: "measure", run: measure::run, needs: &[] },
    // In the environment of the step before, which it makes itself where that one has not run.
    Step { name: "programs", run: programs::run, needs: &["setup"] },
    Step { name: "server", run: || serve::build_server(serve::Profile::Debug), needs: &["bundle"] },
    Step { name: "browser", run: browser::run, needs: &["server"] },
    Step { name: "soak", run: soak::server::short, needs: &["server"] },
    Step { name: "schemathesis", run: soak::schemathesis::short, needs: &["server"] },
];

/// How a step ended.
enum Outcome {
    Passed,
    Failed(String),
    Skipped(&'static str),
}

/// Prints the names of the steps.
pub fn list() {
    for step in &STEPS {
        println!("{}", step.name);
    }
}

/// Runs all steps, or those named.
pub fn run(names: &[&str]) -> Result<()> {
    if let Some(unknown) = names.iter().find(|name| STEPS.iter().all(|step| step.name != **name)) {
        bail!("there is no step `{unknown}`; `cargo xtask test --list` names them");
    }
    let begin = Instant::now();
    let mut outcomes: Vec<(&Step, Outcome, Duration)> = Vec::new();
    for step in STEPS.iter().filter(|step| names.is_empty() || names.contains(&step.name)) {
        println!("\n==> {}", step.name);
        let start = Instant::now();
        let broken = step
            .needs
            .iter()
            .find(|need| outcomes.iter().any(|(done, outcome, _)| done.name == **need && !matches!(outcome, Outcome::Passed)));
        let outcome = match broken {
            Some(need) => Outcome::Skipped(need),
            None => match (step.run)() {
                Ok(()) => Outcome::Passed,
                Err(error) => Outcome::Failed(format!("{error:#}")),
            },
        };
        if let Outcome::Failed(error) = &outcome {
            eprintln!("==> {} failed: {error}", step.name);
        }
        outcomes.push((step, outcome, start.elapsed()));
    }
    summarize(&outcomes, begin.elapsed())
}

/// Prints a line per step; an error where one did not pass.
fn summarize(outcomes: &[(&Step, Outcome, Duration)], total: Duration) -> Result<()> {
    println!("\n==> summary");
    let mut bad = Vec::new();
    for (step, outcome, time) in outcomes {
        let words = match outcome {
            Outcome::Passed => "passed".to_owned(),
            Outcome::Failed(error) => format!("FAILED: {}", error.lines().next().unwrap_or_default()),
            Outcome::Skipped(need) => format!("SKIPPED: needs `{need}`"),
        };
        println!("{:14} {:>7.1} s  {words}", step.name, time.as_secs_f64());
        if !matches!(outcome, Outcome::Passed) {
            bad.push(step.name);
        }
    }
    println!("{:14} {:>7.1} s  {} of {} steps passed", "all", total.as_secs_f64(), outcomes.len() - bad.len(), outcomes.len());
    if !bad.is_empty() {
        bail!("these steps did not pass: {}", bad.join(", "));
    }
    Ok(())
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
    fn steps_need_only_what_runs_before_them() {
        for (position, step) in STEPS.iter().enumerate() {
            for need in step.needs {
                assert!(STEPS[..position].iter().any(|before| before.name == *need), "{} needs {need}", step.name);
            }
        }
    }
}
