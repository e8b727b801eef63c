//! Settings, from the environment; every one has a default, and bad values stop the start, all of them named at once.

mod setting;

use std::net::SocketAddr;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;
use std::str::FromStr;

pub use setting::{ConfigError, ConfigErrors, SETTINGS, Setting, reference};
use setting::{Reader, find};

use crate::store;

/// Plans that one client may save or change a minute: a person saves one now and then, a script some.
pub const DEFAULT_WRITES_PER_MINUTE: u32 = 120;
/// Milliseconds of computing that one client may use a second for pages and estimates: a whole core.
pub const DEFAULT_COMPUTE_PER_SECOND: u32 = 1000;
/// Milliseconds of computing that one client may use a second for searches and batches: half a core.
pub const DEFAULT_SEARCH_PER_SECOND: u32 = 500;
/// Seconds for which a stopping server still takes requests, while `/readyz` already says that it is leaving.
pub const DEFAULT_DRAIN_SECONDS: u32 = 1;

/// How the server runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config {
    /// `RIGWISE_ADDR`: address and port to listen on.
    pub address: SocketAddr,
    /// `DATABASE_URL`: the plans' database, as `sqlite:path` or `postgres://...`.
    pub database_url: String,
    /// What one client may ask for.
    pub limits: Limits,
    /// `RIGWISE_TRUST_PROXY`: a reverse proxy in front sets `X-Forwarded-For`, `X-Forwarded-Host` and `X-Forwarded-Proto`;
    /// without one they are whatever the client wrote.
    pub trust_proxy: bool,
    /// `RIGWISE_MAX_CONNECTIONS`: connections at once; none for as many as the system's limit of open files allows.
    pub max_connections: Option<NonZeroUsize>,
    /// `RIGWISE_MAX_CONNECTIONS_PER_CLIENT`: connections of one client at once; none for the server's own choice.
    pub max_connections_per_client: Option<NonZeroUsize>,
    /// `RIGWISE_METRICS_ADDR`: where Prometheus reads metrics; none for nowhere.
    pub metrics_address: Option<SocketAddr>,
    /// `RIGWISE_DRAIN_SECONDS`: how long a stopping server still takes requests.
    pub drain_seconds: u32,
    /// `RIGWISE_PRICES`: the folder with price lists of the buyer's own shops; none for the catalog's prices.
    pub prices: Option<PathBuf>,
    /// How the log is written.
    pub log: Log,
}

/// What one client may have of the server; none means as much as it likes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// `RIGWISE_WRITES_PER_MINUTE`: plans saved, changed or revoked; 0 for no limit.
    pub writes_per_minute: Option<NonZeroU32>,
    /// `RIGWISE_COMPUTE_PER_SECOND`: milliseconds of a core's time for whatever is no search; 0 for no limit.
    pub compute_per_second: Option<NonZeroU32>,
    /// `RIGWISE_SEARCH_PER_SECOND`: milliseconds of a core's time for searches through the catalog and batches; 0 for no limit.
    pub search_per_second: Option<NonZeroU32>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            writes_per_minute: NonZeroU32::new(DEFAULT_WRITES_PER_MINUTE),
            compute_per_second: NonZeroU32::new(DEFAULT_COMPUTE_PER_SECOND),
            search_per_second: NonZeroU32::new(DEFAULT_SEARCH_PER_SECOND),
        }
    }
}

/// How the log is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Log {
    /// `RIGWISE_LOG_FORMAT`.
    pub format: LogFormat,
    /// `RUST_LOG`: what is logged, in the syntax of `tracing_subscriber::EnvFilter`.
    pub filter: String,
}

/// Forms of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogFormat {
    /// A line of text per event, for people.
    Text,
    /// A JSON object per line, for programs.
    Json,
}

impl FromStr for LogFormat {
    type Err = ();

    fn from_str(word: &str) -> Result<Self, ()> {
        match word {
            "text" => Ok(Self::Text),
            "json" => Ok(Self::Json),
            _ => Err(()),
        }
    }
}

/// Nothing, or a value: `FromStr` for settings whose default is to be off.
struct Maybe<T>(Option<T>);

impl<T: FromStr> FromStr for Maybe<T> {
    type Err = T::Err;

    fn from_str(text: &str) -> Result<Self, T::Err> {
        if text.is_empty() { Ok(Self(None)) } else { text.parse().map(|value| Self(Some(value))) }
    }
}

impl Config {
    /// Reads the settings from the process's environment.
    ///
    /// # Errors
    /// Names every variable whose value cannot be used.
    pub fn from_environment() -> Result<Self, ConfigErrors> {
        Self::read(|name| std::env::var_os(name).map(|value| value.to_string_lossy().into_owned()))
    }

    /// Reads the settings from any source of variables; an empty value counts as not set.
    fn read(variable: impl Fn(&'static str) -> Option<String>) -> Result<Self, ConfigErrors> {
        let mut reader = Reader::new(variable);
        let address = reader.value("RIGWISE_ADDR");
        let database_url = reader.value_where("DATABASE_URL", is_database);
        let writes = reader.value("RIGWISE_WRITES_PER_MINUTE");
        let compute = reader.value("RIGWISE_COMPUTE_PER_SECOND");
        let search = reader.value("RIGWISE_SEARCH_PER_SECOND");
        let trust_proxy = reader.value("RIGWISE_TRUST_PROXY");
        let max_connections: Option<Maybe<NonZeroUsize>> = reader.value("RIGWISE_MAX_CONNECTIONS");
        let per_client: Option<Maybe<NonZeroUsize>> = reader.value("RIGWISE_MAX_CONNECTIONS_PER_CLIENT");
        let metrics: Option<Maybe<SocketAddr>> = reader.value("RIGWISE_METRICS_ADDR");
        let drain_seconds = reader.number_up_to("RIGWISE_DRAIN_SECONDS", 60);
        let prices: Option<Maybe<PathBuf>> = reader.value("RIGWISE_PRICES");
        let format = reader.value("RIGWISE_LOG_FORMAT");
        let filter = reader.value_where("RUST_LOG", |text| tracing_subscriber::EnvFilter::try_new(text).is_ok());
        let whole = || {
            let [writes, compute, search] = [writes?, compute?, search?].map(NonZeroU32::new);
            Some(Self {
                address: address?,
                database_url: database_url?,
                limits: Limits { writes_per_minute: writes, compute_per_second: compute, search_per_second: search },
                trust_proxy: trust_proxy?,
                max_connections: max_connections?.0,
                max_connections_per_client: per_client?.0,
                metrics_address: metrics?.0,
                drain_seconds: drain_seconds?,
                prices: prices?.0,
                log: Log { format: format?, filter: filter? },
            })
        };
        whole().ok_or_else(|| reader.errors())
    }
}

/// Whether a store can be opened by this URL, as far as its scheme says.
fn is_database(url: &str) -> bool {
    store::Kind::of(url).is_some()
}

/// The default of a setting, as it is documented.
#[must_use]
pub fn default_of(name: &str) -> &'static str {
    find(name).map_or("", |setting| setting.default)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(variables: &[(&str, &str)]) -> Result<Config, ConfigErrors> {
        Config::read(|name| variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned()))
    }

    #[test]
    fn without_variables_the_server_listens_on_loopback_and_keeps_a_file() {
        let config = read(&[]).unwrap();
        assert!(config.address.ip().is_loopback());
        assert_eq!(config.address.port(), 3000);
        assert_eq!(config.database_url, "sqlite:rigwise.db");
        assert_eq!(config.limits, Limits::default());
        assert_eq!((config.max_connections, config.max_connections_per_client, config.metrics_address), (None, None, None));
        assert_eq!(config.prices, None);
        assert_eq!(config.drain_seconds, DEFAULT_DRAIN_SECONDS);
        assert_eq!(config.log, Log { format: LogFormat::Text, filter: "info".to_owned() });
    }

    #[test]
    fn variables_win_and_zero_lifts_a_limit() {
        let config = read(&[
            ("RIGWISE_ADDR", "[::1]:8080"),
            ("RIGWISE_COMPUTE_PER_SECOND", "0"),
            ("RIGWISE_SEARCH_PER_SECOND", "250"),
            ("DATABASE_URL", ""),
            ("RIGWISE_MAX_CONNECTIONS", "50"),
            ("RIGWISE_MAX_CONNECTIONS_PER_CLIENT", "5"),
            ("RIGWISE_METRICS_ADDR", "127.0.0.1:9100"),
            ("RIGWISE_PRICES", "/srv/prices"),
            ("RIGWISE_LOG_FORMAT", "json"),
            ("RUST_LOG", "server=debug"),
        ])
        .unwrap();
        assert_eq!(config.address.port(), 8080);
        assert_eq!(config.limits.compute_per_second, None);
        assert_eq!(config.limits.search_per_second, NonZeroU32::new(250));
        assert_eq!(config.database_url, default_of("DATABASE_URL"));
        assert_eq!(config.max_connections.unwrap().get(), 50);
        assert_eq!(config.max_connections_per_client.unwrap().get(), 5);
        assert_eq!(config.metrics_address.unwrap().port(), 9100);
        assert_eq!(config.prices, Some(PathBuf::from("/srv/prices")));
        assert_eq!(config.log.format, LogFormat::Json);
    }

    #[test]
    fn a_bad_value_is_named_with_an_example() {
        for (name, value) in [
            ("RIGWISE_ADDR", "localhost"),
            ("RIGWISE_ADDR", "127.0.0.1:99999"),
            ("DATABASE_URL", "mysql://localhost/plans"),
            ("RIGWISE_WRITES_PER_MINUTE", "-1"),
            ("RIGWISE_TRUST_PROXY", "perhaps"),
            ("RIGWISE_SEARCH_PER_SECOND", "half"),
            ("RIGWISE_MAX_CONNECTIONS", "0"),
            ("RIGWISE_MAX_CONNECTIONS_PER_CLIENT", "0"),
            ("RIGWISE_METRICS_ADDR", "9100"),
            ("RIGWISE_DRAIN_SECONDS", "61"),
            ("RIGWISE_LOG_FORMAT", "xml"),
            ("RUST_LOG", "server=loud"),
        ] {
            let message = read(&[(name, value)]).unwrap_err().to_string();
            assert!(message.starts_with(&format!("{name} is `{value}`")), "{message}");
            assert!(message.contains(&format!("for example {name}=")), "{message}");
        }
    }

    /// An operator can correct everything at once.
    #[test]
    fn all_bad_values_are_named_at_once() {
        let message =
            read(&[("RIGWISE_ADDR", "x"), ("RIGWISE_TRUST_PROXY", "x"), ("RIGWISE_LOG_FORMAT", "x")]).unwrap_err().to_string();
        assert_eq!(message.lines().count(), 3, "{message}");
    }

    #[test]
    fn a_password_is_never_repeated() {
        let message = read(&[("DATABASE_URL", "mysql://rigwise:secret@db/plans")]).unwrap_err().to_string();
        assert!(!message.contains("secret") && message.contains("mysql://rigwise:***@db/plans"), "{message}");
    }
}
