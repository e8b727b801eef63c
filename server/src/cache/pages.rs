//! Pages of stored plans as they were drawn, so that opening a link costs no more than reading it.
//!
//! A revision never changes, so its page depends on nothing but what [`PageKey`] holds and the running program: the list of
//! prices is in it, since a bill that was not stored in the reader's language is computed. Whether the
//! plan may still be shown is asked of the store every time; what differs between two answers is the nonce alone, so a page is
//! kept in pieces between which each answer puts its own.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::http::header::{CONTENT_SECURITY_POLICY, HeaderValue};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use jiff::Timestamp;
use leptos::nonce::Nonce;
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use wire::Locale;

use crate::limits::ROOM_FOR_PAGES;
use crate::policy::policy_of_page;

/// Bytes of a page, for the size of the table.
const USUAL_PAGE: usize = 100 << 10;

/// What the page of a revision depends on.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PageKey {
    asked: Asked,
    revision: u64,
    /// The page lists all revisions, and says which is the newest.
    newest: u64,
    expires_at: Option<Timestamp>,
}

/// What the page of a revision depends on, as far as the request says it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Asked {
    /// Names the plan, and how its reader came to it.
    path: String,
    locale: Locale,
    /// Stands in links and commands to be copied.
    origin: Option<String>,
    /// The list of prices in force.
    prices: u64,
}

impl Asked {
    /// What is asked for at a path, in a language, at a site, under a list of prices by its version.
    #[must_use]
    pub const fn new(path: String, locale: Locale, origin: Option<String>, prices: u64) -> Self {
        Self { path, locale, origin, prices }
    }

    /// The key of the page, with what the store says of the plan.
    #[must_use]
    pub const fn key(self, revision: u64, newest: u64, expires_at: Option<Timestamp>) -> PageKey {
        PageKey { asked: self, revision, newest, expires_at }
    }
}

/// A page as it was drawn.
#[derive(Debug, Clone)]
pub struct Drawn {
    /// The status of the answer.
    pub status: StatusCode,
    /// Its headers.
    pub headers: HeaderMap,
    /// The page in pieces, between which its nonce stands.
    pieces: Vec<Bytes>,
    /// The nonce that it was drawn with.
    nonce: Nonce,
}

impl Drawn {
    /// Takes a page apart at its nonce.
    #[must_use]
    pub fn new(status: StatusCode, headers: HeaderMap, page: &Bytes, nonce: Nonce) -> Self {
        let mut pieces = Vec::new();
        let mut rest = page.clone();
        // The nonce is random: where it stands, the program has put it.
        while let Some(at) = find(&rest, nonce.as_bytes()) {
            pieces.push(rest.split_to(at));
            rest = rest.slice(nonce.len()..);
        }
        pieces.push(rest);
        Self { status, headers, pieces, nonce }
    }

    /// The answer with the nonce that the page was drawn with: once, and never again.
    #[must_use]
    pub fn into_response(self) -> Response {
        let nonce = self.nonce.clone();
        self.with(&nonce)
    }

    /// The answer with a nonce of its own.
    #[must_use]
    pub fn again(&self) -> Response {
        let nonce = Nonce::new();
        let mut response = self.with(&nonce);
        if let Ok(policy) = HeaderValue::try_from(policy_of_page(&nonce)) {
            response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
        }
        response
    }

    fn with(&self, nonce: &str) -> Response {
        let page: Vec<&[u8]> = self.pieces.iter().map(AsRef::as_ref).collect();
        let mut response = Response::new(Body::from(page.join(nonce.as_bytes())));
        *response.status_mut() = self.status;
        response.headers_mut().clone_from(&self.headers);
        response
    }
}

fn find(text: &[u8], part: &[u8]) -> Option<usize> {
    text.windows(part.len()).position(|window| window == part)
}

/// The pages that are kept; cheap to clone.
#[derive(Debug, Clone)]
pub struct KeptPages(Arc<Cache<PageKey, Arc<Drawn>, Size>>);

impl Default for KeptPages {
    fn default() -> Self {
        Self(Arc::new(Cache::with_weighter(ROOM_FOR_PAGES / USUAL_PAGE, ROOM_FOR_PAGES as u64, Size)))
    }
}

impl KeptPages {
    /// A page that was drawn before.
    #[must_use]
    pub fn get(&self, key: &PageKey) -> Option<Arc<Drawn>> {
        self.0.get(key)
    }

    /// Keeps a page, in place of those that nobody asks for.
    pub fn keep(&self, key: PageKey, page: &Drawn) {
        self.0.insert(key, Arc::new(page.clone()));
    }
}

/// A page weighs what it takes in memory.
#[derive(Debug, Clone, Copy)]
struct Size;

impl Weighter<PageKey, Arc<Drawn>> for Size {
    fn weight(&self, key: &PageKey, page: &Arc<Drawn>) -> u64 {
        let Asked { path, origin, .. } = &key.asked;
        let names = path.len() + origin.as_ref().map_or(0, String::len);
        (page.pieces.iter().map(Bytes::len).sum::<usize>() + names + size_of::<Drawn>()) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn body(response: Response) -> Bytes {
        axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap()
    }

    #[tokio::test]
    async fn every_answer_has_a_nonce_of_its_own_wherever_it_stands() {
        let nonce = Nonce::new();
        let page = format!("<script nonce=\"{nonce}\"></script>a nonce<script nonce=\"{nonce}\"></script>");
        let drawn = Drawn::new(StatusCode::OK, HeaderMap::new(), &Bytes::from(page.clone()), nonce.clone());
        let mut seen = vec![page.clone()];
        for _ in 0..3 {
            let again = drawn.again();
            let policy = again.headers()[CONTENT_SECURITY_POLICY].to_str().unwrap().to_owned();
            let fresh = policy.split("'nonce-").nth(1).unwrap().split('\'').next().unwrap().to_owned();
            let text = String::from_utf8(body(again).await.to_vec()).unwrap();
            assert_eq!(text, page.replace(&*nonce, &fresh));
            assert!(!seen.contains(&text));
            seen.push(text);
        }
        assert_eq!(body(drawn.into_response()).await, page);
    }

    #[test]
    fn no_more_is_kept_than_there_is_room_for() {
        let kept = KeptPages::default();
        let page = Bytes::from(vec![b'x'; 200 << 10]);
        let drawn = Drawn::new(StatusCode::OK, HeaderMap::new(), &page, Nonce::new());
        for number in 0..1000 {
            kept.keep(Asked::new(format!("/p/{number}"), Locale::En, None, 0).key(1, 1, None), &drawn);
        }
        assert!(kept.0.weight() <= ROOM_FOR_PAGES as u64 && kept.0.len() > 100, "{} in {} bytes", kept.0.len(), kept.0.weight());
    }
}
