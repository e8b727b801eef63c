//! What a person reads first in the folder of programs: what to expect, how to start, what lies where.

use serde::Serialize;

use super::builds;
use super::plan::Plan;
use super::pytorch::figures::{Memory, Pace};
use super::run::{InBothLanguages, Run, Task};
use super::template;
use wire::locale::Locale;
use wire::v1::choices::Framework;
use wire::v1::code::{Snippet, SnippetLanguage};
use wording::format::size;

/// The file's name.
pub(super) const NAME: &str = "README.md";

/// What fills it.
#[derive(Debug, Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "facts that templates ask for, each by its name")]
struct Facts<'a> {
    #[serde(flatten)]
    plan: Plan<'a>,
    /// Figures of the estimate, where there is one.
    expected: Option<Expected>,
    /// What a folder with the reader's data holds.
    layout: InBothLanguages,
    /// Which builds the card and the system need.
    hint: Option<InBothLanguages>,
    has_trainer: bool,
    /// Whether there are configurations of other people's tools.
    has_runners: bool,
    has_largest_batch: bool,
    /// Whether the programs lie in a folder by their framework.
    has_folders: bool,
    files: Vec<File<'a>>,
}

/// What a run of the programs should show, by the figures that the programs themselves name.
#[derive(Debug, Serialize)]
pub(super) struct Expected {
    #[serde(flatten)]
    memory: Memory,
    #[serde(flatten)]
    pace: Pace,
    ram: String,
}

/// A file beside this one.
#[derive(Debug, Serialize)]
struct File<'a> {
    id: &'a str,
    folder: Option<&'static str>,
    name: &'a str,
    title: &'a str,
}

/// The text, for these programs.
pub(super) fn text<F: Copy>(run: Run<'_, F>, expected: Option<Expected>, programs: &[Snippet]) -> String {
    let facts = Facts {
        plan: Plan::of(run),
        expected,
        layout: InBothLanguages::of(|locale| layout(run.task(), locale)),
        hint: builds::hint(run),
        has_folders: has_folders(programs),
        has_largest_batch: programs.iter().any(|program| program.id == "largest-batch"),
        has_runners: programs.iter().any(|program| program.language == SnippetLanguage::Yaml),
        has_trainer: programs.iter().any(|program| program.id == "huggingface"),
        files: programs
            .iter()
            .map(|program| File {
                id: &program.id,
                folder: folder(program, programs),
                name: &program.filename,
                title: &program.title,
            })
            .collect(),
    };
    template::program(run.locale.pick("readme/en.md", "readme/zh.md"), &facts, run.locale)
}

/// The folder that a program lies in: those of several frameworks in folders of their own, because they have files of the same
/// names.
pub(super) fn folder(program: &Snippet, all: &[Snippet]) -> Option<&'static str> {
    program.framework.filter(|_| has_folders(all)).map(Framework::as_str)
}

/// Whether there are programs of several frameworks.
fn has_folders(all: &[Snippet]) -> bool {
    let mut frameworks: Vec<_> = all.iter().filter_map(|one| one.framework).collect();
    frameworks.dedup();
    frameworks.len() > 1
}

impl Expected {
    pub(super) fn of(run: Run<'_>) -> Self {
        Self { memory: Memory::of(run), pace: Pace::of(run), ram: size(run.figures.ram.peak) }
    }
}

/// What a folder with the reader's own data holds.
const fn layout(task: Task, locale: Locale) -> &'static str {
    let (en, zh) = match task {
        Task::Classify => (
            "a folder of pictures for every class, or what `prepare.py` packs of them",
            "每个类别一个图片目录，或 `prepare.py` 打包的结果",
        ),
        Task::Segment { .. } => (
            "images/ and masks/ with files of the same names; a mask's value is the class, 255 none",
            "images/ 与 masks/，文件名一一对应；掩码的值即类别，255 表示不属于任何类别",
        ),
        Task::Detect { .. } => (
            "laid out as COCO: train2017/ and annotations/instances_train2017.json (val2017 to evaluate)",
            "COCO 的目录结构：train2017/ 与 annotations/instances_train2017.json（评估用 val2017）",
        ),
        Task::ClassifyText => (
            "train.txt (validation.txt to evaluate), with a label, a tab and a text in every line",
            "train.txt（评估用 validation.txt），每行为标签、制表符、文本",
        ),
        Task::MaskedTokens => (
            "train.txt (validation.txt to evaluate), with a text in every line",
            "train.txt（评估用 validation.txt），每行一条文本",
        ),
        Task::PairTexts => (
            "train.txt (validation.txt to evaluate), with two texts that belong together and a tab between them in every line",
            "train.txt（评估用 validation.txt），每行为彼此对应的两条文本，以制表符分隔",
        ),
        Task::PreferAnswers => (
            "train.jsonl (validation.jsonl to evaluate), with prompt, chosen and rejected in every line, each a text or a list of messages",
            "train.jsonl（评估用 validation.jsonl），每行含 prompt、chosen 与 rejected，可为文本或消息列表",
        ),
        Task::ReadPictures => (
            "pictures, and train.jsonl (validation.jsonl to evaluate), with images (files of the folder), prompt and answer in every line",
            "图片与 train.jsonl（评估用 validation.jsonl），每行含 images（目录内的图片文件）、prompt 与 answer",
        ),
        Task::NextToken => (
            "train.txt (validation.txt to evaluate), with a text in every line, or what `prepare.py` packs of them",
            "train.txt（评估用 validation.txt），每行一条文本；或 `prepare.py` 打包的结果",
        ),
        Task::TextToText => (
            "train.txt (validation.txt to evaluate), with a text, a tab and its answer in every line",
            "train.txt（评估用 validation.txt），每行为文本、制表符、目标文本",
        ),
        Task::Transcribe => (
            "sound files and metadata.csv, whose columns file_name and transcription name them and say what is said",
            "音频文件与 metadata.csv，后者以 file_name 与 transcription 两列列出文件及其文本",
        ),
        Task::Denoise(_) => {
            ("a .pt file for every sample, as `prepare.py` writes them", "每个样本一个 .pt 文件，由 `prepare.py` 生成")
        }
    };
    match locale {
        Locale::En => en,
        Locale::Zh => zh,
    }
}
