//! The checks of the build script: wrong data is refused, and all of it is named at once.

mod parts;

use crate::row::{File, Problems};
use crate::tables;

const GPU: &str = r#"[rtx-1]
name = "RTX 1"
vendor = "NVIDIA"
architecture = "Ada Lovelace"
segment = "consumer"
launch = "2022-10"
marketing_gb = 24
memory_mib = 24564
memory_from = "driver"
memory_type = "GDDR6X"
bandwidth_gb_per_s = 1008
fp32_tflops = 82.6
fp16_tflops = 165.2
tensor_evidence = "opened"
tensor_source = "white paper"
compute_capability = "8.9"
pcie_generation = 4
pcie_lanes = 16
board_power_w = 450
source = "data sheet"
confidence = "high"
form = "card"
cooling = "fans"
connectors = "1x 6-pin + 2x 8-pin"
body_source = "data sheet"
"#;

const KIT: &str = r#"[ddr5-1x16]
memory_type = "DDR5"
form = "UDIMM"
ecc = false
modules = 1
module_gib = 16
total_gib = 16
source = "shop"
confidence = "high"
slowest_mt_per_s = 4800
fastest_mt_per_s = 8000
"#;

fn problems(files: &[(&str, &str)]) -> Vec<String> {
    let files: Vec<File> = files.iter().map(|(path, text)| File { path: (*path).to_owned(), text: (*text).to_owned() }).collect();
    let problems = Problems::default();
    tables::all(&files, &problems);
    problems.into_sorted()
}

/// One change to a good file is one problem, which says `expected`.
#[track_caller]
fn check(path: &str, good: &str, from: &str, to: &str, expected: &str) {
    assert!(good.contains(from), "{from:?} is not in the file");
    assert_eq!(problems(&[(path, good)]), Vec::<String>::new());
    let found = problems(&[(path, &good.replacen(from, to, 1))]);
    assert!(found.len() == 1 && found[0].contains(expected), "expected {expected:?}, found {found:#?}");
}

#[track_caller]
fn check_gpu(from: &str, to: &str, expected: &str) {
    check("data/gpus/test.toml", GPU, from, to, expected);
}

#[track_caller]
fn check_kit(from: &str, to: &str, expected: &str) {
    check("data/memory_kits.toml", KIT, from, to, expected);
}

#[test]
fn other_names_are_new_ones() {
    check_gpu("segment =", "aliases = [\"One\", \"one\"]\nsegment =", "rtx-1: aliases name \"one\" twice");
    check_gpu("segment =", "aliases = [\"RTX-1\"]\nsegment =", "or what the row is called anyway");
    check_gpu("segment =", "aliases = []\nsegment =", "aliases must be a list of texts");
    check_gpu("segment =", "aliases = [\" One\"]\nsegment =", "aliases must be short, and without spaces around");
}

#[test]
fn fields_are_required_and_within_range() {
    check_gpu("source = \"data sheet\"\n", "", "data/gpus/test.toml:1: rtx-1: source is missing");
    check_gpu("source = \"data sheet\"", "source = \" \"", "test.toml:20: rtx-1: source must be a line of text");
    check_gpu("confidence = \"high\"\n", "", "confidence is missing");
    check_gpu("= 1008", "= 1008000", "bandwidth_gb_per_s must be a number from 100 to 20000");
    check_gpu("= 1008", "= nan", "bandwidth_gb_per_s must be a number");
    check_gpu("pcie_lanes = 16", "pcie_lanes = 12", "pcie_lanes must be 1, 2, 4, 8 or 16");
    check_gpu("2022-10", "2022-13", "launch must be a month");
    check_gpu("consumer", "gaming", "segment \"gaming\" is none of consumer");
    check_gpu("consumer", "laptop", "form is computer for a part of a laptop");
    check_kit("ecc = false", "ecc = \"no\"", "ecc must be true or false");
}

#[test]
fn typing_errors_in_names_of_fields_are_found() {
    check_gpu("board_power_w", "board_power", "board_power is not a field");
}

#[test]
fn rates_must_be_dense_and_capacity_near_the_box() {
    check_gpu("= 165.2", "= 660.6", "fp16_tflops is 8.0 times the FP32 rate");
    check_gpu("= 24564", "= 12288", "memory_mib is 0.50 of marketing_gb x 1024");
}

#[test]
fn evidence_must_match_the_rates() {
    check_gpu("fp16_tflops = 165.2\n", "", "tensor_evidence must be none where there are no tensor rates");
    check_gpu("\"opened\"", "\"recalled\"", "confidence cannot be high where the tensor rates are recalled");
    check_gpu("tensor_source = \"white paper\"\n", "", "tensor_source is missing");
}

#[test]
fn ids_are_unique_and_in_kebab_case() {
    check_kit("[ddr5-1x16]", "[DDR5-1x16]", "must be an id");
    check_kit("[ddr5-1x16]", "[ddr5--1x16]", "must be an id");
    let found = problems(&[("data/gpus/a.toml", GPU), ("data/gpus/b.toml", GPU)]);
    assert_eq!(found, ["data/gpus/b.toml:1: rtx-1 is the id of another table too"]);
}

#[test]
fn files_in_the_wrong_place_are_not_passed_over() {
    assert_eq!(problems(&[("data/gpu.toml", GPU)]), ["data/gpu.toml:1: belongs to no kind of table"]);
}

#[test]
fn kits_add_up() {
    check_kit("total_gib = 16", "total_gib = 32", "total_gib must be modules x module_gib");
}

#[test]
fn all_problems_are_named_at_once() {
    let gpu = GPU.replace("= 1008", "= 1").replace("24564", "40000").replace("\"8.9\"", "\"eight\"");
    let kit = KIT.replace("DDR5\"", "DDR6\"").replace("modules = 1", "modules = ");
    let found = problems(&[("data/gpus/test.toml", &gpu), ("data/memory_kits.toml", &kit)]);
    let lines: Vec<&str> = found.iter().filter_map(|problem| problem.split(": ").next()).collect();
    assert!(lines.contains(&"data/gpus/test.toml:8") && lines.contains(&"data/gpus/test.toml:11"), "{found:#?}");
    assert!(lines.contains(&"data/gpus/test.toml:16") && lines.contains(&"data/memory_kits.toml:2"), "{found:#?}");
    assert!(lines.contains(&"data/memory_kits.toml:5"), "{found:#?}");
}

const RETIRED: &str = r#"[rtx-0]
kind = "gpu"
successor = "rtx-1"
reason = "renamed"
reason_zh = "已改名"
"#;

/// What a change of the retired ids, beside one card, is told.
#[track_caller]
fn check_retired(from: &str, to: &str, expected: &str) {
    let found = problems(&[("data/gpus/test.toml", GPU), ("data/retired.toml", &RETIRED.replacen(from, to, 1))]);
    assert!(found.len() == 1 && found[0].contains(expected), "expected {expected:?}, found {found:#?}");
}

#[test]
fn a_retired_id_is_not_listed_and_its_successor_is() {
    let files = [("data/gpus/test.toml", GPU), ("data/retired.toml", RETIRED)];
    assert_eq!(problems(&files), Vec::<String>::new());
    check_retired("[rtx-0]", "[rtx-1]", "kind has a list that still has this id");
    check_retired("\"rtx-1\"", "\"rtx-2\"", "successor \"rtx-2\" is not in the list of this kind");
    check_retired("kind = \"gpu\"", "kind = \"card\"", "kind \"card\" is none of gpu");
}
