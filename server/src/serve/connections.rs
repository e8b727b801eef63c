//! Connections: each is a task; too many are refused at once (load shedding) instead of being left to wait.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioTimer;
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tower::Service as _;

use super::stream::{Patient, Refusal, refuse};
use crate::limits::{FINISH_TIMEOUT, PATIENCE, PATIENCE_WHEN_CROWDED};
use crate::load::concurrency::{ClientLimit, Permit};
use crate::metrics;
use crate::request::client;

/// Bytes of a request's head, and of what is read of a body at once: enough for the longest link to the planner, and little
/// enough for thousands of connections.
const BUFFER: usize = 32 << 10;
/// Lines of a request's head.
const HEADERS: usize = 100;
/// Connections that are refused with an answer at a time; more are closed without one.
const REFUSALS: usize = 128;
/// Pause after the system had no connection to give, which is what it does when files run out.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);
/// All connections of the server.
pub struct Connections {
    app: Router,
    builder: http1::Builder,
    builder_when_crowded: http1::Builder,
    /// Free permits below which idle connections are closed sooner.
    crowded: usize,
    permits: Arc<Semaphore>,
    refusals: Arc<Semaphore>,
    /// Limit on the connections of each client; none behind a proxy.
    client_limit: Option<ClientLimit>,
    graceful: GracefulShutdown,
}

impl Connections {
    /// Up to `most` connections to this site, and of each client as many as `client_limit` allows.
    pub fn new(app: Router, most: usize, client_limit: Option<ClientLimit>) -> Self {
        let builder = |patience: Duration| {
            let mut builder = http1::Builder::new();
            builder.timer(TokioTimer::new()).header_read_timeout(patience).max_buf_size(BUFFER).max_headers(HEADERS);
            builder
        };
        Self {
            app,
            builder: builder(PATIENCE),
            builder_when_crowded: builder(PATIENCE_WHEN_CROWDED),
            crowded: most / 4,
            permits: Arc::new(Semaphore::new(most)),
            refusals: Arc::new(Semaphore::new(REFUSALS)),
            client_limit,
            graceful: GracefulShutdown::new(),
        }
    }

    /// Accepts connections until the future is done.
    pub async fn accept_until(&self, listener: &TcpListener, stop: impl Future<Output = ()>) {
        let mut stop = std::pin::pin!(stop);
        loop {
            let accepted = tokio::select! {
                () = &mut stop => break,
                accepted = listener.accept() => accepted,
            };
            match accepted {
                Ok((stream, peer)) => self.take(stream, peer),
                Err(error) if is_the_clients(&error) => {}
                Err(error) => {
                    tracing::warn!(%error, "cannot accept a connection");
                    tokio::time::sleep(ACCEPT_PAUSE).await;
                }
            }
        }
    }

    /// Serves a connection, or says that there are too many.
    fn take(&self, stream: TcpStream, peer: SocketAddr) {
        // Answers are written whole; waiting to fill a packet only delays them.
        let _ = stream.set_nodelay(true);
        let of_client = self.client_limit.as_ref().map(|limit| limit.acquire(client::client_of(peer.ip())));
        let reason = match (of_client, Arc::clone(&self.permits).try_acquire_owned()) {
            (Some(None), _) => {
                metrics::count_rate_limited("connections");
                Refusal::OfClient
            }
            (_, Err(_)) => {
                metrics::count_shed("connections");
                Refusal::OfAll
            }
            (of_client, Ok(permit)) => return self.answer(stream, peer, (permit, of_client.flatten())),
        };
        if let Ok(permit) = Arc::clone(&self.refusals).try_acquire_owned() {
            tokio::spawn(async move {
                let _permit = permit;
                refuse(stream, reason).await;
            });
        }
    }

    /// Serves one connection in a task of its own.
    fn answer(&self, stream: TcpStream, peer: SocketAddr, permits: (OwnedSemaphorePermit, Option<Permit>)) {
        let app = self.app.clone();
        let service = service_fn(move |mut request: hyper::Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo(peer));
            // A router is always ready.
            app.clone().call(request.map(Body::new))
        });
        let is_crowded = self.permits.available_permits() < self.crowded;
        let builder = if is_crowded { &self.builder_when_crowded } else { &self.builder };
        let connection = builder.serve_connection(Patient::new(stream), service);
        let connection = self.graceful.watch(connection);
        tokio::spawn(async move {
            let _held = (permits, metrics::connection());
            if let Err(error) = connection.await {
                // Clients leave, and some send nonsense: that is theirs, not ours.
                tracing::debug!(%error, "connection ended");
            }
        });
    }

    /// Closes idle connections and waits for the requests that have begun.
    pub async fn finish(self) {
        if tokio::time::timeout(FINISH_TIMEOUT, self.graceful.shutdown()).await.is_err() {
            tracing::warn!("some requests did not finish in time");
        }
    }
}

/// Whether a connection was gone before it was accepted, which says nothing about the next one.
fn is_the_clients(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset, Interrupted};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset | Interrupted)
}
