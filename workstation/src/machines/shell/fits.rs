//! What a case takes: boards, cards, drives and supplies.

use catalog::CaseEntry;

use super::boards::Seated;
use crate::machines::around::Around;
use crate::machines::candidate::Candidate;
use crate::machines::drive::Volume;
use crate::machines::housing::{Housing, length_mm};
use crate::machines::offers;
use crate::machines::order::Order;
use crate::machines::supply::Fitted;

/// Length of the longest of the cards that makers sell, in millimeters: a case for it takes any of them.
#[must_use]
pub fn longest_mm(candidate: &Candidate) -> Option<f64> {
    let body = &candidate.entry.body;
    let longest = body.partner_cards.map(|cards| cards.longest_mm);
    longest.into_iter().chain(body.length_mm).reduce(f64::max)
}

/// The length that cases are asked for: of the longest card where any offered case takes it, or else of a usual one.
pub fn asked_mm(order: &Order, candidate: &Candidate) -> Option<f64> {
    let longest = longest_mm(candidate)?;
    let is_taken = order.chosen().case.is_none() && offers::of(order).cases.iter().any(|case| takes_card(case, Some(longest)));
    if is_taken { Some(longest) } else { length_mm(candidate) }
}

/// Whether a case takes a card of a length; one whose length nobody states is taken.
#[must_use]
pub fn takes_card(case: &CaseEntry, length_mm: Option<f64>) -> bool {
    length_mm.is_none_or(|length| case.card_length_mm.is_some_and(|most| length <= most))
}

/// Whether a case takes a board with its cards, and drives.
pub fn takes(case: &CaseEntry, asked_mm: Option<f64>, seat: &Seated, around: &Around) -> bool {
    seat.form.is_none_or(|form| case.boards.contains(&form))
        && seat.rows <= case.rows
        && takes_card(case, asked_mm)
        && takes_drives(case, around.drive)
}

/// Whether a case has bays for drives that are not on the board.
fn takes_drives(case: &CaseEntry, (drive, count): Volume) -> bool {
    match drive.form {
        Some(form) if form.starts_with("3.5") => case.bays_3_5.is_some_and(|bays| count <= bays),
        Some(form) if form.starts_with("2.5") => count <= case.bays_2_5.unwrap_or(0) + case.bays_3_5.unwrap_or(0),
        _ => true,
    }
}

/// Whether a case takes so many supplies of a size; of one whose sizes nobody knows a tower takes one, a frame any.
#[must_use]
pub fn takes_supplies(case: Option<&CaseEntry>, housing: Housing, fitted: &Fitted) -> bool {
    let Some(case) = case else { return fitted.count == 1 || housing == Housing::OpenFrame };
    let has_size = fitted.entry.product.is_none_or(|product| {
        case.supply_forms.contains(&product.form) && case.supply_length_mm.is_none_or(|most| product.length_mm <= most)
    });
    // A class is of usual size.
    let is_usual = fitted.entry.product.is_some() || case.supply_forms.contains(&catalog::SupplyForm::Atx);
    has_size && is_usual && fitted.count <= case.supplies
}
