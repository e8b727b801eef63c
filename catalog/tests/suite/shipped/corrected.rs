//! Figures that stood wrong once, each with what was wrong: whoever reads an older source again is told here.

use catalog::GpuEntry;
use engine::hardware::NvlinkReach;
use engine::units::{Bytes, FlopsPerSecond};

#[track_caller]
fn gpu(id: &str) -> &'static GpuEntry {
    catalog::gpu(id).unwrap_or_else(|| panic!("{id} is not in the catalog"))
}

/// BF16 TFLOPS, dense, beside why the older figure was wrong.
const BF16: [(&str, f64, &str); 3] = [
    (
        "rtx-pro-5000-48gb-blackwell",
        258.0,
        "267.7 came of a boost clock; NVIDIA prints 2,064 TOPS in sparse FP4, eight times the rate",
    ),
    (
        "rtx-pro-5000-72gb-blackwell",
        258.0,
        "267.7 came of a boost clock; NVIDIA prints 2,064 TOPS in sparse FP4, eight times the rate",
    ),
    ("rtx-pro-4000-sff-blackwell", 95.8, "102.6 came of 1432 MHz; at 70 W it boosts to 1337 MHz"),
];

#[test]
fn rates_are_those_that_vendors_print() {
    for (id, tflops, reason) in BF16 {
        let spec = gpu(id).spec;
        assert_eq!(spec.bf16, Some(FlopsPerSecond::from_tflops(tflops)), "{id}: {reason}");
        assert_eq!(spec.fp16, spec.bf16, "{id} has one rate for both");
    }
}

/// GB10 shares what its system has, and no more: CUDA reports 2 GiB that the system does not give.
#[test]
fn a_shared_pool_is_what_the_system_has() {
    let spec = gpu("gb10-dgx-spark").spec;
    assert_eq!(spec.pool, Some(Bytes::from_mib(122_548)), "128,501,256,192 bytes, 119.7 GiB");
    assert_eq!(spec.memory, Bytes::from_mib(122_548));
}

/// A device that shares its machine's memory brings its processor: no other maker's stands beside it.
#[test]
fn who_shares_memory_has_a_processor_of_its_own() {
    for gpu in catalog::gpus() {
        let shares = gpu.segment == catalog::Segment::Unified;
        assert_eq!((gpu.spec.pool.is_some(), gpu.processor.is_some()), (shares, shares), "{}", gpu.id);
        let kits = gpu.processor.map_or(0, |processor| processor.kits_gib.len());
        assert_eq!(kits, 0, "{} takes no kits: its memory is soldered", gpu.id);
    }
}

#[test]
fn the_kind_of_memory_is_that_of_the_model() {
    for (id, expected) in
        [("a100-pcie-40gb", "HBM2"), ("a100-sxm4-40gb", "HBM2"), ("a100-pcie-80gb", "HBM2e"), ("a100-sxm4-80gb", "HBM2e")]
    {
        assert_eq!(gpu(id).memory_type, expected, "{id}: only the 80 GB models have HBM2e");
    }
}

/// The bridges of H200 NVL join two cards or four, so that two are joined as well as four, and eight are not.
#[test]
fn bridges_join_two_or_four() {
    let reach = gpu("h200-nvl").spec.nvlink_reach;
    assert_eq!(reach, NvlinkReach::Bridge { cards: 4 });
    assert_eq!([2, 4, 8].map(|count| reach.joins(count)), [true, true, false]);
}

#[cfg(feature = "parts")]
mod parts {
    use super::gpu;
    use engine::units::Watts;

    /// NVIDIA sold no card of its own of these, so that nobody has the 12-pin connector of the larger ones.
    #[test]
    fn small_cards_are_fed_by_one_8_pin_connector() {
        for id in ["rtx-3060-12gb", "rtx-4060"] {
            let inputs = gpu(id).body.inputs.unwrap();
            assert_eq!((inputs.pin8, inputs.pin12, inputs.pin16), (1, 0, 0), "{id}");
        }
    }

    #[test]
    fn a_xeon_with_60_cores_draws_what_it_is_rated_for() {
        assert_eq!(catalog::cpu("xeon-w9-3595x").and_then(catalog::CpuEntry::power), Some(Watts::new(385.0)));
    }
}
