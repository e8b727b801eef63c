//! What a browser would make of an answer.

use std::collections::BTreeSet;

use html5ever::tendril::TendrilSink as _;
use html5ever::tree_builder::TreeBuilderOpts;
use html5ever::{ParseOpts, parse_document};
use markup5ever_rcdom::{Handle, NodeData, RcDom};

use crate::http::client::Answer;

/// Leaves every element whose content is text, a comment, and attributes in all kinds of quotes, and opens an element.
pub const MARKUP: &str =
    "</textarea></title></script></style></noscript></option></select></template></svg>--><xss>\" xss=1 ' xss=1 <xss a=1>";

/// Types of answers in which a browser sees no elements.
const INERT: [&str; 10] = [
    "application/json",
    "application/zip",
    "application/problem+json",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "application/x-ndjson",
    "image/png",
    "text/csv",
    "text/css",
    "text/javascript",
    "text/plain",
];

/// Collects what is wrong, and where the text was shown as text.
#[derive(Debug, Default)]
pub struct Judge {
    pub wrong: Vec<String>,
    /// Routes whose answers show the text.
    pub shown: BTreeSet<String>,
    /// Answers that were looked at.
    pub count: usize,
}

impl Judge {
    /// Looks at an answer of a route; `about` says what was asked.
    pub fn look(&mut self, route: &str, about: &str, answer: &Answer) {
        self.count += 1;
        if answer.status.is_server_error() {
            self.wrong.push(format!("{route} ({about}): {}", answer.status));
        }
        for name in ["location", "set-cookie", "link", "content-disposition"] {
            let values = answer.headers.get_all(name).iter();
            let bad = values.filter(|value| value.as_bytes().windows(4).any(|part| part == b"<xss"));
            self.wrong.extend(bad.map(|value| format!("{route} ({about}): header {name}: {value:?}")));
        }
        let kind = answer.headers.get("content-type").and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let kind = kind.split(';').next().unwrap_or_default();
        match kind {
            "" => assert!(answer.body.is_empty(), "{route} ({about}): a body without a type"),
            // Programs that show Markdown let HTML through, so that it is held to the same.
            "text/html" | "image/svg+xml" | "text/markdown" => self.read(route, about, &answer.text()),
            kind if INERT.contains(&kind) => {
                let sniff = answer.headers.get("x-content-type-options").is_some_and(|value| value == "nosniff");
                if !sniff {
                    self.wrong.push(format!("{route} ({about}): {kind} that a browser may take for a page"));
                }
            }
            kind => self.wrong.push(format!("{route} ({about}): nobody knows whether {kind} holds markup")),
        }
    }

    fn read(&mut self, route: &str, about: &str, html: &str) {
        // Whether scripts run is read in one element alone, which few answers have.
        let readers: &[bool] = if html.contains("<noscript") { &[true, false] } else { &[true] };
        for &scripting_enabled in readers {
            let found = markup_in(html, scripting_enabled);
            self.wrong.extend(found.wrong.into_iter().map(|what| format!("{route} ({about}): {what}")));
            if found.is_shown {
                self.shown.insert(route.to_owned());
            }
        }
    }
}

/// What a parser found.
#[derive(Debug, Default)]
pub struct Found {
    wrong: Vec<String>,
    is_shown: bool,
}

/// Parses a document and looks for elements and attributes that none of ours has.
pub fn markup_in(html: &str, scripting_enabled: bool) -> Found {
    let tree_builder = TreeBuilderOpts { scripting_enabled, ..TreeBuilderOpts::default() };
    let document = parse_document(RcDom::default(), ParseOpts { tree_builder, ..ParseOpts::default() }).one(html);
    let mut found = Found::default();
    // A node that is dropped takes apart what is below it, so the root is held until the end.
    let mut rest = vec![document.document.clone()];
    while let Some(node) = rest.pop() {
        look_at(&node, &mut found);
        if let NodeData::Element { template_contents, .. } = &node.data {
            rest.extend(template_contents.borrow().iter().cloned());
        }
        rest.extend(node.children.borrow().iter().cloned());
    }
    found
}

fn look_at(node: &Handle, found: &mut Found) {
    match &node.data {
        NodeData::Text { contents } => found.is_shown |= contents.borrow().contains("<xss>"),
        NodeData::Element { name, attrs, .. } => {
            let tag = &*name.local;
            let mut wrong = |what: String| found.wrong.push(what);
            // Pages of ours load no objects, set no base and refresh nothing.
            if matches!(tag, "xss" | "base" | "object" | "embed" | "iframe" | "frame" | "applet") {
                wrong(format!("<{tag}>"));
            }
            let mut is_shown = false;
            for attribute in attrs.borrow().iter() {
                let (name, value) = (&*attribute.name.local, attribute.value.trim().to_ascii_lowercase());
                let runs = name.starts_with("on") || matches!(name, "style" | "srcdoc" | "http-equiv");
                let leads = matches!(name, "href" | "src" | "action" | "formaction");
                if name == "xss"
                    || runs
                    || leads && ["javascript:", "data:", "vbscript:"].iter().any(|kind| value.starts_with(kind))
                {
                    wrong(format!("<{tag} {name}={value:.40}>"));
                }
                is_shown |= attribute.value.contains("<xss>");
            }
            if tag == "script" && attrs.borrow().iter().all(|attribute| &*attribute.name.local != "nonce") {
                wrong("a script without a nonce".to_owned());
            }
            found.is_shown |= is_shown;
        }
        _ => {}
    }
}

/// The text that is used above breaks out of whatever does not escape it: else the tests here could not fail.
#[test]
fn markup_that_is_not_escaped_is_seen() {
    for (before, after) in [
        ("<title>", " · Rigwise</title>"),
        ("<body><textarea>", "</textarea>"),
        ("<body><p>", "</p>"),
        ("<body><input value=\"", "\">"),
        ("<body><input value='", "'>"),
        ("<body><input value=", ">"),
        ("<body><a href=\"/plan?", "\">x</a>"),
        ("<script nonce=a>let x = \"", "\"</script>"),
        ("<style>p::after { content: \"", "\" }</style>"),
        ("<body><!-- ", " -->"),
        ("<body><select><option>", "</option></select>"),
        ("<body><svg><text>", "</text></svg>"),
        ("<body><svg><title>", "</title></svg>"),
        ("<body><table><tr><td>", "</td></tr></table>"),
        ("<body><template>", "</template>"),
    ] {
        let html = format!("<!DOCTYPE html>{before}{MARKUP}{after}");
        for scripting in [true, false] {
            assert!(!markup_in(&html, scripting).wrong.is_empty(), "{html}");
        }
    }
    let noscript = format!("<!DOCTYPE html><body><noscript>{MARKUP}</noscript>");
    assert!(!markup_in(&noscript, true).wrong.is_empty() && !markup_in(&noscript, false).wrong.is_empty());
    let escaped = MARKUP.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;");
    let html = format!("<!DOCTYPE html><title>{escaped}</title><body><input value=\"{escaped}\"><textarea>{escaped}</textarea>");
    let found = markup_in(&html, true);
    assert!(found.wrong.is_empty() && found.is_shown, "{found:?}");
}
