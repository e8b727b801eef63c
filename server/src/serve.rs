//! Listens, answers until told to stop, and stops without dropping what it has begun.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tower::ServiceExt as _;

use crate::config::Config;
use crate::layers::quota::SWEEP_INTERVAL;
use crate::router::router_with;
use crate::state::AppState;
use crate::store::{Store, StoreError, redacted};

/// Connections at once; more wait to be accepted. Well below the usual limit of 1,024 open files with SQLite's own.
const MAX_CONNECTIONS: usize = 900;
/// How long a client may take over a request's head, and how long a kept connection may be idle.
const HEADER_TIMEOUT: Duration = Duration::from_secs(20);
/// Pause after the system had no connection to give, which is what it does when files run out.
const ACCEPT_PAUSE: Duration = Duration::from_millis(200);
/// How long requests that have begun may take after the signal to stop: a little over the longest request.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(35);

/// Why the server did not start, or stopped.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The database cannot be used.
    #[error("cannot open the plans' database {url}: {source}")]
    Store {
        /// `DATABASE_URL`, without a password.
        url: String,
        /// What is the matter.
        source: StoreError,
    },
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {source}; stop the program that uses it, or set RIGWISE_ADDR")]
    Listen {
        /// `RIGWISE_ADDR`.
        address: SocketAddr,
        /// What the system said.
        source: io::Error,
    },
}

/// Opens the database, listens, and answers until the process is told to stop.
///
/// # Errors
/// Where the database or the address cannot be used.
pub async fn serve(config: &Config) -> Result<(), ServeError> {
    serve_with(config, Router::new()).await
}

/// Like [`serve`], with routes beyond the site's own behind the same layers.
///
/// # Errors
/// As [`serve`].
pub async fn serve_with(config: &Config, more: Router<AppState>) -> Result<(), ServeError> {
    let store = Store::open(&config.database_url)
        .await
        .map_err(|source| ServeError::Store { url: redacted(&config.database_url), source })?;
    let listen_error = |source| ServeError::Listen { address: config.address, source };
    let listener = TcpListener::bind(config.address).await.map_err(listen_error)?;
    let address = listener.local_addr().map_err(listen_error)?;
    let state = AppState::new(store.clone(), config);
    let sweeper = tokio::spawn(sweep(state.clone()));
    tracing::info!(%address, database = redacted(&config.database_url), "serving on http://{address}");
    accept_until_stopped(&listener, router_with(state, more)).await;
    sweeper.abort();
    store.close().await;
    tracing::info!("stopped");
    Ok(())
}

/// Accepts connections until a signal comes, then waits for the requests that have begun.
async fn accept_until_stopped(listener: &TcpListener, app: Router) {
    let permits = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    let graceful = GracefulShutdown::new();
    let mut stop = std::pin::pin!(stop_signal());
    loop {
        let accepted = tokio::select! {
            () = &mut stop => break,
            accepted = accept(listener, &permits) => accepted,
        };
        match accepted {
            Ok((stream, peer, permit)) => answer(stream, peer, permit, app.clone(), &graceful),
            Err(error) => {
                tracing::warn!(%error, "cannot accept a connection");
                tokio::time::sleep(ACCEPT_PAUSE).await;
            }
        }
    }
    tracing::info!("stopping: finishing what has begun");
    if tokio::time::timeout(SHUTDOWN_TIMEOUT, graceful.shutdown()).await.is_err() {
        tracing::warn!("some requests did not finish in time");
    }
}

async fn accept(listener: &TcpListener, permits: &Arc<Semaphore>) -> io::Result<(TcpStream, SocketAddr, OwnedSemaphorePermit)> {
    let permit = Arc::clone(permits).acquire_owned().await.map_err(io::Error::other)?;
    let (stream, peer) = listener.accept().await?;
    Ok((stream, peer, permit))
}

/// Serves one connection in a task of its own.
fn answer(stream: TcpStream, peer: SocketAddr, permit: OwnedSemaphorePermit, app: Router, graceful: &GracefulShutdown) {
    // Answers are written whole; waiting to fill a packet only delays them.
    let _ = stream.set_nodelay(true);
    let service = app.map_request(move |mut request: hyper::Request<hyper::body::Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        request.map(axum::body::Body::new)
    });
    let connection = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIMEOUT)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(service));
    let connection = graceful.watch(connection);
    tokio::spawn(async move {
        let _permit = permit;
        if let Err(error) = connection.await {
            // Clients leave, and some send nonsense: that is theirs, not ours.
            tracing::debug!(%peer, %error, "connection ended");
        }
    });
}

/// Waits for Ctrl-C, or for the termination signal that service managers send.
async fn stop_signal() {
    let interrupt = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    tokio::select! {
        () = interrupt => {}
        () = terminate() => {}
    }
}

#[cfg(unix)]
async fn terminate() {
    use tokio::signal::unix::{SignalKind, signal};
    match signal(SignalKind::terminate()) {
        Ok(mut signal) => {
            signal.recv().await;
        }
        Err(_) => std::future::pending().await,
    }
}

#[cfg(not(unix))]
async fn terminate() {
    std::future::pending::<()>().await;
}

async fn sweep(state: AppState) {
    let mut interval = tokio::time::interval(SWEEP_INTERVAL);
    loop {
        interval.tick().await;
        state.quotas.sweep();
    }
}
