//! `rigwise inspect`: what a data set is for a plan, by walking its folder or by a listing of any length.
//!
//! Only files are read, and nothing is changed; links are not followed. Nothing leaves the machine.

mod contents;
mod listing;
mod progress;
mod reason;
mod walk;

use std::io::stdin;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use engine::units::Bytes;
use wire::Locale;
use wire::v1::dataset::{DataSetReading, ImageSizes, SizeSpread, TextLengths};
use wording::format;

use super::language::Language;
use super::output::{fail, print};

/// What to look at, and how to say what was found.
#[derive(Debug, Clone, Args)]
pub struct InspectCommand {
    /// Folder of the data set, a single file, or `-` for a listing (`find . -type f -printf '%s %p\n'`, `aws s3 ls --recursive`,
    /// `tar tvf`, ...) on standard input.
    path: PathBuf,
    /// Print one JSON object, as `POST /api/v1/data` answers.
    #[arg(long)]
    json: bool,
    /// The most files to look at; what is beyond is said to be left out.
    #[arg(long, default_value_t = 10_000_000)]
    limit: u64,
    /// Language of the notes.
    #[arg(long, value_enum, default_value_t)]
    language: Language,
}

/// Prints what was found.
pub fn run(command: &InspectCommand) -> ExitCode {
    let InspectCommand { path, json, limit, language } = command;
    let is_listing = path == Path::new("-");
    let holdings = if is_listing { listing::read(stdin().lock()) } else { walk::walk(path, *limit) };
    let holdings = match holdings {
        Ok(holdings) => holdings,
        Err(error) => return fail(&format!("cannot read {}: {error}", path.display())),
    };
    let reading = api::dataset::read_data_set(&holdings, Locale::from(*language));
    if !json {
        return print(&lines(&reading).join("\n"));
    }
    serde_json::to_string(&reading).map_or_else(|error| fail(&error.to_string()), |json| print(&json))
}

fn lines(reading: &DataSetReading) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for finding in &reading.recognized {
        let (field, value, name) = (&finding.field, &finding.value, &finding.name);
        lines.push(if name == value { format!("{field}: {value}") } else { format!("{field}: {value} ({name})") });
    }
    lines.push(format!("files: {}, {}", format::count(reading.files), size(reading.bytes)));
    for form in &reading.formats {
        lines.push(format!("  {}: {}, {}", form.format, format::count(form.files), size(form.bytes)));
    }
    for part in &reading.parts {
        let samples = part
            .samples
            .map_or_else(|| "samples not counted".to_owned(), |samples| format!("{} samples", format::count(samples)));
        let taken = if part.taken { "" } else { " (not taken)" };
        lines.push(format!("part {}: {samples}, {}{taken}", part.part, size(part.bytes)));
    }
    lines.extend(reading.file_bytes.map(|spread| format!("file size: {}", spread_of(spread, size))));
    lines.extend(reading.images.map(images));
    lines.extend(reading.texts.as_ref().map(texts));
    lines.extend(reading.notes.iter().map(|note| format!("note: {}", note.text.replace('`', ""))));
    lines.extend(reading.unreadable.iter().map(|name| format!("unreadable: {name}")));
    lines.extend(reading.missing.iter().map(|field| format!("{field}: not found")));
    if let (Some(all), Some(lost)) = (reading.lines, reading.lines_not_understood) {
        lines.push(format!("lines: {}, {} of them not understood", format::count(all), format::count(lost)));
    }
    lines.extend(reading.plan.iter().map(|path| format!("plan: {path}")));
    lines
}

fn size(bytes: u64) -> String {
    format::bytes(Bytes(bytes))
}

fn spread_of(spread: SizeSpread, say: impl Fn(u64) -> String) -> String {
    let SizeSpread { median, p95, smallest, largest } = spread;
    format!("median {}, 95 of 100 up to {}, from {} to {}", say(median), say(p95), say(smallest), say(largest))
}

fn images(images: ImageSizes) -> String {
    let ImageSizes { looked_at, median, smallest, largest, most_common, share_of_others } = images;
    let [median, smallest, largest, most_common] =
        [median, smallest, largest, most_common].map(|[height, width]| format!("{width} x {height}"));
    let share = format::whole_percent(share_of_others);
    let looked_at = format::count(looked_at);
    format!("image size: median {median}, from {smallest} to {largest}; {share} of {looked_at} are not {most_common}")
}

fn texts(texts: &TextLengths) -> String {
    let TextLengths {
        unit,
        bytes,
        script,
        bytes_per_token,
        bytes_per_token_range,
        median_tokens,
        p95_tokens,
        tokens,
        tokens_range,
    } = texts;
    let [low, high] = bytes_per_token_range;
    let [fewest, most] = tokens_range.map(format::short_count);
    format!(
        "text of a {unit}: median {} ({} tokens), 95 of 100 up to {} ({} tokens); all: {} tokens, {fewest} to {most} by tokenizer ({script}: {bytes_per_token} bytes a token, {low} to {high})",
        size(bytes.median),
        format::count(*median_tokens),
        size(bytes.p95),
        format::count(*p95_tokens),
        format::short_count(*tokens)
    )
}
