//! Models that answer and are not trained here: the tensors that serving counts add up to what was published.

use std::collections::BTreeSet;

use engine::architecture::{Architecture, Decoder};
use engine::models::Recipe;
use engine::models::video::{self, Film};
use engine::models::whisper;
use engine::passes::Settings;
use engine::serving::WeightsFormat;
use engine::serving::tensors::{Tensor, tensors};

fn decoders() -> impl Iterator<Item = (&'static catalog::ModelEntry, &'static Decoder)> {
    catalog::listed_models().into_iter().filter_map(|entry| match &entry.architecture {
        Architecture::Decoder(decoder) => Some((entry, decoder)),
        _ => None,
    })
}

#[test]
fn tensors_add_up_to_the_published_count() {
    for (entry, decoder) in decoders() {
        let counted: u64 = tensors(decoder).iter().map(Tensor::weights).sum();
        assert_eq!(counted, entry.published_parameters, "parameters of {}", entry.id);
    }
}

/// A small question, by which no weight is more or less.
const fn settings(tokens: u64) -> Settings {
    Settings {
        weights_format: WeightsFormat::Bf16,
        batch: 1,
        image_height: 64,
        image_width: 64,
        frames: 9,
        tokens,
        classes: 2,
        denoising_steps: 1,
        is_tiled: false,
        is_offloaded: false,
    }
}

/// The networks of a video model, as they are built, have the published count.
#[test]
fn networks_of_films_have_the_published_count() {
    let run = engine::passes::training();
    for entry in catalog::served() {
        let Architecture::VideoTransformer(model) = &entry.architecture else { continue };
        let settings = settings(model.text_tokens());
        let data = engine::passes::data(&settings, model.text_tokens());
        let recipe = Recipe { training: &run, data: &data, batch: 1, read_as: None, evaluates: true, spare: None };
        let graph = video::build(model, recipe, Film { frames: 9, height: 64, width: 64 });
        let counted: u64 = graph.params.iter().map(|param| param.elements() * param.copies).sum();
        assert_eq!(counted * model.networks(), entry.published_parameters, "{}", entry.id);
    }
}

/// The three parts of a model of speech, as they are built, have the published count together.
#[test]
fn parts_of_models_of_speech_have_the_published_count() {
    let run = engine::passes::training();
    for entry in catalog::served() {
        let Architecture::Whisper(model) = &entry.architecture else { continue };
        let settings = settings(1);
        let data = engine::passes::data(&settings, 1);
        let recipe = Recipe { training: &run, data: &data, batch: 1, read_as: None, evaluates: true, spare: None };
        let parts =
            [whisper::build_encoder(model, recipe), whisper::build_memory(model, recipe), whisper::build_step(model, recipe, 4)];
        let weights = parts.iter().flat_map(|graph| &graph.params).map(|param| param.elements() * param.copies);
        assert_eq!(weights.sum::<u64>(), entry.published_parameters, "{}", entry.id);
    }
}

#[test]
fn every_model_has_one_entry_and_is_found_by_its_id() {
    let ids: BTreeSet<&str> = catalog::listed_models().into_iter().map(|entry| entry.id).collect();
    assert_eq!(ids.len(), catalog::models().len() + catalog::served().len(), "an id of both lists");
    for entry in catalog::served() {
        let library = if entry.answers() { "transformers:" } else { "diffusers:" };
        assert!(entry.answers() || entry.answers_in_passes(), "{}", entry.id);
        assert!(!entry.source.is_empty() && entry.load_as.starts_with(library), "{}", entry.id);
        assert_eq!(catalog::listed_model(entry.id).map(|found| found.name), Some(entry.name));
        assert!(catalog::model(entry.id).is_none());
    }
    assert!(catalog::served().len() >= 11, "{}", catalog::served().len());
    // What writes speech down trains as well.
    assert!(catalog::models().iter().filter(|entry| entry.architecture.hears() && entry.answers_in_passes()).count() >= 9);
}
