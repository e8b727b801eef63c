//! The bar of a stored plan: every view of it, each below the plan's own address, so that no link of it leaves the plan.

use super::page::Page;
use crate::context::PlanView;
use crate::locale::Locale;
use crate::messages::{glance as words, shared as text};
use markup::{Element, classed, el};

/// What of the plan a page shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// The plan itself.
    Plan,
    /// Its parts and their prices.
    Parts,
    /// Another view of it.
    View(PlanView),
}

impl Shown {
    /// What its address adds to that of the plan.
    const fn path(self) -> &'static str {
        match self {
            Self::Plan => "",
            Self::Parts => "/parts",
            Self::View(view) => view.path(),
        }
    }

    /// What the bar calls it.
    pub const fn name(self, locale: Locale) -> &'static str {
        match self {
            Self::Plan => text::tab_plan(locale),
            Self::Parts => words::tab_machine(locale),
            Self::View(PlanView::Improve) => words::tab_improve(locale),
            Self::View(PlanView::Code) => words::tab_code(locale),
            Self::View(PlanView::Compare) => words::tab_compare(locale),
            Self::View(PlanView::Diagnose) => words::tab_diagnose(locale),
            Self::View(PlanView::Why) => words::tab_why(locale),
        }
    }

    const fn testid(self) -> &'static str {
        match self {
            Self::Plan => "plan-link",
            Self::Parts => "bom-link",
            Self::View(PlanView::Improve) => "improve-link",
            Self::View(PlanView::Code) => "code-link",
            Self::View(PlanView::Compare) => "compare-link",
            Self::View(PlanView::Diagnose) => "diagnose-link",
            Self::View(PlanView::Why) => "reasons-link",
        }
    }
}

/// Links to every view of the plan, the one that is shown marked; a revision's stay in the revision.
pub fn bar(page: &Page, shown: Shown) -> Element {
    let (locale, here) = (page.locale, page.here());
    let item = |link: Element| el("li").with(link);
    let links: Vec<Element> = views(page)
        .into_iter()
        .map(|view| {
            let link = el("a").attr("href", format!("{here}{}", view.path()));
            let link = if view == shown { link.attr("aria-current", "page") } else { link };
            item(link.attr("data-testid", view.testid()).with(view.name(locale)))
        })
        .collect();
    let share = if shown == Shown::Plan { "#share".to_owned() } else { format!("{here}#share") };
    let print = classed("button", "link").attr("type", "button").flag("data-print", true).flag("hidden", true);
    let list = el("ul")
        .with(links)
        .with(item(el("a").attr("href", share).with(text::tab_share(locale))))
        .with(item(print.with(text::tab_print(locale))));
    classed("nav", "views").attr("data-testid", "views").attr("aria-label", text::tabs(locale)).with(list)
}

/// The views that there are of the plan, in the order of the planner's bar.
fn views(page: &Page) -> Vec<Shown> {
    // What else there is to say of a model that runs stands on the plan's own page.
    if page.is_run() {
        return vec![Shown::Plan, Shown::Parts];
    }
    let is_bounded = api::plans::not_modeled(&page.result).is_some();
    // What would be computed of a newer version's plan is another plan; of a framework that is not modeled there are programs.
    let is_there = |view: &PlanView| !view.computes() || !page.is_newer() && (!is_bounded || *view == PlanView::Code);
    let (before, after) = PlanView::ALL.split_at(1);
    let shown = |views: &[PlanView]| views.iter().copied().filter(is_there).map(Shown::View).collect::<Vec<_>>();
    [vec![Shown::Plan], shown(before), vec![Shown::Parts], shown(after)].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::{SharedView, StoredPlan};
    use markup::outer_html;

    fn page(is_fixed: bool, unknown: Vec<String>, result: serde_json::Value) -> Page {
        let stored = StoredPlan {
            id: "abc".to_owned(),
            revision: 2,
            title: String::new(),
            note: String::new(),
            query: "v=1&gpu=rtx-4090&model=resnet50".to_owned(),
            unknown,
            result_json: String::new(),
            engine_version: engine::VERSION.to_owned(),
            catalog_version: catalog::VERSION.to_owned(),
            created_at: "2026-11-22T12:00:00Z".to_owned(),
            newest: 2,
            expires_at: None,
        };
        let (query, view) = (stored.query.clone(), SharedView::default());
        Page { stored, view, query, result, origin: String::new(), is_fixed, locale: Locale::En }
    }

    #[test]
    fn every_link_stays_below_the_address_that_the_reader_came_by() {
        for (is_fixed, here) in [(false, "/p/abc"), (true, "/p/abc/r/2")] {
            let page = page(is_fixed, Vec::new(), serde_json::Value::Null);
            for shown in views(&page) {
                let html = outer_html(&bar(&page, shown));
                assert!(html.contains(&format!("href=\"{here}{}\" aria-current=\"page\"", shown.path())), "{html}");
                assert_eq!(html.matches("aria-current").count(), 1, "{html}");
                for href in html.split("href=\"").skip(1) {
                    assert!(href.starts_with(here) || href.starts_with("#share\""), "{href}");
                }
            }
            assert_eq!(views(&page).len(), 7);
        }
    }

    #[test]
    fn what_cannot_be_computed_is_not_offered() {
        let newer = page(false, vec!["training.example".to_owned()], serde_json::Value::Null);
        assert_eq!(views(&newer), [Shown::Plan, Shown::Parts, Shown::View(PlanView::Why)]);
        let bounded = page(false, Vec::new(), serde_json::json!({ "inputs": { "training": { "framework": "tensorflow" } } }));
        let expected = [Shown::Plan, Shown::Parts, Shown::View(PlanView::Code), Shown::View(PlanView::Why)];
        assert_eq!(views(&bounded), expected);
    }
}
