//! Figures of what was found, as short as they are told.

use engine::units::Seconds;

use crate::number;

/// Three significant digits, whole from 100 on.
pub fn significant(value: f64) -> String {
    let scale = match value {
        99.95.. => 1.0,
        9.995.. => 10.0,
        0.9995.. => 100.0,
        _ => 10_000.0,
    };
    number((value * scale).round() / scale)
}

/// A duration by its size; words are the units' names.
pub fn duration(time: Seconds, [milliseconds, seconds, minutes, hours]: [&str; 4]) -> String {
    match time.get() {
        ..0.9995 => format!("{} {milliseconds}", significant(time.get() * 1e3)),
        ..119.5 => format!("{} {seconds}", significant(time.get())),
        ..7170.0 => format!("{:.0} {minutes}", time.get() / 60.0),
        _ => format!("{} {hours}", significant(time.get() / 3600.0)),
    }
}

/// How much of a whole something is, in percent with one decimal where it is little.
pub fn share(share: f64) -> String {
    let value = share * 100.0;
    if value > 0.0 && value < 0.95 { format!("{value:.1} %") } else { format!("{value:.0} %") }
}
