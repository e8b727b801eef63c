//! The money of a machine: own prices on its bill, what energy costs, renting against buying, and the upgrade that is next.
//!
//! The model behind it: a [`Book`] knows the price of every part in the currency that was asked for, own prices first; what is
//! not known stays unknown in every sum and difference.
//! Energy is the bill's kilowatt-hours at the price that was given. Rent is compared with dated offers of the same card alone.
//! The ladder builds the machine again with each single change ([`crate::machines::changes`]), estimates it, takes the
//! bill of what comes, takes off what the buyer sells of what goes, and ranks by epoch time gained per unit of money.

mod assume;
mod book;
mod energy;
mod ladder;
mod moved;
mod rent;
mod shop;
mod words;

pub use assume::assumptions;
pub use book::Book;
pub use energy::PUE;

use engine::desk::Desk;

use crate::machines::Build;
use wire::locale::Locale;
use wire::v1::Scenario;
use wire::v1::money::Money;

/// Energy, rent and upgrades of a machine; `planned` is the scenario on it with every field decided.
#[must_use]
pub fn money(desk: &mut Desk, asked: &Scenario, planned: &Scenario, build: &Build, book: &Book, locale: Locale) -> Money {
    let energy = energy::energy(build, book.prices(), locale);
    let rent = rent::rent(build, book, &energy, locale);
    Money {
        currency: book.currency(),
        cny_per_usd: book.prices().cny_per_usd,
        rates: book.prices().rates.clone(),
        energy,
        rent,
        ladder: ladder::ladder(desk, asked, planned, build, book, locale),
    }
}
