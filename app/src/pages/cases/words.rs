//! Figures as the page prints them.

use wording::format;

use super::metric::{Modeled, Unit};
use crate::locale::Locale;
use crate::messages::cases as text;

/// Stands where there is nothing to compare.
pub const NOTHING: &str = "–";

/// A figure as its guide prints it, with its unit.
#[must_use]
pub fn reported_text(value: f64, unit: Unit, locale: Locale) -> String {
    with_unit(&value.to_string(), unit, "GB", locale)
}

/// The model's figure with its unit, or what it says instead.
#[must_use]
pub fn modeled_text(modeled: Modeled, unit: Unit, locale: Locale) -> String {
    let figure = |value: f64| match unit {
        Unit::Number => format::count(value as u64),
        Unit::Percent => format::decimal(value, 0),
        _ => format::small(value),
    };
    match modeled {
        Modeled::Value(value) => with_unit(&figure(value), unit, "GiB", locale),
        Modeled::OneEpoch(value) => text::one_epoch(locale, &with_unit(&figure(value), unit, "GiB", locale)),
        Modeled::Fits => text::fits(locale).to_owned(),
        Modeled::DoesNotFit => text::does_not_fit(locale).to_owned(),
        Modeled::Nothing => text::not_modeled(locale).to_owned(),
    }
}

fn with_unit(figure: &str, unit: Unit, binary: &str, locale: Locale) -> String {
    match unit {
        Unit::Number => figure.to_owned(),
        Unit::PerSecond => format!("{figure}/s"),
        Unit::Seconds => text::unit_s(locale, figure),
        Unit::Minutes => text::unit_min(locale, figure),
        Unit::Hours => text::unit_h(locale, figure),
        Unit::Percent => format!("{figure}%"),
        Unit::Gib => format!("{figure} {binary}"),
        Unit::Gb => format!("{figure} GB"),
    }
}

/// Model over report: `+12%`, `−8%`, and from a factor of two on `× 3.4` or `÷ 12`.
#[must_use]
pub fn deviation(modeled: Modeled, reported: Option<f64>) -> String {
    let (Modeled::Value(modeled), Some(reported)) = (modeled, reported) else { return NOTHING.to_owned() };
    if reported <= 0.0 {
        // An overflow of none, reported as none, agrees.
        return if modeled > 0.0 { NOTHING.to_owned() } else { format::percent(0.0) };
    }
    format::deviation(modeled / reported)
}

/// The second of two states over the first: `× 1.9`, `× 0.29`, and below a tenth `÷ 16`.
#[must_use]
pub fn ratio(first: Option<f64>, second: Option<f64>) -> String {
    match (first, second) {
        (Some(first), Some(second)) if first > 0.0 && second > 0.0 => format::ratio(second / first),
        _ => NOTHING.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deviations_are_percent_up_to_a_factor_of_two() {
        for (modeled, reported, expected) in [
            (9.0, Some(10.0), "−10%"),
            (10.01, Some(10.0), "0%"),
            (19.0, Some(10.0), "+90%"),
            (34.0, Some(10.0), "× 3.4"),
            (1.0, Some(12.0), "÷ 12"),
            (0.0, Some(8.4), "−100%"),
            (0.0, Some(0.0), "0%"),
            (1.0, Some(0.0), NOTHING),
            (1.0, None, NOTHING),
        ] {
            assert_eq!(deviation(Modeled::Value(modeled), reported), expected);
        }
        assert_eq!(deviation(Modeled::DoesNotFit, Some(2.0)), NOTHING);
    }

    #[test]
    fn figures_keep_what_their_source_printed() {
        assert_eq!(reported_text(22.08, Unit::Gib, Locale::En), "22.08 GB");
        assert_eq!(reported_text(255.0, Unit::Minutes, Locale::Zh), "255 分钟");
        assert_eq!(modeled_text(Modeled::Value(8.71), Unit::Gib, Locale::En), "8.71 GiB");
        assert_eq!(modeled_text(Modeled::Value(0.0047), Unit::Seconds, Locale::En), "0.005 s");
        assert_eq!(modeled_text(Modeled::OneEpoch(1.5), Unit::Minutes, Locale::En), "1 epoch: 1.50 min");
        assert_eq!(ratio(Some(12.0), Some(3.5)), "× 0.29");
        assert_eq!(ratio(Some(8.0), Some(32.0)), "× 4.0");
        assert_eq!(ratio(Some(0.8), Some(0.05)), "÷ 16");
        assert_eq!(ratio(Some(0.0), Some(3.5)), NOTHING);
    }
}
