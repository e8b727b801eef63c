//! A loader's rates and memory against published measurements.
//!
//! Decoding and workers: `ternaus/imread_benchmark`, tables 1 and 2, virtual machines of 16 threads, pictures of `ImageNet`
//! (110 kB, 600 kB decoded); the machines' clocks are general knowledge.
//! Memory: `ppwwyyxx/RAM-multiprocess-dataloader` at 795868a, sums of PSS.

use engine::hardware::Cpu;
use engine::host::{cores, decoding, sample, sizes};
use engine::units::Bytes;

use crate::support::host::desktop;

/// How close a figure must be to its measurement.
const NEAR: f64 = 0.25;
const FILE: Bytes = Bytes(110_000);
const DECODED: f64 = 600_000.0;

fn machine(performance_cores: u64, boost_ghz: f64) -> Cpu {
    Cpu { performance_cores, efficiency_cores: 0, threads: 16, boost_ghz, ..desktop().cpu }
}

#[track_caller]
fn check(what: &str, estimate: f64, measured: f64) {
    let relative = estimate / measured - 1.0;
    assert!(relative.abs() <= NEAR, "{what}: {estimate:.0} against {measured:.0} ({:+.0} %)", relative * 100.0);
}

/// Pictures per second that workers decode, stack and hand over.
fn loader_rate(cpu: &Cpu, workers: u64) -> f64 {
    let clock = cores::busy_clock_ghz(cpu, workers);
    let hand_over = sample::FETCH_SECONDS_AT_1_GHZ / clock + DECODED * sample::COPY_SECONDS_PER_BYTE;
    cores::capacity(cpu, workers) / (decoding::decode_time(FILE, clock).get() + hand_over)
}

#[test]
fn a_thread_decodes_as_measured_with_pillow() {
    for (name, cores_of, boost_ghz, measured) in [
        ("AMD EPYC 9B14", 8, 3.7, 537.0),
        ("AMD EPYC 9B45", 8, 4.1, 726.0),
        ("Intel Xeon Platinum 8581C", 8, 3.9, 577.0),
        ("Arm Neoverse N1", 16, 3.0, 360.0),
        ("Arm Neoverse V2", 16, 3.4, 551.0),
    ] {
        let cpu = machine(cores_of, boost_ghz);
        let seconds = decoding::decode_time(FILE, cores::busy_clock_ghz(&cpu, 1));
        check(name, seconds.get().recip(), measured);
    }
}

#[test]
fn workers_hand_over_as_many_pictures_as_measured() {
    // The middle of the libraries' best numbers of workers; a machine's libraries are within 20 % of each other.
    for (name, cores_of, boost_ghz, workers, measured) in [
        ("AMD EPYC 9B14", 8, 3.7, 4, 1489.0),
        ("AMD EPYC 9B45", 8, 4.1, 8, 2739.0),
        ("Intel Xeon Platinum 8581C", 8, 3.9, 8, 1707.0),
        ("Arm Neoverse N1", 16, 3.0, 8, 1415.0),
        ("Arm Neoverse V2", 16, 3.4, 8, 2350.5),
    ] {
        check(name, loader_rate(&machine(cores_of, boost_ghz), workers), measured);
    }
}

#[test]
fn workers_are_as_large_as_measured() {
    // Five processes, the training process among them, and an index of 505 MiB that they share.
    let law = (sizes::WORKER_LINUX * 5 + Bytes::from_mib(505)).as_f64() / Bytes::from_mib(1).as_f64();
    for (name, measured) in [("fork", 1611.0), ("forkserver", 1734.0), ("spawn, at the start", 1562.0), ("spawn, later", 2286.0)]
    {
        check(name, law, measured);
    }
}
