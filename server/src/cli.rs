//! The command line: the server, and the engine as a filter between standard input and output.

mod database;
mod found;
mod health;
mod inspect;
mod language;
mod lines;
mod model;
mod output;
mod prices;
mod probe;

use std::io::{stdin, stdout};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use wire::Locale;
use wire::v1::diagnose::{Observed, Symptom};
use workstation::price_list::under;

use crate::config::{self, Config};
use crate::{log, openapi, serve};
use language::Language;
use output::{fail, print};

/// Works out what hardware a training run needs.
#[derive(Debug, Parser)]
#[command(name = "rigwise", version, about, after_help = config::reference())]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Clone, Subcommand)]
enum Command {
    /// Serve the web pages and the JSON API (what happens without a command).
    Serve,
    /// Read a JSON scenario a line, write a JSON estimate (or problem) a line.
    Estimate(SaidIn),
    /// Read a JSON scenario a line, write a JSON recommendation (or problem) a line.
    Recommend(SaidIn),
    /// Read a JSON scenario a line, write programs that run it (or a problem) as JSON a line.
    Code {
        /// Language of the comments.
        #[arg(long, value_enum, default_value_t)]
        language: Language,
    },
    /// Read a request a line (`{"scenario", "symptom", "observed"}`), or with --see a JSON scenario a line; write what is
    /// behind the symptom (or a problem) as JSON a line.
    Diagnose {
        /// What is seen: low-utilization, out-of-memory, batch-cannot-grow, throughput-below-estimate, second-card-idle,
        /// system-freezes, not-a-number, shared-memory-too-small, worker-killed, collective-hang or slows-down.
        #[arg(long, value_parser = symptom)]
        see: Option<Symptom>,
        /// Samples per second of all GPUs, as measured (with --see).
        #[arg(long, requires = "see", value_parser = rate)]
        rate: Option<f64>,
        /// The optimizer step in which it happened, counted from 1 (with --see).
        #[arg(long, requires = "see", value_parser = step)]
        step: Option<u64>,
        /// Language of the texts.
        #[arg(long, value_enum, default_value_t)]
        language: Language,
    },
    /// Find cards, models and processors by words: `4090`, `nvidia 24 GB`, `llama 8B`. The exit status says whether there are any.
    Find(found::FindCommand),
    /// Read the hardware of this machine (Linux): print the fields of a plan and the planner's path with them.
    Probe {
        /// Print one JSON object, as `POST /api/v1/machine` answers.
        #[arg(long)]
        json: bool,
    },
    /// Read what a model is from its own files: config.json, safetensors (the header alone), or their index; print its parameters by
    /// part and the planner's path with it. The exit status says whether it was understood.
    Model(model::ModelCommand),
    /// Look at a data set: print the fields of a plan, how large and how long its samples are, and the planner's path with them.
    Inspect(inspect::InspectCommand),
    /// Look at price lists of your own shops.
    #[command(subcommand)]
    Prices(prices::PricesCommand),
    /// Print the OpenAPI document of the JSON API.
    Openapi,
    /// Ask the server that listens on `RIGWISE_ADDR` whether it is ready; the exit status says so.
    Health,
    #[command(flatten)]
    Database(database::DatabaseCommand),
}

/// The language of an answer's sentences.
#[derive(Debug, Clone, Copy, clap::Args)]
struct SaidIn {
    /// Language of the texts.
    #[arg(long, value_enum, default_value_t)]
    language: Language,
}

fn symptom(word: &str) -> Result<Symptom, String> {
    scenario::diagnose::symptom(word).map_err(|error| error.detail(Locale::En))
}

fn rate(text: &str) -> Result<f64, String> {
    let value = scenario::parse_number(text).ok_or_else(|| "must be a number".to_owned())?;
    check_figure("samples_per_second", value)?;
    Ok(value)
}

fn step(text: &str) -> Result<u64, String> {
    let value = scenario::parse_integer(text).ok_or_else(|| "must be a whole number".to_owned())?;
    check_figure("step", value as f64)?;
    Ok(value)
}

/// Whether a figure of the run is in its range.
fn check_figure(name: &str, value: f64) -> Result<(), String> {
    let figure = scenario::diagnose::FIGURES.iter().find(|figure| figure.name == name);
    let put = figure.map(|figure| figure.put(value, &mut Observed::default()));
    put.unwrap_or(Ok(())).map_err(|error| error.detail(Locale::En))
}

/// Runs what the command line asks for.
#[must_use]
pub fn run() -> ExitCode {
    match Arguments::parse().command.unwrap_or(Command::Serve) {
        Command::Serve => run_server(),
        Command::Estimate(SaidIn { language }) => filter(move |line| lines::estimate(line, language.into())),
        Command::Recommend(SaidIn { language }) => filter(move |line| lines::recommend(line, language.into())),
        Command::Code { language: Language::En } => filter(|line| lines::code(line, Locale::En)),
        Command::Code { language: Language::Zh } => filter(|line| lines::code(line, Locale::Zh)),
        Command::Diagnose { see, rate, step, language } => {
            let seen = see.map(|symptom| (symptom, Observed { samples_per_second: rate, step, ..Observed::default() }));
            filter(move |line| lines::diagnose(line, seen, language.into()))
        }
        Command::Find(command) => found::run(&command),
        Command::Probe { json } => probe::run(json),
        Command::Model(command) => model::run(&command),
        Command::Inspect(command) => inspect::run(&command),
        Command::Prices(command) => prices::run(&command),
        Command::Openapi => print(&openapi::document_text()),
        Command::Health => check_health(),
        Command::Database(command) => database::run(command),
    }
}

fn run_server() -> ExitCode {
    let result: Result<(), Box<dyn std::error::Error>> = (|| {
        let config = Config::from_environment()?;
        log::start(&config.log);
        Ok(serve::runtime()?.block_on(serve::serve(&config))?)
    })();
    result.map_or_else(|error| fail(&error.to_string()), |()| ExitCode::SUCCESS)
}

fn check_health() -> ExitCode {
    let ready = Config::from_environment().map_err(|error| error.to_string()).and_then(|config| health::check(config.address));
    ready.map_or_else(|error| fail(&error), |()| print("ready"))
}

/// Answers every line by the prices that the server would have; the status says whether each of them got an answer rather than a
/// problem. By a list with a fault there is no answer: nobody sees that a price in it is the catalog's.
fn filter(answer: impl Fn(&[u8]) -> lines::Answer) -> ExitCode {
    let list = match prices::of_environment() {
        Ok(list) => list,
        Err(broken) => return fail(&broken.to_string()),
    };
    match lines::run(stdin().lock(), stdout().lock(), |line: &[u8]| under(list.clone(), || answer(line))) {
        Ok(lines::Outcome::AllAnswered) => ExitCode::SUCCESS,
        Ok(lines::Outcome::SomeProblems) => ExitCode::FAILURE,
        // The reader of the answers has closed the pipe, as `head` does.
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::FAILURE,
        Err(error) => fail(&format!("cannot read the scenarios or write the answers: {error}")),
    }
}
