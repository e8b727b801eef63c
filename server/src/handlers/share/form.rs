//! The forms of a plan's pages, field by field.

use app::Draft;
use engine::units::SECONDS_PER_DAY;
use jiff::Timestamp;

use crate::store::EditKey;

/// The longest that a key can be, and then some.
const KEY_LENGTH: usize = 200;
/// A day in seconds.
const DAY: i64 = SECONDS_PER_DAY as i64;

/// What a form said.
#[derive(Debug, Default)]
pub struct Fields {
    /// What is to be saved.
    pub draft: Draft,
    /// The key as it was typed.
    pub key: Option<EditKey>,
    /// The revision whose settings and figures are taken over.
    pub revision: Option<u64>,
    /// Whether an empty title or note stands for the one before.
    pub keeps_blank: bool,
}

impl Fields {
    /// Sorts the fields of a form; those of others are left alone.
    #[must_use]
    pub fn read(pairs: Vec<(String, String)>) -> Self {
        let mut fields = Self::default();
        for (name, value) in pairs {
            match name.as_str() {
                "base" => fields.draft.base = value.parse().unwrap_or(0),
                "query" => fields.draft.query = Some(value.trim_start_matches('?').to_owned()),
                "title" => fields.draft.title = value,
                "note" => fields.draft.note = value,
                "expires" => fields.draft.expires = value,
                "expires_on" => fields.draft.expires_on = value,
                "revision" => fields.revision = value.parse().ok(),
                "blank" => fields.keeps_blank = value == "keep",
                // People copy keys with what stands around them; an edit link is as good as its key.
                "key" => fields.key = key(&value),
                _ => {}
            }
        }
        fields
    }
}

/// The key in what was typed: itself, or an edit link.
fn key(text: &str) -> Option<EditKey> {
    let key = text.rsplit_once("#key=").map_or(text, |(_, key)| key).trim();
    (!key.is_empty() && key.len() <= KEY_LENGTH).then(|| EditKey::from_caller(key))
}

/// What was chosen is no day to come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotADay;

/// When a plan stops being shown by what was chosen; `now` for days, `before` where it stays.
pub fn expiry(choice: &str, day: &str, before: Option<Timestamp>, now: Timestamp) -> Result<Option<Timestamp>, NotADay> {
    match choice {
        "" | "keep" => Ok(before),
        "never" => Ok(None),
        // The whole of the day that was chosen belongs to it.
        "date" => {
            let day = day.trim();
            let end = format!("{day}T23:59:59Z").parse::<Timestamp>().ok();
            end.filter(|end| *end > now && day.len() == 10).map(Some).ok_or(NotADay)
        }
        days => {
            let days = days.parse::<i64>().ok().filter(|days| (1..=3660).contains(days)).ok_or(NotADay)?;
            let end = now.as_second().saturating_add(days.saturating_mul(DAY));
            Timestamp::from_second(end).map(Some).map_err(|_| NotADay)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_expiry_is_a_day_to_come_or_none() {
        let now: Timestamp = "2026-11-22T12:00:00Z".parse().unwrap();
        let at = |text: &str| Ok(Some(text.parse::<Timestamp>().unwrap()));
        assert_eq!(expiry("never", "", Some(now), now), Ok(None));
        assert_eq!(expiry("keep", "", Some(now), now), Ok(Some(now)));
        assert_eq!(expiry("30", "", None, now), at("2026-12-22T12:00:00Z"));
        assert_eq!(expiry("date", "2026-11-22", None, now), at("2026-11-22T23:59:59Z"));
        for day in ["2026-11-21", "", "tomorrow", "2026-13-01", "22.11.2030"] {
            assert_eq!(expiry("date", day, None, now), Err(NotADay), "{day}");
        }
        for choice in ["0", "-1", "99999999999999999999", "forever"] {
            assert_eq!(expiry(choice, "", None, now), Err(NotADay), "{choice}");
        }
    }

    #[test]
    fn a_key_may_come_as_an_edit_link() {
        let key = |text: &str| Fields::read(vec![("key".to_owned(), text.to_owned())]).key.map(|key| key.expose().to_owned());
        assert_eq!(key(" abc \n").as_deref(), Some("abc"));
        assert_eq!(key("http://localhost/p/x#key=abc").as_deref(), Some("abc"));
        assert_eq!(key("  "), None);
        assert_eq!(key(&"x".repeat(201)), None);
    }
}
