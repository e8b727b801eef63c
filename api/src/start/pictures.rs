//! The program that makes pictures, and what it will print.

use engine::device::memory::CONTEXT;
use engine::passes::Answer;
use engine::serving::WeightsFormat;
use programs::passes::{Expected, pictures as program};
use scenario::resolve::Passing;
use wire::locale::Locale;
use wire::v1::estimate::{ServedFile, ServedStart};

const NAME: &str = "pictures.py";

/// The start of a pipeline of diffusers; none for other models, and for those that are in no repository.
#[must_use]
pub fn pictures(passing: &Passing, answer: &Answer, locale: Locale) -> Option<ServedStart> {
    let question = &passing.question;
    let entry = passing.inputs.model.id.as_deref().and_then(catalog::model)?;
    let (_, repository) = entry.load_as.split_once(':').filter(|(library, _)| *library == "diffusers")?;
    let weights = question.settings.weights_format;
    let short = repository.rsplit('/').next().unwrap_or(repository);
    let file = format!("path/to/{short}-{}.gguf", wording::weights_format(weights).to_uppercase());
    let reserved = (answer.memory.total - CONTEXT).as_gib();
    let expected = Expected { seconds: answer.batch_time.get(), reserved_gib: reserved };
    let content = program(question, repository, &file, expected, locale)?;
    let beside = match weights {
        WeightsFormat::BnbNf4 | WeightsFormat::BnbInt8 => " bitsandbytes",
        WeightsFormat::Fp8 => " torchao",
        WeightsFormat::Gguf(_) => " gguf",
        _ => "",
    };
    let number = |value: f64| wording::format::plain(value, 1);
    Some(ServedStart {
        command: format!(
            "pip install torch diffusers transformers accelerate sentencepiece protobuf{beside}\npython {NAME} \"a lighthouse in a storm\""
        ),
        files: vec![ServedFile { name: NAME.to_owned(), content }],
        load_test: None,
        load_test_prints: None,
        log: vec![format!(
            "pictures: {}, {} s, {} GiB reserved",
            question.settings.batch,
            number(expected.seconds),
            number(expected.reserved_gib)
        )],
    })
}
