//! Many scenarios in one request: one that is at fault does not spoil the others.
//!
//! The body is cut into scenarios once; they are then read and estimated some at a time, on as many cores as are free, and
//! written while the rest is still computed. Neither all answers nor all scenarios are ever in memory at once.

use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;

use axum::body::{Body, Bytes};
use futures_util::stream::{self, StreamExt as _};
use scenario::error::Expected;
use scenario::{FieldError, Reason, limits};
use serde::de::IgnoredAny;
use wire::Locale;
use wire::v1::{Answer, Problem, ProblemCode};

use super::compute::{Batched, Cancelled, Workers};
use crate::limits::{BODY_LIMIT, REQUEST_TIMEOUT};
use crate::load::bodies::Occupied;
use crate::problem::ApiError;

/// Scenarios that a core computes before it writes: some milliseconds of work.
const CHUNK: usize = 16;
/// Room for an estimate as JSON, so that the buffer seldom grows.
const ANSWER_BYTES: usize = 48 << 10;

/// An answer or a problem, where the scenario stood.
#[derive(Debug, serde::Serialize, utoipa::ToSchema)]
#[serde(untagged)]
pub enum BatchItem {
    /// The scenario's estimate, or a lower bound.
    Answer(Box<Answer>),
    /// What is wrong with the scenario; pointers are its own.
    Problem(Box<Problem>),
}

/// How scenarios, or their answers, follow each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// As a JSON array.
    Array,
    /// One a line (NDJSON); lines that are blank are skipped.
    Lines,
}

/// A body with the places of its scenarios.
#[derive(Debug)]
pub struct Batch {
    body: Bytes,
    places: Vec<Range<usize>>,
    locale: Locale,
}

impl Batch {
    /// Finds the scenarios of a body; what they say is looked at later.
    ///
    /// # Errors
    /// A problem where the body is no array, or has not 1 to 1,000 scenarios.
    pub fn cut(body: Bytes, form: Form, locale: Locale) -> Result<Self, Problem> {
        let places = match form {
            Form::Lines => lines(&body),
            Form::Array => entries(&body)?,
        };
        if places.is_empty() || places.len() > limits::BATCH_ITEMS {
            return Err(at_root(Reason::WrongCount { min: 1, max: limits::BATCH_ITEMS }));
        }
        Ok(Self { body, places, locale })
    }

    /// How many scenarios there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.places.len()
    }

    /// The answers to some of the scenarios, in the form asked for.
    fn write(&self, form: Form, chunk: usize, until: Instant, cancelled: &Cancelled) -> Vec<u8> {
        let first = chunk * CHUNK;
        let places = self.places.iter().enumerate().skip(first).take(CHUNK);
        let mut text = Vec::with_capacity(CHUNK * ANSWER_BYTES);
        for (index, place) in places {
            if form == Form::Array {
                text.push(if index == 0 { b'[' } else { b',' });
            }
            let item = self.answer(place.clone(), until, cancelled);
            // Writing to memory fails for none of our values.
            let _ = serde_json::to_writer(&mut text, &item);
            match form {
                Form::Lines => text.push(b'\n'),
                Form::Array if index + 1 == self.places.len() => text.push(b']'),
                Form::Array => {}
            }
        }
        text
    }

    fn answer(&self, place: Range<usize>, until: Instant, cancelled: &Cancelled) -> BatchItem {
        let problem = |problem: Problem| BatchItem::Problem(Box::new(problem.told_in(self.locale)));
        if cancelled.is_set() || Instant::now() > until {
            return problem(Problem::in_both(
                ProblemCode::Timeout,
                "the batch took too long; send this scenario again with fewer at once",
                "批量处理超时；请减少一次发送的数量后重发此方案",
            ));
        }
        if place.len() > BODY_LIMIT {
            let (english, chinese) = ("a scenario may have up to 1 MiB", "每个方案最大 1 MiB");
            return problem(Problem::in_both(ProblemCode::BodyTooLarge, english, chinese));
        }
        let scenario = self.body.get(place).unwrap_or_default();
        match scenario::json::parse_scenario(scenario).and_then(|scenario| api::answer(&scenario, self.locale)) {
            Ok(estimate) => BatchItem::Answer(Box::new(estimate)),
            Err(found) => problem(found),
        }
    }
}

/// Answers a batch: the first answers are awaited, so that a server that is overloaded can still say so; the others follow
/// as they are computed. Nothing more is computed once the client is gone.
///
/// # Errors
/// [`ApiError::Overloaded`] where no core was free for long.
pub async fn answer(admitted: Batched, batch: Batch, form: Form, kept: Option<Occupied>) -> Result<Body, ApiError> {
    let until = Instant::now() + REQUEST_TIMEOUT;
    let (scenarios, chunks) = (batch.len(), batch.len().div_ceil(CHUNK));
    let batch = Arc::new(batch);
    let write = move |batch: &Arc<Batch>, chunk| {
        let batch = Arc::clone(batch);
        move |cancelled: &Cancelled| Bytes::from(batch.write(form, chunk, until, cancelled))
    };
    let first = admitted.begin(scenarios.min(CHUNK), write(&batch, 0)).await?;
    let rest = stream::iter(1..chunks).map(move |chunk| {
        let (admitted, write) = (admitted.clone(), write(&batch, chunk));
        let count = (scenarios - chunk * CHUNK).min(CHUNK);
        // The body's room is given back with the last chunk that needs it.
        let kept = kept.clone();
        async move {
            let written = admitted.go_on(count, write).await.map_err(|_| std::io::Error::other("a batch broke off"));
            drop(kept);
            written
        }
    });
    let all = stream::once(std::future::ready(Ok(first))).chain(rest.buffered(Workers::searches_at_once()));
    Ok(Body::from_stream(all))
}

/// The places of lines that are not blank.
fn lines(body: &[u8]) -> Vec<Range<usize>> {
    let mut places = Vec::new();
    let mut start = 0;
    for line in body.split(|byte| *byte == b'\n') {
        if !line.trim_ascii().is_empty() && places.len() <= limits::BATCH_ITEMS {
            places.push(start..start + line.len());
        }
        start += line.len() + 1;
    }
    places
}

/// The places of an array's entries.
fn entries(body: &[u8]) -> Result<Vec<Range<usize>>, Problem> {
    // Nothing is built yet: a body of 16 MiB could grow twentyfold in memory.
    let is_json = std::str::from_utf8(body).is_ok() && serde_json::from_slice::<IgnoredAny>(body).is_ok();
    if !is_json {
        return Err(syntax_problem(body));
    }
    if body.trim_ascii().first() != Some(&b'[') {
        return Err(at_root(Reason::WrongType { expected: Expected::List }));
    }
    let (mut places, mut start, mut depth, mut in_text, mut escaped) = (Vec::new(), 0, 0_usize, false, false);
    for (index, byte) in body.iter().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_text => escaped = true,
            b'"' => in_text = !in_text,
            _ if in_text => {}
            b'[' | b'{' => {
                depth += 1;
                if depth == 1 {
                    start = index + 1;
                }
            }
            b',' | b']' | b'}' => {
                let ends = depth == 1 && !body.get(start..index).unwrap_or_default().trim_ascii().is_empty();
                if ends && places.len() <= limits::BATCH_ITEMS {
                    places.push(start..index);
                    start = index + 1;
                }
                depth -= usize::from(*byte != b',');
            }
            _ => {}
        }
    }
    Ok(places)
}

fn syntax_problem(body: &[u8]) -> Problem {
    match serde_json::from_slice::<IgnoredAny>(body) {
        Err(error) => scenario::problem::not_json(&error),
        // It is JSON, but not UTF-8.
        Ok(_) => Problem::in_both(ProblemCode::MalformedJson, "the body is not UTF-8", "请求正文不是 UTF-8"),
    }
}

fn at_root(reason: Reason) -> Problem {
    scenario::problem::invalid(&[FieldError::new("", reason)])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str, form: Form) -> Vec<String> {
        let batch = Batch::cut(Bytes::from(text.to_owned()), form, Locale::En).unwrap();
        batch.places.iter().map(|place| text[place.clone()].trim().to_owned()).collect()
    }

    #[test]
    fn entries_are_found_whatever_they_hold() {
        for (text, expected) in [
            ("[1]", &["1"][..]),
            (" [ {\"a\": [1, 2]} , \"x,]\\\"[\" , [] ] ", &["{\"a\": [1, 2]}", "\"x,]\\\"[\"", "[]"]),
            ("[{\"k\\\\\":\"\\\\\"},{}]", &["{\"k\\\\\":\"\\\\\"}", "{}"]),
            ("[null,true]", &["null", "true"]),
        ] {
            assert_eq!(cut(text, Form::Array), expected, "{text}");
        }
    }

    #[test]
    fn lines_are_found_with_either_end() {
        assert_eq!(cut("{}\r\n\n  \n{\"a\":1}\n{}", Form::Lines), ["{}", "{\"a\":1}", "{}"]);
    }

    #[test]
    fn what_is_no_batch_is_a_problem() {
        let many = |separator: &str| vec!["{}"; 1001].join(separator);
        for (text, form, code) in [
            ("", Form::Array, ProblemCode::MalformedJson),
            ("[1,]", Form::Array, ProblemCode::MalformedJson),
            ("[1", Form::Array, ProblemCode::MalformedJson),
            ("{}", Form::Array, ProblemCode::InvalidInput),
            ("[ ]", Form::Array, ProblemCode::InvalidInput),
            (format!("[{}]", many(",")).as_str(), Form::Array, ProblemCode::InvalidInput),
            ("", Form::Lines, ProblemCode::InvalidInput),
            ("\n\n", Form::Lines, ProblemCode::InvalidInput),
            (many("\n").as_str(), Form::Lines, ProblemCode::InvalidInput),
        ] {
            assert_eq!(Batch::cut(Bytes::from(text.to_owned()), form, Locale::En).unwrap_err().code, code, "{text:.40}");
        }
    }
}
