//! Models by their names.

use checkpoint::{Name, Reading, name};

#[track_caller]
fn read(text: &str) -> Name {
    let Reading::Name(name) = checkpoint::read(text) else { panic!("no name: {text}") };
    name
}

/// Every model of the catalog is found by each of its names, and counted as published.
#[test]
fn every_name_of_the_catalog_is_known() {
    for entry in catalog::models() {
        let loaded = entry.load_as.split_once(':').map(|(_, loaded)| loaded);
        for name in [entry.id, entry.name].into_iter().chain(loaded).chain(entry.aliases.iter().copied()) {
            let found = read(&format!(" {}\n", name.to_uppercase()));
            // A repository may hold several models, such as the branches of one.
            let other = found.entry.unwrap_or_else(|| panic!("{name}"));
            assert!(other.id == entry.id || loaded == Some(name), "{name}: {}", other.id);
        }
        let found = read(entry.id);
        assert_eq!(found.count.unwrap().total, entry.published_parameters, "{}", entry.id);
    }
}

/// A model that is only like one of the catalog is offered, and never taken.
#[test]
fn what_is_only_near_is_offered_and_not_taken() {
    for (given, likely) in
        [("unsloth/Llama-3.4-8B", Some("llama-3-8b")), ("llama 8B", Some("llama-3-8b")), ("deepseek-ai/DeepSeek-V9", None)]
    {
        let found = read(given);
        assert!(found.entry.is_none() && found.count.is_none(), "{given}");
        assert_eq!(found.likely.first().map(|hit| hit.id), likely, "{given}");
        assert_eq!(name::fault(&found).unwrap().code(), "unknown-id");
    }
}
