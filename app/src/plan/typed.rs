//! The address of a plan whose form has fields at fault: what is right of it, and what is not as it was typed.

use scenario::fields::Field;
use scenario::{FieldError, query};
use wire::v1::Scenario;

/// Fields at fault that go along; a form has hardly more, and an address that has is not repeated in each of a page's links.
const MOST: usize = 8;
/// Characters of each. A longer text does not go along at all: a part of it might be a value that nobody has typed.
const LONGEST: usize = 40;

/// The encoded query of what was asked with the fields at fault as `typed` says them, so that a link to another view of the
/// plan, or the page loaded again, loses nothing of either.
#[must_use]
pub fn query_of(asked: &Scenario, unknown: &[(String, String)], errors: &[FieldError], typed: &str) -> String {
    let right = query::to_string(asked, unknown);
    let pairs: Vec<(String, String)> = if errors.is_empty() { Vec::new() } else { query::decode(typed).collect() };
    let wrong = errors.iter().filter_map(|error| {
        // Of a field that has another value by now, that one counts.
        let field = Field::at(&error.pointer).filter(|field| field.get(asked).is_none())?;
        let text = query::last(&pairs, field.name)?;
        (text.chars().count() <= LONGEST).then_some((field.name, text))
    });
    let wrong: Vec<(&str, String)> = wrong.take(MOST).collect();
    if wrong.is_empty() {
        return right;
    }
    [right, query::encode(wrong.iter().map(|(name, text)| (*name, text.as_str())))].join("&")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::read;

    #[test]
    fn a_field_at_fault_travels_with_all_that_is_right() {
        for (typed, expected) in [
            ("gpu=rtx-4090&model=resnet50&batch=0&epochs=20", "v=1&gpu=rtx-4090&model=resnet50&epochs=20&batch=0"),
            ("gpu=rtx-4090&model=resnet50&epochs=20", "v=1&gpu=rtx-4090&model=resnet50&epochs=20"),
            ("gpu=rtx-4091&model=resnet50&ram=lots+of+it", "v=1&gpu=rtx-4090&model=resnet50&ram=lots+of+it"),
        ] {
            let reading = read(query::decode(typed));
            let plan = reading.plan.expect("answers");
            let link = query_of(&plan.asked, &plan.unknown, &reading.errors, &reading.query);
            assert_eq!(link, expected, "{typed}");
            // Read again, it says the same.
            let again = read(query::decode(&link));
            assert_eq!(again.plan.expect("answers").asked, plan.asked, "{typed}");
        }
    }

    #[test]
    fn a_long_text_is_not_cut_to_a_value() {
        let typed = format!("gpu=rtx-4090&model=resnet50&batch={}8", "0".repeat(LONGEST));
        let long = format!("{typed}x");
        let reading = read(query::decode(&long));
        let plan = reading.plan.expect("answers");
        assert!(!reading.errors.is_empty());
        let link = query_of(&plan.asked, &plan.unknown, &reading.errors, &reading.query);
        assert_eq!(link, "v=1&gpu=rtx-4090&model=resnet50");
    }
}
