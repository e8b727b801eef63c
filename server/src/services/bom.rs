//! Bills of materials as files: which format and language is asked for, and the bytes of it.

mod stored;
mod today;

use api::Desk;
use api::export::FILE;
use api::export::{Format, file_name, write};
use app::PlanBill;
use scenario::{FieldError, Reason, query};
use wire::Locale;
use wire::v1::bom::{Bom, BomPlan};
use wire::v1::{Prices, Problem, ProblemCode, Scenario};

use self::stored::Stored;
pub(super) use self::today::is_of_today;
pub use self::today::own_prices;
use self::today::{of_today, read_prices};
use super::plans;
use crate::problem::ApiError;
use crate::store::Revision;

/// Parameter that asks for today's bill of a plan in place of the stored one.
const RECOMPUTED: &str = "recomputed";

/// How a bill is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wanted {
    /// As what.
    pub format: Format,
    /// In which language its texts are.
    pub locale: Locale,
    /// To be kept as a file rather than read at once.
    pub attached: bool,
}

/// A bill, written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// How it was wanted.
    pub wanted: Wanted,
    /// Name to keep it under, safe for a header.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// The format that a query names, or else that the client accepts; JSON where it accepts none of ours.
///
/// # Errors
/// A problem where the query names a format that there is not.
pub fn negotiate(encoded: &str, accept: &str, locale: Locale) -> Result<Wanted, Problem> {
    if let Some((_, given)) = query::decode(encoded).find(|(name, _)| name == FILE) {
        let format = Format::from_extension(&given).ok_or_else(|| scenario::problem::invalid(&[unknown_format(given)]))?;
        return Ok(Wanted { format, locale, attached: true });
    }
    let format = preferred_format(accept);
    Ok(Wanted { format, locale, attached: format != Format::Json })
}

fn unknown_format(given: String) -> FieldError {
    let allowed = Format::ALL.map(|format| format.extension().to_owned()).to_vec();
    FieldError::new("/file", Reason::UnknownValue { given, allowed })
}

/// The bill of a scenario with own prices as it is wanted.
///
/// # Errors
/// Every field at fault.
pub fn file(scenario: &Scenario, prices: &Prices, wanted: Wanted) -> Result<File, Problem> {
    written(&api::bill::bom_with_in(scenario, prices, wanted.locale)?, wanted)
}

fn written(bom: &Bom, wanted: Wanted) -> Result<File, Problem> {
    Ok(File { wanted, name: file_name(bom, wanted.format), bytes: write(bom, wanted.format, wanted.locale)? })
}

/// Own prices that a query says.
///
/// # Errors
/// Every parameter at fault.
pub fn prices(encoded: &str) -> Result<Prices, Problem> {
    let (prices, errors) = scenario::prices::from_query(query::decode(encoded));
    if errors.is_empty() { Ok(prices) } else { Err(scenario::problem::invalid(&errors)) }
}

/// The bill of a scenario as it is stored with a plan; none where it has no bill, which does not stop a plan from being saved.
#[must_use]
pub fn to_store(desk: &mut Desk, scenario: &Scenario, prices: Option<&str>) -> Option<String> {
    let bom = api::bill::bom_at(desk, scenario, &read_prices(prices).ok()?, Locale::En).ok()?;
    serde_json::to_string(&bom).ok()
}

/// The bill of a stored plan: as it was stored, or where it was not, or is asked for, as it is computed today; the file says
/// whose it is, and where the plan is on the site, whose scheme and host are `origin`.
///
/// # Errors
/// Where a scenario that has to be computed cannot be any more: every field at fault.
pub fn of_plan(revision: &Revision, wanted: Wanted, recomputed: bool, origin: &str) -> Result<File, ApiError> {
    let plan = facts(revision, origin);
    match stored::bill(revision, wanted.locale).filter(|_| !recomputed) {
        Some(Stored::AsWritten(bom, text)) => Ok(stored_file(*bom, text, plan, wanted)?),
        Some(Stored::Translated(bom)) => Ok(told(*bom, plan, wanted)?),
        None => Ok(told(of_today(revision, wanted.locale)?, plan, wanted)?),
    }
}

fn told(mut bom: Bom, plan: BomPlan, wanted: Wanted) -> Result<File, Problem> {
    bom.plan = Some(Box::new(plan));
    written(&bom, wanted)
}

/// What the file of a bill says of its plan.
fn facts(revision: &Revision, origin: &str) -> BomPlan {
    let (id, content) = (revision.id.as_str(), &revision.content);
    let told = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    BomPlan {
        id: id.to_owned(),
        revision: revision.number,
        // A file stays as it is, and so does a revision.
        url: format!("{origin}{}/r/{}", plans::url(id), revision.number),
        created_at: revision.created_at.to_string(),
        title: told(&content.title),
        note: told(&content.note),
    }
}

/// The bill of a stored plan for a page.
///
/// # Errors
/// As [`of_plan`].
pub fn page_bill(revision: &Revision, locale: Locale) -> Result<PlanBill, ApiError> {
    let stored = stored::bill(revision, locale);
    let (is_stored, is_translated) = (stored.is_some(), matches!(stored, Some(Stored::Translated(_))));
    let bom = match stored {
        Some(Stored::AsWritten(bom, _) | Stored::Translated(bom)) => *bom,
        None => {
            return Ok(PlanBill {
                prices: own_prices(&revision.content)?,
                bom: of_today(revision, locale)?,
                is_stored,
                is_translated,
            });
        }
    };
    Ok(PlanBill { bom, is_stored, is_translated, prices: own_prices(&revision.content).unwrap_or_default() })
}

/// A stored bill as a file; as JSON it is what was stored, once its price says whether it is whole, with its plan at the end.
fn stored_file(bom: Bom, text: &str, plan: BomPlan, wanted: Wanted) -> Result<File, Problem> {
    if wanted.format == Format::Json && text.contains("\"known_amount\"") {
        return Ok(File { wanted, name: file_name(&bom, wanted.format), bytes: ended(text, &plan)? });
    }
    told(bom, plan, wanted)
}

/// A stored bill's text with its plan as one more member: all that was stored stays as it was, to the last digit.
fn ended(text: &str, plan: &BomPlan) -> Result<Vec<u8>, Problem> {
    let plan = serde_json::to_string(plan)
        .map_err(|error| Problem::new(ProblemCode::Internal, format!("the file cannot be written: {error}")))?;
    let members = text.trim_end().strip_suffix('}').unwrap_or(text);
    Ok(format!("{members},\"plan\":{plan}}}").into_bytes())
}

/// Whether a query asks for today's bill in place of the stored one.
///
/// # Errors
/// A problem where it is neither `true` nor `false`.
pub fn is_recomputed(encoded: &str) -> Result<bool, Problem> {
    match query::decode(encoded).find(|(name, _)| name == RECOMPUTED).map(|(_, value)| value) {
        None => Ok(false),
        Some(value) if value == "true" => Ok(true),
        Some(value) if value == "false" => Ok(false),
        Some(given) => {
            let reason = Reason::UnknownValue { given, allowed: vec!["true".to_owned(), "false".to_owned()] };
            Err(scenario::problem::invalid(&[FieldError::new(format!("/{RECOMPUTED}"), reason)]))
        }
    }
}

/// Formats by what the server would rather send.
const PREFERRED: [Format; 4] = [Format::Json, Format::Csv, Format::Xlsx, Format::Markdown];

/// The format that a client weighs highest (RFC 9110, section 12.5.1); of equal weights ours.
fn preferred_format(accept: &str) -> Format {
    let mut best = (0.0, Format::Json);
    for format in PREFERRED {
        let weight = weight(accept, format);
        if weight > best.0 {
            best = (weight, format);
        }
    }
    best.1
}

/// How much a client wants a format: the weight of the narrowest range that has it.
fn weight(accept: &str, format: Format) -> f64 {
    let media = format.media_type().split(';').next().unwrap_or_default();
    let family = media.split('/').next().unwrap_or_default();
    let mut narrowest = (0, 0.0);
    for entry in accept.split(',') {
        let mut parts = entry.split(';').map(str::trim);
        let range = parts.next().unwrap_or_default().to_ascii_lowercase();
        let rank = match range.split_once('/') {
            Some(("*", "*")) => 1,
            Some((kind, "*")) if kind == family => 2,
            _ if range == media => 3,
            _ => continue,
        };
        let weight = parts.find_map(|part| part.strip_prefix("q=")).map_or(Ok(1.0), str::parse::<f64>).unwrap_or(0.0);
        if rank > narrowest.0 {
            narrowest = (rank, weight);
        }
    }
    narrowest.1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_client_says_what_it_accepts() {
        for (accept, expected) in [
            ("", Format::Json),
            ("*/*", Format::Json),
            ("text/html,application/xhtml+xml,*/*;q=0.8", Format::Json),
            ("text/csv", Format::Csv),
            ("Text/CSV; charset=utf-8", Format::Csv),
            ("text/*", Format::Csv),
            ("text/markdown, application/json;q=0.5", Format::Markdown),
            ("text/csv;q=0.2, application/json;q=0.1", Format::Csv),
            ("text/csv, application/json", Format::Json),
            ("*/*, application/json;q=0.5", Format::Csv),
            ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", Format::Xlsx),
            ("image/png", Format::Json),
            ("text/csv;q=0, text/*", Format::Markdown),
            ("text/csv;q=x", Format::Json),
        ] {
            assert_eq!(preferred_format(accept), expected, "{accept}");
        }
    }

    #[test]
    fn an_address_goes_before_what_the_client_accepts() {
        let asked = |encoded: &str| negotiate(encoded, "text/csv", Locale::En);
        assert_eq!(asked("v=1&file=md").map(|wanted| wanted.format), Ok(Format::Markdown));
        assert_eq!(asked("v=1").map(|wanted| wanted.format), Ok(Format::Csv));
        assert!(asked("file=json").is_ok_and(|wanted| wanted.attached));
        assert!(negotiate("", "*/*", Locale::En).is_ok_and(|wanted| !wanted.attached), "a program reads JSON at once");
        for bad in ["file=pdf", "file=", "file=CSV"] {
            assert!(asked(bad).is_err_and(|problem| problem.errors[0].pointer == "/file"), "{bad}");
        }
    }
}
