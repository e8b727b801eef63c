//! Formulas of a workbook, each with its result for programs that do not compute. No text of anybody's is in one.

use std::ops::Range;

use rust_xlsxwriter::Formula;
use rust_xlsxwriter::utility::column_number_to_name;

use crate::export::table::{Product, Sum, Unpriced};

/// The sum of cells of its column; nothing where none of them is known.
pub fn sum(sum: &Sum, column: u16) -> Formula {
    let cells = span(column, &sum.rows);
    match sum.value {
        Some(value) => Formula::new(format!("=SUM({cells})")).set_result(value.to_string()),
        None => Formula::new(format!("=IF(SUM({cells})=0,\"\",SUM({cells}))")).set_result(""),
    }
}

/// What a line costs; nothing while its price is blank, although a blank times a number is zero. `row` counts from 0.
pub fn product(product: &Product, row: u32) -> Formula {
    let [quantity, price] = product.columns.map(|column| format!("{}{}", column_number_to_name(column), row + 1));
    let result = product.value.map_or_else(String::new, |value| value.to_string());
    Formula::new(format!("=IF({quantity}=0,0,IF({price}=\"\",\"\",{quantity}*{price}))")).set_result(result)
}

/// How many lines are to be paid for at a price that is blank.
pub fn unpriced(unpriced: &Unpriced) -> Formula {
    let [quantities, prices] = unpriced.columns.map(|column| span(column, &unpriced.rows));
    Formula::new(format!("=SUMPRODUCT(({quantities}>0)*({prices}=\"\"))")).set_result(unpriced.count.to_string())
}

/// Cells of a column. The headers take the first row, and rows count from 1 there.
fn span(column: u16, rows: &Range<usize>) -> String {
    let name = column_number_to_name(column);
    format!("{name}{}:{name}{}", rows.start + 2, rows.end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_names_the_cells_that_it_adds() {
        let known = Sum { value: Some(3.5), rows: 0..4, decimals: 2, currency: None };
        assert!(sum(&known, 6) == Formula::new("=SUM(G2:G5)").set_result("3.5"));
        let unknown = Sum { value: None, ..known };
        assert!(sum(&unknown, 6) == Formula::new("=IF(SUM(G2:G5)=0,\"\",SUM(G2:G5))").set_result(""));
    }

    #[test]
    fn a_line_is_a_quantity_times_a_price() {
        let line = Product { value: Some(10.5), columns: [4, 5], currency: "USD".to_owned() };
        assert!(product(&line, 4) == Formula::new("=IF(E5=0,0,IF(F5=\"\",\"\",E5*F5))").set_result("10.5"));
    }

    #[test]
    fn lines_without_a_price_are_counted_where_something_is_bought() {
        let count = Unpriced { count: 2, rows: 0..3, columns: [4, 5] };
        assert!(unpriced(&count) == Formula::new("=SUMPRODUCT((E2:E4>0)*(F2:F4=\"\"))").set_result("2"));
    }
}
