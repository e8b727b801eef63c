//! What holds for any text.

use proptest::prelude::*;
use runlog::{MOST_BYTES, read};

const MESSAGES: &str = include_str!("../messages.ndjson");

/// A message of the table, cut somewhere, and other text around it.
fn pieces() -> impl Strategy<Value = String> {
    let lines: Vec<&'static str> = MESSAGES.lines().collect();
    (prop::sample::select(lines), any::<prop::sample::Index>(), "\\PC{0,80}", "\\PC{0,80}").prop_map(
        |(line, cut, before, after)| {
            let text =
                serde_json::from_str::<serde_json::Value>(line).expect("a line")["text"].as_str().expect("text").to_owned();
            let mut end = cut.index(text.len() + 1);
            while !text.is_char_boundary(end) {
                end -= 1;
            }
            format!("{before}\n{}\n{after}", &text[..end])
        },
    )
}

proptest! {
    #[test]
    fn any_text_is_read(text in prop_oneof![pieces(), "\\PC{0,400}", prop::collection::vec(pieces(), 0..6).prop_map(|all| all.join("\n"))]) {
        let said = read(&text);
        for message in &said {
            prop_assert!(message.quote.chars().count() <= 260);
            let observed = serde_json::to_value(message.observed).expect("an object");
            for (name, value) in observed.as_object().expect("an object") {
                let value = value.as_f64().expect("a number");
                prop_assert!(value.is_finite() && (0.0..=1e15).contains(&value), "{name} {value}");
            }
        }
        let mut kinds: Vec<_> = said.iter().map(|message| message.kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        prop_assert_eq!(kinds.len(), said.len(), "each kind once");
    }

    #[test]
    fn how_a_terminal_wraps_changes_nothing(text in pieces(), width in 20_usize..120) {
        let is_process = |word: &str| word.strip_suffix(':').is_some_and(|number| number.parse::<u16>().is_ok());
        let words: Vec<&str> = text.split_whitespace().collect();
        let mut wrapped = String::new();
        let mut line = 0;
        for word in words {
            // At the beginning of a line `0:` is the process that wrote it.
            if line + word.len() > width && !is_process(word) {
                wrapped.push_str("\r\n  ");
                line = 0;
            }
            wrapped.push_str(word);
            wrapped.push(' ');
            line += word.len() + 1;
        }
        prop_assert_eq!(read(&wrapped), read(&text));
    }
}

#[test]
fn a_long_log_is_read_from_its_end_and_in_a_moment() {
    let line = "step 1 loss 2.31 | lr 1e-4 | 12% of nothing\n";
    let mut log = line.repeat(4 * MOST_BYTES / line.len());
    log.push_str("RuntimeError: CUDA error: out of memory\n");
    let started = std::time::Instant::now();
    assert_eq!(read(&log)[0].kind, runlog::Kind::CardMemory);
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
    // Letters beyond ASCII are read as fast.
    let chinese = format!("{}RuntimeError: CUDA error: out of memory\n", "损失 步 100 │ lr 1e-4\n".repeat(MOST_BYTES / 28));
    let started = std::time::Instant::now();
    assert_eq!(read(&chinese)[0].kind, runlog::Kind::CardMemory);
    assert!(started.elapsed().as_secs() < 10, "{:?}", started.elapsed());
    let early = format!("RuntimeError: CUDA error: out of memory\n{}", line.repeat(2 * MOST_BYTES / line.len()));
    assert_eq!(read(&early), []);
}
