//! The rows that ship: they parse, each is told apart, and the API answers every one.

use std::collections::BTreeSet;
use std::fs::File;
use std::path::Path;

use accuracy::{Kind, Known, Loading, Published, Standing, Throughput, estimate};

fn shipped(name: &str) -> std::io::Result<File> {
    File::open(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../engine/reference").join(name))
}

#[track_caller]
fn check_ids<'a>(ids: impl Iterator<Item = &'a str>, at_least: usize) {
    let ids: Vec<_> = ids.collect();
    assert!(ids.len() >= at_least, "only {} rows", ids.len());
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "two rows share an id");
}

#[test]
fn every_published_peak_is_answered() {
    let rows = accuracy::read_published(shipped("published_memory.csv").unwrap()).unwrap();
    check_ids(rows.iter().map(|row| row.id.as_str()), 100);
    for Published { id, source_detail, reasons, peak_bytes, .. } in &rows {
        assert!(!source_detail.is_empty() && *peak_bytes > 100_000_000, "{id}");
        assert_eq!(reasons[0].is_empty(), reasons[1].is_empty(), "{id} has its reason in one language only");
    }
    let compared = accuracy::compare(rows, estimate).unwrap();
    assert!(compared.iter().any(|one| one.row.standing == Standing::Complete));
}

#[test]
fn every_simulated_step_of_several_gpus_is_met() {
    let rows = accuracy::read_sharded(shipped("sharded.csv").unwrap()).unwrap();
    check_ids(rows.iter().map(|row| row.id.as_str()), 90);
    let shared = accuracy::share_out(rows, estimate).unwrap();
    assert_eq!(accuracy::sharded_shortcomings(&shared), Vec::<String>::new());
}

#[test]
fn every_published_fit_is_answered() {
    let rows = accuracy::read_fits(shipped("published_fits.csv").unwrap()).unwrap();
    check_ids(rows.iter().map(|row| row.id.as_str()), 50);
    accuracy::judge(rows, estimate).unwrap();
}

#[test]
fn every_published_rate_is_answered() {
    let rows = accuracy::read_throughput(shipped("throughput.csv").unwrap()).unwrap();
    check_ids(rows.iter().map(|row| row.id.as_str()), 1000);
    for Throughput { id, source_detail, reasons, model, scenario, gpu, .. } in &rows {
        assert!(source_detail.contains('@'), "{id} names no commit");
        assert!(catalog::model(model).is_some(), "{id}: no model {model}");
        assert_eq!(reasons[0].is_empty(), reasons[1].is_empty(), "{id} has its reason in one language only");
        // A card without bfloat16 is asked for by its figures, under the same name.
        let asked = scenario.pointer("/hardware/gpu").unwrap();
        assert!([asked, &asked["name"]].iter().any(|name| name.as_str() == Some(gpu)), "{id}: asked for {asked}, not {gpu}");
    }
    let timed = accuracy::time_all(rows, estimate).unwrap();
    for known in Known::ALL {
        assert!(!accuracy::configurations(&timed, known).is_empty(), "no row is {}", known.word());
    }
}

#[test]
fn every_published_loader_is_answered() {
    let rows = accuracy::read_loading(shipped("dataload.csv").unwrap()).unwrap();
    check_ids(rows.iter().map(|row| row.id.as_str()), 80);
    for Loading { id, predicted, reasons, .. } in &rows {
        assert!(predicted.is_finite() && *predicted > 0.0, "{id}");
        assert_eq!(reasons[0].is_empty(), reasons[1].is_empty(), "{id} has its reason in one language only");
    }
    assert!(Kind::ALL.into_iter().all(|kind| rows.iter().any(|row| row.kind == kind)));
    assert_eq!(accuracy::loading_shortcomings(&rows), Vec::<String>::new());
}

/// The ranges that load tests are told with hold eight of ten of those that were published.
#[test]
fn load_tests_lie_within_their_spread() {
    use engine::serving::queue::spread;
    let shapes = accuracy::serving::models(shipped("serving_models.csv").unwrap()).unwrap();
    let served = accuracy::serving::serve(shipped("serving_speed.csv").unwrap(), &shapes).unwrap();
    let mut told = 0;
    for (part, standing) in [("ttft_seconds", "condition-open"), ("tpot_seconds", "complete")] {
        for engine in ["vllm", "sglang", "tensorrt-llm"] {
            let rows: Vec<_> = served
                .iter()
                .filter(|one| (&*one.row.engine, &*one.row.part, &*one.row.standing) == (engine, part, standing))
                .collect();
            let spread = spread(rows[0].row.question.settings.engine).unwrap();
            let range = if part == "tpot_seconds" { Some(spread.inter_token) } else { spread.first_token };
            let Some((low, high)) = range else { continue };
            let inside = rows.iter().filter(|one| (low..=high).contains(&(one.row.value / one.predicted))).count();
            assert!(inside * 10 >= rows.len() * 8, "{engine} {part}: {inside} of {}", rows.len());
            told += 1;
        }
    }
    assert_eq!(told, 5);
}
