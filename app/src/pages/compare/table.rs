//! Measures down, machines across; the best of each row says so.

mod rows;

use super::reading::Reading;
use crate::components::{hidden, row_head, scroll};
use crate::locale::Locale;
use crate::messages::compare as text;
use markup::{Element, classed, el};

use rows::groups;
pub(super) use rows::{Cell, Group, Row};
pub use rows::{price, shared_notes, widest};

/// Draws the table and the choice of its rows.
pub fn table(reading: &Reading, locale: Locale) -> Vec<Element> {
    let all = groups(&reading.sides, locale);
    let only = reading.differences_only;
    let kept: Vec<(&Group, Vec<&Row>)> = all
        .iter()
        .map(|group| (group, group.rows.iter().filter(|row| !only || row.differs()).collect::<Vec<_>>()))
        .filter(|(_, rows)| !rows.is_empty())
        .collect();
    let bodies: Vec<Element> = kept.into_iter().map(|(group, rows)| body(group, &rows, reading.sides.len())).collect();
    let none = bodies.is_empty().then(|| el("p").with(text::no_differences(locale)));
    let table = classed("table", "comparison").attr("data-testid", "comparison").with(heads(reading, locale)).with(bodies);
    let table = scroll(text::side_by_side(locale), table);
    vec![choice(reading, locale), table, el("div").with(none).with(classed("p", "fine").with(text::best_about(locale)))]
}

/// All rows, or those that differ: two links, of which one is where the reader is.
fn choice(reading: &Reading, locale: Locale) -> Element {
    let link = |only: bool, words: &'static str, testid: &'static str| {
        let link = el("a").attr("href", reading.rows_at(only)).attr("rel", "nofollow").attr("data-testid", testid).with(words);
        el("li").with(if only == reading.differences_only { link.attr("aria-current", "true") } else { link })
    };
    el("nav").attr("class", "row-choice").attr("aria-label", text::rows(locale)).with(
        el("ul").with(link(false, text::all_rows(locale), "all-rows")).with(link(
            true,
            text::differences_only(locale),
            "differences-only",
        )),
    )
}

fn heads(reading: &Reading, locale: Locale) -> Element {
    let columns = reading.sides.iter().zip(&reading.places).map(|(side, &place)| {
        let plan = scenario::query::to_string(&side.asked, &reading.unknown);
        let open = el("a")
            .attr("href", format!("/plan?{plan}"))
            .attr("aria-label", text::open_of(locale, &side.label))
            .with(text::open(locale));
        let remove = (reading.machines.len() > 2).then(|| {
            let mut rest = reading.scenarios();
            rest.remove(place);
            let href = format!("/compare?{}", reading.query(&rest, reading.differences_only));
            let link =
                el("a").attr("href", href).attr("rel", "nofollow").attr("aria-label", text::remove_of(locale, &side.label));
            (" · ", link.with(text::remove(locale)))
        });
        let links = classed("span", "fine screen-only").with(open).with(remove);
        el("th").attr("scope", "col").with(classed("span", "what").with(format!("{}. {}", place + 1, side.label))).with(links)
    });
    let corner = el("td").with(hidden(text::measure(locale)));
    el("thead").with(el("tr").with(corner).with(columns.collect::<Vec<_>>()))
}

pub(super) fn body(group: &Group, rows: &[&Row], columns: usize) -> Element {
    let head = el("th").attr("scope", "rowgroup").attr("colspan", (columns + 1).to_string()).with(group.name);
    let rows: Vec<Element> = rows.iter().map(|row| line(row)).collect();
    el("tbody").with(classed("tr", "section").with(head)).with(rows)
}

fn line(row: &Row) -> Element {
    let cells: Vec<Element> = row.cells.iter().map(|cell| value(cell, row.best)).collect();
    el("tr").with(row_head().with(row.label)).with(cells)
}

fn value(cell: &Cell, best: &'static str) -> Element {
    let fine = cell.fine.clone().map(|fine| classed("span", "fine").with(fine));
    let items: Vec<Element> = cell.items.iter().map(|item| el("li").with(item.clone())).collect();
    let items = (!items.is_empty()).then(|| el("ul").with(items));
    if cell.best {
        let tag = classed("span", "tag good").with("★ ").with(best);
        classed("td", "best").with(el("strong").with(cell.text.clone())).with(" ").with(tag).with(fine).with(items)
    } else {
        el("td").with(cell.text.clone()).with(fine).with(items)
    }
}
