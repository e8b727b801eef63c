//! What takes longer than a reader's keystroke: the advisor's changes and the curve over the batch size.

#[cfg(feature = "ssr")]
use engine::estimate::Recommendation;
use engine::sizing::batch::needed_memory;
use engine::units::Bytes;
#[cfg(feature = "ssr")]
use scenario::FieldError;
#[cfg(feature = "ssr")]
use wire::v1::Prices;

use super::Plan;

/// Samples per GPU and the device memory they need.
pub type CurvePoint = (u64, Bytes);

/// The slower half of an answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Advice {
    /// The advisor's plan and the single changes, or the constraints that no plan can keep; the browser asks the server.
    #[cfg(feature = "ssr")]
    pub recommendation: Result<Recommendation, Vec<FieldError>>,
    /// Device memory over samples per GPU.
    pub curve: Vec<CurvePoint>,
    /// What the machine costs, as the page of its parts says it; none where there is no bill.
    #[cfg(feature = "ssr")]
    pub price: Option<wire::v1::bom::Price>,
}

/// Works the advice out, with the prices that the plan's address says; none where the plan's own scenario cannot be asked
/// again.
#[cfg(feature = "ssr")]
#[must_use]
pub fn advise(plan: &Plan) -> Option<Advice> {
    let (prices, errors) = scenario::prices::from_query(plan.unknown.iter().cloned());
    // What is at fault is told on the page of the bill, where it can be mended.
    advise_with(plan, &if errors.is_empty() { prices } else { Prices::default() })
}

/// Works the advice out with these prices; none where the plan's own scenario cannot be asked again.
#[cfg(feature = "ssr")]
#[must_use]
pub fn advise_with(plan: &Plan, prices: &Prices) -> Option<Advice> {
    let request = scenario::resolve(&plan.asked).ok()?;
    let recommendation = engine::recommend(&request, &api::feeding::market(&plan.asked))
        .map_err(|contradictions| contradictions.iter().map(FieldError::from).collect());
    let bill = api::bill::bom_with_in(&plan.asked, prices, crate::locale::Locale::En);
    Some(Advice { recommendation, curve: curve(plan), price: bill.ok().map(|bom| bom.price) })
}

/// What of the advice is worked out in the browser.
#[cfg(not(feature = "ssr"))]
#[must_use]
pub fn advise(plan: &Plan) -> Option<Advice> {
    Some(Advice { curve: curve(plan) })
}

/// Memory in even steps to a little beyond what fits, at the largest batch and at this plan's own.
fn curve(plan: &Plan) -> Vec<CurvePoint> {
    let this = plan.estimate.scenario.training.micro_batch_size;
    let largest = plan.estimate.max_micro_batch_size.max(1);
    // Steps of a power of two, so that the axis reads like the batches that people set.
    let step = largest.div_ceil(4).next_power_of_two();
    let mut batches = [1, step, step * 2, step * 3, step * 4, largest, this];
    batches.sort_unstable();
    let mut points: Vec<CurvePoint> = Vec::new();
    for batch in batches {
        // A batch far beyond the card would flatten the part of the curve that matters.
        let wanted = batch >= 1 && batch <= largest.saturating_mul(3) && points.last().is_none_or(|point| point.0 != batch);
        if !wanted {
            continue;
        }
        points.push((batch, needed_memory(&plan.estimate.scenario, batch)));
    }
    points
}
