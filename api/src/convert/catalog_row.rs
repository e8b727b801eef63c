//! What rows of all lists of the catalog have.

use ::catalog as data;
use wire::v1::catalog as v1;

/// A list of the catalog.
pub fn list<E, T>(entries: &[E], item: impl Fn(&E) -> T) -> v1::List<T> {
    v1::List { catalog_version: data::VERSION.to_owned(), items: entries.iter().map(item).collect(), matches: None }
}

/// A dated price.
pub fn price(price: &data::Price) -> v1::Price {
    v1::Price { amount: price.usd, currency: "USD".to_owned(), date: price.date.to_owned(), source: price.source.to_owned() }
}

/// How far a row is to be trusted.
pub const fn confidence(confidence: data::Confidence) -> v1::Confidence {
    match confidence {
        data::Confidence::High => v1::Confidence::High,
        data::Confidence::Medium => v1::Confidence::Medium,
        data::Confidence::Low => v1::Confidence::Low,
    }
}

/// How a figure is known.
pub const fn evidence(evidence: data::Evidence) -> v1::Evidence {
    match evidence {
        data::Evidence::Opened => v1::Evidence::Opened,
        data::Evidence::Derived => v1::Evidence::Derived,
        data::Evidence::Recalled => v1::Evidence::Recalled,
        data::Evidence::None => v1::Evidence::None,
    }
}
