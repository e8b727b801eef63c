//! A scenario in few words.

use serde_json::Value;

/// The settings that tell runs of one model apart, comma-separated.
#[must_use]
pub fn settings(scenario: &Value) -> String {
    let at = |pointer: &str| scenario.pointer(pointer).map(plain).filter(|word| !matches!(word.as_str(), "none" | "false"));
    let mut words = Vec::new();
    let mut say = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            words.push(if name.is_empty() { value } else { format!("{name} {value}") });
        }
    };
    say("", at("/training/method"));
    say("batch", at("/training/micro_batch_size"));
    say("seq", at("/data/sequence_length"));
    say("image", at("/data/image_size"));
    say("", at("/training/precision"));
    say("", at("/training/optimizer"));
    say("", at("/training/optimizer_implementation"));
    say("checkpointing", at("/training/activation_checkpointing"));
    say("", at("/training/attention"));
    say("mask", at("/training/attention_mask"));
    say("loss", at("/training/loss_logits").filter(|word| word != "upcast"));
    say("rank", at("/training/lora/rank"));
    say("targets", at("/training/lora/targets"));
    say("", at("/training/lora/use_dora").filter(|word| word == "true").map(|_| "dora".to_owned()));
    say("", at("/training/memory_format").filter(|word| word != "contiguous"));
    say("", at("/training/sharding"));
    say("offload", at("/training/offload"));
    words.join(", ")
}

/// The settings of a timed run: those of [`settings`] after the number of cards, where there are several.
#[must_use]
pub fn timed_settings(scenario: &Value) -> String {
    let settings = settings(scenario);
    match scenario.pointer("/hardware/gpu_count").and_then(Value::as_u64) {
        Some(cards @ 2..) => format!("{cards} cards, {settings}"),
        _ => settings,
    }
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(word) => word.clone(),
        Value::Array(parts) => {
            let between = if parts.iter().all(Value::is_number) { "x" } else { "+" };
            parts.iter().map(plain).collect::<Vec<_>>().join(between)
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_off_is_not_said() {
        let scenario = json!({
            "training": { "method": "lora", "micro_batch_size": 2, "activation_checkpointing": "none",
                          "lora": { "rank": 8, "targets": ["q_proj", "v_proj"] } },
            "data": { "image_size": [800, 1333] },
        });
        assert_eq!(settings(&scenario), "lora, batch 2, image 800x1333, rank 8, targets q_proj+v_proj");
    }
}
