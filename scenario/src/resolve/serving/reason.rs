//! Why a setting cannot be had beside another.

use crate::error::Reason;

/// The reason for a choice that does not go with what another field says, and what does.
pub(super) fn not_applicable(with: &'static str, value: &str, allowed: &[&str]) -> Reason {
    let allowed = allowed.iter().map(|&word| word.to_owned()).collect();
    Reason::NotApplicable { with, value: format!("`{value}`"), allowed }
}
