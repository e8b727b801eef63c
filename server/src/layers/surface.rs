//! Who a path is for: programs, which get problems and may come from pages of other sites, or people, who get pages.

use axum::http::Method;

/// Parts of `/api/v1` that only compute: a client learns nothing that it could not compute itself.
const COMPUTE: [&str; 10] =
    ["estimate", "recommend", "code", "diagnose", "bom", "compare", "machine", "message", "model", "data"];

/// What a request is about, as far as its method and path say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Surface {
    /// Programs read the answer: whatever goes wrong is a problem+json.
    pub is_program: bool,
    /// Pages of other sites may send the request and read the answer.
    ///
    /// That is everything that computes, and all reading under `/api`: there are no cookies there, and who knows the id of a
    /// plan may read it anyway. Writes are for pages of this site and for programs.
    pub is_open: bool,
    /// The request changes something, so no page of another site may send it.
    pub is_write: bool,
}

impl Surface {
    /// Of a method and a path.
    #[must_use]
    pub fn of(method: &Method, path: &str) -> Self {
        let is_health = matches!(path, "/healthz" | "/readyz");
        let is_api = path.starts_with("/api/");
        let is_read = matches!(*method, Method::GET | Method::HEAD);
        let is_open = (is_api || is_health) && is_read || *method == Method::POST && is_compute(path);
        let is_write = !is_read && *method != Method::OPTIONS && !is_open;
        Self { is_program: is_api || is_health || is_mcp(path), is_open, is_write }
    }
}

/// Whether the path is the endpoint for tools of language models, which has a protocol of its own for errors.
#[must_use]
pub fn is_mcp(path: &str) -> bool {
    path.strip_prefix("/mcp").is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

fn is_compute(path: &str) -> bool {
    path.strip_prefix("/api/v1/").is_some_and(|rest| rest.split('/').next().is_some_and(|first| COMPUTE.contains(&first)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_and_computing_are_open_and_writing_is_not() {
        for (method, path, program, open, write) in [
            (Method::POST, "/api/v1/estimate", true, true, false),
            (Method::POST, "/api/v1/estimate/batch", true, true, false),
            (Method::POST, "/api/v1/machine", true, true, false),
            (Method::POST, "/api/v1/message", true, true, false),
            (Method::POST, "/api/v1/model", true, true, false),
            (Method::POST, "/api/v1/data", true, true, false),
            (Method::GET, "/api/v1/catalog/gpus", true, true, false),
            (Method::GET, "/api/v1/plans/x", true, true, false),
            (Method::HEAD, "/healthz", true, true, false),
            (Method::OPTIONS, "/api/v1/plans", true, false, false),
            (Method::POST, "/api/v1/plans", true, false, true),
            (Method::PUT, "/api/v1/plans/x", true, false, true),
            (Method::DELETE, "/api/v1/plans/x", true, false, true),
            (Method::POST, "/api/v1/estimates", true, false, true),
            (Method::POST, "/plan/save", false, false, true),
            (Method::POST, "/machine", false, false, true),
            (Method::POST, "/diagnose", false, false, true),
            (Method::POST, "/model", false, false, true),
            (Method::POST, "/data", false, false, true),
            (Method::POST, "/mcp", true, false, true),
            (Method::GET, "/mcpx", false, false, false),
            (Method::GET, "/plan", false, false, false),
            (Method::GET, "/api", false, false, false),
        ] {
            let expected = Surface { is_program: program, is_open: open, is_write: write };
            assert_eq!(Surface::of(&method, path), expected, "{method} {path}");
        }
    }
}
