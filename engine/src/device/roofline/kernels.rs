//! Time of single kernels on one card: the slower of arithmetic (computing and feeding the units) and memory traffic
//! (past the last cache).

use super::{efficiency, rate};
use crate::hardware::{Cpu, Gpu};
use crate::training::{MemoryFormat, Training};
use crate::units::{Bytes, BytesPerSecond, FlopsPerSecond, Seconds};
use crate::work::{Arithmetic, Work, WorkKind};

/// Kinds of work and of arithmetic.
const KINDS: [WorkKind; 11] = [
    WorkKind::Matmul,
    WorkKind::BatchedMatmul,
    WorkKind::Convolution,
    WorkKind::DepthwiseConvolution,
    WorkKind::Attention,
    WorkKind::Normalization,
    WorkKind::Elementwise,
    WorkKind::Reduction,
    WorkKind::Embedding,
    WorkKind::Quantization,
    WorkKind::Optimizer,
];
const ARITHMETICS: [Arithmetic; 4] = [Arithmetic::Fp32, Arithmetic::Tf32, Arithmetic::Fp16, Arithmetic::Bf16];

/// A phase's time: what the GPU computes and moves, and what the host needs to launch it.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct PhaseTime {
    /// Kernels that arithmetic limits.
    pub(super) arithmetic: Seconds,
    /// Kernels that memory limits.
    pub(super) memory: Seconds,
    /// The host's launches, which run ahead of the GPU.
    pub(super) launch: Seconds,
}

impl PhaseTime {
    /// The GPU and the host work at the same time: the slower decides.
    pub(super) fn total(self) -> Seconds {
        (self.arithmetic + self.memory).max(self.launch)
    }
}

/// What the kernels of a phase add up to on a card, whatever host launches them.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct PhaseSum {
    arithmetic: Seconds,
    memory: Seconds,
    /// Kernels to launch.
    launches: f64,
}

impl PhaseSum {
    /// The phase's time beside a processor.
    pub(super) fn beside(self, cpu: &Cpu) -> PhaseTime {
        self.launched(cpu, efficiency::LAUNCH_AT_1_GHZ)
    }

    /// The phase's time beside a processor that takes so long to launch a kernel at a GHz.
    pub(super) fn launched(self, cpu: &Cpu, at_1_ghz: Seconds) -> PhaseTime {
        let clock_ghz = if cpu.boost_ghz >= 1.0 { cpu.boost_ghz } else { 1.0 };
        let launch = at_1_ghz / clock_ghz * self.launches;
        PhaseTime { arithmetic: self.arithmetic, memory: self.memory, launch }
    }

    /// What the card needs, with every kernel launched in time.
    pub(super) fn on_card(self) -> Seconds {
        self.arithmetic + self.memory
    }

    /// Adds a kernel.
    pub(super) fn add(&mut self, item: &Work, card: &Card) {
        let repeat = item.repeat as f64;
        let arithmetic = card.arithmetic_time(item);
        let memory = card.traffic_of(item) / card.memory_rates[item.kind as usize];
        let fixed = efficiency::KERNEL_RAMP * item.kernels as f64;
        if arithmetic > memory {
            self.arithmetic += (arithmetic + fixed) * repeat;
        } else {
            self.memory += (memory + fixed) * repeat;
        }
        self.launches += item.kernels as f64 * repeat;
    }
}

/// What a kernel's time depends on beside the kernel, worked out once for all kernels of a step.
#[derive(Debug)]
pub(super) struct Card {
    /// Achievable rate of the units, by kind and arithmetic.
    rates: [[FlopsPerSecond; ARITHMETICS.len()]; KINDS.len()],
    /// Achievable rate of the device memory, by kind.
    memory_rates: [BytesPerSecond; KINDS.len()],
    /// Operations a second that the caches deliver 16-bit operands for: of matrix products, and of convolutions.
    delivered: (f64, f64),
    /// Operations a second of matrix products on 16-bit operands that the board's power is enough for.
    powered: f64,
    /// The last cache, and what a kernel that fills it finds in it.
    cache: (Bytes, Bytes),
    /// Passes over a convolution's tensors, by arithmetic, where they lie channels-first.
    layout_passes: Option<[f64; ARITHMETICS.len()]>,
}

impl Card {
    pub(super) fn new(gpu: &Gpu, training: &Training) -> Self {
        Self::of_layout(gpu, training.memory_format)
    }

    /// With image tensors in this layout.
    pub(super) fn of_layout(gpu: &Gpu, layout: MemoryFormat) -> Self {
        let cache = gpu.l2.unwrap_or(Bytes(0));
        Self {
            rates: KINDS.map(|kind| ARITHMETICS.map(|arithmetic| achievable(gpu, kind, arithmetic))),
            memory_rates: KINDS.map(|kind| (gpu.memory_bandwidth * efficiency::memory_share(kind)).max(BytesPerSecond::new(1.0))),
            delivered: (
                (gpu.memory_bandwidth.get() * efficiency::MULTIPLIED_PER_BYTE).max(1.0),
                (gpu.fp32.get() * efficiency::CONVOLVED_PER_VECTOR_OPERATION).max(1.0),
            ),
            powered: efficiency::multiplied_per_joule(gpu).map_or(f64::INFINITY, |each| (each * gpu.tdp.get()).max(1.0)),
            cache: (cache, cache.scaled(efficiency::CACHED_SHARE)),
            layout_passes: match layout {
                MemoryFormat::Contiguous => Some(ARITHMETICS.map(efficiency::layout_passes)),
                MemoryFormat::ChannelsLast => None,
            },
        }
    }

    /// Time in which the units compute and the caches deliver operands to them: together as the legs of a right triangle, so
    /// that the slower of the two decides and the other one counts where they are alike.
    fn arithmetic_time(&self, item: &Work) -> Seconds {
        // Most kernels only move memory.
        if item.flops.get() <= 0.0 {
            return Seconds::ZERO;
        }
        let compute = item.flops * item.filled / self.rates[item.kind as usize][item.arithmetic as usize];
        let delivery = self.delivery_time(item);
        let busy = (compute.get() * compute.get() + delivery.get() * delivery.get()).sqrt();
        Seconds::new(busy.max(self.power_time(item)))
    }

    /// Time in which a matrix product takes no more than the board's power.
    fn power_time(&self, item: &Work) -> f64 {
        let is_product = matches!(item.kind, WorkKind::Matmul | WorkKind::BatchedMatmul);
        if is_product { item.flops.get() * width(item.arithmetic) / self.powered } else { 0.0 }
    }

    /// Time in which the caches deliver operands again and again to the tensor cores.
    fn delivery_time(&self, item: &Work) -> Seconds {
        let delivered = match item.kind {
            WorkKind::Matmul | WorkKind::BatchedMatmul => self.delivered.0,
            WorkKind::Convolution => self.delivered.1,
            _ => return Seconds::ZERO,
        };
        Seconds::new(item.flops.get() * width(item.arithmetic) / delivered)
    }

    /// What a kernel moves to and from the device memory: with the copies that cuDNN makes of NCHW tensors for its tensor-core
    /// kernels, less what it finds in the last cache.
    fn traffic_of(&self, item: &Work) -> Bytes {
        let moved = match (item.kind, self.layout_passes) {
            (WorkKind::Convolution, Some(passes)) => item.bytes_moved.scaled(passes[item.arithmetic as usize]),
            _ => item.bytes_moved,
        };
        let (cache, found) = self.cache;
        moved.saturating_sub(if moved >= cache { found } else { moved.scaled(efficiency::CACHED_SHARE) })
    }
}

/// How wide the operands of tensor cores are, for 16 bits; 0 where vector units compute.
const fn width(arithmetic: Arithmetic) -> f64 {
    match arithmetic {
        Arithmetic::Fp32 => 0.0,
        Arithmetic::Tf32 => 2.0,
        Arithmetic::Fp16 | Arithmetic::Bf16 => 1.0,
    }
}

/// Rate that kernels of this kind reach.
fn achievable(gpu: &Gpu, kind: WorkKind, arithmetic: Arithmetic) -> FlopsPerSecond {
    let rated = match kind {
        WorkKind::DepthwiseConvolution => gpu.fp32,
        _ => rate(gpu, arithmetic),
    };
    (rated * efficiency::arithmetic_share(kind, arithmetic)).max(FlopsPerSecond::new(1.0))
}

#[cfg(test)]
mod tests {
    use super::{ARITHMETICS, KINDS};

    #[test]
    fn kinds_stand_at_their_own_index() {
        assert!(KINDS.iter().enumerate().all(|(index, &kind)| kind as usize == index));
        assert!(ARITHMETICS.iter().enumerate().all(|(index, &arithmetic)| arithmetic as usize == index));
    }
}
