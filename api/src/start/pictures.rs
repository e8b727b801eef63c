//! The program that makes pictures or videos, and what it will print.

use engine::device::memory::CONTEXT;
use engine::passes::Answer;
use engine::serving::WeightsFormat;
use programs::passes::{self, Expected};
use scenario::resolve::Passing;
use wire::locale::Locale;
use wire::v1::estimate::{ServedFile, ServedStart};

/// The start of a pipeline of diffusers; none for other models, and for those that are in no repository.
#[must_use]
pub fn pictures(passing: &Passing, answer: &Answer, locale: Locale) -> Option<ServedStart> {
    let question = &passing.question;
    let entry = passing.inputs.model.id.as_deref().and_then(catalog::listed_model)?;
    let (_, repository) = entry.load_as.split_once(':').filter(|(library, _)| *library == "diffusers")?;
    let weights = question.settings.weights_format;
    let short = repository.rsplit('/').next().unwrap_or(repository);
    let file = format!("path/to/{short}-{}.gguf", wording::weights_format(weights).to_uppercase());
    let reserved = (answer.memory.total - CONTEXT).as_gib();
    let expected = Expected { seconds: answer.batch_time.get(), reserved_gib: reserved };
    let makes_videos = question.model.makes_videos();
    let (kind, packages, content) = if makes_videos {
        // Prompts of texts in many languages are mended first, and frames are written by a library of their own.
        ("videos", " ftfy imageio imageio-ffmpeg", passes::videos(question, repository, &file, expected, locale)?)
    } else {
        ("pictures", "", passes::pictures(question, repository, &file, expected, locale)?)
    };
    let beside = match weights {
        WeightsFormat::BnbNf4 | WeightsFormat::BnbInt8 => " bitsandbytes",
        WeightsFormat::Fp8 => " torchao",
        WeightsFormat::Gguf(_) => " gguf",
        _ => "",
    };
    let number = |value: f64| wording::format::plain(value, 1);
    Some(ServedStart {
        command: format!(
            "pip install torch diffusers transformers accelerate sentencepiece protobuf{packages}{beside}\npython {kind}.py \"a lighthouse in a storm\""
        ),
        files: vec![ServedFile { name: format!("{kind}.py"), content }],
        load_test: None,
        load_test_prints: None,
        log: vec![format!(
            "{kind}: {}, {} s, {} GiB reserved",
            question.settings.batch,
            number(expected.seconds),
            number(expected.reserved_gib)
        )],
    })
}
