//! Prices of shops' own lists on a bill: who sells, under which number, and what an own price leaves of it.

use std::sync::Arc;

use scenario::prices::list::parse_table;
use wire::v1::bom::{Bom, Part};
use wire::v1::prices::{OwnPrice, Prices};
use workstation::price_list::{PriceList, Source, under};

use super::{own, priced};

const QUERY: &str = "gpu=rtx-4090&model=resnet50";

fn listed(table: &str, prices: &Prices) -> Bom {
    let sheet = parse_table(table.as_bytes()).expect("a table");
    let source = Source { name: "shop.csv".to_owned(), day: "2026-10-01".to_owned(), sheet };
    let list = PriceList::of(&[source]).map(Arc::new).expect("a list");
    under(Some(list), || priced(QUERY, prices))
}

#[track_caller]
fn card(bom: &Bom) -> &Part {
    bom.parts.iter().find(|part| part.kind == "gpu").expect("a bill has a card")
}

#[test]
fn a_list_says_vendor_and_part_number() {
    let bom = listed("id,price,currency,vendor,mpn,date\nrtx-4090,1599,USD,A shop,ABC-1,2026-10-03\n", &Prices::default());
    let line = card(&bom);
    assert_eq!(
        (line.unit_price, line.vendor.as_deref(), line.part_number.as_deref()),
        (Some(1599.0), Some("A shop"), Some("ABC-1"))
    );
    assert_eq!((line.price_source.as_deref(), line.price_date.as_deref()), (Some("A shop, ABC-1, 2026-10-03"), Some("2026-10")));
    // Of the others nobody sells one, and their number is the maker's.
    for part in bom.parts.iter().filter(|part| part.kind != "gpu") {
        let of_maker = catalog::board(&part.id).and_then(|board| board.part_number);
        assert!(part.vendor.is_none() && (part.kind != "board" || part.part_number.as_deref() == of_maker), "{part:?}");
    }
}

#[test]
fn a_file_is_no_vendor() {
    let bom = listed("id,price,currency\nrtx-4090,1599,USD\n", &Prices::default());
    assert_eq!((&card(&bom).vendor, card(&bom).price_source.as_deref()), (&None, Some("shop.csv, 2026-10-01")));
}

#[test]
fn an_own_price_is_not_that_of_the_lists_shop() {
    let table = "id,price,currency,vendor,mpn\nrtx-4090,1599,USD,A shop,ABC-1\n";
    for (note, vendor) in [(None, None), (Some("Other shop"), Some("Other shop"))] {
        let card_price = OwnPrice { note: note.map(str::to_owned), ..own("rtx-4090", 1500.0) };
        let bom = listed(table, &Prices { parts: vec![card_price], ..Prices::default() });
        let line = card(&bom);
        assert_eq!((line.unit_price, line.vendor.as_deref(), &line.part_number), (Some(1500.0), vendor, &None));
    }
}
