//! The form as a browser sends it, with and without a script.

use super::*;
use markup::{Node, TEXT_AREA, outer_html};

#[test]
fn a_card_by_its_own_figures_is_chosen_in_the_list_and_its_boxes_are_open() {
    let query = "v=1&gpu=custom&gpu.memory=24&gpu.bandwidth=1000&gpu.fp32=80&gpu.bf16=160&model=resnet50";
    let state = State::of_query(query);
    assert_eq!(state.errors, []);
    let plan = state.plan.clone().expect("answers");
    assert_eq!(plan.estimate.vram.capacity, engine::units::Bytes::from_gib(24));
    // The plan's own link says the same without the list's word.
    for query in [query.to_owned(), plan.query()] {
        let start = Start { query, locale: Locale::En, ..Start::default() };
        let html = outer_html(&State::of_query(&start.query).draw(&start));
        for expected in
            ["<option value=\"custom\" selected", "name=\"gpu.memory\"", "value=\"24\"", "<details class=\"advanced\" open"]
        {
            assert!(html.contains(expected), "{expected}");
        }
    }
    // A card of the list wins over figures that are still in their boxes.
    let chosen = State::of_query("v=1&gpu.name=custom&gpu.memory=24&gpu=rtx-4090&gpu.fp32=80&model=resnet50");
    assert_eq!(chosen.errors, []);
    assert_eq!(chosen.plan.expect("answers").asked.hardware.gpu.as_ref().and_then(|gpu| gpu.id()), Some("rtx-4090"));
    let bare = State::of_query("v=1&gpu=custom&model=resnet50");
    assert!(bare.errors.iter().any(|error| error.pointer == "/hardware/gpu/memory_gib"), "{:?}", bare.errors);
}

/// The first choice of a list, whose word is said or not, is what leaving it open comes to.
#[test]
fn automatic_is_named_by_what_it_gives() {
    for (set, named, never) in [
        ("method=qlora", "Auto: Full training", "Auto: QLoRA"),
        ("method=lora", "Auto: Full training", "Auto: LoRA"),
        // What is said of adapters implies them.
        ("method=qlora&rank=8", "Auto: LoRA", "Auto: Full training"),
        ("optimizer=sgd", "Auto: AdamW", "Auto: SGD"),
        ("", "Auto: Full training", "Auto: LoRA"),
    ] {
        let html = outer_html(&form(&State::of_query(&format!("gpu=rtx-4090&model=llama-3.1-8b&{set}")), &Start::default()));
        assert!(html.contains(named) && !html.contains(never), "{set}: {named}");
    }
}

#[test]
fn what_was_measured_is_typed_marked_and_carried_on() {
    for (locale, marked) in [(Locale::En, ">measured<"), (Locale::Zh, ">实测<")] {
        let query = "v=1&gpu=rtx-4090&model=resnet50&batch=64&peak=6.5&rate=700&factor.pcie=2";
        let start = Start { query: query.to_owned(), locale, ..Start::default() };
        let state = State::of_query(query);
        assert_eq!(state.errors, []);
        let html = outer_html(&state.draw(&start));
        for expected in ["name=\"peak\"", "value=\"6.5\"", "#code-measure", "factor.memory=", marked] {
            assert!(html.contains(expected), "{expected}");
        }
        // What has no box of its own travels along.
        assert!(html.contains("<input type=\"hidden\" name=\"factor.pcie\" value=\"2\""), "{html}");
    }
}

/// What a browser sends of a form, in its order.
fn controls(element: &Element) -> Vec<(String, String)> {
    let attr = |name: &str| element.attributes.iter().find(|(other, _)| *other == name).map(|(_, value)| value.to_string());
    let text = || element.children.iter().map(|node| if let Node::Text(text) = node { &**text } else { "" }).collect::<String>();
    let value = match element.tag {
        "input" if attr("type").as_deref() == Some("checkbox") => attr("checked").and_then(|_| attr("value")),
        "input" => Some(attr("value").unwrap_or_default()),
        TEXT_AREA => Some(text()),
        "select" => {
            let options = options_of(element);
            options.iter().find(|(_, chosen)| *chosen).or(options.first()).map(|(value, _)| value.clone())
        }
        _ => {
            return element
                .children
                .iter()
                .flat_map(|node| if let Node::Element(child) = node { controls(child) } else { Vec::new() })
                .collect();
        }
    };
    attr("name").zip(value).into_iter().collect()
}

fn options_of(element: &Element) -> Vec<(String, bool)> {
    let children = element.children.iter().filter_map(|node| if let Node::Element(child) = node { Some(child) } else { None });
    children
        .flat_map(|child| match child.tag {
            "option" => {
                let value = child.attributes.iter().find(|(name, _)| *name == "value").map(|(_, value)| value.to_string());
                vec![(value.unwrap_or_default(), child.attributes.iter().any(|(name, _)| *name == "selected"))]
            }
            _ => options_of(child),
        })
        .collect()
}

fn drawn(state: &State) -> Vec<(String, String)> {
    controls(&form(state, &Start { locale: Locale::En, ..Start::default() }))
}

fn with(mut controls: Vec<(String, String)>, name: &str, value: &str) -> Vec<(String, String)> {
    let place = controls.iter().position(|(other, _)| other == name).unwrap_or_else(|| panic!("{name} has a control"));
    value.clone_into(&mut controls[place].1);
    controls
}

/// The page that a plain form leads to.
fn served(controls: &[(String, String)]) -> State {
    State::of_query(&scenario::query::encode(controls.iter().map(|(name, value)| (name.as_str(), value.as_str()))))
}

/// What the script shows: it reads the fields that hold something.
fn live(controls: &[(String, String)]) -> State {
    State::of(crate::plan::read(controls.iter().filter(|(_, value)| !value.trim().is_empty()).cloned()))
}

/// Checks that both ways agree in all that they show, and that their form says it once more.
#[track_caller]
fn check(controls: &[(String, String)], about: &str) -> State {
    let (served, live) = (served(controls), live(controls));
    assert_eq!((&served.errors, &served.reset, &served.said), (&live.errors, &live.reset, &live.said), "{about}");
    let query = |state: &State| state.plan.as_ref().map(|plan| plan.query());
    assert_eq!(query(&served), query(&live), "{about}");
    assert_eq!(drawn(&served), drawn(&live), "{about}");
    let again = self::served(&drawn(&served));
    assert_eq!((query(&again), again.reset, again.errors), (query(&served), None, served.errors.clone()), "{about}, once more");
    served
}

const FILLED: [&str; 3] = [
    "method=lora&rank=16&targets=all-linear&seq=1024&batch=2&checkpointing=full&attention=eager&task=masked-lm&cache=tokens",
    "image=384&classes=10&cache=ram&method=frozen-backbone&batch=8&format=channels-last",
    "image=1024&text=300&cache=latents&method=lora&rank=64&targets=to_q&batch=1",
];

#[test]
fn another_model_is_the_same_with_and_without_a_script() {
    let models = catalog::models();
    for (number, from) in models.iter().enumerate() {
        let is_thorough = std::env::var_os("RIGWISE_THOROUGH").is_some();
        // A quarter of the forms for every model, another quarter for the next; proofs fill in all.
        for (_, filled) in FILLED.iter().enumerate().filter(|(place, _)| is_thorough || (place + number) % 4 == 0) {
            let start = State::of_query(&format!("v=1&gpu=h200-sxm&model={}&{filled}", from.id));
            // The fields at fault are taken out first, as the reader of a faulty link would.
            let start = start.plan.as_ref().map(|plan| State::of_query(&plan.query())).unwrap();
            assert_eq!(start.errors, [], "{}: {filled}", from.id);
            let others = [(number + 7) % models.len(), (number * 5 + 23) % models.len()];
            for to in others.into_iter().take(if is_thorough { 2 } else { 1 }).map(|place| &models[place]) {
                let about = format!("{} to {} with {filled}", from.id, to.id);
                let there = check(&with(drawn(&start), "model", to.id), &about);
                assert_eq!(there.errors, [], "{about}");
                let plan = there.plan.as_ref().unwrap();
                assert_eq!(plan.asked.model.id.as_deref(), Some(to.id));
                let back = check(&with(drawn(&there), "model", from.id), &format!("{about} and back"));
                assert_eq!(back.errors, [], "{about} and back");
            }
        }
    }
}

const LLAMA: &str = "config.type=llama&config.vocab=128256&config.hidden=4096&config.intermediate=14336&config.layers=32&config.heads=32&config.kv_heads=8";

#[test]
fn a_model_of_ones_own_stays_through_every_change() {
    let link = State::of_query(&format!("v=1&gpu=h200-sxm&{LLAMA}&ref=mail"));
    assert_eq!(link.errors, []);
    let model = link.said.model.clone();
    let html = outer_html(&link.draw(&Start::default()));
    for expected in ["Own model (llama, 8.0 B parameters)", "&quot;hidden_size&quot;: 4096", "llama (config.json) · "] {
        assert!(html.contains(expected), "{expected} in {html}");
    }
    let mut state = link;
    for (name, value) in [
        ("batch", "4"),
        ("method", "lora"),
        ("rank", "32"),
        ("seq", "2048"),
        ("gpu", "rtx-4090"),
        ("batch", "zero"),
        ("batch", "8"),
    ] {
        state = check(&with(drawn(&state), name, value), name);
        assert_eq!(state.said.model, model, "{name}={value}");
        assert_eq!(state.errors.is_empty(), value != "zero", "{:?}", state.errors);
        assert_eq!(state.plan.as_ref().map(|plan| plan.asked.model.clone()), Some(model.clone()), "{name}={value}");
    }
    let plan = state.plan.clone().unwrap();
    assert!(plan.query().contains("config.hidden=4096") && plan.query().ends_with("ref=mail"), "{}", plan.query());
    // And back to the list, and to the own model again by its text.
    let listed = check(&with(drawn(&state), "model", "resnet50"), "back to the list");
    assert_eq!((listed.errors.len(), listed.said.model.id.as_deref()), (0, Some("resnet50")));
    let text = drawn(&state).into_iter().find(|(name, _)| name == "config").unwrap().1;
    let own = check(&with(drawn(&listed), "config", &text), "pasted");
    assert_eq!((own.errors.len(), &own.said.model), (0, &model));
}

#[test]
fn a_configuration_at_fault_keeps_its_text_and_shows_no_other_model() {
    let start = State::of_query("v=1&gpu=rtx-4090&model=resnet50&batch=8");
    for (text, said) in [
        ("{\"model_type\": \"llama\"", "is not JSON at line 1"),
        ("{\"model_type\": \"llama\", \"hidden_size\": \"wide\"}", "config.json: hidden_size</a>: must be a whole number"),
    ] {
        let state = served(&with(drawn(&start), "config", text));
        assert_eq!(state.plan, None, "{text}");
        let html = outer_html(&state.draw(&Start::default()));
        let shown = text.split('"').nth(3).unwrap();
        for expected in [said, shown, "<option value=\"custom\" selected", "href=\"#f-config\""] {
            assert!(html.contains(expected), "{expected} in {html}");
        }
        assert!(!html.contains("verdict-line") && !html.contains("<h1>ResNet-50"), "{html}");
    }
}

#[test]
fn a_card_of_ones_own_stays_through_changes() {
    let mut state =
        State::of_query("v=1&gpu=custom&gpu.memory=24&gpu.bandwidth=1000&gpu.fp32=80&gpu.bf16=160&gpu.tdp=400&model=resnet50");
    let card = state.said.hardware.gpu.clone();
    for (name, value) in [("batch", "4"), ("model", "bert-base"), ("method", "lora"), ("config", &format!("{{{LLAMA_KEYS}}}"))] {
        state = check(&with(drawn(&state), name, value), name);
        assert_eq!((&state.said.hardware.gpu, state.errors.len()), (&card, 0), "{name}: {:?}", state.errors);
    }
}

const LLAMA_KEYS: &str = r#""model_type": "llama", "vocab_size": 32000, "hidden_size": 512, "intermediate_size": 1024, "num_hidden_layers": 2, "num_attention_heads": 8"#;

#[test]
fn a_field_without_a_control_can_be_left_out() {
    let state = State::of_query("v=1&gpu=rtx-4090&model=resnet50&classes=0&batch=8");
    let html = outer_html(&state.draw(&Start::default()));
    assert!(
        html.contains("Classes: must be between 1 and")
            && html.contains("href=\"/plan?v=1&amp;gpu=rtx-4090&amp;model=resnet50&amp;batch=8\""),
        "{html}"
    );
}
