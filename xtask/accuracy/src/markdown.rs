//! The report as Markdown.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use crate::{
    Comparison, Deviation, Group, Report, SharedOut, Spread, Standing, Summary, UnderLimits, Verdict, by_implementation,
    settings, spread,
};

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
    for Deviation { reference, predicted_bytes, relative, .. } in report.worst(10) {
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

/// The table of deviations by the library that shares a run out.
#[must_use]
pub fn shared_out(shared: &[SharedOut]) -> String {
    let mut text = String::from("| Library | Steps | Median | 95th percentile | Worst |\n|---|--:|--:|--:|--:|\n");
    for (implementation, summary) in by_implementation(shared) {
        row(&mut text, implementation, summary);
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

/// The table of the allocator's replay, by family.
#[must_use]
pub fn allocator(report: &Report) -> String {
    let mut text = String::new();
    for (metric, title) in [("allocated", "Blocks in use"), ("reserved", "Reserved segments")] {
        line(&mut text, format_args!("| {title} | Steps | Median | 95th percentile | Worst |\n|---|--:|--:|--:|--:|"));
        for (name, summary) in report.replayed(metric) {
            row(&mut text, name, summary);
        }
        text.push('\n');
    }
    text
}

/// Tables of measured peaks: by family and source for each standing, and the ten farthest misses.
#[must_use]
pub fn measured(comparisons: &[Comparison]) -> String {
    let mut text = String::new();
    for standing in Standing::ALL {
        let of: Vec<&Comparison> = comparisons.iter().filter(|one| one.row.standing == standing).collect();
        if of.is_empty() {
            continue;
        }
        let title = match standing {
            Standing::Complete => "Every condition known, and the engine has a word for each:",
            Standing::ConditionOpen => "A condition is not known or has no word in the engine; the table says which stands in:",
            Standing::NearModel => "Another implementation of the model than the engine's:",
            Standing::Sharded => "Several cards with sharding or offload:",
        };
        line(&mut text, format_args!("{title}\n"));
        text.push_str("| Family | Source | Metric | Rows | Configurations | Median | 95th percentile | Worst |\n");
        text.push_str("|---|---|---|--:|--:|--:|--:|--:|\n");
        let mut groups: BTreeMap<(&str, &str, &str), Vec<&Comparison>> = BTreeMap::new();
        for one in &of {
            groups.entry((&one.row.family, &one.row.source, one.row.metric.word())).or_default().push(one);
        }
        for ((family, source, metric), group) in groups {
            spread_row(&mut text, &format!("{family} | {source} | {metric}"), &group);
        }
        spread_row(&mut text, "**all** | |", &of);
        text.push('\n');
    }
    text.push_str("The ten configurations farthest off; above 0 the estimate is too high:\n\n");
    text.push_str("| Row | Source | Model | Metric | Measured | Estimate | Deviation | Settings | Reason |\n");
    text.push_str("|---|---|---|---|--:|--:|--:|---|---|\n");
    let mut all: Vec<&Comparison> = comparisons.iter().collect();
    all.sort_by(|one, other| other.relative.abs().total_cmp(&one.relative.abs()));
    let mut seen = BTreeSet::new();
    all.retain(|one| seen.insert((one.row.source.clone(), settings(&one.row.scenario), one.row.model.clone())));
    for Comparison { row, estimate_bytes, relative, .. } in all.into_iter().take(10) {
        line(
            &mut text,
            format_args!(
                "| {} | {} | {} | {} | {:.2} GiB | {:.2} GiB | {:+.1} % | {} | {} |",
                row.id,
                row.source,
                row.model,
                row.metric.word(),
                gib(row.peak_bytes),
                gib(*estimate_bytes),
                relative * 100.0,
                settings(&row.scenario),
                row.reasons[0],
            ),
        );
    }
    text
}

/// The table of verdicts on runs that fitted or failed.
#[must_use]
pub fn fitting(verdicts: &[Verdict]) -> String {
    let mut text = String::from(
        "| Source | Standing | Ran | of these fits | of these refused | Failed | of these does not fit | Brackets | largest batch inside |\n\
         |---|---|--:|--:|--:|--:|--:|--:|--:|\n",
    );
    let mut groups: BTreeMap<(&str, Standing), Vec<&Verdict>> = BTreeMap::new();
    for verdict in verdicts {
        groups.entry((&verdict.statement.source, verdict.statement.standing)).or_default().push(verdict);
    }
    for ((source, standing), group) in groups {
        let count = |of: &dyn Fn(&Verdict) -> bool| group.iter().filter(|verdict| of(verdict)).count();
        line(
            &mut text,
            format_args!(
                "| {source} | {} | {} | {} | {} | {} | {} | {} | {} |",
                standing.word(),
                count(&|verdict| verdict.statement.ran),
                count(&|verdict| verdict.statement.ran && verdict.agrees()),
                count(&Verdict::is_contradicted),
                count(&|verdict| !verdict.statement.ran),
                count(&|verdict| !verdict.statement.ran && verdict.agrees()),
                count(&|verdict| verdict.brackets().is_some()),
                count(&|verdict| verdict.brackets() == Some(true)),
            ),
        );
    }
    text
}

/// One sentence on runs under a limit on reserved memory; empty where there were none.
#[must_use]
pub fn under_limits_text(UnderLimits { ran, ran_within, failed, failed_beyond }: UnderLimits) -> String {
    if ran + failed == 0 {
        return String::new();
    }
    format!(
        "\nUnder a limit on reserved memory {ran} runs ran, of which the estimated blocks are within the limit for {ran_within}; \
         {failed} failed, of which the estimated segments are beyond it for {failed_beyond}.\n"
    )
}

fn spread_row(text: &mut String, name: &str, group: &[&Comparison]) {
    if let Some(Spread { rows, configurations: Summary { count, median, p95, worst } }) = spread(group.iter().copied()) {
        let [median, p95, worst] = [median, p95, worst].map(|share| share * 100.0);
        line(text, format_args!("| {name} | {rows} | {count} | {median:.1} % | {p95:.1} % | {worst:.1} % |"));
    }
}
