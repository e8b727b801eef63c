//! What machines workloads of several kinds get.

use wire::v1::choices::{Method, Offload};
use wire::v1::recommend::Machine;

use super::asking::{is_backed, labeled, recommended};
use super::laws::check_laws;

#[test]
fn a_classifier_for_two_thousand_dollars() {
    let query = "model=resnet50&budget=2000";
    let answer = recommended(query);
    check_laws(query, &answer);
    assert!(answer.rejected.iter().any(|row| row.reason.contains("over the budget")), "{:?}", answer.rejected);
    assert_eq!(answer, recommended(query), "the same question has the same answer");
}

#[test]
fn all_weights_of_seven_billion_take_more_than_one_consumer_card() {
    let query = "model=llama-2-7b&method=full&offload=none&budget=12000";
    let answer = recommended(query);
    check_laws(query, &answer);
    for Machine { scenario, parts, estimate, .. } in &answer.machines {
        assert_eq!(scenario.training.method, Some(Method::Full));
        assert!(estimate.vram.capacity_bytes > 40 << 30 || scenario.hardware.gpu_count > Some(1), "{parts:?}");
    }
    assert!(answer.rejected.iter().any(|row| row.reason.contains("does not hold")), "{:?}", answer.rejected);
}

/// Weights that lie in host memory leave little on the card: memory is cheaper than cards, and slower.
#[test]
fn with_offload_much_host_memory_is_cheapest_and_much_card_memory_fastest() {
    let query = "model=llama-2-7b&method=full&budget=20000";
    let answer = recommended(query);
    check_laws(query, &answer);
    let (cheapest, fastest) = (labeled(&answer, "cheapest"), labeled(&answer, "fastest"));
    assert!(cheapest.scenario.training.offload.is_some_and(|offload| offload != Offload::None), "{:?}", cheapest.scenario);
    assert!(cheapest.hardware.ram_gib >= Some(96), "{:?}", cheapest.hardware);
    let on_cards = |machine: &Machine| machine.estimate.vram.capacity_bytes * machine.hardware.gpu_count.unwrap_or(1);
    assert!(on_cards(fastest) > 2 * on_cards(cheapest), "{:?}", fastest.parts);
    assert!(fastest.run_seconds * 2.0 < cheapest.run_seconds, "{} {}", fastest.run_seconds, cheapest.run_seconds);
}

/// Four-bit weights need a library that is built for CUDA.
#[test]
fn quantized_weights_are_offered_on_cuda_cards_alone() {
    let query = "model=llama-2-7b&method=qlora&max_gpus=1";
    let answer = recommended(query);
    check_laws(query, &answer);
    assert!(answer.machines.iter().all(is_backed), "{:?}", answer.machines);
    let query = "model=llama-2-7b&optimizer=adamw-8bit&method=lora&max_gpus=1";
    let answer = recommended(query);
    check_laws(query, &answer);
    assert!(answer.machines.iter().all(is_backed), "{:?}", answer.machines);
}

#[test]
fn a_cheaper_card_without_cuda_is_an_alternative_that_says_so() {
    let query = "model=resnet50&budget=2000";
    let answer = recommended(query);
    assert!(answer.machines.iter().filter(|machine| machine.label != "alternative").all(is_backed));
    for machine in answer.machines.iter().filter(|machine| !is_backed(machine)) {
        assert!(machine.why.contains("by its data sheet") && machine.why.contains("no measurement"), "{}", machine.why);
    }
}

#[test]
fn adapters_of_seven_billion_take_one_card() {
    let query = "model=llama-2-7b&method=lora&max_gpus=1&budget=4000";
    let answer = recommended(query);
    check_laws(query, &answer);
    assert_eq!(labeled(&answer, "cheapest").hardware.gpu_count, Some(1));
}
