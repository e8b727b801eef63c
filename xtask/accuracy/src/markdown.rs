//! The report as Markdown.

use std::fmt::Write;

use crate::{Deviation, Group, Report, Summary};

/// Columns that say what a step was, beside its model.
const SETTINGS: [&str; 12] =
    ["method", "batch", "seq", "image_h", "precision", "optimizer", "ckpt", "attn", "mask", "loss", "lora_r", "lora_targets"];

/// Tables of the deviations by family and by method, the ten farthest misses, and what is not covered.
#[must_use]
pub fn markdown(report: &Report) -> String {
    let mut text = String::new();
    for (group, title) in [(Group::Family, "Family"), (Group::Method, "Method")] {
        table(&mut text, title, report, group);
    }
    text.push_str("The ten farthest misses; above 0 the estimate is too high:\n\n");
    text.push_str("| Step | Model | Reference | Estimate | Deviation | Settings |\n|---|---|--:|--:|--:|---|\n");
    for Deviation { reference, predicted_bytes, relative } in report.worst(10) {
        let settings: Vec<String> = SETTINGS
            .iter()
            .filter(|column| !matches!(reference.setting(column), "" | "0" | "none"))
            .map(|column| format!("{column} {}", reference.setting(column)))
            .collect();
        line(
            &mut text,
            format_args!(
                "| {} | {} | {:.3} GiB | {:.3} GiB | {:+.2} % | {} |",
                reference.setting("id"),
                reference.setting("model"),
                gib(reference.peak_bytes),
                gib(*predicted_bytes),
                relative * 100.0,
                settings.join(", ")
            ),
        );
    }
    if !report.uncovered_models.is_empty() {
        let models: Vec<String> = report.uncovered_models.iter().map(|(model, rows)| format!("{model} ({rows})")).collect();
        line(&mut text, format_args!("\nReferences of models that the catalog does not have yet: {}.", models.join(", ")));
    }
    text
}

fn table(text: &mut String, title: &str, report: &Report, group: Group) {
    line(text, format_args!("| {title} | Steps | Median | 95th percentile | Worst |\n|---|--:|--:|--:|--:|"));
    for (name, summary) in report.by(group) {
        row(text, name, summary);
    }
    if let Some(summary) = report.overall() {
        row(text, "**all**", summary);
    }
    text.push('\n');
}

fn row(text: &mut String, name: &str, Summary { count, median, p95, worst }: Summary) {
    line(text, format_args!("| {name} | {count} | {:.2} % | {:.2} % | {:.2} % |", median * 100.0, p95 * 100.0, worst * 100.0));
}

fn line(text: &mut String, content: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{content}");
}

fn gib(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 30)
}
