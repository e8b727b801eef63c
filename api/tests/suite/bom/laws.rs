//! What holds for every bill, whatever was asked.

use wire::v1::Scenario;
use wire::v1::bom::Bom;
use wire::v1::estimate::{Answer, Estimate};

use super::asking::asked;

/// The estimate of a bill whose run trains.
#[track_caller]
pub fn trained(bom: &Bom) -> &Estimate {
    match &bom.estimate {
        Answer::Estimate(estimate) => estimate,
        _ => panic!("nothing trains on it"),
    }
}

#[track_caller]
pub fn listed(query: &str) -> Bom {
    let bom = api::bom(&asked(query)).unwrap_or_else(|problem| panic!("{query}: {problem:?}"));
    check_laws(query, &bom);
    bom
}

/// What holds for every bill, whatever was asked.
#[track_caller]
pub fn check_laws(query: &str, bom: &Bom) {
    let sum: f64 = bom.parts.iter().filter_map(|part| Some(part.unit_price? * (part.quantity - part.owned) as f64)).sum();
    assert!((sum - bom.price.known_amount).abs() < 0.01, "{query}: {sum} {:?}", bom.price);
    let unknown = bom.parts.iter().filter(|part| part.unit_price.is_none() && !part.included).count() as u64;
    assert_eq!(unknown, bom.price.unknown_parts, "{query}");
    for part in &bom.parts {
        let is_priced = part.unit_price.is_some();
        assert_eq!((part.price_date.is_some(), part.price_source.is_some()), (is_priced, is_priced), "{query}: {part:?}");
        assert!(part.quantity > 0 && !part.reason.is_empty() && !part.name.is_empty(), "{query}: {part:?}");
        let says_so = part.notes.iter().any(|note| note.starts_with("no price is known"));
        assert_eq!(says_so, !is_priced && !part.included, "{query}: {part:?}");
        let is_within = part.notes.iter().any(|note| note.contains("not sold without it"));
        assert_eq!(is_within, part.included, "{query}: {part:?}");
    }
    let power = &bom.power;
    assert!(power.node_dc_w <= power.node_wall_w && power.node_dc_w <= power.node_transient_w, "{query}: {power:?}");
    let whole = power.complete.then_some(power.known_dc_w);
    assert_eq!((power.node_dc_w, power.node_wall_w.is_some()), (whole, power.complete), "{query}: {power:?}");
    assert!(
        power.complete || (power.node_transient_w, power.epoch_kwh, power.run_kwh) == (None, None, None),
        "{query}: {power:?}"
    );
    let levels: Vec<u64> = bom.notes.iter().map(|note| note.level as u64).collect();
    assert!(levels.is_sorted(), "{query}: the gravest first: {levels:?}");
    let scenario = Scenario { hardware: bom.hardware.clone(), ..bom.estimate.inputs().clone() };
    assert_eq!(scenario, *bom.estimate.inputs(), "{query}");
    let again = api::estimate(&scenario).unwrap_or_else(|problem| panic!("{query}: {problem:?}"));
    assert_eq!(again.speed, trained(bom).speed, "{query}");
    if let (Some(epoch), Some(run)) = (power.epoch_kwh, power.run_kwh) {
        let hours = trained(bom).speed.epoch_seconds / 3600.0;
        let most = (power.node_wall_w.unwrap_or(0.0) + 1.0) * power.nodes as f64 / 1000.0 * hours;
        assert!(epoch <= most && epoch <= run * 1.001, "{query}: {epoch} {most} {run}");
    }
}
