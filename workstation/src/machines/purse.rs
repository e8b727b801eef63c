//! The currency that a reader counts in: the catalog's prices are dollars, and the rate is the reader's.

use scenario::error::{FieldError, Reason};
use wire::v1::Scenario;
use wording::format::whole_money;

use super::part::CURRENCY;

/// A currency, and what a dollar costs in it.
#[derive(Debug, Clone, PartialEq)]
pub struct Purse {
    currency: String,
    per_usd: f64,
}

impl Purse {
    /// That of a question's budget; dollars where the rate is missing.
    #[must_use]
    pub fn of(asked: &Scenario) -> Self {
        let budget = asked.constraints.budget.as_ref();
        let other = budget.and_then(|budget| budget.currency.clone()).filter(|currency| currency != CURRENCY);
        match other.zip(budget.and_then(|budget| budget.per_usd)) {
            Some((currency, per_usd)) => Self { currency, per_usd },
            None => Self { currency: CURRENCY.to_owned(), per_usd: 1.0 },
        }
    }

    /// Its code.
    #[must_use]
    pub fn currency(&self) -> &str {
        &self.currency
    }

    /// What a dollar costs, where it is another currency.
    #[must_use]
    pub fn rate(&self) -> Option<f64> {
        (self.currency != CURRENCY).then_some(self.per_usd)
    }

    /// So many dollars in it.
    #[must_use]
    pub fn of_dollars(&self, usd: f64) -> f64 {
        usd * self.per_usd
    }

    /// So much of it in dollars.
    #[must_use]
    pub fn in_dollars(&self, amount: f64) -> f64 {
        amount / self.per_usd
    }

    /// So many dollars, told in it.
    #[must_use]
    pub fn told(&self, usd: f64) -> String {
        whole_money(self.of_dollars(usd), &self.currency)
    }
}

/// What is wrong with a budget's currency: a rate of exchange is an input, as there is none built in.
pub fn fault(asked: &Scenario) -> Option<FieldError> {
    let budget = asked.constraints.budget.as_ref()?;
    let is_other = budget.currency.as_deref().is_some_and(|currency| currency != CURRENCY);
    let is_missing = is_other && budget.per_usd.is_none();
    is_missing.then(|| FieldError::new("/constraints/budget/per_usd", Reason::RateRequired))
}
