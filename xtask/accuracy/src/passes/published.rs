//! Whole pipelines, as others measured them.

use std::io::Read;

use anyhow::{Context, Result, anyhow};
use engine::device::memory::CONTEXT;
use engine::passes::{self, ComponentKind};
use scenario::resolve::resolve_passing;
use wire::v1::Scenario;
use wire::v1::choices::{ServingOffload, WeightsFormat, Workload};
use wire::v1::scenario::{GpuChoice, ImageSize};

use super::{Compared, Record, number, records, text};

struct Row {
    id: String,
    source: String,
    model: String,
    gpu: String,
    weights_format: String,
    /// The model's own where none is named.
    image_size: Option<u64>,
    denoising_steps: Option<u64>,
    concurrency: u64,
    output_tokens: Option<u64>,
    part: String,
    value: f64,
}

impl Row {
    fn read(record: &Record) -> Result<Self> {
        let of = |column: &str| text(record, column).to_owned();
        Ok(Self {
            id: of("id"),
            source: of("source"),
            model: of("model"),
            gpu: of("gpu"),
            weights_format: of("weights_format"),
            image_size: number(record, "image_size")?,
            denoising_steps: number(record, "denoising_steps")?,
            concurrency: number(record, "concurrency")?.unwrap_or(1),
            output_tokens: number(record, "output_tokens")?,
            part: of("part"),
            value: of("value").parse().context("the value")?,
        })
    }
}

/// Every row with the engine's figure.
///
/// # Errors
/// A row that cannot be read, or that has no answer.
pub fn published(table: impl Read) -> Result<Vec<Compared>> {
    let rows = records(table)?.into_iter();
    rows.map(|record| {
        let row = Row::read(&record).with_context(|| text(&record, "id").to_owned())?;
        let predicted = figure(&row).with_context(|| row.id.clone())?;
        let (part, figure) = match &*row.part {
            "images" => ("image networks, pictures a second", "images_per_second"),
            "seconds" => ("pipelines, seconds", "batch_seconds"),
            "video" => ("videos, seconds", "batch_seconds"),
            "speech" => ("windows of sound, seconds", "batch_seconds"),
            "steps" => ("denoising steps a second", "denoising_steps_per_second"),
            "loaded" => ("loaded", "weights"),
            _ => ("peak", "peak"),
        };
        Ok(Compared {
            group: format!("published: {part}"),
            value: row.value,
            predicted,
            source: row.source,
            engine: match &*row.part {
                "images" => "pytorch",
                _ if row.output_tokens.is_some() => "transformers",
                _ => "diffusers",
            },
            gpu: row.gpu,
            figure,
            model: row.model,
            id: row.id,
        })
    })
    .collect()
}

/// What T5's `wo` took more in May 2025: transformers kept it in FP32 beside bitsandbytes' formats, as it does only beside FP16 since.
fn once_wide(row: &Row) -> f64 {
    let (blocks, width, inner, bytes) = (24.0, 4096.0, 10_240.0, 2.0);
    if row.weights_format.starts_with("bnb") { blocks * width * inner * bytes } else { 0.0 }
}

fn figure(row: &Row) -> Result<f64> {
    let mut asked = Scenario { task: Some(Workload::Inference), ..Scenario::default() };
    asked.hardware.gpu = Some(GpuChoice::Id(row.gpu.clone()));
    asked.model.id = Some(row.model.clone());
    asked.serving.weights_format = WeightsFormat::from_word(&row.weights_format);
    asked.serving.image_size = row.image_size.map(ImageSize::square);
    asked.serving.denoising_steps = row.denoising_steps;
    asked.serving.concurrency = Some(row.concurrency);
    asked.serving.output_tokens = row.output_tokens;
    asked.serving.offload = Some(ServingOffload::None);
    let passing = resolve_passing(&asked).map_err(|errors| anyhow!("{errors:?}"))?;
    let answer = passes::answer(&passing.question);
    Ok(match &*row.part {
        "loaded" => answer.stages.first().map_or(0.0, |stage| stage.weights.as_f64()) + once_wide(row),
        "peak" => (answer.memory.total - CONTEXT).as_f64() + once_wide(row),
        "seconds" | "video" | "speech" => answer.batch_time.get(),
        "steps" => {
            let steps =
                answer.stages.iter().filter(|stage| stage.kind == ComponentKind::Denoiser).map(|stage| stage.pass_time.get());
            1.0 / steps.sum::<f64>()
        }
        "images" => row.concurrency as f64 / answer.batch_time.get(),
        other => return Err(anyhow!("no part `{other}`")),
    })
}
