//! Reads and checks accelerators.

use crate::emit::{aliases, capitalized, confidence, launch, literal, option, price};
use crate::parts::{GATE, body::body};
use crate::row::Row;

/// The widest link that the engine knows. It stands for memory that is shared with the processor and for NVLink-C2C,
/// which are faster: data then never waits for the link.
const WIDEST_PCIE: (u64, u64) = (6, 16);

/// What a board can draw, in watts.
pub const BOARD_POWER: std::ops::RangeInclusive<f64> = 20.0..=2000.0;

/// An accelerator.
pub fn gpu(row: &Row<'_>) -> String {
    let vendor = row.choice("vendor", &["NVIDIA", "AMD", "Intel", "Huawei", "Apple"]);
    let (marketing_gb, memory) = capacity(row);
    let measured = row.choice("memory_from", &["driver", "nominal"]) == "driver";
    let rates = rates(row, vendor == "NVIDIA");
    let evidence = row.choice("tensor_evidence", &["opened", "derived", "recalled", "none"]);
    row.check(
        (evidence == "none") == rates.tensor.iter().all(Option::is_none),
        "tensor_evidence",
        "must be none where there are no tensor rates, and only there",
    );
    let confidence = confidence(row);
    row.check(
        evidence != "recalled" || confidence != "Confidence::High",
        "confidence",
        "cannot be high where the tensor rates are recalled",
    );
    let devices = row.optional_whole("devices_per_board", &(2..=8)).unwrap_or(1);
    let power = row.optional_number("board_power_w", &BOARD_POWER).unwrap_or(0.0) / devices as f64;
    let both_directions = row.optional_number("nvlink_both_directions_gb_per_s", &(10.0..=4000.0));
    let reach = row.optional_text("nvlink_reach").map(|_| row.choice("nvlink_reach", &["pair", "four"]));
    row.check(reach.is_none() || both_directions.is_some(), "nvlink_reach", "is for cards with such a link");
    row.check(
        both_directions.is_none() || (row.optional_text("form").as_deref() == Some("card")) == reach.is_some(),
        "nvlink_reach",
        "says how many a bridge joins, of PCI Express cards and of no others: modules sit on a board that joins all of them",
    );
    let reach = match reach.as_deref() {
        Some("pair") => "Bridge { cards: 2 }",
        Some(_) => "Bridge { cards: 4 }",
        None => "Node",
    };
    let l2 = row.optional_number("l2_mib", &(1.0..=1024.0)).map(|mib| format!("Bytes::from_kib({})", (mib * 1024.0) as u64));
    let (generation, lanes) = host_link(row);
    let pool = row.optional_whole("pool_mib", &(8_192..=2_097_152));
    row.check(
        (row.optional_text("segment").as_deref() == Some("unified")) == pool.is_some(),
        "pool_mib",
        "belongs to devices that share the machine's memory",
    );
    let laptop = row.optional_text("segment").as_deref() == Some("laptop");
    row.check(
        !laptop || row.optional_text("form").as_deref() == Some("computer"),
        "form",
        "is computer for a part of a laptop, which goes into no slot",
    );
    row.check(!laptop || row.table("price").is_none(), "price", "is that of a whole laptop, not of its part");
    let memory = pool.map_or(memory, |mib| (mib as f64 * row.number("device_share", &(0.25..=1.0))) as u64);
    // A note is for those who review the file; it is read here so that it counts as a known field.
    row.optional_text("note");
    let bandwidth = row.number("bandwidth_gb_per_s", &(100.0..=20_000.0));
    let tensor = |index: usize| option(rates.tensor[index].map(|rate| format!("FlopsPerSecond::from_tflops({rate:?})")));
    let spec = format!(
        "Gpu {{ vendor: Vendor::{}, memory: Bytes::from_mib({memory}), memory_is_measured: {measured}, memory_bandwidth: BytesPerSecond::from_gb_per_s({:?}), has_stacked_memory: {}, l2: {}, \
         fp32: FlopsPerSecond::from_tflops({:?}), tf32: {}, fp16: {}, bf16: {}, compute_capability: {}, pcie: Pcie {{ generation: {generation}, lanes: {lanes} }}, \
         nvlink: {}, nvlink_reach: NvlinkReach::{reach}, tdp: Watts::new({power:?}), pool: {} }}",
        capitalized(&vendor),
        bandwidth,
        row.text("memory_type").starts_with("HBM"),
        option(l2),
        rates.fp32,
        tensor(0),
        tensor(1),
        tensor(2),
        option(rates.compute_capability.map(literal)),
        option(both_directions.map(|rate| format!("BytesPerSecond::from_gb_per_s({:?})", rate / 2.0))),
        option(pool.map(|mib| format!("Bytes::from_mib({mib})"))),
    );
    let processor = option(pool.map(|mib| processor(row, mib, bandwidth)));
    let mut source = match row.optional_text("tensor_source") {
        Some(tensor_source) => format!("{}; tensor rates: {tensor_source}", row.text("source")),
        None => row.text("source"),
    };
    if pool.is_some() {
        source = format!("{source}; memory in common: {}; processor: {}", row.text("pool_source"), row.text("cpu_source"));
    }
    row.check(evidence == "none" || source.contains("; tensor rates: "), "tensor_source", "is missing");
    format!(
        "GpuEntry {{ id: {:?}, name: {:?}, {} vendor: {vendor:?}, architecture: {:?}, segment: Segment::{}, launch: {}, marketing_gb: {marketing_gb}, memory_type: {:?}, \
         spec: {spec}, processor: {processor}, devices_per_board: {devices}, tensor_evidence: Evidence::{}, confidence: {confidence}, price: {}, \
         {GATE}launch_price: {}, {GATE}body: {}, source: sourced({source:?}) }},",
        row.id,
        row.text("name"),
        aliases(row),
        row.text("architecture"),
        capitalized(&row.choice("segment", &["consumer", "workstation", "datacenter", "unified", "laptop"])),
        launch(row),
        row.text("memory_type"),
        capitalized(&evidence),
        price(row, "price"),
        price(row, "launch_price"),
        body(row),
    )
}

/// Marketing GB and MiB. Drivers report 0.87 (ECC, reserved blocks) to 1.0 of the marketing figure times 1024.
fn capacity(row: &Row<'_>) -> (u64, u64) {
    let gb = row.whole("marketing_gb", &(4..=1024));
    let mib = row.whole("memory_mib", &(4096..=1_048_576));
    let share = mib as f64 / (gb * 1024) as f64;
    row.check(
        gb == 0 || mib == 0 || (0.85..=1.02).contains(&share),
        "memory_mib",
        format!("is {share:.2} of marketing_gb x 1024, expected 0.85 to 1.02"),
    );
    (gb, mib)
}

/// Rates in TFLOPS, dense; `tensor` holds TF32, FP16 and BF16.
struct Rates {
    fp32: f64,
    tensor: [Option<f64>; 3],
    compute_capability: Option<u64>,
}

fn rates(row: &Row<'_>, cuda: bool) -> Rates {
    let fp32 = row.number("fp32_tflops", &(1.0..=500.0));
    let tensor = ["tf32_tflops", "fp16_tflops", "bf16_tflops"].map(|key| row.optional_number(key, &(5.0..=5000.0)));
    let compute_capability = compute_capability(row, cuda);
    let (least, most) = tensor_to_vector(compute_capability);
    for (key, rate, factor) in [("fp16_tflops", tensor[1], 1.0), ("bf16_tflops", tensor[2], 1.0), ("tf32_tflops", tensor[0], 0.5)]
    {
        if let Some(rate) = rate.filter(|_| fp32 > 0.0) {
            let ratio = rate / fp32;
            let holds = ratio >= least * factor && ratio <= most * factor;
            let expected = format!("{} to {}", least * factor, most * factor);
            row.check(holds, key, format!("is {ratio:.1} times the FP32 rate, expected {expected}: sparse instead of dense?"));
        }
    }
    Rates { fp32, tensor, compute_capability }
}

/// Least and most that dense FP16 can be of the FP32 vector rate on an architecture, from the rates per unit in NVIDIA's
/// white papers (half and full FP32 accumulation); a sparse figure of a full-rate card falls outside.
fn tensor_to_vector(compute_capability: Option<u64>) -> (f64, f64) {
    match compute_capability {
        Some(60..=69) => (1.9, 2.1),
        Some(70..=79) => (3.9, 8.2),
        Some(80) => (15.0, 16.5),
        Some(81..=89 | 120..=129) => (1.9, 4.1),
        Some(90) => (3.0, 15.5),
        Some(_) => (15.0, 32.5),
        // Matrix units of other vendors: from none of their own (2) to the cube unit beside one vector unit of Ascend (64).
        None => (1.5, 65.0),
    }
}

fn compute_capability(row: &Row<'_>, cuda: bool) -> Option<u64> {
    let text = row.optional_text("compute_capability");
    row.check(text.is_some() == cuda, "compute_capability", "is for NVIDIA's devices, all of them");
    let text = text?;
    let number = text.split_once('.').and_then(|(major, minor)| {
        Some(major.parse::<u64>().ok()? * 10 + minor.parse::<u64>().ok().filter(|&minor| minor < 10)?)
    });
    row.check(
        number.is_some_and(|number| (60..130).contains(&number)),
        "compute_capability",
        "must be major.minor from 6.0 to 12.9",
    );
    number
}

/// The processor of a device that shares its memory.
fn processor(row: &Row<'_>, pool: u64, bandwidth: f64) -> String {
    let (performance, efficiency) =
        (row.whole("cpu_performance_cores", &(1..=256)), row.whole("cpu_efficiency_cores", &(0..=256)));
    let threads = row.whole("cpu_threads", &(1..=512));
    let channels = row.whole("cpu_memory_channels", &(1..=64));
    row.check(threads >= performance + efficiency, "cpu_threads", "must be those of all cores at least");
    format!(
        "Cpu {{ performance_cores: {performance}, efficiency_cores: {efficiency}, threads: {threads}, boost_ghz: {:?}, memory_channels: {channels}, \
         channel_rate: BytesPerSecond::from_gb_per_s({:?}), max_memory: Bytes::from_mib({pool}), kits_gib: &[], pcie: Pcie {{ generation: {}, lanes: {} }} }}",
        row.number("cpu_boost_ghz", &(1.0..=8.0)),
        // It reads and writes the device's own memory.
        bandwidth / channels as f64,
        WIDEST_PCIE.0,
        WIDEST_PCIE.1,
    )
}

fn host_link(row: &Row<'_>) -> (u64, u64) {
    if row.optional_text("host_link").is_some() {
        row.choice("host_link", &["unified", "nvlink-c2c"]);
        return WIDEST_PCIE;
    }
    let lanes = row.whole("pcie_lanes", &(1..=16));
    row.check(lanes.is_power_of_two(), "pcie_lanes", "must be 1, 2, 4, 8 or 16");
    (row.whole("pcie_generation", &(1..=6)), lanes)
}
