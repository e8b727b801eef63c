//! Prints the accuracy report. Fails where the estimates are not good enough.
//!
//! `--gates` writes what every group of comparisons reached to `gates.csv`, which nothing may fall behind; `--write` renews `docs/accuracy.md`, `docs/accuracy.csv` and `docs/accuracy-time.csv`; `--reference FILE` takes other simulated steps than the ones
//! that ship with the engine.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use accuracy::{
    Comparison, Known, Lines, Loading, Measured, PUBLISHED_LIMITS, REPLAYED_LIMITS, Report, SIMULATED_LIMITS, SharedOut,
    Standing, Timed, UnderLimits, Verdict, estimate,
};
use anyhow::{Context, Result, bail};

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("accuracy: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let references = root.join("engine/reference");
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let option = arguments.iter().position(|argument| argument == "--reference").and_then(|place| arguments.get(place + 1));
    let files =
        option.map_or_else(|| accuracy::SIMULATED.map(|name| references.join(name)).to_vec(), |file| vec![PathBuf::from(file)]);
    let mut steps = Vec::new();
    for file in &files {
        steps.extend(accuracy::read(open(file)?).with_context(|| format!("in {}", file.display()))?);
    }
    let report = Report::new(steps, |model| catalog::model(model).is_some(), accuracy::play)?;
    let shared = accuracy::read_sharded(open(&references.join("sharded.csv"))?)?;
    let shared = accuracy::share_out(shared, estimate).context("in sharded.csv")?;
    let published = comparisons(&references.join("published_memory.csv"))?;
    // Our own measurements come with the first card that the measuring kit was run on.
    let own = references.join("measured.csv");
    let own = if own.exists() { accuracy::read_measured(open(&own)?)? } else { Measured::default() };
    let measured = accuracy::compare(own.peaks, estimate)?;
    let limits = accuracy::under_limits(&own.limited, estimate)?;
    let fits = accuracy::judge(accuracy::read_fits(open(&references.join("published_fits.csv"))?)?, estimate)?;
    let timed = accuracy::read_throughput(open(&references.join("throughput.csv"))?)?;
    let timed = accuracy::time_all(timed, estimate).context("in throughput.csv")?;
    let loading = accuracy::read_loading(open(&references.join("dataload.csv"))?).context("in dataload.csv")?;
    let shapes = accuracy::serving::models(open(&references.join("serving_models.csv"))?)?;
    let mut served = Vec::new();
    for name in [
        "serving_memory.csv",
        "serving_speed.csv",
        "serving_experts.csv",
        "serving_splits.csv",
        "serving_pictures.csv",
        "serving_exllama.csv",
    ] {
        served.extend(accuracy::serving::serve(open(&references.join(name))?, &shapes).with_context(|| format!("in {name}"))?);
    }
    let kernels = accuracy::serving::kernels::kernels(open(&references.join("expert_kernels.csv"))?)?;
    let passes = accuracy::passes::compare(open(&references.join("passes.csv"))?, open(&references.join("pipelines.csv"))?)?;
    let mut text = page(&report, &shared, &published, &measured, limits, &fits);
    text.push_str(&rates(&timed, &loading));
    let products = accuracy::matmul::products(open(&references.join("matmul_kernels.csv"))?)?;
    text.push_str(&accuracy::matmul::section(&products));
    text.push_str(&accuracy::serving::section(&served));
    text.push_str(&accuracy::serving::kernels::section(&kernels));
    text.push_str(&accuracy::passes::section(&passes));
    print!("{text}");
    if arguments.iter().any(|argument| argument == "--write") {
        write(&root.join("docs/accuracy.md"), &format!("{}\n{text}", preamble()))?;
        let lines = [
            Lines::Simulated(&report.deviations),
            Lines::Sharded(&shared),
            Lines::Published(&published),
            Lines::Measured(&measured),
        ];
        write(&root.join("docs/accuracy.csv"), &accuracy::table(&lines)?)?;
        write(
            &root.join("docs/accuracy-serving.csv"),
            &(accuracy::serving::lines(&served)? + &accuracy::passes::lines(&passes)?),
        )?;
        write(&root.join("docs/accuracy-time.csv"), &accuracy::time_table(&timed, &loading)?)?;
    }
    let mut shortcomings = report.shortcomings(SIMULATED_LIMITS, REPLAYED_LIMITS);
    shortcomings.extend(accuracy::sharded_shortcomings(&shared));
    shortcomings.extend(shortcomings_of(&published, &fits));
    let complete = accuracy::configurations(&timed, Known::Complete);
    shortcomings.extend(accuracy::time_shortcomings(&complete, &accuracy::pairs(&complete)));
    shortcomings.extend(accuracy::loading_shortcomings(&loading));
    let mut held = accuracy::groups::simulated(&report);
    held.extend(accuracy::groups::published(&published));
    held.extend(accuracy::groups::fits(&fits));
    held.extend(accuracy::groups::times(&timed, &accuracy::pairs(&complete)));
    held.extend(accuracy::groups::loading(&loading));
    held.extend(accuracy::serving::groups(&served));
    held.extend(accuracy::serving::kernels::groups(&kernels));
    held.extend(accuracy::matmul::groups(&products));
    held.extend(accuracy::passes::groups(&passes));
    let gates = Path::new(env!("CARGO_MANIFEST_DIR")).join("gates.csv");
    if arguments.iter().any(|argument| argument == "--gates") {
        accuracy::gates::write(&held, fs::File::create(&gates)?)?;
    }
    // Other steps than those that ship have no gates.
    if option.is_none() {
        shortcomings.extend(accuracy::gates::shortcomings(&held, &accuracy::gates::read(open(&gates)?)?));
    }
    if !shortcomings.is_empty() {
        bail!(
            "not good enough, or better than the gates say (`cargo xtask accuracy --gates` writes what holds now, for review):\n  {}",
            shortcomings.join("\n  ")
        );
    }
    Ok(())
}

fn open(path: &Path) -> Result<fs::File> {
    fs::File::open(path).with_context(|| format!("cannot read {}", path.display()))
}

fn write(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

fn comparisons(path: &Path) -> Result<Vec<Comparison>> {
    let rows = accuracy::read_published(open(path)?)?;
    accuracy::compare(rows, estimate).with_context(|| format!("in {}", path.display()))
}

/// What is not good enough about measurements of others.
fn shortcomings_of(published: &[Comparison], fits: &[Verdict]) -> Vec<String> {
    let complete = published.iter().filter(|one| one.row.standing == Standing::Complete);
    let mut found = Vec::new();
    match accuracy::spread(complete) {
        None => found.push("no published measurement with every condition known".to_owned()),
        Some(spread) => {
            let beyond = spread.configurations.beyond(PUBLISHED_LIMITS);
            found.extend(beyond.into_iter().map(|what| format!("published, every condition known: {what}")));
        }
    }
    for one in published.iter().filter(|one| one.refused) {
        found.push(format!("{} ({}) ran, the engine says that it cannot", one.row.id, one.row.model));
    }
    for Verdict { statement, .. } in fits.iter().filter(|verdict| verdict.is_contradicted()) {
        found.push(format!("{} ({}) fitted, the engine says that it cannot", statement.id, statement.model));
    }
    found
}

fn page(
    report: &Report,
    shared: &[SharedOut],
    published: &[Comparison],
    measured: &[Comparison],
    limits: UnderLimits,
    fits: &[Verdict],
) -> String {
    let mut text = format!(
        "## Simulated steps\n\n\
         Peak of live tensors (`vram.allocated_peak_bytes`) against training steps that were simulated tensor by tensor.\n\
         These are simulations, not measurements on a card, and they were at hand while the engine was written:\n\
         the figures say how well it reproduces them, not how well it does on models and settings that nobody has simulated.\n\n{}\n\
         ## Simulated steps of one GPU among several\n\n\
         Peak of live tensors of the first GPU, with the library's own buffers, by the library that shares the run out.\n\n{}\n\
         ## The allocator\n\n\
         Blocks (`vram.torch_allocated_peak_bytes`) and segments (`vram.reserved_peak_bytes`) against a replay of the same steps \
         through a model of PyTorch's caching allocator.\n\
         Both hold the matrix library's workspaces.\n\n{}\n\
         ## Measurements of others\n\n\
         Peaks on real cards, read off public sources; each is compared with the estimate of the same kind.\n\
         A configuration that was measured several times counts once, by the median of its rows.\n\n{}\n\
         ## Fits or not\n\n\
         Runs that others report to have fitted a card or to have failed, each configuration once.\n\
         Refused means that even the low end of the estimate's range is beyond the card.\n\n{}",
        accuracy::markdown(report),
        accuracy::shared_out(shared),
        accuracy::allocator(report),
        accuracy::measured(published),
        accuracy::fitting(fits),
    );
    if !measured.is_empty() {
        text.push_str("\n## Our own measurements\n\n");
        text.push_str(&accuracy::measured(measured));
        text.push_str(&accuracy::under_limits_text(limits));
    }
    text
}

/// The sections on time and on what feeds the card.
fn rates(timed: &[Timed], loading: &[Loading]) -> String {
    format!(
        "\n## Time\n\n\
         Samples, images, sequences or tokens per second of runs that others timed, against `speed.compute_samples_per_second`.\n\
         A configuration (source, card and scenario) that was measured several times counts once, by the middle of its rates; \
         the bias is the middle deviation with its sign, above 0 where the engine takes cards for too fast.\n\
         The efficiency model was fitted to part of these rows.\n\n{}\n\
         ## Data path\n\n\
         Rates and memory of data loaders that others measured, against the engine's laws for workers.\n\n{}",
        accuracy::time(timed),
        accuracy::data_path(loading),
    )
}

fn preamble() -> String {
    format!(
        "# Accuracy\n\n\
         Written on {} by `cargo xtask accuracy --write` with engine {} and catalog {}; deviations are without sign except in the \
         lists of misses.\n\
         Every single comparison is a line of [accuracy.csv](accuracy.csv) or [accuracy-time.csv](accuracy-time.csv); [the reference rows](../engine/reference/README.md) \
         say where they come from.\n",
        today(),
        engine::VERSION,
        catalog::VERSION,
    )
}

/// The date in UTC, by Howard Hinnant's `civil_from_days`.
fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    // Days since 0000-03-01, counted in eras of 400 years.
    let days = seconds / 86_400 + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    format!("{year}-{month:02}-{day:02}")
}
