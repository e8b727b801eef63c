//! What a run said when it failed, as an answer of the API.

use runlog::{Message, words};
use wire::Locale;
use wire::v1::message::{MessageReading, RunMessage, StartupFigures};

/// Reads a text.
#[must_use]
pub fn read_message(text: &str, locale: Locale) -> MessageReading {
    let said = runlog::read(text);
    MessageReading {
        diagnosis: said.first().and_then(diagnosis),
        startup: startup(text),
        messages: said.into_iter().map(|said| of(said, locale)).collect(),
    }
}

fn startup(text: &str) -> Option<StartupFigures> {
    let found = runlog::startup(text);
    let runlog::Startup { weights_bytes, kv_cache_bytes, kv_tokens, compute_bytes, engine } = found;
    (!found.is_empty()).then_some(StartupFigures { engine, weights_bytes, kv_cache_bytes, kv_tokens, compute_bytes })
}

/// The page that weighs the causes of a message; a plan's own parameters are added to it.
fn diagnosis(message: &Message) -> Option<String> {
    let parameters = scenario::diagnose::to_query(message.symptom?, message.observed);
    Some(format!("/diagnose?{}", scenario::query::encode(parameters.iter().map(|(name, text)| (*name, text.as_str())))))
}

fn of(message: Message, locale: Locale) -> RunMessage {
    let Message { kind, symptom, cause, quote, observed } = message;
    let (title, answer) = words::told(kind, cause, locale);
    RunMessage {
        id: kind.id().to_owned(),
        cause: cause.map(|cause| cause.id().to_owned()),
        title,
        answer: answer.to_owned(),
        quote,
        symptom,
        observed,
    }
}
