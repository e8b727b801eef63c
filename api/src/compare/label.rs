//! What a scenario is called among others.

use super::Side;
use scenario::fields::FIELDS;
use scenario::query::to_text;
use wire::v1::Scenario;
use wire::v1::scenario::GpuChoice;

/// The caller's name, or the cards: `2 × RTX 4090`, on several nodes `4 × 8 × H100`.
pub fn of(asked: &Scenario, (nodes, count): (u64, u64)) -> String {
    if let Some(id) = &asked.id {
        return id.clone();
    }
    let card = match &asked.hardware.gpu {
        Some(GpuChoice::Id(id)) => catalog::gpu(id).map_or(id.as_str(), |entry| entry.name),
        Some(GpuChoice::Custom(custom)) => custom.name.as_deref().unwrap_or_default(),
        None => "",
    };
    match (nodes, count) {
        (1, 1) => card.to_owned(),
        (1, count) => format!("{count} × {card}"),
        (nodes, count) => format!("{nodes} × {count} × {card}"),
    }
}

/// Labels, of which those that are alike say what was asked differently, as the address says it: `RTX 4090 (ram:64)`.
pub fn told_apart<'a>(sides: impl Iterator<Item = (String, &'a Scenario)>) -> Vec<String> {
    let sides: Vec<(String, &Scenario)> = sides.collect();
    let told = |(label, asked): &(String, &Scenario)| {
        let alike: Vec<&Scenario> = sides.iter().filter(|(other, _)| other == label).map(|(_, asked)| *asked).collect();
        let said: Vec<String> = FIELDS
            .iter()
            .filter(|field| field.pointer != "/id")
            .filter(|field| alike.iter().any(|other| field.get(other) != field.get(asked)))
            .filter_map(|field| Some(format!("{}:{}", field.name, to_text(&field.get(asked)?))))
            .chain(network(asked).filter(|name| alike.iter().any(|other| network(other).as_ref() != Some(name))))
            .collect();
        if said.is_empty() { label.clone() } else { format!("{label} ({})", said.join(", ")) }
    };
    sides.iter().map(told).collect()
}

/// What a traced network calls itself.
fn network(asked: &Scenario) -> Option<String> {
    asked.model.graph.as_ref().map(scenario::resolve::name_of)
}

/// Adds to labels that are alike what was asked differently.
pub fn tell_apart(sides: &mut [Side]) {
    let labels = told_apart(sides.iter().map(|side| (side.label.clone(), &side.asked)));
    for (side, label) in sides.iter_mut().zip(labels) {
        side.label = label;
    }
}
