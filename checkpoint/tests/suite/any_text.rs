//! Any text has an answer, and longer ones take longer in proportion.

use std::fs;
use std::path::Path;
use std::time::Instant;

use checkpoint::{Reading, words};
use proptest::prelude::*;
use wire::Locale;

fn samples() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples");
    let mut texts: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap()).collect();
    texts.sort();
    texts
}

/// Whatever is read, it is told without panic, sums hold, and only what was counted is planned.
fn judge(text: &str) {
    let told = match checkpoint::read(text) {
        Reading::Configuration(configuration) => {
            if let Some(count) = &configuration.count {
                assert_eq!(count.parts.iter().map(|(_, parameters)| parameters).sum::<u64>(), count.total);
                assert!(configuration.faults.is_empty());
            }
            assert_eq!(configuration.settled().is_some(), configuration.count.is_some());
            configuration.notes
        }
        Reading::Weights(weights) => {
            assert!(weights.parts.iter().map(|share| share.tensors).sum::<u64>() == weights.tensors);
            weights.notes
        }
        Reading::Name(name) => {
            assert!(name.entry.is_none() || name.likely.is_empty());
            Vec::new()
        }
        Reading::Traced(network) => {
            assert_eq!(network.count.is_some(), network.faults.is_empty());
            assert!(network.cards.is_empty() || network.count.is_some());
            Vec::new()
        }
        Reading::Unreadable(_) => Vec::new(),
    };
    for note in told {
        assert!(Locale::ALL.iter().all(|locale| !words::note(&note, *locale).is_empty()));
    }
}

/// Words that configurations and headers have, and values that they should not.
fn json() -> impl Strategy<Value = serde_json::Value> {
    use serde_json::{Value, json};
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        (0_u64..4096).prop_map(Value::from),
        any::<f64>().prop_map(|number| json!(number)),
        "[a-z_0-9]{0,6}".prop_map(Value::from),
        prop::sample::select(vec![
            "llama",
            "gpt2",
            "t5",
            "bert",
            "mixtral",
            "qwen3_moe",
            "gemma2",
            "BF16",
            "U8",
            "relu",
            "sliding_attention"
        ])
        .prop_map(Value::from),
    ];
    let key = prop_oneof![
        4 => prop::sample::select(vec![
            "model_type", "hidden_size", "intermediate_size", "num_hidden_layers", "num_attention_heads", "num_key_value_heads", "vocab_size",
            "head_dim", "num_experts", "num_local_experts", "num_experts_per_tok", "moe_intermediate_size", "layer_types", "sliding_window", "text_config",
            "weight_map", "metadata", "total_size", "total_parameters", "dtype", "shape", "data_offsets", "__metadata__", "id2label",
            "quantization_config", "peft_type", "_class_name", "_name_or_path", "n_embd", "n_layer", "d_model", "feed_forward_proj",
            "model.layers.0.mlp.gate.weight", "h.7.attn.bias", "lm_head.weight",
        ]).prop_map(str::to_owned),
        1 => "[a-z_.0-9é\\PC]{0,8}",
    ];
    leaf.prop_recursive(4, 48, 12, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(key.clone(), inner, 0..12).prop_map(|members| members.into_iter().collect::<Value>()),
        ]
    })
}

proptest! {
    #[test]
    fn any_text_has_an_answer(text in any::<String>()) {
        judge(&text);
    }

    #[test]
    fn any_document_has_an_answer(document in json(), more in json()) {
        judge(&document.to_string());
        judge(&format!("{document}{more}"));
    }

    /// Known files, cut anywhere, continued with anything, or with a number of theirs changed.
    #[test]
    fn any_change_of_a_file_has_an_answer(which in any::<prop::sample::Index>(), cut in any::<prop::sample::Index>(), rest in "\\PC{0,12}", number in any::<u64>()) {
        let samples = samples();
        let text = which.get(&samples);
        let place = (0..=cut.index(text.len() + 1)).rev().find(|place| text.is_char_boundary(*place)).unwrap_or_default();
        judge(&format!("{}{rest}", &text[..place]));
        judge(&format!("{}{number}{}", &text[..place], &text[place..]));
    }
}

/// What begins a text, what goes on with it, and what ends it.
type Maker<'a> = (&'a str, &'a dyn Fn(usize) -> String, &'a str);

/// The largest size that is timed.
const BYTES: usize = 1 << 20;

/// Texts that make each reader do the most, at a large size and at a quarter of it.
#[test]
fn time_grows_with_the_length_and_no_faster() {
    let tensor = |place: usize| {
        format!("\"model.layers.{place}.mlp.experts.{place}.up_proj.weight\": {{\"dtype\": \"BF16\", \"shape\": [2, 3]}}")
    };
    let makers: [Maker<'_>; 6] = [
        ("{", &tensor, "}"),
        ("{\"weight_map\": {", &|place| format!("\"a{place}.{place}.weight\": \"f{place}\""), "}}"),
        ("{\"model_type\": \"llama\"", &|place| format!("\"key_{place}\": {place}"), "}"),
        ("{\"model_type\": \"gpt2\"", &|_| "\"n_embd\": 1".to_owned(), "}"),
        ("{\"model_type\": \"other\", \"x\": [0", &|place| place.to_string(), "]}"),
        ("x [", &|_| "[{".to_owned(), ""),
    ];
    for (start, maker, end) in makers {
        let time = |bytes: usize| {
            let mut text = start.to_owned();
            for place in 0.. {
                if text.len() >= bytes {
                    break;
                }
                if place > 0 || !start.ends_with('{') {
                    text.push(',');
                }
                text.push_str(&maker(place));
            }
            text.push_str(end);
            let begin = Instant::now();
            let _ = checkpoint::read(&text);
            begin.elapsed().as_secs_f64()
        };
        time(BYTES / 4);
        let (quarter, whole) = (time(BYTES / 4), time(BYTES));
        // Four times and a margin for a busy machine; a square would be sixteen times.
        assert!(whole < 10.0 * quarter + 0.3, "{start}: {quarter} s, {whole} s");
        assert!(whole < 5.0, "{start}: {whole} s");
    }
}

#[test]
fn a_text_beyond_the_limit_is_refused() {
    let text = " ".repeat(checkpoint::MOST_BYTES + 1);
    assert!(matches!(checkpoint::read(&text), Reading::Unreadable(scenario::Reason::TooLong { .. })));
    assert!(matches!(checkpoint::read(" \n "), Reading::Unreadable(scenario::Reason::Required)));
    for (text, line, column) in
        [("{\"a\": 1,\n \"b\": }", 2, 7), ("hello\nworld", 1, 1), ("```json\n{\"a\" 1}\n```", 2, 6), ("{", 1, 1)]
    {
        let reason = match checkpoint::read(text) {
            Reading::Unreadable(scenario::Reason::NotJson { line, column }) => (line, column),
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!(reason, (line, column), "{text}");
    }
    let keys = |count: usize| (0..count).map(|place| format!("\"k{place}\": 1")).collect::<Vec<_>>().join(",");
    for text in [format!("{{{}}}", keys(2001)), format!("{{\"text_config\": {{{}}}}}", keys(2001))] {
        assert!(matches!(checkpoint::read(&text), Reading::Unreadable(scenario::Reason::WrongCount { max: 2000, .. })));
    }
    for text in ["[]", "[1, 2]", "{} []"] {
        assert!(matches!(checkpoint::read(text), Reading::Unreadable(scenario::Reason::WrongType { .. })), "{text}");
    }
}

/// As many as these took minutes where the end of the text was looked for after each.
#[test]
fn documents_that_follow_each_other_are_read_up_to_a_limit() {
    let header = |place: usize| format!("{{\"layers.{place}.weight\": {{\"dtype\": \"BF16\", \"shape\": [2, 3]}}}}");
    for text in ["{}".repeat(100_000), "{}\n".repeat(100_000), (0..100_000).map(header).collect()] {
        let reading = checkpoint::read(&text);
        assert!(matches!(reading, Reading::Unreadable(scenario::Reason::WrongCount { min: 1, max: 1000 })), "{reading:?}");
    }
    let several: String = (0..1000).map(header).collect();
    match checkpoint::read(&several) {
        Reading::Weights(weights) => assert_eq!(weights.tensors, 1000),
        other => panic!("{other:?}"),
    }
    assert!(matches!(
        checkpoint::read("{\"a\": 1}\n{\"a\" 1}"),
        Reading::Unreadable(scenario::Reason::NotJson { line: 2, column: 6 })
    ));
}
