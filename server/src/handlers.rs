//! One module per resource: a handler reads the request, calls what does the work, and writes the answer.

pub mod accuracy;
pub mod advice;
pub mod assets;
pub mod body;
pub mod bom;
pub mod catalog;
pub mod code;
pub mod compare;
pub mod compute;
pub mod cookies;
pub mod dataset;
pub mod diagnose;
pub mod form;
pub mod health;
pub mod language;
pub mod machine;
pub mod model;
pub mod own_model;
pub mod pages;
pub mod pasted;
pub mod plans;
pub mod preview;
pub mod quota;
pub mod reference;
pub mod save;
pub mod share;
