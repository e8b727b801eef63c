//! The practitioners' rules come out as their guides write them.

use crate::parameters_dense::UNET;
use crate::support::host::{bert_base, data, eight_bit, llama_2, lora, resnet50, scenario, stable_diffusion, work};
use engine::device::roofline::profile;
use engine::estimate::{
    Estimate, Fit, Guide, Layer, Market, Moment, Phase, RuleFinding, RuleOpinion, RuleReason, RuleSubject, RuleVerdict, Vram,
    VramParts,
};
use engine::hardware::Hardware;
use engine::host::{data_path, ram, speed};
use engine::inputs::{Constraints, Request, Scenario};
use engine::rules::{Facts, Trials, opinions};
use engine::training::{ActivationCheckpointing, DataKind, Method, Optimizer, Precision, QuantizationBits, Sharding};
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

/// The guide's example of a line: 5 GB, and a tenth for each sample.
fn trials() -> Trials {
    Trials { base: Bytes::from_gib(5), per_sample: Bytes(107_374_182), checkpointing: None, levers: None }
}

fn opinion(rule: &str, scenario: &Scenario, work: &StepWork, max_micro_batch_size: u64) -> Option<RuleOpinion> {
    opinion_with(&trials(), rule, scenario, work, max_micro_batch_size)
}

fn opinion_with(trials: &Trials, rule: &str, scenario: &Scenario, work: &StepWork, largest: u64) -> Option<RuleOpinion> {
    let (vram, ram) = (vram(scenario), ram(scenario, work));
    let path = data_path(scenario, work, profile(work, &scenario.hardware, &scenario.training).compute_rate());
    let speed = speed(scenario, work, &path);
    let facts =
        Facts { scenario, work, vram: &vram, ram: &ram, speed: &speed, path: &path, max_micro_batch_size: largest, trials };
    opinions(&facts).into_iter().find(|opinion| opinion.rule == rule)
}

fn range(opinion: &RuleOpinion) -> (f64, f64) {
    match opinion.finding {
        RuleFinding::Range { says, .. } => says,
        RuleFinding::Order { .. } | RuleFinding::Limit { .. } => panic!("{} gives no figure", opinion.rule),
    }
}

#[track_caller]
fn says(rule: &str, scenario: &Scenario, work: &StepWork, low: f64, high: f64) {
    let opinion = opinion(rule, scenario, work, 128).expect("the rule applies");
    check(&opinion, low, high);
}

#[track_caller]
fn check(opinion: &RuleOpinion, low: f64, high: f64) {
    let says = range(opinion);
    assert!((says.0 - low).abs() < 1e-6 && (says.1 - high).abs() < 1e-6, "{} says {says:?}", opinion.rule);
}

/// All that a rule says of a whole answer.
fn of_answer(scenario: &Scenario, rule: &str) -> Vec<RuleOpinion> {
    let Estimate { rules, .. } =
        engine::answer::estimate(&Request { scenario: scenario.clone(), open: Vec::new(), constraints: Constraints::default() });
    rules.into_iter().filter(|opinion| opinion.rule == rule).collect()
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

fn four_bit() -> Method {
    match eight_bit() {
        Method::Qlora(lora, quantization) => {
            Method::Qlora(lora, engine::training::Quantization { bits: QuantizationBits::Four, ..quantization })
        }
        other => other,
    }
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

/// A scenario of rule B4's table with the settings that the row states.
fn b4_row(mut scenario: Scenario, memory_mib: u64, work: &StepWork, usable: f64, low: f64, high: f64) {
    scenario.hardware.gpu.memory = Bytes::from_mib(memory_mib);
    let row: Vec<RuleOpinion> = {
        let (vram, ram) = (vram(&scenario), ram(&scenario, work));
        let path = data_path(&scenario, work, profile(work, &scenario.hardware, &scenario.training).compute_rate());
        let (speed, trials) = (speed(&scenario, work, &path), trials());
        let facts = Facts {
            scenario: &scenario,
            work,
            vram: &vram,
            ram: &ram,
            speed: &speed,
            path: &path,
            max_micro_batch_size: 1000,
            trials: &trials,
        };
        opinions(&facts).into_iter().filter(|opinion| opinion.rule == "B4").collect()
    };
    assert_eq!(
        row.iter().map(|opinion| opinion.subject).collect::<Vec<_>>(),
        [RuleSubject::UsableVramGib, RuleSubject::MicroBatchSize]
    );
    check(&row[0], usable, usable);
    check(&row[1], low, high);
    assert_eq!((row[1].guide, row[1].reason), (Guide::B, RuleReason::BatchIsTypical), "{:?}", scenario.training);
}

#[test]
fn b4_is_the_guides_table() {
    const CARD_24: u64 = 24_564;
    let (resnet, resnet_work) = classification();
    b4_row(resnet, CARD_24, &resnet_work, 21.6, 32.0, 64.0);
    let mut segmentation = scenario(UNET, data(DataKind::Images, 5_000, 110_000));
    segmentation.training.activation_checkpointing = ActivationCheckpointing::Full;
    b4_row(segmentation, CARD_24, &work(31_000_000, 31_000_000, 4, 1e13, 1 << 35), 20.4, 16.0, 32.0);
    let mut encoder = scenario(bert_base(), data(DataKind::Text, 100_000, 2_000));
    (encoder.training.optimizer, encoder.data.sequence_length) = (Optimizer::Adafactor, 128);
    b4_row(encoder, CARD_24, &work(109_483_778, 109_483_778, 4, 1e13, 1 << 35), 21.6, 32.0, 64.0);
    let (mut seven, seven_work) = language(6_738_415_616, four_bit());
    seven.training.activation_checkpointing = ActivationCheckpointing::Full;
    b4_row(seven, CARD_24, &seven_work, 22.08, 2.0, 4.0);
    let (sd, sd_work) = diffusion();
    b4_row(sd, CARD_24, &sd_work, 21.12, 8.0, 16.0);
    let (thirteen, thirteen_work) = language(13_015_864_320, eight_bit());
    b4_row(thirteen, 46_068, &thirteen_work, 44.16, 4.0, 8.0);
}

#[test]
fn b6_is_the_guides_ranges() {
    let (mut resnet, resnet_work) = classification();
    says("B6", &resnet, &resnet_work, 32.0, 128.0);
    resnet.hardware.gpu.memory = Bytes::from_mib(46_068);
    says("B6", &resnet, &resnet_work, 64.0, 256.0);
    let encoder = scenario(bert_base(), data(DataKind::Text, 100_000, 2_000));
    says("B6", &encoder, &work(109_483_778, 109_483_778, 4, 1e13, 1 << 35), 32.0, 64.0);
    let (seven, seven_work) = language(6_738_415_616, four_bit());
    says("B6", &seven, &seven_work, 2.0, 8.0);
    let (mut thirteen, thirteen_work) = language(13_015_864_320, eight_bit());
    assert!(opinion("B6", &thirteen, &thirteen_work, 1).is_none());
    thirteen.hardware.gpu.memory = Bytes::from_mib(46_068);
    says("B6", &thirteen, &thirteen_work, 4.0, 16.0);
    let (mut sd, sd_work) = diffusion();
    sd.hardware.gpu.memory = Bytes::from_mib(46_068);
    says("B6", &sd, &sd_work, 16.0, 32.0);
}

#[test]
fn what_is_stored_comes_out_as_written() {
    let (resnet, resnet_work) = classification();
    says("A5", &resnet, &resnet_work, 8.0, 8.0);
    let encoder = scenario(bert_base(), data(DataKind::Text, 100_000, 2_000));
    let encoder_work = work(110_000_000, 110_000_000, 4, 1e13, 1 << 35);
    says("A5", &encoder, &encoder_work, 5.0, 5.0);
    says("A8", &encoder, &encoder_work, 2.64, 2.64);
    let (sd, sd_work) = diffusion();
    says("B12", &sd, &sd_work, 20.0, 20.0);
    let (seven, seven_work) = language(7_000_000_000, four_bit());
    says("B13", &seven, &seven_work, 2.8, 2.8);
    let (seven, seven_work) = language(7_000_000_000, Method::Lora(lora()));
    says("B13", &seven, &seven_work, 14.0, 14.0);
    says("B10", &resnet, &resnet_work, 8.0, 16.0);
}

#[test]
fn b5_counts_what_does_not_grow_with_the_batch_as_base() {
    let mut sharded = scenario(llama_2(4096, 11008, 32, 32), data(DataKind::Text, 100_000, 2_000));
    sharded.training.precision = Precision::Bf16Amp;
    sharded.training.sharding = Sharding::Zero3;
    sharded.training.micro_batch_size = 1;
    sharded.hardware = Hardware { gpu_count: 8, ..sharded.hardware };
    sharded.hardware.gpu.memory = Bytes::from_mib(81_559);
    let Estimate { max_micro_batch_size: largest, rules, .. } =
        engine::answer::estimate(&Request { scenario: sharded, open: Vec::new(), constraints: Constraints::default() });
    let b5 = rules.iter().find(|opinion| opinion.rule == "B5").expect("memory grows with the batch");
    let (low, high) = range(b5);
    assert!(low <= largest as f64 && (high / largest as f64 - 1.0).abs() < 0.25, "{low} to {high}, model {largest}");
}

#[test]
fn nothing_agrees_where_there_is_nothing_to_compare() {
    let mut too_large = scenario(llama_2(4096, 11008, 32, 32), data(DataKind::Text, 100_000, 2_000));
    too_large.training.micro_batch_size = 1;
    let b5 = of_answer(&too_large, "B5");
    assert_eq!((b5[0].verdict, b5[0].reason), (RuleVerdict::NotComparable, RuleReason::NothingFits));
    assert!(of_answer(&too_large, "D6").is_empty());
}

#[test]
fn first_aid_is_asked_for_only_where_memory_is_short() {
    let (fits, _) = classification();
    assert!(of_answer(&fits, "D7").is_empty());
    let mut short = fits;
    short.training.precision = Precision::Fp32;
    short.training.micro_batch_size = 320;
    let d7 = of_answer(&short, "D7");
    let RuleFinding::Order { says, model } = &d7[0].finding else { panic!("{d7:?}") };
    assert_eq!(says[..3], ["mixed-precision", "batch-with-accumulation", "activation-checkpointing"]);
    let ranked = engine::recommend(
        &Request { scenario: short, open: Vec::new(), constraints: Constraints::default() },
        &Market::default(),
    )
    .unwrap()
    .single_change_fits;
    assert_eq!(model, &ranked, "the order is that of the advice");
    assert!(d7[0].verdict == RuleVerdict::Agrees || d7[0].reason != RuleReason::None);
}

#[test]
fn first_aid_agrees_where_the_models_order_is_the_rules() {
    let (scenario, work) = classification();
    let verdict = |levers: &[&'static str]| {
        let trials = Trials { levers: Some(levers.to_vec()), ..trials() };
        let opinion = opinion_with(&trials, "D7", &scenario, &work, 0).expect("memory is short");
        (opinion.verdict, opinion.reason)
    };
    let agrees = (RuleVerdict::Agrees, RuleReason::None);
    assert_eq!(verdict(&["mixed-precision", "bf16-weights", "activation-checkpointing"]), agrees);
    let otherwise = (RuleVerdict::Differs, RuleReason::RankedByTime);
    assert_eq!(verdict(&["activation-checkpointing", "mixed-precision"]), otherwise);
    assert_eq!(verdict(&[]), (RuleVerdict::NotComparable, RuleReason::NoSingleChangeFits));
    assert_eq!(verdict(&["qlora", "mixed-precision"]), (RuleVerdict::NotComparable, RuleReason::NoOrderToCompare));
}

#[test]
fn checkpointing_is_compared_by_playing_the_step_both_ways() {
    let mut encoder = scenario(bert_base(), data(DataKind::Text, 100_000, 2_000));
    let without = of_answer(&encoder, "B9");
    assert_eq!(without.len(), 2);
    encoder.training.activation_checkpointing = ActivationCheckpointing::Full;
    assert_eq!(of_answer(&encoder, "B9"), without);
}
