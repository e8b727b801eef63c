//! Configurations of models that the catalog has.

use engine::architecture::Architecture;
use serde_json::{Value as Json, json};

use super::asking::{answer, patched, scenario};
use super::published::published;

#[test]
fn a_published_configuration_answers_like_the_catalog_s_model() {
    for (id, config) in published() {
        let architecture = &catalog::model(id).unwrap_or_else(|| panic!("{id} is not in the catalog")).architecture;
        let (asked, errors) = scenario::json::scenario(&scenario(&json!({ "config": config })));
        assert_eq!(errors, [], "{id}");
        assert_eq!(&scenario::resolve(&asked).unwrap().scenario.model, architecture, "{id}");
        for settings in [
            json!({}),
            json!({ "method": "lora", "precision": "bf16", "attention": "eager", "activation_checkpointing": "full" }),
        ] {
            let by_id = patched(scenario(&json!({ "id": id })), &json!({ "training": settings }));
            let by_config = patched(scenario(&json!({ "config": config })), &json!({ "training": settings }));
            assert_eq!(answer(&by_config), answer(&by_id), "{id}");
        }
    }
}

/// A classifier has as many outputs as its configuration has labels, unless the data set says otherwise.
#[test]
fn labels_of_a_configuration_are_its_classes() {
    let bert = |labels: &Json, classes: Option<u64>| {
        let mut config = json!({"model_type": "bert", "vocab_size": 30522, "hidden_size": 768, "intermediate_size": 3072,
            "num_hidden_layers": 12, "num_attention_heads": 12});
        config = patched(config, labels);
        let mut asked = scenario(&json!({"config": config}));
        asked["data"] = json!({"task": "classification", "num_classes": classes});
        answer(&asked)["inputs"]["data"]["num_classes"].as_u64().unwrap()
    };
    assert_eq!(bert(&json!({}), None), 2);
    assert_eq!(bert(&json!({"num_labels": 7}), None), 7);
    assert_eq!(bert(&json!({"num_labels": 7}), Some(3)), 3);
    assert_eq!(bert(&json!({"id2label": {"0": "a", "1": "b", "2": "c"}}), None), 3);
    // Pages keep nothing of an object, and say so.
    let pasted = scenario::form::config::read(r#"{"model_type": "bert", "num_labels": 7, "id2label": {"0": "a"}}"#).unwrap();
    assert!(pasted.contains(&("config.labels".to_owned(), "7".to_owned())), "{pasted:?}");
    let pasted = scenario::form::config::read(r#"{"model_type": "bert", "id2label": {"0": "a"}}"#).unwrap();
    assert!(pasted.iter().any(|(_, value)| value == "id2label"), "{pasted:?}");
}

#[test]
fn every_model_of_the_catalog_that_has_such_a_file_is_compared() {
    let compared: Vec<_> = published().into_iter().map(|(id, _)| id).collect();
    for model in catalog::models() {
        let has_file = match &model.architecture {
            Architecture::Decoder(_) | Architecture::Encoder(_) | Architecture::Gpt2(_) | Architecture::T5(_) => true,
            Architecture::Vit(model) => model.class().is_some(),
            _ => false,
        };
        assert_eq!(compared.contains(&model.id), has_file, "{}", model.id);
    }
}
