//! Scenarios that come as query parameters.

use scenario::diagnose;
use scenario::diagnose::Asked;
use scenario::fields::FIELDS;
use scenario::{FieldError, Reason, prices, query};
use utoipa::IntoParams;
use utoipa::openapi::Required;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use wire::v1::diagnose::{Observed, Symptom};
use wire::v1::{Problem, Scenario};

/// Reads a query; which parameters an operation takes at all is checked before it (`layers::parameters`).
///
/// # Errors
/// A problem that names every parameter that cannot be read, by the pointer of its field.
pub fn from_query(text: &str) -> Result<Scenario, Problem> {
    let query::Parsed { scenario, mut errors, repeated, .. } = query::parse_string(text);
    errors.extend(repeated);
    if errors.is_empty() {
        return Ok(scenario);
    }
    errors.extend(scenario::json::faults_beside(&scenario, &errors));
    Err(scenario::problem::invalid(&errors))
}

/// Reads a query that asks for a diagnosis: a scenario, a symptom, and what was seen of the run.
///
/// # Errors
/// A problem that names every parameter that is missing or cannot be read.
pub fn with_symptom(text: &str) -> Result<(Scenario, Symptom, Observed), Problem> {
    let Asked { symptom, observed, errors } = diagnose::parse_query(text);
    let query::Parsed { scenario, errors: mut all, repeated, .. } = query::parse_string(text);
    all.extend(repeated);
    all.extend(errors);
    match symptom {
        Some(symptom) if all.is_empty() => Ok((scenario, symptom, observed)),
        found => {
            if found.is_none() && all.iter().all(|error| error.pointer != "/symptom") {
                all.push(FieldError::new("/symptom", Reason::Required));
            }
            Err(scenario::problem::invalid(&all))
        }
    }
}

/// The planner's query parameters, for the API's reference.
#[derive(Debug)]
pub struct Parameters;

impl IntoParams for Parameters {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let version = parameter(query::VERSION_NAME, format!("Version of these parameters: {}.", query::VERSION));
        let leaves = FIELDS.iter().map(|field| {
            let own =
                if field.name == "gpu" { " `custom` takes a card by its own figures, the parameters `gpu.…`." } else { "" };
            parameter(field.name, format!("Field `{}` of the scenario.{own}", field.pointer))
        });
        let hours = parameter(query::DEADLINE_HOURS, "`deadline` in hours, as forms ask for it.".to_owned());
        std::iter::once(version).chain(leaves).chain(std::iter::once(hours)).collect()
    }
}

/// The parameters of a diagnosis, for its reference.
#[derive(Debug)]
pub struct Seen;

impl IntoParams for Seen {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let words: Vec<String> = Symptom::WORDS.iter().map(|word| format!("`{word}`")).collect();
        let see = ParameterBuilder::from(parameter(diagnose::SYMPTOM_NAME, format!("The symptom: {}.", words.join(", "))))
            .required(Required::True)
            .build();
        let figures = diagnose::FIGURES.iter().map(|figure| parameter(figure.parameter, figure.about.to_owned()));
        std::iter::once(see).chain(figures).collect()
    }
}

/// The parameters of own prices, for the reference of every operation that goes by them.
#[derive(Debug)]
pub struct OwnPrices;

impl IntoParams for OwnPrices {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let text = |name: &str, says: &str| typed(name, says.to_owned(), Type::String);
        vec![
            text(prices::CURRENCY, "Currency of every amount that names none: any code of ISO 4217; default `USD`."),
            typed("cny_per_usd", "Yuan for a dollar; required where yuan and dollars meet.".to_owned(), Type::Number),
            text(
                prices::RATES,
                "What a dollar is in other currencies, `EUR:0.92,GBP:0.79`; required for each that meets another.",
            ),
            text(prices::OWN, "Own prices as a table: `id,unit_price` and a row a part; they go before all others."),
        ]
    }
}

fn parameter(name: &str, description: String) -> Parameter {
    typed(name, description, Type::String)
}

fn typed(name: &str, description: String, kind: Type) -> Parameter {
    ParameterBuilder::new()
        .name(name)
        .parameter_in(ParameterIn::Query)
        .required(Required::False)
        .description(Some(description))
        .schema(Some(ObjectBuilder::new().schema_type(kind)))
        .build()
}
