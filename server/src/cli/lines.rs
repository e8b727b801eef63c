//! JSON lines: a scenario in, an answer out, in the same order.

use std::io::{self, BufRead, Write};

use wire::Locale;
use wire::v1::diagnose::{DiagnoseRequest, Observed, Symptom};
use wire::v1::{Problem, ProblemCode};

/// What a line is answered by: an answer or a problem, as JSON on one line.
pub type Answer = Result<String, String>;

/// How the lines fared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Every line got an answer.
    AllAnswered,
    /// At least one line got a problem.
    SomeProblems,
}

/// Answers each line as soon as it is read, so that a program can talk line by line; blank lines are skipped.
///
/// # Errors
/// Where reading or writing fails.
pub fn run(mut input: impl BufRead, mut output: impl Write, answer: impl Fn(&[u8]) -> Answer) -> io::Result<Outcome> {
    let mut outcome = Outcome::AllAnswered;
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        let scenario = line.trim_ascii();
        if !scenario.is_empty() {
            let text = answer(scenario).unwrap_or_else(|problem| {
                outcome = Outcome::SomeProblems;
                problem
            });
            output.write_all(text.as_bytes())?;
            output.write_all(b"\n")?;
            output.flush()?;
        }
        line.clear();
    }
    Ok(outcome)
}

/// The estimate for a scenario.
pub fn estimate(scenario: &[u8], locale: Locale) -> Answer {
    one_line(scenario::json::parse_scenario(scenario).and_then(|scenario| api::answer(&scenario, locale)), locale)
}

/// The recommendation for a scenario.
pub fn recommend(scenario: &[u8], locale: Locale) -> Answer {
    one_line(scenario::json::parse_scenario(scenario).and_then(|scenario| api::advise(&scenario, locale)), locale)
}

/// Programs that run a scenario.
pub fn code(scenario: &[u8], locale: Locale) -> Answer {
    one_line(scenario::json::parse_scenario(scenario).and_then(|scenario| api::code_of(&scenario, None, locale)), locale)
}

/// A diagnosis: of a request a line, or with a symptom of a scenario a line.
pub fn diagnose(line: &[u8], seen: Option<(Symptom, Observed)>, locale: Locale) -> Answer {
    let request = match seen {
        Some((symptom, observed)) => {
            scenario::json::parse_scenario(line).map(|scenario| DiagnoseRequest { scenario, symptom, observed, language: None })
        }
        None => scenario::json::parse_diagnose(line),
    };
    let locale = request.as_ref().ok().and_then(|request| request.language).map_or(locale, Locale::from);
    let answer = request.and_then(|asked| api::diagnose_plan(&asked.scenario, asked.symptom, asked.observed, locale));
    one_line(answer, locale)
}

/// JSON as `serde_json` writes it has no line breaks of its own.
fn one_line<T: serde::Serialize>(answer: Result<T, Problem>, locale: Locale) -> Answer {
    match answer {
        Ok(answer) => {
            serde_json::to_string(&answer).map_err(|error| problem_text(&Problem::new(ProblemCode::Internal, error.to_string())))
        }
        Err(problem) => Err(problem_text(&problem.told_in(locale))),
    }
}

fn problem_text(problem: &Problem) -> String {
    serde_json::to_string(problem).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn echo(line: &[u8]) -> Answer {
        let text = String::from_utf8_lossy(line).into_owned();
        if text.starts_with('!') { Err(text) } else { Ok(text) }
    }

    #[track_caller]
    fn check(input: &str, output: &str, outcome: Outcome) {
        let mut written = Vec::new();
        assert_eq!(run(input.as_bytes(), &mut written, echo).unwrap(), outcome);
        assert_eq!(String::from_utf8(written).unwrap(), output);
    }

    #[test]
    fn every_line_is_answered_in_its_place() {
        check("a\nb\n", "a\nb\n", Outcome::AllAnswered);
        check("a\n!b\nc", "a\n!b\nc\n", Outcome::SomeProblems);
        check("", "", Outcome::AllAnswered);
        check("\n  \r\na\r\n\n", "a\n", Outcome::AllAnswered);
    }

    #[test]
    fn a_line_that_is_not_json_gets_a_problem_on_one_line() {
        for line in [&b"{"[..], b"[]", b"\xff\xfe", b"{\"hardware\":{}}"] {
            let problem = estimate(line, Locale::En).unwrap_err();
            assert!(!problem.contains('\n'));
            let problem: Problem = serde_json::from_str(&problem).unwrap();
            assert!(!problem.detail.is_empty());
        }
    }
}
