//! Every printed figure is explained once, finitely, and sums are the sums of their inputs.

use crate::support::host::{data, resnet50, scenario};
use engine::device::roofline::profile;
use engine::estimate::{Estimate, Explanation, Fit, Layer, Moment, ParameterCounts, Phase, Vram, VramParts};
use engine::explain::explain;
use engine::host::{data_path, ram, speed};
use engine::models;
use engine::step::kernels::step_work;
use engine::training::DataKind;
use engine::units::Bytes;

fn estimate() -> Estimate {
    estimate_with(Bytes::from_gib(64))
}

fn estimate_with(ram_installed: Bytes) -> Estimate {
    let mut scenario = scenario(resnet50(), data(DataKind::Images, 50_000, 110_000));
    scenario.hardware.ram = ram_installed;
    let graph = models::build(&scenario.model, &scenario.training, &scenario.data, scenario.training.micro_batch_size);
    let work = step_work(&graph, &scenario.training, 1);
    let path = data_path(&scenario, &work, profile(&work, &scenario.hardware, &scenario.training).compute_rate());
    let parts = VramParts { parameters: Bytes(102_228_128), activations: Bytes::from_gib(3), ..VramParts::default() };
    let peak = parts.total();
    let vram = Vram {
        parts,
        allocated_peak: peak,
        torch_allocated_peak: peak,
        reserved_peak: peak,
        device_peak: peak,
        range: (peak, peak),
        needed: peak,
        capacity: scenario.hardware.gpu.memory,
        desktop: Bytes::ZERO,
        fit: Fit::Comfortable { headroom: scenario.hardware.gpu.memory - peak },
        peak: Moment { phase: Phase::Backward, operator: "convolution", layer: Layer::Block(0) },
        timeline: vec![],
    };
    Estimate {
        parameters: ParameterCounts { total: work.parameters, trainable: work.trainable },
        vram,
        max_micro_batch_size: 200,
        ram: ram(&scenario, &work),
        speed: speed(&scenario, &work, &path),
        path,
        rules: vec![],
        notes: vec![],
        scenario,
    }
}

#[track_caller]
fn find<'a>(all: &'a [Explanation], id: &str) -> &'a Explanation {
    all.iter().find(|explanation| explanation.id == id).expect("the figure is explained")
}

#[test]
fn every_id_is_unique_and_every_figure_finite() {
    for ram in [Bytes::ZERO, Bytes::from_gib(4), Bytes::from_gib(64)] {
        check_all(&explain(&estimate_with(ram)));
    }
}

#[track_caller]
fn check_all(all: &[Explanation]) {
    let mut ids: Vec<&str> = all.iter().map(|explanation| explanation.id).collect();
    ids.sort_unstable();
    let count = ids.len();
    ids.dedup();
    assert_eq!(ids.len(), count);
    for explanation in all {
        assert!(explanation.value.is_finite() && explanation.value >= 0.0, "{}", explanation.id);
        assert!(!explanation.formula.is_empty() && !explanation.source.is_empty(), "{}", explanation.id);
        assert!(explanation.inputs.iter().all(|(_, value, _)| value.is_finite()), "{}", explanation.id);
    }
}

#[test]
fn sums_are_the_sums_of_their_inputs() {
    let all = explain(&estimate());
    for id in ["vram.allocated_peak_bytes", "ram.peak_bytes", "ram.reserve", "speed.step_seconds"] {
        let explanation = find(&all, id);
        let sum: f64 = explanation.inputs.iter().map(|(_, value, _)| value).sum();
        assert!((sum - explanation.value).abs() <= 1e-9 * explanation.value, "{id}: {sum} is not {}", explanation.value);
    }
}

#[test]
fn a_shortage_is_explained_where_there_is_one() {
    let short = explain(&estimate_with(Bytes::from_gib(4)));
    for id in ["ram.shortage_bytes", "ram.paged_bytes_per_step", "speed.paging_seconds"] {
        assert!(find(&short, id).value > 0.0, "{id}");
    }
    assert!(explain(&estimate()).iter().all(|explanation| explanation.id != "ram.shortage_bytes"));
}
