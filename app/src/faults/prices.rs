//! What is wrong with the reader's own prices: by the labels of their form, and by lines of their list.

use scenario::FieldError;
use scenario::error::Reason;
use scenario::parts::{FULL_TOWER, MID_TOWER};
use workstation::machines::{kit_name, name_on_pages};

use crate::locale::Locale;
use crate::messages::{bom_money as text, need, token_costs};

/// What a field of the form with prices is called; none for any other field.
pub(super) fn label(pointer: &str, locale: Locale) -> Option<String> {
    let name = pointer.strip_prefix("/prices/")?;
    let (name, rest) = name.split_once('/').unwrap_or((name, ""));
    let label = match name {
        "parts" | "parts_csv" | scenario::prices::OWN => text::own(locale),
        "currency" | scenario::prices::CURRENCY => text::currency(locale),
        "cny_per_usd" => text::rate(locale),
        "rates" if rest.is_empty() => text::rates(locale),
        "rates" => return Some(text::rate_of(locale, rest)),
        "fields" => return Some(text::own_price_of(locale, &called(rest, locale))),
        "electricity_per_kwh" => text::electricity(locale),
        "hours_per_day" => text::hours(locale),
        "days_per_year" => text::days(locale),
        "pue" => text::pue(locale),
        "resale" => text::resale(locale),
        "api_input" | "api_input_per_million_tokens" => token_costs::api_input(locale),
        "api_output" | "api_output_per_million_tokens" => token_costs::api_output(locale),
        "spend" => crate::messages::upgrade::most(locale),
        "card_sells" => crate::messages::upgrade::brings(locale),
        _ => return None,
    };
    Some(label.to_owned())
}

/// What a part is called, or its id where nothing is.
fn called(id: &str, locale: Locale) -> String {
    match id {
        MID_TOWER => need::case_mid(locale).to_owned(),
        FULL_TOWER => need::case_full(locale).to_owned(),
        id => part_name(id).unwrap_or_else(|| id.to_owned()),
    }
}

/// What the catalog calls a part.
#[must_use]
pub fn part_name(id: &str) -> Option<String> {
    let device = || catalog::gpu(id).map(|row| row.name).or_else(|| catalog::cpu(id).map(|row| row.name));
    let store = || catalog::storage(id).map(|row| row.name);
    let frame = || catalog::platform(id).map(|row| row.name).or_else(|| catalog::power_supply(id).map(|row| row.name));
    let product = || catalog::board(id).map(|row| row.name).or_else(|| catalog::case(id).map(|row| row.name));
    let system = || catalog::cooler(id).map(|row| row.name).or_else(|| catalog::server(id).map(|row| row.name));
    let network = || catalog::network(id).map(|row| row.name);
    let name = device().or_else(store).or_else(frame).or_else(product).or_else(system).or_else(network);
    name.map(str::to_owned).or_else(|| catalog::memory_kit(id).map(|kit| name_on_pages(&kit_name(kit))))
}

/// The id of that field; none for any other.
#[must_use]
pub fn target(pointer: &str) -> Option<String> {
    let name = pointer.strip_prefix("/prices/")?;
    let (name, rest) = name.split_once('/').unwrap_or((name, ""));
    Some(match name {
        "parts" | "parts_csv" | scenario::prices::OWN => "m-own".to_owned(),
        "currency" | scenario::prices::CURRENCY => "m-other_currency".to_owned(),
        "rates" => "m-other_rate".to_owned(),
        "fields" => format!("price-{rest}"),
        "api_input" | "api_output" => format!("t-{name}"),
        "spend" | "card_sells" => format!("u-{name}"),
        "cny_per_usd" | "electricity_per_kwh" | "hours_per_day" | "days_per_year" | "pue" => format!("m-{name}"),
        _ => return None,
    })
}

/// A fault of a line of the list.
pub(super) fn in_line(line: u64, column: &str, reason: &Reason, locale: Locale) -> String {
    let line = line.to_string();
    if let Reason::UnknownId { given, nearest, .. } = reason {
        let nearest = nearest.as_deref().map(|id| text::nearest(locale, id)).unwrap_or_default();
        return text::no_part(locale, &line, given) + &nearest;
    }
    let detail = FieldError::new("", reason.clone()).detail(locale);
    let column = match column {
        "id" => text::column_id(locale),
        "unit_price" => text::column_price(locale),
        "currency" => text::column_currency(locale),
        "note" => text::column_note(locale),
        _ => return text::in_line(locale, &line, &detail),
    };
    text::in_cell(locale, &line, column, &detail)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faults;
    use crate::locale::colon;

    #[test]
    fn a_fault_of_own_prices_is_told_without_places_in_documents() {
        let asked = "own_prices=id%2Cunit_price%0Artx-4090%2C1500%0Afoo%2C3%0Acase%2C-1%0Arx-7900-xtx%2C&pue=x&prices_in=EURO";
        let (_, errors) = scenario::prices::from_query(scenario::query::decode(asked));
        for locale in Locale::ALL {
            let said: Vec<String> = errors
                .iter()
                .map(|error| {
                    format!("{}{}{}", faults::label(&error.pointer, locale), colon(locale), faults::detail(error, locale))
                })
                .collect();
            assert!(
                said.iter()
                    .any(|said| said
                        .contains(locale.pick("line 3: `foo` is no part of the catalog", "第 3 行：目录中没有部件 `foo`"))),
                "{said:?}"
            );
            let one = label("/prices/fields/rtx-4090", locale);
            assert_eq!(one.as_deref(), Some(locale.pick("Your price of GeForce RTX 4090", "“GeForce RTX 4090”的单价")));
            for raw in ["parts_csv", "prices.", "unit_price", "line."] {
                assert!(said.iter().all(|said| !said.contains(raw)), "{raw}: {said:?}");
            }
        }
    }
}
