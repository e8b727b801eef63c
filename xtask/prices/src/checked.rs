//! What a list says, part by part and day by day, once nothing of it is at fault.

use std::collections::BTreeMap;

use scenario::prices::list::{Quote, Sheet};
use wire::v1::prices::Currency;

/// Times the newest known price, upwards and downwards, beyond which a price is looked at first: in the catalog's history a
/// kit of DDR5 rose to four times its price within a year (64 GB, May 2025 to February 2026), and nothing more.
const FAR: f64 = 4.0;

/// What goes for a whole list.
#[derive(Debug, Clone)]
pub struct Listing {
    /// Who published it.
    pub source: String,
    /// The day of rows that say none (`YYYY-MM-DD`).
    pub day: Option<String>,
    /// Today (`YYYY-MM-DD`): nothing is of a later day.
    pub today: String,
    /// Parts whose prices have been looked at, however far from what is known.
    pub accepted: Vec<String>,
}

/// What a part cost on a day.
#[derive(Debug, Clone, PartialEq)]
pub struct Point {
    /// Id of the part.
    pub part: String,
    /// The day (`YYYY-MM-DD`).
    pub day: String,
    /// The lowest price in dollars.
    pub low: f64,
    /// The median in dollars.
    pub median: f64,
    /// How many prices these are of.
    pub listings: usize,
}

/// The prices of a list, those of one part and day together, in the order of the parts and days.
///
/// # Errors
/// Everything that is wrong, by line.
pub fn checked(sheet: &Sheet, listing: &Listing, known: impl Fn(&str) -> Known) -> Result<Vec<Point>, Vec<String>> {
    let mut faults: Vec<String> = Vec::new();
    let mut together: BTreeMap<(&str, &str), Vec<f64>> = BTreeMap::new();
    for quote in sheet.quotes.iter().filter(|quote| quote.stock != Some(0)) {
        let day = quote.date.as_deref().or(listing.day.as_deref());
        let wrong = wrong(quote, day, listing, &known(&quote.id));
        faults.extend(wrong.into_iter().map(|what| format!("line {}: {}: {what}", quote.line, quote.id)));
        together.entry((&quote.id, day.unwrap_or_default())).or_default().push(quote.amount);
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let point = |((part, day), mut prices): ((&str, &str), Vec<f64>)| {
        prices.sort_by(f64::total_cmp);
        let (low, median) = (prices[0], median(&prices));
        Point { part: part.to_owned(), day: day.to_owned(), low, median, listings: prices.len() }
    };
    Ok(together.into_iter().map(point).collect())
}

/// What the catalog knows of a part.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Known {
    /// It has no row with a price of its own, as classes of power supplies and boards.
    NoRow,
    /// It has a row, and its newest price in dollars where there is one.
    Row {
        /// That price.
        newest: Option<f64>,
    },
}

fn wrong(quote: &Quote, day: Option<&str>, listing: &Listing, known: &Known) -> Vec<String> {
    let mut wrong = Vec::new();
    if quote.currency != Currency::USD {
        wrong.push(
            "the catalog's prices are US dollars, and a rate of exchange of another day would make this another price".into(),
        );
    }
    if quote.tax_included == Some(true) {
        wrong.push("with tax, which the catalog's prices do not have".into());
    }
    match day {
        None => wrong.push("of no day; give it a date, or the list one (--date YYYY-MM-DD)".into()),
        Some(day) if day > listing.today.as_str() => wrong.push(format!("of {day}, which is still to come")),
        Some(_) => {}
    }
    match *known {
        Known::NoRow => wrong.push("has no row with a price of its own".into()),
        Known::Row { newest: Some(newest) } if is_far(quote.amount, newest) && !listing.accepted.contains(&quote.id) => {
            wrong.push(format!(
                "{} USD is more than {FAR} times away from the newest known price, {newest} USD; look at it, then --accept {}",
                quote.amount, quote.id
            ));
        }
        Known::Row { .. } => {}
    }
    wrong
}

fn is_far(price: f64, newest: f64) -> bool {
    price > newest * FAR || price * FAR < newest
}

/// The median of ascending prices, to the cent.
fn median(prices: &[f64]) -> f64 {
    let (low, high) = (prices[(prices.len() - 1) / 2], prices[prices.len() / 2]);
    ((low + high) * 50.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet(text: &str) -> Sheet {
        scenario::prices::list::parse_table(text.as_bytes()).expect("a list")
    }

    fn listing() -> Listing {
        Listing { source: "a shop".into(), day: None, today: "2026-11-01".into(), accepted: Vec::new() }
    }

    fn known(id: &str) -> Known {
        match id {
            "psu-850w-gold" => Known::NoRow,
            "rtx-4090" => Known::Row { newest: Some(2000.0) },
            _ => Known::Row { newest: None },
        }
    }

    #[test]
    fn prices_of_one_day_are_the_lowest_and_the_median() {
        let list = sheet(
            "id,price,currency,date,stock\nrtx-4090,2100,USD,2026-10-01,\nrtx-4090,1900,USD,2026-10-01,3\nrtx-4090,5,USD,2026-10-01,0\n\
             rtx-4090,2500.5,USD,2026-10-01,\nrtx-5090,3000,USD,2026-10-02,",
        );
        let points = checked(&list, &listing(), known).expect("nothing is wrong");
        let of =
            |part: &str, day: &str, low, median, listings| Point { part: part.into(), day: day.into(), low, median, listings };
        assert_eq!(points, [of("rtx-4090", "2026-10-01", 1900.0, 2100.0, 3), of("rtx-5090", "2026-10-02", 3000.0, 3000.0, 1)]);
    }

    #[test]
    fn every_fault_is_named_with_its_line() {
        let list = sheet(
            "id,price,currency,date,tax_included\nrtx-4090,2100,EUR,2026-10-01,\nrtx-4090,2100,USD,2026-12-01,\n\
             rtx-4090,2100,USD,,\nrtx-4090,9000,USD,2026-10-01,\nrtx-5090,2100,USD,2026-10-01,yes",
        );
        let faults = checked(&list, &listing(), known).expect_err("all of it is wrong");
        let expected = [
            "line 2: rtx-4090: the catalog's prices are US dollars",
            "line 3: rtx-4090: of 2026-12-01, which is still to come",
            "line 4: rtx-4090: of no day",
            "line 5: rtx-4090: 9000 USD is more than 4 times away from the newest known price, 2000 USD",
            "line 6: rtx-5090: with tax",
        ];
        assert_eq!(faults.len(), expected.len());
        for (fault, expected) in faults.iter().zip(expected) {
            assert!(fault.starts_with(expected), "{fault}");
        }
        let looked_at = Listing { accepted: vec!["rtx-4090".into()], ..listing() };
        let list = sheet("id,price,currency,date\nrtx-4090,9000,USD,2026-10-01");
        assert_eq!(checked(&list, &looked_at, known).map(|points| points.len()), Ok(1));
    }

    #[test]
    fn what_has_no_row_has_no_price_of_its_own() {
        let list = Sheet {
            quotes: vec![Quote {
                line: 2,
                id: "psu-850w-gold".into(),
                amount: 100.0,
                currency: Currency::USD,
                vendor: None,
                part_number: None,
                tax_included: None,
                date: Some("2026-10-01".into()),
                stock: None,
            }],
            rates: Vec::new(),
        };
        let faults = checked(&list, &listing(), known).expect_err("no row");
        assert_eq!(faults, ["line 2: psu-850w-gold: has no row with a price of its own"]);
    }
}
