//! Rigwise's pages: rendered on the server, the planner live in the browser through the same engine.
//!
//! The model behind it: the query string is the state.
//! [`plan`] turns a query into an answer of the engine, [`components`] draw an answer and fetch nothing, and the
//! [`planner`] reads its form, answers again and redraws. Pages other than the planner carry no script, and the bundle of
//! the planner carries no framework: Leptos renders pages on the server only.

#[cfg(feature = "hydrate")]
pub mod carried;
pub mod components;
pub mod faults;
pub mod fields;
pub mod locale;
pub mod messages;
pub mod plan;
pub mod planner;

#[cfg(feature = "ssr")]
pub mod context;
#[cfg(feature = "ssr")]
pub mod head;
#[cfg(feature = "ssr")]
pub mod pages;
#[cfg(feature = "ssr")]
pub mod presets;
#[cfg(feature = "ssr")]
pub mod shell;
#[cfg(feature = "ssr")]
pub mod view;

#[cfg(feature = "ssr")]
pub use context::{
    Draft, GonePlan, PastedText, PlanBill, PlanTask, PlanView, Refusal, RequestLocale, RequestOrigin, SharedView, StoredPlan,
};
#[cfg(feature = "ssr")]
pub use pages::reference::ApiDocument;
#[cfg(feature = "ssr")]
pub use pages::run::ANY_CARD;
#[cfg(feature = "ssr")]
pub use shell::{App, shell};

/// Entry point of the browser's modules: wakes the planner of the page, at first and whenever its plan comes to this module.
#[cfg(feature = "hydrate")]
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn wake() {
    planner::live::wake();
}
