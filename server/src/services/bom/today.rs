//! The bill of a stored plan as it is computed today, by the prices that were stored with it.

use scenario::FieldError;
use wire::Locale;
use wire::v1::Prices;
use wire::v1::bom::Bom;

use crate::problem::ApiError;
use crate::services::plans;
use crate::store::{Content, Revision};

/// The author's own prices that were stored with a plan; the catalog's where there are none.
///
/// # Errors
/// A problem that names what this version cannot read of them: by other prices it would be another bill.
pub fn own_prices(content: &Content) -> Result<Prices, ApiError> {
    read_prices(content.prices.as_deref()).map_err(|errors| {
        let inside = errors.into_iter().map(|error| FieldError { pointer: format!("/prices{}", error.pointer), ..error });
        scenario::problem::newer_plan(&inside.collect::<Vec<_>>()).into()
    })
}

pub(super) fn read_prices(stored: Option<&str>) -> Result<Prices, Vec<FieldError>> {
    let Some(text) = stored else { return Ok(Prices::default()) };
    let document = serde_json::from_str(text).unwrap_or_default();
    let (prices, errors) = scenario::json::prices(&document);
    if errors.is_empty() { Ok(prices) } else { Err(errors) }
}

/// The bill of a stored plan's scenario and prices as it is computed today.
pub(super) fn of_today(revision: &Revision, locale: Locale) -> Result<Bom, ApiError> {
    let (scenario, prices) = (plans::scenario(revision)?, own_prices(&revision.content)?);
    Ok(api::bill::bom_with_in(&scenario, &prices, locale).map_err(plans::inside_plan)?)
}

/// Whether today's formulas and data made what is stored.
pub fn is_of_today(revision: &Revision) -> bool {
    let content = &revision.content;
    content.engine_version == api::ENGINE_VERSION && content.catalog_version == api::CATALOG_VERSION
}
