//! Problems of bad input, from the errors of its fields.

use engine::estimate::Contradiction;
use wire::Locale;
use wire::v1::problem::FieldProblem;
use wire::v1::{Problem, ProblemCode};

use crate::error::{FieldError, Reason};

/// Bad input, with every field at fault.
#[must_use]
pub fn invalid(errors: &[FieldError]) -> Problem {
    of_fields(ProblemCode::InvalidInput, errors)
}

/// Constraints that no plan can keep together, each with how far to relax it.
#[must_use]
pub fn contradictory(contradictions: &[Contradiction]) -> Problem {
    let errors: Vec<FieldError> = contradictions.iter().map(FieldError::from).collect();
    of_fields(ProblemCode::ContradictoryConstraints, &errors)
}

/// A stored plan with settings that this version does not know.
#[must_use]
pub fn newer_plan(unknown: &[FieldError]) -> Problem {
    let names: Vec<String> = unknown.iter().map(FieldError::name).collect();
    let names = names.join(", ");
    let english = format!(
        "a newer version of Rigwise stored this plan with settings that this one does not know: {names}; \
         read the plan as it was stored, or compute it with the version that stored it"
    );
    let chinese =
        format!("此方案由更新版本的 Rigwise 保存，其中有本版本不认识的设置：{names}；请按保存时的内容查看，或用保存它的版本计算");
    Problem {
        errors: unknown.iter().map(FieldProblem::from).collect(),
        ..Problem::in_both(ProblemCode::NewerPlan, english, chinese)
    }
}

/// A text that is not JSON, with the place where it stops being so.
#[must_use]
pub fn not_json(error: &serde_json::Error) -> Problem {
    let (line, column) = (error.line(), error.column());
    let [at, place] = match line {
        0 => [String::new(), String::new()],
        _ => [format!(" at line {line}, column {column}"), format!("（第 {line} 行第 {column} 列）")],
    };
    Problem::in_both(
        ProblemCode::MalformedJson,
        format!("the body is not JSON{at}; check its quotes, commas and brackets"),
        format!("请求正文不是 JSON{place}；请检查引号、逗号和括号"),
    )
}

fn of_fields(code: ProblemCode, errors: &[FieldError]) -> Problem {
    let [english, chinese] = [Locale::En, Locale::Zh].map(|locale| summary(errors, locale));
    Problem { errors: errors.iter().map(FieldProblem::from).collect(), ..Problem::in_both(code, english, chinese) }
}

/// The first field at fault, and how many there are.
fn summary(errors: &[FieldError], locale: Locale) -> String {
    let first = errors.first().map_or_else(String::new, |error| {
        let name = if error.pointer.is_empty() { locale.pick("the body", "请求正文").to_owned() } else { error.name() };
        format!("{name} {}", error.detail(locale))
    });
    match (errors.len(), locale) {
        (0 | 1, _) => first,
        (count, Locale::En) => format!("{count} fields are at fault; the first: {first}"),
        (count, Locale::Zh) => format!("{count} 个字段有误；其一：{first}"),
    }
}

impl From<&FieldError> for FieldProblem {
    fn from(error: &FieldError) -> Self {
        let reason = match &error.reason {
            Reason::InLine { reason, .. } => reason.as_ref(),
            reason => reason,
        };
        let (minimum, maximum) = match reason {
            Reason::OutOfRange { min, max, .. } => (Some(*min), Some(*max)),
            Reason::ShorterThanPictures { min, max, .. } => (Some(*min as f64), Some(*max as f64)),
            Reason::TooLong { max } => (None, Some(*max as f64)),
            Reason::WrongCount { min, max } => (Some(*min as f64), Some(*max as f64)),
            Reason::Contradictory(relax) => (relax.minimum(), None),
            _ => (None, None),
        };
        let allowed = match reason {
            Reason::UnknownValue { allowed, .. }
            | Reason::UnknownKind { allowed, .. }
            | Reason::NotApplicable { allowed, .. } => allowed.clone(),
            _ => Vec::new(),
        };
        let nearest = match reason {
            Reason::UnknownId { nearest, .. }
            | Reason::UnknownKind { nearest, .. }
            | Reason::UnknownField { nearest }
            | Reason::UnknownParameter { nearest }
            | Reason::UnknownColumn { nearest, .. } => nearest.clone(),
            _ => None,
        };
        Self {
            pointer: error.pointer.clone(),
            code: error.code().to_owned(),
            detail: error.detail(Locale::En),
            chinese: Some(error.detail(Locale::Zh).into_boxed_str()),
            minimum,
            maximum,
            allowed,
            nearest,
        }
    }
}
