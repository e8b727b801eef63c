//! The lines of an order and nothing else, for programs that import one.
//!
//! Each row says all that there is to say of it: what stands against the order and the plan that it is of are columns, so that no
//! row is skipped, and none but lines is in a sum.

use super::{about, notes, parts, reasons};
use crate::export::sources::Sources;
use crate::export::table::{Cell, Column, Sheet};
use crate::export::words;
use wire::locale::Locale;
use wire::v1::bom::{Bom, Part};
use wire::v1::estimate::NoteLevel;

/// The table of lines.
#[must_use]
pub fn lines(bom: &Bom, locale: Locale) -> Sheet {
    let sources = Sources::of(bom, locale);
    let (names, of_plan): (Vec<&'static str>, Vec<Cell>) = about::of_plan(bom, locale).into_iter().unzip();
    let of_order = [vec![against(bom, locale)], of_plan].concat();
    let named: Vec<Column> = std::iter::once(words::problems(locale)).chain(names).map(|name| Column::text(name, 20.0)).collect();
    let columns = [parts::columns(locale), reasons::columns(locale), named].concat();
    let row = |part: &Part| [parts::line(part, locale), reasons::grounds(part, &sources, locale), of_order.clone()].concat();
    Sheet { title: words::parts(locale), columns, rows: bom.parts.iter().map(row).collect() }
}

/// What stands against the order.
fn against(bom: &Bom, locale: Locale) -> Cell {
    let problems: Vec<&str> =
        notes::by_level(&bom.notes).filter(|note| note.level == NoteLevel::Problem).map(|note| note.detail.as_str()).collect();
    Cell::text(&problems.join(words::list_separator(locale)))
}
