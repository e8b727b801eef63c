//! Notes, and names of facts, in both languages.

mod chinese;
mod english;
mod names;

pub use names::{format, item, pixels, role, script, split, unit};

use wire::Locale;

use crate::facts::{Item, Note};

/// The stable word for a note.
#[must_use]
pub const fn code(note: &Note) -> &'static str {
    match note {
        Note::SplitTaken(_) => "split-taken",
        Note::LabelsNotCounted(_) => "labels-not-counted",
        Note::Mixed { .. } => "mixed",
        Note::PicturesDiffer(_) => "images-differ",
        Note::PicturesLarge(_) => "images-large",
        Note::PicturesSmall(_) => "images-small",
        Note::PicturesUnseen => "images-unseen",
        Note::PicturesSampled(_) => "images-sampled",
        Note::ClassesPossible(_) => "classes-possible",
        Note::BytesOnly { .. } => "bytes-only",
        Note::RowsUnseen(_) => "rows-unseen",
        Note::RowsConcluded(_) => "rows-concluded",
        Note::TextsCut { .. } => "texts-cut",
        Note::SizesRounded => "sizes-rounded",
        Note::LinksLeft(_) => "links-left",
        Note::SizesImplausible(_) => "sizes-implausible",
        Note::Unreadable(_) => "unreadable",
        Note::LimitReached(_) => "limit-reached",
        Note::Unmodeled(_) => "unmodeled",
    }
}

/// A note as a sentence.
#[must_use]
pub fn note(note: &Note, locale: Locale) -> String {
    match locale {
        Locale::En => english::note(note),
        Locale::Zh => chinese::note(note),
    }
}

/// What shows a fact where it is missing.
#[must_use]
pub fn where_to_find(item: Item, locale: Locale) -> &'static str {
    match item {
        Item::Kind => locale.pick(
            "list what is inside with `tar tvf` or `unzip -l`, or choose it in the planner",
            "用 `tar tvf` 或 `unzip -l` 列出其中的文件，或在规划器中选择",
        ),
        Item::Samples => locale.pick(
            "`rigwise inspect` counts the rows of JSON and CSV files; type the number of others in the planner",
            "`rigwise inspect` 可统计 JSON 和 CSV 文件的行数；其他格式请在规划器中填写",
        ),
        Item::Image => locale.pick(
            "the plan keeps the model's own size; set what your loader crops or scales to in the planner",
            "方案沿用模型自身的尺寸；请在规划器中填写加载器裁剪或缩放后的尺寸",
        ),
        Item::Sequence => locale.pick(
            "`rigwise inspect` reads the lengths of rows; else type the tokens in the planner",
            "`rigwise inspect` 可读取每行长度；也可在规划器中填写 token 数",
        ),
        Item::Classes | Item::Bytes => locale.pick("type it in the planner", "请在规划器中填写"),
    }
}
