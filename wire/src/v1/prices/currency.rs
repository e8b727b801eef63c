//! Currencies, by their codes.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

/// Every code of a currency that is paid with (ISO 4217), sorted.
const CODES: [&str; 156] = [
    "AED", "AFN", "ALL", "AMD", "ANG", "AOA", "ARS", "AUD", "AWG", "AZN", "BAM", "BBD", "BDT", "BGN", "BHD", "BIF", "BMD", "BND",
    "BOB", "BRL", "BSD", "BTN", "BWP", "BYN", "BZD", "CAD", "CDF", "CHF", "CLP", "CNY", "COP", "CRC", "CUP", "CVE", "CZK", "DJF",
    "DKK", "DOP", "DZD", "EGP", "ERN", "ETB", "EUR", "FJD", "FKP", "GBP", "GEL", "GHS", "GIP", "GMD", "GNF", "GTQ", "GYD", "HKD",
    "HNL", "HTG", "HUF", "IDR", "ILS", "INR", "IQD", "IRR", "ISK", "JMD", "JOD", "JPY", "KES", "KGS", "KHR", "KMF", "KPW", "KRW",
    "KWD", "KYD", "KZT", "LAK", "LBP", "LKR", "LRD", "LSL", "LYD", "MAD", "MDL", "MGA", "MKD", "MMK", "MNT", "MOP", "MRU", "MUR",
    "MVR", "MWK", "MXN", "MYR", "MZN", "NAD", "NGN", "NIO", "NOK", "NPR", "NZD", "OMR", "PAB", "PEN", "PGK", "PHP", "PKR", "PLN",
    "PYG", "QAR", "RON", "RSD", "RUB", "RWF", "SAR", "SBD", "SCR", "SDG", "SEK", "SGD", "SHP", "SLE", "SOS", "SRD", "SSP", "STN",
    "SVC", "SYP", "SZL", "THB", "TJS", "TMT", "TND", "TOP", "TRY", "TTD", "TWD", "TZS", "UAH", "UGX", "USD", "UYU", "UZS", "VES",
    "VND", "VUV", "WST", "XAF", "XCD", "XCG", "XOF", "XPF", "YER", "ZAR", "ZMW", "ZWG",
];

/// A currency of prices, by its ISO 4217 code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Currency(u8);

impl Currency {
    /// US dollar: the currency of the catalog's prices.
    pub const USD: Self = Self::at("USD");
    /// Yuan.
    pub const CNY: Self = Self::at("CNY");
    /// Euro.
    pub const EUR: Self = Self::at("EUR");

    /// The code on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        CODES[self.0 as usize]
    }

    /// The currency of a code in capitals.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        let place = CODES.binary_search(&word).ok()?;
        u8::try_from(place).ok().map(Self)
    }

    /// Every currency, by its code.
    pub fn all() -> impl Iterator<Item = Self> {
        CODES.iter().filter_map(|code| Self::from_word(code))
    }

    /// The currency of a code that is in the list.
    const fn at(code: &str) -> Self {
        let code = code.as_bytes();
        let mut place: u8 = 0;
        loop {
            let other = CODES[place as usize].as_bytes();
            if other[0] == code[0] && other[1] == code[1] && other[2] == code[2] {
                return Self(place);
            }
            place += 1;
        }
    }
}

impl Default for Currency {
    fn default() -> Self {
        Self::USD
    }
}

impl fmt::Debug for Currency {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

impl Serialize for Currency {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Currency {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let word = String::deserialize(deserializer)?;
        Self::from_word(&word).ok_or_else(|| de::Error::custom("no code of a currency"))
    }
}

impl PartialSchema for Currency {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("A currency by its ISO 4217 code."))
            .pattern(Some("^[A-Za-z]{3}$"))
            .examples(["EUR"])
            .build()
            .into()
    }
}

impl ToSchema for Currency {}
