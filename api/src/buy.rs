//! What to buy for a workload, as an answer.

use engine::desk::Desk;
use engine::estimate::Note as RunNote;
use engine::inputs::{Constraints, Request};
use scenario::problem;
use wire::Locale;
use wire::v1::estimate::{Note, NoteLevel};
use wire::v1::recommend as v1;
use wire::v1::{Problem, Recommendation, Scenario};
use workstation::machines::{
    Build, Failure, Machine, Outcome, Purse, Rejected, What, about_prices, label_why, named_scenario, objective, parts,
    pinned_scenario, price, refusal_reason, search,
};

use crate::convert;
use crate::ladder;
use crate::notes::notes;

/// What to buy, and how to run it.
///
/// # Errors
/// Every field at fault, or every constraint to relax, and how far.
pub fn recommend(asked: &Scenario, locale: Locale) -> Result<Recommendation, Problem> {
    let outcome = search(asked).map_err(|failure| to_problem(&failure).of(asked.id.clone()))?;
    let Outcome { machines, rejected } = &outcome;
    let Some(first) = machines.first() else {
        return Err(Problem::in_both(
            wire::v1::ProblemCode::Internal,
            "no machine was found and no reason either",
            "未找到机器，也未找到原因",
        ));
    };
    let (scenario, purse) = (pinned_scenario(asked, &first.build), Purse::of(asked));
    let (mut desk, mut shown) = (Desk::default(), Vec::<v1::Machine>::new());
    for (place, machine) in machines.iter().enumerate() {
        // One that is the best in two ways is estimated once.
        let same = machines[..place].iter().position(|other| other.build == machine.build);
        let estimate =
            same.map_or_else(|| estimate(&mut desk, asked, &machine.build, locale), |same| shown[same].estimate.clone());
        shown.push(to_wire(asked, machine, estimate, locale));
    }
    Ok(Recommendation {
        id: asked.id.clone(),
        engine_version: engine::VERSION.to_owned(),
        catalog_version: catalog::VERSION.to_owned(),
        recommended: v1::Recommended {
            estimate: shown
                .first()
                .map_or_else(|| estimate(&mut desk, asked, &first.build, locale), |machine| machine.estimate.clone()),
            change: Scenario { hardware: scenario.hardware.clone(), training: scenario.training.clone(), ..Scenario::default() },
            scenario,
            why: label_why(first, &purse, locale),
            objective: objective(locale).to_owned(),
        },
        levers: Vec::new(),
        single_change_fits: Vec::new(),
        pareto: Vec::new(),
        nearest: Vec::new(),
        machines: shown,
        rejected: rejected.iter().map(|rejected| rejection(rejected, &purse, locale)).collect(),
        notes: vec![Note {
            code: "prices-are-history".to_owned(),
            level: NoteLevel::Note,
            detail: about_prices(locale).to_owned(),
        }],
    })
}

/// The whole estimate of a machine: comparing it took its figures alone.
pub fn estimate(desk: &mut Desk, asked: &Scenario, build: &Build, locale: Locale) -> wire::v1::Estimate {
    estimate_and_notes(desk, asked, build, locale).0
}

/// The whole estimate of a machine with its notes, which can be worded in either language.
pub fn estimate_and_notes(
    desk: &mut Desk,
    asked: &Scenario,
    build: &Build,
    locale: Locale,
) -> (wire::v1::Estimate, Vec<RunNote>) {
    let scenario = build.answer.scenario.clone();
    let request = Request { scenario, open: Vec::new(), constraints: Constraints::default() };
    let (named, answer) = (named_scenario(asked, build), desk.estimate(&request));
    let ladder = ladder::ladder(desk, &request, &named, &answer);
    (convert::estimate(&named, &answer, ladder, locale), notes(&named, &answer))
}

fn to_wire(asked: &Scenario, machine: &Machine, estimate: wire::v1::Estimate, locale: Locale) -> v1::Machine {
    let build = &machine.build;
    let scenario = pinned_scenario(asked, build);
    v1::Machine {
        label: machine.label.as_str().to_owned(),
        reason_code: machine.reason().as_str().to_owned(),
        why: label_why(machine, &Purse::of(asked), locale),
        hardware: scenario.hardware.clone(),
        parts: parts(build, locale),
        price: price(build),
        scenario,
        estimate,
        run_seconds: build.run_seconds(),
    }
}

/// The problem that the caller gets for a failure.
pub fn to_problem(failure: &Failure) -> Problem {
    // The words for the first field at fault are those of bad input everywhere.
    let Problem { errors, detail, chinese, .. } = problem::invalid(failure.errors());
    Problem { errors, chinese, ..Problem::new(failure.code(), detail) }
}

fn rejection(rejected: &Rejected, purse: &Purse, locale: Locale) -> v1::Rejection {
    let what = match &rejected.what {
        What::Cards(name) => name.clone(),
        What::Others { count, such_as } => match locale {
            Locale::En => format!("{count} more, such as {such_as}"),
            Locale::Zh => format!("其他 {count} 款，例如 {such_as}"),
        },
    };
    v1::Rejection { what, reason: refusal_reason(&rejected.reason, purse, locale) }
}
