//! The picture that a chat or a forum shows beside the link to a stored plan: the verdict and the bars.
//!
//! Every text in it is ours: words of this program and names of the catalog. What its author wrote is not shown, since
//! whoever draws text of strangers for third parties puts words into the site's mouth.

mod facts;
mod picture;
mod raster;
mod words;

use wire::Locale;

pub use facts::Facts;

/// Draws the picture as PNG, in one language or in both.
#[must_use]
pub fn png(facts: &Facts, language: Option<Locale>) -> Option<Vec<u8>> {
    raster::png(&picture::svg(facts, language))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::picture::{HEIGHT, WIDTH};
    use super::*;

    #[test]
    fn the_cards_memory_has_the_name_and_the_figure_that_it_has_everywhere() {
        let facts = Facts::example();
        let (peak, capacity) = facts.vram.unwrap();
        let [peak, capacity] = [peak, capacity].map(|bytes| wording::format::gib_number(engine::units::Bytes(bytes)));
        for locale in Locale::ALL {
            let drawn = picture::svg(&facts, Some(locale));
            assert!(drawn.contains(&format!(">{}<", wording::process_vram(locale))), "{drawn}");
            assert!(drawn.contains(&format!(">{peak} / {capacity} GiB<")), "{drawn}");
        }
    }

    const LANGUAGES: [Option<Locale>; 3] = [None, Some(Locale::En), Some(Locale::Zh)];

    #[test]
    fn a_picture_is_small_and_of_the_right_size() {
        let facts = Facts { model: catalog_model("resnet50"), gpu: catalog_gpu("rtx-4090"), ..Facts::example() };
        for language in LANGUAGES {
            let png = png(&facts, language).unwrap();
            assert!(png.len() < 100_000, "{} bytes", png.len());
            assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
            let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
            assert_eq!((number(16), number(20)), (WIDTH, HEIGHT));
        }
    }

    /// A text without its glyph would be a box, or nothing.
    #[test]
    fn every_letter_of_every_text_has_a_glyph() {
        let mut all: Vec<String> = words::all().map(str::to_owned).collect();
        all.extend(catalog::gpus().iter().map(|gpu| gpu.name.to_owned()));
        all.extend(catalog::listed_models().iter().map(|model| model.name.to_owned()));
        for seconds in [3e-5, 0.02, 5.5, 130.0, 8_000.0, 300_000.0, 9e9] {
            all.extend(Locale::ALL.map(|locale| wording::format::duration(engine::units::Seconds::new(seconds), locale)));
        }
        for facts in [
            Facts::example(),
            Facts::default(),
            Facts { verdict: facts::Verdict::Known(api::verdict::Verdict::HostAndDrive), ..Facts::example() },
        ] {
            for language in LANGUAGES {
                let svg = picture::svg(&facts, language);
                all.extend(svg.split('>').filter_map(|piece| piece.split('<').next()).map(str::to_owned));
            }
        }
        let letters: BTreeSet<char> = all.iter().flat_map(|text| text.chars()).collect();
        let missing: Vec<char> = letters.into_iter().filter(|letter| !raster::has_glyph(*letter)).collect();
        assert!(missing.is_empty(), "the font lacks {missing:?}; server/fonts/README.md says how it is made");
    }

    #[test]
    fn nothing_of_an_extreme_plan_leaves_the_picture() {
        let facts = Facts {
            vram: Some((u64::MAX, 1)),
            parts: facts::of_training([u64::MAX; 6]),
            ram: Some((u64::MAX, 0)),
            epoch_seconds: Some(f64::MAX),
            figures: vec![(words::BATCH, wording::format::count(u64::MAX))],
            cards: u64::MAX,
            ..Facts::example()
        };
        assert!(png(&facts, None).is_some());
        assert!(png(&Facts::default(), Some(Locale::Zh)).is_some());
    }

    fn catalog_model(id: &str) -> Option<&'static str> {
        catalog::model(id).map(|model| model.name)
    }

    fn catalog_gpu(id: &str) -> Option<&'static str> {
        catalog::gpu(id).map(|gpu| gpu.name)
    }
}
