//! The catalog as it ships: figures that were published elsewhere, and what other parts of the product rely on.

mod corrected;
mod find;
mod parameters;
mod parts;
mod served;
mod tables;
