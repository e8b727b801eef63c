//! What a reader should know before the figures: that they are older than the site, or that there is a newer revision.

use super::page::Page;
use crate::messages::shared as text;
use markup::{Element, classed, el};

/// Draws the notices that apply, to what is stored or to what was computed again.
pub fn notices(page: &Page, is_computed: bool) -> Vec<Element> {
    [older(page), versions(page, is_computed)].into_iter().flatten().collect()
}

/// A revision that is not the newest.
fn older(page: &Page) -> Option<Element> {
    let (locale, stored) = (page.locale, &page.stored);
    (stored.revision < stored.newest).then(|| {
        let (number, newest) = (stored.revision.to_string(), stored.newest.to_string());
        let diff = format!("{}/diff?from={number}&to={newest}", page.path());
        notice("older", text::older(locale, &number, &newest))
            .with(el("a").attr("href", page.path()).with(text::to_newest(locale)))
            .with(" ")
            .with(el("a").attr("href", diff).with(text::what_changed(locale)))
    })
}

/// Figures of other versions than the site's: as they were stored, or as they are today.
fn versions(page: &Page, is_computed: bool) -> Option<Element> {
    let (locale, stored) = (page.locale, &page.stored);
    if !page.is_old() || page.is_newer() {
        return None;
    }
    let here = page.here();
    if is_computed {
        let before = text::versions(locale, &stored.engine_version, &stored.catalog_version);
        let about = text::recomputed_about(locale, engine::VERSION, catalog::VERSION, &before);
        let back = el("a").attr("href", here).attr("data-testid", "to-stored").with(text::to_stored(locale));
        return Some(notice("recomputed", about).with(back));
    }
    let about = text::stored_about(locale, &stored.engine_version, &stored.catalog_version);
    // What this version cannot compute is not offered; the page says what is missing.
    let recompute = page.missing().is_none().then(|| {
        el("a")
            .attr("href", format!("{here}?recomputed"))
            .attr("rel", "nofollow")
            .attr("data-testid", "recompute")
            .with(text::recompute(locale, engine::VERSION, catalog::VERSION))
    });
    Some(notice("old-versions", about).with(recompute))
}

fn notice(testid: &'static str, about: String) -> Element {
    classed("p", "remedy notice").attr("data-testid", testid).with(about).with(" ")
}
