//! Markdown and JSON.

use api::export::{Format, file_name, write};
use wire::Locale;
use wire::v1::bom::Bom;

use super::bills::{EVIL, bill, bill_of, estimate, plan};

pub fn markdown(bill: &Bom, locale: Locale) -> String {
    String::from_utf8(write(bill, Format::Markdown, locale).unwrap()).unwrap()
}

/// A bill with few sources: the engine's own change with its formulas.
fn short() -> Bom {
    let mut bill = bill();
    estimate(&mut bill).explain.truncate(1);
    "a formula of this test".clone_into(&mut estimate(&mut bill).explain[0].source);
    for part in &mut bill.parts[..2] {
        "not-in-the-catalog".clone_into(&mut part.id);
    }
    bill
}

#[test]
fn a_bill_reads_as_tables_in_english() {
    insta::assert_snapshot!(without_memory(&markdown(&short(), Locale::En)));
}

#[test]
fn a_bill_reads_as_tables_in_chinese() {
    insta::assert_snapshot!(without_memory(&markdown(&short(), Locale::Zh)));
}

/// The figures of memory are the engine's and change with it.
fn without_memory(text: &str) -> String {
    let mut sections = text.split("\n## ");
    let head = sections.next().unwrap_or_default();
    let kept = sections.filter(|section| !section.starts_with("Memory") && !section.starts_with("内存与显存"));
    std::iter::once(head).chain(kept).collect::<Vec<_>>().join("\n## ")
}

#[test]
fn every_line_of_a_table_has_the_same_cells_whatever_the_names() {
    for text in EVIL.into_iter().chain(["a|b", "a\\|b", "`|`", "\\", "a\nb"]) {
        for locale in Locale::ALL {
            check_tables(&markdown(&bill_of(text), locale));
        }
    }
}

/// Checks that all lines of each table have as many cells as its head.
#[track_caller]
pub fn check_tables(text: &str) {
    let mut cells = None;
    for line in text.lines() {
        if !line.starts_with('|') {
            cells = None;
            continue;
        }
        let bars = line.replace("\\\\", "").replace("\\|", "").matches('|').count();
        assert_eq!(*cells.get_or_insert(bars), bars, "{line}");
    }
}

#[test]
fn makers_shops_and_the_plan_are_told_where_they_are_known() {
    let mut bill = bill();
    bill.plan = Some(Box::new(plan()));
    let url = plan().url;
    bill.parts[0].maker = Some("NVIDIA".to_owned());
    bill.parts[1].vendor = Some("A shop".to_owned());
    bill.parts[1].part_number = Some("ABC-1".to_owned());
    bill.parts[1].shop_url = Some("https://shop.example/1".to_owned());
    for locale in Locale::ALL {
        let text = markdown(&bill, locale);
        for fact in ["| NVIDIA |", "| ABC-1 | A shop | https://shop.example/1 |", "| Lab 3 |", url.as_str(), "| 2026-11-21 |"] {
            assert!(text.contains(fact), "{fact} in {text}");
        }
    }
}

#[test]
fn json_is_the_bill_itself() {
    let bill = bill();
    let bytes = write(&bill, Format::Json, Locale::Zh).unwrap();
    assert_eq!(serde_json::from_slice::<Bom>(&bytes).unwrap(), bill);
}

#[test]
fn names_of_files_say_machine_and_model() {
    let names = Format::ALL.map(|format| file_name(&bill(), format));
    let name = "rigwise-bom-2x-rtx-4090-resnet50";
    assert_eq!(names, ["csv", "xlsx", "md", "request.md", "json"].map(|extension| format!("{name}.{extension}")));
}
