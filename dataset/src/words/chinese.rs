//! Notes in Chinese.

use wire::Locale;
use wording::format;

use super::names::{bytes, count, forms, pixels, split};
use crate::facts::Note;
use crate::place::Split;
use crate::shapes::Summary;

pub(super) fn note(note: &Note) -> String {
    match note {
        Note::SplitTaken(Split::Train) => "只计入“train”下的文件：每轮只读取这部分。其余部分另行列出。".to_owned(),
        Note::SplitTaken(part) => format!("只计入{}部分。", split(*part, Locale::Zh)),
        Note::LabelsNotCounted(files) => {
            format!(
                "有 {} 张图像位于以掩码或标签命名的文件夹中，视为标注：随样本一起读取，计入字节数，但不算样本。",
                count(*files)
            )
        }
        Note::Mixed { takes_pictures: true, left_out } => {
            format!("图像和文本并存：采用图像，未计入文本 {}。", bytes(*left_out))
        }
        Note::Mixed { takes_pictures: false, left_out } => {
            format!("文本和图像并存：采用文本，未计入图像 {}。", bytes(*left_out))
        }
        Note::PicturesDiffer(summary) => differ(summary),
        Note::PicturesLarge(size) => {
            format!(
                "所有图像均为 {}，大于模型的训练尺寸：加载器会缩小或裁剪。在您设定之前，方案沿用模型自身的尺寸。",
                pixels(*size)
            )
        }
        Note::PicturesSmall(size) => {
            format!("所有图像均为 {}，而方案的边长范围是 32 到 8,192 像素：请填写加载器缩放后的尺寸。", pixels(*size))
        }
        Note::PicturesUnseen => "文件列表不含图像的像素尺寸；在此页选择文件夹或使用 `rigwise inspect` 可以得到。".to_owned(),
        Note::PicturesSampled(looked_at) => format!("像素尺寸来自 {} 张图像的均匀抽样。", count(*looked_at)),
        Note::ClassesPossible(folders) => {
            format!(
                "图像分布在 {} 个文件夹中。如果每个文件夹是一个类别，请把类别数设为 {folders}（方案地址中写 classes={folders}）。",
                count(*folders)
            )
        }
        Note::BytesOnly { formats, files, bytes: size } => {
            format!(
                "{} 个文件（{}）共 {}，只按字节计：从外部看不到其中的样本。",
                count(*files),
                forms(formats, Locale::Zh),
                bytes(*size)
            )
        }
        Note::RowsUnseen(files) => format!("未统计 {} 个文件的行数；`rigwise inspect` 可统计行数和长度。", count(*files)),
        Note::RowsConcluded(percent) => format!("只统计了 {percent}% 字节中的行，其余由此推算。"),
        Note::TextsCut { median, high, window } => format!(
            "文本较长：中位数约 {} 个 token，95% 不超过 {} 个。加载器会把这类文本拼接后切成窗口（此处为 {} 个 token），窗口即样本。",
            count(*median),
            count(*high),
            count(*window)
        ),
        Note::SizesRounded => "列表中的大小经过取整，合计为近似值。".to_owned(),
        Note::LinksLeft(links) => {
            format!("不跟随链接：略过 {} 个。如果数据就在链接所指之处，请指定那个文件夹。", count(*links))
        }
        Note::SizesImplausible(files) => {
            format!("略过 {} 个文件：单个文件不会超过 64 TiB，方案的数据集不会超过 8 PiB。", count(*files))
        }
        Note::Unreadable(entries) => format!("有 {} 项无法读取。", count(*entries)),
        Note::LimitReached(files) => format!("只查看了 {} 个文件，已达上限；实际更多。", count(*files)),
        Note::Unmodeled(files) => format!("有 {} 个音频或视频文件，方案不使用，已略过。", count(*files)),
    }
}

fn differ(summary: &Summary) -> String {
    let Summary { looked_at, median, smallest, largest, most_common, others } = summary;
    format!(
        "图像尺寸不一：从 {} 到 {}，中位数 {}；{} 的图像不是 {}。加载器会裁剪或缩放到同一尺寸，因此在您设定之前，方案沿用模型自身的尺寸。",
        pixels(*smallest),
        pixels(*largest),
        pixels(*median),
        format::whole_percent(*others as f64 / (*looked_at).max(1) as f64),
        pixels(*most_common)
    )
}
