//! A machine that runs a model, and what of it counts.

use engine::serving::checked::is_checked;
use engine::serving::{Load, total};
use engine::units::{Bytes, Watts};
use scenario::resolve::Served;

use crate::machines::build::Build;
use crate::machines::rank::Label;

/// Joules of a kilowatt-hour.
const KILOWATT_HOUR: f64 = 3.6e6;
/// So much faster is a machine that is told of beside one that costs less: paces are read to three digits.
const FASTER: f64 = 1.01;
/// Tokens a second that every request gets where nothing was asked: twice as fast as people read aloud.
pub const LEAST_PACE: f64 = 10.0;

/// A machine that runs the model as asked.
#[derive(Debug, Clone, PartialEq)]
pub struct Running {
    /// What it is the best in.
    pub label: Label,
    /// The machine.
    pub build: Build,
    /// How the model runs on it.
    pub served: Served,
    /// What each of the users gets.
    pub load: Load,
}

impl Running {
    /// Tokens a second of each request, all of them under way.
    #[must_use]
    pub const fn pace(&self) -> f64 {
        self.load.tokens_per_second_per_request
    }

    /// Whether speeds of its engine on such cards were compared with published ones.
    #[must_use]
    pub fn is_checked(&self) -> bool {
        is_checked(&self.served.question)
    }

    /// What the whole machine draws at the wall at full load; none where that of a part is not known.
    #[must_use]
    pub fn draw(&self) -> Option<Watts> {
        at_the_wall(&self.build)
    }

    /// Kilowatt-hours of a million tokens of answers at the most, as [`kwh_per_million_tokens`] has it.
    #[must_use]
    pub fn kwh_per_million_tokens(&self) -> Option<f64> {
        let is_busy = self.served.question.keeps_all_cards_busy();
        kwh_per_million_tokens(&self.build, is_busy, self.load.output_tokens_per_second)
    }

    /// Bytes of the weights: of files of one model the larger one is nearer to what was trained.
    #[must_use]
    pub fn weights(&self) -> Bytes {
        let question = &self.served.question;
        total(&question.model, question.settings.weights_format)
    }

    /// Whether it is the better choice whatever counts: no dearer, as fast as paces are read, and with as many bits.
    #[must_use]
    pub fn beats(&self, other: &Self) -> bool {
        self.price() <= other.price() && self.pace() * FASTER >= other.pace() && self.weights() >= other.weights()
    }

    /// What the machine costs, in the market's currency.
    #[must_use]
    pub fn price(&self) -> f64 {
        self.build.bill().amount
    }
}

/// What all nodes of a machine draw at the wall at full load; none where the draw of a part is not known.
fn at_the_wall(build: &Build) -> Option<Watts> {
    let draw = build.frame.draw;
    let (share, _) = build.efficiency();
    let nodes = build.answer.scenario.hardware.nodes as f64;
    draw.is_known().then(|| draw.total() / share * nodes)
}

/// Kilowatt-hours at the wall for a million tokens of answers at the most, the machine at full load; none where its draw is not known,
/// or where cards work one after another or wait for the host and draw far less.
#[must_use]
pub fn kwh_per_million_tokens(build: &Build, is_busy: bool, tokens_per_second: f64) -> Option<f64> {
    let joules = at_the_wall(build).filter(|_| is_busy)?.get() / tokens_per_second;
    Some(joules * 1e6 / KILOWATT_HOUR)
}
