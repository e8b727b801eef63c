//! What a bill says is wrong, missing or unused.

use api::export::{Format, write};
use wire::v1::estimate::NoteLevel;

use super::asking::{asked, codes, part};
use super::laws::listed;
use super::laws::trained;

#[test]
fn what_cannot_be_built_is_listed_with_its_problems() {
    let bom = listed("gpu=rtx-4090&gpus=4&model=resnet50&cpu=core-i9-13900k&sharding=ddp");
    for code in ["slots-exceeded", "lanes-below-8"] {
        assert!(codes(&bom).contains(&code), "{:?}", bom.notes);
    }
    let bom = listed("gpu=rtx-4090&model=resnet50&cpu=core-i9-13900k&ram=512");
    for code in ["memory-beyond-board", "memory-slots-exceeded"] {
        assert!(codes(&bom).contains(&code), "{:?}", bom.notes);
    }
    let bom = listed("gpu=h100-sxm5-80gb&model=resnet50&cpu=core-i9-13900k");
    assert_eq!(codes(&bom)[0], "module-without-baseboard");
}

/// What a machine that does not hold its run says: that it does not, before anything else and in every file, and no cost of
/// the run.
#[track_caller]
fn check_cannot_run(query: &str, code: &str, kind: &str) {
    let bom = listed(query);
    let first = &bom.notes[0];
    assert_eq!((first.code.as_str(), first.level), (code, NoteLevel::Problem), "{query}: {:?}", bom.notes);
    let told = &part(&bom, kind).notes;
    assert!(told.iter().any(|note| note.starts_with("does not hold the run")), "{query}: {told:?}");
    assert!(told.iter().all(|note| !note.starts_with("tight")), "{query}: {told:?}");
    for format in [Format::Csv, Format::Markdown] {
        for locale in wire::Locale::ALL {
            let bom = api::bill::bom_in(&asked(query), locale).unwrap_or_else(|problem| panic!("{query}: {problem:?}"));
            let file = String::from_utf8(write(&bom, format, locale).expect("a file")).expect("text");
            let (problem, card) = (file.find(&bom.notes[0].detail), file.find(&part(&bom, "gpu").reason));
            assert!(problem.is_some() && (format == Format::Csv || problem < card), "{query}: {file}");
        }
    }
    assert_eq!((bom.power.epoch_kwh, bom.power.run_kwh), (None, None), "{query}");
    let money = bom.money.as_deref().expect("money");
    assert_eq!((money.energy.mean_wall_w, money.rent.run_hours), (None, None), "{query}: {money:?}");
    assert!(money.energy.missing[0].contains("does not hold the run"), "{query}: {:?}", money.energy.missing);
    assert!(money.rent.verdict.contains("does not hold the run"), "{query}: {}", money.rent.verdict);
    assert!(money.rent.offers.iter().all(|offer| offer.break_even_hours.is_none()), "{query}: {:?}", money.rent.offers);
}

#[test]
fn a_bill_says_first_that_its_run_cannot_run() {
    check_cannot_run("gpu=l4&gpus=8&model=qwen1.5-moe-a2.7b&method=qlora", "does-not-fit", "gpu");
    check_cannot_run("gpu=rtx-3060-12gb&model=llama-2-13b", "does-not-fit", "gpu");
    check_cannot_run("gpu=rtx-4090&model=llama-2-7b&method=qlora&ram=2", "ram-below-minimum", "memory");
    let idle = listed("gpu=rtx-4090&gpus=2&model=resnet50&batch=8");
    assert!(codes(&idle).contains(&"idle-gpus"), "{:?}", idle.notes);
    let full = listed("gpu=rtx-4090&model=resnet50&storage=samsung-990-pro-2tb&bytes=9000000000000");
    assert_eq!(codes(&full)[0], "dataset-exceeds-storage", "{:?}", full.notes);
}

/// What somebody gave a price for and no line has, is told; what a line has is not.
#[test]
fn own_prices_of_no_line_are_named() {
    let unused = |table: &str| {
        let parts = scenario::prices::parse_csv(table.as_bytes()).unwrap();
        let prices = wire::v1::Prices { parts, ..Default::default() };
        let bom = api::bom_with(&asked("gpu=rtx-4090&model=resnet50&cpu=core-i9-13900k"), &prices).unwrap();
        bom.notes.into_iter().find(|note| note.code == "own-prices-unused").map(|note| note.detail)
    };
    assert_eq!(unused("id,unit_price\nrtx-4090,1600\ncase,90\ncore-i9-13900k,500"), None);
    let told = unused("id,unit_price\nrtx-4090,1600\nrtx-3090,700\nnetwork,100\ncpu,400\ncore-i9-13900k,500").unwrap();
    assert!(told.ends_with("rtx-3090, network, cpu"), "{told}");
}

/// The note on the practitioners' tier says what the list has.
#[test]
fn the_note_on_host_memory_agrees_with_the_list() {
    let mut checked = 0;
    for gpu in ["h100-sxm5-80gb", "rtx-4090", "a100-pcie-80gb"] {
        for ram in ["", "&ram=32", "&ram=64"] {
            let bom = listed(&format!("gpu={gpu}&model=resnet50{ram}"));
            let Some(note) = bom.notes.iter().find(|note| note.code == "memory-below-c1") else { continue };
            let recommended = trained(&bom).ram.recommended_gib;
            let installed = bom.hardware.ram_gib.unwrap();
            assert!(note.detail.contains(&format!("{installed} GiB of host memory")), "{}", note.detail);
            assert!(note.detail.contains(&format!("recommends {recommended} GiB")), "{}", note.detail);
            assert_eq!(note.detail.contains("and as much is installed"), recommended <= installed, "{}", note.detail);
            assert!(!note.detail.contains("follows"), "{}", note.detail);
            checked += 1;
        }
    }
    assert!(checked > 2, "{checked}");
}
