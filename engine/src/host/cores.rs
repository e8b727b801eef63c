//! What a processor gives to worker processes: full cores first, then efficiency cores, then second threads.

use crate::hardware::Cpu;

/// Rate of an efficiency core over a full one's at the same kind of work.
pub const EFFICIENCY_CORE: f64 = 0.55;
/// What a second thread adds to a busy core.
pub const SECOND_THREAD: f64 = 0.25;
/// Clock that all cores hold under load, as a share of the single-core boost.
pub const ALL_CORE_CLOCK: f64 = 0.85;
/// How much of its single-thread rate a worker keeps when eight run at once: memory bandwidth and shared caches.
///
/// `DataLoader` with the best of 2, 4 and 8 workers against single-thread decoding, five machines: 0.30 to 0.55, whole
/// pictures sent one by one to the main process, which the batches of a training loop are not
/// (`ternaus/imread_benchmark`, table 2); 0.85 a doubling reaches 0.61 at eight, the upper end of it.
pub const PER_DOUBLING: f64 = 0.85;
/// Its binary logarithm: searches ask for it a million times.
const LOG2_PER_DOUBLING: f64 = -0.234_465_253_637_022_97;

/// Clock in GHz that many workers run at; a processor that names none is taken for 1 GHz.
#[must_use]
pub fn clock_ghz(cpu: &Cpu) -> f64 {
    boost_ghz(cpu) * ALL_CORE_CLOCK
}

/// Clock in GHz that so many workers run at: a core that is busy alone gets the boost.
///
/// A second core adds more than the lower clock takes, so more workers and more cores are never slower.
#[must_use]
pub fn busy_clock_ghz(cpu: &Cpu, workers: u64) -> f64 {
    if workers.min(cpu.cores()) <= 1 { boost_ghz(cpu) } else { clock_ghz(cpu) }
}

fn boost_ghz(cpu: &Cpu) -> f64 {
    if cpu.boost_ghz >= 1.0 { cpu.boost_ghz } else { 1.0 }
}

/// Workers' rate over that of one worker on a full core; a processor without cores is taken for one core.
#[must_use]
pub fn capacity(cpu: &Cpu, num_workers: u64) -> f64 {
    let full_cores = cpu.performance_cores.max(u64::from(cpu.cores() == 0));
    let on_full = num_workers.min(full_cores);
    let on_efficiency = (num_workers - on_full).min(cpu.efficiency_cores);
    let second_threads = cpu.threads.saturating_sub(full_cores + cpu.efficiency_cores);
    let on_second = (num_workers - on_full - on_efficiency).min(second_threads);
    let cores = on_full as f64 + on_efficiency as f64 * EFFICIENCY_CORE + on_second as f64 * SECOND_THREAD;
    effective_cores(cores)
}

/// Cores' worth of work when so many run at once: each doubling keeps [`PER_DOUBLING`] of a worker's rate, so the sum
/// still grows with every core.
fn effective_cores(cores: f64) -> f64 {
    if cores <= 1.0 {
        return cores;
    }
    // n^(1 + log2 k) is n cores, each at k per doubling.
    libm::pow(cores, 1.0 + LOG2_PER_DOUBLING)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hardware::Pcie;
    use crate::units::{Bytes, BytesPerSecond};

    fn cpu(performance_cores: u64, efficiency_cores: u64, threads: u64) -> Cpu {
        let pcie = Pcie { generation: 5, lanes: 20 };
        let max_memory = Bytes::from_gib(128);
        Cpu {
            performance_cores,
            efficiency_cores,
            threads,
            boost_ghz: 5.0,
            memory_channels: 2,
            channel_rate: BytesPerSecond::from_gb_per_s(38.4),
            max_memory,
            kits_gib: &[],
            pcie,
        }
    }

    #[test]
    fn the_logarithm_is_that_of_the_share() {
        assert_eq!(LOG2_PER_DOUBLING.to_bits(), libm::log2(PER_DOUBLING).to_bits());
    }

    #[test]
    fn workers_beyond_the_threads_add_nothing() {
        let desktop = cpu(8, 16, 32);
        assert_eq!(capacity(&desktop, 32), capacity(&desktop, 64));
        assert!(capacity(&desktop, 32) > capacity(&desktop, 24));
    }

    #[test]
    fn a_processor_without_cores_is_one_core() {
        assert_eq!(capacity(&cpu(0, 0, 0), 8), 1.0);
    }

    #[test]
    fn a_worker_or_a_core_more_is_never_slower() {
        let rate = |cpu: &Cpu, workers| capacity(cpu, workers) * busy_clock_ghz(cpu, workers);
        for workers in 1..40 {
            let desktop = cpu(8, 16, 32);
            assert!(rate(&desktop, workers + 1) >= rate(&desktop, workers));
            for (fewer, more) in [(cpu(1, 0, 1), cpu(2, 0, 2)), (cpu(1, 0, 2), cpu(1, 1, 2)), (cpu(1, 0, 2), cpu(2, 0, 4))] {
                assert!(rate(&more, workers) >= rate(&fewer, workers), "{fewer:?} {more:?}");
            }
        }
    }

    #[test]
    fn doubling_the_workers_keeps_the_stated_share() {
        let server = cpu(64, 0, 64);
        assert!((capacity(&server, 16) / capacity(&server, 8) - 2.0 * PER_DOUBLING).abs() < 1e-9);
    }
}
