//! The practitioners' rules come out as their guides write them.

use crate::support::host::{bert_base, data, eight_bit, llama_2, lora, resnet50, scenario, stable_diffusion, work};
use engine::estimate::{Fit, Layer, Moment, Phase, RuleOpinion, RuleReason, RuleVerdict, Scenario, Vram, VramParts};
use engine::host::ram;
use engine::rules::{Facts, opinions};
use engine::training::{DataKind, Method};
use engine::units::Bytes;
use engine::work::StepWork;

/// A card's answer: a fifth of it is base, a tenth of a GiB belongs to each sample.
fn vram(scenario: &Scenario) -> Vram {
    let per_sample = Bytes(107_374_182);
    let parts = VramParts {
        parameters: Bytes::from_gib(2),
        gradients: Bytes::from_gib(1),
        optimizer_state: Bytes::from_gib(2),
        activations: per_sample * scenario.training.micro_batch_size,
        ..VramParts::default()
    };
    let peak = parts.total();
    Vram {
        parts,
        allocated_peak: peak,
        torch_allocated_peak: peak,
        reserved_peak: peak,
        device_peak: peak,
        range: (peak, peak),
        needed: peak,
        capacity: scenario.hardware.gpu.memory,
        desktop: Bytes::ZERO,
        fit: Fit::Comfortable { headroom: Bytes::ZERO },
        peak: Moment { phase: Phase::Backward, operator: "mm", layer: Layer::Head },
        timeline: vec![],
    }
}

fn opinion(rule: &str, scenario: &Scenario, work: &StepWork, max_micro_batch_size: u64) -> Option<RuleOpinion> {
    let vram = vram(scenario);
    let ram = ram(scenario, work);
    opinions(&Facts { scenario, work, vram: &vram, ram: &ram, max_micro_batch_size })
        .into_iter()
        .find(|opinion| opinion.rule == rule)
}

#[track_caller]
fn says(rule: &str, scenario: &Scenario, work: &StepWork, low: f64, high: f64) {
    let opinion = opinion(rule, scenario, work, 128).expect("the rule applies");
    assert!((opinion.says.0 - low).abs() < 1e-9 && (opinion.says.1 - high).abs() < 1e-9, "{rule} says {:?}", opinion.says);
}

fn classification() -> (Scenario, StepWork) {
    (
        scenario(resnet50(), data(DataKind::Images, 50_000, 110_000)),
        work(25_557_032, 25_557_032, 4, 32.0 * 24.6e9, 32 * 400_000_000),
    )
}

fn language(parameters: u64, method: Method) -> (Scenario, StepWork) {
    let mut scenario = scenario(llama_2(4096, 11008, 32, 32), data(DataKind::Text, 100_000, 2_000));
    let bytes_per_weight = if matches!(method, Method::Qlora(..)) { 1 } else { 2 };
    scenario.training.method = method;
    (scenario, work(parameters, 8_388_608, bytes_per_weight, 1e13, 60_000_000_000))
}

fn diffusion() -> (Scenario, StepWork) {
    let mut scenario = scenario(stable_diffusion(), data(DataKind::Latents, 50_000, 65_536));
    scenario.training.method = Method::Lora(lora());
    (scenario, work(859_520_964, 1_594_368, 2, 1.6e13, 100_000_000_000))
}

#[test]
fn a3_is_twice_the_card_and_the_cache() {
    let (scenario, work) = classification();
    says("A3", &scenario, &work, 56.0, 56.0);
    let (scenario, work) = language(6_738_415_616, Method::Lora(lora()));
    says("A3", &scenario, &work, 53.0, 53.0);
    let (scenario, work) = diffusion();
    says("A3", &scenario, &work, 58.0, 58.0);
    let (scenario, work) = language(13_015_864_320, eight_bit());
    says("A3", &scenario, &work, 56.0, 56.0);
}

#[test]
fn a4_gives_32_for_the_guides_example() {
    let (scenario, work) = classification();
    says("A4", &scenario, &work, 32.0, 32.0);
}

#[test]
fn a6_is_the_guides_table_and_only_for_its_card() {
    let (mut resnet, resnet_work) = classification();
    says("A6", &resnet, &resnet_work, 32.0, 32.0);
    let (scenario, work) = language(6_738_415_616, Method::Lora(lora()));
    says("A6", &scenario, &work, 32.0, 32.0);
    let (scenario, work) = diffusion();
    says("A6", &scenario, &work, 32.0, 32.0);
    let (scenario, work) = language(13_015_864_320, eight_bit());
    says("A6", &scenario, &work, 64.0, 64.0);
    resnet.hardware.gpu.memory = Bytes::from_gib(16);
    assert!(opinion("A6", &resnet, &resnet_work, 128).is_none());
}

#[test]
fn b2_takes_ratio_and_reserve_from_the_label() {
    let (mut scenario, work) = classification();
    says("B2", &scenario, &work, 24.0 * 0.75, 24.0 * 0.85);
    scenario.hardware.gpu.memory = Bytes::from_mib(46_068);
    says("B2", &scenario, &work, 48.0 * 0.80, 48.0 * 0.87);
}

#[test]
fn b5_gives_166_in_theory_and_128_in_practice() {
    let (scenario, work) = classification();
    says("B5", &scenario, &work, 128.0, 166.0);
    let opinion = opinion("B5", &scenario, &work, 180).unwrap();
    assert_eq!((opinion.verdict, opinion.reason), (RuleVerdict::RuleLower, RuleReason::FragmentationModelled));
}

#[test]
fn c1_gives_the_guides_tiers() {
    let (mut scenario, resnet_work) = classification();
    scenario.hardware.gpu.memory = Bytes::from_gib(16);
    says("C1", &scenario, &resnet_work, 32.0, 48.0);
    scenario.hardware.gpu.memory = Bytes::from_mib(32_607);
    says("C1", &scenario, &resnet_work, 96.0, 128.0);
    scenario.hardware.gpu.memory = Bytes::from_mib(81_559);
    says("C1", &scenario, &resnet_work, 320.0, 400.0);
}

#[test]
fn an_encoder_is_lighter_than_the_guides_language_scenario() {
    let scenario = scenario(bert_base(), data(DataKind::Text, 100_000, 2_000));
    let work = work(109_483_778, 109_483_778, 4, 1e13, 30_000_000_000);
    let opinion = opinion("A6", &scenario, &work, 128).unwrap();
    assert_eq!((opinion.verdict, opinion.reason), (RuleVerdict::RuleHigher, RuleReason::RunIsLighter));
}
