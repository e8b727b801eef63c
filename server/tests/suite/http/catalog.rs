//! The catalog: lists and items over the API, a page per card and model, ids that are not listed.

mod absent;
mod api;
mod choices;
mod pages;
mod search;
mod support;
