//! What the document says of the API as a whole; paths and types come from the router.

use utoipa::OpenApi;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};

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
