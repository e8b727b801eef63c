//! What buying and renting cost by the hours of training, as lines that cross where buying begins to cost less.
//!
//! Only offers of the machine's own shape are drawn, as only those are compared; the sentence above the picture and the list below
//! it have the same figures.

use wire::v1::money::{Rent, RentOffer};
use wording::format;

use crate::components::scatter::{MARGIN, NARROW, Plot, WIDE, fitting, place_names, unit};
use crate::locale::Locale;
use crate::messages::bom_money as text;
use markup::{Element, classed, el};

/// Offers that are drawn: the cheapest, beside which the dearer ones decide nothing.
const OFFERS: usize = 3;
/// So far beyond the last crossing the lines go on.
const BEYOND: f64 = 1.25;
/// Ticks of an axis at the most, by whether it lies.
const TICKS: (f64, f64) = (4.0, 6.0);
/// Ticks of any axis beside its zero.
const MOST_TICKS: u32 = 8;
/// Round steps of a decade.
const STEPS: [f64; 3] = [1.0, 2.0, 5.0];
/// What a crossing takes around its middle, in the drawing's units.
const RADIUS: f64 = 5.0;

/// An axis whose values begin with zero.
struct Axis {
    most: f64,
    from: f64,
    to: f64,
}

impl Axis {
    fn place(&self, value: f64) -> f64 {
        self.from + (self.to - self.from) * value / self.most
    }

    /// Round values, no more than `count` of them.
    fn ticks(&self, count: f64) -> Vec<f64> {
        let least = self.most / count;
        let decade = 10_f64.powf(least.log10().floor());
        let step = STEPS.iter().map(|step| step * decade).find(|step| *step >= least).unwrap_or(10.0 * decade);
        (0..=MOST_TICKS).map(|index| f64::from(index) * step).take_while(|tick| *tick <= self.most).collect()
    }
}

/// Draws the lines; nothing where no offer is compared.
pub(super) fn picture(rent: &Rent, currency: &str, locale: Locale) -> Option<Element> {
    let mut offers: Vec<(&RentOffer, f64)> =
        rent.offers.iter().filter_map(|offer| Some((offer, offer.break_even_hours?))).collect();
    offers.sort_by(|(a, _), (b, _)| a.per_hour.total_cmp(&b.per_hour));
    offers.truncate(OFFERS);
    let longest = offers.iter().map(|(_, hours)| *hours).fold(0.0, f64::max);
    if !(longest > 0.0 && longest.is_finite()) {
        return None;
    }
    let about = offers.iter().map(|(offer, hours)| text::crossing(locale, &name(offer), &whole(*hours)));
    let about: Vec<String> = about.collect();
    let caption = el("figcaption").with(el("h3").with(text::break_even(locale)));
    let figure = classed("figure", "break-even").attr("data-testid", "break-even").with(caption);
    let drawn = [WIDE, NARROW].map(|plot| drawing(&plot, rent, &offers, (longest * BEYOND, currency), locale));
    let told = about.join(locale.pick("; ", "；"));
    Some(figure.with(drawn.map(|svg| svg.attr("role", "img").attr("aria-label", told.clone())).to_vec()))
}

fn drawing(plot: &Plot, rent: &Rent, offers: &[(&RentOffer, f64)], (hours, currency): (f64, &str), locale: Locale) -> Element {
    let bought = |hours: f64| rent.known_purchase + rent.energy_per_hour.unwrap_or(0.0) * hours;
    let most = offers.iter().map(|(offer, _)| offer.per_hour * hours).fold(bought(hours), f64::max);
    let x = Axis { most: hours, from: plot.left, to: plot.right() };
    let y = Axis { most, from: plot.floor(), to: MARGIN };
    let line = |class: &'static str, from: f64, to: f64| {
        let d = format!("M{} {}L{} {}", unit(x.place(0.0)), unit(y.place(from)), unit(x.place(hours)), unit(y.place(to)));
        classed("path", class).attr("fill", "none").attr("d", d)
    };
    let rented = offers.iter().map(|(offer, _)| line("cost-rented", 0.0, offer.per_hour * hours));
    let crossings = offers.iter().map(|(_, at)| {
        let (x, y) = (x.place(*at), y.place(bought(*at)));
        classed("path", "points").attr("d", format!("M{} {}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z", unit(x - 4.0), unit(y)))
    });
    // Each offer is named where it crosses, with the hours; the machine where its line begins.
    let named = offers
        .iter()
        .map(|(offer, at)| (x.place(*at), y.place(bought(*at)), text::at_hours(locale, &offer.provider, &whole(*at))));
    let machine = (x.place(hours * 0.02), y.place(bought(0.0)), text::bought(locale).to_owned());
    let marks: Vec<(f64, f64, String)> = named.chain([machine]).map(|(x, y, name)| (x, y, fitting(plot, &name))).collect();
    let names = place_names(plot, &marks, RADIUS).into_iter().zip(&marks);
    let names = names.map(|(place, (.., name))| {
        classed("text", "plot-name").attr("x", unit(place.x)).attr("y", unit(place.y)).with(name.clone())
    });
    plot.svg()
        .with(frame(plot, &x, &y, currency, locale))
        .with(rented.collect::<Vec<_>>())
        .with(line("cost-bought", bought(0.0), bought(hours)))
        .with(crossings.collect::<Vec<_>>())
        .with(names.collect::<Vec<_>>())
}

/// Grid, ticks and names of the axes.
fn frame(plot: &Plot, x: &Axis, y: &Axis, currency: &str, locale: Locale) -> Element {
    let (left, right, bottom) = (plot.left, plot.right(), plot.floor());
    let letters = |x: f64, y: f64, anchor: &'static str| {
        classed("text", "plot-text").attr("x", unit(x)).attr("y", unit(y)).attr("text-anchor", anchor)
    };
    let hours = x.ticks(TICKS.0).into_iter().map(|tick| {
        let line = classed("path", "plot-grid").attr("d", format!("M{} {MARGIN}V{}", unit(x.place(tick)), unit(bottom)));
        (line, letters(x.place(tick), bottom + 17.0, "middle").with(whole(tick)))
    });
    let costs = y.ticks(TICKS.1).into_iter().skip(1).map(|tick| {
        let line = classed("path", "plot-grid").attr("d", format!("M{left} {}H{right}", unit(y.place(tick))));
        (line, letters(left - 6.0, y.place(tick) + 4.0, "end").with(whole(tick)))
    });
    let axes = classed("path", "plot-axis").attr("fill", "none").attr("d", format!("M{left} {MARGIN}V{bottom}H{right}"));
    el("g")
        .with(hours.collect::<Vec<_>>())
        .with(costs.collect::<Vec<_>>())
        .with(axes)
        .with(letters(right, bottom + 36.0, "end").with(text::axis_hours(locale)))
        .with(letters(left - 6.0, MARGIN - 4.0, "end").with(currency.to_owned()))
}

fn name(offer: &RentOffer) -> String {
    format!("{} {}", offer.provider, offer.instance)
}

/// A figure without a fraction.
fn whole(value: f64) -> String {
    format::decimal(value, 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_few() {
        for (most, count, expected) in [
            (1000.0, 4.0, vec![0.0, 500.0, 1000.0]),
            (730.0, 4.0, vec![0.0, 200.0, 400.0, 600.0]),
            (4.2, 6.0, vec![0.0, 1.0, 2.0, 3.0, 4.0]),
        ] {
            assert_eq!(Axis { most, from: 0.0, to: 1.0 }.ticks(count), expected, "{most}");
        }
    }
}
