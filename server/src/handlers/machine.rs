//! A machine by what its own programs print. Nothing of the text is kept, and none of it is logged.

use axum::Json;
use wire::Locale;
use wire::v1::Problem;
use wire::v1::machine::{MachineReading, MachineRequest};

use super::body::{TextBody, Told};
use super::quota::ComputeQuota;
use crate::problem::ApiError;
use crate::request::language::ProgramLanguage;

/// The hardware of a machine, read from what its own programs print.
///
/// Output of `nvidia-smi`, `lscpu`, `free`, `lspci`, `lsblk`, `rocm-smi`, `dxdiag`, `systeminfo` or `system_profiler`, any of
/// them one after the other, as `text/plain` or in JSON. `hardware` has the fields that are beyond doubt and merges into a
/// scenario; what the catalog does not list is named, never replaced. Nothing of the text is kept.
#[utoipa::path(post, path = "/api/v1/machine", operation_id = "read_machine", tag = "engine",
    request_body(content((MachineRequest = "application/json"), (String = "text/plain")), description = "The text; its first 256 KiB are read."), responses(
    (status = 200, description = "What was read, and from which lines", body = MachineReading),
    (status = "default", description = "What went wrong", body = Problem, content_type = "application/problem+json"),
))]
pub async fn read(
    ComputeQuota(share): ComputeQuota,
    ProgramLanguage(asked): ProgramLanguage,
    body: TextBody,
) -> Result<Told<Json<MachineReading>>, ApiError> {
    let answer = move |_: &_| {
        let MachineRequest { text, language } = match body {
            TextBody::Json(body) => scenario::json::parse_machine(&body)?,
            TextBody::Plain(text) => MachineRequest { text: String::from_utf8_lossy(&text).into_owned(), language: None },
        };
        let locale = language.map_or(asked, Locale::from);
        Ok::<_, ApiError>(Told(locale, Json(api::machine::read_machine(&text, locale))))
    };
    share.run(answer).await?
}
