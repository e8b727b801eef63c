//! What is stored reads as what was computed.

use super::*;
use crate::components::glance::Links;
use crate::components::ram::{Prices, ram_card};
use crate::components::why::Reasons;
use crate::plan;
use markup::outer_html;

#[test]
fn a_stored_answer_says_at_a_glance_what_the_planner_said() {
    for query in [
        "gpu=rtx-4090&model=resnet50&epochs=90",
        "gpu=rtx-4090&model=resnet50&ram=4",
        "gpu=rtx-4090&model=llama-2-7b&method=full",
        "gpu=m4-max-128gb&model=resnet18",
    ] {
        let plan = plan::read(query::decode(query)).plan.unwrap();
        let is_named = plan.asked.hardware.ram_gib.is_some();
        let stored = glance(&api::estimate(&plan.asked).unwrap(), is_named);
        let computed = Glance::of(&plan.estimate, is_named);
        for locale in Locale::ALL {
            let links = Links::default();
            assert_eq!(stored.draw(&links, None, locale), computed.draw(&links, None, locale), "{query}");
        }
    }
}

/// The part of a card that is its ladder.
fn ladder_in(card: &Element) -> String {
    let html = outer_html(card);
    let start = html.find("<div data-testid=\"ram-ladder\"").expect("a ladder");
    html[start..].split_once("</div>").expect("its end").0.to_owned()
}

#[test]
fn a_stored_ladder_reads_as_the_planners() {
    for query in [
        "gpu=rtx-4090&model=resnet50&ram=24",
        "gpu=rtx-4090&model=llama-2-7b&method=full&offload=all&ram=64",
        "gpu=rtx-4090&model=resnet50&batch=64&rate=700&peak=6.5&peak_of=reserved",
    ] {
        for locale in Locale::ALL {
            let plan = plan::read(query::decode(query)).plan.expect("answers");
            let text = serde_json::to_string(&api::estimate(&plan.asked).expect("answers")).expect("JSON");
            let stored: Estimate = serde_json::from_str(&text).expect("an estimate");
            let none = StoredReasons::default();
            let card = host(&stored, &none, Some(&plan.asked), locale);
            let drawn = ram_card(&plan, &Reasons::here(&plan.explanations), Prices::Shown, locale);
            assert_eq!(ladder_in(&card), ladder_in(&drawn), "{query}");
            let mut early = stored.clone();
            early.ram.ladder = None;
            assert!(!outer_html(&host(&early, &none, Some(&plan.asked), locale)).contains("ram-ladder"));
        }
    }
}
