//! Bodies of requests: memory for all of them together is bounded, one client has a bounded share of it, and each must arrive
//! in time.
//!
//! A handler reads a body into memory as a whole, so a thousand slow uploads could hold a thousand bodies. Each byte that
//! arrives is therefore counted against what is left for all, and given back when the request is answered. The first bytes
//! of each body come out of a pool of their own, so that large uploads cannot keep small requests out. Of either pool one
//! client has a share, so that a client that sends many slow bodies is refused before others are.
//!
//! Written by hand because `tower_http`'s limit bounds one body and not all of them, and its body with a time limit forgets the
//! length that a body declares, by which one that is too long is refused before it is sent.

mod pool;

use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};
use std::task::{Context, Poll, ready};

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use hyper::body::{Frame, SizeHint};
use tokio::time::{Instant, Sleep, sleep_until};

use crate::limits::{BODY_PAUSE, RETURN, ROOM_FOR_BODIES, SMALL_BODY};
use crate::metrics;
use crate::problem::ApiError;
use pool::{Fault, Pool};

/// Room for bodies of all requests; cheap to clone.
#[derive(Debug, Clone)]
pub struct Room {
    small: Pool,
    large: Pool,
}

impl Default for Room {
    fn default() -> Self {
        let [small, large] = ROOM_FOR_BODIES.map(|(bytes, most)| Pool::of(bytes, most));
        Self { small, large }
    }
}

/// What one body occupies, given back when the last holder is gone; whoever keeps the body after the answer's head has been
/// made keeps this as well.
#[derive(Debug, Clone)]
pub struct Occupied(Arc<Share>);

#[derive(Debug)]
struct Share {
    room: Room,
    client: IpAddr,
    small: AtomicUsize,
    large: AtomicUsize,
    fault: AtomicU8,
}

impl Room {
    /// Counts the request's body from now on as the client's; nothing where it has none.
    pub fn watch(&self, client: IpAddr, request: &mut Request) -> Option<Occupied> {
        if request.body().is_end_stream() {
            return None;
        }
        let (small, large) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let share = Share { room: self.clone(), client, small, large, fault: AtomicU8::new(0) };
        let occupied = Occupied(Arc::new(share));
        let body = std::mem::take(request.body_mut());
        *request.body_mut() = Body::new(Watched { body, occupied: occupied.clone(), pause: None });
        request.extensions_mut().insert(occupied.clone());
        Some(occupied)
    }
}

impl Occupied {
    /// What to say instead of the handler's answer, where the body was refused.
    #[must_use]
    pub fn fault(&self) -> Option<ApiError> {
        match self.0.fault.load(Ordering::Relaxed) {
            0 => None,
            1 => Some(ApiError::Overloaded),
            2 => Some(ApiError::SlowBody),
            _ => Some(ApiError::TooManyRequests { wait: RETURN }),
        }
    }

    fn refuse(&self, fault: Fault) -> axum::Error {
        self.0.fault.store(fault as u8, Ordering::Relaxed);
        match fault {
            Fault::NoRoom => metrics::count_shed("bodies"),
            Fault::NoRoomForClient => metrics::count_rate_limited("bodies"),
            Fault::TooSlow => {}
        }
        axum::Error::new(fault)
    }

    /// Takes room for this many more bytes.
    fn grow(&self, bytes: usize) -> Result<(), Fault> {
        let share = &*self.0;
        let small = bytes.min(SMALL_BODY.saturating_sub(share.small.load(Ordering::Relaxed)));
        let large = bytes - small;
        share.room.small.take(share.client, small)?;
        share.small.fetch_add(small, Ordering::Relaxed);
        share.room.large.take(share.client, large)?;
        share.large.fetch_add(large, Ordering::Relaxed);
        Ok(())
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.room.small.give_back(self.client, *self.small.get_mut());
        self.room.large.give_back(self.client, *self.large.get_mut());
    }
}

/// A body that is counted as it comes.
struct Watched {
    body: Body,
    occupied: Occupied,
    pause: Option<Pin<Box<Sleep>>>,
}

impl HttpBody for Watched {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let this = &mut *self;
        match Pin::new(&mut this.body).poll_frame(context) {
            Poll::Ready(frame) => {
                this.pause = None;
                let data = frame.as_ref().and_then(|frame| frame.as_ref().ok()?.data_ref()).map_or(0, Bytes::len);
                Poll::Ready(match this.occupied.grow(data) {
                    Ok(()) => frame,
                    Err(fault) => Some(Err(this.occupied.refuse(fault))),
                })
            }
            Poll::Pending => {
                // A timer is made for bodies that make the server wait, which most do not.
                let pause = this.pause.get_or_insert_with(|| Box::pin(sleep_until(Instant::now() + BODY_PAUSE)));
                ready!(pause.as_mut().poll(context));
                Poll::Ready(Some(Err(this.occupied.refuse(Fault::TooSlow))))
            }
        }
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
    use axum::body::to_bytes;
    use futures_util::stream;

    use super::*;

    const ONE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 1));
    const OTHER: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 2));

    /// Room of which one client may have all.
    fn room(small: usize, large: usize) -> Room {
        Room { small: Pool::of(small, small), large: Pool::of(large, large) }
    }

    fn watched_request(room: &Room, client: IpAddr, body: Body) -> (Request, Occupied) {
        let mut request = Request::new(body);
        let occupied = room.watch(client, &mut request).unwrap();
        (request, occupied)
    }

    #[tokio::test]
    async fn room_is_given_back_with_the_last_holder() {
        let room = room(100, 0);
        let (request, occupied) = watched_request(&room, ONE, Body::from(vec![0; 60]));
        assert_eq!(to_bytes(request.into_body(), 1000).await.unwrap().len(), 60);
        assert_eq!(room.small.remaining(), 40);

        let (request, second) = watched_request(&room, OTHER, Body::from(vec![0; 60]));
        assert!(to_bytes(request.into_body(), 1000).await.is_err());
        assert!(matches!(second.fault(), Some(ApiError::Overloaded)));
        assert!(occupied.fault().is_none());

        drop((occupied, second));
        assert_eq!(room.small.remaining(), 100);
        assert!(room.small.is_unused());
    }

    #[tokio::test]
    async fn one_client_fills_its_share_and_nobody_elses() {
        let room = Room { small: Pool::of(100, 40), large: Pool::of(0, 0) };
        let (request, held) = watched_request(&room, ONE, Body::from(vec![0; 30]));
        assert!(to_bytes(request.into_body(), 1000).await.is_ok());
        let (request, second) = watched_request(&room, ONE, Body::from(vec![0; 30]));
        assert!(to_bytes(request.into_body(), 1000).await.is_err());
        assert!(matches!(second.fault(), Some(ApiError::TooManyRequests { .. })));
        let (request, other) = watched_request(&room, OTHER, Body::from(vec![0; 30]));
        assert!(to_bytes(request.into_body(), 1000).await.is_ok() && other.fault().is_none());
        drop(held);
        let (request, third) = watched_request(&room, ONE, Body::from(vec![0; 30]));
        assert!(to_bytes(request.into_body(), 1000).await.is_ok() && third.fault().is_none());
    }

    #[test]
    fn a_share_takes_the_largest_batch() {
        assert!(Room::default().large.most() >= crate::limits::BATCH_BODY_LIMIT);
    }

    #[tokio::test]
    async fn large_bodies_leave_room_for_small_ones() {
        let room = room(2 * SMALL_BODY, 0);
        let (request, large) = watched_request(&room, ONE, Body::from(vec![0; SMALL_BODY + 1]));
        assert!(to_bytes(request.into_body(), 1 << 20).await.is_err());
        assert!(large.fault().is_some());
        let (request, _small) = watched_request(&room, ONE, Body::from(vec![0; SMALL_BODY]));
        assert!(to_bytes(request.into_body(), 1 << 20).await.is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_stalls_is_given_up() {
        let room = Room::default();
        let (request, occupied) =
            watched_request(&room, ONE, Body::from_stream(stream::pending::<Result<Bytes, std::io::Error>>()));
        assert!(to_bytes(request.into_body(), 1000).await.is_err());
        assert!(matches!(occupied.fault(), Some(ApiError::SlowBody)));
        assert!(room.watch(ONE, &mut Request::new(Body::empty())).is_none());
    }
}
