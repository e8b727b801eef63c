//! A workbook: numbers as numbers, sums as formulas, every text a text.

use rust_xlsxwriter::{
    Color, DocProperties, ExcelDateTime, Format, FormatAlign, FormatBorder, Formula, Workbook, Worksheet, XlsxError,
};
use wording::format::money_decimals;

use super::guard;
use super::sheets::{sheets, title};
use super::table::{Cell, Sheet, Sum};
use super::words;
use wire::locale::Locale;
use wire::v1::bom::Bom;

/// The number of A4 among the sizes of paper.
const A4: u8 = 9;
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
    for sheet in sheets(bom, locale) {
        draw(workbook.add_worksheet(), &sheet, locale)?;
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
        let is_sum = row.iter().any(|cell| matches!(cell, Cell::Sum(_)));
        for (place, cell) in (0_u16..).zip(row) {
            put(worksheet, line, place, cell, is_sum, locale)?;
        }
    }
    worksheet.set_freeze_panes(1, 0)?;
    worksheet.set_repeat_rows(0, 0)?;
    worksheet.set_paper_size(A4).set_landscape().set_print_fit_to_pages(1, 0);
    worksheet.set_footer("&L&A&R&P / &N");
    Ok(())
}

fn put(sheet: &mut Worksheet, row: u32, column: u16, cell: &Cell, is_sum: bool, locale: Locale) -> Result<(), XlsxError> {
    let base = Format::new().set_align(FormatAlign::Top);
    let base = if is_sum { base.set_bold().set_border_top(FormatBorder::Thin) } else { base };
    match cell {
        Cell::Empty => sheet.write_blank(row, column, &base)?,
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
            sheet.write_formula_with_format(row, column, formula(sum, column), &format)?
        }
    };
    Ok(())
}

/// The sum as a formula with its value, for programs that do not compute.
fn formula(sum: &Sum, column: u16) -> Formula {
    let name = rust_xlsxwriter::utility::column_number_to_name(column);
    // The headers take the first row, and rows count from 1 there.
    let (first, last) = (sum.rows.start + 2, sum.rows.end + 1);
    Formula::new(format!("=SUM({name}{first}:{name}{last})")).set_result(sum.value.to_string())
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
    fn a_sum_names_the_cells_that_it_adds() {
        let sum = Sum { value: 3.5, rows: 0..4, decimals: 2, currency: None };
        assert!(formula(&sum, 6) == Formula::new("=SUM(G2:G5)").set_result("3.5"));
    }

    #[test]
    fn a_file_has_the_date_of_the_catalog() {
        for version in ["2026.11.1", "", "x.99"] {
            assert!(dated(version).is_ok(), "{version}");
        }
    }
}
