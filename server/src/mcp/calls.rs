//! What each tool does with its arguments.

use scenario::error::Expected;
use scenario::{FieldError, Reason};
use serde::Serialize;
use serde_json::{Map, Value};
use wire::Locale;
use wire::v1::Problem;

use super::search::SearchRequest;
use super::tools::EXPLAIN;
use super::{brief, search};
use crate::problem::ApiError;
use crate::services::compute::{Effort, Share};

/// A tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Call {
    /// Looks through the catalog.
    SearchCatalog,
    /// What a run needs.
    Estimate,
    /// How to run it, or what to buy.
    Recommend,
    /// Machines side by side.
    Compare,
}

impl Call {
    /// The tool of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "search_catalog" => Self::SearchCatalog,
            "estimate" => Self::Estimate,
            "recommend" => Self::Recommend,
            "compare" => Self::Compare,
            _ => return None,
        })
    }

    /// Calls it.
    pub async fn answer(self, share: &Share, mut arguments: Map<String, Value>) -> Result<Value, ApiError> {
        if self == Self::SearchCatalog {
            return Ok(search::answer(&SearchRequest::read(&arguments)?));
        }
        let explained = matches!(self, Self::Estimate | Self::Recommend) && explain(&mut arguments)?;
        // What a card is named by is looked at later; where nothing names one, all of the catalog is searched.
        let names_card = arguments.get("hardware").and_then(|hardware| hardware.get("gpu")).is_some_and(|gpu| !gpu.is_null());
        let effort = if self == Self::Recommend && !names_card { Effort::Search } else { Effort::Page };
        let run = move || -> Result<Value, Problem> {
            let body = Value::Object(arguments).to_string().into_bytes();
            let mut answer = match self {
                Self::Recommend => json(&api::advise(&scenario::json::parse_scenario(&body)?, Locale::En)?),
                Self::Compare => {
                    let (scenarios, own) = scenario::json::parse_compare(&body)?;
                    json(&api::any_comparison(&scenarios, &own, Locale::En)?)
                }
                Self::Estimate | Self::SearchCatalog => json(&api::answer(&scenario::json::parse_scenario(&body)?, Locale::En)?),
            };
            match self {
                Self::Estimate if !explained => brief::estimate(&mut answer),
                Self::Recommend if !explained => brief::recommendation(&mut answer),
                _ => {}
            }
            Ok(answer)
        };
        Ok(share.run_as(effort, move |_| run()).await??)
    }
}

/// Takes the wish for a full answer out of what is otherwise a scenario.
fn explain(arguments: &mut Map<String, Value>) -> Result<bool, Problem> {
    match arguments.remove(EXPLAIN) {
        None | Some(Value::Null) => Ok(false),
        Some(Value::Bool(wanted)) => Ok(wanted),
        Some(_) => {
            Err(scenario::problem::invalid(&[FieldError::new("/explain", Reason::WrongType { expected: Expected::Flag })]))
        }
    }
}

/// An answer as JSON; writing one cannot fail, as its keys are all text.
fn json(answer: &impl Serialize) -> Value {
    serde_json::to_value(answer).unwrap_or_default()
}
