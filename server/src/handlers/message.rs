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
            TextBody::Plain(text) => MessageRequest { text: decoded(&text), language: None },
        };
        let locale = language.map_or(asked, Locale::from);
        Ok::<_, ApiError>(Told(locale, Json(api::message::read_message(&text, locale))))
    };
    share.run(answer).await?
}

/// A text in UTF-8, or in UTF-16 as PowerShell writes what is sent to a file.
fn decoded(bytes: &[u8]) -> String {
    let units = |of: fn([u8; 2]) -> u16| bytes[2..].chunks_exact(2).map(move |pair| of([pair[0], pair[1]])).collect::<Vec<u16>>();
    match bytes {
        [0xff, 0xfe, ..] => String::from_utf16_lossy(&units(u16::from_le_bytes)),
        [0xfe, 0xff, ..] => String::from_utf16_lossy(&units(u16::from_be_bytes)),
        _ => String::from_utf8_lossy(bytes).into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::decoded;

    #[test]
    fn a_text_is_decoded_by_its_mark() {
        let wide: Vec<u8> = [0xff, 0xfe].into_iter().chain("nan 损".encode_utf16().flat_map(u16::to_le_bytes)).collect();
        assert_eq!(decoded(&wide), "nan 损");
        assert_eq!(decoded(&[0xfe, 0xff, 0, b'a', 0]), "a");
        assert_eq!(decoded("损失".as_bytes()), "损失");
        assert_eq!(decoded(&[0xff, 0xfe]), "");
        assert_eq!(decoded(&[]), "");
    }
}
