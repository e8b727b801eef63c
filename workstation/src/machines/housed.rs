//! Whether a machine stands in the kind of case that was asked for.

use wire::v1::choices::CaseStyle;

use super::candidate::Candidate;
use super::frame::Frame;
use super::housing::Housing;
use super::refusal::Refusal;
use super::styles::is_of;

/// Why no machine around a set of equal cards stands in such a case: frames and racks are none.
///
/// # Errors
/// The kind.
pub fn check_cards(style: CaseStyle, candidate: &Candidate) -> Result<(), Refusal> {
    match Housing::of(candidate, None) {
        Housing::OpenFrame | Housing::Rack => Err(Refusal::NoCase { style }),
        Housing::MidTower | Housing::FullTower | Housing::Computer => Ok(()),
    }
}

/// Why a machine does not stand in such a case; a computer that is sold as a whole is small and quiet by itself.
///
/// # Errors
/// The kind.
pub fn check(style: CaseStyle, frame: &Frame) -> Result<(), Refusal> {
    let shell = &frame.shell;
    let stands = shell.housing == Housing::Computer || shell.case.is_some_and(|case| is_of(case, style));
    if stands { Ok(()) } else { Err(Refusal::NoCase { style }) }
}
