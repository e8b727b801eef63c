//! A stored plan that runs a model: the answer as the page about running draws it, from what was stored or from today's.

use leptos::prelude::*;

use super::page::Page;
use super::settings::settings;
use super::{difference, kept};
use crate::components::card as card_of;
use crate::components::save::api_call;
use crate::locale::Locale;
use crate::messages::shared as text;
use crate::pages::run::Asked;
use crate::pages::run::machine::Machine;
use crate::pages::run::ran::Ran;
use crate::planner::errors::error_summary_elsewhere;
use crate::view::{draw, inside};
use markup::{Element, classed, el};

impl Page {
    /// The answer: as it was stored where other versions than today's made it, unless today's is asked for.
    pub(super) fn as_run(&self) -> AnyView {
        let locale = self.locale;
        let is_stored = self.is_newer() || self.is_old() && !self.view.recomputed;
        let (before, ran, after) = if is_stored { self.run_as_stored() } else { self.run_as_of_today() };
        let asked = self.scenario();
        let chosen = ran.as_ref().map(|ran| settings(&asked, ran.figures().inputs, locale));
        // Beside a stored answer stands the bill that was stored with it, and no other.
        let bill = self.view.bill.as_ref().filter(|bill| bill.is_stored || !is_stored);
        let parts = self.parts();
        let machine = bill.map(|bill| Machine { bom: &bill.bom, parts: &parts, others: None, is_of_question: false });
        let answer = ran.map(|ran| ran.draw(asked, &self.view.prices, machine, locale)).unwrap_or_default();
        let answer = classed("div", "answer").attr("data-testid", if is_stored { "stored" } else { "today" }).with(answer);
        let call = classed("section", "card").attr("data-testid", "api-call").with(api_call(&self.query, &self.origin, locale));
        let after = el("div").with(after).with(chosen).with((!self.is_newer()).then_some(call));
        view! {
            <div class="results before">{inside(&el("div").with(before))}</div>
            <section class="prose wide need run">{draw(&answer)}</section>
            <div class="results">{inside(&after)}</div>
        }
        .into_any()
    }

    /// What was stored, what is to be known of it before, and what can be read of it where not all can.
    fn run_as_stored(&self) -> (Vec<Element>, Option<Ran>, Vec<Element>) {
        let locale = self.locale;
        let ran = Ran::of_stored(&self.result);
        let newer = self.is_newer().then(|| kept::newer(&self.stored.unknown, locale));
        let missing = self.missing().map(|missing| kept::missing(&missing, locale));
        let english = (ran.is_some() && locale != Locale::En).then(|| classed("p", "fine").with(text::notes_in_english(locale)));
        let unread = ran
            .is_none()
            .then(|| vec![classed("p", "remedy").with(text::no_figures(locale)), kept::figures(&self.result, locale)]);
        ([newer, missing, english].into_iter().flatten().collect(), ran, unread.unwrap_or_default())
    }

    /// What this engine and this catalog answer, what is at fault, and what differs from what was stored.
    fn run_as_of_today(&self) -> (Vec<Element>, Option<Ran>, Vec<Element>) {
        let locale = self.locale;
        if let Some(missing) = self.missing() {
            return (vec![kept::missing(&missing, locale)], None, Vec::new());
        }
        let asked = Asked::read(&self.query, locale);
        let faults = error_summary_elsewhere(&asked.errors(), &self.query, locale);
        let difference = self.view.difference.as_ref().filter(|_| self.is_old());
        let difference = difference.map(|found| card_of("compared", text::diff_title(locale), difference::tables(found, locale)));
        ([faults, difference].into_iter().flatten().collect(), Ran::of_today(asked), Vec::new())
    }
}
