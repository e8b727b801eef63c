//! Pictures: how many, how large, of how many classes.

use scenario::limits;
use wire::v1::scenario::ImageSize;

use crate::facts::{DataSet, Note};
use crate::folders::Classes;
use crate::holdings::{Holdings, Part};
use crate::place::Split;
use crate::shapes::Summary;

/// The largest pictures that are taken to be trained on as they are, in pixels: 1024 x 1024, what image models of the last
/// years are trained at. Larger ones are photographs, which loaders scale down or crop.
const LARGEST_AREA: u64 = 1024 * 1024;

pub(super) fn decide(holdings: &Holdings, part: &Part, taken: Split, set: &mut DataSet) {
    set.data.samples = Some(part.files.count());
    set.pictures = part.shapes.summary();
    match set.pictures {
        // Whoever walks a folder looks at them, and names those that cannot be read.
        None if holdings.lines.is_none() => {}
        None => set.notes.push(Note::PicturesUnseen),
        Some(summary) => size(summary, part.files.count(), set),
    }
    let (labels, _) = holdings.labels(taken);
    if labels > 0 {
        set.notes.push(Note::LabelsNotCounted(labels));
    }
    match holdings.folders.classes(taken) {
        Classes::Certain(classes) => set.data.num_classes = Some(classes),
        Classes::Possible(classes) => set.notes.push(Note::ClassesPossible(classes)),
        Classes::Unsaid => {}
    }
}

/// The size that a plan takes: only one that all pictures have, and that a model may be trained at.
fn size(summary: Summary, all: u64, set: &mut DataSet) {
    let Summary { looked_at, most_common: pixels, others, .. } = summary;
    if looked_at < all {
        set.notes.push(Note::PicturesSampled(looked_at));
    }
    let (height, width) = (u64::from(pixels.height), u64::from(pixels.width));
    if others > 0 {
        set.notes.push(Note::PicturesDiffer(summary));
    } else if pixels.area() > LARGEST_AREA {
        set.notes.push(Note::PicturesLarge(pixels));
    } else if !limits::IMAGE_SIDE.contains(height) || !limits::IMAGE_SIDE.contains(width) {
        set.notes.push(Note::PicturesSmall(pixels));
    } else {
        set.data.image_size = Some(ImageSize { height, width });
    }
}
