//! Requests that once were answered with a plan behind another.

use engine::architecture::{Architecture, Decoder};
use engine::estimate::{Advice, Effect, FrontPlan};
use engine::inputs::{Constraints, Request};
use engine::search::recommend;
use engine::training::{Data, DataKind, MethodKind, Offload, Precision, Sharding};
use engine::units::Bytes;

use super::levers::{is_at_hand, is_beyond, no_lever_is_ahead};
use super::plans::holds;
use super::requests::{FIELDS, market, pinned};
use crate::support::host::{bert_base, data, desktop, llama_2, resnet50, scenario, stable_diffusion};

/// Mistral 7B on a card of 24 GB: full training passes in 16 bits with everything offloaded only, adapters without.
fn mistral_on_24_gb() -> Request {
    let Architecture::Decoder(decoder) = llama_2(4096, 14_336, 32, 32) else { unreachable!("it is a decoder") };
    let mut asked =
        scenario(Architecture::Decoder(Decoder { num_key_value_heads: 8, ..decoder }), data(DataKind::Text, 100_000, 2048));
    asked.hardware = desktop();
    (asked.training.precision, asked.training.micro_batch_size) = (Precision::Bf16Amp, 1);
    Request { scenario: asked, open: FIELDS.to_vec(), constraints: Constraints::default() }
}

/// Llama 2 13B in full on eight cards of 80 GB, where every gentle field alone is not enough: offload and shards together do
/// as much to the results as shards of everything, and cost more time.
#[test]
fn gentle_fields_that_do_more_together_end_no_search() {
    let mut asked = scenario(llama_2(5120, 13_824, 40, 40), data(DataKind::Text, 50_000, 8192));
    asked.data.sequence_length = 4096;
    asked.hardware = desktop();
    asked.hardware.gpu.memory = Bytes::from_gib(80);
    (asked.hardware.gpu_count, asked.hardware.cpu.max_memory) = (8, Bytes::from_gib(2048));
    asked.training.precision = Precision::Bf16Amp;
    let request = Request { scenario: asked, open: FIELDS.to_vec(), constraints: Constraints::default() };
    let Advice::Ok(advice) = recommend(&request, &market()) else { panic!("nothing contradicts") };
    assert!(holds(&advice.recommended) && advice.why != engine::estimate::Why::KeepsDeadline, "{:?}", advice.why);
    let training = &advice.recommended.scenario.training;
    assert_eq!((training.sharding, training.offload), (Sharding::Zero3, Offload::None), "{training:?}");
    no_lever_is_ahead(&request, &advice).expect("no lever of what was asked is ahead");
}

#[test]
fn adapters_are_on_the_front_without_offload() {
    let request = mistral_on_24_gb();
    let Advice::Ok(advice) = recommend(&request, &market()) else { panic!("nothing contradicts") };
    let fastest = |kind: MethodKind| {
        let is_plain = |plan: &&FrontPlan| {
            let training = &plan.scenario.training;
            MethodKind::of(&training.method) == kind && training.offload == Offload::None
        };
        advice.front.iter().find(is_plain)
    };
    for (id, kind) in [("lora", MethodKind::Lora), ("qlora", MethodKind::Qlora)] {
        let lever = advice.levers.iter().find(|lever| lever.id == id).expect("it is listed");
        assert!(lever.fits, "{id}");
        let plan = fastest(kind).unwrap_or_else(|| panic!("no {id} without offload"));
        assert!(plan.epoch <= lever.after.epoch, "{id}: {:?}", plan.epoch);
    }
    assert!(advice.front[0].effect_on_results == Effect::ChangesMethod && fastest(MethodKind::Lora) == advice.front.first());
}

#[test]
fn nothing_beside_a_plan_of_the_front_is_ahead_of_it() {
    let large = mistral_on_24_gb();
    let with = |model: Architecture, data: Data| {
        let mut request = large.clone();
        (request.scenario.model, request.scenario.data) = (model, data);
        request
    };
    let small = [
        with(resnet50(), data(DataKind::Images, 50_000, 110_000)),
        with(bert_base(), data(DataKind::Text, 100_000, 2048)),
        with(stable_diffusion(), data(DataKind::Latents, 20_000, 110_000)),
    ];
    for request in small.iter().chain([&large]) {
        let Advice::Ok(advice) = recommend(request, &market()) else { panic!("nothing contradicts") };
        no_lever_is_ahead(request, &advice).expect("no lever of what was asked is ahead");
        for plan in advice.front.iter().filter(|plan| !plan.recommended) {
            let Advice::Ok(again) = recommend(&pinned(request, &plan.scenario), &market()) else {
                panic!("a plan of the front is a plan")
            };
            for lever in &again.levers {
                let keeps = lever.effect_on_results == Effect::None && is_at_hand(request, lever);
                assert!(!(keeps && is_beyond(lever, plan)), "{} is ahead of {:?}", lever.id, plan.changes);
            }
        }
    }
}
