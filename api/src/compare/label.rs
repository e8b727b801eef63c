//! What a scenario is called among others.

use engine::estimate::Estimate;

use super::Side;
use scenario::fields::FIELDS;
use scenario::query::to_text;
use wire::v1::Scenario;
use wire::v1::scenario::GpuChoice;

/// The caller's name, or the cards: `2 × RTX 4090`, on several nodes `4 × 8 × H100`.
pub fn of(asked: &Scenario, estimate: &Estimate) -> String {
    if let Some(id) = &asked.id {
        return id.clone();
    }
    let card = match &asked.hardware.gpu {
        Some(GpuChoice::Id(id)) => catalog::gpu(id).map_or(id.as_str(), |entry| entry.name),
        Some(GpuChoice::Custom(custom)) => custom.name.as_deref().unwrap_or_default(),
        None => "",
    };
    let hardware = &estimate.scenario.hardware;
    match (hardware.nodes, hardware.gpu_count) {
        (1, 1) => card.to_owned(),
        (1, count) => format!("{count} × {card}"),
        (nodes, count) => format!("{nodes} × {count} × {card}"),
    }
}

/// Adds to labels that are alike what was asked differently, as the address says it: `RTX 4090 (ram:64)`.
pub fn tell_apart(sides: &mut [Side]) {
    let additions: Vec<Option<String>> = sides
        .iter()
        .map(|side| {
            let alike: Vec<&Side> = sides.iter().filter(|other| other.label == side.label).collect();
            let said: Vec<String> = FIELDS
                .iter()
                .filter(|field| field.pointer != "/id")
                .filter(|field| alike.iter().any(|other| field.get(&other.asked) != field.get(&side.asked)))
                .filter_map(|field| Some(format!("{}:{}", field.name, to_text(&field.get(&side.asked)?))))
                .collect();
            (!said.is_empty()).then(|| said.join(", "))
        })
        .collect();
    for (side, addition) in sides.iter_mut().zip(additions) {
        if let Some(addition) = addition {
            side.label = format!("{} ({addition})", side.label);
        }
    }
}
