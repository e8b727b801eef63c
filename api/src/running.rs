//! What to buy to run a model, as an answer.

use engine::units::Watts;
use scenario::problem;
use wire::Locale;
use wire::v1::bom::Part;
use wire::v1::estimate::{Note, NoteLevel};
use wire::v1::recommend::{RunningMachine, RunningMachines};
use wire::v1::{Problem, Scenario};
use workstation::machines::{Failure, LEAST_PACE, Running, about_prices, parts, price, running, running_part};

use crate::buy;
use crate::convert;

/// Machines that run a model.
///
/// # Errors
/// Every field at fault, or what to relax.
pub fn machines(asked: &Scenario, locale: Locale) -> Result<RunningMachines, Problem> {
    let found = running(asked).map_err(|failure| to_problem(asked, &failure))?;
    Ok(RunningMachines {
        id: asked.id.clone(),
        engine_version: engine::VERSION.to_owned(),
        catalog_version: catalog::VERSION.to_owned(),
        min_tokens_per_second: asked.serving.min_tokens_per_second.unwrap_or(LEAST_PACE),
        machines: found.iter().map(|machine| to_wire(machine, locale)).collect(),
        notes: vec![Note {
            level: NoteLevel::Note,
            code: "prices-are-history".to_owned(),
            detail: about_prices(locale).to_owned(),
        }],
    })
}

/// The problem that the caller gets where no machine was found.
pub fn to_problem(asked: &Scenario, failure: &Failure) -> Problem {
    let problem = match failure {
        Failure::Invalid(errors) => problem::invalid(errors),
        Failure::Contradictory(_) | Failure::Apart(_) => buy::to_problem(failure),
    };
    problem.of(asked.id.clone())
}

fn to_wire(machine: &Running, locale: Locale) -> RunningMachine {
    let serving = convert::served(&machine.served.inputs, &machine.served, locale);
    // Reasons of the market are those of the run that stands in for the model.
    let parts = parts(&machine.build, locale).into_iter();
    let parts = parts.map(|part| Part { reason: running_part(locale).to_owned(), notes: Vec::new(), ..part });
    RunningMachine {
        label: machine.label.as_str().to_owned(),
        checked: machine.is_checked(),
        hardware: machine.served.inputs.hardware.clone(),
        parts: parts.collect(),
        price: price(&machine.build),
        draw_watts: machine.draw().map(Watts::get),
        kwh_per_million_output_tokens: machine.kwh_per_million_tokens(),
        serving,
    }
}
