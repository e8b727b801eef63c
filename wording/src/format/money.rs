//! Money, which only the server knows. Amounts are in units of their currency; its code stands behind them.

use wire::v1::prices::Currency;

use super::number::{decimal, trimmed};

/// Parts of a dollar or a yuan that prices are counted in.
const CENTS: f64 = 100.0;
/// Currencies that have no smaller unit in use, by ISO 4217.
const WITHOUT_CENTS: [&str; 16] =
    ["BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV", "XAF", "XOF", "XPF"];

/// Currencies whose unit has a thousand parts, by ISO 4217.
const WITH_THOUSANDTHS: [&str; 7] = ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"];

/// Decimals of an amount of a currency: to the cent, to the thousandth where its unit has so many parts, or to the unit where it
/// has nothing smaller.
#[must_use]
pub fn money_decimals(currency: &str) -> u8 {
    match currency {
        code if WITHOUT_CENTS.contains(&code) => 0,
        code if WITH_THOUSANDTHS.contains(&code) => 3,
        _ => 2,
    }
}

/// From this amount on, a sentence leaves cents out.
const CENTS_DO_NOT_MATTER: f64 = 100.0;

/// An amount to the cent, the least that prices differ by: sums and products of decimals have more digits.
#[must_use]
pub fn cents(amount: f64) -> f64 {
    (amount * CENTS).round() / CENTS
}

/// An amount to the least unit of its currency, so that lines of a bill add up as they are shown.
#[must_use]
pub fn payable(amount: f64, currency: &str) -> f64 {
    match money_decimals(currency) {
        0 => amount.round(),
        3 => (amount * 1e3).round() / 1e3,
        _ => cents(amount),
    }
}

/// An amount to the least unit of its currency, as a bill has it: `1,234.50 USD`, `1,235 JPY`.
#[must_use]
pub fn money(amount: f64, currency: &str) -> String {
    format!("{} {currency}", decimal(amount, u32::from(money_decimals(currency))))
}

/// An amount to the unit of its currency, as prices of the catalog are told: `1,235 CNY`.
#[must_use]
pub fn whole_money(amount: f64, currency: &str) -> String {
    format!("{} {currency}", decimal(amount, 0))
}

/// An amount to the dollar, as prices of the catalog are told: `1,235 USD`.
#[must_use]
pub fn dollars(usd: f64) -> String {
    whole_money(usd, Currency::USD.as_str())
}

/// An amount in a sentence, whole where cents do not matter: `0.45 USD`, `1,235 CNY`.
#[must_use]
pub fn priced(amount: f64, currency: Currency) -> String {
    let decimals = if amount.abs() >= CENTS_DO_NOT_MATTER { 0 } else { u32::from(money_decimals(currency.as_str())) };
    format!("{} {}", trimmed(amount, decimals), currency.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_have_the_digits_that_their_place_needs() {
        for (amount, bill, catalog, sentence) in [
            (0.0, "0.00 USD", "0 USD", "0 USD"),
            (0.004, "0.00 USD", "0 USD", "0 USD"),
            (0.45, "0.45 USD", "0 USD", "0.45 USD"),
            (0.5, "0.50 USD", "1 USD", "0.5 USD"),
            (99.99, "99.99 USD", "100 USD", "99.99 USD"),
            (1234.5, "1,234.50 USD", "1,235 USD", "1,235 USD"),
            (1_234_567.0, "1,234,567.00 USD", "1,234,567 USD", "1,234,567 USD"),
            (-12.5, "-12.50 USD", "-13 USD", "-12.5 USD"),
        ] {
            assert_eq!([money(amount, "USD"), dollars(amount), priced(amount, Currency::USD)], [bill, catalog, sentence]);
        }
        assert_eq!(priced(7.1, Currency::CNY), "7.1 CNY");
    }

    #[test]
    fn a_currency_without_cents_has_none() {
        assert_eq!(money(229_500.0, "JPY"), "229,500 JPY");
        assert_eq!([payable(1234.5, "KRW"), payable(1234.567, "EUR")], [1235.0, 1234.57]);
    }

    #[test]
    fn a_currency_with_thousandths_has_three_decimals() {
        assert_eq!(money(12.3456, "KWD"), "12.346 KWD");
        assert_eq!([payable(12.3456, "BHD"), payable(0.1 + 0.2, "OMR")], [12.346, 0.3]);
        assert_eq!(priced(1.2346, Currency::from_word("KWD").unwrap()), "1.235 KWD");
    }

    #[test]
    fn a_sum_of_decimals_is_one_again() {
        assert_eq!(cents(0.1 + 0.2).to_bits(), 0.3_f64.to_bits());
        assert_eq!(cents(1.004).to_bits(), 1.0_f64.to_bits());
    }
}
