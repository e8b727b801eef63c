//! The machines as an answer of the wire.

use engine::answer::desk::Desk;
use engine::estimate::{Constraints, Note as RunNote, Request};

use super::refusal::What;
use super::words::{self, part_note, part_reason, refusal_reason};
use super::{Build, CURRENCY, Machine, Outcome, Part, PartKind, Rejected, part, search};
use crate::convert;
use crate::locale::Locale;
use crate::notes::notes;
use crate::pin::pin;
use crate::v1::bom;
use crate::v1::estimate::{Note, NoteLevel};
use crate::v1::recommend as wire;
use crate::v1::{Problem, Recommendation, Scenario};

/// What to buy, and how to run it.
///
/// # Errors
/// Every field at fault, or every constraint to relax, and how far.
pub fn recommend(asked: &Scenario) -> Result<Recommendation, Problem> {
    let outcome = search(asked).map_err(|failure| Problem::from(&failure).of(asked.id.clone()))?;
    let Outcome { machines, rejected } = &outcome;
    let Some(first) = machines.first() else {
        return Err(Problem::new(crate::v1::ProblemCode::Internal, "no machine was found and no reason either"));
    };
    let scenario = pinned(asked, &first.build);
    let (mut desk, mut shown) = (Desk::default(), Vec::<wire::Machine>::new());
    for (place, machine) in machines.iter().enumerate() {
        // One that is the best in two ways is estimated once.
        let same = machines[..place].iter().position(|other| other.build == machine.build);
        let estimate = same.map_or_else(|| estimate(&mut desk, asked, &machine.build), |same| shown[same].estimate.clone());
        shown.push(self::machine(asked, machine, estimate));
    }
    Ok(Recommendation {
        id: asked.id.clone(),
        engine_version: engine::VERSION.to_owned(),
        catalog_version: ::catalog::VERSION.to_owned(),
        recommended: wire::Recommended {
            estimate: shown.first().map_or_else(|| estimate(&mut desk, asked, &first.build), |machine| machine.estimate.clone()),
            change: Scenario { hardware: scenario.hardware.clone(), training: scenario.training.clone(), ..Scenario::default() },
            scenario,
            why: words::label_why(first, Locale::En),
            objective: words::objective(Locale::En).to_owned(),
        },
        levers: Vec::new(),
        single_change_fits: Vec::new(),
        pareto: Vec::new(),
        nearest: Vec::new(),
        machines: shown,
        rejected: rejected.iter().map(rejection).collect(),
        notes: vec![Note {
            code: "prices-are-history".to_owned(),
            level: NoteLevel::Note,
            detail: words::about_prices(Locale::En).to_owned(),
        }],
    })
}

/// The machine's scenario under the caller's own name and constraints.
fn named(asked: &Scenario, build: &Build) -> Scenario {
    Scenario { id: asked.id.clone(), constraints: asked.constraints.clone(), ..build.scenario.clone() }
}

/// The machine's scenario with every field decided.
pub fn pinned(asked: &Scenario, build: &Build) -> Scenario {
    pin(&named(asked, build), &build.answer.scenario)
}

/// The whole estimate of a machine: comparing it took its figures alone.
pub fn estimate(desk: &mut Desk, asked: &Scenario, build: &Build) -> crate::v1::Estimate {
    estimate_and_notes(desk, asked, build).0
}

/// The same with its notes, which can be told in either language.
pub fn estimate_and_notes(desk: &mut Desk, asked: &Scenario, build: &Build) -> (crate::v1::Estimate, Vec<RunNote>) {
    let scenario = build.answer.scenario.clone();
    let request = Request { scenario, open: Vec::new(), constraints: Constraints::default() };
    let (named, answer) = (named(asked, build), desk.estimate(&request));
    (convert::estimate(&named, &answer), notes(&named, &answer))
}

fn machine(asked: &Scenario, machine: &Machine, estimate: crate::v1::Estimate) -> wire::Machine {
    let build = &machine.build;
    let scenario = pinned(asked, build);
    wire::Machine {
        label: machine.label.as_str().to_owned(),
        reason_code: machine.reason().as_str().to_owned(),
        why: words::label_why(machine, Locale::En),
        hardware: scenario.hardware.clone(),
        parts: parts(build, Locale::En),
        price: price(build),
        scenario,
        estimate,
        run_seconds: build.run_seconds(),
    }
}

/// What a machine is made of, told in the reader's language.
#[must_use]
pub fn parts(build: &Build, locale: Locale) -> Vec<bom::Part> {
    build.parts.iter().map(|part| self::part(part, part.owned(build.owned()), locale)).collect()
}

/// What a machine costs.
#[must_use]
pub fn price(build: &Build) -> bom::Price {
    let bill = build.bill();
    let price = bom::Price::of(bill.amount, bill.unknown_parts, CURRENCY, bill.as_of.map(str::to_owned));
    let is_unpriced_card =
        |part: &Part| part.kind == PartKind::Gpu && part.price.is_none() && part.owned(build.owned()) < part.quantity;
    price.with_cards(build.parts.iter().any(is_unpriced_card))
}

fn part(part: &Part, owned: u64, locale: Locale) -> bom::Part {
    let mut notes: Vec<String> = part.notes.iter().map(|note| part_note(note, locale)).collect();
    notes.extend((owned > 0).then(|| words::owned_note(owned, part.quantity, locale)));
    bom::Part {
        kind: part.kind.as_str().to_owned(),
        id: part.id.to_owned(),
        name: words::part_name(part, locale),
        quantity: part.quantity,
        owned,
        reason: part_reason(&part.reason, locale),
        unit_price: part.price.map(|price| part::cents(price.usd)),
        currency: CURRENCY.to_owned(),
        price_date: part.price.map(|price| part::month(price.date).to_owned()),
        price_source: part.price.map(|price| price.source.to_owned()),
        notes,
    }
}

fn rejection(rejected: &Rejected) -> wire::Rejection {
    let what = match &rejected.what {
        What::Cards(name) => name.clone(),
        What::Others { count, such_as } => format!("{count} more, such as {such_as}"),
    };
    wire::Rejection { what, reason: refusal_reason(&rejected.reason, Locale::En) }
}
