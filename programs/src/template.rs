//! Programs as templates, which lie in `templates/` and read as the language that they are in.
//!
//! The model behind it: a template's statements stand in comments (`# % if is_text`), so that Python, `ruff` and `bash` parse the
//! file as it is, with all its alternatives.
//! What is filled in (`{{ training.epochs }}`) comes out as a Python literal, texts quoted: there is no way past [`filters`] for
//! a text to become code.
//! What a line does to memory stands above it in both languages (`# en:`, `# zh:`); [`layout`](super::layout) keeps the reader's
//! and puts it where it reads best.

mod filters;

use std::sync::LazyLock;

use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment, UndefinedBehavior};
use serde::Serialize;

use super::layout;
use wire::locale::Locale;

/// Templates by their paths below `templates/`.
macro_rules! templates {
    ($($path:literal),+ $(,)?) => {
        [$(($path, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/templates/", $path)))),+]
    };
}

const TEMPLATES: [(&str, &str); 67] = templates![
    "chunks.py",
    "constants.py",
    "deepspeed.py",
    "huggingface/arguments.py",
    "huggingface/model.py",
    "huggingface/train.py",
    "in_memory.py",
    "launch/command.sh",
    "launch/launch.ps1",
    "launch/launch.sh",
    "loss.py",
    "mindspore/data.py",
    "mindspore/loop.py",
    "mindspore/model.py",
    "mindspore/optimizer.py",
    "mindspore/train.py",
    "monitor/devices.sh",
    "monitor/inside.sh",
    "monitor/monitor.ps1",
    "monitor/monitor.sh",
    "passes/pictures.py",
    "passes/speech.py",
    "passes/videos.py",
    "pytorch/classes.py",
    "pytorch/denoise.py",
    "pytorch/describe.py",
    "pytorch/distribute.py",
    "pytorch/encode.py",
    "pytorch/evaluate.py",
    "pytorch/forward.py",
    "pytorch/largest_batch.py",
    "pytorch/latents.py",
    "pytorch/load.py",
    "pytorch/loader.py",
    "pytorch/main.py",
    "pytorch/maps.py",
    "pytorch/measure.py",
    "pytorch/model.py",
    "pytorch/objects.py",
    "pytorch/optimizer.py",
    "pytorch/pack.py",
    "pytorch/resume.py",
    "pytorch/save.py",
    "pytorch/schedule.py",
    "pytorch/shards.py",
    "pytorch/image_text.py",
    "pytorch/sounds.py",
    "pytorch/train.py",
    "pytorch/unet.py",
    "pytorch/weights.py",
    "own_kind.py",
    "quantization.py",
    "readme/en.md",
    "readme/zh.md",
    "requirements.txt",
    "runners/axolotl.yaml",
    "runners/dataset_info.json",
    "runners/ds_config.json",
    "runners/llamafactory.yaml",
    "runners/swift.yaml",
    "runners/trl.yaml",
    "tensorflow/data.py",
    "tensorflow/model.py",
    "tensorflow/optimizer.py",
    "tensorflow/train.py",
    "texts.py",
    "verdict.py",
];

static ENVIRONMENT: LazyLock<Environment<'static>> = LazyLock::new(environment);

/// The text of a program: a template with its facts, comments in `locale`.
pub(super) fn program(path: &str, facts: &impl Serialize, locale: Locale) -> String {
    let text = ENVIRONMENT.get_template(path).and_then(|template| template.render(Serde(facts)));
    // Templates and the types of their facts are ours: what is missing is missing in every program of the family.
    layout::laid_out(&text.unwrap_or_else(|error| unreachable!("{path} cannot be filled in: {error:#}")), locale)
}

fn environment() -> Environment<'static> {
    let mut environment = Environment::empty();
    let syntax = SyntaxConfig::builder().line_statement_prefix("# %").keep_trailing_newline(true).build();
    environment.set_syntax(syntax.expect("the delimiters differ"));
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    // Blocks that a filter has seen are program text already.
    environment.set_auto_escape_callback(|_| AutoEscape::Custom("python".into()));
    environment.set_formatter(filters::write_literal);
    filters::add(&mut environment);
    for (path, text) in TEMPLATES {
        environment.add_template(path, text).expect("templates are well-formed, as a test checks");
    }
    environment
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};
    use std::process::Command;

    use super::*;

    fn folder() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("templates")
    }

    /// All files below a folder.
    fn files(folder: &Path) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
        entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
    }

    #[test]
    fn every_template_is_known() {
        environment();
        let is_program = |path: &PathBuf| ["py", "sh", "ps1"].into_iter().any(|ending| path.extension() == Some(ending.as_ref()));
        for file in files(&folder()).into_iter().filter(is_program) {
            assert!(TEMPLATES.iter().any(|(path, _)| folder().join(path) == file), "{} is not listed", file.display());
        }
    }

    /// Python and bash read every template as it lies, with all its alternatives; skipped where they are missing.
    #[test]
    fn templates_are_programs() {
        let program = "import sys\nfor name in sys.argv[1:]:\n    compile(open(name, encoding='utf-8').read(), name, 'exec')";
        for (command, ending) in [(&["python3", "-W", "ignore", "-c", program][..], ".py"), (&["bash", "-n"], ".sh")] {
            if Command::new(command[0]).arg("--version").output().is_err() {
                eprintln!("skipped: there is no {} here", command[0]);
                continue;
            }
            let paths: Vec<_> = TEMPLATES.iter().map(|(path, _)| *path).filter(|path| path.ends_with(ending)).collect();
            assert!(paths.len() > 4);
            // Bash reads one script at a time.
            for paths in paths.chunks(if ending == ".sh" { 1 } else { paths.len() }) {
                let output = Command::new(command[0]).args(&command[1..]).args(paths).current_dir(folder()).output();
                let output = output.expect("it runs");
                assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            }
        }
    }

    #[test]
    fn comments_are_in_both_languages() {
        for (path, text) in TEMPLATES {
            let lines: Vec<&str> = text.lines().map(str::trim_start).collect();
            for (index, line) in lines.iter().enumerate() {
                for (own, other, place) in [("en: ", "zh: ", index + 1), ("zh: ", "en: ", index.wrapping_sub(1))] {
                    for mark in ["# ", "## "] {
                        if line.starts_with(&[mark, own].concat()) {
                            let is_there = lines.get(place).is_some_and(|line| line.starts_with(&[mark, other].concat()));
                            assert!(is_there, "{path}: alone: {line}");
                        }
                    }
                }
            }
        }
    }

    /// Only a comment takes a text without quotes, and what is no program.
    #[test]
    fn words_stand_in_comments() {
        for (path, text) in TEMPLATES.into_iter().filter(|(path, _)| !path.starts_with("readme/")) {
            for line in text.lines().filter(|line| line.replace(' ', "").contains("|words")) {
                let is_comment =
                    ["# en: ", "# zh: ", "## en: ", "## zh: "].iter().any(|mark| line.trim_start().starts_with(mark));
                assert!(is_comment, "{path}: {line}");
            }
        }
    }
}
