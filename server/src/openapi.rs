//! The API's reference: OpenAPI 3.1, generated from the handlers and the wire types.

mod complete;
mod examples;

use std::sync::{Arc, LazyLock};

use utoipa::OpenApi;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};

use crate::cache::Tagged;
use crate::router;

/// What the document says of the whole API; paths and types come from the router.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Rigwise",
        description = "Works out what hardware a training run needs: memory by part, largest batch, host memory, time, bottleneck, advice. \
            Amounts are integers in bytes with `_bytes` in the key (inside `parts` the whole object is bytes), capacities that people buy are `_gib`, \
            times are seconds, shares are 0 to 1. \"Does not fit\" is an answer, not an error. \
            Every error is `application/problem+json` (RFC 9457) with a stable `code`; only what is no HTTP, or has a head larger \
            than 32 KiB, gets a status without a body. Every answer has an `X-Request-Id`, the client's own where it sent one. Answers \
            to counted requests say what is left in `RateLimit-Policy` and `RateLimit`, and 429 and 503 when to come back in \
            `Retry-After`. Pages of any site may compute and read; only this site's own, and programs, may write.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")
    ),
    servers((url = "/", description = "This server")),
    external_docs(url = "/api", description = "How to begin, what holds everywhere, and every operation"),
    tags(
        (name = "engine", description = "Estimates and recommendations"),
        (name = "plans", description = "Stored plans: immutable revisions behind an unguessable link"),
        (name = "catalog", description = "What the engine knows of hardware and models"),
        (name = "reference", description = "This document"),
        (name = "health", description = "For whoever runs the server"),
    )
)]
struct Outline;

/// The document without paths.
#[must_use]
pub fn outline() -> utoipa::openapi::OpenApi {
    let mut document = Outline::openapi();
    let bearer = HttpBuilder::new()
        .scheme(HttpAuthScheme::Bearer)
        .description(Some("The edit key that came when the plan was created"))
        .build();
    document.components.get_or_insert_default().add_security_scheme("edit_key", SecurityScheme::Http(bearer));
    document
}

/// The whole document, as it is served and printed.
#[must_use]
pub fn document_text() -> String {
    // Writing fails only where a map has keys that are not text, which the document has not.
    whole().to_pretty_json().unwrap_or_default()
}

/// The document as it is served, with its tag; written once.
#[must_use]
pub(crate) fn served() -> Tagged {
    static SERVED: LazyLock<Tagged> = LazyLock::new(|| Tagged::new(document_text().into_bytes()).kept());
    SERVED.clone()
}

/// The document as a tree for the pages that are drawn from it; built once.
#[must_use]
pub(crate) fn shared() -> Arc<serde_json::Value> {
    static SHARED: LazyLock<Arc<serde_json::Value>> = LazyLock::new(|| Arc::new(document()));
    Arc::clone(&SHARED)
}

/// The whole document as a tree.
#[must_use]
pub fn document() -> serde_json::Value {
    serde_json::to_value(whole()).unwrap_or_default()
}

fn whole() -> utoipa::openapi::OpenApi {
    complete::complete(router::api().1)
}
