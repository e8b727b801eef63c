//! The program as people run it: filters, reference, and a server that starts, answers and stops.

mod database;
mod files;
mod prices;
mod program;
mod reference;
mod scenarios;
mod served;
mod serving;
