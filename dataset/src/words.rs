//! Notes, and names of facts, in both languages.

mod chinese;
mod english;

use wire::Locale;
use wording::format;

use crate::facts::{Item, Note, TextUnit};
use crate::file::{Format, Role};
use crate::place::Split;
use crate::script::Script;
use crate::shapes::Pixels;

/// What a fact is called.
#[must_use]
pub fn item(item: Item, locale: Locale) -> &'static str {
    match item {
        Item::Kind => locale.pick("Kind of data", "数据类型"),
        Item::Samples => locale.pick("Samples", "样本数"),
        Item::Image => locale.pick("Image size", "图像尺寸"),
        Item::Sequence => locale.pick("Sequence length", "序列长度"),
        Item::Classes => locale.pick("Classes", "类别数"),
        Item::Bytes => locale.pick("Size on disk", "磁盘占用"),
    }
}

/// What a form of files is called.
#[must_use]
pub fn format(format: Format, locale: Locale) -> &'static str {
    match format {
        Format::Jpeg => "JPEG",
        Format::Png => "PNG",
        Format::Webp => "WebP",
        Format::Bmp => "BMP",
        Format::Tiff => "TIFF",
        Format::Gif => "GIF",
        Format::RarePicture => locale.pick("other images", "其他图像"),
        Format::Jsonl => "JSON Lines",
        Format::Csv => "CSV",
        Format::Tsv => "TSV",
        Format::Json => "JSON",
        Format::Text => locale.pick("plain text", "纯文本"),
        Format::Markdown => "Markdown",
        Format::Code => locale.pick("source code", "源代码"),
        Format::Parquet => "Parquet",
        Format::Arrow => "Arrow",
        Format::Tar => "TAR",
        Format::Zip => "ZIP",
        Format::Compressed => locale.pick("compressed files", "压缩文件"),
        Format::Records => locale.pick("record files", "记录文件"),
        Format::Arrays => locale.pick("arrays", "数组文件"),
        Format::Sound => locale.pick("sound", "音频"),
        Format::Film => locale.pick("film", "视频"),
        Format::Other => locale.pick("other", "其他"),
    }
}

/// What files of a form are taken for.
#[must_use]
pub fn role(role: Role, locale: Locale) -> &'static str {
    match role {
        Role::Picture => locale.pick("an image each", "每个文件一张图像"),
        Role::Rows => locale.pick("a sample a row", "每行一个样本"),
        Role::Document => locale.pick("a text each", "每个文件一篇文本"),
        Role::Packed => locale.pick("counted by bytes only", "只按字节计"),
        Role::Unmodeled => locale.pick("not part of a plan", "方案不支持"),
        Role::Other => locale.pick("left out", "未计入样本"),
    }
}

/// What a part of the set is called.
#[must_use]
pub fn split(split: Split, locale: Locale) -> &'static str {
    match split {
        Split::Train => locale.pick("training", "训练"),
        Split::Validation => locale.pick("validation", "验证"),
        Split::Test => locale.pick("test", "测试"),
        Split::Unsaid => locale.pick("not said", "未注明"),
    }
}

/// What a text is written in.
#[must_use]
pub fn script(script: Script, locale: Locale) -> &'static str {
    match script {
        Script::Latin => locale.pick("Latin letters, as English", "拉丁字母（如英文）"),
        Script::Code => locale.pick("source code", "源代码"),
        Script::Chinese => locale.pick("Chinese", "中文"),
        Script::Other => locale.pick("other or several scripts", "其他或多种文字"),
        Script::Unseen => locale.pick("script not seen", "未查看文字种类"),
    }
}

/// What a text is counted by.
#[must_use]
pub fn unit(unit: TextUnit, locale: Locale) -> &'static str {
    match unit {
        TextUnit::Row => locale.pick("Text of a row", "每行文本"),
        TextUnit::File => locale.pick("Text of a file", "每个文件的文本"),
    }
}

/// Width and height: `500 × 375`.
#[must_use]
pub fn pixels(pixels: Pixels) -> String {
    format!("{} × {}", pixels.width, pixels.height)
}

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

fn count(number: u64) -> String {
    format::count(number)
}

fn bytes(bytes: u64) -> String {
    format::bytes(engine::units::Bytes(bytes))
}

fn forms(formats: &[Format], locale: Locale) -> String {
    let names: Vec<&str> = formats.iter().map(|one| format(*one, locale)).collect();
    names.join(locale.pick(", ", "、"))
}
