//! A model by what its own files say. Nothing of the text is kept, and none of it is logged.

use axum::Json;
use wire::Locale;
use wire::v1::Problem;
use wire::v1::model::{ModelReading, ModelRequest};

use super::body::{TextBody, Told};
use super::quota::ComputeQuota;
use crate::problem::ApiError;
use crate::request::language::ProgramLanguage;

/// A model, read from one of its own files.
///
/// A Hugging Face `config.json`, the header of a `.safetensors` file (of several, one after the other), a
/// `model.safetensors.index.json`, a network that `rigwise-trace` wrote down, or a name, as `text/plain` or in JSON. `model`
/// merges into a scenario; `parameters` counts by part, `not_read` names each key that was not understood, `cards` tells of a
/// traced network how large a micro-batch trains where. Weights are counted by names and shapes and never become a `model`.
/// Nothing of the text is kept, and nothing is fetched.
#[utoipa::path(post, path = "/api/v1/model", operation_id = "read_model", tag = "engine",
    request_body(content((ModelRequest = "application/json"), (String = "text/plain")), description = "The text."), responses(
    (status = 200, description = "What was read, and what was not", body = ModelReading),
    (status = "default", description = "What went wrong", body = Problem, content_type = "application/problem+json"),
))]
pub async fn read(
    ComputeQuota(share): ComputeQuota,
    ProgramLanguage(asked): ProgramLanguage,
    body: TextBody,
) -> Result<Told<Json<ModelReading>>, ApiError> {
    let answer = move |_: &_| {
        let ModelRequest { text, language } = match body {
            TextBody::Json(body) => scenario::json::parse_model(&body)?,
            TextBody::Plain(text) => ModelRequest { text: String::from_utf8_lossy(&text).into_owned(), language: None },
        };
        let locale = language.map_or(asked, Locale::from);
        Ok::<_, ApiError>(Told(locale, Json(api::model::read_model(&text, locale)?)))
    };
    share.run(answer).await?
}
