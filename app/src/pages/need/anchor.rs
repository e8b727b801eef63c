//! Where on the page a machine is told of.

use workstation::machines::Label;

/// Whether a machine has a card of its own beside its row: the recommended one, which is the first, whatever it is called, and
/// those that are the best in something.
pub fn has_card(place: usize, labels: &[Label]) -> bool {
    place == 0 || !labels.contains(&Label::Alternative)
}

/// Where on the page a machine is told of.
pub fn anchor(place: usize, labels: &[Label]) -> String {
    format!("{}-{}", if has_card(place, labels) { "machine" } else { "row" }, place + 1)
}
