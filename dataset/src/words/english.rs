//! Notes in English.

use wire::Locale;
use wording::format;

use super::names::{bytes, count, forms, pixels, split};
use crate::facts::Note;
use crate::place::Split;
use crate::shapes::Summary;

pub(super) fn note(note: &Note) -> String {
    match note {
        Note::SplitTaken(Split::Train) => {
            "Only what lies under “train” is taken: an epoch reads nothing else. The other parts are listed.".to_owned()
        }
        Note::SplitTaken(part) => format!("Only the part for {} is taken.", split(*part, Locale::En)),
        Note::LabelsNotCounted(files) => format!(
            "In folders named after masks or labels {} taken for answers: their bytes are read with the samples and count, and they are no samples.",
            counted(*files, "image is", "images are")
        ),
        Note::Mixed { takes_pictures: true, left_out } => {
            format!("There are images and texts: the images were taken, {} of texts left out.", bytes(*left_out))
        }
        Note::Mixed { takes_pictures: false, left_out } => {
            format!("There are texts and images: the texts were taken, {} of images left out.", bytes(*left_out))
        }
        Note::PicturesDiffer(summary) => differ(summary),
        Note::PicturesLarge(size) => format!(
            "All images are {}, which is more than models are trained at: a loader scales them down or crops. The plan keeps the model's own size until you set one.",
            pixels(*size)
        ),
        Note::PicturesSmall(size) => format!(
            "All images are {}, and a plan takes sides from 32 to 8,192 pixels: set the size that your loader scales them to.",
            pixels(*size)
        ),
        Note::PicturesUnseen => {
            "A listing does not say how large images are in pixels; choosing the folder here or `rigwise inspect` does."
                .to_owned()
        }
        Note::PicturesSampled(looked_at) => {
            format!("Sizes in pixels are those of {} images, an even sample of all.", count(*looked_at))
        }
        Note::ClassesPossible(folders) => format!(
            "Images lie in {} folders. If each of them is a class, set the number of classes to {folders} (classes={folders} in the address of the plan).",
            count(*folders)
        ),
        Note::BytesOnly { formats, files, bytes: size } => format!(
            "{} by bytes only, {} ({}): the samples in them cannot be seen from outside.",
            counted(*files, "file is counted", "files are counted"),
            bytes(*size),
            forms(formats, Locale::En)
        ),
        Note::RowsUnseen(files) => {
            format!(
                "The rows of {} were not counted; `rigwise inspect` counts them, and how long they are.",
                counted(*files, "file", "files")
            )
        }
        Note::RowsConcluded(percent) => {
            format!("Rows were counted in {percent}% of the bytes, and the rest was concluded from them.")
        }
        Note::TextsCut { median, high, window } => format!(
            "The texts are long: some {} tokens in the middle, 95 of 100 up to {}. A loader joins such texts and cuts windows, here of {} tokens, and those are the samples.",
            count(*median),
            count(*high),
            count(*window)
        ),
        Note::SizesRounded => "The listing rounds sizes, so sums are near the truth and not exact.".to_owned(),
        Note::LinksLeft(links) => {
            format!(
                "Links are not followed: {} left out. Where they are the data, name the folder that they lead to.",
                counted(*links, "was", "were")
            )
        }
        Note::SizesImplausible(files) => format!(
            "{} left out: no file has more than 64 TiB, and no data set of a plan more than 8 PiB.",
            counted(*files, "file is", "files are")
        ),
        Note::Unreadable(entries) => format!("{} could not be read.", counted(*entries, "entry", "entries")),
        Note::LimitReached(files) => {
            format!("Only {} looked at, which is the limit; there are more.", counted(*files, "file was", "files were"))
        }
        Note::Unmodeled(files) => {
            format!("{} sound or film, which the plan does not take, and left out.", counted(*files, "file is", "files are"))
        }
    }
}

/// A number of things, with the word for one of them or for several.
fn counted(number: u64, one: &str, several: &str) -> String {
    format!("{} {}", count(number), if number == 1 { one } else { several })
}

fn differ(summary: &Summary) -> String {
    let Summary { looked_at, median, smallest, largest, most_common, others } = summary;
    format!(
        "Images differ in size, from {} to {}, {} in the middle; {} of them are not {}. Loaders crop or scale them to one size, so the plan keeps the model's own until you set one.",
        pixels(*smallest),
        pixels(*largest),
        pixels(*median),
        format::whole_percent(*others as f64 / (*looked_at).max(1) as f64),
        pixels(*most_common)
    )
}
