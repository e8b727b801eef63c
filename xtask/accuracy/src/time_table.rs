//! Every compared rate as one line of a table that a page can draw.

use anyhow::Result;

use crate::dataload::Loading;
use crate::settings::timed_settings;
use crate::throughput::Timed;

/// The table's head.
const HEADER: [&str; 14] = [
    "set",
    "source",
    "source_detail",
    "row",
    "family",
    "generation",
    "gpu",
    "model",
    "settings",
    "measured",
    "predicted",
    "unit",
    "reason_en",
    "reason_zh",
];

/// From here on a miss is large enough that its reason is reported.
const LARGE_MISS: f64 = 0.2;

/// Step times and loaders as CSV.
///
/// # Errors
/// None in practice: it writes to memory.
pub fn time_table(timed: &[Timed], loading: &[Loading]) -> Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(HEADER)?;
    for one in timed {
        let row = &one.row;
        let [english, chinese] = reasons(one.relative(), &row.reasons);
        writer.write_record([
            "step time",
            &row.source,
            &format!("{} ({})", row.source_detail, row.standing.word()),
            &row.id,
            &row.family,
            row.generation,
            &row.gpu,
            &row.model,
            &timed_settings(&row.scenario),
            &figure(row.measured),
            &figure(one.predicted),
            &row.unit,
            english,
            chinese,
        ])?;
    }
    for one in loading {
        let [english, chinese] = reasons(one.relative(), &one.reasons);
        writer.write_record([
            "data path",
            &one.source,
            &format!("{} ({})", one.source_detail, one.kind.word()),
            &one.id,
            one.kind.word(),
            "",
            "",
            &one.subject,
            &[one.machine.as_str(), &format!("{} workers", one.workers)]
                .into_iter()
                .filter(|part| !part.is_empty())
                .collect::<Vec<_>>()
                .join(", "),
            &figure(one.measured),
            &figure(one.predicted),
            &one.unit,
            english,
            chinese,
        ])?;
    }
    Ok(String::from_utf8(writer.into_inner()?)?)
}

fn reasons(relative: f64, reasons: &[String; 2]) -> [&str; 2] {
    if relative.abs() > LARGE_MISS { reasons.each_ref().map(String::as_str) } else { ["", ""] }
}

/// Three decimals, so that cards that are nearly as fast as each other stay apart.
fn figure(value: f64) -> String {
    format!("{value:.3}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::throughput::tests::timed;

    #[test]
    fn a_reason_is_told_where_the_miss_is_large() {
        let mut near = timed("rtx-3090", 2, 100.0, 110.0);
        near.row.reasons = ["why".to_owned(), "因".to_owned()];
        let far = Timed { predicted: 1234.5, ..near.clone() };
        let text = time_table(&[near, far], &[]).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], HEADER.join(","));
        assert_eq!(
            lines[1],
            "step time,one,one@1 (complete),rtx-3090-2-100,cnn,Ampere,rtx-3090,resnet50,batch 2,100.000,110.000,images/s,,"
        );
        assert!(lines[2].ends_with(",100.000,1234.500,images/s,why,因"), "{}", lines[2]);
    }
}
