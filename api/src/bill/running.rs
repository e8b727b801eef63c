//! The bill of a machine that runs a model: the one that the answer counts with, or where no card is named, the cheapest that is found.

use engine::units::GIB;
use scenario::problem;
use scenario::resolve::{answers_in_passes, resolve_passing, resolve_serving};
use wire::Locale;
use wire::v1::bom as v1;
use wire::v1::estimate::Answer;
use wire::v1::{Prices as Asked, Problem, ProblemCode, Scenario};
use workstation::bom::{View, assumptions, findings, note, power};
use workstation::machines::{
    self, Build, Label, PartKind, PartNote, PartReason, Running, machine_running, published_weights, running,
};
use workstation::money::Book;

use super::notes::notes;
use super::tokens;
use crate::convert;
use crate::priced::{ask_priced, of_search};
use crate::running::to_problem;

/// A machine, and how the model runs on it.
struct Found {
    build: Build,
    answer: Answer,
    /// Whether it was chosen by a search, in which every part is there for its price.
    is_searched: bool,
}

/// The bill of materials of a scenario whose task is inference; the prices are without faults.
///
/// # Errors
/// Every field at fault, or what to relax where no machine does as asked.
pub fn bom(asked: &Scenario, prices: &Asked, locale: Locale) -> Result<v1::Bom, Problem> {
    let Found { mut build, answer, is_searched } = match &asked.hardware.gpu {
        Some(_) => given(asked, locale)?,
        None => searched(asked, prices, locale)?,
    };
    for part in &mut build.parts {
        // How much memory a run needs is the answer's to say, and not that of what stands in for it.
        part.notes.retain(|note| !matches!(note, PartNote::Room(_)));
    }
    let book = Book::of(prices, &build);
    let mut parts = book.lines(locale);
    if is_searched {
        for part in &mut parts {
            machines::running_part(locale).clone_into(&mut part.reason);
        }
    }
    let price = book.sum(&parts);
    let view = View::of(&build).without_run();
    let view = view.with_prices(price.unknown_parts, book.unused(), price.as_of.as_deref());
    let said = answer.of_run().into_iter().flat_map(|run| run.notes.iter().cloned());
    let tokens = tokens::tokens(&answer, &build, &book, &price).map(Box::new);
    Ok(v1::Bom {
        id: asked.id.clone(),
        engine_version: engine::VERSION.to_owned(),
        catalog_version: catalog::VERSION.to_owned(),
        hardware: machines::pinned_scenario(asked, &build).hardware,
        parts,
        price,
        power: v1::Power { epoch_kwh: None, run_kwh: None, ..power(&build) },
        notes: notes(said, findings(&view).iter().map(|found| note(found, locale)), locale),
        assumptions: assumptions(&build, locale),
        tokens,
        estimate: answer,
        money: None,
        plan: None,
    })
}

/// The machine of the answer: with the cards that are named, and as much memory as the answer takes to be there.
fn given(asked: &Scenario, locale: Locale) -> Result<Found, Problem> {
    let invalid = |errors: &[scenario::FieldError]| problem::invalid(errors).of(asked.id.clone());
    let answer = convert::inference(asked, locale).map_err(|errors| invalid(&errors))?;
    let run = answer.of_run().ok_or_else(|| unbuilt(asked))?;
    let ram = run.ram;
    let weights = if answers_in_passes(asked) {
        engine::passes::published(&resolve_passing(asked).map_err(|errors| invalid(&errors))?.question)
    } else {
        published_weights(&resolve_serving(asked).map_err(|errors| invalid(&errors))?.question.model)
    };
    let build = machine_running(asked, weights, ram.installed_bytes / GIB).map_err(|errors| invalid(&errors))?;
    let mut build = build.ok_or_else(|| unbuilt(asked))?;
    for part in &mut build.parts {
        let is_open = part.kind == PartKind::Memory && asked.hardware.ram_gib.is_none();
        match (&mut part.reason, is_open) {
            (reason, true) if ram.fits => *reason = PartReason::RamOfModel { peak: ram.peak_bytes },
            (reason, true) => *reason = PartReason::RamShort { peak: ram.peak_bytes },
            (PartReason::Holds { needed, high, room }, false) => {
                let left = run.capacity_bytes.saturating_sub(run.desktop_bytes);
                (*needed, *high, *room) = (run.device_peak_bytes, run.range_bytes[1], left);
            }
            _ => {}
        }
    }
    Ok(Found { build, answer, is_searched: false })
}

/// The cheapest machine that runs the model as asked.
fn searched(asked: &Scenario, prices: &Asked, locale: Locale) -> Result<Found, Problem> {
    let machines =
        ask_priced(asked, &of_search(prices), running).map_err(|faults| problem::invalid(&faults).of(asked.id.clone()))?;
    let machines = machines.map_err(|failure| to_problem(asked, &failure))?;
    let machine = cheapest(machines).ok_or_else(|| unbuilt(asked))?;
    let answer = convert::served(&machine.served.inputs, &machine.served, locale);
    Ok(Found { build: machine.build, answer: Answer::Serving(Box::new(answer)), is_searched: true })
}

/// The machine that pages call the cheapest; where prices are unknown and none has the name, the one with the fewest cards of those
/// whose other parts cost least.
fn cheapest(machines: Vec<Running>) -> Option<Running> {
    let order = |one: &Running, other: &Running| {
        let named = |machine: &Running| machine.label != Label::Cheapest;
        let cards = |machine: &Running| machine.build.candidate().count;
        named(one).cmp(&named(other)).then(one.price().total_cmp(&other.price())).then(cards(one).cmp(&cards(other)))
    };
    machines.into_iter().min_by(order)
}

fn unbuilt(asked: &Scenario) -> Problem {
    Problem::new(ProblemCode::Internal, "no part of a kind suits this hardware").of(asked.id.clone())
}
