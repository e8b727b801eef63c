//! What a bill is of, in a line.

use crate::export::table::clean;
use wire::v1::bom::Bom;

/// What the bill is of: `2 x GeForce RTX 4090, resnet50`.
#[must_use]
pub fn title(bom: &Bom) -> String {
    let cards: Vec<String> = bom
        .parts
        .iter()
        .filter(|part| part.kind == "gpu")
        .map(|part| if part.quantity == 1 { part.name.clone() } else { format!("{} x {}", part.quantity, part.name) })
        .collect();
    let machine = if cards.is_empty() { "Rigwise".to_owned() } else { cards.join(" + ") };
    let model = bom.estimate.inputs().model.id.as_deref().map(|model| format!(", {model}")).unwrap_or_default();
    clean(&format!("{machine}{model}"))
}
