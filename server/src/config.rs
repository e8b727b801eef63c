//! Settings, from the environment; every one has a default, and a bad value stops the start with its name.

use std::fmt::Display;
use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::str::FromStr;

use crate::store;

/// Where `RIGWISE_ADDR` is not set: this machine only, so that nothing is public by accident.
pub const DEFAULT_ADDRESS: &str = "127.0.0.1:3000";
/// Where `DATABASE_URL` is not set: a file in the working folder, created on the first start.
pub const DEFAULT_DATABASE_URL: &str = "sqlite:rigwise.db";
/// Plans that one client may save or change a minute: a person saves one now and then, a script some.
pub const DEFAULT_WRITES_PER_MINUTE: u32 = 120;
/// Estimates and recommendations that one client may ask for a second; a batch of a thousand counts once.
pub const DEFAULT_COMPUTE_PER_SECOND: u32 = 500;

/// How the server runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config {
    /// `RIGWISE_ADDR`: address and port to listen on.
    pub address: SocketAddr,
    /// `DATABASE_URL`: the plans' database, as `sqlite:path` or `postgres://user:password@host/database`.
    pub database_url: String,
    /// What one client may ask for.
    pub limits: Limits,
    /// `RIGWISE_TRUST_PROXY`: a reverse proxy in front sets `X-Forwarded-For`, `X-Forwarded-Host` and `X-Forwarded-Proto`;
    /// without one they are whatever the client wrote.
    pub trust_proxy: bool,
}

/// Requests that one client may make; none means as many as it likes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// `RIGWISE_WRITES_PER_MINUTE`: plans saved, changed or revoked; 0 for no limit.
    pub writes_per_minute: Option<NonZeroU32>,
    /// `RIGWISE_COMPUTE_PER_SECOND`: estimates and recommendations; 0 for no limit.
    pub compute_per_second: Option<NonZeroU32>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            writes_per_minute: NonZeroU32::new(DEFAULT_WRITES_PER_MINUTE),
            compute_per_second: NonZeroU32::new(DEFAULT_COMPUTE_PER_SECOND),
        }
    }
}

/// A setting that cannot be used.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name} is `{value}`, which is not {expected}; for example {name}={example}")]
pub struct ConfigError {
    name: &'static str,
    value: String,
    expected: &'static str,
    example: String,
}

impl Config {
    /// Reads the settings from the process's environment.
    ///
    /// # Errors
    /// Names the first variable whose value cannot be used.
    pub fn from_environment() -> Result<Self, ConfigError> {
        Self::read(|name| std::env::var_os(name).map(|value| value.to_string_lossy().into_owned()))
    }

    /// Reads the settings from any source of variables; an empty value counts as not set.
    fn read(variable: impl Fn(&'static str) -> Option<String>) -> Result<Self, ConfigError> {
        let source = |name| variable(name).filter(|value| !value.is_empty());
        let config = Self {
            address: parse(source, "RIGWISE_ADDR", "an IP address and a port", DEFAULT_ADDRESS)?,
            database_url: source("DATABASE_URL").unwrap_or_else(|| DEFAULT_DATABASE_URL.to_owned()),
            limits: Limits {
                writes_per_minute: limit(source, "RIGWISE_WRITES_PER_MINUTE", DEFAULT_WRITES_PER_MINUTE)?,
                compute_per_second: limit(source, "RIGWISE_COMPUTE_PER_SECOND", DEFAULT_COMPUTE_PER_SECOND)?,
            },
            trust_proxy: parse(source, "RIGWISE_TRUST_PROXY", "true or false", false)?,
        };
        if store::Kind::of(&config.database_url).is_some() {
            Ok(config)
        } else {
            let value = store::redacted(&config.database_url);
            Err(error("DATABASE_URL", value, "an address of SQLite (sqlite:) or PostgreSQL (postgres://)", DEFAULT_DATABASE_URL))
        }
    }
}

/// A variable as a value, or the default where it is not set.
fn parse<T: FromStr>(
    source: impl Fn(&'static str) -> Option<String>,
    name: &'static str,
    expected: &'static str,
    default: impl Display,
) -> Result<T, ConfigError> {
    let value = source(name).unwrap_or_else(|| default.to_string());
    value.trim().parse().map_err(|_| error(name, value, expected, default))
}

/// A limit, where 0 stands for none.
fn limit(
    source: impl Fn(&'static str) -> Option<String>,
    name: &'static str,
    default: u32,
) -> Result<Option<NonZeroU32>, ConfigError> {
    parse(source, name, "a whole number, 0 for no limit", default).map(NonZeroU32::new)
}

fn error(name: &'static str, value: String, expected: &'static str, example: impl Display) -> ConfigError {
    ConfigError { name, value, expected, example: example.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(variables: &[(&str, &str)]) -> Result<Config, ConfigError> {
        Config::read(|name| variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned()))
    }

    #[test]
    fn without_variables_the_server_listens_on_loopback_and_keeps_a_file() {
        let config = read(&[]).unwrap();
        assert!(config.address.ip().is_loopback());
        assert_eq!(config.address.port(), 3000);
        assert_eq!(config.database_url, "sqlite:rigwise.db");
        assert_eq!(config.limits, Limits::default());
    }

    #[test]
    fn variables_win_and_zero_lifts_a_limit() {
        let config = read(&[("RIGWISE_ADDR", "[::1]:8080"), ("RIGWISE_COMPUTE_PER_SECOND", "0"), ("DATABASE_URL", "")]).unwrap();
        assert_eq!(config.address.port(), 8080);
        assert_eq!(config.limits.compute_per_second, None);
        assert_eq!(config.database_url, DEFAULT_DATABASE_URL);
    }

    #[test]
    fn a_bad_value_is_named_with_an_example() {
        for (name, value) in [
            ("RIGWISE_ADDR", "localhost"),
            ("RIGWISE_ADDR", "127.0.0.1:99999"),
            ("DATABASE_URL", "mysql://localhost/plans"),
            ("RIGWISE_WRITES_PER_MINUTE", "-1"),
            ("RIGWISE_TRUST_PROXY", "perhaps"),
        ] {
            let message = read(&[(name, value)]).unwrap_err().to_string();
            assert!(message.starts_with(&format!("{name} is `{value}`")), "{message}");
            assert!(message.contains(&format!("for example {name}=")), "{message}");
        }
    }
}
