//! The bill of a scenario: its machine, priced, with what an order must respect.

mod notes;
mod running;
mod tokens;

use engine::desk::Desk;
use engine::estimate::{Note as RunNote, NoteLevel as RunLevel};
use scenario::{FieldError, prices, problem};
use wire::Locale;
use wire::v1::bom as v1;
use wire::v1::choices::Workload;
use wire::v1::estimate::{Answer, Note, NoteLevel};
use wire::v1::{Prices as Asked, Problem, ProblemCode, Scenario};
use wording::note_detail;
use workstation::bom::{View, assumptions, findings, note, power};
use workstation::machines::{self, Build};
use workstation::money::{self, Book};

use crate::buy;

/// The bill of materials of a scenario: of the machine around the card that it names, or where it names none, of the first
/// machine that is recommended for it.
///
/// # Errors
/// Every field at fault, or every constraint to relax.
pub fn bom(asked: &Scenario) -> Result<v1::Bom, Problem> {
    bom_in(asked, Locale::En)
}

/// The bill of materials of a scenario, as [`bom`], with its texts in the reader's language.
///
/// # Errors
/// Every field at fault, or every constraint to relax.
pub fn bom_in(asked: &Scenario, locale: Locale) -> Result<v1::Bom, Problem> {
    bom_with_in(asked, &Asked::default(), locale)
}

/// The bill of materials with own prices, in the currency and with the energy that they say.
///
/// # Errors
/// Every field at fault, of the prices too, or every constraint to relax.
pub fn bom_with(asked: &Scenario, prices: &Asked) -> Result<v1::Bom, Problem> {
    bom_with_in(asked, prices, Locale::En)
}

/// The bill of materials with own prices, as [`bom_with`], with its texts in the reader's language.
///
/// # Errors
/// Every field at fault, of the prices too, or every constraint to relax.
pub fn bom_with_in(asked: &Scenario, prices: &Asked, locale: Locale) -> Result<v1::Bom, Problem> {
    bom_at(&mut Desk::default(), asked, prices, locale)
}

/// The bill of materials with own prices, at a desk that may have played its steps before.
///
/// # Errors
/// Every field at fault, of the prices too, or every constraint to relax.
pub fn bom_at(desk: &mut Desk, asked: &Scenario, prices: &Asked, locale: Locale) -> Result<v1::Bom, Problem> {
    let faults: Vec<FieldError> = prices::faults(prices).into_iter().map(|fault| fault.under("/prices")).collect();
    if !faults.is_empty() {
        return Err(problem::invalid(&faults).of(asked.id.clone()));
    }
    if asked.task == Some(Workload::Inference) {
        return running::bom(asked, prices, locale);
    }
    let build = build_at(desk, asked)?;
    let book = Book::of(prices, &build);
    let (estimate, said) = buy::estimate_and_notes(desk, asked, &build, locale);
    let planned = machines::pinned_scenario(asked, &build);
    let parts = book.lines(locale);
    let price = book.sum(&parts);
    let money = money::money(desk, asked, &planned, &build, &book, locale);
    let view = View::of(&build).with_opinions(&estimate);
    let view = view.with_prices(price.unknown_parts, book.unused(), price.as_of.as_deref());
    Ok(v1::Bom {
        id: asked.id.clone(),
        engine_version: engine::VERSION.to_owned(),
        catalog_version: catalog::VERSION.to_owned(),
        hardware: planned.hardware,
        parts,
        price,
        power: power(&build),
        notes: notes::notes(
            said.iter().map(|note| of_run(note, locale)),
            findings(&view).iter().map(|found| note(found, locale)),
            locale,
        ),
        assumptions: [assumptions(&build, locale), money::assumptions(&money, &book, locale)].concat(),
        estimate: Answer::Estimate(Box::new(estimate)),
        money: Some(Box::new(money)),
        tokens: None,
        plan: None,
    })
}

/// The machine of a scenario.
///
/// # Errors
/// Every field at fault, or every constraint to relax.
pub fn build(asked: &Scenario) -> Result<Build, Problem> {
    build_at(&mut Desk::default(), asked)
}

fn build_at(desk: &mut Desk, asked: &Scenario) -> Result<Build, Problem> {
    let problem = |problem: Problem| problem.of(asked.id.clone());
    if asked.hardware.gpu.is_some() {
        let given = machines::machine_at(desk, asked).map_err(|errors| problem(problem::invalid(&errors)))?;
        return given.ok_or_else(|| problem(Problem::new(ProblemCode::Internal, "no part of a kind suits this hardware")));
    }
    let outcome = machines::search(asked).map_err(|failure| problem(buy::to_problem(&failure)))?;
    let first = outcome.machines.into_iter().next();
    first
        .map(|machine| machine.build)
        .ok_or_else(|| problem(Problem::new(ProblemCode::Internal, "no machine was found and no reason either")))
}

/// What a run says, as a note of a bill.
fn of_run(note: &RunNote, locale: Locale) -> Note {
    let level = match note.level() {
        RunLevel::Problem => NoteLevel::Problem,
        RunLevel::Warning => NoteLevel::Warning,
        RunLevel::Note => NoteLevel::Note,
    };
    Note { code: note.code().to_owned(), level, detail: note_detail(note, locale) }
}
