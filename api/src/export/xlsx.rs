//! A workbook: numbers as numbers, lines and sums as formulas, every text a text; each sheet prints on A4.

mod formula;

use rust_xlsxwriter::{Color, DocProperties, ExcelDateTime, Format, FormatAlign, FormatBorder, Workbook, Worksheet, XlsxError};
use wording::format::money_decimals;

use super::guard;
use super::sheets::{sheets, title};
use super::table::{Cell, Sheet, clean};
use super::words;
use wire::locale::Locale;
use wire::v1::bom::Bom;

/// The number of A4 among the sizes of paper.
const A4: u8 = 9;
/// Margins of the page in inches: left, right, top, bottom, header, footer.
const MARGINS: [f64; 6] = [0.4, 0.4, 0.75, 0.6, 0.3, 0.3];
/// Most characters at either side of a page's head, of which a sheet holds 255 in all: each may be an `&`, written twice.
const HEAD: usize = 60;
/// Ground of the headers: light enough to print.
const HEADER_GROUND: Color = Color::RGB(0xe8_ed_f1);

/// A bill as a workbook; the same bill gives the same bytes.
///
/// # Errors
/// Where the file cannot be put together.
pub fn write(bom: &Bom, locale: Locale) -> Result<Vec<u8>, XlsxError> {
    let mut workbook = Workbook::new();
    let properties = DocProperties::new()
        .set_title(format!("{}{}{}", words::bill(locale), words::colon(locale), title(bom)))
        .set_author("Rigwise")
        .set_comment(format!("Rigwise {}, catalog {}", bom.engine_version, bom.catalog_version))
        .set_creation_datetime(&dated(&bom.catalog_version)?);
    workbook.set_properties(&properties);
    let head = head(bom);
    for sheet in sheets(bom, locale) {
        let worksheet = workbook.add_worksheet();
        // Where no price is known a product is blank until one is filled in, also for programs that show what was last computed.
        worksheet.set_formula_result_default("");
        draw(worksheet, &sheet, locale)?;
        print(worksheet, &head)?;
    }
    workbook.save_to_buffer()
}

/// The month of the catalog: a file must not change because it was written again.
fn dated(catalog_version: &str) -> Result<ExcelDateTime, XlsxError> {
    let mut parts = catalog_version.split('.');
    let year = parts.next().and_then(|year| year.parse().ok()).filter(|year| (2000..=9999).contains(year));
    let month = parts.next().and_then(|month| month.parse().ok()).filter(|month| (1..=12).contains(month));
    ExcelDateTime::from_ymd(year.unwrap_or(2026), month.unwrap_or(1), 1)
}

fn draw(worksheet: &mut Worksheet, sheet: &Sheet, locale: Locale) -> Result<(), XlsxError> {
    let header = Format::new()
        .set_bold()
        .set_text_wrap()
        .set_background_color(HEADER_GROUND)
        .set_border_bottom(FormatBorder::Thin)
        .set_align(FormatAlign::VerticalCenter);
    worksheet.set_name(sheet.title)?;
    for (place, column) in (0_u16..).zip(&sheet.columns) {
        let align = if column.numeric { FormatAlign::Right } else { FormatAlign::Left };
        worksheet.set_column_width(place, column.width)?;
        worksheet.write_string_with_format(0, place, column.header, &header.clone().set_align(align))?;
    }
    for (line, row) in (1_u32..).zip(&sheet.rows) {
        let is_sum = row.iter().any(|cell| matches!(cell, Cell::Sum(_) | Cell::Unpriced(_)));
        for (place, cell) in (0_u16..).zip(row) {
            put(worksheet, line, place, cell, is_sum, locale)?;
        }
    }
    worksheet.set_freeze_panes(1, 0)?;
    Ok(())
}

/// How a sheet prints: as wide as the page and as long as it gets, with the headers on every page.
fn print(worksheet: &mut Worksheet, head: &str) -> Result<(), XlsxError> {
    let [left, right, top, bottom, header, footer] = MARGINS;
    worksheet.set_repeat_rows(0, 0)?;
    worksheet.set_paper_size(A4).set_landscape().set_print_fit_to_pages(1, 0);
    worksheet.set_margins(left, right, top, bottom, header, footer);
    worksheet.set_header(head).set_footer("&L&A&R&P / &N");
    Ok(())
}

/// What stands over every printed page: what the bill is of, and where its plan is.
fn head(bom: &Bom) -> String {
    let shown = |text: &str| clean(text).chars().take(HEAD).collect::<String>().replace('&', "&&");
    let plan = bom.plan.as_deref();
    let title = plan.and_then(|plan| plan.title.clone()).unwrap_or_else(|| title(bom));
    let link = plan.map(|plan| shown(&plan.url)).unwrap_or_default();
    format!("&L{}&R{link}", shown(&title))
}

fn put(sheet: &mut Worksheet, row: u32, column: u16, cell: &Cell, is_sum: bool, locale: Locale) -> Result<(), XlsxError> {
    let base = Format::new().set_align(FormatAlign::Top);
    let base = if is_sum { base.set_bold().set_border_top(FormatBorder::Thin) } else { base };
    match cell {
        Cell::Empty | Cell::Open => sheet.write_blank(row, column, &base)?,
        Cell::Text(text) | Cell::Source { text, .. } => {
            let base = base.set_text_wrap();
            // Stays a text even when somebody edits the cell.
            let base = if guard::is_formula(text) { base.set_quote_prefix() } else { base };
            sheet.write_string_with_format(row, column, text, &base)?
        }
        Cell::Unknown => {
            sheet.write_string_with_format(row, column, words::unknown(locale), &base.set_align(FormatAlign::Right))?
        }
        Cell::Number { value, decimals } => {
            sheet.write_number_with_format(row, column, *value, &base.set_num_format(pattern(*decimals, None)))?
        }
        Cell::Money { amount, currency } => sheet.write_number_with_format(
            row,
            column,
            *amount,
            &base.set_num_format(pattern(money_decimals(currency), Some(currency))),
        )?,
        Cell::Sum(sum) => {
            let format = base.set_num_format(pattern(sum.decimals, sum.currency.as_deref()));
            sheet.write_formula_with_format(row, column, formula::sum(sum, column), &format)?
        }
        Cell::Product(product) => {
            let format = base.set_num_format(pattern(money_decimals(&product.currency), Some(&product.currency)));
            sheet.write_formula_with_format(row, column, formula::product(product, row), &format)?
        }
        Cell::Unpriced(unpriced) => {
            let format = base.set_num_format(pattern(0, None));
            sheet.write_formula_with_format(row, column, formula::unpriced(unpriced), &format)?
        }
    };
    Ok(())
}

/// How a number looks: thousands apart, the currency's code before money.
fn pattern(decimals: u8, currency: Option<&str>) -> String {
    let number = if decimals == 0 { "#,##0".to_owned() } else { format!("#,##0.{}", "0".repeat(usize::from(decimals))) };
    match currency {
        Some(code) if code.len() == 3 && code.bytes().all(|letter| letter.is_ascii_uppercase()) => format!("[${code}] {number}"),
        _ => number,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn money_has_the_code_of_its_currency_and_nothing_else() {
        assert_eq!(pattern(2, Some("USD")), "[$USD] #,##0.00");
        assert_eq!(pattern(2, Some("]x[")), "#,##0.00");
        assert_eq!(pattern(0, None), "#,##0");
    }

    #[test]
    fn a_file_has_the_date_of_the_catalog() {
        for version in ["2026.11.1", "", "x.99"] {
            assert!(dated(version).is_ok(), "{version}");
        }
    }
}
