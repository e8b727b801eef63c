//! What was asked for stays, and what cannot be kept is named with what would do.

use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::Config;
use wire::v1::ProblemCode;
use wire::v1::recommend::Machine;

use super::asking::{asked, recommended, refused};
use super::laws::check_laws;

#[test]
fn a_budget_that_buys_nothing_says_what_would() {
    let problem = refused("model=resnet50&budget=100");
    assert_eq!((problem.code, problem.status), (ProblemCode::ContradictoryConstraints, 422));
    let [error] = problem.errors.as_slice() else { panic!("{problem:?}") };
    assert_eq!((error.pointer.as_str(), error.code.as_str()), ("/constraints/budget/amount", "contradictory"));
    let least = error.minimum.unwrap();
    let query = format!("model=resnet50&budget={least}");
    check_laws(&query, &recommended(&query));
    assert_eq!(refused(&format!("model=resnet50&budget={}", least - 0.5)).code, ProblemCode::ContradictoryConstraints);
}

#[test]
fn a_deadline_that_nothing_keeps_says_what_would() {
    let problem = refused("model=resnet50&budget=1500&deadline=60");
    let fields: Vec<(&str, f64)> =
        problem.errors.iter().map(|error| (error.pointer.as_str(), error.minimum.unwrap_or_default())).collect();
    let seconds = fields.iter().find(|(pointer, _)| *pointer == "/constraints/deadline_seconds").unwrap().1;
    let query = format!("model=resnet50&budget=1500&deadline={seconds}");
    check_laws(&query, &recommended(&query));
}

#[test]
fn other_fields_at_fault_are_told_as_ever_and_an_estimate_needs_a_card() {
    let problem = refused("model=resnet51&batch=8");
    assert_eq!((problem.code, problem.errors[0].pointer.as_str()), (ProblemCode::InvalidInput, "/model/id"));
    let problem = api::estimate(&asked("model=resnet50")).unwrap_err();
    assert_eq!((problem.errors[0].pointer.as_str(), problem.errors[0].code.as_str()), ("/hardware/gpu", "required"));
}

#[test]
fn parts_that_were_asked_for_stay() {
    let query = "model=resnet50&budget=3500&cpu=core-i9-13900k&storage=samsung-990-pro-2tb&ram=64&gpus=2";
    let answer = recommended(query);
    check_laws(query, &answer);
    for Machine { hardware, .. } in &answer.machines {
        assert_eq!(hardware.cpu.as_deref(), Some("core-i9-13900k"));
        assert_eq!(hardware.storage.as_deref(), Some("samsung-990-pro-2tb"));
        assert_eq!((hardware.ram_gib, hardware.gpu_count), (Some(64), Some(2)));
    }
}

/// Four cards have no place on a desktop board: the processor that was asked for is in the way.
#[test]
fn a_processor_whose_boards_do_not_carry_the_cards_is_named() {
    let problem = refused("model=resnet50&batch=8&cpu=core-i9-13900k&gpus=4");
    assert_eq!(problem.code, ProblemCode::ContradictoryConstraints);
    assert_eq!(problem.errors.iter().map(|error| error.pointer.as_str()).collect::<Vec<_>>(), ["/hardware/cpu"]);
}

#[test]
fn more_cards_than_any_machine_takes_are_named_and_no_memory_is_blamed() {
    let problem = refused("model=resnet50&gpus=64");
    assert_eq!(problem.code, ProblemCode::ContradictoryConstraints);
    let error = &problem.errors[0];
    assert_eq!((error.pointer.as_str(), error.code.as_str()), ("/hardware/gpu_count", "contradictory"));
    assert!(error.detail.contains("number of GPUs"), "{}", error.detail);
}

proptest! {
    #![proptest_config(Config { cases: 4, ..Config::default() })]
    #[test]
    fn every_machine_keeps_what_was_asked(
        model in select(vec!["resnet18", "bert-base", "vit_b_16", "gpt2"]),
        budget in 400_u64..6000,
        hours in 1_u64..200,
        most in select(vec![1_u64, 2, 4]),
    ) {
        let query = format!("model={model}&budget={budget}&deadline={}&max_gpus={most}", hours * 3600);
        match api::recommend(&asked(&query)) {
            Ok(answer) => check_laws(&query, &answer),
            Err(problem) => {
                prop_assert_eq!(problem.code, ProblemCode::ContradictoryConstraints);
                prop_assert!(problem.errors.iter().all(|error| error.minimum.is_some()), "{:?}", problem);
            }
        }
    }
}
