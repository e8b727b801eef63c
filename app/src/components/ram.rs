//! Memory of the host: the parts against what is installed, and the kits to buy.

use engine::estimate::{Ram, RamParts, RamPhase, RamPhases, RamReserve, Shortage};
use engine::units::Bytes;
use wording::format;

use super::bar::{Bar, Segment, stacked_bar};
use super::card;
use super::ladder::Ladder;
use super::parts::{Row, parts_table};
use super::path::{Figure, figures_list};
use super::why::{Reasons, why};
use crate::locale::Locale;
use crate::messages::{ladder as ladder_text, results as text};
use crate::plan::Plan;
use markup::{Element, Node, classed, el};

pub(crate) fn rows(parts: &RamParts, locale: Locale) -> Vec<Row> {
    let RamParts { system, runtime, workers, prefetch, pinned, checkpoint_staging, offload, dataset_cache } = *parts;
    [
        (system, text::system(locale), "ram.system"),
        (runtime, text::runtime(locale), "ram.runtime"),
        (workers, text::workers(locale), "ram.workers"),
        (prefetch, text::prefetch(locale), "ram.prefetch"),
        (pinned, text::pinned(locale), "ram.pinned"),
        (checkpoint_staging, text::checkpoint_staging(locale), "ram.checkpoint_staging"),
        (offload, text::offload(locale), "ram.offload"),
        (dataset_cache, text::dataset_cache(locale), "ram.dataset_cache"),
    ]
    .into_iter()
    .enumerate()
    .map(|(pattern, (amount, label, id))| (Segment { pattern, label, amount }, id))
    .collect()
}

/// How the prices stand that the server adds to the card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Prices {
    /// They are there.
    Shown,
    /// They are asked for.
    Awaited,
    /// They did not come.
    Missing,
}

/// The ladder of a plan, with its prices.
#[cfg(feature = "ssr")]
fn ladder(plan: &Plan, _prices: Prices, locale: Locale) -> Option<Ladder> {
    let ladder = plan.ladder.as_ref()?;
    let prices = super::kit_price::prices(plan, ladder, locale);
    let price = |place: usize| prices.get(place).cloned().unwrap_or(Node::Rest);
    Some(Ladder::of(ladder, plan.estimate.scenario.training.micro_batch_size, price, |ram| plan.href_with_ram(ram)))
}

/// The ladder of a plan; prices are the server's.
#[cfg(not(feature = "ssr"))]
fn ladder(plan: &Plan, prices: Prices, _locale: Locale) -> Option<Ladder> {
    let price = |_: usize| match prices {
        Prices::Shown => Node::Rest,
        Prices::Awaited => Node::Text("…".into()),
        Prices::Missing => Node::Text("–".into()),
    };
    let batch = plan.estimate.scenario.training.micro_batch_size;
    Some(Ladder::of(plan.ladder.as_ref()?, batch, price, |ram| plan.href_with_ram(ram)))
}

/// Draws the card.
#[must_use]
pub fn ram_card(plan: &Plan, reasons: &Reasons, prices: Prices, locale: Locale) -> Element {
    let Plan { estimate, .. } = plan;
    let ram = &estimate.ram;
    let installed = estimate.scenario.hardware.ram;
    let rows = rows(&ram.parts, locale);
    let pool = estimate.scenario.hardware.gpu.pool;
    let summary = match pool {
        Some(pool) => text::ram_pool_summary(locale, &format::gib(ram.peak), &format::gib(pool)),
        None => text::ram_summary(locale, &format::gib(ram.peak), &format::gib(installed)),
    };
    let bar = Bar {
        segments: rows.iter().map(|(segment, _)| *segment).collect(),
        capacity: installed,
        range: None,
        description: summary.clone(),
    };
    // One pool has one size: nothing can be chosen, with a reserve or without.
    let (advice, kept) = if let Some(pool) = pool {
        let (device, most) = (estimate.vram.device_peak, estimate.vram.capacity);
        let [device, most, pool] = [device, most, pool].map(format::gib);
        (classed("p", "fine").with(text::ram_pool(locale, &device, &most, &pool)), None)
    } else {
        let about = text::ram_reserve(locale, &format::gib(ram.reserve), &reserve(&ram.reserve_parts, locale));
        let reserve_why = why(reasons, "ram.reserve", text::reserve(locale), locale);
        (kits(ram, reasons, locale), Some(classed("div", "fine").with(about).with(" ").with(reserve_why)))
    };
    let page_cache = (ram.page_cache > Bytes::ZERO).then(|| {
        let about = text::ram_page_cache(locale, &format::bytes(ram.page_cache));
        let why = why(reasons, "ram.page_cache_bytes", text::page_cache(locale), locale);
        classed("div", "fine").with(about).with(" ").with(why)
    });
    card("ram-bar", text::ram(locale), classed("p", "summary").with(summary))
        .with(stacked_bar(&bar))
        .with(ladder(plan, prices, locale).map(|ladder| ladder.draw(locale)))
        .with(pool.map(|_| classed("p", "fine").with(ladder_text::unified(locale))))
        .with(advice)
        .with(page_cache)
        .with(kept)
        .with(parts_table(&rows, text::ram(locale), (text::total(locale), "ram.peak_bytes"), reasons, locale))
        .with(el("h3").with(text::ram_phases(locale)))
        .with(phases(ram, locale))
        .with(
            ram.shortage.as_ref().map(|shortage| {
                vec![el("h3").with(text::ram_short(locale)), figures_list(short(shortage, locale), reasons, locale)]
            }),
        )
}

/// What each phase of the run needs: parts that are not alive together do not add up.
fn phases(ram: &Ram, locale: Locale) -> Element {
    let RamPhases { load, train, save } = ram.phases;
    let rows: Vec<Element> = [
        (RamPhase::Load, load, text::ram_phase_load(locale)),
        (RamPhase::Train, train, text::ram_phase_train(locale)),
        (RamPhase::Save, save, text::ram_phase_save(locale)),
    ]
    .into_iter()
    .map(|(phase, parts, label)| {
        let tag = (phase == ram.phase).then(|| classed("span", "tag").with(text::ram_phase_fullest(locale)));
        el("div").with(el("dt").with(label)).with(el("dd").with(format::bytes(parts.total())).with(" ").with(tag))
    })
    .collect();
    classed("dl", "figures").with(rows)
}

/// What follows from too little memory; what does not follow is left out.
fn short(shortage: &Shortage, locale: Locale) -> Vec<Figure> {
    let Shortage { missing, paged_per_step, paging, staging_missing, staging_time, cache_missing, .. } = *shortage;
    let mut figures = Vec::new();
    if missing > Bytes::ZERO {
        let most = |number: Option<u64>| number.map_or_else(|| text::ram_short_none(locale).to_owned(), format::count);
        figures.push((text::ram_short_missing(locale), format::bytes(missing), "ram.shortage_bytes"));
        figures.push((text::ram_short_paged(locale), format::bytes(paged_per_step), "ram.paged_bytes_per_step"));
        figures.push((text::ram_short_time(locale), format::duration(paging, locale), "speed.paging_seconds"));
        figures.push((text::ram_short_workers(locale), most(shortage.workers_that_fit), ""));
        figures.push((text::ram_short_batch(locale), most(shortage.micro_batch_that_fits), ""));
    }
    if staging_missing > Bytes::ZERO {
        let time = format::duration(staging_time, locale);
        figures.push((text::ram_short_staging(locale), time, "ram.staging_paging_seconds"));
    }
    if cache_missing > Bytes::ZERO {
        figures.push((text::ram_short_cache(locale), format::bytes(cache_missing), "ram.cache_missing_bytes"));
    }
    figures
}

fn kits(ram: &Ram, reasons: &Reasons, locale: Locale) -> Element {
    let kits: Vec<Element> = [
        (text::kit_minimum(locale), ram.minimum, "ram.minimum_gib", "kit"),
        (text::kit_recommended(locale), ram.recommended, "ram.recommended_gib", "kit chosen"),
        (text::kit_comfortable(locale), ram.comfortable, "ram.comfortable_gib", "kit"),
    ]
    .into_iter()
    .map(|(label, amount, id, class)| {
        let value = el("dd").with(format::gib(amount)).with(" ").with(why(reasons, id, label, locale));
        classed("div", class).with(el("dt").with(label)).with(value)
    })
    .collect();
    classed("dl", "kits").with(kits)
}

/// What the reserve is for, item by item.
fn reserve(parts: &RamReserve, locale: Locale) -> String {
    let RamReserve { evaluation, write_back, tools, data_set, base_weights } = *parts;
    let items = [
        (evaluation, text::reserve_evaluation(locale)),
        (write_back, text::reserve_write_back(locale)),
        (tools, text::reserve_tools(locale)),
        (data_set, text::reserve_data_set(locale)),
        (base_weights, text::reserve_base_weights(locale)),
    ];
    let named = items.into_iter().filter(|(amount, _)| *amount > Bytes::ZERO);
    named.map(|(amount, name)| format!("{name} {}", format::bytes(amount))).collect::<Vec<_>>().join(locale.pick(", ", "，"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan;
    use markup::outer_html;

    fn html(query: &str, locale: Locale) -> String {
        let plan = plan::read(scenario::query::decode(query)).plan.expect("answers");
        outer_html(&ram_card(&plan, &Reasons::here(&plan.explanations), Prices::Shown, locale))
    }

    #[test]
    fn the_card_has_a_step_for_every_kit_and_a_way_to_it() {
        for locale in Locale::ALL {
            let html = html("gpu=rtx-4090&model=resnet50&ram=24", locale);
            let (bar, ladder, kits) = (html.find("</svg>"), html.find("ram-ladder"), html.find("class=\"kits\""));
            assert!(bar < ladder && ladder < kits, "right under the bar: {html}");
            for gib in [16, 24, 32, 64, 128] {
                assert!(
                    html.contains(&format!("ram={gib}&amp;model=resnet50\" id=\"ram-{gib}\">{gib} GiB</a>")),
                    "{gib}: {html}"
                );
            }
            let tags = [ladder_text::installed(locale), ladder_text::recommended(locale)];
            assert!(tags.iter().all(|tag| html.matches(&format!(">{tag}</span>")).count() == 1), "{html}");
            assert!(html.contains(" USD") && html.contains(ladder_text::short_guide(locale)), "{html}");
        }
    }

    #[test]
    fn a_step_says_what_its_plan_says() {
        let query = "gpu=rtx-4090&model=resnet50&batch=256&workers=16&samples=1281167&cpu=core-i9-13900k";
        let plan = plan::read(scenario::query::decode(query)).plan.expect("answers");
        let html = outer_html(&ram_card(&plan, &Reasons::here(&plan.explanations), Prices::Shown, Locale::En));
        for rung in &plan.ladder.as_ref().expect("a ladder").rungs {
            let href = plan.href_with_ram(rung.capacity);
            let own = plan::read(scenario::query::decode(href.trim_start_matches("/plan?"))).plan.expect("answers");
            let row =
                html.split("<tr").find(|row| row.contains(&format!("id=\"ram-{}\"", rung.capacity.as_gib()))).expect("a row");
            let speed = &own.estimate.speed;
            for said in [
                format::gib(own.estimate.ram.peak),
                format::samples(speed.rate),
                format::duration(speed.epoch, Locale::En),
                format::percent(own.estimate.path.cached_share),
            ] {
                assert!(row.contains(&said), "{said} in {row}");
            }
            assert_eq!(row.contains(">no</span>"), !own.standing().holds(), "{row}");
            assert_eq!(row.contains(" a step, "), speed.paging.get() > 0.0, "{row}");
        }
        assert!(html.contains(">no</span>") && html.contains(" a step, "), "{html}");
    }

    #[test]
    fn memory_that_is_part_of_a_computer_has_no_steps() {
        let html = html("gpu=m4-max-128gb&model=resnet18", Locale::En);
        assert!(!html.contains("ram-ladder") && html.contains(ladder_text::unified(Locale::En)), "{html}");
    }
}
