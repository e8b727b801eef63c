//! The whole answer, top to bottom; the shared plan shows the same.

use leptos::prelude::*;

use crate::components::batch::batch_card;
use crate::components::levers::levers_card;
use crate::components::notes::notes_card;
use crate::components::path::path_card;
use crate::components::ram::ram_card;
use crate::components::rules::rules_card;
use crate::components::save::save_card;
use crate::components::timeline::timeline_card;
use crate::components::vram::vram_card;
use crate::fields::{Catalog, options};
use crate::locale::Locale;
use crate::plan::{Advice, Plan};

/// "ResNet-50 · GeForce RTX 4090", or what there is of it.
#[must_use]
pub fn title(plan: &Plan) -> String {
    let model = plan.asked.model.id.as_deref();
    let model = model.map_or("config.json", |id| options::name_of(Catalog::Models, id).unwrap_or(id));
    let gpu = plan.asked.hardware.gpu.as_ref().and_then(|gpu| gpu.id());
    let gpu = gpu.map_or("GPU", |id| options::name_of(Catalog::Gpus, id).unwrap_or(id));
    match plan.estimate.scenario.hardware.total_gpus() {
        1 => format!("{model} · {gpu}"),
        count => format!("{model} · {count} × {gpu}"),
    }
}

/// Every card of the planner.
#[must_use]
pub fn results(plan: &Plan, advice: Option<&Advice>, origin: &str, locale: Locale) -> AnyView {
    view! {
        {answer(plan, advice, locale)}
        {save_card(&plan.query(), origin, locale)}
    }
    .into_any()
}

/// Every card that shows the answer itself.
#[must_use]
pub fn answer(plan: &Plan, advice: Option<&Advice>, locale: Locale) -> AnyView {
    let Plan { estimate, explanations, .. } = plan;
    let advised = advice.map(|advice| advice.recommendation.recommended.scenario.training.micro_batch_size);
    let curve = advice.map(|advice| advice.curve.as_slice()).unwrap_or_default();
    view! {
        {notes_card(&estimate.notes, locale)}
        {vram_card(estimate, explanations, locale)}
        {timeline_card(estimate, explanations, locale)}
        {batch_card(estimate, explanations, advised, curve, locale)}
        {levers_card(plan, advice.map(|advice| &advice.recommendation), locale)}
        {path_card(estimate, explanations, locale)}
        {ram_card(estimate, explanations, locale)}
        {rules_card(&estimate.rules, locale)}
    }
    .into_any()
}
