//! The table of settings: what `--help` prints and what the server reads are the same rows.

use std::fmt;
use std::str::FromStr;

use crate::store::redact;

/// A variable of the environment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Setting {
    /// Its name.
    pub name: &'static str,
    /// What it decides.
    pub meaning: &'static str,
    /// What a value must be, for the message about one that is not.
    pub expected: &'static str,
    /// The value that holds where none is set; empty for "off".
    pub default: &'static str,
    /// A value that can be used.
    pub example: &'static str,
}

/// Every setting of the server, in the order of the help text.
pub const SETTINGS: [Setting; 13] = [
    Setting {
        name: "RIGWISE_ADDR",
        meaning: "address and port to listen on",
        expected: "an IP address and a port",
        // This machine only, so that nothing is public by accident.
        default: "127.0.0.1:3000",
        example: "127.0.0.1:3000",
    },
    Setting {
        name: "DATABASE_URL",
        meaning: "the plans' database: sqlite:FILE, created where missing, or postgres://...",
        expected: "an SQLite or PostgreSQL URL",
        default: "sqlite:rigwise.db",
        example: "sqlite:rigwise.db",
    },
    Setting {
        name: "RIGWISE_WRITES_PER_MINUTE",
        meaning: "plans one client may save or change a minute, 0 for no limit",
        expected: "a whole number, 0 for no limit",
        default: "120",
        example: "120",
    },
    Setting {
        name: "RIGWISE_COMPUTE_PER_SECOND",
        meaning: "milliseconds of a core that one client's pages and estimates may take a second, 0 for no limit",
        expected: "a whole number, 0 for no limit",
        default: "1000",
        example: "1000",
    },
    Setting {
        name: "RIGWISE_SEARCH_PER_SECOND",
        meaning: "milliseconds of a core that one client's searches and batches may take a second, 0 for no limit",
        expected: "a whole number, 0 for no limit",
        default: "500",
        example: "500",
    },
    Setting {
        name: "RIGWISE_TRUST_PROXY",
        meaning: "true where a reverse proxy sets X-Forwarded-For, -Host and -Proto",
        expected: "true or false",
        default: "false",
        example: "true",
    },
    Setting {
        name: "RIGWISE_MAX_CONNECTIONS",
        meaning: "connections at once; empty for what the limit of open files allows, up to 15,000",
        expected: "a whole number from 1",
        default: "",
        example: "10000",
    },
    Setting {
        name: "RIGWISE_MAX_CONNECTIONS_PER_CLIENT",
        meaning: "connections of one client at once; empty for 1,000 or a quarter of all, whichever is less",
        expected: "a whole number from 1",
        default: "",
        example: "200",
    },
    Setting {
        name: "RIGWISE_METRICS_ADDR",
        meaning: "address and port for Prometheus, under /metrics; empty for none",
        expected: "an IP address and a port",
        default: "",
        example: "127.0.0.1:9100",
    },
    Setting {
        name: "RIGWISE_DRAIN_SECONDS",
        meaning: "seconds between the signal to stop, when /readyz turns 503, and the end of new connections",
        expected: "a whole number from 0 to 60",
        default: "1",
        example: "5",
    },
    Setting {
        name: "RIGWISE_PRICES",
        meaning: "folder with price lists of your shops (CSV, JSON, XLSX), read again on change; empty for the catalog's prices",
        expected: "a folder",
        default: "",
        example: "/etc/rigwise/prices",
    },
    Setting {
        name: "RIGWISE_LOG_FORMAT",
        meaning: "text or json, on standard error",
        expected: "text or json",
        default: "text",
        example: "json",
    },
    Setting {
        name: "RUST_LOG",
        meaning: "what is logged, such as `debug` or `server=debug`; `info,access=off` has no line per request",
        expected: "a filter of the log",
        default: "info",
        example: "server=debug",
    },
];

/// The setting of a name.
pub(super) fn find(name: &str) -> Option<&'static Setting> {
    SETTINGS.iter().find(|setting| setting.name == name)
}

/// The table for `--help`.
#[must_use]
pub fn reference() -> String {
    let width = SETTINGS.iter().map(|setting| setting.name.len()).max().unwrap_or_default();
    SETTINGS.iter().fold("Environment (of serve):".to_owned(), |text, setting| {
        let Setting { name, meaning, default, .. } = setting;
        let default = if default.is_empty() { String::new() } else { format!(" [default: {default}]") };
        format!("{text}\n  {name:width$}  {meaning}{default}")
    })
}

/// A setting that cannot be used.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name} is `{value}`, which is not {expected}; for example {name}={example}")]
pub struct ConfigError {
    name: &'static str,
    value: String,
    expected: &'static str,
    example: &'static str,
}

/// Every setting that cannot be used, one a line.
#[derive(Debug, PartialEq, Eq)]
pub struct ConfigErrors(Vec<ConfigError>);

impl fmt::Display for ConfigErrors {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.0.iter().enumerate() {
            write!(formatter, "{}{error}", if index == 0 { "" } else { "\n" })?;
        }
        Ok(())
    }
}

impl std::error::Error for ConfigErrors {}

/// Reads settings and collects those that cannot be used.
pub(super) struct Reader<F> {
    variable: F,
    errors: Vec<ConfigError>,
}

impl<F: Fn(&'static str) -> Option<String>> Reader<F> {
    pub(super) fn new(variable: F) -> Self {
        Self { variable, errors: Vec::new() }
    }

    /// The errors so far.
    pub(super) fn errors(self) -> ConfigErrors {
        ConfigErrors(self.errors)
    }

    /// A setting as a value, the default where it is not set; nothing where it cannot be used.
    pub(super) fn value<T: FromStr>(&mut self, name: &'static str) -> Option<T> {
        self.read(name, |text| text.parse().ok())
    }

    /// A number up to a limit.
    pub(super) fn number_up_to(&mut self, name: &'static str, most: u32) -> Option<u32> {
        self.read(name, |text| text.parse().ok().filter(|value| *value <= most))
    }

    /// A text that a check accepts.
    pub(super) fn value_where(&mut self, name: &'static str, accepts: impl Fn(&str) -> bool) -> Option<String> {
        self.read(name, |text| accepts(text).then(|| text.to_owned()))
    }

    fn read<T>(&mut self, name: &'static str, parse: impl Fn(&str) -> Option<T>) -> Option<T> {
        let setting = find(name)?;
        let value = (self.variable)(name).filter(|value| !value.trim().is_empty());
        let value = value.unwrap_or_else(|| setting.default.to_owned());
        let parsed = parse(value.trim());
        if parsed.is_none() {
            let Setting { expected, example, .. } = *setting;
            self.errors.push(ConfigError { name, value: redact(&value), expected, example });
        }
        parsed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_help_names_every_setting() {
        let text = reference();
        for setting in SETTINGS {
            assert!(text.contains(setting.name) && text.contains(setting.meaning), "{text}");
        }
    }
}
