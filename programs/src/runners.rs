//! Other people's programs that run a plan: LLaMA-Factory, ms-swift, Axolotl and TRL, each by a configuration of its own.
//!
//! A configuration is written only where the tool can do exactly what the estimate is for: every setting that memory depends
//! on stands in it, because each tool has other defaults, and what it has no setting for is refused by name.
//! What they hold beyond a plain loop is next to nothing: counted in a step of a Llama, the Trainer under them adds a batch of
//! token ids and a few scalars, and no copy of the logits that outlives the loss (transformers 5.23, accelerate 1.15).

mod refusal;
mod runner;

use engine::architecture::Architecture;
use serde::Serialize;

use super::huggingface;
use super::pytorch;
use super::run::Run;
use super::template;
use refusal::refusal;
use runner::Runner;
use wire::v1::choices::Framework;
use wire::v1::code::{Refusal, Snippet, SnippetLanguage};

/// Facts of a plan for a tool built on the Trainer.
#[derive(Debug, Serialize)]
struct Facts<'a> {
    #[serde(flatten)]
    pytorch: pytorch::Facts<'a>,
    optimizer_name: Option<&'static str>,
    has_deepspeed: bool,
}

/// The configurations of all tools that can run the plan.
pub(super) fn files(run: Run<'_>) -> Vec<Snippet> {
    let able: Vec<Runner> = Runner::ALL.into_iter().filter(|runner| refusal(*runner, run).is_none()).collect();
    if !is_offered(run) || able.is_empty() {
        return Vec::new();
    }
    let facts = Facts {
        pytorch: pytorch::Facts::of(run),
        optimizer_name: huggingface::optimizer_name(run.training()),
        has_deepspeed: huggingface::has_deepspeed(run),
    };
    let mut files = Vec::new();
    for runner in &able {
        let (filename, path) = runner.file();
        files.push(file(
            runner.id(),
            runner.name(),
            SnippetLanguage::Yaml,
            filename,
            template::program(path, &facts, run.locale),
        ));
    }
    let mut beside = |id: &str, title: (&str, &str), filename: &str, path: &str| {
        let code = template::program(path, &facts, run.locale);
        files.push(file(id, run.locale.pick(title.0, title.1), SnippetLanguage::Json, filename, code));
    };
    if able.contains(&Runner::LlamaFactory) {
        let title = ("LLaMA-Factory: where the texts are", "LLaMA-Factory：文本位置");
        beside("llama-factory-data", title, "dataset_info.json", "runners/dataset_info.json");
    }
    if facts.has_deepspeed {
        let title = ("DeepSpeed, for these tools", "供上述工具使用的 DeepSpeed 配置");
        beside("deepspeed-config", title, "ds_config.json", "runners/ds_config.json");
    }
    files
}

/// Tools that cannot run the plan as it is, each with the reason.
pub(super) fn refusals(run: Run<'_>) -> Vec<Refusal> {
    if !is_offered(run) {
        return Vec::new();
    }
    let told = |runner: Runner| {
        let reason = refusal(runner, run)?;
        let detail = run.locale.pick(reason.0, reason.1).to_owned();
        Some(Refusal { id: runner.id().to_owned(), title: runner.name().to_owned(), detail })
    };
    Runner::ALL.into_iter().filter_map(told).collect()
}

/// Whether these tools are for such a run at all: they train decoders.
fn is_offered(run: Run<'_>) -> bool {
    matches!(run.model(), Architecture::Decoder(_))
}

fn file(id: &str, title: &str, language: SnippetLanguage, filename: &str, code: String) -> Snippet {
    let framework = Some(Framework::Pytorch);
    Snippet { id: id.to_owned(), framework, title: title.to_owned(), language, filename: filename.to_owned(), folder: None, code }
}
