//! Where an own price is from, as far as its note says it.

/// Where an address ends although no space follows it.
const ENDS: [char; 9] = ['"', '<', '>', '，', '。', '；', '）', '、', '“'];
/// What stands between a shop's name and its address, and after an address in a sentence.
const BETWEEN: [char; 10] = [' ', ',', ';', ':', '.', '(', ')', '（', '：', '，'];

/// A shop by its name and its address on the web.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Shop<'a> {
    /// Who sells: what stands before the address, or else the address's host.
    pub vendor: Option<&'a str>,
    /// Where on the web.
    pub url: Option<&'a str>,
}

impl<'a> Shop<'a> {
    /// The shop that a note names. A note without an address is all of it a name: it says where the price is from.
    #[must_use]
    pub fn of(note: &'a str) -> Self {
        let Some(start) = ["https://", "http://"].into_iter().filter_map(|scheme| note.find(scheme)).min() else {
            return Self { vendor: Some(note.trim()).filter(|name| !name.is_empty()), url: None };
        };
        let (before, rest) = note.split_at(start);
        let end = rest.find(|letter: char| letter.is_whitespace() || ENDS.contains(&letter)).unwrap_or(rest.len());
        let url = rest[..end].trim_end_matches([',', ';', '.', ')']);
        let host = url.split_once("://").and_then(|(_, rest)| rest.split(['/', '?', '#']).next()).unwrap_or_default();
        if host.is_empty() {
            return Self { vendor: named(note), url: None };
        }
        Self { vendor: named(before).or(Some(host)), url: Some(url) }
    }
}

/// A name without the marks around it.
fn named(text: &str) -> Option<&str> {
    let name = text.trim().trim_matches(BETWEEN);
    (!name.is_empty()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_names_a_shop_and_its_address() {
        for (note, vendor, url) in [
            ("a quote of March", Some("a quote of March"), None),
            ("Example Shop https://shop.example/a?b=1", Some("Example Shop"), Some("https://shop.example/a?b=1")),
            ("京东：https://item.example/1.html，含税", Some("京东"), Some("https://item.example/1.html")),
            ("https://shop.example/part.", Some("shop.example"), Some("https://shop.example/part")),
            ("JD.com (京东)", Some("JD.com (京东)"), None),
            ("shop (http://shop.example)", Some("shop"), Some("http://shop.example")),
            ("see https://", Some("see https://"), None),
            ("  ", None, None),
        ] {
            assert_eq!(Shop::of(note), Shop { vendor, url }, "{note}");
        }
    }
}
