//! A checkpoint acts on what its block saves: where that is nothing, it neither holds nor computes anything.
#![cfg(feature = "json")]

use engine::estimate::Layer;
use engine::inputs::{Request, Scenario};
use engine::step::simulate;
use engine::training::ActivationCheckpointing;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::json;
use wire::v1::choices::{Method, Precision};

fn asked(model: &str, method: &str, precision: &str, batch: u64) -> Option<Request> {
    let asked = json!({
        "hardware": { "gpu": "h200-sxm" }, "model": { "id": model },
        "training": { "method": method, "precision": precision, "micro_batch_size": batch },
    });
    scenario::resolve(&scenario::json::scenario(&asked).0).ok()
}

fn with(scenario: &Scenario, checkpointing: ActivationCheckpointing) -> Scenario {
    let mut scenario = scenario.clone();
    scenario.training.activation_checkpointing = checkpointing;
    scenario
}

/// Whether no block keeps anything for its own backward pass.
fn blocks_save_nothing(scenario: &Scenario) -> bool {
    let Scenario { model, training, data, .. } = scenario;
    let graph = simulate(model, training, data, training.micro_batch_size, 1).graph;
    let blocks = graph.segments.iter().filter(|segment| matches!(segment.layer, Layer::Block(_)));
    blocks
        .clone()
        .flat_map(|block| &graph.storages[block.storages.start as usize..block.storages.end as usize])
        .all(|s| s.saves == 0)
}

fn peak(scenario: &Scenario) -> u64 {
    let Scenario { model, training, data, .. } = scenario;
    simulate(model, training, data, training.micro_batch_size, 1).allocated_peak().0
}

fn check(request: &Request) -> Result<bool, TestCaseError> {
    let [plain, checkpointed] =
        [ActivationCheckpointing::None, ActivationCheckpointing::Full].map(|setting| with(&request.scenario, setting));
    if !blocks_save_nothing(&plain) {
        return Ok(false);
    }
    let answers = [plain, checkpointed].map(|scenario| engine::answer::estimate(&Request { scenario, ..request.clone() }));
    let [plain, checkpointed] = &answers;
    prop_assert_eq!(&plain.vram, &checkpointed.vram);
    prop_assert_eq!(plain.speed.step, checkpointed.speed.step);
    Ok(true)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn where_blocks_save_nothing_checkpoints_change_nothing(
        model in select(catalog::models()), method in select(Method::ALL), precision in select(Precision::ALL), batch in 1_u64..9,
    ) {
        if let Some(request) = asked(model.id, method.as_str(), precision.as_str(), batch) {
            check(&request)?;
        }
    }
}

/// A trained head may save much, and its checkpoints help; a frozen backbone's never cost anything.
#[test]
fn no_frozen_backbone_needs_more_with_checkpoints() {
    let (mut asked_for, mut without_saves) = (0, 0);
    for model in catalog::models() {
        for batch in [1, 8] {
            let Some(request) = asked(model.id, "frozen-backbone", "fp32", batch) else { continue };
            let of = |setting| peak(&with(&request.scenario, setting));
            let (plain, checkpointed) = (of(ActivationCheckpointing::None), of(ActivationCheckpointing::Full));
            assert!(checkpointed <= plain, "{}: {checkpointed} with checkpoints, {plain} without", model.id);
            without_saves += u64::from(check(&request).unwrap());
            asked_for += 1;
        }
    }
    assert!(asked_for > 40 && without_saves > 40, "{asked_for} {without_saves}");
}
