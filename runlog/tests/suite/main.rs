//! Tests of the reading of logs.

mod laws;
mod table;
