//! Any text has an answer, and longer ones take longer in proportion.

use std::fs;
use std::path::Path;
use std::time::Instant;

use probe::{MOST_BYTES, read};
use proptest::prelude::*;

/// Lines of all samples, to be cut and mixed.
fn lines() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples");
    let texts = fs::read_dir(folder).unwrap().map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap());
    let mut lines: Vec<String> = texts.flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>()).collect();
    lines.sort();
    lines
}

proptest! {
    #[test]
    fn any_text_has_an_answer(text in any::<String>()) {
        let machine = read(&text);
        prop_assert!(machine.not_understood <= machine.lines);
    }

    /// Known lines in any order, each cut anywhere and continued with anything.
    #[test]
    fn any_mixture_of_reports_has_an_answer(cuts in proptest::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), "[\\PC]{0,12}"), 0..60)) {
        let lines = lines();
        let mixed: Vec<String> = cuts.iter().map(|(line, cut, rest)| {
            let line: Vec<char> = line.get(&lines).chars().collect();
            let end = cut.index(line.len() + 1);
            format!("{}{rest}", line[..end].iter().collect::<String>())
        }).collect();
        let machine = read(&mixed.join("\n"));
        prop_assert!(machine.not_understood <= machine.lines);
        let limits = &machine.hardware;
        prop_assert!(limits.ram_gib.is_none_or(|gib| (1..=24_576).contains(&gib)));
        prop_assert!(limits.gpu_count.is_none_or(|count| (1..=64).contains(&count)));
    }
}

/// Texts that make each reader do the most, at the largest size and at a quarter of it.
#[test]
fn time_grows_with_the_length_and_no_faster() {
    for line in [
        "GPU 0: NVIDIA GeForce RTX 4099 (UUID: GPU-1)",
        "01:00.0 VGA compatible controller: NVIDIA Corporation AD102 [GeForce RTX 4099]",
        "model name : AMD Ryzen 9 9999X",
        "NAME=\"nvme0n1\" MODEL=\"Samsung SSD 990 PRO 3TB\" SIZE=\"1\" TYPE=\"disk\"",
        "Mem: 1 2 3 4 5",
        "::::::::::::::::::::::::::::::::",
        "x",
    ] {
        let time = |bytes: usize| {
            let mut text = String::new();
            let mut count = 0;
            while text.len() < bytes {
                count += 1;
                text.push_str(&line.replace("9999", &count.to_string()).replace("GPU 0", &format!("GPU {count}")));
                text.push('\n');
            }
            let begin = Instant::now();
            assert!(read(&text).lines > 0);
            begin.elapsed().as_secs_f64()
        };
        time(MOST_BYTES / 4);
        let (quarter, whole) = (time(MOST_BYTES / 4), time(MOST_BYTES));
        // Four times and a margin for a busy machine; a square would be sixteen times.
        assert!(whole < 10.0 * quarter + 0.2, "{line}: {quarter} s, {whole} s");
        assert!(whole < 5.0, "{line}: {whole} s");
    }
}

#[test]
fn a_long_text_is_read_as_far_as_said() {
    let text = "é".repeat(MOST_BYTES);
    let machine = read(&text);
    assert_eq!((machine.lines, machine.notes.len()), (1, 1));
    assert!(read(&"\n".repeat(MOST_BYTES)).lines == 0);
}
