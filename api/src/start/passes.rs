//! The program that makes pictures or videos, or that writes speech down, and what it will print.

use engine::device::memory::CONTEXT;
use engine::hardware::Vendor;
use engine::passes::Answer;
use engine::serving::WeightsFormat;
use programs::passes::{self, Expected};
use scenario::resolve::Passing;
use wire::locale::Locale;
use wire::v1::estimate::{ServedFile, ServedStart};

/// The start of a pipeline of diffusers, or of what writes speech down; none for other models, and for those that are in no repository.
#[must_use]
pub fn of_passes(passing: &Passing, answer: &Answer, locale: Locale) -> Option<ServedStart> {
    let entry = passing.inputs.model.id.as_deref().and_then(catalog::listed_model)?;
    let reserved = (answer.memory.total - CONTEXT).as_gib();
    let expected = Expected { seconds: answer.batch_time.get(), reserved_gib: reserved };
    match entry.load_as.split_once(':')? {
        ("diffusers", repository) => made(passing, repository, expected, locale),
        ("transformers", repository) => written(passing, repository, expected, locale),
        _ => None,
    }
}

/// Pictures or videos.
fn made(passing: &Passing, repository: &str, expected: Expected, locale: Locale) -> Option<ServedStart> {
    let question = &passing.question;
    let weights = question.settings.weights_format;
    let short = repository.rsplit('/').next().unwrap_or(repository);
    let file = format!("path/to/{short}-{}.gguf", wording::weights_format(weights).to_uppercase());
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
    Some(ServedStart {
        command: format!(
            "pip install torch diffusers transformers accelerate sentencepiece protobuf{packages}{beside}\npython {kind}.py \"a lighthouse in a storm\""
        ),
        files: vec![ServedFile { name: format!("{kind}.py"), content }],
        load_test: None,
        load_test_prints: None,
        log: vec![printed(kind, passing, expected, "")],
    })
}

/// What is said in recordings.
fn written(passing: &Passing, repository: &str, expected: Expected, locale: Locale) -> Option<ServedStart> {
    let content = passes::speech(&passing.question, repository, expected, locale)?;
    let tokens = format!(" {} tokens,", passing.question.settings.tokens);
    Some(ServedStart {
        command: format!("pip install torch transformers numpy imageio-ffmpeg\n{}", on_cards(passing)),
        files: vec![ServedFile { name: "speech.py".to_owned(), content }],
        load_test: None,
        load_test_prints: None,
        log: vec![printed("speech", passing, expected, &tokens)],
    })
}

/// How recordings are transcribed: by a process for each card, where there are several.
fn on_cards(passing: &Passing) -> String {
    let hardware = &passing.question.hardware;
    let visible = match hardware.gpu.vendor {
        Vendor::Amd => "HIP_VISIBLE_DEVICES",
        Vendor::Intel => "ZE_AFFINITY_MASK",
        Vendor::Huawei => "ASCEND_RT_VISIBLE_DEVICES",
        _ => "CUDA_VISIBLE_DEVICES",
    };
    match hardware.gpu_count {
        0 | 1 => "python speech.py interview.mp3".to_owned(),
        cards => format!(
            "for card in $(seq 0 {}); do {visible}=$card python speech.py part-$card/*.mp3 > part-$card.txt & done; wait",
            cards - 1
        ),
    }
}

/// What the program prints of a batch.
fn printed(kind: &str, passing: &Passing, expected: Expected, more: &str) -> String {
    let number = |value: f64| wording::format::plain(value, 1);
    let (seconds, reserved) = (number(expected.seconds), number(expected.reserved_gib));
    format!("{kind}: {}, {seconds} s,{more} {reserved} GiB reserved", passing.question.settings.batch)
}
