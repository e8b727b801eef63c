//! Addresses of databases, and how they are shown without their secrets.

/// Which database an address names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `sqlite:path`.
    Sqlite,
    /// `postgres://` or `postgresql://`.
    Postgres,
}

impl Kind {
    /// The kind of database that an address names, if it is one that plans can live in.
    #[must_use]
    pub fn of(url: &str) -> Option<Self> {
        if url.starts_with("sqlite:") {
            Some(Self::Sqlite)
        } else if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            Some(Self::Postgres)
        } else {
            None
        }
    }
}

/// The address without passwords, for messages and logs.
///
/// What might be one is left out, even where the address cannot be understood: better a host too little than a password too much.
#[must_use]
pub fn redact(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return url.to_owned() };
    // A password may hold any character, so it ends only at the last `@`.
    let rest = match rest.rsplit_once('@') {
        Some((login, place)) => match login.split_once(':') {
            Some((user, _)) => format!("{user}:***@{place}"),
            None => format!("{login}@{place}"),
        },
        None => rest.to_owned(),
    };
    let Some((place, query)) = rest.split_once('?') else { return format!("{scheme}://{rest}") };
    let pairs = query.split('&').map(|pair| match pair.split_once('=') {
        Some((name, _)) if name.to_ascii_lowercase().contains("pass") => format!("{name}=***"),
        _ => pair.to_owned(),
    });
    format!("{scheme}://{place}?{}", pairs.collect::<Vec<_>>().join("&"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_password_is_left() {
        for (url, expected) in [
            ("sqlite:rigwise.db", "sqlite:rigwise.db"),
            ("sqlite://plans.db?mode=ro", "sqlite://plans.db?mode=ro"),
            ("postgres://rigwise@db.example/plans", "postgres://rigwise@db.example/plans"),
            ("postgres://rigwise:s3cret@db.example:5432/plans", "postgres://rigwise:***@db.example:5432/plans"),
            ("postgresql://rigwise:s3:c/r@e?t@db/plans?sslmode=disable", "postgresql://rigwise:***@db/plans?sslmode=disable"),
            ("postgres:///plans?host=/run&user=a&password=s3cret", "postgres:///plans?host=/run&user=a&password=***"),
            ("mysql://root:s3cret@db", "mysql://root:***@db"),
        ] {
            assert_eq!(redact(url), expected);
            assert!(!redact(url).contains("s3"), "{url}");
        }
    }

    #[test]
    fn two_kinds_of_databases_are_known() {
        assert_eq!(Kind::of("sqlite::memory:"), Some(Kind::Sqlite));
        assert_eq!(Kind::of("postgres://db"), Some(Kind::Postgres));
        assert_eq!(Kind::of("postgresql:///plans"), Some(Kind::Postgres));
        for url in ["", "postgres:", "mysql://db", "rigwise.db", "SQLITE:x"] {
            assert_eq!(Kind::of(url), None, "{url}");
        }
    }
}
