//! What the machine draws.

use crate::export::table::{Cell, Column, Sheet};
use crate::export::words;
use wire::locale::Locale;
use wire::v1::bom::Power;

/// The table of power and energy.
#[must_use]
pub fn power(power: &Power, locale: Locale) -> Sheet {
    let columns = vec![
        Column::text(words::figure(locale), 56.0),
        Column::id(words::id(locale), 20.0),
        Column::number(words::value(locale), 14.0),
        Column::text(words::unit(locale), 10.0),
    ];
    let rows = figures(power)
        .into_iter()
        .map(|(id, value, unit)| vec![Cell::text(words::power_name(id, locale)), Cell::text(id), value, Cell::text(unit)])
        .collect();
    Sheet { title: words::power(locale), columns, rows }
}

fn figures(power: &Power) -> Vec<(&'static str, Cell, &'static str)> {
    let watts = |value: Option<f64>| Cell::number(value.unwrap_or(f64::NAN), 0);
    let known = (!power.complete).then(|| ("known_dc_w", watts(Some(power.known_dc_w)), "W"));
    let energy = |value: Option<f64>| Cell::number(value.unwrap_or(f64::NAN), 3);
    let all = [
        ("node_dc_w", watts(power.node_dc_w), "W"),
        ("node_wall_w", watts(power.node_wall_w), "W"),
        ("node_transient_w", watts(power.node_transient_w), "W"),
        ("nodes", Cell::count(power.nodes), ""),
        ("epoch_kwh", energy(power.epoch_kwh), "kWh"),
        ("run_kwh", energy(power.run_kwh), "kWh"),
    ];
    known.into_iter().chain(all).collect()
}
