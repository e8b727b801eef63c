//! Diagnoses on the wire: every symptom answers with texts in both languages, remedies merge and estimate to what they
//! say, and what cannot be read is named.
#![cfg(feature = "json")]

use api::{diagnose_plan, parse_scenario_json};
use serde_json::Value as Json;
use wire::Locale;
use wire::v1::Diagnosis;
use wire::v1::diagnose::{CheckVerdict, Observed, Symptom};

/// Scenarios that between them have every symptom's causes.
const SCENARIOS: [&str; 9] = [
    r#"{"hardware":{"gpu":"rtx-4090"},"model":{"id":"resnet50"}}"#,
    r#"{"hardware":{"gpu":"rtx-4090","storage":"class-hdd-7200"},"model":{"id":"resnet50"},"data":{"samples":1281167},"training":{"micro_batch_size":64,"loader":{"num_workers":0}}}"#,
    r#"{"hardware":{"gpu":"rtx-4090","gpu_count":2,"cpu":"core-i9-13900k"},"model":{"id":"bert-base"},"training":{"micro_batch_size":1,"sharding":"none"}}"#,
    r#"{"hardware":{"gpu":"rtx-4090","gpu_count":4,"cpu":"core-i9-13900k","os":"windows","display_attached":true},"model":{"id":"resnet101"},"training":{"micro_batch_size":512,"sharding":"ddp","loader":{"num_workers":16}}}"#,
    r#"{"hardware":{"gpu":"rtx-4090","ram_gib":6},"model":{"id":"resnet50"},"training":{"micro_batch_size":128,"loader":{"num_workers":24}}}"#,
    r#"{"hardware":{"gpu":"rtx-4090"},"model":{"id":"llama-2-7b"},"training":{"method":"full","precision":"bf16","micro_batch_size":1}}"#,
    r#"{"hardware":{"gpu":"rtx-4090","gpu_count":2,"ram_gib":16},"model":{"id":"mistral-7b"},"training":{"method":"lora","precision":"bf16","micro_batch_size":1,"activation_checkpointing":"full","sharding":"zero-3","loader":{"num_workers":2}}}"#,
    r#"{"hardware":{"gpu":"rtx-3060-12gb"},"model":{"id":"sd15"},"training":{"method":"lora","micro_batch_size":2}}"#,
    r#"{"hardware":{"gpu":"h100-sxm5-80gb","gpu_count":8},"model":{"id":"llama-2-7b"},"training":{"sharding":"zero-3","offload":"all","micro_batch_size":1}}"#,
];

/// Nothing, what a clock says, and what messages say.
fn observed() -> [Observed; 5] {
    let none = Observed::default();
    [
        none,
        Observed {
            samples_per_second: Some(3.0),
            step: Some(1),
            resident_bytes: Some(80 << 30),
            timeout_seconds: Some(0.1),
            ..none
        },
        Observed { samples_per_second: Some(1e6), step: Some(700), ..none },
        Observed { samples_per_second: Some(100.0), step: Some(1563), resident_bytes: Some(1 << 20), ..none },
        Observed {
            times_slower: Some(3.0),
            requested_bytes: Some(2 << 30),
            capacity_bytes: Some(24 << 30),
            free_bytes: Some(3 << 30),
            allocated_bytes: Some(15 << 30),
            reserved_bytes: Some(18 << 30),
            other_programs_bytes: Some(3 << 30),
            ..none
        },
    ]
}

fn diagnoses(locale: Locale) -> Vec<(&'static str, Diagnosis)> {
    let mut all = Vec::new();
    for text in SCENARIOS {
        let scenario = parse_scenario_json(text).unwrap_or_else(|problem| panic!("{text}: {problem:?}"));
        for &symptom in Symptom::ALL {
            let reads = matches!(
                symptom,
                Symptom::OutOfMemory | Symptom::ThroughputBelowEstimate | Symptom::WorkerKilled | Symptom::CollectiveHang
            );
            for observed in observed().into_iter().take(if reads { 5 } else { 1 }) {
                let diagnosis = diagnose_plan(&scenario, symptom, observed, locale);
                all.push((text, diagnosis.unwrap_or_else(|problem| panic!("{text}: {problem:?}"))));
            }
        }
    }
    all
}

/// What is between two Chinese words that is not one: names in code stay as they are.
fn is_chinese(text: &str) -> bool {
    text.chars().any(|character| ('\u{4e00}'..='\u{9fff}').contains(&character))
}

#[test]
fn every_text_is_there_in_both_languages() {
    let (english, chinese) = (diagnoses(Locale::En), diagnoses(Locale::Zh));
    for ((scenario, english), (_, chinese)) in english.iter().zip(&chinese) {
        assert!(!english.checks.is_empty());
        assert_eq!(english.before, chinese.before);
        for (english, chinese) in english.checks.iter().zip(&chinese.checks) {
            assert_eq!((&english.id, english.verdict, &english.figures), (&chinese.id, chinese.verdict, &chinese.figures));
            let pairs = [(&english.title, &chinese.title), (&english.text, &chinese.text)];
            let probes = english.probes.iter().zip(&chinese.probes).map(|(english, chinese)| (&english.text, &chinese.text));
            for (english, chinese) in pairs.into_iter().chain(probes) {
                assert!(!english.is_empty() && !is_chinese(english), "{scenario}: {english}");
                assert!(is_chinese(chinese) || chinese == "GPU", "{scenario}: {chinese}");
                for text in [english, chinese] {
                    assert!(
                        !text.ends_with(['.', '。'])
                            && !text.split([' ', '，', '：', '、']).any(|word| ["NaN", "inf"].contains(&word)),
                        "{text}"
                    );
                }
            }
            for remedy in english.remedies.iter().chain(&chinese.remedies) {
                assert!(!remedy.text.is_empty() && !remedy.why.is_empty());
            }
            assert!(english.probes.iter().all(|probe| !probe.command.is_empty()));
            assert!(!english.source.is_empty());
        }
    }
}

#[test]
fn a_remedy_merges_and_estimates_to_what_it_says() {
    let mut seen = 0;
    for (_, diagnosis) in diagnoses(Locale::En).into_iter().step_by(2) {
        for check in &diagnosis.checks {
            for remedy in check.remedies.iter().take(1) {
                let mut document = serde_json::to_value(&diagnosis.inputs).unwrap();
                scenario::json::apply_merge_patch(&mut document, &serde_json::to_value(&remedy.change).unwrap());
                let estimate = api::estimate_json(&document.to_string()).unwrap_or_else(|problem| panic!("{problem:?}"));
                assert_eq!(estimate.vram.device_peak_bytes, remedy.after.device_peak_bytes, "{} {}", check.id, remedy.id);
                assert_eq!(estimate.limits.max_micro_batch_size, remedy.after.max_micro_batch_size);
                assert_eq!(estimate.ram.peak_bytes, remedy.after.ram_peak_bytes);
                assert_eq!(estimate.speed.samples_per_second, remedy.after.samples_per_second);
                assert_eq!(estimate.speed.epoch_seconds, remedy.after.epoch_seconds);
                seen += 1;
            }
        }
    }
    assert!(seen > 30, "{seen}");
}

/// The causes that scenarios were made with come first.
#[test]
fn the_likeliest_cause_comes_first() {
    for (scenario, symptom, observed, id) in [
        (1, Symptom::LowUtilization, Observed::default(), "storage"),
        (2, Symptom::SecondCardIdle, Observed::default(), "no-data-parallelism"),
        (4, Symptom::SystemFreezes, Observed::default(), "swapping"),
        (5, Symptom::OutOfMemory, Observed { step: Some(1), ..Observed::default() }, "first-pass"),
        (5, Symptom::OutOfMemory, Observed { step: Some(40), ..Observed::default() }, "fails-earlier"),
        (6, Symptom::SystemFreezes, Observed::default(), "weights-staging"),
        (3, Symptom::SystemFreezes, Observed::default(), "shared-memory"),
    ] {
        let scenario = parse_scenario_json(SCENARIOS[scenario]).unwrap();
        let diagnosis = diagnose_plan(&scenario, symptom, observed, Locale::En).unwrap();
        let lines: Vec<String> = diagnosis
            .checks
            .iter()
            .map(|check| format!("{:?} {:.2} {}: {}", check.verdict, check.weight, check.id, check.text))
            .collect();
        assert_eq!(
            (diagnosis.checks[0].id.as_str(), diagnosis.checks[0].verdict),
            (id, CheckVerdict::Likely),
            "{symptom:?}\n{}",
            lines.join("\n")
        );
    }
}

#[test]
fn a_diagnosis_reads_as_it_always_did() {
    let mut lines = Vec::new();
    for (scenario, symptom, observed) in [
        (1, Symptom::LowUtilization, observed()[0]),
        (5, Symptom::OutOfMemory, observed()[1]),
        (0, Symptom::OutOfMemory, observed()[4]),
        (0, Symptom::ThroughputBelowEstimate, observed()[3]),
        (0, Symptom::BatchCannotGrow, observed()[0]),
        (2, Symptom::SecondCardIdle, observed()[0]),
        (4, Symptom::SystemFreezes, observed()[0]),
        (7, Symptom::NotANumber, observed()[0]),
        (1, Symptom::SharedMemoryTooSmall, observed()[0]),
        (4, Symptom::WorkerKilled, observed()[1]),
        (6, Symptom::CollectiveHang, observed()[0]),
        (4, Symptom::SlowsDown, observed()[0]),
    ] {
        let scenario = parse_scenario_json(SCENARIOS[scenario]).unwrap();
        for locale in Locale::ALL {
            let diagnosis = diagnose_plan(&scenario, symptom, observed, locale).unwrap();
            lines.push(format!("# {} ({})", symptom.as_str(), locale.as_str()));
            for check in &diagnosis.checks {
                lines.push(format!("- {} [{:?}]: {}", check.title, check.verdict, check.text));
                for remedy in &check.remedies {
                    lines.push(format!("  - {} -> {:.1}/s", remedy.text, remedy.after.samples_per_second));
                }
            }
        }
    }
    insta::assert_snapshot!(lines.join("\n"));
}

#[track_caller]
fn check_faults(body: &str, pointers: &[&str]) {
    let problem = scenario::json::parse_diagnose(body.as_bytes()).expect_err("it is at fault");
    let found: Vec<&str> = problem.errors.iter().map(|error| error.pointer.as_str()).collect();
    assert_eq!(found, pointers, "{body}");
}

#[test]
fn every_field_at_fault_is_named() {
    check_faults("{}", &["/symptom", "/scenario"]);
    check_faults("[]", &[""]);
    check_faults(
        r#"{"scenario":{"hardware":{"gpu":"rtx-4009"},"model":{"id":"resnet50"}},"symptom":"slow","observed":{"samples_per_second":0,"step":-1,"loss":1},"language":"de","more":1}"#,
        &[
            "/more",
            "/symptom",
            "/observed/loss",
            "/observed/samples_per_second",
            "/observed/step",
            "/language",
            "/scenario/hardware/gpu",
        ],
    );
    check_faults(r#"{"scenario":1,"symptom":1,"observed":1,"language":1}"#, &["/symptom", "/observed", "/language", "/scenario"]);
    for step in ["1.5", "\"1\"", "1e300"] {
        let body = format!(
            r#"{{"scenario":{{"hardware":{{"gpu":"rtx-4090"}},"model":{{"id":"resnet50"}}}},"symptom":"out-of-memory","observed":{{"step":{step}}}}}"#
        );
        check_faults(&body, &["/observed/step"]);
    }
}

#[test]
fn a_request_and_a_query_say_the_same() {
    let body = r#"{"scenario":{"hardware":{"gpu":"rtx-4090"},"model":{"id":"resnet50"}},"symptom":"out-of-memory","observed":{"step":7},"language":"zh"}"#;
    let request = scenario::json::parse_diagnose(body.as_bytes()).unwrap();
    let asked = scenario::diagnose::parse_query("gpu=rtx-4090&see=out-of-memory&seen_step=7&seen_rate=");
    assert_eq!((Some(request.symptom), request.observed), (asked.symptom, asked.observed));
    assert!(asked.errors.is_empty());
    let document: Json = serde_json::from_str(body).unwrap();
    assert_eq!(serde_json::from_value::<wire::v1::diagnose::DiagnoseRequest>(document).unwrap(), request);
    let faults = scenario::diagnose::parse_query("see=slow&seen_rate=-3&seen_step=many").errors;
    let pointers: Vec<&str> = faults.iter().map(|error| error.pointer.as_str()).collect();
    assert_eq!(pointers, ["/symptom", "/observed/samples_per_second", "/observed/step"]);
}

/// What a message says goes into a diagnosis and comes back out of an address unchanged.
#[test]
fn what_was_observed_survives_an_address() {
    for observed in observed() {
        let pairs = scenario::diagnose::to_query(Symptom::OutOfMemory, observed);
        let query = scenario::query::encode(pairs.iter().map(|(name, text)| (*name, text.as_str())));
        let asked = scenario::diagnose::parse_query(&query);
        assert_eq!((asked.symptom, asked.observed, asked.errors), (Some(Symptom::OutOfMemory), observed, Vec::new()));
    }
}

#[test]
fn a_message_is_read_in_both_languages() {
    let text = "RuntimeError: CUDA out of memory. Tried to allocate 60.00 MiB (GPU 0; 11.17 GiB total capacity; 505.96 MiB already \
        allocated; 12.50 MiB free; 530.00 MiB reserved in total by PyTorch)";
    let [english, chinese] = Locale::ALL.map(|locale| api::message::read_message(text, locale));
    assert_eq!(english.diagnosis, chinese.diagnosis);
    assert!(english.diagnosis.is_some_and(|path| path.starts_with("/diagnose?see=out-of-memory&seen_requested_bytes=62914560")));
    let (english, chinese) = (&english.messages[0], &chinese.messages[0]);
    assert_eq!((english.id.as_str(), english.cause.as_deref()), ("card-memory", Some("other-processes")));
    assert_eq!((&english.quote, english.observed), (&chinese.quote, chinese.observed));
    assert!(!is_chinese(&english.title) && !is_chinese(&english.answer));
    assert!(is_chinese(&chinese.title) && is_chinese(&chinese.answer));
    assert_eq!(api::message::read_message("all is well", Locale::En).messages, []);
}

/// What a message says by its own figures is also the likeliest cause for a plan that the card holds with ease.
#[test]
fn a_message_and_its_diagnosis_name_one_cause() {
    let scenario = parse_scenario_json(SCENARIOS[0]).unwrap();
    let mut compared = 0;
    for line in include_str!("../../../runlog/tests/messages.ndjson").lines() {
        let row: Json = serde_json::from_str(line).unwrap();
        let reading = api::message::read_message(row["text"].as_str().unwrap(), Locale::En);
        let first = &reading.messages[0];
        let expected = match first.cause.as_deref() {
            Some("limit") => "memory-fraction",
            Some("other-processes") => "other-programs",
            Some("pieces") => "fragmentation",
            Some("larger-than-the-card") => "larger-than-the-card",
            // The plan is far smaller than what filled those cards.
            Some(_) => "heavier-than-planned",
            None => continue,
        };
        let diagnosis = diagnose_plan(&scenario, first.symptom.unwrap(), first.observed, Locale::En).unwrap();
        // The cards of these messages are many, that of the plan is one.
        let checks: Vec<_> = diagnosis.checks.iter().filter(|check| check.id != "other-card").collect();
        let lines: Vec<String> =
            checks.iter().map(|check| format!("{:?} {:.2} {}", check.verdict, check.weight, check.id)).collect();
        let found = (checks[0].id.as_str(), checks[0].verdict);
        assert_eq!(found, (expected, CheckVerdict::Likely), "{}\n{}", row["id"], lines.join("\n"));
        compared += 1;
    }
    assert!(compared >= 20, "{compared}");
}

#[test]
fn figures_that_cannot_be_together_are_named() {
    let body = r#"{"scenario":{"hardware":{"gpu":"rtx-4090"},"model":{"id":"resnet50"}},"symptom":"out-of-memory","observed":{"allocated_bytes":30,"reserved_bytes":10,"free_bytes":9,"capacity_bytes":8}}"#;
    check_faults(body, &["/observed/allocated_bytes", "/observed/free_bytes"]);
    let faults = scenario::diagnose::parse_query("see=out-of-memory&seen_allocated_bytes=30&seen_reserved_bytes=10").errors;
    assert_eq!(faults.len(), 1);
}

/// A rate above the range is not within it.
#[test]
fn a_run_that_is_faster_than_its_plan_is_another() {
    let scenario = parse_scenario_json(SCENARIOS[0]).unwrap();
    let observed = Observed { samples_per_second: Some(1e6), ..Observed::default() };
    for (locale, words) in [(Locale::En, "above the range"), (Locale::Zh, "高于范围")] {
        let diagnosis = diagnose_plan(&scenario, Symptom::ThroughputBelowEstimate, observed, locale).unwrap();
        let first = &diagnosis.checks[0];
        assert_eq!((first.id.as_str(), first.verdict), ("within-range", CheckVerdict::Look));
        assert!(first.text.contains(words), "{}", first.text);
    }
}
