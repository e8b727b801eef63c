//! Price against time, both on logarithmic axes: the frame of the pictures that place machines, and their names in it.
//!
//! Each picture is drawn twice, for wide places and for phones, and the style sheet shows the one that has room: letters keep
//! their size, and no drawing is squeezed.

mod names;

pub use names::{Name, fitting, place_names};

use engine::units::Seconds;
use wire::Locale;
use wording::format;

use markup::{Element, classed};

/// Size of a drawing and of its margins, in its own units, which are pixels where it is shown at its own size.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Plot {
    /// Its class.
    pub class: &'static str,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
    /// Left margin, for the times.
    pub left: f64,
    /// Bottom margin, for the prices.
    pub bottom: f64,
    /// Times are told in one short unit.
    is_narrow: bool,
}

/// For places that are wide enough.
pub const WIDE: Plot =
    Plot { class: "scatter wide-only", width: 640.0, height: 340.0, left: 100.0, bottom: 48.0, is_narrow: false };
/// For phones: as wide as a card on one of 320 pixels.
pub const NARROW: Plot =
    Plot { class: "scatter narrow-only", width: 264.0, height: 340.0, left: 58.0, bottom: 44.0, is_narrow: true };
/// Width of a digit of a tick, at the most.
const DIGIT: f64 = 7.6;
/// Margin of the other sides.
pub const MARGIN: f64 = 16.0;

impl Plot {
    /// Where the drawing of the figures ends on the right.
    #[must_use]
    pub const fn right(&self) -> f64 {
        self.width - MARGIN
    }

    /// Where it ends at the bottom.
    #[must_use]
    pub const fn floor(&self) -> f64 {
        self.height - self.bottom
    }

    /// Begins the drawing.
    #[must_use]
    pub fn svg(&self) -> Element {
        classed("svg", self.class).attr("viewBox", format!("0 0 {} {}", unit(self.width), unit(self.height)))
    }
}

/// Ticks of a decade.
const TICKS: [f64; 3] = [1.0, 2.0, 5.0];
/// Least distance of two ticks, so that their letters do not touch.
const APART: (f64, f64) = (52.0, 16.0);
/// Times that people count by, in seconds.
const TIMES: [f64; 21] = [
    0.1,
    1.0,
    5.0,
    15.0,
    30.0,
    60.0,
    300.0,
    600.0,
    1800.0,
    3600.0,
    7200.0,
    14_400.0,
    28_800.0,
    57_600.0,
    86_400.0,
    172_800.0,
    345_600.0,
    691_200.0,
    1_382_400.0,
    2_764_800.0,
    5_529_600.0,
];

/// A logarithmic axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Axis {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl Axis {
    /// An axis that holds values above zero, with a little air at both ends.
    #[must_use]
    pub fn of(values: &[f64], from: f64, to: f64) -> Self {
        let low = values.iter().copied().fold(f64::INFINITY, f64::min) / 1.25;
        let high = values.iter().copied().fold(0.0, f64::max) * 1.25;
        Self { low, high, from, to }
    }

    /// Of prices, from left to right.
    #[must_use]
    pub fn of_prices(prices: &[f64], plot: &Plot) -> Self {
        Self::of(prices, plot.left, plot.right())
    }

    /// Of times, upward.
    #[must_use]
    pub fn of_times(times: &[f64], plot: &Plot) -> Self {
        Self::of(times, plot.floor(), MARGIN)
    }

    /// Where a value lies, in the drawing's units.
    #[must_use]
    pub fn place(&self, value: f64) -> f64 {
        self.from + (self.to - self.from) * (value / self.low).ln() / (self.high / self.low).ln()
    }

    /// Those of some values that lie on the axis, and not closer to the one before than `apart`.
    fn ticks(&self, values: impl Iterator<Item = f64>, apart: f64) -> Vec<f64> {
        let mut ticks: Vec<f64> = Vec::new();
        for value in values.filter(|value| (self.low..=self.high).contains(value)) {
            if ticks.last().is_none_or(|last| (self.place(value) - self.place(*last)).abs() >= apart) {
                ticks.push(value);
            }
        }
        ticks
    }
}

/// Grid, ticks and names of the axes.
#[must_use]
pub fn frame(plot: &Plot, x: &Axis, y: &Axis, price: String, time: &'static str, locale: Locale) -> Element {
    let (left, right, bottom) = (plot.left, plot.right(), plot.floor());
    let prices = (1..8).flat_map(|decade| TICKS.map(|tick| tick * 10_f64.powi(decade)));
    let prices = x.ticks(prices, APART.0).into_iter().map(|price| {
        let place = unit(x.place(price));
        let line = classed("path", "plot-grid").attr("d", format!("M{place} {MARGIN}V{bottom}"));
        let words = format::number(price);
        // The last one would run off the edge.
        let half = words.len() as f64 * DIGIT / 2.0;
        let middle = x.place(price).min(plot.width - 2.0 - half);
        (line, letters(unit(middle), unit(bottom + 17.0), "middle").with(words))
    });
    let told = |time: f64| {
        if plot.is_narrow { format::tick(Seconds::new(time), locale) } else { format::spelled_time(time, locale) }
    };
    let times = y.ticks(TIMES.into_iter(), APART.1).into_iter().map(|time| {
        let line = classed("path", "plot-grid").attr("d", format!("M{left} {}H{right}", unit(y.place(time))));
        (line, letters(unit(left - 6.0), unit(y.place(time) + 4.0), "end").with(told(time)))
    });
    let axes = classed("path", "plot-axis").attr("fill", "none").attr("d", format!("M{left} {MARGIN}V{bottom}H{right}"));
    markup::el("g")
        .with(prices.collect::<Vec<_>>())
        .with(times.collect::<Vec<_>>())
        .with(axes)
        .with(letters(unit(right), unit(bottom + 38.0), "end").with(price))
        .with(letters(unit(left - 6.0), unit(MARGIN - 4.0), "end").with(time))
}

fn letters(x: String, y: String, anchor: &'static str) -> Element {
    classed("text", "plot-text").attr("x", x).attr("y", y).attr("text-anchor", anchor)
}

/// A length in the drawing's units, without a separator of thousands.
#[must_use]
pub fn unit(length: f64) -> String {
    format::decimal(length, 1).replace(',', "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_inside_and_apart() {
        for (low, high) in [(100.0, 120.0), (500.0, 8000.0), (900.0, 400_000.0)] {
            for plot in [WIDE, NARROW] {
                let axis = Axis::of_prices(&[low, high], &plot);
                let ticks = axis.ticks((1..8).flat_map(|decade| TICKS.map(|tick| tick * 10_f64.powi(decade))), APART.0);
                assert!(!ticks.is_empty() && ticks.len() <= 12, "{low} {high}: {ticks:?}");
                assert!(ticks.windows(2).all(|two| axis.place(two[1]) - axis.place(two[0]) >= APART.0), "{ticks:?}");
                assert!(ticks.iter().all(|tick| (plot.left..=plot.right()).contains(&axis.place(*tick))));
            }
        }
    }

    #[test]
    fn one_value_lies_in_the_middle() {
        let axis = Axis::of_times(&[60.0, 60.0], &WIDE);
        assert!((axis.place(60.0) - f64::midpoint(WIDE.floor(), MARGIN)).abs() < 1e-9);
    }
}
