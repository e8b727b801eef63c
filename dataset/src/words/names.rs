//! Names of facts, forms and parts, and how amounts are written in notes.

use wire::Locale;

use crate::facts::{Item, TextUnit};
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
        Role::Sound => locale.pick("a clip each", "每个文件一段音频"),
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

pub(super) fn count(number: u64) -> String {
    wording::format::count(number)
}

pub(super) fn bytes(bytes: u64) -> String {
    wording::format::bytes(engine::units::Bytes(bytes))
}

pub(super) fn forms(formats: &[Format], locale: Locale) -> String {
    let names: Vec<&str> = formats.iter().map(|one| format(*one, locale)).collect();
    names.join(locale.pick(", ", "、"))
}
