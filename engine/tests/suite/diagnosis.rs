//! What a diagnosis must say: the cause that scenarios were built with comes first, remedies have the figures of the
//! changed scenario, and no scenario makes it fail.

use std::collections::BTreeSet;

use crate::support::host::{bert_base, card, data, llama_2, lora, resnet50, scenario, stable_diffusion};
use crate::support::language::t5;
use engine::advice::apply::applied;
use engine::architecture::Architecture;
use engine::diagnosis::{Diagnosis, Figures, Finding, Pace, SeenMemory, Supposition, Symptom, Verdict, diagnose};
use engine::estimate::{Estimate, Market, Offer};
use engine::hardware::{OperatingSystem, Storage};
use engine::inputs::{Constraints, Request, Scenario};
use engine::training::{ActivationCheckpointing, Attention, Cache, DataKind, Method, Offload, Optimizer, Precision, Sharding};
use engine::units::{Bytes, BytesPerSecond, SamplesPerSecond, Seconds};
use proptest::prelude::*;

fn estimate(scenario: &Scenario) -> Estimate {
    engine::answer::estimate(&Request { scenario: scenario.clone(), open: Vec::new(), constraints: Constraints::default() })
}

fn drive(read_mb_per_s: f64, iops: f64) -> Storage {
    Storage {
        capacity: Bytes(2_000_000_000_000),
        sequential_read: BytesPerSecond::from_mb_per_s(read_mb_per_s),
        sequential_write: BytesPerSecond::from_mb_per_s(read_mb_per_s),
        random_read_iops: iops,
    }
}

fn market() -> Market {
    Market { drives: vec![Offer { id: "flash", spec: drive(7_000.0, 1e6) }], ..Market::default() }
}

fn diagnosis(scenario: &Scenario, symptom: Symptom) -> Diagnosis {
    diagnose(&estimate(scenario), symptom, &market())
}

/// A card that runs full, of which no message is at hand.
fn out_of_memory(step: Option<u64>) -> Symptom {
    Symptom::OutOfMemory { step, seen: SeenMemory::default() }
}

/// A message of a card of 24 GiB that tensors of the run fill.
fn full_card() -> SeenMemory {
    SeenMemory {
        requested: Some(Bytes::from_mib(512)),
        capacity: Some(Bytes::from_gib(24)),
        free: Some(Bytes::from_mib(200)),
        allocated: Some(Bytes::from_gib(22)),
        reserved: Some(Bytes::from_mib(22 * 1024 + 300)),
        others: Some(Bytes::ZERO),
    }
}

#[track_caller]
fn first(scenario: &Scenario, symptom: Symptom) -> (&'static str, Verdict) {
    let diagnosis = diagnosis(scenario, symptom);
    let check = diagnosis.checks.first().expect("there is always a check");
    (check.id, check.verdict)
}

#[track_caller]
fn check(scenario: &Scenario, symptom: Symptom, id: &str) {
    let diagnosis = diagnosis(scenario, symptom);
    let lines: Vec<String> = diagnosis
        .checks
        .iter()
        .map(|check| format!("{:?} {} {:.3} {:?}", check.verdict, check.id, check.weight, check.finding))
        .collect();
    assert_eq!((diagnosis.checks[0].id, diagnosis.checks[0].verdict), (id, Verdict::Likely), "{symptom:?}\n{}", lines.join("\n"));
}

/// `ResNet-50` on `ImageNet`, fed well.
fn imagenet() -> Scenario {
    let mut scenario = scenario(resnet50(), data(DataKind::Images, 1_281_167, 110_000));
    scenario.training.loader.num_workers = 16;
    scenario.training.micro_batch_size = 64;
    scenario.training.precision = Precision::Fp32;
    scenario
}

/// 7B, every weight trained in BF16: weights and gradients fit a card of 48 GiB, states do not.
fn seven_billion() -> Scenario {
    let mut scenario = scenario(llama_2(4096, 11008, 32, 32), data(DataKind::Text, 100_000, 2_000));
    scenario.hardware.gpu.memory = Bytes::from_gib(32);
    scenario.hardware.ram = Bytes::from_gib(128);
    scenario.training.precision = Precision::Bf16;
    scenario.training.activation_checkpointing = ActivationCheckpointing::Full;
    scenario.training.micro_batch_size = 1;
    scenario
}

#[test]
fn low_utilization_names_what_the_gpus_wait_for() {
    let mut hard_disk = imagenet();
    hard_disk.hardware.storage = drive(250.0, 170.0);
    check(&hard_disk, Symptom::LowUtilization, "storage");

    let mut no_workers = imagenet();
    no_workers.training.loader.num_workers = 0;
    check(&no_workers, Symptom::LowUtilization, "loader-workers");

    let mut few_workers = imagenet();
    few_workers.training.loader.num_workers = 1;
    check(&few_workers, Symptom::LowUtilization, "loader-workers");

    let mut few_cores = imagenet();
    few_cores.hardware.cpu.performance_cores = 2;
    few_cores.hardware.cpu.efficiency_cores = 0;
    few_cores.hardware.cpu.threads = 2;
    few_cores.training.loader.num_workers = 2;
    check(&few_cores, Symptom::LowUtilization, "preprocessing");

    let mut tiny = scenario(t5(64, 128, 2, 2), data(DataKind::Text, 100_000, 100));
    tiny.data.sequence_length = 32;
    tiny.training.micro_batch_size = 2;
    tiny.training.loader.cache = Cache::Tokens;
    check(&tiny, Symptom::LowUtilization, "kernel-launches");

    let mut idle = imagenet();
    idle.hardware.gpu_count = 2;
    check(&idle, Symptom::LowUtilization, "no-data-parallelism");

    let mut fed = imagenet();
    fed.training.micro_batch_size = 128;
    let (_, verdict) = first(&fed, Symptom::LowUtilization);
    assert_eq!(verdict, Verdict::Look, "a well-fed plan has no likely cause of its own");
}

#[test]
fn a_slow_drive_under_a_cache_is_told_by_the_first_epoch() {
    // The page cache holds all of it: later epochs are as fast from any drive.
    let mut cached = imagenet();
    (cached.data, cached.hardware.ram) = (data(DataKind::Images, 50_000, 110_000), Bytes::from_gib(64));
    cached.training.micro_batch_size = 128;
    let checks = diagnosis(&cached, Symptom::ThroughputBelowEstimate { measured: None }).checks;
    let is_later = |finding: &Finding| matches!(finding, Finding::SupposedRate { supposition: Supposition::SlowDrive, .. });
    assert!(!checks.iter().any(|check| is_later(&check.finding)), "later epochs do not tell");
    let at_first = checks.iter().find(|check| check.id == "storage-in-the-first-epoch").expect("it is a cause to look at");
    assert_eq!(at_first.verdict, Verdict::Look);
    let Finding::SupposedRate { rate, expected, .. } = at_first.finding else { panic!("{:?}", at_first.finding) };
    assert!(rate.get() < expected.get() * 0.9, "{rate:?} {expected:?}");
}

#[test]
fn out_of_memory_names_the_moment() {
    check(&seven_billion(), out_of_memory(Some(1)), "first-update");
    check(&seven_billion(), out_of_memory(None), "first-update");
    check(&seven_billion(), out_of_memory(Some(500)), "fails-earlier");

    let mut weights = seven_billion();
    weights.hardware.gpu.memory = Bytes::from_gib(12);
    check(&weights, out_of_memory(Some(0)), "weights-alone");

    let mut pictures = imagenet();
    pictures.training.micro_batch_size = 1024;
    check(&pictures, out_of_memory(Some(1)), "first-pass");

    // The card holds twice the planned length at most.
    let mut texts = scenario(llama_2(2048, 5504, 24, 16), data(DataKind::Text, 100_000, 2_000));
    texts.training.method = Method::Lora(lora());
    texts.training.micro_batch_size = 8;
    texts.training.micro_batch_size = estimate(&texts).max_micro_batch_size * 9 / 10;
    // In the middle of an epoch nothing is likelier than the rest by its figures; after it every sample has been through once.
    let (_, verdict) = first(&texts, out_of_memory(Some(700)));
    assert_eq!(verdict, Verdict::Look);
    let weight = |step: u64| find(&texts, out_of_memory(Some(step)), "longer-samples").weight;
    let steps = texts.data.samples.div_ceil(texts.training.micro_batch_size);
    assert!(weight(700) > 2.0 * weight(steps * 3), "{} {}", weight(700), weight(steps * 3));
    let epoch = texts.data.samples.div_ceil(texts.training.micro_batch_size);
    check(&texts, out_of_memory(Some(epoch)), "evaluation");

    let mut amp = imagenet();
    amp.training.precision = Precision::Fp16Amp;
    amp.training.micro_batch_size = estimate(&amp).max_micro_batch_size * 8 / 10;
    check(&amp, out_of_memory(Some(1)), "precision-not-in-effect");
}

#[track_caller]
fn find(scenario: &Scenario, symptom: Symptom, id: &str) -> engine::diagnosis::Check {
    let checks = diagnosis(scenario, symptom).checks;
    checks.into_iter().find(|check| check.id == id).unwrap_or_else(|| panic!("no {id}"))
}

/// What a message says outranks what is planned.
#[test]
fn a_message_names_its_cause() {
    // A plan that the card holds with ease.
    let mut small = imagenet();
    small.training.micro_batch_size = 16;
    small.hardware.gpu.memory = Bytes::from_gib(24);
    let capacity = estimate(&small).vram.capacity;
    let seen = |seen: SeenMemory| Symptom::OutOfMemory { step: None, seen: SeenMemory { capacity: Some(capacity), ..seen } };
    let gib = |amount: f64| Some(Bytes((amount * (1_u64 << 30) as f64) as u64));

    let others = SeenMemory { others: gib(22.5), allocated: gib(0.5), reserved: gib(0.5), free: gib(0.02), ..full_card() };
    check(&small, seen(others), "other-programs");
    let pieces = SeenMemory { requested: gib(3.0), allocated: gib(12.0), reserved: gib(21.0), ..full_card() };
    check(&small, seen(SeenMemory { allocated: gib(1.0), ..pieces }), "fragmentation");
    check(&small, seen(full_card()), "heavier-than-planned");
    let limited = SeenMemory { requested: gib(0.1), free: gib(20.0), allocated: gib(1.0), reserved: gib(1.0), ..full_card() };
    check(&small, seen(limited), "memory-fraction");
    let other = SeenMemory { allocated: gib(1.0), reserved: gib(1.0), ..full_card() };
    check(&small, Symptom::OutOfMemory { step: None, seen: SeenMemory { capacity: gib(11.2), ..other } }, "other-card");
    // Reserved and not in use is never ruled out while the message says that it would do.
    let fragments = find(&small, seen(pieces), "fragmentation");
    assert_ne!(fragments.verdict, Verdict::RuledOut);
    // A run that held what its plan holds differs from it in no setting.
    let planned = estimate(&small).vram.torch_allocated_peak;
    let as_planned =
        SeenMemory { allocated: Some(planned), requested: Some(Bytes::ZERO), reserved: Some(planned), ..full_card() };
    for check in diagnosis(&small, seen(as_planned)).checks {
        let supposed = matches!(check.finding, Finding::SupposedMemory { .. } | Finding::HeldBesidePlan { .. });
        assert!(!supposed || check.verdict == Verdict::RuledOut, "{}", check.id);
    }
}

/// As a measured rate falls, a cause comes into question step by step: none leaps from ruled out to likely.
#[test]
fn likelihood_has_no_cliffs() {
    let mut slow = imagenet();
    slow.hardware.storage = drive(250.0, 170.0);
    for scenario in [imagenet(), slow] {
        let rate = estimate(&scenario).speed.rate.get();
        let at = |share: f64| {
            let measured = Some(Pace::Rate(SamplesPerSecond::new(rate * share)));
            diagnosis(&scenario, Symptom::ThroughputBelowEstimate { measured }).checks
        };
        let mut before = at(1.0);
        for percent in (5..100).rev() {
            let now = at(f64::from(percent) / 100.0);
            for check in &now {
                let Some(was) = before.iter().find(|was| was.id == check.id) else { continue };
                let pair = [was.verdict, check.verdict];
                let leaps = pair.contains(&Verdict::Likely) && pair.contains(&Verdict::RuledOut);
                assert!(!leaps, "{} at {percent} %: {:?} after {:?}", check.id, check.verdict, was.verdict);
            }
            before = now;
        }
    }
}

#[test]
fn a_pace_is_a_rate_however_it_is_said() {
    let planned = imagenet();
    let found = |pace: Pace| diagnosis(&planned, Symptom::ThroughputBelowEstimate { measured: Some(pace) }).checks;
    let rate = estimate(&planned).speed.rate.get();
    let step = planned.training.micro_batch_size as f64 / (rate / 4.0);
    let ids =
        |checks: Vec<engine::diagnosis::Check>| checks.into_iter().map(|check| (check.id, check.verdict)).collect::<Vec<_>>();
    let by_rate = ids(found(Pace::Rate(SamplesPerSecond::new(rate / 4.0))));
    assert_eq!(by_rate, ids(found(Pace::TimesSlower(4.0))));
    assert_eq!(by_rate, ids(found(Pace::Step(Seconds::new(step)))));
}

#[test]
fn other_symptoms_name_their_causes() {
    let mut half = imagenet();
    half.training.precision = Precision::Fp16Amp;
    check(&half, Symptom::NotANumber, "half-range");
    let remedies = find(&half, Symptom::NotANumber, "half-range").remedies;
    assert!(remedies.iter().any(|remedy| remedy.id == "bf16"));
    assert_eq!(find(&imagenet(), Symptom::NotANumber, "half-range").verdict, Verdict::RuledOut);

    check(&imagenet(), Symptom::SharedMemoryTooSmall, "worker-queue");
    let mut alone = imagenet();
    alone.training.loader.num_workers = 0;
    assert_eq!(find(&alone, Symptom::SharedMemoryTooSmall, "worker-queue").verdict, Verdict::RuledOut);

    let mut short = imagenet();
    short.hardware.ram = Bytes::from_gib(6);
    check(&short, Symptom::WorkerKilled { resident: None }, "swapping");
    let planned = estimate(&imagenet()).ram.peak;
    check(&imagenet(), Symptom::WorkerKilled { resident: Some(planned * 3) }, "more-than-planned");
    let resident = Symptom::WorkerKilled { resident: Some(planned / 3) };
    assert_eq!(find(&imagenet(), resident, "more-than-planned").verdict, Verdict::RuledOut);

    check(&imagenet(), Symptom::CollectiveHang { timeout: None }, "one-process");
    let mut two = imagenet();
    (two.hardware.gpu_count, two.training.sharding) = (2, Sharding::Ddp);
    let step = estimate(&two).speed.step;
    check(&two, Symptom::CollectiveHang { timeout: Some(Seconds::new(step.get() / 2.0)) }, "slow-step");
    assert_eq!(find(&two, Symptom::CollectiveHang { timeout: None }, "slow-step").verdict, Verdict::RuledOut);

    check(&short, Symptom::SlowsDown, "swapping");
}

#[test]
fn a_batch_stops_at_the_card_or_at_the_host() {
    let mut card = imagenet();
    card.training.micro_batch_size = estimate(&card).max_micro_batch_size;
    check(&card, Symptom::BatchCannotGrow, "card-memory");
    let diagnosis = diagnosis(&card, Symptom::BatchCannotGrow);
    let activations = diagnosis.checks.iter().find(|check| check.id == "activations").expect("a check");
    assert_eq!(activations.verdict, Verdict::Likely);
    assert!(activations.remedies.iter().all(|remedy| remedy.after.max_micro_batch_size > diagnosis.before.max_micro_batch_size));
    assert!(!activations.remedies.is_empty());

    let mut host = imagenet();
    host.data.image_height = 32;
    host.data.image_width = 32;
    host.hardware.ram = Bytes::from_gib(8);
    host.training.micro_batch_size = 1024;
    check(&host, Symptom::BatchCannotGrow, "host-memory");
}

#[test]
fn a_measured_rate_is_compared_with_what_would_explain_it() {
    let planned = imagenet();
    let rate = estimate(&planned).speed.rate.get();
    let measured =
        |share: f64| Symptom::ThroughputBelowEstimate { measured: Some(Pace::Rate(SamplesPerSecond::new(rate * share))) };
    check(&planned, measured(1.0), "within-range");
    let mut without = planned.clone();
    without.training.loader.num_workers = 0;
    let share = estimate(&without).speed.rate.get() / rate;
    check(&planned, measured(share), "loader-workers");
    let unknown = diagnosis(&planned, Symptom::ThroughputBelowEstimate { measured: None });
    assert!(unknown.checks.iter().all(|check| check.verdict != Verdict::Likely));
}

#[test]
fn a_second_card_that_is_not_configured_is_named_with_what_it_would_give() {
    let mut idle = imagenet();
    idle.hardware.gpu_count = 2;
    check(&idle, Symptom::SecondCardIdle, "no-data-parallelism");
    let diagnosis = diagnosis(&idle, Symptom::SecondCardIdle);
    let Finding::IdleGpus { total: 2, training: 1, rate, all: Some(all) } = diagnosis.checks[0].finding else {
        panic!("{:?}", diagnosis.checks[0])
    };
    assert!(all > rate);
    assert_eq!(diagnosis.checks[0].remedies[0].after.rate, all);
    check(&imagenet(), Symptom::SecondCardIdle, "one-card-planned");
}

#[test]
fn a_system_freezes_because_it_swaps_or_because_the_card_spills() {
    let mut short = imagenet();
    short.hardware.ram = Bytes::from_gib(6);
    check(&short, Symptom::SystemFreezes, "swapping");

    let mut spills = imagenet();
    spills.hardware.os = OperatingSystem::Windows;
    spills.training.micro_batch_size = 1024;
    spills.training.loader.num_workers = 2;
    spills.hardware.ram = Bytes::from_gib(256);
    check(&spills, Symptom::SystemFreezes, "shared-memory");

    let mut crowded = imagenet();
    crowded.training.loader.num_workers = 64;
    crowded.hardware.ram = Bytes::from_gib(512);
    check(&crowded, Symptom::SystemFreezes, "busy-cores");
}

#[test]
fn the_same_question_gets_the_same_answer() {
    let estimate = estimate(&seven_billion());
    for symptom in symptoms(Some(700)) {
        assert_eq!(diagnose(&estimate, symptom, &market()), diagnose(&estimate, symptom, &market()));
    }
}

fn symptoms(step: Option<u64>) -> [Symptom; 12] {
    [
        Symptom::LowUtilization,
        out_of_memory(step),
        Symptom::BatchCannotGrow,
        Symptom::ThroughputBelowEstimate { measured: step.map(|step| Pace::Rate(SamplesPerSecond::new(step as f64 / 3.0))) },
        Symptom::SecondCardIdle,
        Symptom::SystemFreezes,
        Symptom::OutOfMemory { step, seen: full_card() },
        Symptom::NotANumber,
        Symptom::SharedMemoryTooSmall,
        Symptom::WorkerKilled { resident: step.map(|step| Bytes(step % (1 << 40))) },
        Symptom::CollectiveHang { timeout: step.map(|step| Seconds::new(step as f64)) },
        Symptom::SlowsDown,
    ]
}

fn jobs() -> impl Strategy<Value = (Architecture, DataKind)> {
    prop_oneof![
        Just((resnet50(), DataKind::Images)),
        Just((bert_base(), DataKind::Text)),
        Just((llama_2(512, 1376, 6, 8), DataKind::Text)),
        Just((stable_diffusion(), DataKind::Latents)),
        Just((t5(512, 2048, 6, 8), DataKind::Text)),
    ]
}

prop_compose! {
    fn scenarios()(
        (model, kind) in jobs(),
        samples in prop_oneof![Just(1_u64), Just(1_000), Just(1_000_000)],
        precision in prop_oneof![Just(Precision::Fp32), Just(Precision::Fp16Amp), Just(Precision::Bf16)],
        optimizer in prop_oneof![Just(Optimizer::Adamw), Just(Optimizer::Adamw8bit), Just(Optimizer::Sgd)],
        attention in prop_oneof![Just(Attention::Sdpa), Just(Attention::Eager)],
        checkpointing in prop_oneof![Just(ActivationCheckpointing::None), Just(ActivationCheckpointing::Full)],
        (gpu_count, sharding) in prop_oneof![
            Just((1, Sharding::None)), Just((2, Sharding::None)), Just((2, Sharding::Ddp)), Just((8, Sharding::Zero3)),
        ],
        offload in prop_oneof![Just(Offload::None), Just(Offload::Optimizer)],
        (num_workers, threads) in prop_oneof![Just((0_u64, 0_u64)), Just((1, 2)), Just((64, 32))],
        ram_gib in prop_oneof![Just(0_u64), Just(8), Just(64)],
        (read_mb_per_s, iops) in prop_oneof![Just((0.0, 0.0)), Just((250.0, 170.0)), Just((7_000.0, 1e6))],
        (batch, accumulation) in prop_oneof![Just((1_u64, 1_u64)), Just((24, 4)), Just((65_536, 1))],
        memory_gib in prop_oneof![Just(1_u64), Just(8), Just(24), Just(80)],
        windows in any::<bool>(),
        display_attached in any::<bool>(),
    ) -> Scenario {
        let mut scenario = scenario(model, data(kind, samples, if kind == DataKind::Text { 2_000 } else { 110_000 }));
        let training = &mut scenario.training;
        (training.precision, training.optimizer, training.attention) = (precision, optimizer, attention);
        training.activation_checkpointing = checkpointing;
        (training.sharding, training.offload) = (sharding, offload);
        (training.micro_batch_size, training.gradient_accumulation_steps) = (batch, accumulation);
        training.loader.num_workers = num_workers;
        let hardware = &mut scenario.hardware;
        hardware.gpu = engine::hardware::Gpu { memory: Bytes::from_gib(memory_gib), ..card() };
        hardware.cpu.threads = threads;
        (hardware.gpu_count, hardware.ram, hardware.display_attached) = (gpu_count, Bytes::from_gib(ram_gib), display_attached);
        hardware.os = if windows { OperatingSystem::Windows } else { OperatingSystem::Linux };
        hardware.storage = drive(read_mb_per_s, iops);
        scenario
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn remedies_have_the_figures_of_the_changed_scenario(
        scenario in scenarios(),
        step in prop_oneof![Just(None), Just(Some(0_u64)), Just(Some(1)), Just(Some(2)), Just(Some(1_000)), Just(Some(u64::MAX))],
    ) {
        let answer = estimate(&scenario);
        for symptom in symptoms(step) {
            let Diagnosis { symptom: of, before, checks } = diagnose(&answer, symptom, &market());
            prop_assert_eq!(of, symptom);
            prop_assert_eq!(before, Figures::from(&answer));
            let ids: BTreeSet<_> = checks.iter().map(|check| check.id).collect();
            prop_assert_eq!(ids.len(), checks.len(), "ids are unique: {:?}", checks.iter().map(|c| c.id).collect::<Vec<_>>());
            let key = |check: &engine::diagnosis::Check| (check.verdict, check.id);
            prop_assert!(checks.is_sorted_by(|a, b| {
                let by_weight = b.weight.total_cmp(&a.weight);
                a.verdict.cmp(&b.verdict).then(by_weight).then(a.id.cmp(b.id)).is_le()
            }), "{:?}", checks.iter().map(key).collect::<Vec<_>>());
            for check in &checks {
                prop_assert!((0.0..=1.0).contains(&check.weight), "{} {}", check.id, check.weight);
                prop_assert!(check.verdict != Verdict::RuledOut || check.remedies.is_empty());
                for (name, value, _) in check.finding.figures() {
                    prop_assert!(value.is_finite() && value >= 0.0, "{} {name} {value}", check.id);
                }
                for remedy in check.remedies.iter().take(2) {
                    let changed = estimate(&applied(&scenario, &remedy.change));
                    prop_assert_eq!(remedy.after, Figures::from(&changed), "{} {}", check.id, remedy.id);
                }
            }
        }
    }
}
