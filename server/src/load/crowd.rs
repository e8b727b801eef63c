//! How much of the server one client occupies at a time: connections, or behind a proxy the requests that are under way.
//!
//! Written by hand because limits of concurrency in `tower` have one number for all clients together, and let whoever is over it
//! wait.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use axum::response::Response;
use hyper::body::{Frame, SizeHint};

use crate::limits::CONNECTIONS_OF_CLIENT;

/// The share of all connections that one client has at most, where nothing is said.
const SHARE: usize = 4;

/// Who is here, and how often; cheap to clone.
#[derive(Debug, Clone)]
pub struct Crowd {
    most: usize,
    here: Arc<Mutex<BTreeMap<IpAddr, usize>>>,
}

impl Crowd {
    /// Up to so many of each client, or what is usual among so many of all.
    #[must_use]
    pub fn new(asked: Option<usize>, of_all: usize) -> Self {
        Self { most: asked.unwrap_or(CONNECTIONS_OF_CLIENT.min(of_all / SHARE)).max(1), here: Arc::default() }
    }

    /// A seat for a client, unless it has as many as it may.
    #[must_use]
    pub fn enter(&self, client: IpAddr) -> Option<Seat> {
        let mut here = self.here();
        let seats = here.entry(client).or_default();
        if *seats >= self.most {
            return None;
        }
        *seats += 1;
        drop(here);
        Some(Seat { crowd: self.clone(), client })
    }

    fn here(&self) -> MutexGuard<'_, BTreeMap<IpAddr, usize>> {
        self.here.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One of a client's seats, given back when this is dropped.
#[derive(Debug)]
pub struct Seat {
    crowd: Crowd,
    client: IpAddr,
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut here = self.crowd.here();
        if let Some(seats) = here.get_mut(&self.client) {
            *seats -= 1;
            if *seats == 0 {
                here.remove(&self.client);
            }
        }
    }
}

/// Keeps a seat until the answer has been sent to its end: a client that reads slowly occupies the proxy's connection.
pub fn keep_seat(response: Response, seat: Seat) -> Response {
    response.map(|body| Body::new(Seated { body, _seat: seat }))
}

struct Seated {
    body: Body,
    _seat: Seat,
}

impl HttpBody for Seated {
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
    fn nobody_takes_the_seats_of_others() {
        let crowd = Crowd::new(Some(2), 100);
        let seats = [crowd.enter(ONE), crowd.enter(ONE)];
        assert!(seats.iter().all(Option::is_some) && crowd.enter(ONE).is_none());
        assert!(crowd.enter(OTHER).is_some());
        drop(seats);
        assert!(crowd.enter(ONE).is_some());
        assert!(crowd.here().is_empty());
    }

    #[test]
    fn one_client_never_has_all_by_default() {
        for (all, most) in [(15_000, 1000), (400, 100), (3, 1)] {
            assert_eq!(Crowd::new(None, all).most, most);
        }
    }

    #[tokio::test]
    async fn an_answer_keeps_its_seat_until_it_is_read() {
        let crowd = Crowd::new(Some(1), 100);
        let response = keep_seat(Response::new(Body::from("text")), crowd.enter(ONE).unwrap());
        assert_eq!(response.body().size_hint().exact(), Some(4));
        assert!(crowd.enter(ONE).is_none());
        assert_eq!(axum::body::to_bytes(response.into_body(), 10).await.unwrap(), "text");
        assert!(crowd.enter(ONE).is_some());
    }
}
