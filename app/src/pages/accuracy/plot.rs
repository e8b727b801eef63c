//! The scatter plot: `plotters` does axes, scale and grid, the style sheet all colors.
//!
//! The library writes colors into its SVG; here they are only names of roles, replaced by classes, so that the plot
//! follows theme, forced colors and paper like the rest of the page. It could draw the points too, one element each;
//! a path a set takes a fifth of that.

use std::fmt::Write as _;

use leptos::prelude::*;
use plotters::prelude::*;

use super::rows::{Row, Set};
use super::words;
use crate::locale::Locale;
use crate::messages::accuracy as text;

/// Width and height of the drawing, in its own units.
const SIZE: u32 = 560;
/// Room for labels and name of an axis, in the drawing's units.
const AXIS: u32 = 56;
/// Width of the band around the diagonal, each way, as a share of the reference.
pub const BAND: f64 = 0.15;
/// Ticks are powers of this.
const TICK: f64 = 4.0;
/// Text of the plot as the library measures it; the style sheet sets the size that is seen.
const TEXT: (&str, u32) = ("sans-serif", 16);

/// Colors that stand for a role: what the library draws in the color gets the class.
const ROLES: [(RGBColor, &str); 4] = [(AXES, "plot-axis"), (GRID, "plot-grid"), (WORDS, "plot-text"), (STRIP, "plot-band")];
const AXES: RGBColor = RGBColor(1, 0, 0);
const GRID: RGBColor = RGBColor(2, 0, 0);
const WORDS: RGBColor = RGBColor(3, 0, 0);
const STRIP: RGBColor = RGBColor(4, 0, 0);

/// What the library made of the rows.
struct Drawing {
    /// Axes, grid, band and diagonal, as SVG without its root.
    frame: String,
    /// The marks of each set, as path data.
    marks: Vec<(Set, String)>,
}

/// Draws the plot; nothing where there are no rows.
pub fn plot(rows: &[Row], locale: Locale) -> Option<AnyView> {
    let Drawing { frame, marks } = draw(rows, locale)?;
    let within = rows.iter().filter(|row| row.deviation().abs() <= BAND).count();
    let about = text::plot_about(locale, &words::count(rows.len()), &words::count(within));
    let paths: Vec<_> =
        marks.into_iter().map(|(set, data)| view! { <path class=format!("points {}", words::class(set)) d=data /> }).collect();
    let plot = view! {
        <svg class="scatter" viewBox=format!("0 0 {SIZE} {SIZE}") role="img" aria-labelledby="scatter-title" aria-describedby="scatter-about">
            <title id="scatter-title">{text::plot_title(locale)}</title>
            <desc id="scatter-about">{about}</desc>
            <g inner_html=frame></g>
            {paths}
        </svg>
    };
    Some(plot.into_any())
}

/// A set's mark for the key of the plot.
pub fn key(set: Set) -> AnyView {
    view! {
        <svg class="swatch" width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
            <path class=format!("points {}", words::class(set)) d=mark(set, (7, 7)) />
        </svg>
    }
    .into_any()
}

/// A mark around a place: a dot, a triangle or a diamond, so that sets differ without color too.
fn mark(set: Set, (x, y): (i32, i32)) -> String {
    match set {
        // A line of no length with round ends.
        Set::Simulated => format!("M{x} {y}h0"),
        Set::Published => format!("M{x} {}l4 7h-8z", y - 5),
        Set::Measured => format!("M{x} {}l5 5-5 5-5-5z", y - 5),
    }
}

fn draw(rows: &[Row], locale: Locale) -> Option<Drawing> {
    let (low, high) = range(rows)?;
    let mut svg = String::new();
    let marks = paint(&mut svg, (low, high), rows, locale).ok()?;
    Some(Drawing { frame: classed(&svg), marks })
}

/// Ends of both axes in GiB: the powers of two around all rows, and a little more, so that the ticks at the ends show.
fn range(rows: &[Row]) -> Option<(f64, f64)> {
    let values = || rows.iter().flat_map(|row| [row.reference_gib(), row.estimate_gib()]);
    let (low, high) = (values().min_by(f64::total_cmp)?, values().max_by(f64::total_cmp)?);
    Some((low.log2().floor().exp2() * 0.95, high.log2().ceil().exp2() * 1.05))
}

type Painted<T> = Result<T, Box<dyn std::error::Error>>;

fn paint(svg: &mut String, (low, high): (f64, f64), rows: &[Row], locale: Locale) -> Painted<Vec<(Set, String)>> {
    let area = SVGBackend::with_string(svg, (SIZE, SIZE)).into_drawing_area();
    let axis = || (low..high).log_scale().base(TICK);
    let mut chart = ChartBuilder::on(&area)
        .margin_top(8)
        .margin_right(12)
        .x_label_area_size(AXIS)
        .y_label_area_size(AXIS)
        .build_cartesian_2d(axis(), axis())?;
    let band = [
        (low, low),
        (low, low * (1.0 + BAND)),
        (high / (1.0 + BAND), high),
        (high, high),
        (high, high * (1.0 - BAND)),
        (low / (1.0 - BAND), low),
    ];
    chart.draw_series([Polygon::new(band, STRIP.filled())])?;
    chart
        .configure_mesh()
        .axis_style(AXES)
        .bold_line_style(GRID)
        .light_line_style(TRANSPARENT)
        .label_style(TEXT.into_font().color(&WORDS))
        .axis_desc_style(TEXT.into_font().color(&WORDS))
        .x_desc(text::axis_reference(locale))
        .y_desc(text::axis_estimate(locale))
        .x_label_formatter(&tick)
        .y_label_formatter(&tick)
        .draw()?;
    chart.draw_series([PathElement::new([(low, low), (high, high)], AXES)])?;
    let marks = Set::ALL.map(|set| {
        let mut places: Vec<_> = rows
            .iter()
            .filter(|row| row.set == set)
            .map(|row| chart.backend_coord(&(row.reference_gib(), row.estimate_gib())))
            .collect();
        // Marks on the same place are one.
        places.sort_unstable();
        places.dedup();
        (set, places.into_iter().map(|place| mark(set, place)).collect::<String>())
    });
    area.present()?;
    Ok(marks.into_iter().filter(|(_, data)| !data.is_empty()).collect())
}

/// A tick's figure, below 1 as a fraction, which is shorter: `1/16`, `4`.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "the library hands ticks over by reference")]
fn tick(value: &f64) -> String {
    if *value < 1.0 { format!("1/{}", value.recip()) } else { format!("{value}") }
}

/// The content of the library's SVG with classes in place of colors, and without what the style sheet says anyway.
fn classed(svg: &str) -> String {
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
            let Drawing { frame, marks } = draw(rows(), locale).unwrap();
            assert!(!frame.contains('#') && !frame.contains("style="), "{frame}");
            for (_, class) in ROLES {
                assert!(frame.contains(class), "{class}");
            }
            assert!(frame.contains(text::axis_reference(locale)));
            assert!(marks.iter().any(|(set, _)| *set == Set::Simulated));
        }
    }

    #[test]
    fn every_row_lies_in_the_plot() {
        let (low, high) = range(rows()).unwrap();
        assert!(rows().iter().all(|row| (low..high).contains(&row.reference_gib()) && (low..high).contains(&row.estimate_gib())));
        assert!(range(&[]).is_none());
    }
}
