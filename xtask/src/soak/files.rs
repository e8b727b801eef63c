//! Exported files as others open them: a script reads the XML of workbooks, and `LibreOffice` converts every file without a window.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use anyhow::{Context, Result, bail, ensure};

use crate::{process, setup, workspace};

/// The script that looks at workbooks, from the root; it needs Python alone.
const WORKBOOKS: &str = "xtask/src/soak/workbooks.py";
/// Names of the program on the systems that have it.
const PROGRAMS: [&str; 2] = ["soffice", "libreoffice"];
/// Comma, quote, UTF-8, from the first line, as in the cells rather than as shown: the filter's own numbers.
const TO_CSV: &str = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false";
/// What it says of itself rather than of a file: no Java is needed to convert.
const HARMLESS: &str = "javaldx";

/// Writes bills in every format, checks how workbooks print and compute, and converts what is for spreadsheets; says so and leaves
/// the last out where `LibreOffice` is not installed.
pub fn open_in_office() -> Result<()> {
    let folder = workspace::target().join("bills");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    process::run(process::cargo().args(["run", "--quiet", "--package", "api", "--example", "bills", "--"]).arg(&folder))?;
    let mut files: Vec<PathBuf> = fs::read_dir(&folder)?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == "csv" || extension == "xlsx"));
    files.sort();
    ensure!(!files.is_empty(), "no file was written to {}", folder.display());
    setup::python()?;
    let workbooks = files.iter().filter(|file| file.extension().is_some_and(|extension| extension == "xlsx"));
    process::run(process::program("python3").arg(workspace::root().join(WORKBOOKS)).args(workbooks))
        .context("a workbook is not as it should be")?;
    let installed = PROGRAMS.into_iter().find(|name| process::succeeds(process::program(name).arg("--version")));
    let Some(office) = installed else {
        println!("soak: LibreOffice is not installed, so exported files are not opened in it");
        return Ok(());
    };
    for file in &files {
        check_opens(office, file, &folder).with_context(|| format!("{} does not open as it should", file.display()))?;
    }
    println!("soak: LibreOffice opens {} files without a warning", files.len());
    Ok(())
}

/// Converts a file to a document, and back to text that must have the parts.
fn check_opens(office: &str, file: &Path, folder: &Path) -> Result<()> {
    let extension = file.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let converted = folder.join(format!("converted-{extension}"));
    for target in ["ods", TO_CSV] {
        let output = convert(office, target, file, &converted, folder)?;
        let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
        ensure!(output.status.success(), "{target}: {} {said}", output.status);
        let warned = |line: &&str| {
            let line = line.to_ascii_lowercase();
            (line.contains("warn") || line.contains("error")) && !line.contains(HARMLESS)
        };
        if let Some(line) = said.lines().find(warned) {
            bail!("{target}: {line}");
        }
    }
    let stem = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let document = fs::metadata(converted.join(format!("{stem}.ods")))?;
    ensure!(document.len() > 0, "the document is empty");
    let text = fs::read_to_string(converted.join(format!("{stem}.csv")))?;
    let original = fs::read_to_string(folder.join(format!("{stem}.csv")))?;
    let lines = |text: &str| text.lines().count();
    // A workbook has the sums below its lines.
    let sums = if extension == "xlsx" { 1..=2 } else { 0..=0 };
    let more = lines(&text).checked_sub(lines(&original));
    ensure!(more.is_some_and(|more| sums.contains(&more)), "{} lines have become {}", lines(&original), lines(&text));
    for id in original.lines().skip(1).filter_map(|line| line.split(',').nth(2)).filter(|id| !id.is_empty() && !id.contains('"'))
    {
        ensure!(text.contains(id), "`{id}` is gone");
    }
    ensure!(!text.contains("#NAME?") && !text.contains("Err:"), "a cell was taken for a formula");
    Ok(())
}

fn convert(office: &str, target: &str, file: &Path, to: &Path, folder: &Path) -> Result<Output> {
    // A profile of its own: one that a window has open would refuse a second program.
    let profile = format!("-env:UserInstallation=file://{}", folder.join("profile").display());
    let mut command = process::program(office);
    command.args(["--headless", "--norestore", &profile, "--convert-to", target, "--outdir"]).arg(to).arg(file);
    command.output().with_context(|| format!("cannot start `{office}`"))
}
