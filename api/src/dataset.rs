//! A data set by its files: as an answer of the API, and as a link to a plan with it.

mod link;

use dataset::facts::{Forms, Item, Note, PartFacts, Texts};
use dataset::shapes::{Pixels, Summary};
use dataset::{Holdings, Spread, words};
use engine::units::Bytes;
use wire::Locale;
use wire::v1::choices::DataKind;
use wire::v1::dataset::{
    DataSetFinding, DataSetFormat, DataSetNote, DataSetPart, DataSetReading, ImageSizes, SizeSpread, TextLengths,
};
use wire::v1::scenario::Data;
use wording::format;

pub use link::{Link, Remark, plan_link};

/// What the files are, as an answer.
#[must_use]
pub fn read_data_set(holdings: &Holdings, locale: Locale) -> DataSetReading {
    let set = holdings.decide();
    let link = plan_link(&set, "");
    let remarks = link.iter().flat_map(|link| &link.remarks).map(|remark| remark.note(locale));
    DataSetReading {
        catalog_version: catalog::VERSION.to_owned(),
        data: set.data.clone(),
        recognized: findings(&set.data, locale),
        files: set.files,
        bytes: set.bytes,
        formats: set.forms.iter().map(form).collect(),
        parts: set.parts.iter().map(part).collect(),
        file_bytes: set.file_bytes.map(spread),
        images: set.pictures.map(|summary| images(&summary)),
        texts: set.texts.map(|of| texts(&of)),
        unreadable: set.unreadable.clone(),
        notes: set.notes.iter().map(|one| note(one, locale)).chain(remarks).collect(),
        missing: set.missing.iter().map(|item| item.as_str().to_owned()).collect(),
        lines: set.lines.map(|(lines, _)| lines),
        lines_not_understood: set.lines.map(|(_, not_understood)| not_understood),
        plan: link.map(|link| link.path),
    }
}

/// The fields of a plan that are beyond doubt, each with its value for programs and for people.
#[must_use]
pub fn findings(data: &Data, locale: Locale) -> Vec<DataSetFinding> {
    let Data { kind, samples, image_size, sequence_length, num_classes, bytes_on_disk, .. } = data;
    let kind = kind.map(|kind| {
        let name = match kind {
            DataKind::Images | DataKind::Latents => locale.pick("images", "图像"),
            DataKind::Text => locale.pick("text", "文本"),
            DataKind::Audio => locale.pick("audio", "音频"),
            DataKind::Tensors => locale.pick("arrays", "数组"),
        };
        (Item::Kind, kind.as_str().to_owned(), name.to_owned())
    });
    let number = |item: Item, number: Option<u64>| number.map(|number| (item, number.to_string(), format::count(number)));
    let image = image_size.map(|size| {
        let word = if size.height == size.width { size.height.to_string() } else { format!("{}x{}", size.height, size.width) };
        (Item::Image, word, format!("{} × {}", size.width, size.height))
    });
    let tokens = sequence_length.map(|length| (Item::Sequence, length.to_string(), format!("{} tokens", format::count(length))));
    let bytes = bytes_on_disk.map(|bytes| (Item::Bytes, bytes.to_string(), format::bytes(Bytes(bytes))));
    let found = [kind, number(Item::Samples, *samples), image, tokens, number(Item::Classes, *num_classes), bytes];
    let finding = |(item, value, name): (Item, String, String)| DataSetFinding { field: item.as_str().to_owned(), value, name };
    found.into_iter().flatten().map(finding).collect()
}

fn form(Forms { format, files, bytes }: &Forms) -> DataSetFormat {
    DataSetFormat { format: format.as_str().to_owned(), files: *files, bytes: *bytes }
}

fn part(PartFacts { split, samples, bytes, is_taken }: &PartFacts) -> DataSetPart {
    DataSetPart { part: split.as_str().to_owned(), samples: *samples, bytes: *bytes, taken: *is_taken }
}

const fn spread(Spread { median, high, smallest, largest }: Spread) -> SizeSpread {
    SizeSpread { median, p95: high, smallest, largest }
}

fn images(summary: &Summary) -> ImageSizes {
    let Summary { looked_at, median, smallest, largest, most_common, others } = *summary;
    let sides = |Pixels { width, height }: Pixels| [height, width];
    ImageSizes {
        looked_at,
        median: sides(median),
        smallest: sides(smallest),
        largest: sides(largest),
        most_common: sides(most_common),
        share_of_others: others as f64 / looked_at.max(1) as f64,
    }
}

fn texts(Texts { unit, bytes, rule, total }: &Texts) -> TextLengths {
    let (fewest, most) = rule.range(*total);
    TextLengths {
        unit: unit.as_str().to_owned(),
        bytes: spread(*bytes),
        script: rule.script.as_str().to_owned(),
        bytes_per_token: rule.bytes,
        bytes_per_token_range: [rule.low, rule.high],
        median_tokens: rule.tokens(bytes.median),
        p95_tokens: rule.tokens(bytes.high),
        tokens: rule.tokens(*total),
        tokens_range: [fewest, most],
    }
}

fn note(note: &Note, locale: Locale) -> DataSetNote {
    DataSetNote { code: words::code(note).to_owned(), text: words::note(note, locale) }
}
