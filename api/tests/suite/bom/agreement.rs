//! A bill says what an estimate, a recommendation and another desk say.

use wire::v1::ProblemCode;
use wire::v1::estimate::Answer;

use super::asking::{asked, codes, part};
use super::laws::listed;

/// A desk that has worked on other plans says the same as a fresh one.
#[track_caller]
fn check_shared_desk(query: &str, desk: &mut api::Desk) {
    let asked = asked(query);
    assert_eq!(api::estimate_at(desk, &asked), api::estimate(&asked), "{query}");
    let prices = wire::v1::Prices::default();
    let at_desk = api::bill::bom_at(desk, &asked, &prices, wire::Locale::En);
    assert_eq!(at_desk, api::bill::bom_with_in(&asked, &prices, wire::Locale::En), "{query}");
}

#[test]
fn what_a_desk_has_played_before_changes_no_answer() {
    let mut desk = api::Desk::default();
    for query in [
        "gpu=rtx-4090&model=resnet50&precision=fp16-amp&batch=64",
        "gpu=rtx-3090&gpus=2&model=resnet50&precision=fp16-amp&batch=64",
        "gpu=rtx-4090&model=llama-2-7b&method=qlora&precision=bf16-amp&seq=1024",
        "gpu=rx-7900-xtx&model=resnet50&precision=fp16-amp&batch=64",
        "gpu=rtx-4090&model=llama-2-7b&method=full&precision=bf16-amp&batch=1&seq=512",
        "gpu=rtx-4090&model=sd-1.5&precision=fp16-amp&batch=4&cache=latents",
        "gpu=a100-80gb-sxm&gpus=8&model=llama-2-13b&method=lora&precision=bf16-amp&sharding=zero-3",
        "gpu=rtx-4090&cpu=core-i9-14900k&model=resnet50&precision=fp16-amp&batch=64&workers=4",
    ] {
        check_shared_desk(query, &mut desk);
    }
}

/// The machine is that of the estimate: nobody gets a bill of another processor than the figures count with.
#[test]
fn a_bill_lists_what_its_estimate_counts_with() {
    for query in ["gpu=rtx-4090&model=resnet18&data=images&image=224", "gpu=h100-sxm5-80gb&gpus=8&model=resnet50&sharding=ddp"] {
        let bom = listed(query);
        let estimate = api::estimate(&asked(query)).unwrap();
        assert_eq!(bom.estimate, Answer::Estimate(Box::new(estimate.clone())), "{query}");
        assert_eq!(Some(&part(&bom, "cpu").id), estimate.inputs.hardware.cpu.as_ref(), "{query}");
        assert!(part(&bom, "cpu").reason.contains("default"), "{:?}", part(&bom, "cpu"));
        assert!(!codes(&bom).contains(&"memory-not-a-kit"), "{query}: {:?}", bom.notes);
    }
}

#[test]
fn without_a_card_the_first_recommended_machine_is_listed() {
    let query = "model=resnet50&budget=2000";
    let (bom, answer) = (listed(query), api::recommend(&asked(query)).unwrap());
    let first = &answer.machines[0];
    assert_eq!((&bom.hardware, &bom.parts, &bom.price), (&first.hardware, &first.parts, &first.price));
    assert_eq!(bom.estimate, Answer::Estimate(Box::new(first.estimate.clone())));
    let problem = api::bom(&asked("model=resnet50&budget=100")).unwrap_err();
    assert_eq!(problem.code, ProblemCode::ContradictoryConstraints);
    let problem = api::bom(&asked("gpu=rtx-4090&model=resnet51")).unwrap_err();
    assert_eq!((problem.code, problem.errors[0].pointer.as_str()), (ProblemCode::InvalidInput, "/model/id"));
}
