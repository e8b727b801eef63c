//! Tests of the reading of logs.

mod laws;
mod startup;
mod table;
