//! What energy costs.

use wire::v1::prices::Prices;

use super::{in_yuan, priced};

#[test]
fn energy_costs_its_kilowatt_hours() {
    let prices = Prices {
        electricity_per_kwh: Some(0.2),
        hours_per_day: Some(10.0),
        days_per_year: Some(200.0),
        pue: Some(1.5),
        ..Prices::default()
    };
    let bom = priced("gpu=rtx-4090&model=resnet50&epochs=10", &prices);
    let money = bom.money.as_deref().unwrap();
    let energy = &money.energy;
    let close = |a: Option<f64>, b: f64| assert!((a.unwrap() - b).abs() <= b * 1e-9, "{a:?} {b}");
    close(energy.epoch, bom.power.epoch_kwh.unwrap() * 1.5 * 0.2);
    close(energy.run, bom.power.run_kwh.unwrap() * 1.5 * 0.2);
    close(energy.year, energy.hour.unwrap() * 2000.0);
    close(energy.year_kwh, energy.year.unwrap() / 0.2);
    assert!(energy.mean_wall_w.unwrap() <= bom.power.node_wall_w.unwrap(), "{energy:?}");
    assert!(energy.missing.is_empty());
    for id in ["electricity-price", "pue", "hours-of-use"] {
        assert!(bom.assumptions.iter().any(|assumption| assumption.id == id), "{id}");
    }
}

#[test]
fn what_was_not_given_is_not_computed() {
    let bom = priced("gpu=rtx-4090&model=resnet50", &Prices::default());
    let energy = &bom.money.as_deref().unwrap().energy;
    assert_eq!((energy.epoch, energy.year, energy.missing.len()), (None, None, 2));
    assert!(energy.missing[0].contains("electricity_per_kwh"), "{:?}", energy.missing);
}

#[test]
fn electricity_is_paid_in_the_currency_of_the_bill() {
    let mut prices = in_yuan(7.0);
    prices.electricity_per_kwh = Some(0.6);
    let bom = priced("gpu=rtx-4090&model=resnet50", &prices);
    let cost = bom.money.as_deref().unwrap().energy.epoch.unwrap();
    assert!((cost - bom.power.epoch_kwh.unwrap() * 0.6).abs() < 1e-9, "no rate is put on it: {cost}");
}
