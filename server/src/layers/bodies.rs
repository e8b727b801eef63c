//! Bodies on their way in: memory for all of them together is bounded, and none may dawdle.
//!
//! A handler reads a body into memory as a whole, so a thousand slow uploads could hold a thousand bodies. Each byte that
//! arrives is therefore counted against what is left for all, and given back when the request is answered. The first bytes
//! of each body come out of a share of their own, so that large uploads cannot keep small requests out.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use hyper::body::{Frame, SizeHint};
use tokio::sync::Semaphore;
use tokio::time::{Instant, Sleep, sleep_until};

use super::metrics;
use crate::problem::ApiError;

/// Bytes of all bodies up to [`SMALL`] each.
const SMALL_BYTES: usize = 32 << 20;
/// Bytes of all bodies beyond [`SMALL`] each.
const LARGE_BYTES: usize = 64 << 20;
/// Bytes of a body that come out of the share for small ones: most scenarios have one or two thousand.
const SMALL: usize = 64 << 10;
/// Longest pause of a client in the middle of a body.
const PAUSE: Duration = Duration::from_secs(10);

/// Room for bodies of all requests; cheap to clone.
#[derive(Debug, Clone)]
pub struct Room {
    small: Arc<Semaphore>,
    large: Arc<Semaphore>,
}

impl Default for Room {
    fn default() -> Self {
        Self::of(SMALL_BYTES, LARGE_BYTES)
    }
}

/// What one body occupies, given back when the last holder is gone; whoever keeps the body after the answer's head has been
/// made keeps this as well.
#[derive(Debug, Clone)]
pub struct Occupied(Arc<Share>);

#[derive(Debug)]
struct Share {
    room: Room,
    small: AtomicUsize,
    large: AtomicUsize,
    fault: AtomicU8,
}

/// Why a body was not read to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the body was refused")]
enum Fault {
    NoRoom = 1,
    TooSlow = 2,
}

impl Room {
    fn of(small: usize, large: usize) -> Self {
        Self { small: Arc::new(Semaphore::new(small)), large: Arc::new(Semaphore::new(large)) }
    }

    /// Counts the request's body from now on; nothing where it has none.
    pub fn watch(&self, request: &mut Request) -> Option<Occupied> {
        if request.body().is_end_stream() {
            return None;
        }
        let share = Share { room: self.clone(), small: AtomicUsize::new(0), large: AtomicUsize::new(0), fault: AtomicU8::new(0) };
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
            _ => Some(ApiError::SlowBody),
        }
    }

    fn refuse(&self, fault: Fault) -> axum::Error {
        self.0.fault.store(fault as u8, Ordering::Relaxed);
        if fault == Fault::NoRoom {
            metrics::shed("bodies");
        }
        axum::Error::new(fault)
    }

    /// Takes room for this many more bytes.
    fn grow(&self, bytes: usize) -> bool {
        let share = &*self.0;
        let small = bytes.min(SMALL.saturating_sub(share.small.load(Ordering::Relaxed)));
        let large = bytes - small;
        take(&share.room.small, small, &share.small) && take(&share.room.large, large, &share.large)
    }
}

fn take(room: &Semaphore, bytes: usize, taken: &AtomicUsize) -> bool {
    if bytes == 0 {
        return true;
    }
    let Ok(permits) = u32::try_from(bytes).map_err(|_| ()).and_then(|bytes| room.try_acquire_many(bytes).map_err(|_| ())) else {
        return false;
    };
    permits.forget();
    taken.fetch_add(bytes, Ordering::Relaxed);
    true
}

impl Drop for Share {
    fn drop(&mut self) {
        self.room.small.add_permits(*self.small.get_mut());
        self.room.large.add_permits(*self.large.get_mut());
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
                let has_room = this.occupied.grow(data);
                Poll::Ready(if has_room { frame } else { Some(Err(this.occupied.refuse(Fault::NoRoom))) })
            }
            Poll::Pending => {
                // A timer is made for bodies that make the server wait, which most do not.
                let pause = this.pause.get_or_insert_with(|| Box::pin(sleep_until(Instant::now() + PAUSE)));
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

    fn watched(room: &Room, body: Body) -> (Request, Occupied) {
        let mut request = Request::new(body);
        let occupied = room.watch(&mut request).unwrap();
        (request, occupied)
    }

    #[tokio::test]
    async fn room_is_given_back_with_the_last_holder() {
        let room = Room::of(100, 0);
        let (request, occupied) = watched(&room, Body::from(vec![0; 60]));
        assert_eq!(to_bytes(request.into_body(), 1000).await.unwrap().len(), 60);
        assert_eq!(room.small.available_permits(), 40);

        let (request, second) = watched(&room, Body::from(vec![0; 60]));
        assert!(to_bytes(request.into_body(), 1000).await.is_err());
        assert!(matches!(second.fault(), Some(ApiError::Overloaded)));
        assert!(occupied.fault().is_none());

        drop((occupied, second));
        assert_eq!(room.small.available_permits(), 100);
    }

    #[tokio::test]
    async fn large_bodies_leave_room_for_small_ones() {
        let room = Room::of(2 * SMALL, 0);
        let (request, large) = watched(&room, Body::from(vec![0; SMALL + 1]));
        assert!(to_bytes(request.into_body(), 1 << 20).await.is_err());
        assert!(large.fault().is_some());
        let (request, _small) = watched(&room, Body::from(vec![0; SMALL]));
        assert!(to_bytes(request.into_body(), 1 << 20).await.is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_stalls_is_given_up() {
        let room = Room::default();
        let (request, occupied) = watched(&room, Body::from_stream(stream::pending::<Result<Bytes, std::io::Error>>()));
        assert!(to_bytes(request.into_body(), 1000).await.is_err());
        assert!(matches!(occupied.fault(), Some(ApiError::SlowBody)));
        assert!(room.watch(&mut Request::new(Body::empty())).is_none());
    }
}
