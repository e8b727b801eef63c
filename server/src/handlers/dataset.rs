//! A data set by a listing of its files. Nothing of the listing is kept, and none of it is logged.

use axum::Json;
use wire::Locale;
use wire::v1::Problem;
use wire::v1::dataset::{DataSetReading, DataSetRequest};

use super::body::{ListingBody, TextBody, Told};
use super::quota::ComputeQuota;
use crate::problem::ApiError;
use crate::request::language::ProgramLanguage;

/// The fields of a plan's data, read from a listing of files.
///
/// Output of `find . -type f -printf '%s %p\n'`, `du -ab`, `ls -lR`, `dir /s`, `Get-ChildItem -Recurse`, `aws s3 ls --recursive`,
/// `tar tvf` or `unzip -l`, any of them one after the other, as `text/plain` or in JSON. `data` has the fields that are beyond
/// doubt and merges into a scenario; the rest says how large files are, which part is trained on and what was left out.
/// Nothing of the listing is kept.
#[utoipa::path(post, path = "/api/v1/data", operation_id = "read_data", tag = "engine",
    request_body(content((DataSetRequest = "application/json"), (String = "text/plain")), description = "The listing, up to 16 MiB."), responses(
    (status = 200, description = "What was read", body = DataSetReading),
    (status = "default", description = "What went wrong", body = Problem, content_type = "application/problem+json"),
))]
pub async fn read(
    ComputeQuota(share): ComputeQuota,
    ProgramLanguage(asked): ProgramLanguage,
    ListingBody(body): ListingBody,
) -> Result<Told<Json<DataSetReading>>, ApiError> {
    let answer = move |_: &_| {
        let DataSetRequest { text, language } = match body {
            TextBody::Json(body) => scenario::json::parse_data_set(&body)?,
            TextBody::Plain(text) => DataSetRequest { text: dataset::text::decode(&text).into_owned(), language: None },
        };
        let locale = language.map_or(asked, Locale::from);
        Ok::<_, ApiError>(Told(locale, Json(api::dataset::read_data_set(&dataset::read(&text), locale))))
    };
    share.run(answer).await?
}
