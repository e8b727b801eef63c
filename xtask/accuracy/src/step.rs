//! From a reference's settings to a scenario of the API.

use anyhow::{Context, Result, bail};
use serde_json::{Map, Value, json};

use crate::Reference;

/// The scenario that asks the engine for the very step that was simulated.
///
/// The card has the matrix library's workspaces of the simulation, those up to compute capability 8.9; its verdict does not matter.
///
/// # Errors
/// Where a setting has a value that the API has no word for; names the row.
pub fn scenario(row: &Reference) -> Result<Value> {
    let training = training(row).with_context(|| format!("row {}", row.setting("id")))?;
    Ok(json!({
        "id": row.setting("id"),
        "hardware": { "gpu": "a100-sxm4-80gb", "gpu_count": 1 },
        "model": model(row)?,
        "training": training,
        "data": data(row)?,
    }))
}

/// The catalog's model, or the configuration of the row's own.
fn model(row: &Reference) -> Result<Value> {
    let config = row.setting("config");
    if config.is_empty() {
        return Ok(json!({ "id": row.setting("model") }));
    }
    let config: Value = serde_json::from_str(config).with_context(|| format!("row {}, column config", row.setting("id")))?;
    Ok(json!({ "config": config }))
}

fn training(row: &Reference) -> Result<Value> {
    let mut training = json!({
        "method": method(row.setting("method")),
        "precision": precision(row.setting("precision"))?,
        "activation_checkpointing": if row.is_on("ckpt") { "full" } else { "none" },
        "attention": or(row.setting("attn"), "sdpa"),
        "linear_attention": or(row.setting("linear"), "torch"),
        "attention_mask": or(row.setting("mask"), "none"),
        "micro_batch_size": row.number("batch")?,
        // The simulation says only that gradients are there when the step begins; from 2 on the number does not matter.
        "gradient_accumulation_steps": if row.is_on("grad_accum") { 2 } else { 1 },
        "loss_logits": loss_logits(row.setting("loss"))?,
        "memory_format": if row.is_on("channels_last") { "channels-last" } else { "contiguous" },
        "resident_frozen_models": row.is_on("aux"),
        "vision_tower": or(row.setting("vision"), "frozen"),
        "alignment": if row.setting("task") == "dpo" { "dpo" } else { "none" },
        "framework": "pytorch",
    });
    if let Some(fields) = training.as_object_mut() {
        fields.extend(optimizer(row.setting("optimizer"))?);
        if matches!(method(row.setting("method")), "lora" | "qlora") {
            fields.insert("lora".to_owned(), lora(row)?);
        }
        if method(row.setting("method")) == "qlora" {
            let quantization = json!({ "double_quantization": row.is_on("dq"), "upcast_unquantized": row.is_on("kbit_fp32") });
            fields.insert("quantization".to_owned(), quantization);
        }
    }
    Ok(training)
}

/// Its word for scenarios; adapters with a length of their own are adapters.
fn method(word: &str) -> &str {
    match word {
        "freeze" => "frozen-backbone",
        "dora" => "lora",
        "qdora" => "qlora",
        other => other,
    }
}

fn data(row: &Reference) -> Result<Value> {
    let mut data = Map::new();
    if row.setting("family") == "speech" {
        data.insert("kind".to_owned(), json!("audio"));
        data.insert("target_length".to_owned(), json!(row.number("dec_len")?));
    } else if !row.setting("seq").is_empty() {
        data.insert("kind".to_owned(), json!("text"));
        data.insert("sequence_length".to_owned(), json!(row.number("seq")?));
        if !row.setting("pictures").is_empty() {
            data.insert("images_per_sample".to_owned(), json!(row.number("pictures")?));
            data.insert("image_size".to_owned(), json!([row.number("image_h")?, row.number("image_w")?]));
        }
        if !row.setting("dec_len").is_empty() {
            data.insert("target_length".to_owned(), json!(row.number("dec_len")?));
        }
    } else {
        let (height, width) = (row.number("image_h")?, row.number("image_w")?);
        data.insert("image_size".to_owned(), if height == width { json!(height) } else { json!([height, width]) });
        data.insert("kind".to_owned(), json!(if row.setting("family") == "diffusion" { "latents" } else { "images" }));
        if !row.setting("txt_len").is_empty() {
            data.insert("text_tokens".to_owned(), json!(row.number("txt_len")?));
        }
    }
    match row.setting("task") {
        "" | "dpo" => {}
        "cls" => drop(data.insert("task".to_owned(), json!("classification"))),
        "mlm" => drop(data.insert("task".to_owned(), json!("masked-lm"))),
        other => drop(data.insert("task".to_owned(), json!(other))),
    }
    if !row.setting("num_classes").is_empty() {
        data.insert("num_classes".to_owned(), json!(row.number("num_classes")?));
    }
    Ok(Value::Object(data))
}

fn lora(row: &Reference) -> Result<Value> {
    let targets = match or(row.setting("lora_targets"), "qv") {
        "qv" => "query-value",
        "qkvo" => "attention",
        "all" => "all-linear",
        other => bail!("no word for the adapter's targets `{other}`"),
    };
    let dropout: f64 = or(row.setting("lora_dropout"), "0").parse()?;
    Ok(json!({
        "rank": if row.setting("lora_r").is_empty() { 8 } else { row.number("lora_r")? },
        "targets": targets,
        "dropout": dropout,
        "use_dora": matches!(row.setting("method"), "dora" | "qdora"),
        // PEFT keeps adapters in FP32, under autocast too; a model that is BF16 throughout takes them along.
        "adapter_dtype": if row.setting("precision") == "bf16" { "bf16" } else { "fp32" },
    }))
}

fn precision(word: &str) -> Result<&'static str> {
    Ok(match word {
        "fp32" => "fp32",
        "amp_fp16" => "fp16-amp",
        "amp_bf16" => "bf16-amp",
        "bf16" | "bf16_peft" => "bf16",
        other => bail!("no word for the precision `{other}`"),
    })
}

fn loss_logits(word: &str) -> Result<&'static str> {
    Ok(match word {
        "" => "upcast",
        "hf_old" => "upcast-shifted-copy",
        "ce_lowp" => "low-precision",
        other => bail!("no word for the loss `{other}`"),
    })
}

fn optimizer(word: &str) -> Result<Map<String, Value>> {
    let fields = match word {
        "adamw" => json!({ "optimizer": "adamw", "optimizer_implementation": "foreach" }),
        "adamw_fused" => json!({ "optimizer": "adamw", "optimizer_implementation": "fused" }),
        "adamw_loop" => json!({ "optimizer": "adamw", "optimizer_implementation": "for-loop" }),
        "adafactor" => json!({ "optimizer": "adafactor" }),
        "lion" => json!({ "optimizer": "lion" }),
        "lion8bit" => json!({ "optimizer": "lion-8bit" }),
        "muon" => json!({ "optimizer": "muon" }),
        "adamw8bit" => json!({ "optimizer": "adamw-8bit" }),
        "adamw8bit_hf" => json!({ "optimizer": "adamw-8bit", "embedding_states_32bit": true }),
        "sgd" => json!({ "optimizer": "sgd-momentum", "optimizer_implementation": "foreach", "weight_decay": 1e-4 }),
        "sgd_nowd" => json!({ "optimizer": "sgd-momentum", "optimizer_implementation": "foreach", "weight_decay": 0.0 }),
        "sgd_nomom" => json!({ "optimizer": "sgd", "optimizer_implementation": "foreach", "weight_decay": 0.0 }),
        other => bail!("no word for the optimizer `{other}`"),
    };
    Ok(fields.as_object().cloned().unwrap_or_default())
}

fn or<'a>(value: &'a str, default: &'a str) -> &'a str {
    if value.is_empty() { default } else { value }
}
