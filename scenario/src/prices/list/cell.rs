//! What single cells of a price list say.

use super::super::csv::unit_price;
use super::super::within;
use crate::error::{Expected, Reason};
use crate::limits;
use crate::number::parse_integer;
use crate::visible::line;

/// A number as a cell of a workbook or JSON has it, in digits that nobody takes for thousands.
#[must_use]
pub fn typed(value: f64) -> String {
    if value.fract() == 0.0 { value.to_string() } else { format!("{value}000") }
}

/// A price that is asked: nothing is given away, and what is not known has no row.
pub(super) fn price(text: &str) -> Result<f64, Reason> {
    within(limits::LISTED_PRICE, unit_price(text)?)
}

/// Yes or no.
pub(super) fn flag(text: &str) -> Result<bool, Reason> {
    match text.to_lowercase().as_str() {
        "true" | "yes" | "y" | "1" | "incl" | "incl." | "included" | "gross" | "是" | "含税" => Ok(true),
        "false" | "no" | "n" | "0" | "excl" | "excl." | "excluded" | "net" | "否" | "不含税" => Ok(false),
        _ => Err(Reason::WrongType { expected: Expected::Flag }),
    }
}

/// How many are there; a shop that says yes has at least one.
pub(super) fn stock(text: &str) -> Result<u64, Reason> {
    match text.to_lowercase().as_str() {
        "yes" | "true" | "有" => Ok(1),
        "no" | "false" | "无" => Ok(0),
        _ => parse_integer(text).ok_or(Reason::WrongType { expected: Expected::Integer }),
    }
}

/// A short text in one line, which shows what it says.
pub(super) fn words(text: &str) -> Result<String, Reason> {
    if text.chars().count() > limits::TEXT_LENGTH {
        return Err(Reason::TooLong { max: limits::TEXT_LENGTH });
    }
    Ok(line(text))
}

/// A day as `2026-11-30`; `2026/11/30` and `30.11.2026` say the same, and `11/30/2026` is another day elsewhere.
pub(super) fn day(text: &str) -> Result<String, Reason> {
    let numbers = |separator: char| -> Option<[u32; 3]> {
        let all = text.split(separator).map(str::parse::<u32>).collect::<Result<Vec<u32>, _>>().ok()?;
        all.try_into().ok()
    };
    let date = numbers('-').or_else(|| numbers('/')).filter(|date| date[0] > 31);
    let date = date.or_else(|| numbers('.').map(|[day, month, year]| [year, month, day]));
    let is_day = |[year, month, day]: &[u32; 3]| {
        let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let days = match *month {
            2 if is_leap => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        };
        (1970..=9999).contains(year) && (1..=12).contains(month) && (1..=days).contains(day)
    };
    date.filter(is_day).map(|[year, month, day]| format!("{year:04}-{month:02}-{day:02}")).ok_or(Reason::NotADate)
}
