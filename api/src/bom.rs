//! A machine as one orders it: every part with the figure that asked for it, what it costs and draws, and what an order must
//! respect.
//!
//! The model behind it: hardware that a scenario names is kept and the rest is chosen as for machines to buy
//! ([`crate::machines`]).

mod power;

pub use power::{Energy, energy};

use crate::machines::{self, Build};
use crate::v1::bom as wire;
use crate::v1::{Problem, ProblemCode, Scenario};

/// The bill of materials of a scenario: of the machine around the card that it names, or where it names none, of the first
/// machine that is recommended for it.
///
/// # Errors
/// Every field at fault, or every constraint to relax.
pub fn bom(asked: &Scenario) -> Result<wire::Bom, Problem> {
    let build = build(asked)?;
    let estimate = machines::estimate(asked, &build);
    Ok(wire::Bom {
        id: asked.id.clone(),
        engine_version: engine::VERSION.to_owned(),
        catalog_version: catalog::VERSION.to_owned(),
        hardware: machines::pinned(asked, &build).hardware,
        parts: machines::parts(&build),
        price: machines::price(&build),
        power: power::wire(&build),
        notes: Vec::new(),
        assumptions: Vec::new(),
        estimate,
    })
}

/// The machine of a scenario.
///
/// # Errors
/// Every field at fault, or every constraint to relax.
pub fn build(asked: &Scenario) -> Result<Build, Problem> {
    let problem = |problem: Problem| problem.of(asked.id.clone());
    if asked.hardware.gpu.is_some() {
        let given = machines::given(asked).map_err(|errors| problem(Problem::invalid(&errors)))?;
        return given.ok_or_else(|| problem(Problem::new(ProblemCode::Internal, "no part of a kind suits this hardware")));
    }
    let outcome = machines::search(asked).map_err(|failure| problem(Problem::from(&failure)))?;
    let first = outcome.machines.into_iter().next();
    first
        .map(|machine| machine.build)
        .ok_or_else(|| problem(Problem::new(ProblemCode::Internal, "no machine was found and no reason either")))
}
