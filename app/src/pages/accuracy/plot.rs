//! The scatter plots: `plotters` does axes, scale and grid, the style sheet all colors.
//!
//! The library writes colors into its SVG; here they are only names of roles, replaced by classes, so that the plot
//! follows theme, forced colors and paper like the rest of the page. It could draw the points too, one element each;
//! a path a set takes a fifth of that.

use std::fmt::Write as _;

use leptos::prelude::*;
use plotters::prelude::*;
use wording::format;

use super::rows::{Row, Set};
use super::words;
use crate::locale::Locale;
use crate::messages::accuracy as text;
use crate::view::draw_plot;

/// Width and height of the drawing, in its own units.
const SIZE: u32 = 560;
/// Width of the band around the diagonal, each way, as a share of the reference.
pub const BAND: f64 = 0.15;
/// Text of the plot as the library measures it; the style sheet sets the size that is seen.
const TEXT: (&str, u32) = ("sans-serif", 16);

/// Colors that stand for a role: what the library draws in the color gets the class.
const ROLES: [(RGBColor, &str); 4] = [(AXES, "plot-axis"), (GRID, "plot-grid"), (WORDS, "plot-text"), (STRIP, "plot-band")];
const AXES: RGBColor = RGBColor(1, 0, 0);
const GRID: RGBColor = RGBColor(2, 0, 0);
const WORDS: RGBColor = RGBColor(3, 0, 0);
const STRIP: RGBColor = RGBColor(4, 0, 0);

/// The shape of a series' marks, so that series differ without color too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// A dot.
    Dot,
    /// A triangle on its base.
    Triangle,
    /// A square on its tip.
    Diamond,
}

/// Marks that belong together.
#[derive(Debug, Clone)]
pub struct Series {
    /// The class by which the style sheet colors them.
    pub class: &'static str,
    /// Their shape.
    pub shape: Shape,
    /// Reference and estimate of each, both above 0.
    pub places: Vec<(f64, f64)>,
}

/// What a plot says beside its marks.
#[derive(Debug, Clone)]
pub struct Scatter {
    /// Start of its elements' ids.
    pub id: &'static str,
    /// Its name.
    pub title: &'static str,
    /// What is to be seen.
    pub about: String,
    /// Names of the axes: reference and estimate.
    pub axes: [&'static str; 2],
    /// Width of the band around the diagonal, each way, as a share of the reference.
    pub band: f64,
    /// Ticks are powers of this.
    pub tick: f64,
    /// Room for labels and name of an axis, in the drawing's units.
    pub room: u32,
}

/// What the library made of the series.
struct Drawing {
    /// Axes, grid, band and diagonal, as SVG without its root.
    frame: String,
    /// Class and marks of each series that has any, as path data.
    marks: Vec<(&'static str, String)>,
}

/// Draws the plot of memory; nothing where there are no rows.
pub fn plot(rows: &[Row], locale: Locale) -> Option<AnyView> {
    let within = rows.iter().filter(|row| row.deviation().abs() <= BAND).count();
    let about = text::plot_about(locale, &format::tally(rows.len()), &format::tally(within));
    scatter(memory(about, locale), &series(rows))
}

fn memory(about: String, locale: Locale) -> Scatter {
    let axes = [text::axis_reference(locale), text::axis_estimate(locale)];
    Scatter { id: "scatter", title: text::plot_title(locale), about, axes, band: BAND, tick: 4.0, room: 56 }
}

/// Rows of each set as marks.
fn series(rows: &[Row]) -> Vec<Series> {
    let of = |set| rows.iter().filter(move |row| row.set == set).map(|row| (row.reference_gib(), row.estimate_gib())).collect();
    Set::ALL.map(|set| Series { class: words::class(set), shape: shape(set), places: of(set) }).into()
}

/// Draws a plot; nothing where there are no marks.
pub fn scatter(plot: Scatter, series: &[Series]) -> Option<AnyView> {
    let Drawing { frame, marks } = draw(&plot, series)?;
    let Scatter { id, title, about, .. } = plot;
    let paths: Vec<_> =
        marks.into_iter().map(|(class, data)| view! { <path class=format!("points {class}") d=data /> }).collect();
    let plot = view! {
        <svg
            class="scatter"
            viewBox=format!("0 0 {SIZE} {SIZE}")
            role="img"
            aria-labelledby=format!("{id}-title")
            aria-describedby=format!("{id}-about")
        >
            <title id=format!("{id}-title")>{title}</title>
            <desc id=format!("{id}-about")>{about}</desc>
            <g>{draw_plot(frame)}</g>
            {paths}
        </svg>
    };
    Some(plot.into_any())
}

/// A set's mark for the key of the plot.
pub fn key(set: Set) -> AnyView {
    swatch(words::class(set), shape(set))
}

/// A mark for the key of a plot.
pub fn swatch(class: &'static str, shape: Shape) -> AnyView {
    view! {
        <svg class="swatch" width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
            <path class=format!("points {class}") d=mark(shape, (7, 7)) />
        </svg>
    }
    .into_any()
}

const fn shape(set: Set) -> Shape {
    match set {
        Set::Simulated => Shape::Dot,
        Set::Published => Shape::Triangle,
        Set::Measured => Shape::Diamond,
    }
}

/// A mark around a place.
fn mark(shape: Shape, (x, y): (i32, i32)) -> String {
    match shape {
        // A line of no length with round ends.
        Shape::Dot => format!("M{x} {y}h0"),
        Shape::Triangle => format!("M{x} {}l4 7h-8z", y - 5),
        Shape::Diamond => format!("M{x} {}l5 5-5 5-5-5z", y - 5),
    }
}

fn draw(plot: &Scatter, series: &[Series]) -> Option<Drawing> {
    let range = range(series)?;
    let mut svg = String::new();
    let marks = paint(&mut svg, range, plot, series).ok()?;
    Some(Drawing { frame: classes_for_colors(&svg), marks })
}

/// Ends of both axes: the powers of two around all places, and a little more, so that the ticks at the ends show.
fn range(series: &[Series]) -> Option<(f64, f64)> {
    let values = || series.iter().flat_map(|one| &one.places).flat_map(|(reference, estimate)| [*reference, *estimate]);
    let (low, high) = (values().min_by(f64::total_cmp)?, values().max_by(f64::total_cmp)?);
    Some((low.log2().floor().exp2() * 0.95, high.log2().ceil().exp2() * 1.05))
}

type Painted<T> = Result<T, Box<dyn std::error::Error>>;

fn paint(svg: &mut String, (low, high): (f64, f64), plot: &Scatter, series: &[Series]) -> Painted<Vec<(&'static str, String)>> {
    let Scatter { axes: [reference, estimate], band, tick: base, room, .. } = *plot;
    let area = SVGBackend::with_string(svg, (SIZE, SIZE)).into_drawing_area();
    let axis = || (low..high).log_scale().base(base);
    let mut chart = ChartBuilder::on(&area)
        .margin_top(8)
        .margin_right(12)
        .x_label_area_size(room)
        .y_label_area_size(room)
        .build_cartesian_2d(axis(), axis())?;
    let band = [
        (low, low),
        (low, low * (1.0 + band)),
        (high / (1.0 + band), high),
        (high, high),
        (high, high * (1.0 - band)),
        (low / (1.0 - band), low),
    ];
    chart.draw_series([Polygon::new(band, STRIP.filled())])?;
    chart
        .configure_mesh()
        .axis_style(AXES)
        .bold_line_style(GRID)
        .light_line_style(TRANSPARENT)
        .label_style(TEXT.into_font().color(&WORDS))
        .axis_desc_style(TEXT.into_font().color(&WORDS))
        .x_desc(reference)
        .y_desc(estimate)
        .x_label_formatter(&tick)
        .y_label_formatter(&tick)
        .draw()?;
    chart.draw_series([PathElement::new([(low, low), (high, high)], AXES)])?;
    let marks = series.iter().map(|one| {
        let mut places: Vec<_> = one.places.iter().map(|place| chart.backend_coord(place)).collect();
        // Marks on the same place are one.
        places.sort_unstable();
        places.dedup();
        (one.class, places.into_iter().map(|place| mark(one.shape, place)).collect::<String>())
    });
    let marks: Vec<_> = marks.filter(|(_, data)| !data.is_empty()).collect();
    area.present()?;
    Ok(marks)
}

/// A tick's figure, below 1 as a fraction, which is shorter, and thousands in one letter: `1/16`, `4`, `10k`.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "the library hands ticks over by reference")]
fn tick(value: &f64) -> String {
    if *value < 1.0 {
        format!("1/{}", value.recip())
    } else if *value >= 1000.0 {
        format!("{}k", value / 1000.0)
    } else {
        format!("{value}")
    }
}

/// The content of the library's SVG with classes in place of colors, and without what the style sheet says anyway.
fn classes_for_colors(svg: &str) -> String {
    let content = svg.find('>').map_or("", |end| &svg[end + 1..]);
    let mut content = content.replace("</svg>", "").replace("opacity=\"1\" ", "").replace("font-family=\"sans-serif\" ", "");
    for (RGBColor(red, green, blue), class) in ROLES {
        let mut color = String::new();
        // Writing to a string cannot fail.
        let _ = write!(color, "#{red:02X}{green:02X}{blue:02X}");
        for property in ["fill", "stroke"] {
            content = content.replace(&format!("{property}=\"{color}\""), &format!("class=\"{class}\""));
        }
    }
    content
}

#[cfg(test)]
mod tests {
    use super::super::rows::rows;
    use super::*;

    #[test]
    fn colors_are_the_style_sheets() {
        for locale in Locale::ALL {
            let Drawing { frame, marks } = draw(&memory(String::new(), locale), &series(rows())).unwrap();
            assert!(!frame.contains('#') && !frame.contains("style="), "{frame}");
            for (_, class) in ROLES {
                assert!(frame.contains(class), "{class}");
            }
            assert!(frame.contains(text::axis_reference(locale)));
            assert!(marks.iter().any(|(class, _)| *class == words::class(Set::Simulated)));
        }
    }

    #[test]
    fn every_row_lies_in_the_plot() {
        let (low, high) = range(&series(rows())).unwrap();
        assert!(rows().iter().all(|row| (low..high).contains(&row.reference_gib()) && (low..high).contains(&row.estimate_gib())));
        assert!(range(&[]).is_none());
    }
}
