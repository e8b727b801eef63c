//! A stored plan on paper: the sheet to order by.

use scenario::json;

use super::head::date;
use super::page::Page;
use crate::context::PlanBill;
use crate::messages::{share, shared as text};
use crate::pages::purchase::{self, Sheet};
use markup::{Element, classed};

/// The sheet of a plan with its bill; the link on it leads to the revision that never changes.
pub fn paper(page: &Page, bill: &PlanBill) -> Element {
    let (locale, stored) = (page.locale, &page.stored);
    let asked = page.scenario();
    let pinned = page.result.get("inputs").map(|inputs| json::scenario(inputs).0);
    let link = format!("{}{}", page.origin, page.revision_path());
    // The code leads to the newest revision, as on the page.
    let short = format!("{}{}", page.origin, page.path());
    let code = classed("img", "qr")
        .attr("src", format!("{}/qr.svg", page.path()))
        .attr("width", "164")
        .attr("height", "164")
        .attr("alt", share::qr_alt(locale, &short));
    let sheet = Sheet {
        bom: &bill.bom,
        title: page.title(),
        subject: Some(page.subject()),
        note: stored.note.clone(),
        verdict: page.summary().map(|summary| summary.draw(locale)),
        made: text::meta(locale, date(&stored.created_at), &stored.revision.to_string(), &stored.newest.to_string()),
        link,
        code: Some(code),
        scenarios: (&asked, pinned.as_ref().unwrap_or(&asked)),
    };
    purchase::sheet(&sheet, locale)
}
