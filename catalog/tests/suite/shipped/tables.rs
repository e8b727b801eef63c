//! The tables against figures that were published elsewhere, and against what other parts of the product rely on.

use std::fs;
use std::path::Path;

use catalog::{Confidence, Evidence, GpuEntry, Segment};
use engine::hardware::Pcie;
use engine::units::{Bytes, BytesPerSecond, FlopsPerSecond, Watts};
use toml::de::DeTable;

/// Capacities in GiB that the engine recommends.
const PURCHASABLE_GIB: [u64; 16] = [8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048];

#[track_caller]
fn gpu(id: &str) -> &'static GpuEntry {
    catalog::gpu(id).unwrap_or_else(|| panic!("{id} is not in the catalog"))
}

#[track_caller]
fn check_gpu(id: &str, mib: u64, gb_per_s: f64, fp32: f64, fp16: f64, watts: f64) {
    let spec = gpu(id).spec;
    assert_eq!(spec.memory, Bytes::from_mib(mib), "memory of {id}");
    assert_eq!(spec.memory_bandwidth, BytesPerSecond::from_gb_per_s(gb_per_s), "bandwidth of {id}");
    assert_eq!(spec.fp32, FlopsPerSecond::from_tflops(fp32), "FP32 of {id}");
    assert_eq!(spec.fp16, Some(FlopsPerSecond::from_tflops(fp16)), "FP16 of {id}");
    assert_eq!(spec.tdp, Watts::new(watts), "power of {id}");
}

#[test]
fn accelerators_have_their_published_figures() {
    check_gpu("rtx-4090", 24_564, 1008.0, 82.6, 165.2, 450.0);
    check_gpu("rtx-5090", 32_607, 1792.0, 104.8, 209.5, 575.0);
    check_gpu("rtx-3090", 24_576, 936.2, 35.6, 71.2, 350.0);
    check_gpu("a100-sxm4-80gb", 81_920, 2039.0, 19.5, 312.0, 400.0);
    check_gpu("h100-sxm5-80gb", 81_559, 3350.0, 66.9, 989.4, 700.0);
    check_gpu("h200-sxm", 143_771, 4800.0, 66.9, 989.4, 700.0);
    check_gpu("b200", 183_359, 8000.0, 75.0, 2250.0, 1000.0);
    check_gpu("a40", 46_068, 696.0, 37.4, 149.7, 300.0);
    check_gpu("rtx-3050-8gb", 8_192, 224.0, 9.1, 18.2, 130.0);
    check_gpu("rtx-5060", 8_151, 448.0, 19.2, 38.4, 145.0);
    check_gpu("rx-9060-xt-16gb", 16_384, 320.0, 25.6, 102.6, 160.0);
    check_gpu("arc-pro-b70", 32_768, 608.0, 22.9, 183.5, 230.0);
    check_gpu("h20-141gb", 143_771, 4800.0, 44.0, 148.0, 400.0);
    check_gpu("rtx-4090-48gb", 49_140, 1008.0, 82.6, 165.2, 450.0);
    check_gpu("rtx-4090-laptop", 16_376, 576.0, 39.7, 79.4, 150.0);
    check_gpu("rtx-5000-ada-laptop", 16_376, 576.0, 42.6, 170.0, 150.0);
}

/// What is built into laptops has their power, a processor beside it that the reader names, and no price of its own.
#[test]
fn parts_of_laptops_are_not_sold() {
    let laptops: Vec<_> = catalog::gpus().iter().filter(|gpu| gpu.segment == Segment::Laptop).collect();
    assert!(laptops.len() >= 15, "{}", laptops.len());
    for gpu in laptops {
        assert!(gpu.name.contains("Laptop GPU") && gpu.segment.is_whole_computer(), "{}", gpu.id);
        assert!(gpu.price.is_none() && gpu.processor.is_none() && gpu.spec.pool.is_none(), "{}", gpu.id);
        assert!((50.0..=175.0).contains(&gpu.spec.tdp.get()), "{} draws {:?}", gpu.id, gpu.spec.tdp);
    }
    // Neither a slot nor a connector: nobody can put one into a desktop.
    #[cfg(feature = "parts")]
    for gpu in catalog::gpus().iter().filter(|gpu| gpu.segment == Segment::Laptop) {
        assert_eq!((gpu.body.form, gpu.body.inputs), (catalog::GpuForm::Computer, None), "{}", gpu.id);
    }
}

/// Cards without tensor cores have no tensor rates: the engine takes their FP32 rate.
#[test]
fn old_cards_have_no_tensor_rates() {
    for id in ["gtx-1060-6gb", "gtx-1080-ti", "gtx-1650", "gtx-1660-ti"] {
        let spec = gpu(id).spec;
        assert_eq!((spec.tf32, spec.fp16, spec.bf16), (None, None, None), "{id}");
    }
}

#[test]
fn capacity_is_measured_only_where_a_driver_printed_it() {
    assert!(gpu("rtx-4090").spec.memory_is_measured);
    assert!(!gpu("rtx-4090-d").spec.memory_is_measured);
    assert!(!gpu("mi300x").spec.memory_is_measured);
    let measured = catalog::gpus().iter().filter(|gpu| gpu.spec.memory_is_measured).count();
    assert!(measured >= 60, "{measured}");
}

#[test]
fn links_are_per_direction() {
    assert_eq!(gpu("h200-sxm").spec.nvlink, Some(BytesPerSecond::from_gb_per_s(450.0)));
    assert_eq!(gpu("rtx-3090").spec.nvlink, Some(BytesPerSecond::from_gb_per_s(56.25)));
    assert_eq!(gpu("rtx-4090").spec.nvlink, None);
    assert_eq!(gpu("rtx-4060").spec.pcie, Pcie { generation: 4, lanes: 8 });
}

#[test]
fn a_process_sees_one_device_of_a_package() {
    let mi250x = gpu("mi250x");
    assert_eq!((mi250x.spec.memory, mi250x.devices_per_board), (Bytes::from_gib(64), 2));
    assert_eq!(mi250x.spec.fp16, Some(FlopsPerSecond::from_tflops(191.5)));
    assert_eq!(mi250x.spec.tdp, Watts::new(280.0));
    assert_eq!(gpu("a16").spec.tdp, Watts::new(62.5));
}

#[test]
fn bf16_is_absent_before_ampere() {
    for id in ["rtx-2080-ti", "t4", "v100-sxm2-32gb", "p40"] {
        assert_eq!(gpu(id).spec.bf16, None, "{id}");
    }
    assert_eq!(gpu("rtx-2080-ti").spec.compute_capability, Some(75));
    assert_eq!(gpu("rtx-5090").spec.compute_capability, Some(120));
    assert_eq!(gpu("mi300x").spec.compute_capability, None);
}

#[test]
fn evidence_is_kept() {
    assert_eq!(gpu("rtx-4090").tensor_evidence, Evidence::Opened);
    assert_eq!(gpu("rtx-4080").tensor_evidence, Evidence::Derived);
    assert_eq!(gpu("v100-sxm2-32gb").tensor_evidence, Evidence::Recalled);
    assert_eq!(gpu("p40").tensor_evidence, Evidence::None);
    assert_eq!(gpu("rtx-pro-4500-blackwell").confidence, Confidence::Low);
}

#[test]
fn what_other_programs_name_exists() {
    for id in ["rtx-4090", "h200-sxm", "rtx-2060", "rtx-5090", "a100-sxm4-80gb", "b200", "mi300x", "ascend-910b2"] {
        assert!(catalog::gpu(id).is_some(), "{id}");
    }
    for id in ["core-i9-13900k", "core-i7-13700k"] {
        assert!(catalog::cpu(id).is_some(), "{id}");
    }
    for id in ["samsung-990-pro-2tb", "samsung-990-pro-4tb", "zhitai-tiplus9100-2tb"] {
        assert!(catalog::storage(id).is_some(), "{id}");
    }
    assert!(catalog::gpu("rtx-4091").is_none() && catalog::model("").is_none());
}

#[test]
fn the_tables_are_as_wide_as_promised() {
    assert!(catalog::gpus().len() >= 175, "{}", catalog::gpus().len());
    assert!(catalog::cpus().len() >= 90, "{}", catalog::cpus().len());
    assert!(catalog::storages().len() >= 60, "{}", catalog::storages().len());
    assert!(catalog::models().len() >= 22, "{}", catalog::models().len());
    assert!(catalog::attributions().iter().any(|source| source.license.starts_with("ODC-By")));
}

#[test]
fn every_row_is_found_by_its_id_and_has_a_source() {
    for entry in catalog::gpus() {
        assert!(catalog::gpu(entry.id).is_some_and(|found| found.id == entry.id) && !entry.source.is_empty());
    }
    for entry in catalog::cpus() {
        assert!(catalog::cpu(entry.id).is_some_and(|found| found.id == entry.id) && !entry.source.is_empty());
    }
    for entry in catalog::storages() {
        assert!(catalog::storage(entry.id).is_some_and(|found| found.id == entry.id) && !entry.source.is_empty());
    }
    for entry in catalog::memory_kits() {
        assert!(catalog::memory_kit(entry.id).is_some_and(|found| found.id == entry.id) && !entry.source.is_empty());
    }
    for entry in catalog::models() {
        assert!(catalog::model(entry.id).is_some_and(|found| found.id == entry.id) && !entry.source.is_empty());
    }
}

#[test]
fn processors_and_drives_have_their_published_figures() {
    let cpu = catalog::cpu("core-i9-13900k").map(|entry| entry.spec);
    let cpu = cpu.map(|cpu| (cpu.performance_cores, cpu.efficiency_cores, cpu.threads, cpu.boost_ghz, cpu.memory_channels));
    assert_eq!(cpu, Some((8, 16, 32, 5.8, 2)));
    let drive = catalog::storage("samsung-990-pro-2tb").map(|entry| (entry.spec.capacity, entry.spec.sequential_read));
    assert_eq!(drive, Some((Bytes(2_000_000_000_000), BytesPerSecond::from_mb_per_s(7450.0))));
}

/// Eight bytes a transfer, at what the vendor lists with one module a channel, of the older kind where boards have either; a device that shares its memory has its own.
#[test]
fn memory_channels_run_at_their_vendors_rates() {
    for (id, channel, all) in [
        ("ryzen-9-5950x", 25.6, 51.2),
        ("ryzen-9-9950x", 44.8, 89.6),
        ("core-i9-13900k", 25.6, 51.2),
        ("epyc-9554", 38.4, 460.8),
        ("tr-pro-9995wx", 51.2, 409.6),
    ] {
        let cpu = catalog::cpu(id).unwrap_or_else(|| panic!("{id}")).spec;
        let rates = (cpu.channel_rate, cpu.memory_bandwidth());
        assert_eq!(rates, (BytesPerSecond::from_gb_per_s(channel), BytesPerSecond::from_gb_per_s(all)), "{id}");
    }
    for entry in catalog::gpus() {
        let Some(cpu) = entry.processor else { continue };
        let share = cpu.memory_bandwidth().get() / entry.spec.memory_bandwidth.get();
        assert!((share - 1.0).abs() < 1e-9, "{}: {share}", entry.id);
    }
}

#[test]
fn random_reads_fall_back_on_the_class() {
    let iops = |id| catalog::storage(id).map(|drive| (drive.spec.random_read_iops, drive.random_read_from_class));
    assert_eq!(iops("zhitai-tiplus7100-2tb"), Some((1_000_000.0, true)));
    assert_eq!(iops("class-nvme-gen4"), Some((1_000_000.0, false)));
    assert_eq!(iops("samsung-990-pro-2tb"), Some((1_400_000.0, false)));
}

/// Each capacity that is recommended can be bought as one kit, or as two or four of the same.
#[test]
fn recommended_capacities_can_be_bought() {
    let largest = catalog::memory_kits().iter().map(|kit| 4 * kit.total_gib).max();
    assert_eq!(largest, Some(2048));
    for gib in PURCHASABLE_GIB.into_iter().filter(|&gib| gib >= 16 && gib != 24) {
        let fits = catalog::memory_kits().iter().any(|kit| [1, 2, 4].iter().any(|times| times * kit.total_gib == gib));
        assert!(fits, "{gib} GiB cannot be put together");
    }
}

#[test]
fn prices_carry_date_and_source() {
    let gpus = catalog::gpus().iter().filter_map(|gpu| gpu.price);
    let kits = catalog::memory_kits().iter().filter_map(|kit| kit.price_per_gb);
    let drives = catalog::storages().iter().filter_map(|drive| drive.price);
    let cpus = catalog::cpus().iter().filter_map(|cpu| cpu.price);
    for price in gpus.chain(kits).chain(drives).chain(cpus) {
        assert!(price.usd > 0.0 && price.date.len() >= 7 && !price.source.is_empty(), "{price:?}");
    }
}

/// Rows of a file, or of all files of a folder.
fn rows(path: &Path) -> usize {
    if path.is_dir() {
        return fs::read_dir(path).expect("a folder").map(|file| rows(&file.expect("a file").path())).sum();
    }
    let text = fs::read_to_string(path).expect("a file");
    DeTable::parse(&text).expect("it is TOML").get_ref().len()
}

#[test]
fn the_readme_counts_the_rows() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(root.join("README.md")).expect("it is there");
    let counted: Vec<_> = readme.lines().filter(|line| line.starts_with("| `data/")).collect();
    assert!(counted.len() > 10, "{counted:?}");
    for line in counted {
        let [_, file, _, said, _] = line.split('|').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let file = root.join(file.trim().trim_matches('`').trim_end_matches("/*.toml"));
        assert_eq!(said.trim(), rows(&file).to_string(), "{}", file.display());
    }
}
