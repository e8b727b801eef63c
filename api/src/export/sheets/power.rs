//! What the machine draws.

use crate::export::table::{Cell, Column, Sheet};
use crate::export::words;
use wire::locale::Locale;
use wire::v1::bom::Bom;
use wire::v1::estimate::Answer;

/// The table of power, and of the energy of a run that trains.
#[must_use]
pub fn power(bom: &Bom, locale: Locale) -> Sheet {
    let columns = vec![
        Column::text(words::figure(locale), 56.0),
        Column::id(words::id(locale), 20.0),
        Column::number(words::value(locale), 14.0),
        Column::text(words::unit(locale), 10.0),
    ];
    let rows = figures(bom)
        .into_iter()
        .map(|(id, value, unit)| vec![Cell::text(words::power_name(id, locale)), Cell::text(id), value, Cell::text(unit)])
        .collect();
    Sheet { title: words::power(locale), columns, rows }
}

fn figures(bom: &Bom) -> Vec<(&'static str, Cell, &'static str)> {
    let power = &bom.power;
    let watts = |value: Option<f64>| Cell::number(value.unwrap_or(f64::NAN), 0);
    let known = (!power.complete).then(|| ("known_dc_w", watts(Some(power.known_dc_w)), "W"));
    let energy = |value: Option<f64>| Cell::number(value.unwrap_or(f64::NAN), 3);
    let all = [
        ("node_dc_w", watts(power.node_dc_w), "W"),
        ("node_wall_w", watts(power.node_wall_w), "W"),
        ("node_transient_w", watts(power.node_transient_w), "W"),
        ("nodes", Cell::count(power.nodes), ""),
    ];
    let of_run = [("epoch_kwh", energy(power.epoch_kwh), "kWh"), ("run_kwh", energy(power.run_kwh), "kWh")];
    let trains = matches!(bom.estimate, Answer::Estimate(_));
    known.into_iter().chain(all).chain(of_run.into_iter().filter(|_| trains)).collect()
}
