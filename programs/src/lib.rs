//! Programs that run a scenario: PyTorch, Hugging Face, TensorFlow and MindSpore, with launch, measuring and monitoring.
//!
//! The model behind it: every setting of a pinned scenario becomes a line of a program, and the line says what it does to
//! memory, with the estimate's own figures where there are any.
//! What a framework does not have is refused where it bears on what a run holds ([`scenario::frameworks`]), and said in a
//! comment where it does not.
//!
//! ```
//! use wire::Locale;
//!
//! let asked = scenario::query::parse_string("gpu=rtx-4090&model=resnet50&framework=pytorch").scenario;
//! let request = scenario::resolve(&asked).expect("a scenario without a fault");
//! let (_, snippets, _) = programs::programs(&asked, &engine::answer_of(&request), Locale::En);
//! assert!(snippets.iter().any(|snippet| snippet.code.contains("import torch")));
//! ```

mod adapters;
mod builds;
mod configuration;
mod elsewhere;
mod huggingface;
mod layout;
mod monitor;
pub mod passes;
mod plan;
mod pytorch;
mod readme;
mod requirements;
mod run;
mod runners;
mod template;
mod tower;

use engine::estimate::{Answer, Estimate, LowerBound};

use monitor::Expected;
use run::{Bounded, Run};
use scenario::pin::{pin, pin_bound};
use scenario::resolve;
use wire::locale::Locale;
use wire::v1::Scenario;
use wire::v1::choices::Framework;
use wire::v1::code::{Refusal, Snippet, SnippetLanguage};
use wire::v1::scenario::Measured;

/// The pinned scenario of an answer and its programs: those of the framework that was asked for, or where none was, of all
/// that have such a run.
#[must_use]
pub fn programs(asked: &Scenario, answer: &Answer, locale: Locale) -> (Scenario, Vec<Snippet>, Vec<Refusal>) {
    match answer {
        Answer::Estimate(estimate) => {
            // Which frameworks there are programs of is asked, and no setting of the run.
            let framework = asked.training.framework;
            let mut inputs = pin(asked, &estimate.scenario);
            let snippets = snippets(estimate, &inputs, asked.training.framework, locale);
            let refusals = refusals(estimate, &inputs, locale);
            inputs.training.framework = framework;
            (inputs, snippets, refusals)
        }
        Answer::LowerBound(bound) => {
            let inputs = pin_bound(asked, bound);
            let snippets = bounded(bound, &inputs, locale);
            (inputs, snippets, Vec::new())
        }
    }
}

/// The programs for an estimate: `inputs` is its pinned scenario; comments are in `locale`.
///
/// Without a framework those of all that have such a run.
#[must_use]
pub fn snippets(estimate: &Estimate, inputs: &Scenario, framework: Option<Framework>, locale: Locale) -> Vec<Snippet> {
    let run = Run { scenario: &estimate.scenario, figures: estimate, inputs, locale };
    let mut snippets = pytorch_files(run);
    if framework.is_none() {
        for other in [Framework::Tensorflow, Framework::Mindspore] {
            snippets.extend(in_framework(inputs, other, locale));
        }
    }
    let expected = Expected { peak: estimate.vram.device_peak, ram: estimate.ram.peak };
    snippets.push(monitor_file(run, Some(expected)));
    let readme = readme_file(run, Some(readme::Expected::of(run)), &snippets);
    snippets.push(readme);
    placed(snippets)
}

/// The line that starts the program of an estimate, in the shell of the plan's system.
#[must_use]
pub fn start(estimate: &Estimate, inputs: &Scenario, locale: Locale) -> String {
    let written = monitor::start(Run { scenario: &estimate.scenario, figures: estimate, inputs, locale });
    let line = written.lines().find(|line| !line.is_empty() && !line.starts_with('#')).unwrap_or_default();
    // What follows two spaces and a mark is the comment on it.
    line.split("  #").next().unwrap_or(line).to_owned()
}

/// What to know before the packages of an estimate's program are installed; nothing where `pip` alone brings what the card needs.
#[must_use]
pub fn hint(estimate: &Estimate, inputs: &Scenario, locale: Locale) -> Option<String> {
    builds::hint(Run { scenario: &estimate.scenario, figures: estimate, inputs, locale }).map(|hint| hint.into(locale))
}

/// Tools that train such models and cannot run this plan as it is, each with the reason.
#[must_use]
pub fn refusals(estimate: &Estimate, inputs: &Scenario, locale: Locale) -> Vec<Refusal> {
    runners::refusals(Run { scenario: &estimate.scenario, figures: estimate, inputs, locale })
}

/// The programs for a framework that is not modeled.
#[must_use]
pub fn bounded(bound: &LowerBound, inputs: &Scenario, locale: Locale) -> Vec<Snippet> {
    let run = Run { scenario: &bound.scenario, figures: bound, inputs, locale };
    let mut snippets = bounded_files(run);
    snippets.push(monitor_file(run, None));
    let readme = readme_file(run, None, &snippets);
    snippets.push(readme);
    placed(snippets)
}

/// The programs, each with the folder that it lies in.
fn placed(mut programs: Vec<Snippet>) -> Vec<Snippet> {
    let folders: Vec<_> = programs.iter().map(|program| readme::folder(program, &programs).map(str::to_owned)).collect();
    for (program, folder) in programs.iter_mut().zip(folders) {
        program.folder = folder;
    }
    programs
}

/// Where each of these programs lies in a folder that holds all of them, and its text.
#[must_use]
pub fn folder(programs: &[Snippet]) -> Vec<(String, &str)> {
    let path = |program: &Snippet| match &program.folder {
        Some(folder) => format!("{folder}/{}", program.filename),
        None => program.filename.clone(),
    };
    programs.iter().map(|program| (path(program), program.code.as_str())).collect()
}

/// The files of the same run in another framework; none where that does not have it.
fn in_framework(inputs: &Scenario, framework: Framework, locale: Locale) -> Vec<Snippet> {
    let mut there = inputs.clone();
    there.training.framework = Some(framework);
    // What was measured is PyTorch's.
    there.measured = Measured::default();
    let Ok(request) = resolve::resolve_any(&there) else { return Vec::new() };
    let bound = engine::lower_bound(&request);
    bounded_files(Run { scenario: &bound.scenario, figures: &bound, inputs: &there, locale })
}

fn pytorch_files(run: Run<'_>) -> Vec<Snippet> {
    let framework = Framework::Pytorch;
    let python = |id: &str, title: (&str, &str), filename: &str, code: String| {
        file(id, framework, run.locale.pick(title.0, title.1), SnippetLanguage::Python, filename, code)
    };
    let mut files = vec![python("pytorch", ("PyTorch, a plain loop", "PyTorch 普通循环"), "train.py", pytorch::program(run))];
    if huggingface::applies(run) {
        let title = ("Hugging Face Trainer", "Hugging Face Trainer");
        files.push(python("huggingface", title, "train_trainer.py", huggingface::program(run)));
    }
    files.extend(runners::files(run));
    files.push(python("measure", ("Measure it", "测量"), "measure.py", pytorch::measure(run)));
    if let Some(code) = pytorch::largest_batch(run) {
        files.push(python("largest-batch", ("Split the batch until it fits", "拆分批次直到放得下"), "largest_batch.py", code));
    }
    if let Some(code) = pytorch::prepare(run) {
        files.push(python("prepare", ("Make the data ready", "准备数据"), "prepare.py", code));
    }
    files.push(requirements_file(run, &files, framework));
    files.push(launch_file(run, framework, huggingface::applies(run)));
    files
}

/// What the programs of a framework import.
fn requirements_file<F: Copy>(run: Run<'_, F>, programs: &[Snippet], framework: Framework) -> Snippet {
    let name = framework.as_str();
    let filename = format!("requirements_{name}.txt");
    let title = run.locale.pick("What to install", "需要安装的软件包");
    let code = requirements::list(run, programs, &filename);
    file(&format!("{name}-requirements"), framework, title, SnippetLanguage::Text, &filename, code)
}

fn bounded_files(run: Bounded<'_>) -> Vec<Snippet> {
    let framework = Framework::from(run.training().framework);
    let (title, filename, code) = match framework {
        Framework::Pytorch => return Vec::new(),
        Framework::Tensorflow => {
            (("TensorFlow and Keras", "TensorFlow 与 Keras"), "train_tensorflow.py", elsewhere::tensorflow(run))
        }
        Framework::Mindspore => (("MindSpore", "MindSpore"), "train_mindspore.py", elsewhere::mindspore(run)),
    };
    let title = run.locale.pick(title.0, title.1);
    let program = file(framework.as_str(), framework, title, SnippetLanguage::Python, filename, code);
    let requirements = requirements_file(run, std::slice::from_ref(&program), framework);
    vec![program, requirements, launch_file(run, framework, false)]
}

fn launch_file<F: Copy>(run: Run<'_, F>, framework: Framework, has_trainer: bool) -> Snippet {
    let (language, ending) = if run.is_windows() { (SnippetLanguage::Powershell, "ps1") } else { (SnippetLanguage::Bash, "sh") };
    let name = framework.as_str();
    let title = run.locale.pick("Prepare the system and launch", "系统设置与启动");
    let code = monitor::launch(run, has_trainer);
    file(&format!("{name}-launch"), framework, title, language, &format!("launch_{name}.{ending}"), code)
}

fn monitor_file<F: Copy>(run: Run<'_, F>, expected: Option<Expected>) -> Snippet {
    let (filename, language) =
        if run.is_windows() { ("monitor.ps1", SnippetLanguage::Powershell) } else { ("monitor.sh", SnippetLanguage::Bash) };
    Snippet {
        id: "monitor".to_owned(),
        framework: None,
        title: run.locale.pick("Watch memory while it runs", "运行时监控显存与内存").to_owned(),
        language,
        filename: filename.to_owned(),
        folder: None,
        code: monitor::program(run, expected),
    }
}

fn readme_file<F: Copy>(run: Run<'_, F>, expected: Option<readme::Expected>, programs: &[Snippet]) -> Snippet {
    Snippet {
        id: "readme".to_owned(),
        framework: None,
        title: run.locale.pick("What to expect, and how to start", "预期结果与启动方法").to_owned(),
        language: SnippetLanguage::Text,
        filename: readme::NAME.to_owned(),
        folder: None,
        code: readme::text(run, expected, programs),
    }
}

fn file(id: &str, framework: Framework, title: &str, language: SnippetLanguage, filename: &str, code: String) -> Snippet {
    Snippet {
        id: id.to_owned(),
        framework: Some(framework),
        title: title.to_owned(),
        language,
        filename: filename.to_owned(),
        folder: None,
        code,
    }
}
