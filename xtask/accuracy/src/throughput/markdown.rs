//! The report's section on time.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::configuration::{Closeness, Configuration, configurations};
use super::pairs::{Pair, pairs};
use super::{Known, Throughput, Timed};
use crate::settings::timed_settings;

/// Tables by family, generation and source for each standing, the ranking of cards, and the farthest misses.
#[must_use]
pub fn time(timed: &[Timed]) -> String {
    let mut text = String::new();
    for standing in Known::ALL {
        let all = configurations(timed, standing);
        if all.is_empty() {
            continue;
        }
        let title = match standing {
            Known::Complete => "One card, every condition known:",
            Known::ConditionOpen => "One card, a condition not known; the table says which stands in:",
            Known::SeveralCards => "Several cards of one machine that exchange gradients; no limit is set for these:",
        };
        line(&mut text, format_args!("{title}\n"));
        text.push_str(
            "| Group | Rows | Configurations | Median | 90th percentile | Worst | Bias |\n|---|--:|--:|--:|--:|--:|--:|\n",
        );
        by(&mut text, &all, |row| row.family.clone());
        by(&mut text, &all, |row| row.generation.to_owned());
        by(&mut text, &all, |row| format!("{}, {}", row.family, row.generation));
        by(&mut text, &all, |row| row.source.clone());
        closeness(&mut text, "**all**", &all.iter().collect::<Vec<_>>());
        text.push('\n');
    }
    let complete = configurations(timed, Known::Complete);
    ranking(&mut text, &pairs(&complete));
    misses(&mut text, &complete);
    write_uncovered(&mut text, &complete);
    text
}

fn by(text: &mut String, all: &[Configuration], key: impl Fn(&Throughput) -> String) {
    let mut groups: BTreeMap<String, Vec<&Configuration>> = BTreeMap::new();
    for one in all {
        groups.entry(key(one.row())).or_default().push(one);
    }
    for (name, group) in groups {
        closeness(text, &name, &group);
    }
}

fn closeness(text: &mut String, name: &str, group: &[&Configuration]) {
    if let Some(Closeness { rows, configurations, median, p90, worst, bias }) = Closeness::new(group) {
        let [median, p90, worst, bias] = [median, p90, worst, bias].map(|share| share * 100.0);
        line(
            text,
            format_args!("| {name} | {rows} | {configurations} | {median:.1} % | {p90:.1} % | {worst:.1} % | {bias:+.1} % |"),
        );
    }
}

fn ranking(text: &mut String, pairs: &[Pair]) {
    let right = pairs.iter().filter(|pair| pair.is_right()).count();
    line(
        text,
        format_args!(
            "Of {} pairs of cards that the same source ran the same job on and whose rates differ by more than 20 %, {right} are \
             ranked right ({:.1} %).",
            pairs.len(),
            super::pairs::right_share(pairs) * 100.0
        ),
    );
    for Pair { gpus: [fast, slow], job, measured, predicted } in pairs.iter().filter(|pair| !pair.is_right()).take(10) {
        line(text, format_args!("- {fast} against {slow}, {job}: measured {measured:.2}, predicted {predicted:.2}"));
    }
    text.push('\n');
}

fn misses(text: &mut String, complete: &[Configuration]) {
    text.push_str("The ten configurations farthest off; above 0 the engine takes the card for too fast:\n\n");
    text.push_str("| Row | Source | Card | Model | Measured | Predicted | Deviation | Settings | Reason |\n");
    text.push_str("|---|---|---|---|--:|--:|--:|---|---|\n");
    let mut all: Vec<&Configuration> = complete.iter().collect();
    all.sort_by(|one, other| other.relative().abs().total_cmp(&one.relative().abs()));
    for one in all.into_iter().take(10) {
        let row = one.row();
        line(
            text,
            format_args!(
                "| {} | {} | {} | {} | {:.1} {} | {:.1} | {:+.1} % | {} | {} |",
                row.id,
                row.source,
                row.gpu,
                row.model,
                one.measured,
                row.unit,
                one.predicted(),
                one.relative() * 100.0,
                timed_settings(&row.scenario),
                row.reasons[0],
            ),
        );
    }
}

/// Families that no row is about: what the figures above say nothing of.
fn write_uncovered(text: &mut String, complete: &[Configuration]) {
    let families = ["cnn", "vit", "detection", "segmentation", "encoder", "decoder", "seq2seq", "diffusion"];
    let missing: Vec<&str> =
        families.into_iter().filter(|family| complete.iter().all(|one| one.row().family != *family)).collect();
    if !missing.is_empty() {
        line(
            text,
            format_args!("\nNo published run on one card with every condition known was found for: {}.", missing.join(", ")),
        );
    }
}

fn line(text: &mut String, content: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{content}");
}
