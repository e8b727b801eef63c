//! Own prices as query parameters: what a page's form and links say. None of the names is one of a scenario's.

use super::{currency, faults, parse_csv, within};
use crate::error::{Expected, FieldError, Reason};
use crate::limits::{self, NumberRange};
use crate::number::parse_number;
use wire::v1::prices::Prices;

/// The parameter with the currency of the answer.
pub const CURRENCY: &str = "prices_in";
/// The parameter with own prices as a table of text.
pub const OWN: &str = "own_prices";
/// Every parameter; those of numbers are called as in JSON.
pub const PARAMETERS: [&str; 7] = [CURRENCY, "cny_per_usd", OWN, "electricity_per_kwh", "hours_per_day", "days_per_year", "pue"];

/// The prices that parameters say, and every one at fault, its pointer from the scenario's on (`/prices/pue`).
#[must_use]
pub fn from_query(pairs: impl Iterator<Item = (String, String)>) -> (Prices, Vec<FieldError>) {
    let mut prices = Prices::default();
    let mut errors = Vec::new();
    for (name, text) in pairs {
        let text = text.trim();
        if text.is_empty() {
            continue;
        }
        let mut number = |range: NumberRange| {
            let read = parse_number(text).ok_or(Reason::WrongType { expected: Expected::Number });
            let read = read.and_then(|value| within(range, value));
            read.map_err(|reason| errors.push(FieldError::new(format!("/prices/{name}"), reason))).ok()
        };
        match name.as_str() {
            "cny_per_usd" => prices.cny_per_usd = number(limits::CNY_PER_USD),
            "electricity_per_kwh" => prices.electricity_per_kwh = number(limits::ELECTRICITY_PER_KWH),
            "hours_per_day" => prices.hours_per_day = number(limits::HOURS_PER_DAY),
            "days_per_year" => prices.days_per_year = number(limits::DAYS_PER_YEAR),
            "pue" => prices.pue = number(limits::PUE),
            CURRENCY => match currency(text) {
                Ok(currency) => prices.currency = Some(currency),
                Err(reason) => errors.push(FieldError::new("/prices/currency", reason)),
            },
            OWN => match parse_csv(text.as_bytes()) {
                Ok(parts) => prices.parts = parts,
                Err(faults) => errors.extend(faults.into_iter().map(|fault| fault.under("/prices/parts_csv"))),
            },
            _ => {}
        }
    }
    if errors.is_empty() {
        errors.extend(faults(&prices).into_iter().map(|fault| fault.under("/prices")));
    }
    (prices, errors)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fields::Field;
    use crate::query::decode;
    use wire::v1::prices::Currency;

    #[test]
    fn a_form_says_what_json_says() {
        let (prices, errors) = from_query(decode(
            "v=1&gpu=rtx-4090&prices_in=cny&cny_per_usd=7.1&electricity_per_kwh=%EF%BC%90.6&hours_per_day=8&days_per_year=&pue=1.2&own_prices=id%2Cunit_price%0D%0Artx-4090%2C12999",
        ));
        assert!(errors.is_empty(), "{errors:?}");
        assert_eq!(
            (prices.currency, prices.cny_per_usd, prices.electricity_per_kwh),
            (Some(Currency::Cny), Some(7.1), Some(0.6))
        );
        assert_eq!((prices.hours_per_day, prices.days_per_year, prices.parts[0].unit_price), (Some(8.0), None, 12_999.0));
        let (_, errors) = from_query(decode("prices_in=EUR&pue=x&hours_per_day=25&own_prices=id%0Acase"));
        let pointers: Vec<&str> = errors.iter().map(|error| error.pointer.as_str()).collect();
        assert_eq!(pointers, ["/prices/currency", "/prices/pue", "/prices/hours_per_day", "/prices/parts_csv/line/1/unit_price"]);
        let (_, errors) = from_query(decode("prices_in=CNY"));
        assert_eq!(errors[0].pointer, "/prices/cny_per_usd");
    }

    #[test]
    fn no_parameter_is_one_of_a_scenario() {
        assert!(PARAMETERS.iter().all(|name| Field::by_name(name).is_none()));
    }
}
