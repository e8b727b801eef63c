//! Programs that run a scenario: PyTorch, Hugging Face, TensorFlow and MindSpore, with launch, measuring and monitoring.
//!
//! The model behind it: every setting of a pinned scenario becomes a line of a program, and the line says what it does to
//! memory, with the estimate's own figures where there are any.
//! What a framework does not have is said in a comment instead of being left out.

mod adapters;
mod configuration;
mod constants;
mod huggingface;
mod measure;
mod mindspore;
mod monitor;
mod pytorch;
mod run;
mod script;
mod tensorflow;

use engine::estimate::Estimate;
use engine::training::Framework as EngineFramework;

use crate::locale::Locale;
use crate::v1::Scenario;
use crate::v1::choices::Framework;
use crate::v1::code::{Snippet, SnippetLanguage};
use run::Run;

/// The programs for an answer: `inputs` is its pinned scenario; comments are in `locale`.
///
/// Without a framework all of them.
#[must_use]
pub fn snippets(estimate: &Estimate, inputs: &Scenario, framework: Option<Framework>, locale: Locale) -> Vec<Snippet> {
    let run = Run { estimate, inputs, locale };
    let mut snippets = Vec::new();
    for one in [Framework::Pytorch, Framework::Tensorflow, Framework::Mindspore] {
        if framework.is_none_or(|asked| asked == one) {
            of_framework(run, one, &mut snippets);
        }
    }
    let (id, filename, language) = if run.is_windows() {
        ("monitor", "monitor.ps1", SnippetLanguage::Powershell)
    } else {
        ("monitor", "monitor.sh", SnippetLanguage::Bash)
    };
    snippets.push(Snippet {
        id: id.to_owned(),
        framework: None,
        title: locale.pick("Watch memory while it runs", "运行时监控内存").to_owned(),
        language,
        filename: filename.to_owned(),
        code: monitor::program(run),
    });
    snippets
}

fn of_framework(run: Run<'_>, framework: Framework, snippets: &mut Vec<Snippet>) {
    let locale = run.locale;
    let mut push = |id: &str, title: (&str, &str), language: SnippetLanguage, filename: &str, code: String| {
        snippets.push(Snippet {
            id: id.to_owned(),
            framework: Some(framework),
            title: locale.pick(title.0, title.1).to_owned(),
            language,
            filename: filename.to_owned(),
            code,
        });
    };
    let python = SnippetLanguage::Python;
    match framework {
        Framework::Pytorch => {
            push("pytorch", ("PyTorch, a plain loop", "PyTorch 普通循环"), python, "train.py", pytorch::program(run));
            if huggingface::applies(run) {
                let title = ("Hugging Face Trainer", "Hugging Face Trainer");
                push("huggingface", title, python, "train_trainer.py", huggingface::program(run));
            }
            push("measure", ("Measure it", "测量"), python, "measure.py", measure::program(run));
        }
        Framework::Tensorflow => {
            push(
                "tensorflow",
                ("TensorFlow and Keras", "TensorFlow 与 Keras"),
                python,
                "train_tensorflow.py",
                tensorflow::program(run),
            );
        }
        Framework::Mindspore => {
            push("mindspore", ("MindSpore", "MindSpore"), python, "train_mindspore.py", mindspore::program(run));
        }
    }
    let name = framework.as_str();
    let (language, ending) = if run.is_windows() { (SnippetLanguage::Powershell, "ps1") } else { (SnippetLanguage::Bash, "sh") };
    let launch = monitor::launch(run, EngineFramework::from(framework));
    push(
        &format!("{name}-launch"),
        ("Prepare the system and launch", "系统设置与启动"),
        language,
        &format!("launch_{name}.{ending}"),
        launch,
    );
}
