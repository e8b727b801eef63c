//! Own prices as query parameters: what a page's form and links say. None of the names is one of a scenario's.

use std::collections::BTreeSet;

use super::{currency, faults, parse_csv, pointer_of_rate, range_of_rate, unit_price, within};
use crate::amount::{rate, written};
use crate::error::{FieldError, Reason};
use crate::limits::{self, NumberRange};
use crate::parts::known_part;
use wire::v1::prices::{Currency, OwnPrice, Prices};

/// The parameter with the currency of the answer.
pub const CURRENCY: &str = "prices_in";
/// The parameter with own prices as a table of text.
pub const OWN: &str = "own_prices";
/// The parameter with what a dollar is in other currencies: `EUR:0.92,GBP:0.79`.
pub const RATES: &str = "rates";
/// The parameter with what parts that are there would sell for: `rtx-3060-12gb:150`.
pub const RESALE: &str = "resale";
/// Letters of a currency's code (ISO 4217).
const CODE_LENGTH: usize = 3;
/// Every parameter.
pub const PARAMETERS: [&str; 11] = crate::query::PRICE_PARAMETERS;

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
            let read = rate(text).and_then(|value| within(range, value));
            read.map_err(|reason| errors.push(FieldError::new(format!("/prices/{name}"), reason))).ok()
        };
        match name.as_str() {
            "cny_per_usd" => prices.cny_per_usd = number(limits::CNY_PER_USD),
            "electricity_per_kwh" => prices.electricity_per_kwh = number(limits::ELECTRICITY_PER_KWH),
            "hours_per_day" => prices.hours_per_day = number(limits::HOURS_PER_DAY),
            "days_per_year" => prices.days_per_year = number(limits::DAYS_PER_YEAR),
            "pue" => prices.pue = number(limits::PUE),
            "api_input" => prices.api_input_per_million_tokens = number(limits::PER_MILLION_TOKENS),
            "api_output" => prices.api_output_per_million_tokens = number(limits::PER_MILLION_TOKENS),
            CURRENCY => match currency(text) {
                Ok(currency) => prices.currency = Some(currency),
                Err(reason) => errors.push(FieldError::new("/prices/currency", reason)),
            },
            RATES => {
                let mut said = BTreeSet::new();
                for rate in text.split([',', ';', ' ']).filter(|rate| !rate.is_empty()) {
                    errors.extend(read_rate(rate, &mut said, &mut prices).err());
                }
                errors.truncate(limits::ERRORS);
            }
            RESALE => {
                for sale in text.split([',', ';', ' ']).filter(|sale| !sale.is_empty()) {
                    let may_suggest = errors.len() < limits::SUGGESTIONS;
                    errors.extend(read_sale(sale, may_suggest, &mut prices).err());
                }
                errors.truncate(limits::ERRORS);
            }
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

/// Reads `EUR:0.92`, of a currency that was not said before.
fn read_rate(text: &str, said: &mut BTreeSet<Currency>, prices: &mut Prices) -> Result<(), FieldError> {
    let no_rate = || Reason::NotARate { given: text.chars().take(limits::TEXT_LENGTH).collect() };
    let (code, number) = text.split_once(':').unwrap_or((text, ""));
    let is_code = code.len() == CODE_LENGTH && code.bytes().all(|letter| letter.is_ascii_alphabetic());
    let of = currency(code).map_err(|reason| FieldError::new("/prices/rates", if is_code { reason } else { no_rate() }))?;
    let rate = rate(number).and_then(|rate| within(range_of_rate(of), rate));
    let rate = rate.map_err(|reason| FieldError::new(format!("/prices{}", pointer_of_rate(of)), reason))?;
    let is_new = said.insert(of);
    if !is_new && prices.rates.get(&of).is_none_or(|other| other.total_cmp(&rate).is_ne()) {
        return Err(FieldError::new(format!("/prices{}", pointer_of_rate(of)), Reason::Repeated { last: None }));
    }
    prices.rates.insert(of, rate);
    Ok(())
}

/// Reads `rtx-3060-12gb:150`, of a part that was not said before.
fn read_sale(text: &str, may_suggest: bool, prices: &mut Prices) -> Result<(), FieldError> {
    let at = |reason| FieldError::new("/prices/resale", reason);
    let (id, amount) = text.rsplit_once(':').unwrap_or((text, ""));
    let id = known_part(id, may_suggest).map_err(at)?;
    let at_id = |reason| FieldError::new(format!("/prices/resale/{id}"), reason);
    let amount = unit_price(amount).map_err(at_id)?;
    let is_new = prices.resale.insert(id.clone(), amount).is_none_or(|other| other.total_cmp(&amount).is_eq());
    if !is_new {
        return Err(at_id(Reason::Repeated { last: None }));
    }
    if prices.resale.len() > limits::RESALES {
        return Err(at(Reason::WrongCount { min: 0, max: limits::RESALES }));
    }
    Ok(())
}

/// What parts would sell for, as the parameter says it; empty where nothing was said.
#[must_use]
pub fn resale_text(prices: &Prices) -> String {
    let sales: Vec<String> = prices.resale.iter().map(|(id, amount)| format!("{id}:{}", written(*amount))).collect();
    sales.join(",")
}

/// Rates as their parameter says them; empty where there are none.
#[must_use]
pub fn rates_text(prices: &Prices) -> String {
    let rates: Vec<String> = prices.rates.iter().map(|(of, rate)| format!("{}:{rate}", of.as_str())).collect();
    rates.join(",")
}

/// Own prices as a table that says every row's currency, so that it means the same in a bill of another; empty where there
/// are none.
#[must_use]
pub fn table_text<'a>(own: impl Iterator<Item = &'a OwnPrice>, prices: &Prices) -> String {
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    let rows: Vec<String> = own
        .map(|own| {
            let currency = own.currency.unwrap_or_else(|| prices.currency());
            let note = own.note.as_deref().map(quoted).unwrap_or_default();
            format!("\n{},{},{},{note}", own.id, written(own.unit_price), currency.as_str())
        })
        .collect();
    if rows.is_empty() { String::new() } else { format!("id,unit_price,currency,note{}", rows.concat()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fields::Field;
    use crate::query::decode;

    #[test]
    fn a_form_says_what_json_says() {
        let (prices, errors) = from_query(decode(
            "v=1&gpu=rtx-4090&prices_in=cny&cny_per_usd=7.1&electricity_per_kwh=%EF%BC%90.6&hours_per_day=8&days_per_year=&pue=1.2&own_prices=id%2Cunit_price%0D%0Artx-4090%2C12999",
        ));
        assert!(errors.is_empty(), "{errors:?}");
        assert_eq!(
            (prices.currency, prices.cny_per_usd, prices.electricity_per_kwh),
            (Some(Currency::CNY), Some(7.1), Some(0.6))
        );
        assert_eq!((prices.hours_per_day, prices.days_per_year, prices.parts[0].unit_price), (Some(8.0), None, 12_999.0));
        let (_, errors) = from_query(decode("prices_in=EURO&pue=x&hours_per_day=25&own_prices=id%0Acase"));
        let pointers: Vec<&str> = errors.iter().map(|error| error.pointer.as_str()).collect();
        assert_eq!(pointers, ["/prices/currency", "/prices/pue", "/prices/hours_per_day", "/prices/parts_csv/line/1/unit_price"]);
        let (_, errors) = from_query(decode("prices_in=CNY"));
        assert_eq!(errors[0].pointer, "/prices/cny_per_usd");
    }

    #[test]
    fn any_currency_goes_with_its_rate() {
        let euro = |rates: &str| from_query(decode(&format!("prices_in=eur&rates={rates}")));
        let (prices, errors) = euro("EUR:0.92,gbp:0.79");
        assert!(errors.is_empty(), "{errors:?}");
        assert_eq!((prices.currency(), prices.per_usd(Currency::EUR)), (Currency::EUR, Some(0.92)));
        assert_eq!(rates_text(&prices), "EUR:0.92,GBP:0.79");
        for (rates, pointer, code) in [
            ("", "/prices/rates/EUR", "rate-required"),
            ("GBP:0.79", "/prices/rates/EUR", "rate-required"),
            ("EUR:x", "/prices/rates/EUR", "wrong-type"),
            ("EUR", "/prices/rates/EUR", "wrong-type"),
            ("EUR:0", "/prices/rates/EUR", "out-of-range"),
            ("EUX:1", "/prices/rates", "unknown-value"),
            ("EUR=0.92", "/prices/rates", "unknown-value"),
            ("0.9", "/prices/rates", "unknown-value"),
            ("EUR:0.92,EUR:0.5", "/prices/rates/EUR", "duplicate"),
            ("EUR:0.92,CNY:7,cny:8", "/prices/cny_per_usd", "duplicate"),
            ("EUR:0.92,USD:2", "/prices/rates/USD", "out-of-range"),
            ("EUR:0.92,CNY:7&cny_per_usd=7.1", "/prices/rates/CNY", "conflict"),
        ] {
            let (_, errors) = euro(rates);
            assert_eq!((errors[0].pointer.as_str(), errors[0].code()), (pointer, code), "{rates}");
        }
        let (yuan, errors) = from_query(decode("prices_in=CNY&rates=CNY:7.1"));
        assert_eq!((errors, yuan.per_usd(Currency::CNY)), (Vec::new(), Some(7.1)));
    }

    #[test]
    fn what_sells_is_a_part_and_an_amount() {
        let sold = |text: &str| from_query(decode(&format!("resale={text}")));
        let (prices, errors) = sold("rtx-3060-12gb:150.5,ryzen-5-5600x:60");
        assert!(errors.is_empty(), "{errors:?}");
        assert_eq!(prices.resale, [("rtx-3060-12gb".to_owned(), 150.5), ("ryzen-5-5600x".to_owned(), 60.0)].into());
        assert_eq!(resale_text(&prices), "rtx-3060-12gb:150.5,ryzen-5-5600x:60");
        for (text, pointer, code) in [
            ("rtx-306:150", "/prices/resale", "unknown-id"),
            ("rtx-3060-12gb", "/prices/resale/rtx-3060-12gb", "wrong-type"),
            ("rtx-3060-12gb:-1", "/prices/resale/rtx-3060-12gb", "out-of-range"),
            ("rtx-3060-12gb:1,rtx-3060-12gb:2", "/prices/resale/rtx-3060-12gb", "duplicate"),
        ] {
            let (_, errors) = sold(text);
            assert_eq!((errors[0].pointer.as_str(), errors[0].code()), (pointer, code), "{text}");
        }
    }

    #[test]
    fn a_table_says_its_currencies() {
        let (prices, _) = from_query(decode(
            "prices_in=CNY&cny_per_usd=7&own_prices=id%2Cprice%2Ccurrency%2Cnote%0Acase%2C80%0Acpu%2C9%2CUSD%2C%22a %22%22b%22%22%22",
        ));
        let table = table_text(prices.parts.iter(), &prices);
        assert_eq!(table, "id,unit_price,currency,note\ncase,80,CNY,\ncpu,9,USD,\"a \"\"b\"\"\"");
        let again = parse_csv(table.as_bytes()).unwrap();
        assert_eq!((again[0].currency, again[1].note.as_deref()), (Some(Currency::CNY), Some("a \"b\"")));
        assert_eq!(table_text(std::iter::empty(), &prices), "");
    }

    #[test]
    fn no_parameter_is_one_of_a_scenario() {
        assert!(PARAMETERS.iter().all(|name| Field::by_name(name).is_none()));
        assert!([CURRENCY, RATES, OWN].iter().all(|name| PARAMETERS.contains(name)));
    }
}
