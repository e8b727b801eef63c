//! Public lists of prices into the catalog's tables, with checks.
//!
//! A list is read as the server reads those of a buyer. Every row must be a price in dollars without tax, of a day, of a part
//! that has a row of its own; a price far from the newest one that is known is refused until somebody has looked at it. Cards,
//! processors, drives and memory kits keep a history; the price in a part's own row changes only to what is newer.

pub mod checked;
pub mod tables;

pub use checked::{Listing, Point, checked};
pub use tables::{Tables, write};
