//! Time of routed experts in engines that group their products: one kernel multiplies each expert with the tokens that chose it.
//!
//! Such a product pads the tokens of each expert to whole tiles, and tokens are gathered, activated and summed again between the
//! products, through memory. The shares are a calibration, by least squares on the logarithm of the time, to 500 timings of vLLM's
//! kernels (0.14 to 0.24, those of Triton, Marlin and TensorRT-LLM) on A100, H100, B200, GB200 and L40S, one to 8,192 tokens, four
//! shapes, five formats, as aiconfigurator published them (095f58a5, 2026-08-21). On the 365 of them whose cards are listed
//! (`engine/reference/expert_kernels.csv`) the median deviation is 25 %, 20 % without those of a single token; B200 is taken for a
//! quarter to a third too fast in 8 and 4 bits. Left out are 50 timings of CUTLASS kernels on H100, which take several times as long.
//! Tokens of the timings favour some experts (a power law), those of this model none.

use super::overlap::overlapped;
use crate::architecture::{Decoder, DecoderVariant};
use crate::device::roofline::rate;
use crate::serving::format::WeightsFormat;
use crate::serving::question::Question;
use crate::work::Arithmetic;

/// Share of the card's rate at 16 bits that products of 16-bit weights reach.
const SIXTEEN: f64 = 0.45;
/// Likewise where weights and activations are multiplied in 8 bits, whose scales stand by block: little more.
const EIGHT: f64 = 0.63;
/// Likewise in 4 bits.
const FOUR: f64 = 1.70;
/// Likewise of weights that are unpacked to 16 bits first.
const UNPACKED: f64 = 0.28;
/// Tokens that pad an expert's to whole tiles: half a tile of 32 on the mean.
const PADDING: f64 = 16.0;
/// Share of the memory's bandwidth that reading experts reaches.
const BANDWIDTH: f64 = 0.857;
/// Share that gathering, activating and summing tokens reaches.
const MOVED_BANDWIDTH: f64 = 0.73;

/// What experts cost on one card.
pub(super) struct Routed {
    /// Operations a second.
    rate: f64,
    /// Bytes of weights a second.
    bandwidth: f64,
    /// Seconds that a token takes between products for each expert that it visits.
    moved: f64,
    /// Experts of a block.
    num_experts: f64,
    /// Experts of a block that a token visits.
    num_experts_per_tok: f64,
    /// Groups of cards over which whole experts are spread.
    groups: f64,
    /// Cards that share an expert.
    pub sharing: f64,
}

impl Routed {
    /// Those of a question; none where the model has none or the engine multiplies otherwise.
    pub fn of(question: &Question) -> Option<Self> {
        let DecoderVariant::MixtureOfExperts(moe) = &question.model.variant else { return None };
        if !question.settings.engine.splits_matrices() {
            return None;
        }
        let gpu = &question.hardware.gpu;
        let (share, activation) = match question.settings.weights_format {
            format if format.is_quantized() && !format.is_multiplied_by(gpu) => (UNPACKED, 2.0),
            WeightsFormat::Fp8 => (EIGHT, 1.0),
            WeightsFormat::Nvfp4 => (FOUR, 0.5),
            _ => (SIXTEEN, 2.0),
        };
        let bandwidth = gpu.memory_bandwidth.get();
        let groups = question.expert_groups() as f64;
        let sharing = question.ranks() as f64 / groups;
        let moved = moved(&question.model, moe.moe_intermediate_size as f64 / sharing, activation);
        Some(Self {
            rate: share * rate(gpu, Arithmetic::Fp16).get(),
            bandwidth: BANDWIDTH * bandwidth,
            moved: moved / (MOVED_BANDWIDTH * bandwidth),
            num_experts: moe.num_experts as f64,
            num_experts_per_tok: moe.num_experts_per_tok as f64,
            groups,
            sharing,
        })
    }

    /// Time of one product: of all experts' weights those that are touched are read, and each token is multiplied with as many as it
    /// visits; `weights` are those of one expert on this card, `bytes` those of all that lie on it. Of groups of whole experts the
    /// busiest counts.
    pub fn product(&self, bytes: f64, weights: f64, tokens: f64, touched: f64) -> f64 {
        let held = self.num_experts / self.groups;
        let touched = self.busiest(held, touched).min(1.0);
        let visits = self.visits(tokens);
        let rows = visits + PADDING * held * touched;
        let (reading, computing) = (bytes * touched / self.bandwidth, 2.0 * weights * rows / self.rate);
        overlapped(reading, computing)
    }

    /// Time of so many tokens between the products of a block.
    pub fn between(&self, tokens: f64) -> f64 {
        self.visits(tokens) * self.moved
    }

    /// Visits of so many tokens to the experts of the busiest group.
    fn visits(&self, tokens: f64) -> f64 {
        self.busiest(tokens * self.num_experts_per_tok, 1.0 / self.groups) * tokens * self.num_experts_per_tok
    }

    /// The largest share among groups, each of which sees a share of so many chances: the mean, and its spread as often as the largest
    /// of as many normal draws lies above it (the root of twice the logarithm of their number).
    fn busiest(&self, chances: f64, share: f64) -> f64 {
        if self.groups <= 1.0 {
            return share;
        }
        let spread = (share * (1.0 - share).max(0.0) / chances.max(1.0)).sqrt();
        (share + spread * (2.0 * libm::log(self.groups)).sqrt()).min(1.0)
    }
}

/// Bytes that a token moves for each expert that it visits: it is gathered, comes out of gate and way up in 16 bits, is multiplied
/// and rounded, read again, written back in 16 bits and read once more to be summed.
fn moved(model: &Decoder, width: f64, activation: f64) -> f64 {
    let hidden = model.hidden_size as f64;
    let gathered = hidden * activation;
    let activated = 2.0 * (2.0 * width * 2.0) + 2.0 * width * activation;
    gathered + activated + 2.0 * (hidden * 2.0)
}
