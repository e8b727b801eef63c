//! Single passes, simulated on fake tensors: PyTorch 2.15, torchvision 0.29.2, timm 1.0.31, transformers 5.23, diffusers 0.42.1.

use std::io::Read;

use anyhow::{Context, Result};
use engine::architecture::PromptEncoder;
use engine::graph::Graph;
use engine::models::{Recipe, autoencoder, build_answering, prompt};
use engine::passes::{Settings, data, training};
use engine::serving::WeightsFormat;
use engine::step::pass::pass;
use engine::training::{Data, MemoryFormat, Precision, Task, Training};

use super::{Compared, Record, number, records, text};

struct Row {
    id: String,
    model: String,
    component: String,
    batch: u64,
    height: Option<u64>,
    width: Option<u64>,
    sequence: Option<u64>,
    precision: String,
    temp_bytes: f64,
}

impl Row {
    fn read(record: &Record) -> Result<Self> {
        let of = |column: &str| text(record, column).to_owned();
        Ok(Self {
            id: of("id"),
            model: of("model"),
            component: of("component"),
            batch: number(record, "batch")?.unwrap_or(1),
            height: number(record, "height")?,
            width: number(record, "width")?,
            sequence: number(record, "sequence")?,
            precision: of("precision"),
            temp_bytes: number(record, "temp_bytes")?.unwrap_or_default() as f64,
        })
    }
}

/// Every simulated pass with what the engine finds alive at its peak, beside weights and inputs.
///
/// # Errors
/// A row that cannot be read, or a model that the engine does not know.
pub fn simulated(table: impl Read) -> Result<Vec<Compared>> {
    // Networks that the catalog does not list are not asked for.
    let is_listed = |record: &Record| text(record, "component") != "model" || catalog::model(text(record, "model")).is_some();
    let rows = records(table)?.into_iter().filter(is_listed);
    rows.map(|record| {
        let row = Row::read(&record).with_context(|| text(&record, "id").to_owned())?;
        let predicted = pass(&graph(&row).with_context(|| row.id.clone())?).temporary.as_f64();
        let kind = match &*row.component {
            "decode" => "simulated: decoder of latents",
            "denoise" => "simulated: denoising network",
            "encode_text" => "simulated: encoder of prompts",
            _ if row.sequence.is_some() => "simulated: encoder of texts",
            _ => "simulated: image network",
        };
        Ok(Compared {
            group: kind.to_owned(),
            value: row.temp_bytes,
            predicted,
            source: "simulated".to_owned(),
            engine: if row.component == "model" { "pytorch" } else { "diffusers" },
            gpu: String::new(),
            figure: "pass_activations",
            model: row.model,
            id: row.id,
        })
    })
    .collect()
}

fn graph(row: &Row) -> Result<Graph> {
    let precision = if row.precision == "fp32" { Precision::Fp32 } else { Precision::Bf16 };
    // Workspaces of convolutions, which the simulation does not see, come with the other layout.
    let run = Training { precision, memory_format: MemoryFormat::ChannelsLast, ..training() };
    let of = data(&settings(row), row.sequence.unwrap_or_default());
    let task = if row.id.contains("-mlm-") { Task::MaskedLm } else { Task::Classification };
    let of = Data { task, ..of };
    let recipe = Recipe { training: &run, data: &of, batch: row.batch, read_as: None, evaluates: true, spare: None };
    Ok(match &*row.component {
        "decode" => autoencoder::build_decoder(if row.model == "vae-sd" { 4 } else { 16 }, recipe),
        "encode_text" => prompt::build(&encoder(&row.model)?, recipe),
        _ => {
            let entry = catalog::model(&row.model).with_context(|| format!("no model `{}`", row.model))?;
            build_answering(&entry.architecture, &run, &of, row.batch)
        }
    })
}

/// An encoder as the pipelines have it.
fn encoder(name: &str) -> Result<PromptEncoder> {
    let entry = catalog::model("sd3.5-medium").context("no model with three encoders")?;
    let place = match name {
        "clip-l" => 0,
        "openclip-bigg" => 1,
        _ => 2,
    };
    let encoders = entry.architecture.prompt_encoders().context("its widths are not known")?;
    encoders.into_iter().nth(place).context("it has fewer encoders")
}

fn settings(row: &Row) -> Settings {
    let is_dense = ["deeplab", "fcn", "unet"].iter().any(|part| row.model.contains(part));
    let classes = match (&*row.component, row.sequence) {
        ("model", Some(_)) => 2,
        _ => catalog::model(&row.model).filter(|_| is_dense).map_or(1000, |entry| entry.default_num_classes),
    };
    Settings {
        weights_format: WeightsFormat::Bf16,
        batch: row.batch,
        image_height: row.height.unwrap_or_default(),
        image_width: row.width.unwrap_or_default(),
        tokens: row.sequence.unwrap_or_default(),
        classes,
        denoising_steps: 1,
        is_offloaded: false,
    }
}
