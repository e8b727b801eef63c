//! Forms: whatever model is chosen in place of another, nothing is left that cannot apply to it.

use scenario::fields::{FIELDS, Field};
use scenario::form::{Lead, Reset, Submitted, bears, config, form_identity, link_parameters, parse_submission};
use scenario::query;
use scenario::query::{decode, parse, parse_string};
use scenario::{Reason, resolve};
use wire::v1::Scenario;
use wire::v1::choices::Method;

type Pairs = Vec<(String, String)>;

/// What people fill in, for one kind of model or another; a later value of a name goes before an earlier one.
const FILLED: [&str; 5] = [
    "method=lora&rank=16&targets=all-linear&dropout=0.1&adapter=bf16&batch=4&epochs=3&workers=4",
    "method=qlora&rank=256&targets=q_proj,v_proj&bits=8&dq=0&upcast=0&precision=bf16&seq=4096&attention=eager&mask=padded&loss=chunked",
    "method=frozen-backbone&image=640&classes=150&objects=20&format=channels-last&cache=ram&bytes=5000000000&methods=lora,qlora",
    "data=text&cache=tokens&seq=1000&target=64&task=masked-lm&checkpointing=full&optimizer=adamw-8bit&embed32=1&peak=6.5&rate=70&batch=8&at_batch=8",
    "data=latents&cache=latents&image=1024&text=256&resident=1&targets=to_q,to_k&rank=4096&batch=4096&samples=1000000000&peak=9&peak_of=reserved&factor.memory=1.1&batch=2&at_batch=2",
];

fn pairs(query: &str) -> Pairs {
    decode(query).collect()
}

/// A valid form for a model: of what is filled in, as much as the model takes, field by field.
fn form(model: &str, filled: &str) -> Pairs {
    let mut form = pairs(&format!("v=1&gpu=h200-sxm&model={model}"));
    for (name, value) in decode(filled) {
        let mut more = form.clone();
        more.retain(|(other, _)| *other != name);
        more.push((name, value));
        let parsed = parse(more.iter().cloned());
        if parsed.errors.is_empty() && resolve(&parsed.scenario).is_ok() {
            form = more;
        }
    }
    form
}

fn said(pairs: &Pairs) -> Scenario {
    let parsed = parse(pairs.iter().cloned());
    assert_eq!(parsed.errors, [], "{pairs:?}");
    parsed.scenario
}

/// The form after another model was chosen in it.
fn chosen(form: &Pairs, model: &str) -> Submitted {
    let drawn = form_identity(&said(form));
    let changed = form.iter().map(|(name, value)| (name.clone(), if name == "model" { model.to_owned() } else { value.clone() }));
    parse_submission(changed.chain([("drawn_for".to_owned(), drawn)]))
}

/// Checks that nothing is at fault, that what stayed is as it was, and that what went is named.
#[track_caller]
fn check(before: &Pairs, after: &Submitted, about: &str) {
    assert_eq!(after.parsed.errors, [], "{about}");
    assert_eq!(resolve(&after.parsed.scenario).err(), None, "{about}: {:?}", after.pairs);
    let gone = after.reset.as_ref().map(|reset| reset.pointers.clone()).unwrap_or_default();
    let before = said(before);
    for field in FIELDS.iter().filter(|field| !field.pointer.starts_with("/model")) {
        let (was, is) = (field.get(&before), field.get(&after.parsed.scenario));
        if gone.contains(&field.pointer) {
            assert!(was.is_some() && is.is_none(), "{about}: {} was {was:?} and is {is:?}", field.name);
        } else {
            assert_eq!(was, is, "{about}: {}", field.name);
        }
    }
}

/// A sample: every fifth takes the place of each, another fifth for every form; proofs take them all.
#[test]
fn every_model_takes_the_place_of_every_other_and_back() {
    let step = if std::env::var_os("RIGWISE_THOROUGH").is_some() { 1 } else { 5 };
    let mut resets = 0;
    for (form_number, filled) in std::iter::once("").chain(FILLED).enumerate() {
        for (number, from) in catalog::models().iter().enumerate() {
            let before = form(from.id, filled);
            for to in catalog::models().iter().skip((form_number + number) % step).step_by(step) {
                let about = format!("{filled}: {} to {}", from.id, to.id);
                let there = chosen(&before, to.id);
                check(&before, &there, &about);
                resets += usize::from(there.reset.is_some());
                assert!(there.reset.as_ref().is_none_or(|reset| reset.lead == Lead::Model && from.id != to.id), "{about}");
                let back = chosen(&there.pairs, from.id);
                check(&there.pairs, &back, &format!("{about} and back"));
            }
        }
    }
    assert!(resets > 1000 / step, "the forms hold what some models do not take: {resets}");
}

#[test]
fn what_goes_back_to_automatic_is_named() {
    for (form, to, expected) in [
        ("model=llama-3-8b&rank=64&seq=4096", "vit_b_16", vec!["/training/lora/rank", "/data/sequence_length"]),
        (
            "model=llama-3-8b&method=qlora&rank=64&seq=4096&batch=4",
            "resnet50",
            vec!["/training/method", "/training/lora/rank", "/data/sequence_length"],
        ),
        ("model=llama-3-8b&method=qlora&bits=8&seq=4096", "bert-base", vec!["/training/method", "/training/quantization/bits"]),
        ("model=resnet50&image=250&epochs=3", "sd15", vec!["/data/image_size"]),
        ("model=resnet50&image=512&classes=10&batch=16", "convnext_tiny", vec![]),
        // What does not apply goes, though it could not be read; what applies stays and is told.
        ("model=llama-3-8b&rank=abc&batch=0", "resnet50", vec!["/training/lora/rank"]),
    ] {
        let drawn = form_identity(&parse_string(form).scenario);
        let changed = decode(form).map(|(name, value)| if name == "model" { (name, to.to_owned()) } else { (name, value) });
        let after = parse_submission(changed.chain([("drawn_for".to_owned(), drawn)]));
        assert_eq!(after.reset.map(|reset| reset.pointers).unwrap_or_default(), expected, "{form} to {to}");
    }
}

#[test]
fn a_card_that_is_a_machine_takes_away_what_stands_beside_a_card() {
    let form = "gpu=rtx-4090&model=resnet50&cpu=i9-13900k&ram=64&gpus=2&sharding=ddp&batch=16";
    let drawn = form_identity(&parse_string(form).scenario);
    let change = |from: &str, to: &str, drawn: &str| {
        let changed = decode(from).map(|(name, value)| if name == "gpu" { (name, to.to_owned()) } else { (name, value) });
        parse_submission(changed.chain([("drawn_for".to_owned(), drawn.to_owned())]).collect::<Vec<_>>().into_iter())
    };
    let after = change(form, "m4-max-128gb", &drawn);
    let pointers = ["/hardware/gpu_count", "/hardware/cpu", "/hardware/ram_gib", "/training/sharding"];
    let taken = after.reset.unwrap();
    assert_eq!((taken.lead, taken.pointers.len()), (Lead::Card, pointers.len()), "{:?}", taken.pointers);
    assert!(pointers.iter().all(|pointer| taken.pointers.contains(pointer)), "{:?}", taken.pointers);
    assert_eq!(after.parsed.scenario.training.micro_batch_size, Some(16));
    // Another card takes nothing, and neither does the way back: a link that says it is told what becomes of it.
    assert_eq!(change(form, "rtx-3090", &drawn).reset, None);
    let there = form_identity(&parse_string("gpu=m4-max-128gb&model=resnet50").scenario);
    assert_eq!(change("gpu=m4-max-128gb&model=resnet50&batch=16", "rtx-4090", &there).reset, None);
    assert_eq!(change("gpu=m4-max-128gb&model=resnet50&cpu=i9-13900k", "gb10-dgx-spark", &there).reset, None);
}

#[test]
fn another_method_takes_its_own_fields_away() {
    let after =
        parse_submission(decode("model=llama-3-8b&method=qlora&rank=64&precision=fp32&seq=4096&drawn_for=llama-3-8b+full"));
    assert_eq!(after.reset, Some(Reset { lead: Lead::Method, pointers: vec!["/training/precision"] }));
    let after = parse_submission(decode("model=llama-3-8b&method=full&rank=64&bits=8&seq=4096&drawn_for=llama-3-8b+qlora"));
    let pointers = vec!["/training/lora/rank", "/training/quantization/bits"];
    assert_eq!(after.reset, Some(Reset { lead: Lead::Method, pointers }));
    // A method that was chosen, and that the model does not have, is told.
    let after = parse_submission(decode("gpu=rtx-4090&model=resnet50&method=qlora&drawn_for=resnet50+full"));
    assert_eq!(after.reset, None);
    let faults = resolve(&after.parsed.scenario).unwrap_err();
    assert!(matches!(faults[0].reason, Reason::NotApplicable { .. }), "{faults:?}");
}

#[test]
fn a_link_that_contradicts_itself_is_told_and_loses_nothing() {
    let after = parse_submission(decode("gpu=rtx-4090&model=resnet50&method=qlora&cache=tokens"));
    assert_eq!((after.reset, after.pairs.len()), (None, 4));
    assert_eq!(resolve(&after.parsed.scenario).unwrap_err().len(), 2);
}

const LLAMA: &str = r#"{ "model_type": "llama", "vocab_size": 128256, "hidden_size": 4096, "intermediate_size": 14336,
    "num_hidden_layers": 32, "num_attention_heads": 32, "num_key_value_heads": 8, "rope_scaling": {"factor": 8.0, "x": [1, null]},
    "tie_word_embeddings": false, "architectures": ["LlamaForCausalLM"], "pad_token_id": null }"#;

fn own(text: &str, rest: &str) -> Submitted {
    parse_submission(decode(rest).chain([("config".to_owned(), text.to_owned())]))
}

#[test]
fn a_pasted_configuration_becomes_the_model() {
    let expected = parse_string("config.type=llama&config.vocab=128256&config.hidden=4096&config.intermediate=14336&config.layers=32&config.heads=32&config.kv_heads=8&config.tied=0").scenario.model;
    for rest in [
        "",
        "model=custom&drawn_for=custom.1",
        "model=custom&drawn_for=resnet50",
        "model=resnet50&drawn_for=resnet50+full",
        "config.type=bert&config.hidden=5",
    ] {
        let after = own(LLAMA, rest);
        assert_eq!((after.parsed.scenario.model, after.parsed.errors), (expected.clone(), vec![]), "{rest}");
        assert!(after.pairs.iter().all(|(name, _)| name.starts_with("config.")), "{rest}: {:?}", after.pairs);
    }
    // What is written into the box says the same again.
    let after = own(LLAMA, "");
    let again = own(&config::to_json(after.pairs.iter().cloned()), "");
    assert_eq!(again.parsed, after.parsed);
    // GPT-2 has names of its own.
    let gpt2 = own(
        r#"{"model_type": "gpt2", "n_embd": 768, "n_layer": 12, "n_head": 12, "vocab_size": 50257, "n_positions": 1024}"#,
        "gpu=rtx-4090",
    );
    assert_eq!(resolve(&gpt2.parsed.scenario).err(), None);
}

#[test]
fn a_configuration_longer_than_an_address_is_linked_by_what_is_read_of_it() {
    let labels = "\"7\": \"LABEL_7\",".repeat(20_000);
    let long = LLAMA.replacen('{', &format!("{{ \"id2label\": {{ {labels} \"x\": 1 }},"), 1);
    let form = |text: &str| {
        link_parameters(
            decode("model=resnet50&image=224&batch=&drawn_for=resnet50+full&method=full")
                .chain([("config".to_owned(), text.to_owned())]),
        )
    };
    let link = form(&long);
    assert!(query::encode(link.iter().map(|(name, value)| (name.as_str(), value.as_str()))).len() < 500, "{link:?}");
    let after = parse_submission(link.into_iter());
    assert_eq!(after.parsed.scenario.model, own(LLAMA, "").parsed.scenario.model);
    assert_eq!(after.reset, Some(Reset { lead: Lead::Model, pointers: vec!["/data/image_size"] }));
    let broken = parse_submission(form(&long[..long.len() - 1]).into_iter());
    assert_eq!(broken.parsed.errors[0].code(), "not-json");
}

#[test]
fn a_form_has_one_model() {
    let config = "config.type=llama&config.hidden=4096&gpu=rtx-4090&gpus=2";
    // The list was changed from the own model to another.
    let after = parse_submission(decode(&format!("{config}&model=resnet50&drawn_for=custom.12+full")));
    assert_eq!(after.parsed.scenario.model, parse_string("model=resnet50").scenario.model);
    let after = own(LLAMA, "model=resnet50&drawn_for=custom.12+full");
    assert_eq!(after.parsed.scenario.model, parse_string("model=resnet50").scenario.model);
    // A link that names two is told.
    let after = parse_submission(decode(&format!("{config}&model=resnet50")));
    assert!(resolve(&after.parsed.scenario).unwrap_err().iter().any(|fault| fault.code() == "conflict"));
}

#[test]
fn an_own_model_stays_through_changes_and_takes_what_applies() {
    let form = own(LLAMA, "gpu=h200-sxm&model=resnet50&image=224&cache=ram&batch=4&drawn_for=resnet50+");
    assert_eq!(form.reset, Some(Reset { lead: Lead::Model, pointers: vec!["/data/image_size"] }));
    let drawn = form_identity(&form.parsed.scenario);
    let text = config::to_json(form.pairs.iter().cloned());
    let rest = format!("gpu=h200-sxm&model=custom&batch=16&seq=2048&method=lora&rank=16&drawn_for={}", drawn.replace(' ', "+"));
    let changed = own(&text, &rest);
    assert_eq!((changed.reset.clone(), changed.parsed.errors.len()), (None, 0));
    assert_eq!(changed.parsed.scenario.model, form.parsed.scenario.model);
    assert_eq!(changed.parsed.scenario.training.micro_batch_size, Some(16));
    // A narrower one takes no adapter as wide.
    let wide = own(&text, &rest.replace("rank=16", "rank=1024"));
    let narrow = text.replace("4096", "512").replace(r#""num_attention_heads": 32"#, r#""num_attention_heads": 8"#);
    let narrow = own(
        &narrow,
        &format!(
            "gpu=h200-sxm&model=custom&method=lora&rank=1024&drawn_for={}",
            form_identity(&wide.parsed.scenario).replace(' ', "+")
        ),
    );
    assert_eq!(narrow.reset, Some(Reset { lead: Lead::Model, pointers: vec!["/training/lora/rank"] }));
}

/// Lacks a comma before its third line.
const BROKEN: &str = r#"{
 "model_type": "llama"
 "vocab_size": 1}"#;

#[test]
fn a_configuration_at_fault_is_told_by_its_keys() {
    for (text, rest, expected) in [
        ("", "model=custom&drawn_for=resnet50+", ("/model/config", "required")),
        (BROKEN, "", ("/model/config", "not-json")),
        ("[1]", "model=custom", ("/model/config", "wrong-type")),
        (&LLAMA.replace("4096", r#""wide""#), "", ("/model/config/hidden_size", "wrong-type")),
        (&LLAMA.replace("128256", "-1"), "", ("/model/config/vocab_size", "wrong-type")),
    ] {
        let after = own(text, rest);
        let faults: Vec<(&str, &str)> = after.parsed.errors.iter().map(|error| (error.pointer.as_str(), error.code())).collect();
        assert_eq!(faults, [expected], "{text}");
        assert!(after.parsed.scenario.model.config.is_some(), "it is the reader's own all the same: {text}");
        // What was typed stays in the box, as far as it was no fault of JSON, and is told the same again.
        let shown = config::to_json(after.pairs.iter().cloned());
        assert_eq!(shown.contains("wide"), text.contains("wide"), "{shown}");
        // What is drawn from this says the same again.
        assert_eq!(parse_submission(after.pairs.clone().into_iter()).parsed, after.parsed, "{text}");
    }
    let broken = own(BROKEN, "");
    assert_eq!(broken.parsed.errors[0].reason, Reason::NotJson { line: 3, column: 2 });
}

/// A value of each field that does not bear on some model.
const VALUES: [(&str, &str); 17] = [
    ("rank", "32"),
    ("targets", "all-linear"),
    ("dropout", "0.1"),
    ("adapter", "bf16"),
    ("bits", "8"),
    ("dq", "0"),
    ("upcast", "0"),
    ("attention", "eager"),
    ("mask", "padded"),
    ("loss", "chunked"),
    ("format", "channels-last"),
    ("resident", "1"),
    ("seq", "300"),
    ("target", "100"),
    ("text", "256"),
    ("task", "masked-lm"),
    ("objects", "20"),
];

#[test]
fn what_does_not_bear_on_a_run_changes_nothing_of_it() {
    let figures = |query: &str| {
        let parsed = parse_string(query);
        let estimate =
            engine::answer::estimate(&resolve(&parsed.scenario).unwrap_or_else(|faults| panic!("{query}: {faults:?}")));
        (estimate.parameters, estimate.vram, estimate.ram, estimate.speed, estimate.max_micro_batch_size)
    };
    for model in catalog::models() {
        for method in [Method::Full, Method::Lora] {
            let base = format!("gpu=h200-sxm&model={}&method={}&batch=2&workers=4&ram=512", model.id, method.as_str());
            if resolve(&parse_string(&base).scenario).is_err() {
                continue;
            }
            let plain = figures(&base);
            for (name, value) in VALUES.into_iter().chain([("image", "512"), ("classes", "150")]) {
                let field = Field::by_name(name).unwrap();
                if !bears(field.pointer, &model.architecture, Some(method)) {
                    if field.pointer.starts_with("/training/lora") || field.pointer.starts_with("/training/quantization") {
                        let asked = parse_string(&format!("{base}&{name}={value}")).scenario;
                        assert!(resolve(&asked).is_err(), "a setting that changes nothing is not heard: {name} on {base}");
                        continue;
                    }
                    assert_eq!(figures(&format!("{base}&{name}={value}")), plain, "{name} on {base}");
                }
            }
        }
    }
}
