//! Listens, answers until told to stop, and stops without dropping what it has begun.

mod connections;
mod files;
mod scrape;
mod signals;
mod stream;

use std::io;
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread::available_parallelism;
use std::time::Duration;

use axum::Router;
use tokio::net::{TcpListener, TcpSocket};
use tokio::runtime::Runtime;

use crate::config::Config;
use crate::limits::{PRICES_INTERVAL, SWEEP_INTERVAL};
use crate::load::concurrency::ClientLimit;
use crate::prices::{Broken, Prices, Stamp};
use crate::router::router_with;
use crate::state::AppState;
use crate::store::{Store, StoreError, redact};
use connections::Connections;

/// Connections that the system holds while they wait to be accepted: a burst of thousands must find room (the system caps it).
const BACKLOG: u32 = 8192;
/// Threads that may block beside those of the runtime: pages have one more than there are cores, files need few.
const BLOCKING_THREADS: usize = 64;

/// Why the server did not start, or stopped.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The database cannot be used.
    #[error("cannot open the plans' database {url}: {source}")]
    Store {
        /// `DATABASE_URL`, without its password.
        url: String,
        /// What is the matter.
        source: StoreError,
    },
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {source}; stop the program that uses it, or set {setting}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The variable that holds it.
        setting: &'static str,
        /// What the system said.
        source: io::Error,
    },
    /// Price lists cannot be used.
    #[error("{0}")]
    Prices(#[from] Broken),
    /// Metrics cannot be counted.
    #[error("cannot count metrics: {0}")]
    Metrics(#[from] metrics_exporter_prometheus::BuildError),
}

/// The runtime of the server: twice as many threads as cores, as short computations run on them (`services::compute`) and
/// must leave some for everything else.
///
/// # Errors
/// Where the system gives no threads.
pub fn runtime() -> io::Result<Runtime> {
    let cores = available_parallelism().map_or(1, std::num::NonZero::get);
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(cores * 2)
        .max_blocking_threads(BLOCKING_THREADS)
        .thread_name("rigwise")
        .enable_all()
        .build()
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
    let url = redact(&config.database_url);
    let store = Store::open(&config.database_url).await.map_err(|source| ServeError::Store { url: url.clone(), source })?;
    let most = files::connections(config.max_connections);
    let listener = listen(config.address, "RIGWISE_ADDR")?;
    let address = listener.local_addr().unwrap_or(config.address);
    let mut state = AppState::new(store.clone(), config);
    let watcher = match &config.prices {
        Some(folder) => {
            Some(tokio::spawn(watch(state.workers.prices.clone(), folder.clone(), state.workers.prices.load(folder)?)))
        }
        None => None,
    };
    state.client_limit = ClientLimit::new(config.max_connections_per_client.map(NonZeroUsize::get), most);
    let metrics = match config.metrics_address {
        Some(address) => Some(tokio::spawn(scrape::serve(listen(address, "RIGWISE_METRICS_ADDR")?, state.clone())?)),
        None => None,
    };
    let sweeper = tokio::spawn(sweep(state.clone()));
    tracing::info!(%address, database = url, connections = most, "serving on http://{address}");

    // Behind a proxy all connections are the proxy's own; then each client's requests are counted (`layers::edge`).
    let client_limit = (!config.trust_proxy).then(|| state.client_limit.clone());
    let connections = Connections::new(router_with(state.clone(), more), most, client_limit);
    let drain = async {
        signals::stop().await;
        tracing::info!("stopping: no longer ready, finishing what has begun");
        state.stop();
        // A balancer learns from `/readyz` to send requests elsewhere before they would be refused.
        tokio::time::sleep(Duration::from_secs(config.drain_seconds.into())).await;
    };
    connections.accept_until(&listener, drain).await;
    drop(listener);
    connections.finish().await;
    sweeper.abort();
    if let Some(watcher) = watcher {
        watcher.abort();
    }
    if let Some(metrics) = metrics {
        metrics.abort();
    }
    store.close().await;
    tracing::info!("stopped");
    Ok(())
}

/// Listens with a queue that is long enough for a burst of connections.
fn listen(address: SocketAddr, setting: &'static str) -> Result<TcpListener, ServeError> {
    let open = || {
        let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
        // A restarted server need not wait for the last connections of the one before to be forgotten.
        #[cfg(not(windows))]
        socket.set_reuseaddr(true)?;
        socket.bind(address)?;
        socket.listen(BACKLOG)
    };
    open().map_err(|source| ServeError::Listen { address, setting, source })
}

/// Reads the price lists again whenever one of them has changed; what is broken is named once, and the list before stays.
async fn watch(prices: Prices, folder: PathBuf, mut seen: Stamp) {
    let mut interval = tokio::time::interval(PRICES_INTERVAL);
    loop {
        interval.tick().await;
        let (prices, folder) = (prices.clone(), folder.clone());
        let before = seen.clone();
        let reading = tokio::task::spawn_blocking(move || prices.refresh(&folder, before)).await;
        seen = reading.unwrap_or(seen);
    }
}

async fn sweep(state: AppState) {
    let mut interval = tokio::time::interval(SWEEP_INTERVAL);
    loop {
        interval.tick().await;
        state.quotas.sweep();
        state.workers.sweep();
    }
}
