//! The query parameters of every operation, as the document has them.

use std::collections::BTreeMap;

use scenario::fields::Field;
use scenario::query;
use serde_json::Value;

/// The names that operations take, by the path's template and the method in lower case.
#[derive(Debug, Default)]
pub struct Parameters(BTreeMap<(String, String), Names>);

/// The names that an operation takes.
#[derive(Debug, Default)]
pub struct Names {
    /// All of them.
    pub all: Vec<&'static str>,
    /// Those that say one thing each, and are not a scenario's: the scenario's reader knows which of its own are lists.
    pub single: Vec<&'static str>,
}

impl Parameters {
    /// Every operation's query parameters.
    #[must_use]
    pub fn of(document: &Value) -> Self {
        let mut known = BTreeMap::new();
        for (path, item) in document["paths"].as_object().into_iter().flatten() {
            for (method, operation) in item.as_object().into_iter().flatten() {
                known.insert((path.clone(), method.clone()), Names::of(operation));
            }
        }
        Self(known)
    }

    /// Those of an operation; none where the document has no such operation.
    #[must_use]
    pub fn get(&self, path: &str, method: &str) -> Option<&Names> {
        self.0.get(&(path.to_owned(), method.to_owned()))
    }
}

impl Names {
    fn of(operation: &Value) -> Self {
        let mut names = Self::default();
        let parameters = operation["parameters"].as_array().into_iter().flatten();
        for parameter in parameters.filter(|parameter| parameter["in"] == "query") {
            let Some(name) = parameter["name"].as_str() else { continue };
            // Read once in the life of the process.
            let name: &'static str = name.to_owned().leak();
            names.all.push(name);
            if parameter["schema"]["type"] != "array" && Field::by_name(name).is_none() && name != query::DEADLINE_HOURS {
                names.single.push(name);
            }
        }
        names
    }
}
