//! Messages with the figures of public threads: each is told for what it is. A message is written as the program that prints it
//! writes it; its figures are those of the thread that `source` names.

use runlog::{Cause, Kind, read, words};
use serde_json::Value as Json;
use wire::Locale;

const MESSAGES: &str = include_str!("../messages.ndjson");

fn rows() -> Vec<Json> {
    MESSAGES.lines().map(|line| serde_json::from_str(line).expect("a line is an object")).collect()
}

fn text<'a>(row: &'a Json, name: &str) -> &'a str {
    row[name].as_str().unwrap_or_else(|| panic!("{name} of {row}"))
}

#[test]
fn every_message_is_told_for_what_it_is() {
    let rows = rows();
    assert!(rows.len() >= 90, "{}", rows.len());
    let mut wrong = Vec::new();
    for row in &rows {
        let said = read(text(row, "text"));
        let Some(first) = said.first() else {
            wrong.push(format!("{}: nothing", text(row, "id")));
            continue;
        };
        let observed = serde_json::to_value(first.observed).expect("it is an object");
        let figures = row["seen"].as_object().into_iter().flatten();
        let apart: Vec<String> = figures
            .filter(|(name, value)| observed[name.as_str()].as_f64() != value.as_f64())
            .map(|(name, value)| format!("{name} {} for {value}", observed[name.as_str()]))
            .collect();
        let cause = first.cause.map(Cause::id);
        if cause != row["cause"].as_str() {
            wrong.push(format!("{}: {cause:?} for {}", text(row, "id"), row["cause"]));
        }
        if first.kind.id() != text(row, "kind") || !apart.is_empty() {
            let kinds: Vec<&str> = said.iter().map(|message| message.kind.id()).collect();
            wrong.push(format!("{}: {kinds:?} for {}; {apart:?}", text(row, "id"), text(row, "kind")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_table_has_every_kind_that_is_not_of_this_site_alone() {
    let rows = rows();
    let seen: Vec<&str> = rows.iter().map(|row| text(row, "kind")).collect();
    for kind in Kind::ALL {
        let own = matches!(kind, Kind::MemorySnapshot | Kind::Profile | Kind::DeviceAssert);
        assert!(own || seen.contains(&kind.id()), "{}", kind.id());
    }
}

#[test]
fn a_log_is_told_by_its_cause() {
    let log = "12%|█▏        | 120/1000 [10:00<73:20,  5.00s/it]\n\
        RuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB (GPU 1; 23.69 GiB total capacity; 20.00 GiB already allocated; \
        1.00 GiB free; 21.00 GiB reserved in total by PyTorch)\n\
        [rank1]: Watchdog caught collective operation timeout: WorkNCCL(SeqNum=8, OpType=ALLREDUCE, Timeout(ms)=600000) ran for \
        600012 milliseconds before timing out.\n\
        failed (exitcode: -9) local_rank: 0 (pid: 1)\n";
    let kinds: Vec<Kind> = read(log).iter().map(|message| message.kind).collect();
    assert_eq!(kinds, [Kind::CardMemory, Kind::CollectiveTimeout, Kind::ProcessKilled, Kind::Pace]);
    let first = &read(log)[0];
    assert_eq!(first.observed.step, Some(121), "the step after those that are done");
    let loading = log.replace("12%|", "Loading checkpoint shards: 12%|");
    assert_eq!(read(&loading)[0].observed.step, None, "bars of other things count no steps");
}

#[test]
fn words_that_happen_to_be_alike_say_nothing() {
    for text in [
        "",
        "Epoch 3: loss 0.312, accuracy 0.91",
        "loss: 1.25 nano-GPT",
        "We ran out of coffee; memory is a nice movie",
        "inference=True, info: loss=0.5 infinite",
        "'loss': 0.0012, 'grad_norm': 1.2",
        "exit code: 0",
        "lr = 1e-9 exitcode 9",
        "Xid is a number",
        "num_nan = 0",
    ] {
        assert_eq!(read(text), [], "{text}");
    }
}

#[test]
fn every_kind_has_words_in_both_languages() {
    for kind in Kind::ALL {
        let [english, chinese] = Locale::ALL.map(|locale| (words::title(kind, locale), words::answer(kind, locale)));
        assert_ne!(english.0, chinese.0, "{kind:?}");
        let of_causes = Cause::ALL.map(|cause| Locale::ALL.map(|locale| words::told(kind, Some(cause), locale)));
        assert!(of_causes.iter().all(|[english, chinese]| english.0 != chinese.0 && english.1 != chinese.1));
        for text in [english.0, english.1, chinese.0, chinese.1] {
            assert!(!text.is_empty() && !text.ends_with(['.', '。']), "{text}");
        }
        assert!(chinese.1.chars().any(|letter| ('\u{4e00}'..='\u{9fff}').contains(&letter)));
        assert!(!english.1.chars().any(|letter| ('\u{4e00}'..='\u{9fff}').contains(&letter)));
    }
}
