//! Laws of what was measured: it is met, it changes nothing where it agrees, and its factors hold for changed runs.

use crate::support::host::{bert_base, data, llama_2, resnet50, scenario, stable_diffusion};
use engine::answer::estimate;
use engine::architecture::Architecture;
use engine::calibration::{Measurement, calibrate};
use engine::estimate::MeasuredNote;
use engine::estimate::{Estimate, Note};
use engine::inputs::{Constraints, Request, Scenario};
use engine::measured::{Measured, MemoryFactor, PeakOf, PeakRefusal};
use engine::sizing::batch::{largest, needed_memory};
use engine::training::{ActivationCheckpointing, Data, DataKind, Precision};
use engine::units::{Bytes, MIB, SamplesPerSecond};
use proptest::prelude::*;

/// A set of usual samples.
fn set(kind: DataKind) -> Data {
    let bytes = match kind {
        DataKind::Images | DataKind::Latents => 110_000,
        DataKind::Text => 2048,
        DataKind::Audio | DataKind::Tensors => 224_000,
    };
    data(kind, 50_000, bytes)
}

fn asked(scenario: &Scenario) -> Estimate {
    estimate(&Request { scenario: scenario.clone(), open: vec![], constraints: Constraints::default() })
}

fn calibrated(scenario: &Scenario, measurement: Measurement) -> Scenario {
    let measured =
        calibrate(&Request { scenario: scenario.clone(), open: vec![], constraints: Constraints::default() }, &measurement);
    Scenario { measured, ..scenario.clone() }
}

fn with_peak(scenario: &Scenario, peak: Bytes, of: PeakOf) -> Scenario {
    calibrated(scenario, Measurement { peak: Some((peak, of)), ..Measurement::default() })
}

fn with_rate(scenario: &Scenario, rate: f64, gpu_utilization: Option<f64>) -> Scenario {
    let rate = Some(SamplesPerSecond::new(rate));
    calibrated(scenario, Measurement { rate, gpu_utilization, ..Measurement::default() })
}

fn figure(estimate: &Estimate, of: PeakOf) -> Bytes {
    match of {
        PeakOf::Device => estimate.vram.device_peak,
        PeakOf::Reserved => estimate.vram.reserved_peak,
        PeakOf::Allocated => estimate.vram.torch_allocated_peak,
    }
}

prop_compose! {
    fn runs()(
        (model, kind) in prop_oneof![
            Just((resnet50(), DataKind::Images)),
            Just((bert_base(), DataKind::Text)),
            Just((llama_2(1024, 2752, 8, 16), DataKind::Text)),
            Just((stable_diffusion(), DataKind::Latents)),
        ],
        batch in 4_u64..17,
        workers in 0_u64..9,
        accumulation in 1_u64..3,
        checkpointing in any::<bool>(),
        precision in prop_oneof![Just(Precision::Fp32), Just(Precision::Fp16Amp)],
    ) -> Scenario {
        let mut run = scenario(model, set(kind));
        run.training.micro_batch_size = batch;
        run.training.gradient_accumulation_steps = accumulation;
        run.training.precision = precision;
        run.training.loader.num_workers = workers;
        if checkpointing && !matches!(run.model, Architecture::Resnet(_)) {
            run.training.activation_checkpointing = ActivationCheckpointing::Full;
        }
        // Room for every run, so that no allocator is under pressure.
        run.hardware.gpu.memory = Bytes::from_gib(160);
        run
    }
}

fn kinds() -> impl Strategy<Value = PeakOf> {
    prop_oneof![Just(PeakOf::Device), Just(PeakOf::Reserved), Just(PeakOf::Allocated)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn a_peak_as_estimated_changes_no_figure(run in runs(), of in kinds()) {
        let before = asked(&run);
        let measured = with_peak(&run, figure(&before, of), of);
        prop_assert_eq!(measured.measured.memory, Some(MemoryFactor { factor: 1.0, of }));
        let after = asked(&measured);
        prop_assert_eq!(&after.vram.parts, &before.vram.parts);
        prop_assert_eq!(after.vram.device_peak, before.vram.device_peak);
        prop_assert_eq!(after.vram.needed, before.vram.needed);
        prop_assert_eq!(after.max_micro_batch_size, before.max_micro_batch_size);
        let (narrow, wide) = (after.vram.range, before.vram.range);
        prop_assert!(narrow.1 <= wide.1 && narrow.0 <= after.vram.device_peak && after.vram.device_peak <= narrow.1);
    }

    #[test]
    fn a_measured_peak_is_met(run in runs(), of in kinds(), share in 0.8_f64..1.6) {
        let before = asked(&run);
        let peak = figure(&before, of).scaled(share);
        let measured = with_peak(&run, peak, of);
        if measured.measured.memory.is_some() {
            let after = asked(&measured);
            let off = figure(&after, of).0.abs_diff(peak.0);
            prop_assert!(off <= 4 * MIB, "{} MiB off of {peak:?}", off / MIB);
            prop_assert_eq!(after.vram.parts.total(), after.vram.allocated_peak);
            let exact = |e: &Estimate| (e.vram.parts.parameters, e.vram.parts.inputs);
            prop_assert_eq!(exact(&after), exact(&before));
            prop_assert!(after.vram.timeline.iter().all(|point| point.parts.total() <= after.vram.allocated_peak));
        } else {
            prop_assert!(measured.measured.refused_peak.is_some());
            prop_assert_eq!(asked(&measured).vram, before.vram);
        }
    }

    #[test]
    fn a_higher_peak_never_leaves_room_for_more(run in runs(), of in kinds(), low in 0.8_f64..1.4, more in 1.0_f64..1.3) {
        let figure = figure(&asked(&run), of);
        let [a, b] = [low, low * more].map(|share| with_peak(&run, figure.scaled(share), of));
        if let (Some(smaller), Some(larger)) = (a.measured.memory, b.measured.memory) {
            prop_assert!(smaller.factor <= larger.factor);
            prop_assert!(largest(&a) >= largest(&b));
            prop_assert!(needed_memory(&a, 8) <= needed_memory(&b, 8));
        }
    }

    #[test]
    fn a_rate_as_estimated_changes_no_figure(run in runs()) {
        let before = asked(&run);
        let after = asked(&with_rate(&run, before.speed.rate.get(), None));
        let near = |a: f64, b: f64| (a / b - 1.0).abs() < 1e-4;
        prop_assert!(near(after.speed.step.get(), before.speed.step.get()));
        prop_assert!(near(after.speed.epoch.get(), before.speed.epoch.get()));
        prop_assert!(near(after.speed.compute_rate.get(), before.speed.compute_rate.get()));
        prop_assert!(near(after.speed.first_epoch.get(), before.speed.first_epoch.get()));
    }

    #[test]
    fn a_measured_rate_is_met(
        run in runs(),
        share in 0.5_f64..1.5,
        gpu_utilization in prop::option::of(prop_oneof![0.4_f64..0.85, 0.92_f64..1.0]),
    ) {
        let before = asked(&run);
        let rate = before.speed.rate.get() * share;
        let measured = with_rate(&run, rate, gpu_utilization);
        if measured.measured.has_time() {
            let after = asked(&measured);
            prop_assert!((after.speed.rate.get() / rate - 1.0).abs() < 1e-4, "{} for {rate}", after.speed.rate.get());
            prop_assert_eq!(after.vram, before.vram);
        } else {
            prop_assert!(measured.measured.refused_rate.is_some());
        }
    }
}

#[test]
fn factors_hold_for_a_changed_run() {
    let mut run = scenario(bert_base(), set(DataKind::Text));
    run.training.micro_batch_size = 16;
    let before = asked(&run);
    let mut measured = with_peak(&run, before.vram.device_peak.scaled(1.3), PeakOf::Device);
    assert!(measured.measured.memory.is_some_and(|memory| memory.factor > 1.2));
    let mut plain = run.clone();
    plain.training.micro_batch_size = 32;
    measured.training.micro_batch_size = 32;
    let (plain, scaled) = (asked(&plain), asked(&measured));
    assert!(scaled.vram.device_peak > plain.vram.device_peak);
    assert!(scaled.max_micro_batch_size < plain.max_micro_batch_size);
    assert_eq!(scaled.scenario.measured, measured.measured);
}

#[test]
fn a_slow_step_slows_the_gpus_and_a_waiting_gpu_the_data_path() {
    let mut run = scenario(resnet50(), set(DataKind::Images));
    run.training.micro_batch_size = 32;
    run.training.loader.num_workers = 16;
    let before = asked(&run);
    let rate = before.speed.rate.get() * 0.7;
    let [busy, waiting] = [0.98, 0.5].map(|share| with_rate(&run, rate, Some(share)).measured);
    assert!(busy.compute.is_some() && busy.preprocess.is_none(), "{busy:?}");
    assert!(waiting.compute.is_none() && waiting.has_time(), "{waiting:?}");
    let waiting = asked(&Scenario { measured: waiting, ..run });
    assert_eq!(waiting.speed.compute_rate, before.speed.compute_rate);
    assert!(waiting.speed.gpu_utilization < 0.9);
}

#[test]
fn what_does_not_describe_the_run_is_said_and_not_used() {
    let mut run = scenario(llama_2(1024, 2752, 8, 16), set(DataKind::Text));
    run.training.micro_batch_size = 8;
    let before = asked(&run);
    let refusal = |peak: Bytes, of: PeakOf| {
        let measured = with_peak(&run, peak, of);
        assert_eq!(measured.measured.memory, None);
        let after = asked(&measured);
        assert_eq!(after.vram, before.vram);
        assert!(after.notes.iter().any(|note| matches!(note, Note::Measured(MeasuredNote::PeakRefused(_)))));
        measured.measured.refused_peak.unwrap().reason
    };
    assert!(matches!(refusal(Bytes::from_mib(700), PeakOf::Allocated), PeakRefusal::BelowExact { .. }));
    assert!(matches!(refusal(Bytes::from_gib(40), PeakOf::Device), PeakRefusal::BeyondCard { .. }));
    assert_eq!(refusal(Bytes::from_mib(24_100), PeakOf::Device), PeakRefusal::FillsCard);
    assert_eq!(
        with_rate(&run, before.speed.rate.get() * 100.0, None).measured,
        Measured {
            refused_rate: asked(&with_rate(&run, before.speed.rate.get() * 100.0, None)).scenario.measured.refused_rate,
            ..Measured::default()
        }
    );
}

#[test]
fn a_new_figure_replaces_its_factor_and_leaves_the_other() {
    let mut run = scenario(bert_base(), set(DataKind::Text));
    run.training.micro_batch_size = 16;
    run.measured.compute = Some(1.5);
    let peak = asked(&run).vram.device_peak.scaled(1.2);
    let measured = with_peak(&run, peak, PeakOf::Device);
    assert_eq!(measured.measured.compute, Some(1.5));
    assert!(measured.measured.memory.is_some());
    let rate = asked(&measured).speed.rate.get();
    assert!((with_rate(&measured, rate, Some(1.0)).measured.compute.unwrap() - 1.5).abs() < 1e-4);
}
