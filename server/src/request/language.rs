//! Which language a reader gets: the one that the address names, else the one they chose by cookie, else the one their browser
//! asks for, else English.

use axum::extract::{FromRequestParts, Request};
use axum::http::header::{ACCEPT_LANGUAGE, COOKIE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Uri, header};
use engine::units::SECONDS_PER_DAY;
use scenario::query::LANGUAGE;
use scenario::{FieldError, Reason, limits};
use std::convert::Infallible;
use wire::Locale;
use wire::v1::Problem;

use crate::problem::ApiError;

/// The cookie that keeps a reader's choice.
pub const COOKIE_NAME: &str = "lang";
/// How long the choice is kept: a year, the longest that guidance on such cookies has.
pub const COOKIE_SECONDS: u32 = 365 * SECONDS_PER_DAY as u32;

/// The reader's language, as an argument of handlers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Language(pub Locale);

impl<S: Sync> FromRequestParts<S> for Language {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Infallible> {
        Ok(Self(of(&parts.uri, &parts.headers)))
    }
}

/// The language of a request: of its path (`/zh/...`), its query (`lang=zh`), its cookie, its browser, in this order.
#[must_use]
pub fn of(uri: &Uri, headers: &HeaderMap) -> Locale {
    let named = || of_path(uri.path()).or_else(|| of_query(uri.query()?));
    named().or_else(|| choice(headers)).or_else(|| preference(headers)).unwrap_or_default()
}

/// The language that a program asks for: by its query, else by `Accept-Language`. A cookie is a reader's choice for pages.
#[must_use]
pub fn of_program(uri: &Uri, headers: &HeaderMap) -> Locale {
    uri.query().and_then(of_query).or_else(|| preference(headers)).unwrap_or_default()
}

/// The language of a program's answer, as an argument of handlers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProgramLanguage(pub Locale);

impl<S: Sync> FromRequestParts<S> for ProgramLanguage {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, ApiError> {
        Ok(Self(of_call(parts.uri.query().unwrap_or_default(), &parts.headers)?))
    }
}

/// The language that a program asks for, as [`of_program`].
///
/// # Errors
/// A problem where the query names one in which there are no texts.
pub fn of_call(query: &str, headers: &HeaderMap) -> Result<Locale, Problem> {
    Ok(named(query)?.or_else(|| preference(headers)).unwrap_or_default())
}

/// The language that a query asks for; English where it asks for none.
///
/// # Errors
/// A problem where it asks for one in which there are no texts.
pub fn language_of(query: &str) -> Result<Locale, Problem> {
    Ok(named(query)?.unwrap_or_default())
}

fn named(query: &str) -> Result<Option<Locale>, Problem> {
    let mut named = scenario::query::decode(query).filter(|(name, tag)| name == LANGUAGE && !tag.trim().is_empty());
    let Some((_, tag)) = named.next() else { return Ok(None) };
    Locale::from_tag(tag.trim()).map(Some).ok_or_else(|| {
        let given = tag.chars().take(limits::TEXT_LENGTH).collect();
        let allowed = Locale::ALL.map(|locale| locale.as_str().to_owned()).to_vec();
        scenario::problem::invalid(&[FieldError::new(format!("/{LANGUAGE}"), Reason::UnknownValue { given, allowed })])
    })
}

/// The language of a request.
pub fn locale_of(request: &Request) -> Locale {
    of(request.uri(), request.headers())
}

/// The language that a query names; an unknown one is ignored, and pages say that they do not read it.
fn of_query(query: &str) -> Option<Locale> {
    scenario::query::decode(query).filter_map(|(name, value)| scenario::query::language(&name, &value)).last()
}

/// The language that a content page's path starts with.
fn of_path(path: &str) -> Option<Locale> {
    let first = path.trim_start_matches('/').split('/').next()?;
    Locale::ALL.into_iter().find(|locale| first == locale.as_str())
}

fn choice(headers: &HeaderMap) -> Option<Locale> {
    Locale::from_tag(cookie(headers, COOKIE_NAME)?)
}

/// The value of a cookie of the request.
pub fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers
        .get_all(COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .find_map(|pair| pair.trim().strip_prefix(name)?.strip_prefix('='))
}

/// The language that the browser weighs highest among ours; of equal weights the first (RFC 9110, section 12.5.4).
fn preference(headers: &HeaderMap) -> Option<Locale> {
    let accepted = headers.get(ACCEPT_LANGUAGE)?.to_str().ok()?;
    let mut best: Option<(f64, Locale)> = None;
    for entry in accepted.split(',') {
        let mut parts = entry.split(';').map(str::trim);
        let Some(locale) = parts.next().and_then(Locale::from_tag) else { continue };
        let weight = parts.find_map(|part| part.strip_prefix("q=")).map_or(Ok(1.0), str::parse::<f64>).unwrap_or(0.0);
        if weight > best.map_or(0.0, |(weight, _)| weight) {
            best = Some((weight, locale));
        }
    }
    best.map(|(_, locale)| locale)
}

/// The `Set-Cookie` value that keeps a choice. Only the server reads it, so no script needs to.
#[must_use]
pub fn set_cookie(locale: Locale) -> String {
    format!("{COOKIE_NAME}={}; Path=/; Max-Age={COOKIE_SECONDS}; SameSite=Lax; HttpOnly", locale.as_str())
}

/// What an answer in a negotiated language depends on.
pub const VARY: header::HeaderValue = header::HeaderValue::from_static("accept-language, cookie");

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(path: &str, headers: &[(header::HeaderName, &str)], expected: Locale) {
        let headers = headers.iter().map(|(name, value)| (name.clone(), value.parse().unwrap())).collect();
        assert_eq!(of(&path.parse().unwrap(), &headers), expected);
    }

    #[test]
    fn the_browser_is_asked_when_the_reader_has_not_chosen() {
        check("/", &[], Locale::En);
        check("/", &[(ACCEPT_LANGUAGE, "zh-CN,zh;q=0.9,en;q=0.8")], Locale::Zh);
        check("/", &[(ACCEPT_LANGUAGE, "de, en;q=0.3, zh;q=0.7")], Locale::Zh);
        check("/", &[(ACCEPT_LANGUAGE, "en, zh")], Locale::En);
        check("/", &[(ACCEPT_LANGUAGE, "zh;q=0")], Locale::En);
        check("/", &[(ACCEPT_LANGUAGE, "fr, *")], Locale::En);
    }

    #[test]
    fn a_choice_wins_over_the_browser_and_the_path_over_both() {
        check("/plan", &[(ACCEPT_LANGUAGE, "en"), (COOKIE, "theme=dark; lang=zh")], Locale::Zh);
        check("/en/about", &[(COOKIE, "lang=zh")], Locale::En);
        check("/zh?lang=en", &[(COOKIE, "lang=en")], Locale::Zh);
        check("/english", &[(COOKIE, "lang=zh")], Locale::Zh);
        check("/", &[(COOKIE, "lang=xx"), (ACCEPT_LANGUAGE, "zh")], Locale::Zh);
        check("/", &[(COOKIE, "language=zh")], Locale::En);
    }

    #[test]
    fn a_query_wins_over_cookie_and_browser() {
        check("/plan?v=1&lang=zh", &[(COOKIE, "lang=en"), (ACCEPT_LANGUAGE, "en")], Locale::Zh);
        check("/plan?lang=en", &[(ACCEPT_LANGUAGE, "zh")], Locale::En);
        check("/plan?lang=zh&lang=en", &[], Locale::En);
        check("/plan?lang=de", &[(ACCEPT_LANGUAGE, "zh")], Locale::Zh);
        check("/plan?slang=zh", &[], Locale::En);
    }
}
