//! Query strings say scenarios, and scenarios say them back.

use proptest::prelude::*;
use scenario::fields::{FIELDS, Kind, Value};
use scenario::query;
use scenario::query::{parse_string, to_query, without_defaults};
use wire::v1::Scenario;
use wire::v1::choices::LoraPreset;
use wire::v1::scenario::ImageSize;

/// A value that a leaf can hold, in range or not: the language must carry both.
fn value(kind: Kind) -> BoxedStrategy<Value> {
    let word = |words: &'static [&'static str]| prop::sample::select(words).prop_map(str::to_owned);
    match kind {
        // Empty texts and outer spaces mean nothing in a form.
        Kind::Text => "[a-zA-Z0-9&=+%_一-龥-]([ -~一-龥]{0,20}[a-zA-Z0-9&=+%一-龥])?".prop_map(Value::Text).boxed(),
        Kind::Integer(_) => any::<u64>().prop_map(Value::Integer).boxed(),
        Kind::Number(_) => (0.0..1e15).prop_map(Value::Number).boxed(),
        Kind::Flag => any::<bool>().prop_map(Value::Flag).boxed(),
        Kind::Choice(words) => word(words).prop_map(Value::Text).boxed(),
        Kind::Currency => word(&["USD", "CNY", "EUR", "KWD"]).prop_map(Value::Text).boxed(),
        Kind::Choices(words) => prop::collection::vec(word(words), 1..4).prop_map(Value::List).boxed(),
        Kind::Integers(_) => prop::collection::vec(any::<u64>(), 1..4).prop_map(Value::Integers).boxed(),
        Kind::Size(_) => {
            (any::<u64>(), any::<u64>()).prop_map(|(height, width)| Value::Size(ImageSize { height, width })).boxed()
        }
        Kind::Owned => {
            let part = (prop::sample::select(vec!["rtx-4090", "core-i9-13900k", "case-tower-mid"]), 1..1000_u64);
            let parts = prop::collection::vec(part.prop_map(|(id, quantity)| format!("{id}:{quantity}")), 1..4);
            parts.prop_map(Value::List).boxed()
        }
        Kind::Parts => {
            let case = prop::sample::select(vec!["fractal-design-north", "fractal-design-torrent"]);
            let cooler = prop::sample::select(vec!["noctua-nh-d15-g2", "thermalright-peerless-assassin-120-se"]);
            (case, cooler).prop_map(|(case, cooler)| Value::List(vec![case.to_owned(), cooler.to_owned()])).boxed()
        }
        Kind::Targets => prop_oneof![
            word(LoraPreset::WORDS).prop_map(Value::Text),
            prop::collection::vec("[a-z]{1,4}_(proj|lin)", 1..5).prop_map(Value::List),
        ]
        .boxed(),
    }
}

/// Any scenario; a card is named or described, never both.
fn scenario() -> impl Strategy<Value = Scenario> {
    let leaves: Vec<_> = FIELDS.iter().map(|field| prop::option::of(value(field.kind))).collect();
    (leaves, any::<bool>()).prop_map(|(values, by_id)| {
        let mut scenario = Scenario::default();
        for (field, value) in FIELDS.iter().zip(values) {
            let is_other = (field.pointer == "/hardware/gpu" && !by_id) || (field.pointer.starts_with("/hardware/gpu/") && by_id);
            if let Some(value) = value.filter(|_| !is_other) {
                field.set(&mut scenario, value).expect("a value of its kind");
            }
        }
        scenario
    })
}

proptest! {

    #[test]
    fn what_is_written_is_read_back(scenario in scenario(), unknown in prop::collection::vec(("(utm|x)_[a-z]{1,3}", ".{0,8}"), 0..3)) {
        let pairs = to_query(&scenario, &unknown);
        prop_assert_eq!(&pairs[0], &("v".to_owned(), "1".to_owned()));
        let parsed = parse_string(&query::to_string(&scenario, &unknown));
        prop_assert_eq!(parsed.errors, vec![]);
        prop_assert_eq!(parsed.scenario, scenario);
        prop_assert_eq!(parsed.unknown, unknown);
    }

    #[test]
    fn nothing_typed_makes_it_panic(text in ".{0,200}", pairs in prop::collection::vec((0..FIELDS.len(), ".{0,12}"), 0..8)) {
        let _ = parse_string(&text);
        let parsed = query::parse(pairs.into_iter().map(|(index, text)| (FIELDS[index].name.to_owned(), text)));
        let _ = scenario::resolve(&parsed.scenario);
    }
}

#[test]
fn people_type_numbers_in_many_ways() {
    let scenario =
        parse_string("batch=%EF%BC%91%EF%BC%96&samples=1.2M&seq=8k&epochs=1,000&image=512x768&wd=1e-2&bytes=5.5G").scenario;
    assert_eq!(scenario.training.micro_batch_size, Some(16));
    assert_eq!(scenario.data.samples, Some(1_200_000));
    assert_eq!(scenario.data.sequence_length, Some(8000));
    assert_eq!(scenario.training.epochs, Some(1000));
    assert_eq!(scenario.data.image_size, Some(ImageSize { height: 512, width: 768 }));
    assert_eq!(scenario.training.weight_decay, Some(0.01));
    assert_eq!(scenario.data.bytes_on_disk, Some(5_500_000_000));
}

#[test]
fn an_empty_box_leaves_its_field_out_and_the_last_of_two_counts() {
    let parsed = parse_string("gpu=&batch=+&pin=0&pin=on&display=1&display=0");
    assert_eq!(parsed.errors, []);
    assert_eq!(parsed.scenario.hardware.gpu, None);
    assert_eq!(parsed.scenario.training.micro_batch_size, None);
    assert_eq!(parsed.scenario.training.loader.pin_memory, Some(true));
    assert_eq!(parsed.scenario.hardware.display_attached, Some(false));
}

#[test]
fn a_form_asks_for_hours_and_ticks_several_methods() {
    let parsed = parse_string("deadline=7&deadline_hours=1.5&methods=lora&methods=qlora&methods=");
    assert_eq!(parsed.errors, []);
    assert_eq!(parsed.unknown, []);
    assert_eq!(query::to_string(&parsed.scenario, &[]), "v=1&methods=lora%2Cqlora&deadline=5400");
    assert_eq!(parse_string("deadline_hours=").scenario, Scenario::default());
    assert_eq!(parse_string("deadline_hours=soon").errors[0].pointer, "/constraints/deadline_seconds");
    assert_eq!(parse_string("methods=lora&methods=none").errors[0].code(), "unknown-value");
}

#[test]
fn what_cannot_be_read_is_named_and_what_is_unknown_is_kept() {
    let parsed = parse_string("v=1&gpu=rtx-4090&batch=many&precision=fp64&utm_source=x&v=1");
    let errors: Vec<_> = parsed.errors.iter().map(|error| (error.pointer.as_str(), error.code())).collect();
    assert_eq!(errors, [("/training/micro_batch_size", "wrong-type"), ("/training/precision", "unknown-value")]);
    assert_eq!(parsed.unknown, [("utm_source".to_owned(), "x".to_owned())]);
    assert_eq!(parse_string("v=2").errors[0].code(), "unknown-value");
    // Prices go along whole or not at all, and take no room from others.
    let price = |bytes: usize| {
        let table = "x".repeat(bytes);
        parse_string(&format!("prices_in=EUR&own_prices={table}&prices_in=CNY&ref=mail")).unknown
    };
    let names = |unknown: Vec<(String, String)>| unknown.into_iter().map(|(name, text)| format!("{name} {}", text.len()));
    assert_eq!(names(price(2000)).collect::<Vec<_>>(), ["own_prices 2000", "prices_in 3", "ref 4"]);
    assert_eq!(names(price(5000)).collect::<Vec<_>>(), ["ref 4"]);
}

#[test]
fn what_would_be_assumed_anyway_need_not_be_said() {
    let asked =
        parse_string("gpu=rtx-4090&model=resnet50&gpus=1&os=linux&epochs=10&image=224&batch=16&method=full&samples=1000&seq=512")
            .scenario;
    let shorter = without_defaults(&asked);
    assert_eq!(query::to_string(&shorter, &[]), "v=1&gpu=rtx-4090&model=resnet50&method=full&batch=16&samples=1000");
    assert_eq!(scenario::resolve(&shorter), scenario::resolve(&asked));
}

/// A form sends both the list's card and the boxes for figures; the list decides, wherever it stands.
#[test]
fn a_card_is_one_of_the_list_or_described_by_its_figures() {
    let figures = "gpu.memory=24&gpu.bandwidth=1000&gpu.fp32=80";
    for query in [format!("gpu=custom&{figures}"), format!("{figures}&gpu=custom"), format!("{figures}&gpu.name=custom")] {
        let parsed = parse_string(&query);
        assert_eq!(parsed.errors, [], "{query}");
        let card = parsed.scenario.hardware.gpu.as_ref().and_then(|gpu| gpu.custom()).unwrap_or_else(|| panic!("{query}"));
        assert_eq!((card.name.as_deref(), card.memory_gib, card.fp32_tflops), (Some("custom"), Some(24.0), Some(80.0)));
        // Written back it needs no word of the list's.
        assert_eq!(parse_string(&query::to_string(&parsed.scenario, &[])).scenario, parsed.scenario);
    }
    for query in [format!("gpu=rtx-4090&{figures}"), format!("{figures}&gpu=rtx-4090")] {
        let gpu = parse_string(&query).scenario.hardware.gpu;
        assert_eq!(gpu.as_ref().and_then(|gpu| gpu.id()), Some("rtx-4090"), "{query}");
    }
    let empty = parse_string(&format!("gpu=&{figures}")).scenario.hardware.gpu;
    assert!(empty.is_some_and(|gpu| gpu.custom().is_some()), "an empty choice chooses nothing");
}
