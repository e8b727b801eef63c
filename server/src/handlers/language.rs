//! The reader's choice of language: a plain link that sets a cookie and leads back.

use axum::extract::{Path, Query, Request, State};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, LOCATION, SET_COOKIE};
use axum::response::{IntoResponse as _, Response};
use wire::Locale;

use super::pages;
use crate::request::language;
use crate::state::AppState;

/// Where the link leads back to.
#[derive(Debug, serde::Deserialize)]
pub struct Back {
    /// Path and query of the page, on this site.
    #[serde(default)]
    to: String,
}

/// `GET /lang/{en|zh}?to=/path`; other languages are not found.
pub async fn choose(State(state): State<AppState>, Path(language): Path<String>, request: Request) -> Response {
    let Some(locale) = Locale::ALL.into_iter().find(|locale| locale.as_str() == language) else {
        return pages::not_found(State(state), request).await;
    };
    let to = Query::<Back>::try_from_uri(request.uri()).map_or_else(|_| String::new(), |Query(back)| back.to);
    let location = in_language(local_path(&to).unwrap_or("/"), locale);
    let headers = [(LOCATION, location), (SET_COOKIE, language::set_cookie(locale)), (CACHE_CONTROL, "no-store".to_owned())];
    (StatusCode::SEE_OTHER, headers).into_response()
}

/// A path of this site, or nothing: `//host` and `/\host` are other sites to a browser.
fn local_path(to: &str) -> Option<&str> {
    let rest = to.strip_prefix('/')?;
    let is_local = !rest.starts_with(['/', '\\']) && to.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
    is_local.then_some(to)
}

/// A page in the chosen language, where its path names one.
fn in_language(path: &str, locale: Locale) -> String {
    let prefixes = Locale::ALL.map(|locale| format!("/{}", locale.as_str()));
    let path = without_language(path);
    let rest = prefixes
        .iter()
        .filter_map(|prefix| path.strip_prefix(prefix.as_str()))
        .find(|rest| rest.is_empty() || rest.starts_with(['/', '?']));
    rest.map_or_else(|| path.clone(), |rest| format!("/{}{rest}", locale.as_str()))
}

/// An address without the language that its query names, which would win over the reader's choice; the rest stays as it is
/// written.
fn without_language(path: &str) -> String {
    let Some((before, query)) = path.split_once('?') else { return path.to_owned() };
    let names_language =
        |pair: &&str| scenario::query::decode(pair).any(|(name, value)| scenario::query::language(&name, &value).is_some());
    let rest: Vec<&str> = query.split('&').filter(|pair| !names_language(pair)).collect();
    if rest.is_empty() { before.to_owned() } else { format!("{before}?{}", rest.join("&")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_link_never_leaves_the_site() {
        for path in ["/", "/plan?v=1&gpu=rtx-4090", "/zh/about"] {
            assert_eq!(local_path(path), Some(path));
        }
        for path in [
            "",
            "plan",
            "//evil.example",
            "/\\evil.example",
            "https://evil.example",
            "/a\r\nset-cookie: x=y",
            "/a\\..\\b",
            "/\t/evil.example",
        ] {
            assert_eq!(local_path(path), None, "{path:?}");
        }
    }

    #[test]
    fn a_path_with_a_language_changes_its_own() {
        assert_eq!(in_language("/en/about?x=1", Locale::Zh), "/zh/about?x=1");
        assert_eq!(in_language("/zh", Locale::En), "/en");
        assert_eq!(in_language("/english", Locale::Zh), "/english");
        assert_eq!(in_language("/plan?v=1", Locale::Zh), "/plan?v=1");
    }

    #[test]
    fn a_choice_is_not_undone_by_the_address() {
        assert_eq!(in_language("/plan?v=1&lang=zh&gpu=a%20b", Locale::En), "/plan?v=1&gpu=a%20b");
        assert_eq!(in_language("/need?lang=zh", Locale::En), "/need");
        assert_eq!(in_language("/zh?lang=en", Locale::En), "/en");
        assert_eq!(in_language("/plan?lang=de", Locale::En), "/plan?lang=de");
    }
}
