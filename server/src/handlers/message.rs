//! What a run said when it failed. Nothing of the text is kept, and none of it is logged.

use axum::Json;
use wire::Locale;
use wire::v1::Problem;
use wire::v1::message::{MessageReading, MessageRequest};

use super::body::{TextBody, Told};
use super::quota::ComputeQuota;
use crate::problem::ApiError;
use crate::request::language::ProgramLanguage;

/// What a run said when it failed: each known message with its figures and an answer, nearest to the cause first.
///
/// An error with the lines around it, the kernel's log, `nvidia-smi` or `torch.cuda.memory_summary()`, as `text/plain` or in JSON.
/// `symptom` and `observed` of a message go into `POST /api/v1/diagnose` with a scenario, which weighs its causes.
#[utoipa::path(post, path = "/api/v1/message", operation_id = "read_message", tag = "engine",
    request_body(content((MessageRequest = "application/json"), (String = "text/plain")), description = "The text; its last 256 KiB are read."), responses(
    (status = 200, description = "What was read", body = MessageReading),
    (status = "default", description = "What went wrong", body = Problem, content_type = "application/problem+json"),
))]
pub async fn read(
    ComputeQuota(share): ComputeQuota,
    ProgramLanguage(asked): ProgramLanguage,
    body: TextBody,
) -> Result<Told<Json<MessageReading>>, ApiError> {
    let answer = move |_: &_| {
        let MessageRequest { text, language } = match body {
            TextBody::Json(body) => scenario::json::parse_message(&body)?,
            TextBody::Plain(text) => MessageRequest { text: String::from_utf8_lossy(&text).into_owned(), language: None },
        };
        let locale = language.map_or(asked, Locale::from);
        Ok::<_, ApiError>(Told(locale, Json(api::message::read_message(&text, locale))))
    };
    share.run(answer).await?
}
