//! One price list of all that a buyer has: sheets of several shops, and rates of exchange.

use std::collections::BTreeMap;
use std::sync::Arc;

use catalog::Price;
use scenario::error::{FieldError, Reason};
use scenario::prices::list::{Quote, Sheet};
use wire::locale::Locale;
use wire::v1::prices::Currency;
use wording::format::cents;

use super::month::month_of;

/// The source of a price where the list itself is not at hand; [`Quoted::source`] says more.
const SOURCE: &str = "price list";
/// The smallest price in dollars: what costs less is paid for nevertheless.
pub(super) const SMALLEST_USD: f64 = 0.01;

/// What was read of a file, or of a sheet in it.
#[derive(Debug, Clone, PartialEq)]
pub struct Source {
    /// Name of the file, as messages have it.
    pub name: String,
    /// The day of the file (`YYYY-MM-DD`), for prices that say none.
    pub day: String,
    /// What it says.
    pub sheet: Sheet,
}

/// Something is wrong in a file.
#[derive(Debug, Clone, PartialEq)]
pub struct Fault {
    /// Name of the file.
    pub file: String,
    /// What is wrong, and where.
    pub error: FieldError,
}

impl Fault {
    /// The fault with its file, and its line and column or member.
    #[must_use]
    pub fn told(&self, locale: Locale) -> String {
        let (file, detail) = (&self.file, self.error.detail(locale));
        let member = match self.error.reason {
            Reason::InLine { .. } => String::new(),
            _ => self.error.name(),
        };
        match locale {
            _ if member.is_empty() => format!("{file}: {detail}"),
            Locale::En => format!("{file}: {member}: {detail}"),
            Locale::Zh => format!("{file}：{member}：{detail}"),
        }
    }
}

/// A price of the list, which owns its texts: they go when a newer list takes its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Quoted {
    /// What the shop asks.
    pub amount: f64,
    /// In which currency.
    pub currency: Currency,
    /// The price in dollars, with its month; whose it is says [`Quoted::source`].
    pub price: Price,
    /// The shop, where its list names one.
    pub vendor: Option<String>,
    /// The file that says it.
    pub file: String,
    /// The shop's or maker's own number of the part.
    pub part_number: Option<String>,
    /// Of which day (`YYYY-MM-DD`); empty for an own price, which is of the day that it is told.
    pub day: String,
    /// Whether tax is in it, where that is said.
    pub tax_included: Option<bool>,
    /// How many the shop has, where that is said.
    pub stock: Option<u64>,
}

impl Quoted {
    /// Where the price is from: the shop, or the file that names none, its number of the part, and the day.
    #[must_use]
    pub fn source(&self) -> String {
        let Self { vendor, file, part_number, day, .. } = self;
        let shop = vendor.as_ref().unwrap_or(file);
        let number = part_number.as_ref().map_or(String::new(), |number| format!(", {number}"));
        let day = if day.is_empty() { String::new() } else { format!(", {day}") };
        format!("{shop}{number}{day}")
    }

    /// Whether the shop says that it has none.
    #[must_use]
    pub fn is_sold_out(&self) -> bool {
        self.stock == Some(0)
    }
}

/// The prices of a buyer's shops by part, and the rates that they were turned with.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PriceList {
    pub(super) quotes: BTreeMap<String, Arc<Quoted>>,
    rates: BTreeMap<Currency, f64>,
}

impl PriceList {
    /// The list of all sources. Of several shops the one that has a part counts, and of those the cheapest.
    ///
    /// # Errors
    /// Every price in a currency without a rate, rates that contradict each other, and parts that one shop has twice.
    pub fn of(sources: &[Source]) -> Result<Self, Vec<Fault>> {
        let (rates, mut faults) = rates(sources);
        let mut list = Self { quotes: BTreeMap::new(), rates };
        let mut first: BTreeMap<(&str, &str), (usize, u64)> = BTreeMap::new();
        for (place, source) in sources.iter().enumerate() {
            for quote in &source.sheet.quotes {
                let key = (quote.id.as_str(), shop(source, quote));
                if let Some((other, line)) = first.get(&key) {
                    let of = format!("{}/{line}", sources[*other].name);
                    faults.push(fault(source, quote.line, "id", Reason::Duplicate { of }));
                    continue;
                }
                first.insert(key, (place, quote.line));
                match list.rate(quote.currency) {
                    Some(per_usd) => list.take(quote, quoted(source, quote, per_usd)),
                    None => faults.push(fault(source, quote.line, "currency", Reason::RateRequired)),
                }
            }
        }
        if faults.is_empty() { Ok(list) } else { Err(faults) }
    }

    /// Keeps a price that goes before what is known of its part.
    fn take(&mut self, quote: &Quote, new: Quoted) {
        let goes_first = |old: &Arc<Quoted>| (new.is_sold_out(), new.price.usd) < (old.is_sold_out(), old.price.usd);
        if self.quotes.get(&quote.id).is_none_or(goes_first) {
            self.quotes.insert(quote.id.clone(), Arc::new(new));
        }
    }

    /// What a US dollar is in a currency, where that is known.
    fn rate(&self, currency: Currency) -> Option<f64> {
        if currency == Currency::USD { Some(1.0) } else { self.rates.get(&currency).copied() }
    }

    /// The price of a part.
    #[must_use]
    pub fn of_part(&self, id: &str) -> Option<&Arc<Quoted>> {
        self.quotes.get(id)
    }

    /// How many parts have a price.
    #[must_use]
    pub fn len(&self) -> usize {
        self.quotes.len()
    }

    /// Whether none has.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.quotes.is_empty()
    }

    /// The rates that prices were turned with.
    #[must_use]
    pub const fn rates(&self) -> &BTreeMap<Currency, f64> {
        &self.rates
    }
}

/// Who asks a price: the shop, or the file that names none.
fn shop<'a>(source: &'a Source, quote: &'a Quote) -> &'a str {
    quote.vendor.as_deref().unwrap_or(&source.name)
}

/// A price in dollars, and what is known of it.
fn quoted(source: &Source, quote: &Quote, per_usd: f64) -> Quoted {
    let day = quote.date.as_ref().unwrap_or(&source.day);
    Quoted {
        amount: quote.amount,
        currency: quote.currency,
        price: Price { usd: cents(quote.amount / per_usd).max(SMALLEST_USD), date: month_of(day), source: SOURCE },
        vendor: quote.vendor.clone(),
        file: source.name.clone(),
        part_number: quote.part_number.clone(),
        day: day.clone(),
        tax_included: quote.tax_included,
        stock: quote.stock,
    }
}

/// The rates of all sources, and those that contradict each other.
fn rates(sources: &[Source]) -> (BTreeMap<Currency, f64>, Vec<Fault>) {
    let (mut rates, mut faults) = (BTreeMap::new(), Vec::new());
    for source in sources {
        for rate in &source.sheet.rates {
            let known = *rates.entry(rate.currency).or_insert(rate.per_usd);
            if known.total_cmp(&rate.per_usd).is_ne() {
                let of = format!("rates/{}", rate.currency.as_str());
                faults.push(fault(source, rate.line, "per_usd", Reason::Duplicate { of }));
            }
        }
    }
    (rates, faults)
}

fn fault(source: &Source, line: u64, column: &'static str, reason: Reason) -> Fault {
    let reason = Reason::InLine { line, column, reason: Box::new(reason) };
    Fault { file: source.name.clone(), error: FieldError::new(format!("/line/{line}/{column}"), reason) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::price_list::{price, under};
    use scenario::prices::list::parse_table;

    fn source(name: &str, table: &str) -> Source {
        let sheet = parse_table(table.as_bytes()).unwrap_or_else(|errors| panic!("{table}: {errors:?}"));
        Source { name: name.to_owned(), day: "2026-10-01".to_owned(), sheet }
    }

    fn told(sources: &[Source]) -> Vec<String> {
        PriceList::of(sources).unwrap_err().iter().map(|fault| fault.told(Locale::En)).collect()
    }

    #[test]
    fn the_cheapest_shop_that_has_a_part_counts() {
        let rates = source("rates.csv", "currency,per_usd\nEUR,0.8\n");
        let one =
            source("one.csv", "id;price;currency;vendor;stock;mpn\nrtx-4090;1600;EUR;One;3;X\ncase-tower-mid;50;EUR;One;0;\n");
        let two = source("two.csv", "id,price,currency,date\nrtx-4090,2100,USD,2026-09-30\ncase-tower-mid,90,USD,\n");
        for sources in [[rates.clone(), one.clone(), two.clone()], [two, one, rates]] {
            let list = PriceList::of(&sources).unwrap();
            let card = list.of_part("rtx-4090").unwrap();
            assert_eq!((card.amount, card.currency, card.price.usd), (1600.0, Currency::EUR, 2000.0));
            assert_eq!((card.source().as_str(), card.price.date), ("One, X, 2026-10-01", "2026-10"));
            let tower = list.of_part("case-tower-mid").unwrap();
            assert_eq!(
                (tower.price.usd, tower.source().as_str()),
                (90.0, "two.csv, 2026-10-01"),
                "one that is sold out goes last"
            );
            assert_eq!((list.len(), list.of_part("rtx-4080")), (2, None));
        }
    }

    #[test]
    fn no_currency_is_taken_for_a_dollar() {
        let euro = source("shop.csv", "id,price,currency\nrtx-4090,1600,EUR\n");
        assert_eq!(
            told(std::slice::from_ref(&euro)),
            ["shop.csv: line 2, currency: needs a rate of exchange; the catalog's prices are in USD"]
        );
        let [one, other] = ["EUR,0.8", "EUR,0.9"].map(|rate| source("rates.csv", &format!("currency,per_usd\n{rate}\n")));
        assert_eq!(
            told(&[euro.clone(), one, other]),
            ["rates.csv: line 2, per_usd: is given twice, first in `rates.EUR`; keep one of the two"]
        );
        let twice = source("twice.csv", "id,price,currency\nrtx-4090,1,USD\nrtx-4090,2,USD\n");
        assert_eq!(told(&[twice]), ["twice.csv: line 3, id: is given twice, first in `twice.csv.2`; keep one of the two"]);
    }

    #[test]
    fn a_list_is_in_force_for_its_own_question_alone() {
        let list = PriceList::of(&[source("shop.csv", "id,price,currency\nrtx-4090,1,USD\n")]).map(Arc::new).unwrap();
        let usd = || price("rtx-4090", None).map(|price| price.usd);
        assert_eq!(usd(), None);
        let inner = under(Some(list), || (usd(), under(None, usd), usd()));
        assert_eq!((inner, usd()), ((Some(1.0), None, Some(1.0)), None));
    }
}
