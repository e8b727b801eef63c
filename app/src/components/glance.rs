//! The answer at a glance: four tiles that decide, before everything that explains.
//!
//! Each tile says one figure in the words of its card, which it links to. Plans that are computed and plans as they were
//! stored are read into the same [`Glance`], so that both pages say the same.

use engine::estimate::{Estimate, Fit};
use engine::units::{Bytes, SamplesPerSecond, Seconds};
use wording::format;

use super::bar::thin_bar;
use super::vram::amounts;
use crate::locale::Locale;
use crate::messages::{bom_link, glance as words, results as text};
use crate::plan::{Advice, Plan};
use crate::planner::tab::Tab;
use markup::{Content, Element, Node, classed, el};

/// Where the price of the machine stands, which only the server knows.
pub const PRICE: &str = "tile-price";
/// The pattern of what allocator and driver add to the live tensors, as in the large bar.
const REST: usize = 6;

/// What the tiles say.
#[derive(Debug, Clone, PartialEq)]
pub struct Glance {
    /// Memory of the fullest card that the process takes, its capacity, and what the system takes beside the process.
    pub vram: [Bytes; 3],
    /// What is left for it, or what it lacks where the flag says so.
    pub slack: (bool, Bytes),
    /// The parts of the process's memory by the number of their pattern.
    pub vram_parts: Vec<(usize, Bytes)>,
    /// Peak of the host's memory.
    pub ram: Bytes,
    /// Memory to buy: the least that works, what is advised, what leaves room; none where the GPU shares the host's memory.
    pub kits: Option<[Bytes; 3]>,
    /// What is installed in the plan.
    pub installed: Bytes,
    /// The reader has said how much is installed; else it is what the plan counts with and its bill lists.
    pub is_named: bool,
    /// Samples per GPU and step; none where a stored plan does not say it.
    pub micro_batch_size: Option<u64>,
    /// The largest that fits; 0 where none does.
    pub largest: u64,
    /// Samples per second of all cards.
    pub rate: SamplesPerSecond,
    /// A later epoch.
    pub epoch: Seconds,
    /// All epochs, where there are several.
    pub run: Option<(u64, Seconds)>,
}

/// Where the tiles lead.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Links {
    /// Where the cards are that explain them.
    pub cards: Cards,
    /// The address of the page with the machine's parts and prices; none where there is none.
    pub parts: Option<String>,
    /// Where machines are searched that can run the plan; none where the plan cannot be changed.
    pub machines: Option<String>,
}

/// Where the cards are that explain the tiles.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Cards {
    /// All on this page.
    #[default]
    Here,
    /// All on this page but for those of the saved plan's other views, which are below this address.
    Saved(String),
    /// In the planner's tabs, at this query; those of the tab that is shown are on this page.
    Tabs(String, Option<Tab>),
}

impl Cards {
    /// The address of a card.
    #[must_use]
    pub fn address(&self, card: &str) -> String {
        match self {
            Self::Tabs(query, shown) if *shown != Some(Tab::of_card(card)) => {
                format!("{}?{query}#{card}-heading", Tab::of_card(card).path())
            }
            Self::Saved(plan) if Tab::of_card(card) == Tab::Improve => format!("{plan}/improve#{card}-heading"),
            Self::Here | Self::Saved(_) | Self::Tabs(..) => format!("#{card}-heading"),
        }
    }
}

impl Glance {
    /// What an answer says; `is_named` where the reader has said how much memory there is.
    #[must_use]
    pub fn of(estimate: &Estimate, is_named: bool) -> Self {
        let Estimate { vram, ram, speed, scenario, .. } = estimate;
        let live = amounts(&vram.parts).into_iter().enumerate();
        let rest = vram.device_peak.saturating_sub(vram.parts.total());
        let epochs = scenario.training.epochs;
        Self {
            vram: [vram.device_peak, vram.capacity, vram.desktop],
            slack: match vram.fit {
                Fit::Comfortable { headroom } | Fit::Tight { headroom } => (false, headroom),
                Fit::Short { by } => (true, by),
            },
            vram_parts: live.chain([(REST, rest)]).collect(),
            ram: ram.peak,
            kits: scenario.hardware.gpu.pool.is_none().then_some([ram.minimum, ram.recommended, ram.comfortable]),
            installed: scenario.hardware.ram,
            is_named,
            micro_batch_size: Some(scenario.training.micro_batch_size),
            largest: estimate.max_micro_batch_size,
            rate: speed.rate,
            epoch: speed.epoch,
            run: (epochs > 1).then(|| (epochs, speed.run(epochs))),
        }
    }

    /// Draws the tiles; the price comes with the advice.
    #[must_use]
    pub fn draw(&self, links: &Links, advice: Option<&Advice>, locale: Locale) -> Element {
        classed("section", "glance")
            .attr("data-testid", "glance")
            .attr("aria-label", words::glance(locale))
            .with(self.vram_tile(links, locale))
            .with(self.ram_tile(links, locale))
            .with(self.batch_tile(links, locale))
            .with(self.time_tile(links, advice, locale))
    }

    fn vram_tile(&self, links: &Links, locale: Locale) -> Element {
        let [used, capacity, system] = self.vram;
        let usable = capacity.saturating_sub(system);
        let (class, slack) = match self.slack {
            (true, by) => ("slack short", text::over_capacity(locale, &format::bytes(by))),
            (false, room) => ("slack", text::free(locale, &format::bytes(room))),
        };
        let figure = words::of(locale, &format::gib_number(used), &format::gib(capacity));
        let bar = thin_bar(&self.vram_parts, usable, used.max(capacity).as_f64() * 1.02);
        tile(links, "tile-vram", "vram-bar", words::vram(locale), figure)
            .with(bar)
            .with(classed("p", class).with(slack))
            .with(beside_line(system, locale))
    }

    fn ram_tile(&self, links: &Links, locale: Locale) -> Element {
        let needed = words::needed(locale, &format::gib(self.ram));
        let Some([minimum, recommended, comfortable]) = self.kits else {
            let tile = tile(links, "tile-ram", "ram-bar", words::ram(locale), words::shared_memory(locale).to_owned());
            return tile.with(fine(needed));
        };
        let is_enough = self.installed >= recommended;
        let figure = match (self.is_named, is_enough) {
            (true, true) => words::enough(locale, &format::kit(self.installed)),
            (_, false) => words::buy(locale, &format::kit(recommended)),
            (false, true) => words::buy(locale, &format::kit(self.installed)),
        };
        // A larger kit that costs no more is bought in place of a smaller one.
        let larger = (!self.is_named && self.installed > recommended)
            .then(|| fine(words::costs_no_more(locale, &format::kit(recommended), &format::kit(self.installed))));
        let axis = self.ram.max(comfortable).max(self.installed).as_f64() * 1.02;
        let short = (self.installed < minimum)
            .then(|| classed("p", "slack short").with(words::installed_short(locale, &format::kit(self.installed))));
        tile(links, "tile-ram", "ram-bar", words::ram(locale), figure)
            .with(self.if_fitted(locale))
            .with(thin_bar(&[(0, self.ram)], self.installed, axis))
            .with(fine(words::kits(locale, &format::kit(minimum), &format::kit(comfortable))))
            .with(larger)
            .with(fine(needed))
            .with(short)
    }

    fn batch_tile(&self, links: &Links, locale: Locale) -> Element {
        let this = self.micro_batch_size.map_or_else(|| "–".to_owned(), format::count);
        let largest = match self.largest {
            0 => text::batch_none(locale).to_owned(),
            largest => format::count(largest),
        };
        tile(links, "tile-batch", "batch", words::batch(locale), this).with(fine(words::largest(locale, &largest)))
    }

    fn time_tile(&self, links: &Links, advice: Option<&Advice>, locale: Locale) -> Element {
        let time = |time| format::duration(time, locale);
        let run = self.run.map(|(epochs, run)| fine(words::run(locale, &format::count(epochs), &time(run))));
        #[cfg(not(feature = "ssr"))]
        let _ = advice;
        // What a machine costs that does not run the plan is no answer; those that do are.
        let machines = links.machines.as_ref().filter(|_| self.slack.0);
        let machines = machines.map(|href| {
            el("p").with(el("a").attr("href", href.clone()).attr("rel", "nofollow").with(words::machines_that_fit(locale)))
        });
        let price = links.parts.as_ref().filter(|_| machines.is_none()).map(|href| {
            let parts = el("a").attr("href", href.clone()).with(bom_link::link(locale));
            #[cfg(feature = "ssr")]
            let price = advice.map_or(Node::Rest, |advice| Node::Text(price_line(advice, locale).into()));
            // The browser leaves what the server has put here, until the advisor's answer brings another price.
            #[cfg(not(feature = "ssr"))]
            let price = Node::Rest;
            let amount = classed("span", "tile-price").attr("data-testid", PRICE).with(price);
            classed("p", "fine").with(amount).with(" ").with(parts)
        });
        tile(links, "tile-time", "path", words::time(locale), words::epoch(locale, &time(self.epoch)))
            .with(self.if_fitted(locale))
            .with(run)
            .with(fine(words::rate(locale, &format::samples(self.rate))))
            .with(price)
            .with(machines)
    }

    /// What a figure of a plan that does not fit stands for.
    fn if_fitted(&self, locale: Locale) -> Option<Element> {
        self.slack.0.then(|| fine(words::if_fitted(locale)))
    }
}

/// What the changes that pay most are called: another thing where the plan does not fit.
#[must_use]
pub const fn quick_heading(plan: &Plan, locale: Locale) -> &'static str {
    if plan.estimate.vram.fit.fits() { words::improve(locale) } else { words::make_it_fit(locale) }
}

/// What the machine costs, as far as prices are known.
#[cfg(feature = "ssr")]
#[must_use]
pub fn price_line(advice: &Advice, locale: Locale) -> String {
    let Some(price) = &advice.price else { return words::price_none(locale).to_owned() };
    let money = |amount| format::money(amount, &price.currency);
    let told = match price.amount {
        Some(amount) => words::price(locale, &money(amount)),
        None if price.cards_unpriced => words::price_unknown(locale).to_owned(),
        None => words::price_known(locale, &money(price.known_amount), &format::count(price.unknown_parts)),
    };
    match workstation::machines::outdated_months(price) {
        Some(months) => told + locale.pick("; ", "；") + &wording::price_age(months, locale),
        None => told,
    }
}

/// What the system takes beside the process, where it takes something of its own.
fn beside_line(system: Bytes, locale: Locale) -> Option<Element> {
    (system > Bytes::ZERO).then(|| fine(words::beside(locale, &format::bytes(system))))
}

fn fine(content: impl Content) -> Element {
    classed("p", "fine").with(content)
}

/// A tile: its name, which leads to the card that explains it, and its figure.
fn tile(links: &Links, testid: &'static str, card: &'static str, name: &'static str, figure: String) -> Element {
    let link = el("a").attr("href", links.cards.address(card)).with(name);
    classed("div", "tile").attr("data-testid", testid).with(el("h2").with(link)).with(classed("p", "tile-figure").with(figure))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan;
    use markup::outer_html;

    fn html(query: &str, locale: Locale) -> String {
        let plan = plan::read(scenario::query::decode(query)).plan.unwrap();
        outer_html(&Glance::of(&plan.estimate, plan.asked.hardware.ram_gib.is_some()).draw(
            &Links { parts: Some(plan.href_of_parts()), ..Links::default() },
            None,
            locale,
        ))
    }

    #[test]
    fn the_four_answers_are_there_in_both_languages() {
        let english = html("gpu=rtx-4090&model=resnet50&epochs=90", Locale::En);
        for part in ["of 24.0 GiB", " free", "Buy 32 GiB", "minimum 16 GiB", "Largest that fits", "90 epochs", "/bom?v=1&"] {
            assert!(english.contains(part) || english.contains(&part.replace('&', "&amp;")), "{part} in {english}");
        }
        let chinese = html("gpu=rtx-4090&model=resnet50&epochs=90", Locale::Zh);
        for part in ["剩余", "建议购买 32 GiB", "最低 16 GiB", "可放下的最大", "90 轮"] {
            assert!(chinese.contains(part), "{part} in {chinese}");
        }
    }

    #[test]
    fn what_does_not_fit_is_said_on_its_tile() {
        let html = html("gpu=rtx-4090&model=llama-2-7b&method=full&ram=16", Locale::En);
        assert!(html.contains("too much") && html.contains("16 GiB installed is too little"), "{html}");
        assert!(html.contains("Largest that fits: none"), "{html}");
        // Its parts' price is beside the point; what runs it is not.
        let plan = plan::read(scenario::query::decode("gpu=rtx-4090&model=llama-2-7b&method=full&ram=16")).plan.unwrap();
        let links = Links { parts: Some(plan.href_of_parts()), machines: Some(plan.href_of_machines()), ..Links::default() };
        let html = outer_html(&Glance::of(&plan.estimate, true).draw(&links, None, Locale::En));
        assert!(html.contains("/need?v=1&amp;model=llama-2-7b") && !html.contains("/bom?"), "{html}");
    }

    #[test]
    fn one_memory_for_all_has_nothing_to_buy() {
        let html = html("gpu=m4-max-128gb&model=resnet18", Locale::En);
        assert!(html.contains("one memory with the GPU") && !html.contains("Buy"), "{html}");
    }
}
