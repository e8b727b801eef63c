//! What a run's energy costs.

use crate::bom;
use crate::machines::Build;
use wire::locale::Locale;
use wire::v1::money::EnergyCost;
use wire::v1::prices::Prices;

/// Watts for a kilowatt.
const KILO: f64 = 1000.0;
/// A site without cooling of its own.
pub const PUE: f64 = 1.0;

/// The cost of energy, as far as power and prices are known.
pub fn energy(build: &Build, prices: &Prices, locale: Locale) -> EnergyCost {
    let energy = bom::energy(build);
    let nodes = build.answer.scenario.hardware.nodes as f64;
    let pue = prices.pue.unwrap_or(PUE);
    let mean_wall = energy.mean_wall.map(|wall| wall.get() * nodes);
    let cost = |kwh: Option<f64>| Some(kwh? * pue * prices.electricity_per_kwh?);
    let hours_per_year = prices.hours_per_year();
    let of_year = mean_wall.zip(hours_per_year).map(|(wall, hours)| wall / KILO * hours);
    EnergyCost {
        electricity_per_kwh: prices.electricity_per_kwh,
        pue,
        mean_wall_w: mean_wall.map(f64::round),
        hour: cost(mean_wall.map(|wall| wall / KILO)),
        epoch: cost(energy.epoch_kwh),
        run: cost(energy.run_kwh),
        hours_per_year,
        year_kwh: of_year.map(|kwh| kwh * pue),
        year: cost(of_year),
        missing: missing(build, prices, locale),
    }
}

fn missing(build: &Build, prices: &Prices, locale: Locale) -> Vec<String> {
    let all = [
        (
            !build.holds(),
            "this machine does not hold the run, so that there is no energy or cost of it",
            "此机器无法运行该任务，因此没有能耗或费用",
        ),
        (
            !build.frame.draw.is_known(),
            "the power of a part is not known, so that its energy is not either",
            "有部件功率未知，因此能耗未知",
        ),
        (
            prices.electricity_per_kwh.is_none(),
            "no price of electricity was given (`electricity_per_kwh`): the cost of energy is not computed",
            "未给出电价（`electricity_per_kwh`）：不计算电费",
        ),
        (
            prices.hours_per_day.is_none(),
            "no hours of use were given (`hours_per_day`): nothing is computed for a year",
            "未给出每日使用时数（`hours_per_day`）：不计算年度数值",
        ),
    ];
    all.into_iter().filter(|(is_missing, ..)| *is_missing).map(|(_, en, zh)| locale.pick(en, zh).to_owned()).collect()
}
