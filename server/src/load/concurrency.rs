//! A limit on concurrency for each client: on its connections, or behind a proxy on its requests that are in flight.
//!
//! Written by hand because `tower`'s concurrency limit has one number for all clients together, and lets requests beyond it wait.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use axum::response::Response;
use hyper::body::{Frame, SizeHint};

use crate::limits::CONNECTIONS_OF_CLIENT;

/// One client may have at most this part of all connections, where no setting says otherwise.
const SHARE: usize = 4;

/// Permits that each client holds; cheap to clone.
#[derive(Debug, Clone)]
pub struct ClientLimit {
    most: usize,
    here: Arc<Mutex<BTreeMap<IpAddr, usize>>>,
}

impl ClientLimit {
    /// Up to `asked` permits for each client, or the default where `of_all` connections are allowed in all.
    #[must_use]
    pub fn new(asked: Option<usize>, of_all: usize) -> Self {
        Self { most: asked.unwrap_or(CONNECTIONS_OF_CLIENT.min(of_all / SHARE)).max(1), here: Arc::default() }
    }

    /// A permit for a client; none where it holds as many as it may.
    #[must_use]
    pub fn acquire(&self, client: IpAddr) -> Option<Permit> {
        let mut here = self.here();
        let permits = here.entry(client).or_default();
        if *permits >= self.most {
            return None;
        }
        *permits += 1;
        drop(here);
        Some(Permit { limit: self.clone(), client })
    }

    fn here(&self) -> MutexGuard<'_, BTreeMap<IpAddr, usize>> {
        self.here.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One of a client's permits, released when this is dropped.
#[derive(Debug)]
pub struct Permit {
    limit: ClientLimit,
    client: IpAddr,
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut here = self.limit.here();
        if let Some(permits) = here.get_mut(&self.client) {
            *permits -= 1;
            if *permits == 0 {
                here.remove(&self.client);
            }
        }
    }
}

/// Holds a permit until the answer has been sent to its end: a client that reads slowly occupies the proxy's connection.
pub fn hold_permit(response: Response, permit: Permit) -> Response {
    response.map(|body| Body::new(Permitted { body, _permit: permit }))
}

struct Permitted {
    body: Body,
    _permit: Permit,
}

impl HttpBody for Permitted {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 1));
    const OTHER: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 2));

    #[test]
    fn no_client_takes_the_permits_of_others() {
        let limit = ClientLimit::new(Some(2), 100);
        let permits = [limit.acquire(ONE), limit.acquire(ONE)];
        assert!(permits.iter().all(Option::is_some) && limit.acquire(ONE).is_none());
        assert!(limit.acquire(OTHER).is_some());
        drop(permits);
        assert!(limit.acquire(ONE).is_some());
        assert!(limit.here().is_empty());
    }

    #[test]
    fn one_client_never_has_all_by_default() {
        for (all, most) in [(15_000, 1000), (400, 100), (3, 1)] {
            assert_eq!(ClientLimit::new(None, all).most, most);
        }
    }

    #[tokio::test]
    async fn an_answer_holds_its_permit_until_it_is_read() {
        let limit = ClientLimit::new(Some(1), 100);
        let response = hold_permit(Response::new(Body::from("text")), limit.acquire(ONE).unwrap());
        assert_eq!(response.body().size_hint().exact(), Some(4));
        assert!(limit.acquire(ONE).is_none());
        assert_eq!(axum::body::to_bytes(response.into_body(), 10).await.unwrap(), "text");
        assert!(limit.acquire(ONE).is_some());
    }
}
