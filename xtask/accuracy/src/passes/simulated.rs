//! Single passes, simulated on fake tensors: PyTorch 2.15, torchvision 0.29.2, timm 1.0.31, transformers 5.23, diffusers 0.42.1.

use std::io::Read;

use anyhow::{Context, Result, bail};
use engine::architecture::{Architecture, PromptEncoder, Whisper};
use engine::graph::Graph;
use engine::models::video::{self, Film};
use engine::models::{Recipe, autoencoder, build_answering, prompt, whisper};
use engine::passes::{Settings, data, training};
use engine::serving::WeightsFormat;
use engine::step::pass::pass;
use engine::training::{Data, MemoryFormat, Precision, Task, Training};
use engine::units::Bytes;

use super::{Compared, Record, number, records, text};

struct Row {
    id: String,
    model: String,
    component: String,
    batch: u64,
    height: Option<u64>,
    width: Option<u64>,
    sequence: Option<u64>,
    frames: Option<u64>,
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
            frames: number(record, "frames")?,
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
        let predicted = alive(&row).with_context(|| row.id.clone())?.as_f64();
        let kind = match &*row.component {
            "decode" | "decode_tiled" if row.frames.is_some() => "simulated: decoder of videos",
            "decode" => "simulated: decoder of latents",
            "denoise" if row.frames.is_some() => "simulated: denoising network of videos",
            "denoise" => "simulated: denoising network",
            "encode_text" => "simulated: encoder of prompts",
            "audio_encoder" => "simulated: encoder of sound",
            "cross_attention" | "text_decoder" => "simulated: writer of speech",
            _ if row.sequence.is_some() => "simulated: encoder of texts",
            _ => "simulated: image network",
        };
        Ok(Compared {
            group: kind.to_owned(),
            value: row.temp_bytes,
            predicted,
            source: "simulated".to_owned(),
            engine: match &*row.component {
                "model" => "pytorch",
                "audio_encoder" | "cross_attention" | "text_decoder" => "transformers",
                _ => "diffusers",
            },
            gpu: String::new(),
            figure: "pass_activations",
            model: row.model,
            id: row.id,
        })
    })
    .collect()
}

/// What is alive at the peak of a row's pass, beside weights and the batch.
fn alive(row: &Row) -> Result<Bytes> {
    if matches!(&*row.component, "audio_encoder" | "cross_attention" | "text_decoder") {
        return of_speech(row);
    }
    match row.frames {
        Some(frames) => of_film(row, frames),
        None => Ok(pass(&graph(row)?).temporary),
    }
}

/// A pass of a part of a network that writes speech down, with what it keeps from one pass to the next.
fn of_speech(row: &Row) -> Result<Bytes> {
    let entry = catalog::listed_model(&row.model).with_context(|| format!("no model `{}`", row.model))?;
    let Architecture::Whisper(model) = &entry.architecture else { bail!("`{}` hears nothing", row.model) };
    let precision = if row.precision == "fp32" { Precision::Fp32 } else { Precision::Bf16 };
    let run = Training { precision, ..training() };
    let of = data(&settings(row), 1);
    let recipe = Recipe { training: &run, data: &of, batch: row.batch, read_as: None, evaluates: true, spare: None };
    let graph = match &*row.component {
        "audio_encoder" => whisper::build_encoder(model, recipe),
        "cross_attention" => whisper::build_memory(model, recipe),
        // The last of its steps.
        _ => whisper::build_step(model, recipe, Whisper::PROMPT + row.sequence.unwrap_or(1) - 2),
    };
    let pass = pass(&graph);
    let sound = Bytes(row.batch * model.num_mel_bins * model.frames() * if row.precision == "fp32" { 4 } else { 2 });
    // Of the two copies of the spectrogram one is the batch.
    Ok(pass.inputs + pass.temporary - sound)
}

/// A pass of a network of films, or of the decoder that goes with one.
fn of_film(row: &Row, frames: u64) -> Result<Bytes> {
    let name = match &*row.model {
        "vae-cogvideox" => "cogvideox-5b",
        "vae-wan" => "wan2.1-t2v-14b",
        other => other,
    };
    let entry = catalog::listed_model(name).with_context(|| format!("no model `{name}`"))?;
    let Architecture::VideoTransformer(model) = &entry.architecture else { bail!("`{name}` makes no films") };
    let precision = if row.precision == "fp32" { Precision::Tf32 } else { Precision::Bf16 };
    let run = Training { precision, memory_format: MemoryFormat::ChannelsLast, ..training() };
    let of = data(&settings(row), model.text_tokens());
    let recipe = Recipe { training: &run, data: &of, batch: row.batch, read_as: None, evaluates: true, spare: None };
    let film = Film { frames, height: of.image_height, width: of.image_width };
    if row.component == "denoise" {
        return Ok(pass(&video::build(model, recipe, film)).temporary);
    }
    let decoding = video::build_decoder(model, recipe, film, row.component == "decode_tiled");
    Ok(pass(&decoding.graph).temporary.max(decoding.joined))
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
    let of = if name == "umt5-xxl" { "wan2.1-t2v-14b" } else { "sd3.5-medium" };
    let entry = catalog::listed_model(of).context("no model with such encoders")?;
    let place = match name {
        "clip-l" | "umt5-xxl" => 0,
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
        frames: row.frames.unwrap_or(1),
        tokens: row.sequence.unwrap_or_default(),
        classes,
        denoising_steps: 1,
        is_tiled: false,
        is_offloaded: false,
    }
}
