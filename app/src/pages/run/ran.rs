//! How a model runs, as a plan keeps it: the verdict in a line, the card's memory, and the page's own drawing of the answer.

use engine::units::{Bytes, Seconds};
use serde_json::Value;
use wire::v1::choices::Workload;
use wire::v1::estimate::{Passed, RunFigures, Served};
use wire::v1::{Prices, Scenario};
use wording::format;

use super::asked::Asked;
use super::machine::Machine;
use super::standing::Standing;
use super::{answer, passes};
use crate::components::bar::Segment;
use crate::components::verdict::of_card;
use crate::locale::{Locale, colon};
use crate::messages::run as text;
use markup::Element;

/// How a model runs.
pub enum Ran {
    /// One that writes tokens.
    Serving(Box<Served>),
    /// One that answers in passes over a batch.
    Passes(Box<Passed>),
}

impl Ran {
    /// What was stored; none of a run that trains, or where this version cannot read it.
    #[must_use]
    pub fn of_stored(result: &Value) -> Option<Self> {
        let is_run = result.get("task").and_then(Value::as_str) == Some(Workload::Inference.as_str());
        if !is_run {
            return None;
        }
        let served = serde_json::from_value(result.clone()).ok().map(Self::Serving);
        served.or_else(|| serde_json::from_value(result.clone()).ok().map(Self::Passes))
    }

    /// The answer of today; none where there is none any more.
    pub(in crate::pages) fn of_today(asked: Asked) -> Option<Self> {
        match asked.passes {
            Some(passes) => passes.ok().map(Self::Passes),
            None => asked.answer.ok().map(Self::Serving),
        }
    }

    /// What it has in common with other models that run.
    #[must_use]
    pub fn figures(&self) -> RunFigures<'_> {
        match self {
            Self::Serving(found) => found.figures(),
            Self::Passes(found) => found.figures(),
        }
    }

    /// Whether it runs, in a word.
    #[must_use]
    pub fn standing(&self) -> Standing {
        Standing::of(&self.figures())
    }

    /// What is taken of the card, what the driver reports for it, and what the system takes.
    #[must_use]
    pub fn card(&self) -> [Bytes; 3] {
        let run = self.figures();
        [run.device_peak_bytes, run.capacity_bytes, run.desktop_bytes].map(Bytes)
    }

    /// The card's memory by part.
    #[must_use]
    pub fn segments(&self, locale: Locale) -> Vec<Segment> {
        match self {
            Self::Serving(found) => answer::segments(found, locale),
            Self::Passes(found) => passes::segments(found, locale),
        }
    }

    /// Memory of card and machine in a line.
    #[must_use]
    pub fn line(&self, locale: Locale) -> String {
        let ram = self.figures().ram;
        let [needed, installed] = [ram.peak_bytes, ram.installed_bytes].map(|bytes| format::gib_number(Bytes(bytes)));
        text::stored_line(locale, &of_card(self.card(), locale), &needed, &installed)
    }

    /// How fast it answers, in a line; empty where it does not.
    #[must_use]
    pub fn speed(&self, locale: Locale) -> String {
        match self {
            _ if !self.figures().fits => String::new(),
            _ if self.figures().is_overloaded => text::queue_grows(locale).to_owned(),
            Self::Serving(found) => {
                let speed = &found.speed;
                let first = format::measured_time(Seconds::new(speed.time_to_first_token_seconds), locale);
                let rate = format::concise(speed.decode_tokens_per_second);
                if speed.concurrency > 1 {
                    let (count, total) = (format::count(speed.concurrency), format::concise(speed.total_tokens_per_second));
                    text::stored_speed_of_each(locale, &count, &rate, &total, &first)
                } else {
                    text::stored_speed(locale, &rate, &first)
                }
            }
            Self::Passes(found) => {
                let (name, rate) = passes::pace(found, locale);
                let batch = format::duration(Seconds::new(found.speed.batch_seconds), locale);
                let lines = [(name, rate), (text::batch_time(locale), batch)];
                lines.map(|(name, figure)| format!("{name}{}{figure}", colon(locale))).join(locale.pick("; ", "；"))
            }
        }
    }

    /// The few paces that tell how fast it answers, by their names; none where it does not.
    #[must_use]
    pub fn paces(&self, locale: Locale) -> Vec<(&'static str, String)> {
        match self {
            _ if !self.figures().fits || self.figures().is_overloaded => Vec::new(),
            Self::Serving(found) => vec![
                (text::at_a_time(locale), format::count(found.speed.concurrency)),
                (text::speed(locale), format::concise(found.speed.decode_tokens_per_second)),
            ],
            Self::Passes(found) => vec![passes::pace(found, locale)],
        }
    }

    /// The question that it answers.
    fn of(&self, scenario: Scenario, prices: &Prices) -> Asked {
        let (passes, answer) = match self {
            Self::Serving(found) => (None, Ok(found.clone())),
            Self::Passes(found) => (Some(Ok(found.clone())), Err(Vec::new())),
        };
        Asked {
            scenario,
            pairs: Vec::new(),
            unknown: Vec::new(),
            prices: prices.clone(),
            price_faults: Vec::new(),
            machines: None,
            passes,
            answer,
        }
    }

    /// The answer as the page about running draws it, for the question that it answers.
    pub(in crate::pages) fn draw(
        &self,
        asked: Scenario,
        prices: &Prices,
        machine: Option<Machine>,
        locale: Locale,
    ) -> Vec<Element> {
        let asked = self.of(asked, prices);
        match self {
            Self::Serving(found) => answer::answer(&asked, found, machine, locale),
            Self::Passes(found) => passes::answer(&asked, found, machine, locale),
        }
    }
}
