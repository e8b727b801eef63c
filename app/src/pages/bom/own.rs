//! The reader's own prices as the page's fields and its address say them.
//!
//! A field beside each part, a currency and its rate are the page's own; they are read into what the table of own prices, the
//! API and the files know, and every link of the page says them in those words.

use scenario::amount::{rate, written};
use scenario::error::{FieldError, Reason};
use scenario::limits;
use scenario::parts::{is_kind, known_id};
use scenario::prices::{
    CURRENCY, OWN, PARAMETERS, RATES, RESALE, faults, from_query, pointer_of_rate, rates_text, resale_text, table_text,
    unit_price,
};
use scenario::query;
use wire::v1::bom::Part;
use wire::v1::prices::{Currency, OwnPrice};
use wire::v1::{Prices, Scenario};

use crate::faults::detail;
use crate::locale::Locale;

/// What the names of the fields beside the parts begin with; the part's id follows.
pub const FIELD: &str = "price.";
/// The currency that those fields were filled in with: another may be chosen in the same step.
pub const FIELDS_IN: &str = "price_in";
/// The currency where neither of the named ones is chosen, and what a dollar is in it.
pub const OTHER: &str = "other_currency";
/// What a dollar is in it.
pub const OTHER_RATE: &str = "other_rate";
/// The choice of it.
pub const OTHER_WORD: &str = "other";
/// Where a fault of a field beside a part is: its id follows.
pub const FIELD_POINTER: &str = "/prices/fields/";

/// What a bill is asked for, and parameters that are none of the scenario's.
pub type Question<'a> = (&'a Scenario, &'a [(String, String)]);

/// Own prices as they were given.
#[derive(Debug, Clone, PartialEq)]
pub struct Own {
    /// What is to be used; none where something is at fault: a sum with some of them would look like one with all.
    pub prices: Option<Prices>,
    /// Everything at fault.
    pub errors: Vec<FieldError>,
    /// The currency of the fields beside the parts.
    pub fields_in: Currency,
    /// The parameters as they were typed.
    typed: Vec<(String, String)>,
}

/// Whether a parameter says something of prices.
#[must_use]
pub fn is_own(name: &str) -> bool {
    PARAMETERS.contains(&name) || name.starts_with(FIELD) || [FIELDS_IN, OTHER, OTHER_RATE].contains(&name)
}

impl Own {
    /// Reads the prices of a query.
    #[must_use]
    pub fn read(encoded: &str) -> Self {
        let typed: Vec<(String, String)> =
            query::decode(encoded).filter(|(name, text)| is_own(name) && !text.trim().is_empty()).collect();
        let mut errors = Vec::new();
        let (mut prices, found) = from_query(as_parameters(&typed, &mut errors).into_iter());
        // A rate that cannot be read is not missing as well.
        let blamed: Vec<String> = errors.iter().map(|error| error.pointer.clone()).collect();
        errors.extend(found.into_iter().filter(|fault| !blamed.contains(&fault.pointer)));
        let fields_in = last(&typed, FIELDS_IN).map(scenario::prices::currency).transpose();
        let fields_in = fields_in.unwrap_or_else(|reason| {
            errors.push(FieldError::new("/prices/currency", reason));
            None
        });
        let fields_in = fields_in.unwrap_or_else(|| prices.currency());
        read_fields(&typed, fields_in, &mut prices, &mut errors);
        if errors.is_empty() {
            errors.extend(faults(&prices).into_iter().map(|fault| fault.under("/prices")));
        }
        let repeated = query::find_repeated(query::decode(encoded), &PARAMETERS);
        // What is said twice counts as it is said last; everything else at fault is left out.
        let is_faulty = !errors.is_empty();
        errors.extend(repeated.into_iter().map(|fault| fault.under("/prices")));
        if !is_faulty {
            errors.extend(repeated_fields(&typed));
        }
        Self { prices: (!is_faulty).then_some(prices), errors, fields_in, typed }
    }

    /// What was typed into a field, or of a parameter.
    #[must_use]
    pub fn typed(&self, name: &str) -> &str {
        last(&self.typed, name).unwrap_or_default()
    }

    /// What is wrong at a place, in words.
    #[must_use]
    pub fn fault(&self, pointer: &str, locale: Locale) -> Option<String> {
        self.errors.iter().find(|error| error.pointer == pointer).map(|error| detail(error, locale))
    }

    /// What stands in the field beside a part: where all is right its own price in the currency of the bill, or else as it was
    /// typed.
    #[must_use]
    pub fn field(&self, part: &Part) -> String {
        let Some(prices) = &self.prices else { return self.typed(&format!("{FIELD}{}", part.id)).to_owned() };
        match own_of(prices, part) {
            Some(own) if own.note.is_some() => String::new(),
            Some(own) if own.unit_price <= 0.0 => "0".to_owned(),
            Some(_) => part.unit_price.map(written).unwrap_or_default(),
            None => String::new(),
        }
    }

    /// What stands in the table: where all is right what no field says, or else as it was typed.
    #[must_use]
    pub fn table(&self, parts: &[Part]) -> String {
        let Some(prices) = &self.prices else { return self.typed(OWN).to_owned() };
        let is_in_field = |own: &&OwnPrice| {
            own.note.is_none() && parts.iter().any(|part| own_of(prices, part).is_some_and(|of_part| of_part.id == own.id))
        };
        table_text(prices.parts.iter().filter(|own| !is_in_field(own)), prices)
    }
}

/// Reads the fields beside the parts; of two for one part the last counts.
fn read_fields(typed: &[(String, String)], fields_in: Currency, prices: &mut Prices, errors: &mut Vec<FieldError>) {
    let fields = || typed.iter().filter_map(|(name, text)| Some((name.strip_prefix(FIELD)?, text.trim())));
    if fields().count() > limits::PRICE_FIELDS {
        errors.push(FieldError::new("/prices/parts", Reason::WrongCount { min: 0, max: limits::PRICE_FIELDS }));
        return;
    }
    let mut suggestions = 0;
    for (id, text) in fields() {
        let may_suggest = suggestions < limits::SUGGESTIONS;
        match known_id(id, may_suggest).and_then(|id| Ok((id, unit_price(text)?))) {
            Ok((id, unit_price)) => {
                prices.parts.retain(|own| own.id != id);
                prices.parts.push(OwnPrice { id, unit_price, currency: Some(fields_in), note: None });
            }
            Err(reason) => {
                suggestions += usize::from(matches!(reason, Reason::UnknownId { .. }));
                errors.push(FieldError::new(format!("{FIELD_POINTER}{id}"), reason));
            }
        }
    }
}

/// Fields that are said more than once, and not each time the same.
fn repeated_fields(typed: &[(String, String)]) -> Vec<FieldError> {
    let names: Vec<&str> = typed.iter().map(|(name, _)| name.as_str()).filter(|name| name.starts_with(FIELD)).collect();
    let found = query::find_repeated(typed.iter().cloned(), &names).into_iter();
    let at_field = |fault: FieldError| {
        let id = fault.pointer.trim_start_matches('/').trim_start_matches(FIELD);
        FieldError { pointer: format!("{FIELD_POINTER}{id}"), ..fault }
    };
    found.map(at_field).collect()
}

/// The own price of a part of a bill: its own goes before that of its kind.
fn own_of<'a>(prices: &'a Prices, part: &Part) -> Option<&'a OwnPrice> {
    let of = |id: &str| prices.parts.iter().find(|own| own.id == id);
    of(&part.id).or_else(|| of(&part.kind).filter(|own| is_kind(&own.id)))
}

/// The parameters that the API knows, from what the page's own controls say of the currency.
fn as_parameters(typed: &[(String, String)], errors: &mut Vec<FieldError>) -> Vec<(String, String)> {
    let mut pairs: Vec<(String, String)> =
        typed.iter().filter(|(name, _)| PARAMETERS.contains(&name.as_str())).cloned().collect();
    if last(typed, CURRENCY) != Some(OTHER_WORD) {
        return pairs;
    }
    pairs.retain(|(name, _)| name != CURRENCY);
    let Some(code) = last(typed, OTHER) else {
        errors.push(FieldError::new("/prices/currency", Reason::Required));
        return pairs;
    };
    pairs.push((CURRENCY.to_owned(), code.to_owned()));
    if let (Some(typed), Ok(of)) = (last(typed, OTHER_RATE), scenario::prices::currency(code)) {
        // A comma would end a rate among several.
        match rate(typed) {
            Ok(rate) => pairs.push((RATES.to_owned(), format!("{}:{rate}", of.as_str()))),
            Err(reason) => errors.push(FieldError::new(format!("/prices{}", pointer_of_rate(of)), reason)),
        }
    }
    pairs
}

fn last<'a>(pairs: &'a [(String, String)], name: &str) -> Option<&'a str> {
    pairs.iter().rev().find(|(own, _)| own == name).map(|(_, text)| text.trim())
}

/// Prices as the end of a query, with an ampersand before it; empty where there are none.
#[must_use]
pub fn end_of_query(prices: &Prices) -> String {
    let number = |value: Option<f64>| value.map(|value| value.to_string());
    let some = |text: String| (!text.is_empty()).then_some(text);
    let typed = [
        (CURRENCY, prices.currency.map(|currency| currency.as_str().to_owned())),
        ("cny_per_usd", number(prices.cny_per_usd)),
        (RATES, some(rates_text(prices))),
        (RESALE, some(resale_text(prices))),
        (OWN, some(table_text(prices.parts.iter(), prices))),
        ("electricity_per_kwh", number(prices.electricity_per_kwh)),
        ("hours_per_day", number(prices.hours_per_day)),
        ("days_per_year", number(prices.days_per_year)),
        ("pue", number(prices.pue)),
        ("api_input", number(prices.api_input_per_million_tokens)),
        ("api_output", number(prices.api_output_per_million_tokens)),
    ];
    let typed: Vec<(&str, String)> = typed.into_iter().filter_map(|(name, text)| Some((name, text?))).collect();
    if typed.is_empty() {
        return String::new();
    }
    format!("&{}", query::encode(typed.iter().map(|(name, text)| (*name, text.as_str()))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prices(query: &str) -> Prices {
        let own = Own::read(query);
        own.prices.unwrap_or_else(|| panic!("{query}: {:?}", own.errors))
    }

    #[test]
    fn fields_say_what_the_table_says() {
        let own = prices("price.rtx-4090=1500&price.case=&own_prices=id%2Cunit_price%0Artx-4090%2C1%0Acpu%2C300");
        let said: Vec<(&str, f64)> = own.parts.iter().map(|own| (own.id.as_str(), own.unit_price)).collect();
        assert_eq!(said, [("cpu", 300.0), ("rtx-4090", 1500.0)]);
        let again = prices(end_of_query(&own).trim_start_matches('&'));
        assert_eq!(again.parts.iter().map(|own| own.unit_price).collect::<Vec<_>>(), [300.0, 1500.0]);
    }

    #[test]
    fn a_price_keeps_its_currency_when_another_is_chosen() {
        let own = prices("price_in=USD&price.rtx-4090=1500&prices_in=CNY&cny_per_usd=7");
        assert_eq!((own.currency(), own.parts[0].currency), (Currency::CNY, Some(Currency::USD)));
        let own = prices("price.rtx-4090=9000&prices_in=CNY&cny_per_usd=7");
        assert_eq!(own.parts[0].currency, Some(Currency::CNY));
    }

    #[test]
    fn any_currency_is_a_code_and_a_rate() {
        let own = prices("prices_in=other&other_currency=eur&other_rate=0.92&rates=GBP:0.79");
        assert_eq!((own.currency(), own.per_usd(Currency::EUR)), (Currency::EUR, Some(0.92)));
        assert_eq!(end_of_query(&own), "&prices_in=EUR&rates=EUR%3A0.92%2CGBP%3A0.79");
        let own = prices("prices_in=other&other_currency=EUR&other_rate=0,92&price.rtx-4090=1000,50");
        assert_eq!((own.per_usd(Currency::EUR), own.parts[0].unit_price), (Some(0.92), 1000.5));
        // What is typed and not chosen says nothing.
        assert_eq!(prices("prices_in=USD&other_currency=EUR&other_rate=0.92").rates.len(), 0);
        for (query, pointer, code) in [
            ("prices_in=other", "/prices/currency", "required"),
            ("prices_in=other&other_currency=EURO", "/prices/currency", "unknown-value"),
            ("prices_in=other&other_currency=EUR", "/prices/rates/EUR", "rate-required"),
            ("prices_in=other&other_currency=EUR&other_rate=much", "/prices/rates/EUR", "wrong-type"),
            ("prices_in=CNY", "/prices/cny_per_usd", "rate-required"),
            ("price.rtx-4090=-3", "/prices/fields/rtx-4090", "out-of-range"),
            ("price.rtx-4090=1.500", "/prices/fields/rtx-4090", "ambiguous-number"),
            ("prices_in=other&other_currency=EUR&other_rate=1,085", "/prices/rates/EUR", "ambiguous-number"),
            ("price.rtx-409=3", "/prices/fields/rtx-409", "unknown-id"),
            ("price_in=ZZZ&price.rtx-4090=3", "/prices/currency", "unknown-value"),
            ("prices_in=EUR&rates=EUR:0.92,EUR:0.5", "/prices/rates/EUR", "duplicate"),
        ] {
            let own = Own::read(query);
            assert_eq!(own.prices, None, "{query}");
            assert_eq!((own.errors[0].pointer.as_str(), own.errors[0].code()), (pointer, code), "{query}");
        }
    }

    #[test]
    fn a_price_that_is_said_twice_is_told() {
        let own = Own::read("price.rtx-4090=1&price.rtx-4090=2");
        let told: Vec<(&str, &str)> = own.errors.iter().map(|error| (error.pointer.as_str(), error.code())).collect();
        assert_eq!(told, [("/prices/fields/rtx-4090", "duplicate")]);
        assert_eq!(own.prices.map(|prices| prices.parts[0].unit_price), Some(2.0), "the last counts, as of any parameter");
        assert_eq!(Own::read("price.rtx-4090=2&price.rtx-4090=2").errors, []);
    }

    /// A search for the nearest name takes long, and an address has room for hundreds of names.
    #[test]
    fn few_names_are_searched_for_and_few_fields_are_read() {
        let fields = |count: usize| (0..count).map(|place| format!("price.rtx-409{place}x=1")).collect::<Vec<_>>().join("&");
        let own = Own::read(&fields(limits::PRICE_FIELDS));
        let nearest = |error: &&FieldError| matches!(error.reason, Reason::UnknownId { nearest: Some(_), .. });
        assert_eq!(own.errors.len(), limits::PRICE_FIELDS);
        assert!(own.errors.iter().filter(nearest).count() <= limits::SUGGESTIONS);
        let own = Own::read(&fields(limits::PRICE_FIELDS + 1));
        assert_eq!((own.prices, own.errors.len(), own.errors[0].code()), (None, 1, "wrong-count"));
    }
}
