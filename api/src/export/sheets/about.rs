//! What a bill is of: its plan and where that is, its machine, its currency and the age of its prices.

use super::title::title;
use crate::export::table::{Cell, Column, Sheet};
use crate::export::words;
use wire::locale::Locale;
use wire::v1::bom::Bom;

/// The table of it, without what the bill does not say.
#[must_use]
pub fn about(bom: &Bom, locale: Locale) -> Sheet {
    let columns = vec![Column::text(words::figure(locale), 24.0), Column::text(words::value(locale), 90.0)];
    let of_machine = [
        (words::machine(locale), Cell::text(&title(bom))),
        (words::own_id(locale), Cell::text(bom.id.as_deref().unwrap_or_default())),
        (words::currency(locale), Cell::text(&bom.price.currency)),
        (words::oldest_price(locale), Cell::text(bom.price.as_of.as_deref().unwrap_or_default())),
    ];
    let rows = of_plan(bom, locale).into_iter().chain(of_machine).filter(|(_, cell)| *cell != Cell::Empty);
    Sheet { title: words::about(locale), columns, rows: rows.map(|(name, cell)| vec![Cell::text(name), cell]).collect() }
}

/// The facts of the plan by their names; nothing is said of each where the bill is of a scenario alone.
pub fn of_plan(bom: &Bom, locale: Locale) -> [(&'static str, Cell); 6] {
    let plan = bom.plan.as_deref();
    let told = |text: Option<&str>| Cell::text(text.unwrap_or_default());
    let date = plan.and_then(|plan| plan.created_at.split('T').next());
    [
        (words::plan_title(locale), told(plan.and_then(|plan| plan.title.as_deref()))),
        (words::plan_id(locale), told(plan.map(|plan| plan.id.as_str()))),
        (words::revision(locale), plan.map_or(Cell::Empty, |plan| Cell::count(plan.revision))),
        (words::plan_link(locale), told(plan.map(|plan| plan.url.as_str()))),
        (words::plan_date(locale), told(date)),
        (words::plan_note(locale), told(plan.and_then(|plan| plan.note.as_deref()))),
    ]
}
