//! Cards of recommendations, some with parts made by hand.

use engine::estimate::{Change, Nearest, Offer, Why};
use engine::training::{ActivationCheckpointing, Optimizer, Sharding};
use scenario::Reason;
use scenario::error::Relax;

use super::*;
use crate::plan::{advice::advise, read};
use markup::outer_html;

fn plan(query: &str) -> Plan {
    read(scenario::query::decode(query)).plan.expect("answers")
}

fn advice(plan: &Plan) -> Recommendation {
    advise(plan).expect("advice").recommendation.expect("no constraint stands against it")
}

fn html(plan: &Plan, advice: Recommendation, locale: Locale) -> String {
    outer_html(&levers_card(plan, Some(&Ok(advice)), locale))
}

const SHORT: &str = "gpu=rtx-4090&model=llama-2-7b&method=full&precision=bf16-amp&batch=1&seq=512";

/// The addresses of the switches that are on or off.
fn switches(html: &str, on: bool) -> Vec<String> {
    let state = format!("aria-checked=\"{on}\"");
    let opened = html.split("<a ").filter(|tag| tag.split('>').next().is_some_and(|tag| tag.contains(&state)));
    let href = |tag: &str| Some(tag.split_once("href=\"/plan?")?.1.split_once('"')?.0.replace("&amp;", "&"));
    opened.filter_map(href).collect()
}

#[test]
fn the_single_change_that_makes_it_fit_stands_on_top() {
    let plan = plan(SHORT);
    let advice = advice(&plan);
    assert!(!advice.single_change_fits.is_empty());
    let count = advice.levers.len();
    for locale in Locale::ALL {
        let html = html(&plan, advice.clone(), locale);
        let (callout, list) = (html.find("single-change").unwrap(), html.find("class=\"levers\"").unwrap());
        assert!(callout < list && html.contains(words::single_fits(locale)));
        assert_eq!(switches(&html, false).len(), count, "every change has one switch");
        assert!(!html.contains("style="));
    }
}

/// What another card holds is its own capacity: the line before which the run stands moves with it.
#[test]
fn a_run_on_another_card_stands_before_its_capacity() {
    let plan = plan(SHORT);
    let advice = advice(&plan);
    let scale = Scale::of(&plan, &advice);
    let cards = advice.levers.iter().filter(|lever| lever.change.iter().any(|change| matches!(change, Change::Gpu(_))));
    let mut seen = 0;
    for lever in cards {
        seen += 1;
        let after = scale.capacity_after(&lever.change);
        assert!(after > scale.capacity, "{}", lever.id);
        assert_eq!(lever.fits, lever.after.vram <= after, "{}", lever.id);
        let bars = compare::comparison(&lever.before, &lever.after, &lever.change, &scale, Locale::En);
        let html = outer_html(&bars[1]);
        let lines: Vec<&str> = html.split("class=\"capacity\"").skip(1).filter_map(|line| line.split('"').nth(1)).collect();
        assert!(lines.len() == 2 && lines[0] != lines[1], "{html}");
    }
    assert!(seen > 0, "no other card is proposed");
    assert_eq!(scale.capacity_after(&[]), scale.capacity);
}

#[test]
fn a_change_that_was_switched_on_can_be_switched_off_again() {
    let asked = plan("gpu=rtx-4090&model=llama-3-8b&method=qlora&batch=4&accumulation=1&seq=1024&attention=eager");
    let mut seen = 0;
    for lever in advice(&asked).levers {
        let href = asked.href_with(lever.change.iter());
        let changed = plan(href.trim_start_matches("/plan?"));
        let Some(card) = pulled::draw_pulled(&changed, Locale::En) else { continue };
        let title = wording::changes_title(&lever.change[..1], Locale::En);
        let html = outer_html(&card);
        if html.contains(&title) {
            seen += 1;
            assert!(switches(&html, true).iter().any(|query| read(scenario::query::decode(query)).errors.is_empty()), "{html}");
        }
    }
    assert!(seen > 1, "{seen}");
    let on = plan("gpu=rtx-4090&model=bert-base&checkpointing=full&ref=mail");
    let off = switches(&outer_html(&pulled::draw_pulled(&on, Locale::En).unwrap()), true);
    assert_eq!(off, ["v=1&gpu=rtx-4090&model=bert-base&ref=mail"]);
}

#[test]
fn without_a_single_change_the_combination_applies_at_one_click() {
    let plan = plan(SHORT);
    let fits = self::plan("gpu=rtx-4090&model=llama-2-7b&method=qlora&checkpointing=full&batch=1&seq=512");
    let mut advice = advice(&plan);
    advice.single_change_fits.clear();
    advice.recommended = fits.estimate;
    advice.why = Why::FastestThatFits;
    advice.changes =
        vec![Change::ActivationCheckpointing(ActivationCheckpointing::Full), Change::Optimizer(Optimizer::Adafactor)];
    for locale in Locale::ALL {
        let html = html(&plan, advice.clone(), locale);
        assert!(html.contains(words::together_fit(locale)) && html.contains(words::apply_all(locale)));
        assert_eq!(html.matches("class=\"change\"").count(), 2);
        assert!(html.contains(wording::objective(locale)));
    }
}

#[test]
fn where_nothing_fits_the_nearest_hardware_is_one_click_away() {
    let plan = plan("gpu=rtx-3060-12gb&model=llama-2-13b&method=full");
    let card = catalog::gpu("h200-sxm").expect("a card of the catalog");
    let on_card = self::plan("gpu=h200-sxm&model=llama-2-13b&method=full");
    let on_cards = self::plan("gpu=rtx-3060-12gb&gpus=8&sharding=zero-3&model=llama-2-13b&method=full");
    let mut advice = advice(&plan);
    advice.single_change_fits.clear();
    advice.nearest = vec![
        Nearest::Card { gpu: Offer { id: card.id, spec: card.spec }, plan: Box::new(on_card.estimate) },
        Nearest::Cards { count: 8, sharding: Sharding::Zero3, plan: Box::new(on_cards.estimate) },
    ];
    let html = html(&plan, advice, Locale::En);
    assert!(html.contains("gpu=h200-sxm") && html.contains("gpus=8") && html.contains("sharding=zero-3"), "{html}");
    assert!(html.contains("data-testid=\"nearest\""));
}

#[test]
fn each_contradiction_is_relaxed_by_a_link() {
    let plan = plan("gpu=rtx-4090&model=resnet50&global_batch=100&methods=qlora&deadline=10&max_gpus=1");
    let error = |pointer: &str, relax| FieldError::new(format!("/constraints/{pointer}"), Reason::Contradictory(relax));
    let errors = vec![
        error("global_batch_size", Relax::MultipleOf { of: 64, below: 64, above: 128 }),
        error("methods", Relax::OneOf { words: vec!["full"] }),
        error("deadline_seconds", Relax::Seconds { least: 12_345.6 }),
        error("max_gpus", Relax::Gpus { least: 4 }),
    ];
    for locale in Locale::ALL {
        let html = outer_html(&levers_card(&plan, Some(&Err(errors.clone())), locale));
        for part in ["global_batch=64&amp;", "global_batch=128&amp;", "methods=qlora%2Cfull", "deadline=14400", "max_gpus=4"] {
            assert!(html.contains(part), "{part} in {html}");
        }
        assert_eq!(html.matches(words::relax_drop(locale)).count(), 4);
        assert!(html.contains("href=\"#f-deadline_hours\""));
    }
}

#[test]
fn what_makes_it_fit_begins_with_the_advisor_s_plan_and_says_what_ram_it_buys() {
    let plan = plan("gpu=rtx-4090&model=llama-2-7b&method=full");
    let mut advice = advice(&plan);
    assert!(advice.recommended.vram.fit.fits() && !plan.estimate.vram.fit.fits());
    // Whatever the engine finds today, the shape is that of a fix that moves memory to the host.
    let fits = |lever: &engine::estimate::Lever| advice.single_change_fits.contains(&lever.id);
    let place = advice.levers.iter().position(fits).expect("a single change makes it fit");
    advice.levers[place].follows = vec![Change::Ram(engine::units::Bytes::from_gib(192))];
    advice.changes =
        vec![Change::ActivationCheckpointing(ActivationCheckpointing::Full), Change::Optimizer(Optimizer::Adafactor)];
    let was = plan.estimate.scenario.hardware.ram.0 / engine::units::GIB;
    for (locale, bought) in [(Locale::En, "RAM to buy"), (Locale::Zh, "需购内存")] {
        let cards = crate::components::glance::Cards::default();
        let html = outer_html(&quick::quick_card(&plan, Some(&Ok(advice.clone())), &cards, locale));
        let first = html.split("<li>").nth(1).unwrap();
        assert!(first.contains(crate::messages::glance::advised(locale)), "{html}");
        assert!(html.contains(&format!("{bought} {was} → 192 GiB")), "{html}");
    }
}
