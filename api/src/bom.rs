//! A machine as one orders it: every part with the figure that asked for it, what it costs and draws, and what an order must
//! respect.
//!
//! The model behind it: hardware that a scenario names is kept and the rest is chosen as for machines to buy
//! ([`crate::machines`]); then rules look at the finished machine ([`rules`]), each for one thing that can go wrong between
//! parts, and say what they find as a typed [`Finding`] with the figures, for texts in either language.

mod assume;
mod finding;
mod power;
mod rules;
mod view;
mod words;

pub use assume::assumptions;
pub use finding::{Finding, Level};
pub use power::{Energy, energy};
pub use rules::{RULES, findings};
pub use view::{Board, Cards, Memory, Power, Prices, Run, Supply, View};
pub use words::finding;

use engine::answer::desk::Desk;
use engine::estimate::{Note as RunNote, NoteLevel as RunLevel};

use crate::error::FieldError;
use crate::locale::Locale;
use crate::machines::{self, Build};
use crate::money::{self, Book};
use crate::prices;
use crate::text::note_detail;
use crate::v1::bom as wire;
use crate::v1::estimate::{Note, NoteLevel};
use crate::v1::{Prices as Asked, Problem, ProblemCode, Scenario};

/// The bill of materials of a scenario: of the machine around the card that it names, or where it names none, of the first
/// machine that is recommended for it.
///
/// # Errors
/// Every field at fault, or every constraint to relax.
pub fn bom(asked: &Scenario) -> Result<wire::Bom, Problem> {
    bom_in(asked, Locale::En)
}

/// The same with its texts in the reader's language.
///
/// # Errors
/// Every field at fault, or every constraint to relax.
pub fn bom_in(asked: &Scenario, locale: Locale) -> Result<wire::Bom, Problem> {
    priced_in(asked, &Asked::default(), locale)
}

/// The bill of materials with own prices, in the currency and with the energy that they say.
///
/// # Errors
/// Every field at fault, of the prices too, or every constraint to relax.
pub fn bom_with(asked: &Scenario, prices: &Asked) -> Result<wire::Bom, Problem> {
    priced_in(asked, prices, Locale::En)
}

/// The same with its texts in the reader's language.
///
/// # Errors
/// Every field at fault, of the prices too, or every constraint to relax.
pub fn priced_in(asked: &Scenario, prices: &Asked, locale: Locale) -> Result<wire::Bom, Problem> {
    priced_at(&mut Desk::default(), asked, prices, locale)
}

/// The same at a desk that may have played its steps before.
///
/// # Errors
/// Every field at fault, of the prices too, or every constraint to relax.
pub fn priced_at(desk: &mut Desk, asked: &Scenario, prices: &Asked, locale: Locale) -> Result<wire::Bom, Problem> {
    let faults: Vec<FieldError> = prices::faults(prices).into_iter().map(|fault| fault.under("/prices")).collect();
    if !faults.is_empty() {
        return Err(Problem::invalid(&faults).of(asked.id.clone()));
    }
    let build = build_at(desk, asked)?;
    let book = Book::of(prices, &build);
    let (estimate, of_run) = machines::estimate_and_notes(desk, asked, &build);
    let planned = machines::pinned(asked, &build);
    let parts = book.lines(locale);
    let price = book.sum(&parts);
    let money = money::money(desk, asked, &planned, &build, &book, locale);
    let view = View::of(&build).with_opinions(&estimate);
    let view = view.with_prices(price.unknown_parts, book.unused(), price.as_of.as_deref());
    Ok(wire::Bom {
        id: asked.id.clone(),
        engine_version: engine::VERSION.to_owned(),
        catalog_version: catalog::VERSION.to_owned(),
        hardware: planned.hardware,
        parts,
        price,
        power: power::wire(&build),
        notes: notes(&of_run, locale, findings(&view).iter().map(|found| note(found, locale))),
        assumptions: [assumptions(&build, locale), money::assumptions(&money, &book, locale)].concat(),
        estimate,
        money: Some(Box::new(money)),
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
        let given = machines::given_at(desk, asked).map_err(|errors| problem(Problem::invalid(&errors)))?;
        return given.ok_or_else(|| problem(Problem::new(ProblemCode::Internal, "no part of a kind suits this hardware")));
    }
    let outcome = machines::search(asked).map_err(|failure| problem(Problem::from(&failure)))?;
    let first = outcome.machines.into_iter().next();
    first
        .map(|machine| machine.build)
        .ok_or_else(|| problem(Problem::new(ProblemCode::Internal, "no machine was found and no reason either")))
}

/// What an order must respect, gravest first, and of each level first what the run says: parts go together for nothing where
/// the run does not work on them.
fn notes(of_run: &[RunNote], locale: Locale, found: impl Iterator<Item = Note>) -> Vec<Note> {
    let of_run = of_run.iter().filter(|note| note.level() != RunLevel::Note).map(|note| Note {
        code: note.code().to_owned(),
        level: if note.level() == RunLevel::Problem { NoteLevel::Problem } else { NoteLevel::Warning },
        detail: note_detail(note, locale),
    });
    let about_prices =
        Note { code: "prices-are-history".to_owned(), level: NoteLevel::Note, detail: machines::about_prices(locale).to_owned() };
    let mut notes: Vec<Note> = of_run.chain(found).chain([about_prices]).collect();
    notes.sort_by_key(|note| note.level as u8);
    notes
}

/// A finding as a note of the wire.
pub(crate) fn note(found: &Finding, locale: Locale) -> Note {
    Note {
        code: found.code().to_owned(),
        level: match found.level() {
            Level::Problem => NoteLevel::Problem,
            Level::Warning => NoteLevel::Warning,
            Level::Note => NoteLevel::Note,
        },
        detail: finding(found, locale),
    }
}
