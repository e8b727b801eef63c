//! Fronts made of estimates by hand.

use super::*;
use crate::plan::read;
use engine::estimate::Change;
use engine::training::{ActivationCheckpointing, Optimizer};
use markup::{html_inside, outer_html};

fn plan(query: &str) -> Plan {
    read(scenario::query::decode(query)).plan.expect("answers")
}

fn made(asked: &Plan, settings: &str, changes: Vec<Change>, effect: Effect, recommended: bool) -> FrontPlan {
    let query = format!("{}&{settings}", asked.query());
    FrontPlan::of(&plan(&query).estimate, changes, effect, recommended)
}

fn fronts(asked: &Plan) -> Vec<FrontPlan> {
    let checkpointing = Change::ActivationCheckpointing(ActivationCheckpointing::Full);
    vec![
        made(asked, "", vec![], Effect::None, false),
        made(asked, "checkpointing=full", vec![checkpointing.clone()], Effect::None, true),
        made(
            asked,
            "checkpointing=full&optimizer=sgd",
            vec![checkpointing, Change::Optimizer(Optimizer::Sgd)],
            Effect::Small,
            false,
        ),
    ]
}

#[test]
fn every_plan_is_a_link_in_picture_and_table() {
    let asked = plan("gpu=rtx-4090&model=bert-base&batch=16&seq=128");
    for locale in Locale::ALL {
        let views = front(&asked, &fronts(&asked), locale);
        let html = html_inside(&el("div").with(views));
        assert_eq!(html.matches("href=\"/plan?").count(), 6, "{html}");
        assert!(html.contains("checkpointing=full") && html.contains("optimizer=sgd"));
        assert!(html.contains(words::recommended(locale)) && html.contains(words::as_asked(locale)));
        assert!(!html.contains("NaN") && !html.contains("style="), "{html}");
    }
}

#[test]
fn a_plan_that_does_not_fit_is_marked_on_the_floor() {
    let asked = plan("gpu=rtx-4090&model=llama-2-7b&method=full&batch=1&seq=512");
    let lora = plan("gpu=rtx-4090&model=llama-2-7b&method=qlora&batch=1&seq=512");
    let of = |recommended| FrontPlan::of(&lora.estimate, vec![], Effect::ChangesMethod, recommended);
    let front_of = vec![of(true), of(false)];
    let html = html_inside(&el("div").with(front(&asked, &front_of, Locale::En)));
    assert!(html.contains("as asked: Does not fit") && html.contains("spot own"), "{html}");
}

#[test]
fn without_a_choice_the_card_says_so() {
    let asked = plan("gpu=rtx-4090&model=resnet50");
    let html = outer_html(&front_card(&asked, Some(&Err(Vec::new())), Locale::En));
    assert!(html.contains(words::front_none(Locale::En)));
    assert!(!outer_html(&front_card(&asked, None, Locale::En)).contains("<p"));
}
