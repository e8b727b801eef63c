//! A bill on paper: the verdict, parts with prices and their sum, settings, conditions, and where to find it again.
//!
//! It is in the page and shown in print alone, in place of everything else; what a screen unfolds a sheet cannot.

use api::export;
use api::export::Sources;
use wire::v1::Scenario;
use wire::v1::bom::{Bom, Part};
use wire::v1::estimate::NoteLevel;
use wording::format::{count, money};
use workstation::machines::name_on_pages;

use super::bom::parts::{total_about, total_amount};
use super::bom::picture::on_paper;
use super::shared::settings::decided;
use crate::locale::{Locale, colon, in_brackets};
use crate::messages::{bom as bom_text, pages, purchase as text};
use markup::{Element, classed, el};

/// What the sheet says beside its bill.
pub struct Sheet<'a> {
    /// The bill.
    pub bom: &'a Bom,
    /// What the plan is called.
    pub title: String,
    /// Model and cards, where the title does not say them.
    pub subject: Option<String>,
    /// What its author wrote about it; may be empty.
    pub note: String,
    /// How the run stands on the machine.
    pub verdict: Option<Element>,
    /// When and with what it was made.
    pub made: String,
    /// Where it is on the web.
    pub link: String,
    /// The link as a picture.
    pub code: Option<Element>,
    /// What was asked, and the same with every field decided.
    pub scenarios: (&'a Scenario, &'a Scenario),
}

/// Lines of reasons and conditions with which a sheet in letters of usual size fills its two pages.
const LINES: std::ops::Range<usize> = 11..32;
/// Letters of such a line, in a cell of the table and over the whole page; a Chinese one takes the room of two.
const LETTERS: (usize, usize) = (60, 105);

/// What differs most from bill to bill: how many lines parts with their reasons take, and conditions.
fn lines(bom: &Bom) -> usize {
    let parts = bom.parts.iter().map(|part| 1 + lines_of(&part.reason, LETTERS.0));
    let notes = bom.notes.iter().map(|note| lines_of(&note.detail, LETTERS.1));
    parts.chain(notes).sum()
}

/// How many lines of so many letters a text takes.
fn lines_of(text: &str, letters: usize) -> usize {
    let width = |line: &str| line.chars().map(|letter| if letter as u32 >= 0x2E80 { 2 } else { 1 }).sum::<usize>();
    text.lines().map(|line| width(line).div_ceil(letters)).sum()
}

/// Draws the sheet.
pub fn sheet(sheet: &Sheet, locale: Locale) -> Element {
    let Sheet { bom, title, subject, note, verdict, made, link, code, scenarios } = sheet;
    let head = el("div")
        .with(classed("p", "kicker").with(text::kicker(locale)))
        .with(el("h1").with(title.clone()))
        .with(subject.clone().map(|subject| el("p").with(subject)))
        .with((!note.is_empty()).then(|| classed("p", "plan-note").with(note.clone())))
        .with(verdict.clone())
        .with(classed("p", "fine").with(made.clone()))
        .with(
            classed("p", "fine web")
                .with(format!("{}{}", text::link(locale), colon(locale)))
                .with(el("a").attr("href", link.clone()).with(link.clone())),
        );
    let sources = Sources::of(bom, locale);
    // Between these a sheet is more than a page and a half and less than two; with smaller letters all others are no longer
    // than two, or as long as one.
    let lines = lines(bom) + lines_of(note, LETTERS.1);
    let class = if LINES.contains(&lines) { "purchase" } else { "purchase dense" };
    classed("section", class)
        .attr("data-testid", "purchase-sheet")
        .attr("aria-label", text::for_plan(locale, title))
        .with(classed("div", "purchase-head").with(head).with(code.clone()))
        .with(on_paper(bom, locale))
        .with(parts(bom, &sources, locale))
        .with(el("h2").with(text::settings(locale)))
        .with(settings(*scenarios, locale))
        .with(el("h2").with(text::conditions(locale)))
        .with(conditions(bom, locale))
        .with(el("h2").with(export::power(bom, locale).title))
        .with(power(bom, locale))
        .with(el("h2").with(text::sources(locale)))
        .with(listed(bom, &sources))
        .with(classed("p", "fine").with(pages::shared_made_with(locale, &bom.engine_version, &bom.catalog_version)))
}

fn parts(bom: &Bom, sources: &Sources, locale: Locale) -> Element {
    let columns =
        [bom_text::part(locale), text::quantity(locale), text::each(locale), text::as_of(locale), bom_text::price(locale)];
    let head = columns.into_iter().map(|column| el("th").attr("scope", "col").with(column)).collect::<Vec<_>>();
    let rows: Vec<Element> = bom.parts.iter().map(|part| row(part, sources, locale)).collect();
    let mut about = el("th").attr("scope", "row").attr("colspan", "2").with(bom_text::total(locale));
    about = about.with(total_about(bom, locale).map(|words| classed("span", "fine").with(format!("{}{words}", colon(locale)))));
    let total = el("tr").with(about).with(el("td").attr("colspan", "3").with(el("strong").with(total_amount(bom, locale))));
    classed("table", "purchase-parts")
        .with(el("thead").with(el("tr").with(head)))
        .with(el("tbody").with(rows))
        .with(el("tfoot").with(total))
}

fn row(part: &Part, sources: &Sources, locale: Locale) -> Element {
    let amount =
        |amount: Option<f64>| amount.map_or_else(|| export::unknown(locale).to_owned(), |amount| money(amount, &part.currency));
    let name = el("th")
        .attr("scope", "row")
        .with(classed("span", "fine").with(format!("{}{}", export::kind_name(&part.kind, locale), colon(locale))))
        .with(name_on_pages(&part.name))
        .with(
            (part.owned > 0).then(|| classed("span", "fine").with(in_brackets(&text::owned(locale, &count(part.owned)), locale))),
        )
        .with(classed("span", "fine reason").with(part.reason.clone()));
    let mark = part.price_source.as_deref().and_then(|source| sources.number(source));
    let each = el("td").with(amount(part.unit_price)).with(mark.map(|number| el("sup").with(format!("[{number}]"))));
    let date = match (&part.price_date, part.unit_price) {
        (Some(month), _) => month.clone(),
        (None, Some(_)) => text::own(locale).to_owned(),
        (None, None) => "–".to_owned(),
    };
    el("tr")
        .with(name)
        .with(el("td").with(count(part.quantity)))
        .with(each)
        .with(el("td").with(date))
        .with(el("td").with(amount(part.price())))
}

/// Every setting, and which of them the advisor chose.
fn settings((asked, pinned): (&Scenario, &Scenario), locale: Locale) -> Element {
    let row = |(name, value, chosen): (&'static str, String, bool)| {
        let by = chosen.then(|| classed("span", "fine").with(" *"));
        el("div").with(el("dt").with(name)).with(el("dd").with(value).with(by))
    };
    let rows: Vec<Element> = decided(asked, pinned, locale).into_iter().map(row).collect();
    let about = classed("p", "fine").with(format!("* {}", pages::chosen_by_advisor(locale)));
    el("div").with(classed("dl", "purchase-settings").with(rows)).with(about)
}

/// What it draws, as the files say it.
fn power(bom: &Bom, locale: Locale) -> Element {
    let sheet = export::power(bom, locale);
    let shown: Vec<usize> = (0..sheet.columns.len()).filter(|place| !sheet.columns[*place].for_programs).collect();
    let head: Vec<Element> = shown.iter().map(|place| el("th").attr("scope", "col").with(sheet.columns[*place].header)).collect();
    let rows = sheet.rows.iter().map(|row| {
        let cells = shown.iter().map(|place| el("td").with(row[*place].spoken(locale)));
        el("tr").with(cells.collect::<Vec<_>>())
    });
    let rows: Vec<Element> = rows.collect();
    classed("table", "purchase-power").with(el("thead").with(el("tr").with(head))).with(el("tbody").with(rows))
}

/// What the order must respect, gravest first, and what the sum rests on.
fn conditions(bom: &Bom, locale: Locale) -> Element {
    let of = |level: NoteLevel| bom.notes.iter().filter(move |note| note.level == level);
    let notes = [NoteLevel::Problem, NoteLevel::Warning, NoteLevel::Note].into_iter().flat_map(of).map(|note| {
        let level = (note.level != NoteLevel::Note)
            .then(|| el("strong").with(format!("{}{}", export::level_name(note.level, locale), colon(locale))));
        el("li").with(level).with(classed("span", "sentence").with(note.detail.clone()))
    });
    // What a reader gave: the rate of exchange decides every amount.
    let rates = bom.assumptions.iter().filter(|assumption| assumption.id == "exchange-rate");
    let rates = rates.map(|assumption| el("li").with(assumption.detail.clone()));
    let items: Vec<Element> = rates.chain(notes).collect();
    classed("ul", "purchase-conditions").with(items)
}

/// Where the prices come from, under the numbers that stand beside them; what else a bill rests on is on its page.
fn listed(bom: &Bom, sources: &Sources) -> Element {
    let prices = bom.parts.iter().filter_map(|part| sources.number(part.price_source.as_deref()?)).max().unwrap_or(0);
    let items: Vec<Element> = sources.of_parts().iter().take(prices).map(|source| el("li").with(source.text.clone())).collect();
    classed("ol", "purchase-sources").with(items)
}
