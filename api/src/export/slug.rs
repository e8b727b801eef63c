//! Names of files: short, and safe on every system and in every header.

use super::Format;
use wire::v1::bom::Bom;
use wire::v1::scenario::GpuChoice;

/// Most characters of a name without its extension.
const LENGTH: usize = 64;

/// Name of a bill's file: `rigwise-bom-2x-rtx-4090-resnet50.csv`; nothing but lower-case ASCII letters, digits, hyphens and a dot.
#[must_use]
pub fn file_name(bom: &Bom, format: Format) -> String {
    let hardware = &bom.hardware;
    let cards = hardware.gpu_count.unwrap_or(1).saturating_mul(hardware.nodes.unwrap_or(1));
    let card = match &hardware.gpu {
        Some(GpuChoice::Id(id)) => id.as_str(),
        Some(GpuChoice::Custom(custom)) => custom.name.as_deref().unwrap_or_default(),
        None => "",
    };
    let model = bom.estimate.inputs().model.id.as_deref().unwrap_or_default();
    let times = if cards > 1 { format!("{cards}x") } else { String::new() };
    let name = slug(["rigwise-bom", times.as_str(), card, model]);
    format!("{name}.{}", format.extension())
}

fn slug<const N: usize>(words: [&str; N]) -> String {
    let mut name = String::new();
    for letter in words.join("-").chars() {
        if letter.is_ascii_alphanumeric() {
            name.push(letter.to_ascii_lowercase());
        } else if !name.ends_with('-') {
            name.push('-');
        }
    }
    name.truncate(LENGTH);
    name.trim_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe_whatever_a_card_is_called() {
        assert_eq!(slug(["rigwise-bom", "", "rtx-4090", "resnet50"]), "rigwise-bom-rtx-4090-resnet50");
        assert_eq!(slug(["rigwise-bom", "2x", "../..\\My \"Card\"\r\n显卡", ""]), "rigwise-bom-2x-my-card");
        assert_eq!(slug(["a", &"x".repeat(200)]).len(), LENGTH);
    }
}
