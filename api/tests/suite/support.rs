//! What several tests look for, what share of their cases they try, and configurations that differ in some keys.

use wire::v1::choices::{ActivationCheckpointing, Offload, Sharding};
use wire::v1::{Estimate, Scenario};

/// Whether a case is tried: every one in `cargo xtask soak laws`, and else one of each `of` that follow one another, always that one.
pub fn is_tried(place: usize, of: usize) -> bool {
    place.is_multiple_of(of) || std::env::var_os("RIGWISE_THOROUGH").is_some()
}

/// Cases of a law that is costly to ask: one for each `of` that others are given, and as many as they in `cargo xtask soak laws`.
pub fn cases(of: u32) -> proptest::test_runner::Config {
    let usual = proptest::test_runner::Config::default();
    let of = if std::env::var_os("RIGWISE_THOROUGH").is_some() { 1 } else { of };
    proptest::test_runner::Config { cases: (usual.cases / of).max(1), ..usual }
}

/// A configuration with other keys, or other values of them.
#[cfg(feature = "json")]
#[expect(clippy::needless_pass_by_value, reason = "every caller writes it in place")]
pub fn with(config: &serde_json::Value, changes: serde_json::Value) -> serde_json::Value {
    let mut config = config.clone();
    config.as_object_mut().expect("a configuration").extend(changes.as_object().expect("keys").clone());
    config
}

/// Where a scenario is at fault, and the code of each fault.
#[cfg(feature = "json")]
pub fn faults_of(scenario: &serde_json::Value) -> Vec<(String, String)> {
    let problem = api::estimate_json(&scenario.to_string()).expect_err("a fault");
    let errors = serde_json::to_value(problem).expect("a problem")["errors"].clone();
    let text = |error: &serde_json::Value, key: &str| error[key].as_str().expect("text").to_owned();
    errors.as_array().expect("a list").iter().map(|error| (text(error, "pointer"), text(error, "code"))).collect()
}

/// Plans like the one that is recommended but without something that frees memory, with its batch or one of their own, which
/// fit as well and are no slower; where `with_reserve`, with room to spare on card and host.
pub fn lighter_and_no_slower(asked: &Scenario, plan: &Scenario, estimate: &Estimate, with_reserve: bool) -> Vec<String> {
    if !estimate.vram.fits {
        return Vec::new();
    }
    let training = &plan.training;
    let mut lighter: Vec<(&str, Scenario)> = Vec::new();
    let mut without = |name: &'static str, is_open: bool, change: &dyn Fn(&mut Scenario)| {
        let mut scenario = plan.clone();
        change(&mut scenario);
        // Another library shares out what is left.
        if asked.training.implementation.is_none() && scenario != *plan {
            scenario.training.implementation = None;
        }
        if is_open && scenario != *plan {
            let mut sized = scenario.clone();
            sized.training.micro_batch_size = None;
            let is_sized = asked.training.micro_batch_size.is_none() && asked.constraints.global_batch_size.is_none();
            lighter.push((name, scenario));
            lighter.extend(is_sized.then_some((name, sized)));
        }
    };
    let open = &asked.training;
    without("checkpointing", open.activation_checkpointing.is_none(), &|scenario| {
        scenario.training.activation_checkpointing = Some(ActivationCheckpointing::None);
    });
    without("offload", open.offload.is_none(), &|scenario| scenario.training.offload = Some(Offload::None));
    let is_sharded = matches!(training.sharding, Some(Sharding::Zero1 | Sharding::Zero2 | Sharding::Zero3));
    without("sharding", open.sharding.is_none() && is_sharded, &|scenario| scenario.training.sharding = Some(Sharding::Ddp));
    let fits = |answer: &Estimate| {
        let room = answer.vram.capacity_bytes - answer.vram.desktop_bytes;
        let (high, ram) = (answer.vram.range_bytes[1], answer.inputs.hardware.ram_gib.unwrap_or(0));
        let comfortable = high <= room && answer.ram.recommended_gib <= ram;
        answer.vram.fits && answer.ram.minimum_gib <= ram && (comfortable || !with_reserve)
    };
    let mut found = Vec::new();
    for (name, mut scenario) in lighter {
        scenario.id = None;
        scenario.constraints = wire::v1::scenario::Constraints::default();
        if asked.hardware.ram_gib.is_none() && !with_reserve {
            scenario.hardware.ram_gib = None;
        }
        let answer = api::estimate(&scenario).unwrap_or_else(|problem| panic!("{name}: {problem:?}"));
        if fits(&answer) && answer.speed.epoch_seconds <= estimate.speed.epoch_seconds {
            let (own, other) = (estimate.speed.epoch_seconds, answer.speed.epoch_seconds);
            found.push(format!("without {name} {other} s, with it {own} s: {:?}", plan.training));
        }
    }
    found
}
