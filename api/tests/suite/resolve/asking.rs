//! A query string's request, or all that is wrong with it.

use scenario::{query, resolve};
use wire::Locale;

/// The request of a query string.
#[track_caller]
pub fn request(text: &str) -> engine::inputs::Request {
    let parsed = query::parse_string(text);
    assert_eq!(parsed.errors, [], "{text}");
    resolve(&parsed.scenario).unwrap_or_else(|errors| panic!("{text}: {errors:?}"))
}

/// Pointers and codes of all that is wrong, in order.
fn faults(text: &str) -> Vec<(String, &'static str)> {
    let parsed = query::parse_string(text);
    let mut errors = parsed.errors;
    errors.extend(resolve(&parsed.scenario).err().unwrap_or_default());
    errors.iter().map(|error| (error.pointer.clone(), error.code())).collect()
}

#[track_caller]
pub fn check(text: &str, expected: &[(&str, &str)]) {
    let found = faults(text);
    let found: Vec<(&str, &str)> = found.iter().map(|(pointer, code)| (pointer.as_str(), *code)).collect();
    assert_eq!(found, expected, "{text}");
}

/// The one error of a query string, in English.
#[track_caller]
pub fn detail(text: &str) -> String {
    let parsed = query::parse_string(text);
    let errors = resolve(&parsed.scenario).expect_err(text);
    assert_eq!(errors.len(), 1, "{errors:?}");
    errors[0].detail(Locale::En)
}
