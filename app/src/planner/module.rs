//! The two modules of the browser: each is the planner, with the engine for one half of the networks.

use engine::models::Families;

/// The attribute of the planner's element that names the module which should answer; the script loads it when it changes.
pub const WANTED: &str = "data-module";
/// The attribute that names the module which answers: the one before, until the wanted one is there.
pub const AWAKE: &str = "data-awake";
/// The attribute by which one module tells the other the query of a link; without it the other reads the form.
pub const ASKED: &str = "data-asked";

/// The name of the module that knows these networks, in the names of its files too.
#[must_use]
pub const fn name(families: Families) -> &'static str {
    match families {
        Families::Text => "text",
        Families::Media => "media",
    }
}
